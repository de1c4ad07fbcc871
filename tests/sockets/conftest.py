"""A server with tables of its own, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server, started_server


@pytest.fixture(scope="module")
def tables(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server; nothing may have failed in it when the tests are over."""
    database = f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.db'}"
    with started_server(DRAWMATE_MODELS=str(tiny_model), DRAWMATE_DATABASE_URL=database) as server:
        yield server
    assert server.failures == []
