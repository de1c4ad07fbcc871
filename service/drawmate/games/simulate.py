"""Many random games of one kind: whether they end, replay equal and leak nothing. Time is the caller's affair.

Games of even seeds are ordinary ones. Those of odd seeds have options of chance and a troubled table (``rough``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from drawmate.games.catalogue import Listing
from drawmate.games.chance import Chance
from drawmate.games.contents import cards_in, renamed
from drawmate.games.knowledge import leaks, may_know, told
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rough import rough_playout
from drawmate.games.rules import Game, Holder, Outcome

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


def options_of(listing: Listing, seed: int) -> Any:
    """Options of chance."""
    chance, chosen = Chance(seed ^ 0x0B71), {}
    for name, values in OPTIONS[listing.game.name].items():
        chosen[name], chance = chance.choose(values)
    if not chosen.get("ai", True):
        chosen["ai_marks"] = False
    return listing.config(**chosen)


def run(listing: Listing, seats: int, seed: int, config: Any = None) -> Match:
    """Play one ordinary game with random legal players and check nothing.

    Raises:
        RuntimeError: the game does not end.
        ConfigError: it cannot be started so.
    """
    options = listing.config() if config is None else config
    match = Match(listing.game, options, holders_of(seats, seed), seed)
    for _ in playout(match, Chance(seed ^ 0x5EED)):
        pass
    return match


def simulate(listing: Listing, seats: int, seed: int, config: Any = None) -> Simulated:
    """Play a game, the same one if it is ordinary, and check it.

    Raises:
        RuntimeError: the game does not end, or is at odds with its own offers or deadlines.
        ConfigError: it cannot be started so.
    """
    rough = seed % 2 == 1
    if config is None:
        config = options_of(listing, seed) if rough else listing.config()
    holders = holders_of(seats, seed)
    if not getattr(config, "ai", True):
        holders = tuple(replace(holder, person=True) for holder in holders)
    match = Match(listing.game, config, holders, seed)
    found = leaks(match.game, match.state)
    for event in match.events:
        found += told(event, None, match.state)
    before, heard, steps = match.state, len(match.events), 0
    play = rough_playout if rough else playout
    for _ in play(match, Chance(seed ^ 0x5EED)):
        for event in match.events[heard:]:
            found += told(event, before, match.state)
        heard, before = len(match.events), match.state
        if steps % CHECKED == 0:
            found += leaks(match.game, match.state)
            found += betrayed(match.game, match.state)
        steps += 1
    outcome = match.outcome()
    if outcome is None:
        raise RuntimeError("a playout ended before its game")
    equal = match.replayed().digest() == match.digest()
    return Simulated(seed, outcome, steps, equal, tuple(found))


def betrayed(game: Game[Any], state: Any) -> list[str]:
    """What offers tell a seat that its view must not: those that would differ, were hidden cards others (D0.11)."""
    found: list[str] = []
    everything = cards_in(state)
    for seat in state.sitting.seats:
        hidden = sorted(everything - may_know(state, seat))
        turned = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
        if game.offers(renamed(state, turned), seat) != game.offers(state, seat):
            found.append(f"{game.name}: seat {seat} may do what hidden cards tell")
    return found
