from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, make_url, text

from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.schema import metadata
from drawmate.storage.tables import Tables
from tests.storage.conftest import table

pytestmark = pytest.mark.anyio


async def test_the_migrations_make_exactly_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with database.transaction() as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.parametrize("url", ["file", "postgres"], indirect=True)
async def test_opening_again_keeps_what_is_there(url: str) -> None:
    for number in range(3):
        database = await Database.open(url)
        assert len(await Tables(database).open_tables()) == number
        await Tables(database).create(table(f"t{number}"))
        await database.close()


@pytest.mark.parametrize("url", ["file", "postgres"], indirect=True)
async def test_several_may_open_an_empty_database_at_once(url: str) -> None:
    opened = await asyncio.gather(*(Database.open(url) for _ in range(5)))
    await Tables(opened[0]).create(table("a"))
    assert await Tables(opened[4]).by_code("A") == table("a")
    for database in opened:
        await database.close()


@pytest.mark.parametrize("url", ["file"], indirect=True)
async def test_a_file_that_another_holds_is_waited_for(url: str) -> None:
    """SQLite refuses at once to begin writing ahead while another reads or writes the file."""
    with closing(sqlite3.connect(make_url(url).database or "", isolation_level=None)) as other:
        other.execute("CREATE TABLE theirs (id)")
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(Database.open(url))
        await asyncio.sleep(0.2)
        assert not opening.done()
        other.execute("COMMIT")
        await (await opening).close()


@pytest.mark.parametrize("url", ["file", "postgres"], indirect=True)
async def test_a_newer_schema_is_refused_and_left_alone(url: str) -> None:
    database = await Database.open(url)
    await database.write(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    for _ in range(2):
        with pytest.raises(StorageError) as caught:
            await Database.open(url)
        assert caught.value.code == "database_newer"


@pytest.mark.parametrize("url", ["file"], indirect=True)
async def test_sqlite_writes_ahead_and_in_full(database: Database) -> None:
    async with database.transaction() as connection:
        settings = [
            await connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("sqlite:////nonexistent/folder/drawmate.db", "database_unreachable"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "database_unreachable"),
        ("mysql://nobody:secret@127.0.0.1/none", "bad_database_url"),
        ("drawmate.db", "bad_database_url"),
    ],
)
async def test_a_database_that_cannot_be_had_is_refused_by_code_without_its_password(
    url: str, code: str
) -> None:
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    assert caught.value.code == code
    assert "secret" not in str(caught.value)


async def test_a_wrong_password_or_name_is_an_unreachable_database(postgres: str) -> None:
    for wrong in (postgres.replace("drawmate:", "drawmate:x"), postgres + "_missing"):
        with pytest.raises(StorageError) as caught:
            await Database.open(wrong)
        assert caught.value.code == "database_unreachable"


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database " * 100)
    with pytest.raises(StorageError) as caught:
        await Database.open(f"sqlite:///{tmp_path / 'notes.txt'}")
    assert caught.value.code == "database_unreachable"


async def test_what_was_asked_is_done_even_if_the_asker_is_gone(database: Database) -> None:
    for number in range(20):
        asked = asyncio.create_task(Tables(database).create(table(f"t{number}")))
        for _ in range(number):
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
    await database.write(text("SELECT 1"))  # SQLite: queued behind the others
    while database._running:
        await asyncio.sleep(0.01)
    # The first was cancelled before it began.
    assert len(await Tables(database).open_tables()) == 19


async def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    good = text("INSERT INTO games VALUES ('g', 't', 'x', 'en', 1, true, '{}', '{}')")
    with pytest.raises(StorageError):
        await database.write(good, text("INSERT INTO nowhere VALUES (1)"))
    assert list(await database.read(text("SELECT id FROM games"))) == []


async def test_postgres_may_go_away_and_come_back(postgres: str) -> None:
    from tests.storage.conftest import empty_postgres

    database = await Database.open(await empty_postgres(postgres))
    other = await Database.open(postgres)
    await Tables(database).create(table("a"))
    await other.read(
        text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test_%'")
    )
    assert await Tables(database).by_code("A") == table("a")
    await other.close()
    await database.close()
