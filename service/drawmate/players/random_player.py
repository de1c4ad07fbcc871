"""A player that takes any offer and scribbles: for tables that only need a seat to be held, and for tests.

Unlike the others it draws its times anew whenever it is asked, so nothing is promised about deadlines.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from drawmate.games.chance import Chance
from drawmate.games.playouts import actions_of
from drawmate.players.hand import Line, drawn, end_of
from drawmate.players.pace import reaction, uniform, wait
from drawmate.players.player import Deed, Plan, Sight, Strokes

SCRIBBLES: Final = 6
"""Strokes on a canvas, after which there is enough ink for anything."""

PAUSE: Final = 1_500
"""Milliseconds before an action, about."""


class RandomPlayer:
    """A seat of any game."""

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """A few scribbles where one may draw, then any of the actions that are offered."""
        deeds: list[Deed] = []
        begin, chance = reaction(chance, PAUSE)
        canvas = sight.canvas()
        if canvas is not None:
            lines, chance = _scribbles(chance, SCRIBBLES - len(sight.drawing(canvas)))
            begun, chance = drawn(lines, chance, begin)
            deeds = [Deed(one.at, ink=Strokes(canvas, (one.stroke,))) for one in begun]
            begin = end_of(begun, begin)
        options = []
        for offer in sight.offers:
            actions, chance = actions_of(offer, chance)
            options += [(offer, action) for action in actions]
        if options:
            (offer, action), chance = chance.choose(options)
            moment = sight.now - sight.clock.since + begin
            floor = getattr(offer, "ai_from", None)
            after = wait(sight, moment, floor)
            deeds += [] if after is None else [Deed(after, action)]
        return tuple(deeds), chance


def _scribbles(chance: Chance, count: int) -> tuple[list[Line], Chance]:
    lines: list[Line] = []
    for _ in range(count):
        ends = []
        for _ in range(6):
            number, chance = uniform(chance, 100.0, 900.0)
            ends.append(number)
        lines.append((np.array(ends[:3]), np.array(ends[3:])))
    return lines, chance
