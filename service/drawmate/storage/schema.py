"""The tables of the database as they are after the last migration; the same on SQLite and Postgres.

A change here needs a new file in ``migrations/versions``. Times are whole milliseconds since 1970, UTC.
"""

from __future__ import annotations

from typing import Final, Literal

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

__all__ = ["Phase", "drawings", "entries", "games", "metadata", "tables"]

Phase = Literal["lobby", "playing", "over", "closed"]
"""Where a table is in its life; only the first two are live."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("touched_ms", BigInteger, nullable=False),
    Index(None, "phase", "created_ms"),
    Index(None, "touched_ms"),
)

entries: Final = Table(
    "entries",
    metadata,
    # The key is the fence: of two owners who write the same number, one is refused.
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

games: Final = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, nullable=False),  # no foreign key: a game outlives its table
    Column("game", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("finished_ms", BigInteger, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("capsule", Text, nullable=False),
    Index(None, "listed", "finished_ms", "id"),
    Index(None, "finished_ms"),
    Index(None, "table_id", "finished_ms"),
)

drawings: Final = Table(
    "drawings",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("canvas", Text, nullable=False),
    Column("seat", Integer),
    Column("title", Text),
    Column("strokes", Text, nullable=False),
)
