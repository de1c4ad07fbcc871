"""How long people take: times that are drawn from a phase's own chance, kept within what the offers allow (D0.10)."""

from __future__ import annotations

import math
from typing import Final

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.rules import Choice
from drawmate.players.player import Sight

SPREAD: Final = 0.3
"""The standard deviation of the logarithm of a reaction time (they are about log-normal; Luce 1986)."""

LATEST: Final = 0.8
"""The share of a phase's time that a player lets go by at most."""

NARROW: Final[Milliseconds] = 400
"""Before a deadline that was brought forward a player acts this much early at least."""

QUICKEST: Final[Milliseconds] = 250
"""Nobody reacts faster."""

_MASK: Final = (1 << 64) - 1


def fork(chance: Chance, *numbers: int) -> Chance:
    """A chance of its own for each list of numbers, whatever has been drawn of the first."""
    seed = chance.seed
    for number in numbers:
        seed, _ = Chance((seed ^ ((number + 1) * 0xD1B54A32D192ED03)) & _MASK).below(1 << 64)
    return Chance(seed)


def of_phase(sight: Sight, chance: Chance) -> Chance:
    """The chance of this phase: the same however often it is asked for."""
    return fork(chance, sight.seat, sight.clock.epoch)


def uniform(chance: Chance, low: float, high: float) -> tuple[float, Chance]:
    """A number between two."""
    number, chance = chance.below(1 << 24)
    return low + (high - low) * number / (1 << 24), chance


def reaction(chance: Chance, median: Milliseconds, spread: float = SPREAD) -> tuple[Milliseconds, Chance]:
    """A human-like time: log-normal about a median, its normal part a sum of six uniform numbers."""
    total = 0.0
    for _ in range(6):
        share, chance = uniform(chance, -1.0, 1.0)
        total += share
    return max(QUICKEST, round(median * math.exp(spread * total / math.sqrt(2.0)))), chance


def wait(sight: Sight, moment: Milliseconds, floor: Milliseconds | None = None) -> Milliseconds | None:
    """Milliseconds from now to a moment since the phase began, kept before the deadline and after a floor.

    ``floor`` is the ``ai_from`` of an offer. None: there is no lawful time left.
    """
    clock = sight.clock
    at = clock.since + moment
    if clock.deadline is not None:
        span = clock.deadline - clock.since
        at = min(at, max(clock.since + round(LATEST * span), clock.deadline - 20 * NARROW))
        at = min(at, clock.deadline - min(NARROW, span // 4))
    at = max(at, sight.now, floor or 0)
    if clock.deadline is not None and at > clock.deadline:
        return None
    return at - sight.now


def wait_for(sight: Sight, choice: Choice, moment: Milliseconds) -> Milliseconds | None:
    """As ``wait``, for an offer."""
    return wait(sight, moment, choice.ai_from)
