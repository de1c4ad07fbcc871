"""Alembic runs this file for every command, with the connection that ``migrate.py`` gives; it is never imported.

The transaction is the caller's, who commits all steps together: both SQLite and Postgres can roll back a schema.
"""

from __future__ import annotations

from alembic import context

from drawmate.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
