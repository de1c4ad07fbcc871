"""Small plans that every game has: saying that one is ready, choosing, guessing."""

from __future__ import annotations

from typing import Any, Final

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.races import Guess, Pass
from drawmate.games.rules import Ready, Write
from drawmate.players.pace import reaction, wait, wait_for
from drawmate.players.player import Deed, Plan, Sight

READING: Final[Milliseconds] = 3_000
"""How long a player looks at a result, about."""

GUESSING: Final[Milliseconds] = 7_000
"""How long a player that is sure looks at a drawing, about; up to twice as long when it is not."""


def do(sight: Sight, action: Any, moment: Milliseconds) -> Plan:
    """An action at a moment of the phase, if it is offered and there is a lawful time for it."""
    for choice in sight.choices(type(action)):
        if choice.action == action:
            after = wait_for(sight, choice, moment)
            return () if after is None else (Deed(after, action),)
    return ()


def ready(sight: Sight, chance: Chance) -> Plan:
    """Say that one has seen enough, where the game waits for it."""
    moment, _ = reaction(chance, READING)
    return do(sight, Ready(), moment)


def guess(sight: Sight, chance: Chance, text: str | None, sure: float) -> Plan:
    """Guess, sooner the surer one is (0..1); pass without an idea. Nothing when it is not one's turn."""
    offer = next((o for o in sight.offers if isinstance(o, Write) and isinstance(o.action, Guess)), None)
    if offer is None:
        return ()
    moment, _ = reaction(chance, round(GUESSING * (2.0 - sure)))
    if text is None:
        return do(sight, Pass(), moment)
    after = wait(sight, moment)
    return () if after is None else (Deed(after, offer.fill(text[: offer.longest])),)
