"""Many random games of one kind: whether they end, replay equal and leak nothing. Time is the caller's affair.

Games of even seeds are ordinary ones. Those of odd seeds have options of chance and a troubled table (``rough``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from drawmate.games.catalogue import Listing
from drawmate.games.chance import Chance
from drawmate.games.knowledge import leaks, told
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rough import rough_playout
from drawmate.games.rules import Holder, IllegalAction, Outcome

_EITHER: Final = (True, False)
_TIMES: Final = {"timers": (True, True, False), "stretch": (1.0, 0.1, 0.5, 2.0, 10.0)}
_STARTERS: Final = (None, 0, 2)

OPTIONS: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "duplik": {
        "cards": (60, 300),
        "cycles": (1, 1, 1, 1, 1, 1, 2, 3),
        "choose_scene": _EITHER,
        "golden_artist": (3, 0, 1, 10),
        "golden_portrayer": (1, 0, 3, 10),
        "ai": (True, True, False),
        "ai_marks": (None, True, False),
        "people_decide": (None, True, False),
        **_TIMES,
    },
    "split_personality": {
        "people": (120, 300),
        "rounds": range(1, 7),
        "starter": _STARTERS,
        "free_text": _EITHER,
        "sealed": _EITHER,
        "continuation_marks": _EITHER,
        **_TIMES,
    },
    "artbox": {
        "words": (345,),
        "groups": ((), tuple(word // 2 for word in range(345))),
        "decoys": range(7),
        "starter": _STARTERS,
        **_TIMES,
    },
    "dekalko": {"cards": (200, 24), "void_below": (0.6, 0.0, 1.0), **_TIMES},
    "quick_guess": {"words": (300, 12), "rounds": range(1, 13), **_TIMES},
}
"""Values of every option of every game; any of them go together, but for marks by an AI that is switched off."""

CHECKED: Final = 16
"""Views and offers are looked at after every so many steps; events always."""


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


def options_of(listing: Listing, seed: int) -> Any:
    """Options of chance."""
    chance, chosen = Chance(seed ^ 0x0B71), {}
    for name, values in OPTIONS[listing.game.name].items():
        chosen[name], chance = chance.choose(values)
    if not chosen.get("ai", True):
        chosen["ai_marks"] = False
    return listing.config(**chosen)


def play(listing: Listing, seats: int, seed: int, config: Any = None) -> Match:
    """Play one game with random legal players, and check nothing but what they run into.

    Raises:
        RuntimeError: the game does not end, or is at odds with its own offers or deadlines.
        ConfigError: it cannot be started so.
    """
    troubled = is_troubled(seed)
    if config is None:
        config = options_of(listing, seed) if troubled else listing.config()
    holders = holders_of(seats, seed)
    if not getattr(config, "ai", True):
        holders = tuple(replace(holder, person=True) for holder in holders)
    match = Match(listing.game, config, holders, seed)
    for _ in (rough_playout if troubled else playout)(match, Chance(seed ^ 0x5EED)):
        pass
    return match


def is_troubled(seed: int) -> bool:
    """Whether the game of a seed has options of chance and a troubled table."""
    return seed % 2 == 1


def check(match: Match) -> Simulated:
    """Play a finished game again, see that it is the same, and look for leaks on the way.

    Every event is looked at. Of the states, whose views and offers take longer, those are that begin a kind of phase
    for the first time, every ``CHECKED``th, and the last.

    Raises:
        RuntimeError: the game has not ended.
    """
    outcome = match.outcome()
    if outcome is None:
        raise RuntimeError("a playout ended before its game")
    again = Match(match.game, match.config, match.holders, match.seed, match.begun)
    found = leaks(again.game, again.state)
    for event in again.events:
        found += told(event, None, again.state)
    phases = {type(again.state.phase)}
    for number, entry in enumerate(match.entries):
        before = again.state
        try:
            events = again.take(entry)
        except IllegalAction:
            return Simulated(match.seed, outcome, len(match.entries), False, tuple(found))
        for event in events:
            found += told(event, before, again.state)
        kind = type(again.state.phase)
        if number % CHECKED == 0 or number + 1 == len(match.entries) or kind not in phases:
            found += leaks(again.game, again.state)
            phases.add(kind)
    equal = again.digest() == match.digest()
    return Simulated(match.seed, outcome, len(match.entries), equal, tuple(found))


def simulate(listing: Listing, seats: int, seed: int, config: Any = None) -> Simulated:
    """Play a game and check it.

    Raises:
        RuntimeError, ConfigError: as ``play``.
    """
    return check(play(listing, seats, seed, config))
