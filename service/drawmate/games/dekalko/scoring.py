"""Scoring a round of Dekalko, and who wins of several that are right at once."""

from __future__ import annotations

from typing import Final

from drawmate.games.dekalko.records import State, Taken
from drawmate.games.rules import Seat

PICTURE_POINTS: Final = 2


def score(seats: int, kept: tuple[Taken, ...], won: tuple[Seat, ...]) -> tuple[int, ...]:
    """The points of a round: the number on a kept cover, and two for each picture won (T85).

    Pictures stay won even if one's own cover has gone back (D4.16).
    """
    return tuple(
        sum(t.cover for t in kept if t.seat == seat) + PICTURE_POINTS * won.count(seat)
        for seat in range(seats)
    )


def of_equals(state: State, seats: tuple[Seat, ...]) -> Seat:
    """Of simultaneous right guesses the lowest cover taken wins, then the nearest clockwise of the artist (D4.9)."""
    cover = {t.seat: t.cover for t in state.taken}
    return min(seats, key=lambda s: (cover[s], (s - state.artist) % len(state.sitting.holders)))
