from __future__ import annotations

import asyncio
from pathlib import Path

from tests.load.crash import survive


def test_t70_two_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """More by ``python -m tests.load.crash``."""
    assert asyncio.run(survive(2, 7, tmp_path)) == []
