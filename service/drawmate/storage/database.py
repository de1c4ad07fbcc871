"""One database: how it is reached, brought up to date, and what a transaction is.

SQLite is set up so that what was committed survives a power cut: write-ahead log, synchronous in full. A commit then
costs a write to the disk, which the journal shares among tables.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, nullcontext
from typing import Any, Final, Self, TypeVar

from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, Executable, Row, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from drawmate.storage.errors import StorageError
from drawmate.storage.migrate import migrate

__all__ = ["AnyRow", "Database", "Statement"]

Statement = Executable | tuple[Executable, Sequence[Mapping[str, Any]]]
"""A statement, or one to be executed with each of several sets of parameters."""

AnyRow = Row[*tuple[Any, ...]]
"""A row of whatever columns were asked for."""

T = TypeVar("T")

_BUSY_MS: Final = 10_000
_AGAIN_SECONDS: Final = 0.02
"""How long to wait for another process that is writing to the same SQLite file."""
_CONNECT_SECONDS: Final = 10
_COMMAND_SECONDS: Final = 60
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
_SUPPORTED: Final = ("sqlite+aiosqlite", "postgresql+asyncpg")
_WRITES: Final = "drawmate_writes"


class Database:
    """An open database, for one event loop. What is asked of it is done to the end even if the asker is cancelled."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer = engine.execution_options(**{_WRITES: True})
        # SQLite has one writer: in a process it is quicker to queue than to poll for the file's lock.
        self._turn: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        )
        self._running: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to ``url`` (``sqlite:///file.db``, ``sqlite://`` for one in memory, ``postgresql://…``) and migrate.

        Raises:
            StorageError: ``bad_database_url``, ``database_unreachable`` or ``database_newer``.
        """
        parsed = _parsed(url)
        if _is_file(parsed):
            await asyncio.to_thread(_try_file, parsed)
        database = cls(_engine(parsed))
        try:
            async with database.transaction(write=True) as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Finish what is running and disconnect."""
        while self._running:
            await asyncio.wait(self._running)
        await self.engine.dispose()

    @asynccontextmanager
    async def transaction(self, *, write: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end of the block, rolled back by an exception.

        It must not be cancelled halfway: that costs the connection, and with it a database in memory.

        Raises:
            StorageError: ``conflict`` or ``database_unreachable``.
        """
        try:
            async with (
                self._turn if write else nullcontext(),
                (self._writer if write else self.engine).begin() as connection,
            ):
                yield connection
        except IntegrityError as error:
            raise StorageError("conflict", "the key is taken, or names nothing that exists") from error
        except Exception as error:
            if not _from_driver(error):
                raise
            raise StorageError("database_unreachable", f"the database failed: {_reason(error)}") from error

    async def write(self, *statements: Statement) -> Sequence[AnyRow]:
        """Execute all in one transaction; the rows that the last one returns, if it does.

        Raises:
            StorageError: ``conflict`` or ``database_unreachable``; then none was executed.
        """
        return await self._finished(self._execute(statements, write=True))

    async def read(self, statement: Executable) -> Sequence[AnyRow]:
        """The rows of a query.

        Raises:
            StorageError: ``database_unreachable``.
        """
        return await self._finished(self._execute((statement,), write=False))

    async def _execute(self, statements: Sequence[Statement], *, write: bool) -> Sequence[AnyRow]:
        async with self.transaction(write=write) as connection:
            rows: Sequence[AnyRow] = ()
            for each in statements:
                statement, parameters = each if isinstance(each, tuple) else (each, None)
                result = await connection.execute(statement, parameters)
                rows = result.all() if result.returns_rows else ()
            return rows

    async def _finished(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # seen, even if the asker is gone


def _parsed(text: str) -> URL:
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise StorageError("bad_database_url", "the database's URL cannot be read") from error
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.drivername not in _SUPPORTED:
        raise StorageError(
            "bad_database_url", f"{url.drivername} is not supported: use sqlite:///file.db or postgresql://…"
        )
    if "sslmode" in url.query:  # as everyone but asyncpg calls it
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": url.query["sslmode"]})
    return url


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "postgresql":
        timeouts = {"timeout": _CONNECT_SECONDS, "command_timeout": _COMMAND_SECONDS}
        try:
            return create_async_engine(url, pool_pre_ping=True, connect_args=timeouts)
        except ModuleNotFoundError as error:
            raise StorageError(
                "bad_database_url", "Postgres needs the extra: pip install 'drawmate[postgres]'"
            ) from error
    # A database in memory is its connection: there must be just one, for one transaction at a time.
    alone: dict[str, Any] = {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0}
    # The driver would begin transactions late and not at all before some statements; we say when.
    engine = create_async_engine(
        url, connect_args={"isolation_level": None}, **({} if _is_file(url) else alone)
    )
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _is_file(url: URL) -> bool:
    in_memory = url.database in (None, "", ":memory:") or url.query.get("mode") == "memory"
    return url.get_backend_name() == "sqlite" and not in_memory


def _try_file(url: URL) -> None:
    """Open a file once, without the driver: that leaves a thread behind when it cannot.

    Writing ahead begins here. SQLite does not wait for others before that change, whatever its timeout: so we do.
    """
    path = url.database or ""
    end = time.monotonic() + _BUSY_MS / 1000
    try:
        with closing(sqlite3.connect(path, _BUSY_MS / 1000, uri=path.startswith("file:"))) as connection:
            while True:
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                    return
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                        raise
                time.sleep(_AGAIN_SECONDS)
    except sqlite3.Error as error:
        raise StorageError("database_unreachable", f"{path}: {error}") from error


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {_BUSY_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads before it writes could find that it may not write any more.
    immediate = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _from_driver(error: Exception) -> bool:
    return isinstance(error, SQLAlchemyError | OSError) or type(error).__module__.startswith("asyncpg.")


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
