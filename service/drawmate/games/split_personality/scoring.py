"""Who wins a portrait of Split Personality, who judges near guesses at it, and what it is worth."""

from __future__ import annotations

from typing import Final

from drawmate.games.rules import Seat
from drawmate.games.split_personality.records import Portrait, State

WON: Final = 2
SHARED: Final = -1


def score(seats: int, portraits: tuple[Portrait, ...]) -> tuple[int, ...]:
    """The points of a round: two for a portrait won; minus one for each artist of one that nobody guessed."""
    points = [0] * seats
    for portrait in portraits:
        if portrait.winner is not None:
            points[portrait.winner] += WON
        else:
            points[portrait.sheet] += SHARED
            points[(portrait.sheet + 1) % seats] += SHARED
    return tuple(points)


def nearest(state: State, seats: tuple[Seat, ...]) -> Seat:
    """Of simultaneous right guesses the nearest clockwise from the second artist wins (D2.14)."""
    second = state.artists(state.sheet)[1]
    return min(seats, key=lambda seat: (seat - second) % len(state.sitting.holders))


def judges_of(state: State) -> frozenset[Seat]:
    """The artists who may take a near answer: people only, an AI abstains (D2.16)."""
    return state.sitting.persons() & set(state.artists(state.sheet))
