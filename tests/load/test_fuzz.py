from __future__ import annotations

import asyncio
from pathlib import Path

from tests.load.fuzz import KINDS, fuzz


def test_nonsense_on_the_sockets_of_all_games_harms_nobody(tmp_path: Path) -> None:
    """More by ``python -m tests.load.fuzz``."""
    tally = asyncio.run(fuzz(400, 3, tmp_path, tables=1))
    assert tally.faults == []
    assert set(tally.sent) == set(KINDS)
    assert len(tally.answers) > 8
