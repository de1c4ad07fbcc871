"""Databases to test on: a SQLite file, SQLite in memory, and a real Postgres, each new for every test."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from drawmate.storage.database import Database
from drawmate.storage.journal import Journal
from drawmate.storage.tables import TableRow, Tables
from tests.conftest import missing
from tests.storage.postgres import binaries, running_postgres

KINDS = ("file", "memory", "postgres")
_numbers = itertools.count()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a running server."""
    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError:
        missing("POSTGRES", "asyncpg is not installed (the extra postgres)")
    programs = binaries()
    if programs is None:
        missing("POSTGRES", "there is no Postgres server (Debian's package postgresql)")
    with running_postgres(programs) as url:
        yield url


@pytest.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    match request.param:
        case "file":
            return f"sqlite:///{tmp_path / 'drawmate.db'}"
        case "memory":
            return "sqlite://"
        case _:
            server: str = request.getfixturevalue("postgres")
            return await empty_postgres(server)


async def empty_postgres(server: str) -> str:
    import asyncpg

    name = f"test_{next(_numbers)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return f"{server.rpartition('/')[0]}/{name}"


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await Database.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def journal(database: Database) -> AsyncIterator[Journal]:
    """A journal of a database that has the tables ``a``, ``b`` and ``c``."""
    for name in "abc":
        await Tables(database).create(table(name))
    opened = Journal(database)
    yield opened
    await opened.close()


def table(name: str, **changes: object) -> TableRow:
    fields = {"code": name.upper(), "game": "duplik", "listed": True, "phase": "lobby"}
    return TableRow(**{"id": name, "created_ms": 1, "touched_ms": 1, **fields, **changes})  # type: ignore[arg-type]
