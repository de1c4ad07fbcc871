"""The journals of tables: numbered entries, on disk before anything they say is acknowledged.

Group commit: while one transaction is being written, what all tables append meanwhile gathers, and goes together in
the next. A lone append is not delayed; under load, when ``BUSY`` tables or more append at once, the next commit waits
for ``GATHER_SECONDS``, so that its cost, and that of a turn of each table, is shared by more.

A table has one owner, who numbers its entries 0, 1, 2, … without a hole. Two who believe they are it write the same
number, and the key of the entries refuses one of them. So that no entry of the loser gets in behind the winner's, and
none behind one that failed, a journal takes only the number after the last that it wrote or read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import orjson
from sqlalchemy import bindparam, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.schema import Phase, entries, tables
from drawmate.storage.texts import check_text

__all__ = ["DEFAULT_WAITING", "Journal"]

DEFAULT_WAITING: Final = 1024
"""Appends that may wait to be written; the callers of more wait for room."""
BUSY: Final = 16
"""Appends in one commit from which on the next waits."""
GATHER_SECONDS: Final = 0.02

_INSERT: Final = insert(entries)
_INSERT_AT_ONCE: Final = text(
    "INSERT INTO entries (table_id, number, body) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
    "json_extract(value, '$[2]') FROM json_each(:rows)"
)
"""For SQLite, whose thread would wait for its turn among Python's threads after every row."""
_UPDATE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("its_id"))
    .values(
        phase=func.coalesce(bindparam("new_phase", type_=tables.c.phase.type), tables.c.phase),
        touched_ms=func.coalesce(bindparam("now_ms", type_=tables.c.touched_ms.type), tables.c.touched_ms),
    )
)


@dataclass(slots=True, eq=False)
class _Append:
    """What one call appends; ``done`` is resolved when it is on disk."""

    table_id: str
    first: int
    bodies: tuple[str, ...]
    phase: Phase | None
    touched_ms: int | None
    done: asyncio.Future[None]

    def refuse(self, error: StorageError) -> None:
        if not self.done.done():  # else the caller is gone
            self.done.set_exception(StorageError(error.code, error.message))


class Journal:
    """Appends to and reads the journals of all tables of one database, in the event loop that it is made in."""

    def __init__(self, database: Database, *, waiting: int = DEFAULT_WAITING) -> None:
        self._database = database
        self._limit = waiting
        self._room = asyncio.Semaphore(waiting)
        self._waiting: deque[_Append] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._next: dict[str, int] = {}
        self._writer = asyncio.create_task(self._write(), name="drawmate-journal")

    async def append(
        self,
        table_id: str,
        first: int,
        bodies: Sequence[str],
        phase: Phase | None = None,
        *,
        touched_ms: int | None = None,
    ) -> None:
        """Append the entries ``first``, ``first + 1``, …; they are on disk when this returns.

        With them, in the same transaction, the table's row gets ``phase`` and ``touched_ms``, if given. ``first`` is 0
        for a new table, else the number after the last entry appended or read here. Cancelling the call does not
        take back what is waiting to be written.

        Raises:
            StorageError: ``conflict`` when another owner wrote that number, or it is not the next one; ``not_found``
                when there is no such table; ``bad_text``; ``closed``; ``database_unreachable`` when the database
                failed, and then only ``read`` can tell what is there. Nothing of this call was kept in the other cases.
        """
        for body in bodies:
            check_text(body)
        await self._room.acquire()
        if self._closed:
            self._room.release()
            raise StorageError("closed", "the journal is closed")
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(table_id, first, tuple(bodies), phase, touched_ms, done))
        self._wake.set()
        await done

    async def read(self, table_id: str) -> list[str]:
        """All entries of a table in order; none if there is no such table.

        Raises:
            StorageError: ``damaged`` when an entry is missing; ``database_unreachable``.
        """
        rows = await self._database.read(
            select(entries.c.number, entries.c.body)
            .where(entries.c.table_id == table_id)
            .order_by(entries.c.number)
        )
        for expected, (number, _) in enumerate(rows):
            if number != expected:
                raise StorageError("damaged", f"entry {expected} of table {table_id} is missing")
        # Not less than what was written while this was read.
        self._next[table_id] = max(len(rows), self._next.get(table_id, 0))
        return [body for _, body in rows]

    def forget(self, table_id: str) -> None:
        """Free what is remembered of a table that will not be appended to any more."""
        self._next.pop(table_id, None)

    async def close(self) -> None:
        """Write what waits, refuse what comes later."""
        self._closed = True
        self._wake.set()
        await asyncio.shield(self._writer)

    async def _write(self) -> None:
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                group = [self._waiting.popleft() for _ in range(min(len(self._waiting), self._limit))]
                for _ in group:
                    self._room.release()
                try:
                    await self._commit(group)
                except Exception as error:  # these fail, the writer lives
                    if not isinstance(error, StorageError):
                        error = StorageError("database_unreachable", f"writing failed: {error!r}")
                    for append in group:
                        append.refuse(error)
                if len(group) >= BUSY and not self._closed:
                    await asyncio.sleep(GATHER_SECONDS)

    async def _commit(self, group: list[_Append]) -> None:
        """Write a group: together, or where one of them is at fault, each for itself in one transaction."""
        ahead = dict[str, int]()
        good = [append for append in group if self._is_next(append, ahead)]
        if not good:
            return
        try:
            async with self._database.transaction(write=True) as connection:
                await _insert(connection, good)
        except StorageError as error:
            if error.code != "conflict":
                raise
            ahead = {}
            async with self._database.transaction(write=True) as connection:
                good = [
                    append
                    for append in good
                    if self._is_next(append, ahead) and await _insert_alone(connection, append, ahead)
                ]
        for append in good:
            self._next[append.table_id] = append.first + len(append.bodies)
            if not append.done.done():
                append.done.set_result(None)

    def _is_next(self, append: _Append, ahead: dict[str, int]) -> bool:
        """Whether it goes on where its table ends, counting those ``ahead`` in the group; refused if not."""
        expected = ahead.get(append.table_id, self._next.get(append.table_id, 0))
        if append.first != expected:
            append.refuse(
                StorageError(
                    "conflict", f"entry {append.first} of table {append.table_id} is not the next one"
                )
            )
            return False
        ahead[append.table_id] = expected + len(append.bodies)
        return True


async def _insert(connection: AsyncConnection, appends: Sequence[_Append]) -> None:
    rows = [
        (append.table_id, number, body)
        for append in appends
        for number, body in enumerate(append.bodies, append.first)
    ]
    updates = [
        {"its_id": append.table_id, "new_phase": append.phase, "now_ms": append.touched_ms}
        for append in appends
        if append.phase is not None or append.touched_ms is not None
    ]
    if rows and connection.dialect.name == "sqlite":
        await connection.execute(_INSERT_AT_ONCE, {"rows": orjson.dumps(rows).decode()})
    elif rows:
        names = ("table_id", "number", "body")
        await connection.execute(_INSERT, [dict(zip(names, row, strict=True)) for row in rows])
    if updates:
        await connection.execute(_UPDATE, updates)


async def _insert_alone(connection: AsyncConnection, append: _Append, ahead: dict[str, int]) -> bool:
    try:
        async with connection.begin_nested():
            await _insert(connection, (append,))
    except IntegrityError:
        ahead[append.table_id] = append.first
        found = await connection.scalar(select(tables.c.id).where(tables.c.id == append.table_id))
        if found is None:
            append.refuse(StorageError("not_found", f"there is no table {append.table_id}"))
        else:
            append.refuse(
                StorageError(
                    "conflict", f"entry {append.first} of table {append.table_id} is another owner's"
                )
            )
        return False
    return True
