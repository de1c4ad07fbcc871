"""Many random games of one kind: whether they end, replay equal and leak nothing. Time is the caller's affair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from drawmate.games.catalogue import Listing
from drawmate.games.chance import Chance
from drawmate.games.knowledge import leaks, told
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import Holder, Outcome

CHECKED: Final = 16
"""Views are checked at every so many steps; events always."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What became of one game."""

    seed: int
    outcome: Outcome
    steps: int
    replay_equal: bool
    leaks: tuple[str, ...]


def holders_of(seats: int, seed: int) -> tuple[Holder, ...]:
    """People and AIs in a mix that follows the seed; the names are made up."""
    return tuple(Holder(f"seat {number}", person=(seed >> number) & 1 == 0) for number in range(seats))


def run(listing: Listing, seats: int, seed: int, config: Any = None) -> Match:
    """Play one game with random legal players and check nothing.

    Raises:
        RuntimeError: the game does not end.
        ConfigError: it cannot be started so.
    """
    match = _match(listing, seats, seed, config)
    for _ in playout(match, Chance(seed ^ 0x5EED)):
        pass
    return match


def simulate(listing: Listing, seats: int, seed: int, config: Any = None) -> Simulated:
    """Play the same game and check it.

    Raises:
        RuntimeError: the game does not end.
        ConfigError: it cannot be started so.
    """
    match = _match(listing, seats, seed, config)
    found = leaks(match.game, match.state)
    before, heard, steps = None, 0, 0
    for _ in playout(match, Chance(seed ^ 0x5EED)):
        for event in match.events[heard:]:
            found += told(event, before, match.state)
        heard, before = len(match.events), match.state
        if steps % CHECKED == 0:
            found += leaks(match.game, match.state)
        steps += 1
    outcome = match.outcome()
    if outcome is None:
        raise RuntimeError("a playout ended before its game")
    equal = match.replayed().digest() == match.digest()
    return Simulated(seed, outcome, steps, equal, tuple(found))


def _match(listing: Listing, seats: int, seed: int, config: Any) -> Match:
    options = listing.config() if config is None else config
    return Match(listing.game, options, holders_of(seats, seed), seed)
