from __future__ import annotations

from pathlib import Path

import pytest

from drawmate.api.loadtest import GAMES, LoadError, loadtest
from drawmate.settings import Settings


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_or_refused(game: str, tiny_model: Path) -> None:
    settings = Settings(models=(tiny_model,))
    found = loadtest(settings, tables=2, seats=4, seconds=1, rate=5, game=game)
    artists = 4 - GAMES[game]
    assert found | {"artists": artists, "events": 2 * artists * 5, "lost": 0, "refused": 0} == found
    assert 0 < found["event_ms_p50"] <= found["event_ms_p99"]


def test_no_more_draw_than_the_game_lets_draw(tiny_model: Path) -> None:
    settings = Settings(models=(tiny_model,))
    for changes in ({"game": "chess"}, {"game": "duplik", "artists": 4}):
        with pytest.raises(LoadError):
            loadtest(settings, tables=1, seats=4, seconds=1, rate=5, **changes)  # type: ignore[arg-type]
