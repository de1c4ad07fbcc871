"""Finished games: what is shown of them, their drawings, and the capsule that replays them.

Kept until the retention setting or somebody's request deletes them, whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, delete, insert, select, tuple_

from drawmate.storage.database import Database, Statement
from drawmate.storage.errors import StorageError
from drawmate.storage.schema import drawings, games
from drawmate.storage.texts import check_text

__all__ = ["DrawingRow", "Gallery", "GameLine", "GameRow"]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game as a list shows it; ``summary`` is JSON, ``finished_ms`` milliseconds since 1970."""

    id: str
    table_id: str
    game: str
    language: str
    finished_ms: int
    listed: bool
    summary: str


@dataclass(frozen=True, slots=True)
class GameRow(GameLine):
    """A finished game with all that replays it; ``capsule`` is JSON."""

    capsule: str


@dataclass(frozen=True, slots=True)
class DrawingRow:
    """One drawing of a game; they are numbered from 0 in the order that they are shown. ``strokes`` is JSON."""

    number: int
    canvas: str
    seat: int | None
    title: str | None
    strokes: str


_LINE: Final = tuple(games.c[name] for name in GameLine.__dataclass_fields__)
_GAME: Final = tuple(games.c[name] for name in GameRow.__dataclass_fields__)
_DRAWING: Final = tuple(drawings.c[name] for name in DrawingRow.__dataclass_fields__)
_NEWEST: Final = (games.c.finished_ms.desc(), games.c.id.desc())


class Gallery:
    """The finished games in a database. Every call may raise ``StorageError`` ``database_unreachable``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game: GameRow, shown: Sequence[DrawingRow]) -> bool:
        """Keep a game and its drawings, all or nothing; false if a game of that id is there, which stays as it is.

        Raises:
            StorageError: ``conflict`` when two drawings have one number; ``bad_text``.
        """
        rows = [{"game_id": game.id, **asdict(drawing)} for drawing in shown]
        for row in (asdict(game), *rows):
            for value in row.values():
                if isinstance(value, str):
                    check_text(value)
        statements: list[Statement] = [insert(games).values(asdict(game))]
        if rows:
            statements.append((insert(drawings), rows))
        try:
            await self._database.write(*statements)
        except StorageError as error:
            if error.code == "conflict" and await self.get(game.id) is not None:
                return False
            raise
        return True

    async def get(self, game_id: str) -> GameRow | None:
        """The game of that id."""
        found = await self._database.read(select(*_GAME).where(games.c.id == game_id))
        return GameRow(**found[0]._mapping) if found else None

    async def drawings(self, game_id: str) -> list[DrawingRow]:
        """The drawings of a game in order; none if there is no such game."""
        query = select(*_DRAWING).where(drawings.c.game_id == game_id).order_by(drawings.c.number)
        return [DrawingRow(**row._mapping) for row in await self._database.read(query)]

    async def recent(self, limit: int, before: tuple[int, str] | None = None) -> list[GameLine]:
        """At most ``limit`` listed games, latest first; ``before`` is ``(finished_ms, id)`` of the last one seen."""
        query = select(*_LINE).where(games.c.listed).order_by(*_NEWEST).limit(limit)
        if before is not None:
            query = query.where(tuple_(games.c.finished_ms, games.c.id) < before)
        return await self._lines(query)

    async def by_table(self, table_id: str) -> list[GameLine]:
        """The games played at a table, listed or not, latest first."""
        return await self._lines(select(*_LINE).where(games.c.table_id == table_id).order_by(*_NEWEST))

    async def delete(self, game_id: str) -> bool:
        """Delete a game and its drawings; whether it was there. What its table's journal says of it stays."""
        return await self._delete(games.c.id == game_id) > 0

    async def retain(self, before_ms: int) -> int:
        """Delete the games that finished before then, with their drawings; how many."""
        return await self._delete(games.c.finished_ms < before_ms)

    async def _delete(self, which: ColumnElement[bool]) -> int:
        return len(await self._database.write(delete(games).where(which).returning(games.c.id)))

    async def _lines(self, query: Select[Any]) -> list[GameLine]:
        return [GameLine(**row._mapping) for row in await self._database.read(query)]
