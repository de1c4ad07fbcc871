from __future__ import annotations

import pytest

from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.gallery import Gallery, GameRow
from drawmate.storage.journal import Journal
from drawmate.storage.tables import TableRow, Tables
from tests.storage.conftest import table

pytestmark = pytest.mark.anyio


def names(rows: list[TableRow]) -> str:
    return "".join(row.id for row in rows)


async def test_a_table_is_found_by_its_id_and_its_code(database: Database) -> None:
    tables = Tables(database)
    row = table("a", listed=False, created_ms=1_800_000_000_000, touched_ms=1_800_000_000_001)
    await tables.create(row)
    assert await tables.get("a") == await tables.by_code("A") == row
    assert await tables.by_code("a") is await tables.get("b") is None


@pytest.mark.parametrize("changes", [{"code": "B"}, {"id": "b"}])
async def test_an_id_or_a_code_that_is_taken_is_a_conflict(
    database: Database, changes: dict[str, str]
) -> None:
    tables = Tables(database)
    await tables.create(table("a"))
    with pytest.raises(StorageError) as caught:
        await tables.create(table("b", **({"id": "a"} if "code" in changes else {"code": "A"})))
    assert caught.value.code == "conflict"
    await tables.create(table("b"))


async def test_those_in_the_lobby_or_playing_come_back_and_the_listed_are_shown(database: Database) -> None:
    tables = Tables(database)
    await tables.create(table("a", created_ms=3))
    await tables.create(table("b", created_ms=1, phase="playing"))
    await tables.create(table("c", created_ms=2, listed=False))
    await tables.create(table("d", created_ms=4, phase="over"))
    await tables.create(table("e", created_ms=5, phase="closed"))
    assert names(await tables.open_tables()) == "bca"
    assert names(await tables.public(10)) == "ab"
    assert names(await tables.public(1)) == "a"


async def test_only_what_is_given_of_a_table_changes(database: Database) -> None:
    tables = Tables(database)
    await tables.create(table("a"))
    await tables.update("a", phase="playing")
    await tables.update("a", touched_ms=5)
    await tables.update("a", listed=False)
    await tables.update("a")
    assert await tables.get("a") == table("a", phase="playing", touched_ms=5, listed=False)
    with pytest.raises(StorageError) as caught:
        await tables.update("b", touched_ms=5)
    assert caught.value.code == "not_found"


async def test_a_deleted_table_takes_its_journal_along(database: Database, journal: Journal) -> None:
    await journal.append("a", 0, ["zero"])
    await journal.append("b", 0, ["zero"])
    assert await Tables(database).delete("a")
    assert not await Tables(database).delete("a")
    assert await journal.read("a") == []
    assert await journal.read("b") == ["zero"]


async def test_tables_untouched_for_long_expire_with_their_journals(
    database: Database, journal: Journal
) -> None:
    tables = Tables(database)
    for name in "ab":
        await journal.append(name, 0, ["zero"])
    await tables.update("b", touched_ms=100)
    assert sorted(await tables.expire(100)) == ["a", "c"]
    assert await tables.expire(100) == []
    assert names(await tables.open_tables()) == "b"
    assert await journal.read("a") == []


async def test_tables_that_are_over_are_found_until_their_last_game_is_kept(database: Database) -> None:
    tables, gallery = Tables(database), Gallery(database)
    for name, phase in (("a", "over"), ("b", "over"), ("c", "playing")):
        await tables.create(table(name, phase=phase, touched_ms=50))
    assert names(await tables.unkept()) == "ab"
    for number, finished in enumerate((40, 50)):
        row = GameRow(f"a-{number}", "a", "duplik", "en", finished, True, "{}", "{}")
        await gallery.add(row, [])
        assert names(await tables.unkept()) == ("ab", "b")[number]
