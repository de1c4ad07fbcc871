"""Brings a database's schema up to date, in the transaction of the connection given."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from drawmate.storage.errors import StorageError

__all__ = ["migrate"]

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x44524157
"""Key of the advisory lock under which one process at a time migrates a Postgres database; SQLite locks itself."""


def migrate(connection: Connection) -> None:
    """Apply the migrations that the database lacks; commits nothing.

    Raises:
        StorageError: ``database_newer`` when its schema is one that this version does not know.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    steps = ScriptDirectory.from_config(config)
    there = set(MigrationContext.configure(connection).get_current_heads())
    unknown = there - {step.revision for step in steps.walk_revisions()}
    if unknown:
        raise StorageError(
            "database_newer",
            f"the database was made by a newer version of drawmate (its schema is {', '.join(sorted(unknown))})",
        )
    if there != set(steps.get_heads()):
        command.upgrade(config, "head")
