"""Who plays the referee of an environment: a function that answers, or does not answer yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from drawmate.games.chance import Chance
from drawmate.games.rules import Ask

Referee = Callable[[Any, Ask, Chance], tuple[Any, Chance]]
"""(state, question, chance) -> (one of its answers or an action like them, or None for not yet; the chance after).

The referee sees the whole state, as at a table. It is asked once a cycle until it has answered.
"""

_CYCLES: Final = 4
"""How long an answer takes on average."""


def random_referee(state: Any, ask: Ask, chance: Chance) -> tuple[Any, Chance]:
    """Any answer, each as likely as the others, after some cycles; the state is not looked at."""
    comes, chance = chance.below(_CYCLES)
    if comes > 0:
        return None, chance
    return chance.choose(ask.answers)
