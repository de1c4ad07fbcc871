"""What is told: no view changes without an event to whoever it belongs to, and the wire knows every event."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from drawmate.games.catalogue import CATALOGUE, Listing
from drawmate.games.chance import Chance
from drawmate.games.dekalko import Dekalko
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rough import rough_playout
from drawmate.games.rules import REFEREE, Event, Held, Holder, Seat, Step
from drawmate.games.simulate import holders_of, options_of
from drawmate.wire.vocabulary import VOCABULARIES

MOST_STEPS = 10_000
"""Random drafts without timers may take many more, and nothing new comes of them."""

every_game = pytest.mark.parametrize("listing", CATALOGUE.values(), ids=CATALOGUE)
every_table = pytest.mark.parametrize(
    ("listing", "seats"),
    [
        pytest.param(listing, seats, id=f"{name}-{seats}")
        for name, listing in CATALOGUE.items()
        for seats in listing.game.seats
    ],
)


def views(match: Match) -> dict[Seat | None, Any]:
    """What every seat sees, and a spectator (None)."""
    return {seat: match.game.view(match.state, seat) for seat in (*match.state.sitting.seats, None)}


def told(seat: Seat | None, events: list[Event]) -> bool:
    """Whether one of some events is addressed to a seat, or to a spectator."""
    return any(event.audience is None or seat in event.audience for event in events)


def untold(match: Match, play: Iterator[Match]) -> list[tuple[Seat | None, str]]:
    """Whose view changed in a step that told them nothing, and what did it."""
    found: list[tuple[Seat | None, str]] = []
    before, heard = views(match), len(match.events)
    for _ in play:
        after, events = views(match), match.events[heard:]
        for seat, view in after.items():
            if view != before[seat] and not told(seat, events):
                found.append((seat, type(match.entries[-1].action).__name__))
        before, heard = after, len(match.events)
    return found


@every_table
def test_no_view_changes_without_an_event_to_its_seat(listing: Listing, seats: int) -> None:
    """In games with options of chance, at tables where people leave and come back at any time (D0.6)."""
    changes = ended = 0
    for seed in range(1, 9 if seats < 7 else 5, 2):
        config, holders = options_of(listing, seed), holders_of(seats, seed)
        if not getattr(config, "ai", True):
            holders = tuple(Holder(holder.name) for holder in holders)
        match = Match(listing.game, config, holders, seed)
        assert untold(match, islice(rough_playout(match, Chance(seed ^ 0x7E11)), MOST_STEPS)) == []
        ended += match.outcome() is not None
        changes += sum(isinstance(entry.action, Held) for entry in match.entries)
        assert {type(event.what) for event in match.events} <= set(VOCABULARIES[listing.game.name].events)
    assert changes > 1
    assert ended


class Silent(Dekalko):
    """Tells nobody of covers that are taken."""

    def apply(self, state: Any, actor: int, action: Any, now: int) -> Step[Any]:
        step = super().apply(state, actor, action, now)
        return Step(step.state, tuple(e for e in step.events if type(e.what).__name__ != "Taken"))


def test_a_view_that_changes_in_silence_is_found() -> None:
    match = Match(Silent(), CATALOGUE["dekalko"].config(), holders_of(3, 2), 2)
    found = untold(match, playout(match, Chance(2)))
    assert {action for _, action in found} == {"TakeCover"}
    assert {seat for seat, _ in found} == {0, 1, 2, None}


@every_game
def test_d0_6_who_takes_a_seat_is_shown_by_name_and_without_one_the_name_stays(listing: Listing) -> None:
    match = Match(listing.game, listing.config(), tuple(Holder(f"s{n}") for n in range(3)), 1)
    steps = [
        (Held(1, False, "Zsuzsanna"), Holder("Zsuzsanna", person=False)),
        (Held(1, True), Holder("Zsuzsanna", person=True)),
        (Held(1, True, "Ödön"), Holder("Ödön", person=True)),
        (Held(1, False), Holder("Ödön", person=False)),
    ]
    for now, (action, holder) in enumerate(steps, start=1):
        assert Event(action) in match.apply(REFEREE, action, now), "it is told to all"
        for view in views(match).values():
            assert view.holders == (Holder("s0"), holder, Holder("s2"))
