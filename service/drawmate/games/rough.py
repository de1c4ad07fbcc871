"""Random play at a table where nothing goes smoothly: what simulations try beside ordinary games.

People leave and come back, and an AI holds their seats meanwhile (D0.6). Actions are dated back by as much as lag may
be (D0.8), so times run backwards a little; sometimes they leap. The clock is asked early, late, and twice over (D0.9).
Players seldom undo what they have done, so that games without timers end as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from drawmate.games.artbox.records import Assign
from drawmate.games.chance import Chance
from drawmate.games.clock import LAG, Milliseconds
from drawmate.games.playouts import LEAP, LONGEST_PLAYOUT, floors, legal
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Actor, Held, IllegalAction

LONGEST_LEAP: Final[Milliseconds] = 600_000

ONE_IN: Final = 16
"""How rare a change of holder is; an action that is dated back, and an ``expire`` that comes late, are less so."""


def rough_playout(match: Match, chance: Chance, *, longest: int = LONGEST_PLAYOUT) -> Iterator[Match]:
    """Play a match to its end with random legal players at a troubled table, yielding it after every step.

    Raises:
        RuntimeError: the game does not end, an action is refused for another reason than that it came from the phase
            before, or ``expire`` does something early or twice.
    """
    now = match.begun
    for _ in range(longest):
        if match.outcome() is not None:
            return
        trouble, chance = chance.below(ONE_IN)
        leap, chance = chance.below(LONGEST_LEAP if trouble == 1 else 1 + round(LEAP * _stretch(match)))
        back, chance = chance.below(LAG + 1)
        now += leap // 16 if trouble % 4 == 3 else leap
        at = now - back if trouble % 2 else now
        if trouble == 0:
            seat, chance = chance.choose(match.state.sitting.seats)
            _turn(match, seat, now)
            yield match
            continue
        if _expired(match, at if trouble < ONE_IN // 2 else now, late=trouble % 4 == 2):
            yield match
            continue
        order, chance = chance.shuffle((REFEREE, *_awake(match)))
        for actor in order:
            actions, chance = legal(match, actor, chance, at)
            if actions and not (actor != REFEREE and match.state.sitting.clock.late(at)):
                action, chance = _chosen(match, actor, actions, chance)
                if _applied(match, actor, action, at):
                    yield match
                break
        else:
            clock = match.state.sitting.clock
            waits = floors(match, at)
            if clock.deadline is not None:
                waits.append(max(now, clock.deadline + clock.grace))
            empty = [seat for seat in match.state.sitting.seats if seat not in _awake(match)]
            if waits:
                now = max(now, min(waits))
            elif empty:
                _turn(match, empty[0], now)
                yield match
            else:
                raise RuntimeError(f"{match.game.name}: nobody may act and no deadline is set")
    raise RuntimeError(f"{match.game.name}: no end after {longest} steps")


def _stretch(match: Match) -> float:
    """Players are as slow as the times they are given."""
    return float(match.state.sitting.stretch)


def _turn(match: Match, seat: Actor, now: Milliseconds) -> None:
    """The person on a seat leaves and an AI holds it, or the other way round."""
    match.apply(REFEREE, Held(seat, not match.state.sitting.holders[seat].person), now)


def _awake(match: Match) -> tuple[Actor, ...]:
    """The seats that somebody plays: all of them, unless AI is switched off and people have left."""
    sitting = match.state.sitting
    if getattr(match.config, "ai", True):
        return tuple(sitting.seats)
    return tuple(sorted(sitting.persons()))


def _chosen(match: Match, actor: Actor, actions: Sequence[Any], chance: Chance) -> tuple[Any, Chance]:
    """One of some actions; each kind is as likely, so that rare ones are tried and long phases end."""
    kinds = sorted({type(action).__name__ for action in actions})
    kind, chance = chance.choose(kinds)
    alike = [action for action in actions if type(action).__name__ == kind]
    steady, chance = chance.below(ONE_IN)
    if kind == Assign.__name__ and steady:
        alike = _filling(match.game.view(match.state, actor).draft, alike) or alike
    return chance.choose(alike)


def _filling(draft: Sequence[Any], actions: Sequence[Assign]) -> list[Assign]:
    """Those that put an unused word to a drawing without one: by any others a draft would take thousands of steps."""
    return [each for each in actions if draft[each.place] is None and each.word not in draft]


def _expired(match: Match, now: Milliseconds, *, late: bool) -> bool:
    """Ask the clock, more than once; whether it did anything. When it is ``late`` it is asked another time."""
    state = match.state
    if state.sitting.clock.over(now) and late:
        return False
    match.expire(now)
    if (match.state is not state) != state.sitting.clock.over(now):
        raise RuntimeError(f"{match.game.name}: a deadline was missed, or acted on early")
    after = match.state
    for again in (now, now - LAG):
        if not after.sitting.clock.over(again):
            match.expire(again)
        if match.state is not after:
            raise RuntimeError(f"{match.game.name}: a deadline was acted on twice")
    return after is not state


def _applied(match: Match, actor: Actor, action: object, at: Milliseconds) -> bool:
    """Whether an action counted; one from the phase before does not, and changes nothing."""
    state = match.state
    try:
        match.apply(actor, action, at)
    except IllegalAction as refusal:
        if refusal.code != "stale" or match.state is not state:
            raise RuntimeError(
                f"{match.game.name}: {action} was offered and refused: {refusal.code}"
            ) from refusal
        return False
    return True
