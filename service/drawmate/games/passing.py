"""Passing sheets round a ring of seats. Who is in the ring is the game's affair."""

from __future__ import annotations

from typing import Literal

from drawmate.games.rules import Seat

Direction = Literal["left", "right"]
"""Left is clockwise (D0.1)."""


def onward(ring: tuple[Seat, ...], seat: Seat, direction: Direction) -> tuple[Seat, ...]:
    """The others of a clockwise ring in the order in which a sheet of ``seat`` would come to them."""
    place = ring.index(seat)
    others = (*ring[place + 1 :], *ring[:place])
    return others if direction == "left" else others[::-1]


def passed(ring: tuple[Seat, ...], direction: Direction) -> tuple[tuple[Seat, Seat], ...]:
    """After everyone passed one sheet one step: (whose sheet, who has it now), in the order of the ring.

    In a ring of two, both directions are the same: they swap.
    """
    return tuple((seat, onward(ring, seat, direction)[0]) for seat in ring)
