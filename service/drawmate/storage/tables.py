"""The tables there are: found by code, listed, kept alive, cleared away. What happens at them is in their journals."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Select, delete, exists, insert, select, update

from drawmate.storage.database import AnyRow, Database
from drawmate.storage.errors import StorageError
from drawmate.storage.schema import Phase, games, tables
from drawmate.storage.texts import check_text

__all__ = ["TableRow", "Tables"]

_LIVE: Final = ("lobby", "playing")
_BY_AGE: Final = (tables.c.created_ms, tables.c.id)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. ``code`` is what people type to find it; times are milliseconds since 1970."""

    id: str
    code: str
    game: str
    listed: bool
    phase: Phase
    created_ms: int
    touched_ms: int


class Tables:
    """The rows of the tables in a database. Every call may raise ``StorageError`` ``database_unreachable``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, row: TableRow) -> None:
        """Add a table.

        Raises:
            StorageError: ``conflict`` when its id or code is taken; ``bad_text``.
        """
        for text in (row.id, row.code, row.game):
            check_text(text)
        await self._database.write(insert(tables).values(asdict(row)))

    async def get(self, table_id: str) -> TableRow | None:
        """The table of that id."""
        return await self._one(select(tables).where(tables.c.id == table_id))

    async def by_code(self, code: str) -> TableRow | None:
        """The table of that code, exactly as it was created."""
        return await self._one(select(tables).where(tables.c.code == code))

    async def open_tables(self) -> list[TableRow]:
        """Those in the lobby or playing, oldest first: what a restart has to bring back."""
        return await self._all(select(tables).where(tables.c.phase.in_(_LIVE)).order_by(*_BY_AGE))

    async def public(self, limit: int) -> list[TableRow]:
        """At most ``limit`` of the listed ones in the lobby or playing, newest first."""
        newest = [column.desc() for column in _BY_AGE]
        query = select(tables).where(tables.c.listed, tables.c.phase.in_(_LIVE)).order_by(*newest)
        return await self._all(query.limit(limit))

    async def unkept(self) -> list[TableRow]:
        """Those whose game is over and was touched since the last of its games was kept, if any: oldest first."""
        kept = exists().where(games.c.table_id == tables.c.id, games.c.finished_ms >= tables.c.touched_ms)
        return await self._all(select(tables).where(tables.c.phase == "over", ~kept).order_by(*_BY_AGE))

    async def update(
        self,
        table_id: str,
        *,
        phase: Phase | None = None,
        listed: bool | None = None,
        touched_ms: int | None = None,
    ) -> None:
        """Change what is given of a table.

        Raises:
            StorageError: ``not_found``.
        """
        given: dict[str, Any] = {"phase": phase, "listed": listed, "touched_ms": touched_ms}
        values = {name: value for name, value in given.items() if value is not None} or {"id": table_id}
        changed = update(tables).where(tables.c.id == table_id).values(values).returning(tables.c.id)
        if not await self._database.write(changed):
            raise StorageError("not_found", f"there is no table {table_id}")

    async def delete(self, table_id: str) -> bool:
        """Delete a table and its journal; whether it was there."""
        gone = delete(tables).where(tables.c.id == table_id).returning(tables.c.id)
        return bool(await self._database.write(gone))

    async def expire(self, before_ms: int) -> list[str]:
        """Delete the tables last touched before then, in whatever phase, with their journals; their ids."""
        gone = delete(tables).where(tables.c.touched_ms < before_ms).returning(tables.c.id)
        return [table_id for (table_id,) in await self._database.write(gone)]

    async def _all(self, query: Select[Any]) -> list[TableRow]:
        return [_row(found) for found in await self._database.read(query)]

    async def _one(self, query: Select[Any]) -> TableRow | None:
        found = await self._all(query)
        return found[0] if found else None


def _row(found: AnyRow) -> TableRow:
    return TableRow(**found._mapping)
