"""The check for leaks finds one when there is one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from drawmate.games.catalogue import CATALOGUE, Listing
from drawmate.games.dekalko import Dekalko
from drawmate.games.dekalko.records import Dealt, Tracing, View
from drawmate.games.knowledge import leaks, told
from drawmate.games.record import Match
from drawmate.games.rules import Event, Holder
from drawmate.games.simulate import simulate


class Careless(Dekalko):
    """Shows the picture of seat 0 to everyone."""

    def view(self, state: Any, seat: int | None) -> View:
        return replace(super().view(state, seat), card=state.cards[0])


class Hinting(Dekalko):
    """Names no card, but its clock ticks differently for some."""

    def view(self, state: Any, seat: int | None) -> View:
        return replace(super().view(state, seat), round=state.cards[0] % 7)


def match_of(game: Dekalko) -> Match:
    listing = CATALOGUE["dekalko"]
    return Match(game, listing.config(), tuple(Holder(f"s{n}") for n in range(3)), 4)


def test_a_card_shown_to_a_seat_that_may_not_know_it_is_a_leak() -> None:
    found = leaks(Careless(), match_of(Careless()).state)
    assert any("sees cards" in line for line in found)


def test_a_difference_that_a_hidden_card_makes_is_a_leak() -> None:
    found = leaks(Hinting(), match_of(Hinting()).state)
    assert any("sees a difference" in line for line in found)


def test_an_event_that_tells_too_many_is_a_leak() -> None:
    match = match_of(Dekalko())
    assert isinstance(match.state.phase, Tracing)
    assert told(Event(Dealt(match.state.cards[1])), None, match.state)
    assert not told(Event(Dealt(match.state.cards[1]), frozenset({1})), None, match.state)


@pytest.mark.parametrize("listing", CATALOGUE.values(), ids=CATALOGUE)
def test_random_games_end_replay_and_leak_nothing(listing: Listing) -> None:
    for seats, seed in ((listing.game.seats.start, 1), (listing.game.seats.stop - 1, 2)):
        played = simulate(listing, seats, seed)
        assert played.replay_equal
        assert played.leaks == ()
