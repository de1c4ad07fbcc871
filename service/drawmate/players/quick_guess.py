"""An AI at Quick Guess: it draws the word as it knows it, and skips a word that is not recognised in the end."""

from __future__ import annotations

from typing import Final

import numpy as np

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.quick_guess import Skip
from drawmate.players.deeds import do, ready
from drawmate.players.hand import LIFT, SPEED, Line, drawn, end_of, rest
from drawmate.players.pace import of_phase, reaction, uniform
from drawmate.players.player import Plan, Sight
from drawmate.players.sketch import sketch

USED: Final = 0.65
"""The share of the time that drawing takes at most."""

AFTER: Final[Milliseconds] = 3_000
"""How long a player waits after its last stroke before it gives up, about."""

THINKING: Final[Milliseconds] = 900


class QuickGuessPlayer:
    """The seat of an AI at Quick Guess."""

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """Ready, or the drawing and then a skip."""
        own = of_phase(sight, chance)
        canvas = sight.canvas()
        if canvas is None:
            return ready(sight, own), chance
        label = sight.contents[sight.view.word]["label"]
        span = (sight.clock.deadline or sight.clock.since + 20_000) - sight.clock.since
        begin, own = reaction(own, THINKING)
        lines = sketch(label)
        begun, own = drawn(
            lines, own, min(begin, span // 8), speed=_speed(lines, USED * span), until=round(0.75 * span)
        )
        wait, own = uniform(own, 0.5 * AFTER, 1.5 * AFTER)
        return (*rest(sight, canvas, begun), *do(sight, Skip(), end_of(begun) + round(wait))), chance


def _speed(lines: list[Line], span: float) -> float:
    """Table units a millisecond, at which the lines are drawn within the span or so."""
    length = sum(float(np.hypot(np.diff(x), np.diff(y)).sum()) for x, y in lines)
    return max(SPEED, length / max(span - LIFT * len(lines), span / 4))
