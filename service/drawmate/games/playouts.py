"""Random legal play: what simulations, conformance and the simplest AI seats are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Actor, Ask, Choice, IllegalAction, Offer, Write

WORDS: Final = ("cat", "a house", "macska", "zebra")
"""What random players write."""

LONGEST_PLAYOUT: Final = 30_000
"""Actions after which a game that has not ended is a fault of its rules; the longest, of Duplik, take some 15,000."""

LEAP: Final[Milliseconds] = 4_000
"""Below this time somebody does something."""


def actions_of(offer: Offer, chance: Chance) -> tuple[tuple[Any, ...], Chance]:
    """Actions that an offer allows: all of a discrete one, an example of an open one."""
    match offer:
        case Choice(action):
            return (action,), chance
        case Write():
            text, chance = chance.choose(WORDS)
            return (offer.fill(text[: offer.longest]),), chance
        case Ask(_, answers):
            return answers, chance
        case _:
            return (), chance


def legal(
    match: Match, actor: Actor, chance: Chance, now: Milliseconds | None = None
) -> tuple[list[Any], Chance]:
    """The actions an actor may take, open offers by example; with ``now`` none that an AI has to wait for (D0.10)."""
    found: list[Any] = []
    robot = actor != REFEREE and not match.state.sitting.holders[actor].person
    for offer in match.game.offers(match.state, actor):
        if isinstance(offer, Choice):
            if not (robot and now is not None and now < (offer.ai_from or now)):
                found.append(offer.action)
            continue
        actions, chance = actions_of(offer, chance)
        found.extend(actions)
    return found, chance


def _floor(match: Match, actor: Actor, offer: Offer) -> Milliseconds | None:
    """The time before which a seat must not take an offer."""
    if actor == REFEREE or not isinstance(offer, Choice) or match.state.sitting.holders[actor].person:
        return None
    return offer.ai_from


def floors(match: Match, now: Milliseconds) -> list[Milliseconds]:
    """The times that AI seats wait for."""
    return [
        floor
        for actor in match.state.sitting.seats
        for offer in match.game.offers(match.state, actor)
        if (floor := _floor(match, actor, offer)) is not None and floor > now
    ]


def playout(match: Match, chance: Chance, *, longest: int = LONGEST_PLAYOUT) -> Iterator[Match]:
    """Play a match to its end with random legal players, yielding it after every step.

    Time goes by in random leaps, so deadlines pass too. The referee is asked as readily as any seat.

    Raises:
        RuntimeError: the game does not end, or nobody may act and no deadline is set.
    """
    now = match.begun
    actors = (REFEREE, *range(len(match.holders)))
    for _ in range(longest):
        if match.outcome() is not None:
            return
        leap, chance = chance.below(LEAP)
        now += leap
        clock = match.state.sitting.clock
        if clock.over(now):
            match.expire(now)
            yield match
            continue
        order, chance = chance.shuffle(actors)
        for actor in order:
            actions, chance = legal(match, actor, chance, now)
            if actions and not (actor != REFEREE and clock.late(now)):
                action, chance = chance.choose(actions)
                match.apply(actor, action, now)
                yield match
                break
        else:
            waits = floors(match, now)
            if clock.deadline is not None:
                waits.append(max(now, clock.deadline + clock.grace))
            if not waits:
                raise RuntimeError(f"{match.game.name}: nobody may act and no deadline is set")
            now = min(waits)
    raise RuntimeError(f"{match.game.name}: no end after {longest} steps")


def refused(match: Match, actor: Actor, action: Any, now: int) -> str | None:
    """The code an action is refused with, or None if it would be applied; the match is not changed."""
    try:
        match.game.apply(match.state, actor, action, now)
    except IllegalAction as error:
        return error.code
    return None
