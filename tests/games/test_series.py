"""Series of games give the same figures on any number of processes, and say what went wrong in which game."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import pytest

from drawmate.games import series as module
from drawmate.games.catalogue import CATALOGUE, Listing, UnknownGameError
from drawmate.games.dekalko import Dekalko
from drawmate.games.dekalko.records import View
from drawmate.games.rules import Choice, ConfigError, Offer, Ready, Step
from drawmate.games.series import BATCH, Figures, series

TABLES = [("quick_guess", 1), ("dekalko", 3)]


class Careless(Dekalko):
    """Shows spectators the deck."""

    def view(self, state: Any, seat: int | None) -> View:
        view = super().view(state, seat)
        return dataclasses.replace(view, card=state.deck[-1]) if seat is None else view


class Endless(Dekalko):
    """Never ends."""

    def expire(self, state: Any, now: int) -> Step[Any]:
        return Step(state)


class Refusing(Dekalko):
    """Offers what it refuses."""

    def offers(self, state: Any, actor: int) -> tuple[Offer, ...]:
        return (*super().offers(state, actor), Choice(Ready()))


def figures(game: Dekalko, monkeypatch: pytest.MonkeyPatch, *, seed: int = 0) -> Figures:
    """Of two games of another Dekalko."""
    listing = dataclasses.replace(CATALOGUE["dekalko"], game=game)

    def other(_: str) -> Listing:
        return listing

    monkeypatch.setattr(module, "listing_of", other)
    return next(series([("dekalko", 3)], 2, seed, 1, time.process_time))


def test_figures_are_the_same_on_one_process_and_on_two() -> None:
    alone, together = (list(series(TABLES, BATCH + 1, 5, jobs, time.process_time)) for jobs in (1, 2))
    assert [dataclasses.replace(each, games_per_s=0.0) for each in alone] == [
        dataclasses.replace(each, games_per_s=0.0) for each in together
    ]
    assert [(each.game, each.seats) for each in together] == TABLES
    for each in together:
        assert (each.games, each.finished, each.replay_equal) == (BATCH + 1,) * 3
        assert (each.leaks, each.faults) == (0, ())
        assert each.games_per_s > 0
        assert each.steps > 10


def test_a_leak_is_counted_and_told_with_the_seed_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    found = figures(Careless(), monkeypatch, seed=7)
    assert (found.finished, found.replay_equal) == (2, 2)
    assert found.leaks > 2
    assert [fault[:30] for fault in found.faults] == [
        "seed 7: dekalko: seat None see",
        "seed 8: dekalko: seat None see",
    ]


@pytest.mark.parametrize(("game", "fault"), [(Endless(), "no end after"), (Refusing(), "not now")])
def test_a_game_that_does_not_end_is_a_fault_of_its_seed_and_the_others_go_on(
    game: Dekalko, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = figures(game, monkeypatch)
    assert (found.games, found.finished, found.steps) == (2, 0, 0.0)
    assert found.faults[0].startswith("seed 0: ")
    assert fault in found.faults[0]


def test_what_cannot_be_started_is_refused_before_anything_is_played() -> None:
    with pytest.raises(ConfigError):
        next(series([("quick_guess", 1), ("dekalko", 2)], 1, 0, 2, time.process_time))
    with pytest.raises(ConfigError):
        next(series([("quick_guess", 1)], 2, (1 << 64) - 1, 2, time.process_time))
    with pytest.raises(UnknownGameError):
        next(series([("chess", 2)], 1, 0, 2, time.process_time))
