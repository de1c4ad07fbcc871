"""A round of Duplik outside its evaluation: the opening roll, dealing, drawing, points, the gallery, what is next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from drawmate.games.chance import Chance
from drawmate.games.clock import LAG, Milliseconds
from drawmate.games.duplik.happenings import Announced, Begun, Dealt, Scored
from drawmate.games.duplik.records import (
    CRITERIA,
    Announcing,
    Choosing,
    Config,
    Describing,
    Gallery,
    Phase,
    Roll,
    Rolled,
    Round,
    State,
)
from drawmate.games.duplik.scoring import score
from drawmate.games.rules import Card, ConfigError, Event, Outcome, Over, Seat, Step, best, enough, totals_of

CHOOSING: Final[Milliseconds] = 15_000
ANNOUNCING: Final[Milliseconds] = 15_000
PASSING: Final[Milliseconds] = 10_000
DESCRIBING: Final[Milliseconds] = 90_000
GALLERY: Final[Milliseconds] = 30_000

NO_ROUND: Final = Round(0, -1, (), 0, 0)
"""Before the first."""


def checked(config: Config, seats: int) -> Config:
    """The options, if a game can be played with them.

    Raises:
        ConfigError: ``too_few_cards``, ``too_many_cards``, ``bad_option``.
    """
    need = seats * config.cycles * (2 if config.choose_scene else 1)
    points = (config.golden_artist, config.golden_portrayer)
    if config.cycles not in (1, 2, 3) or not all(0 <= p <= 10 for p in points):
        raise ConfigError("bad_option", "an option is out of range")
    if config.ai_marks and not config.ai:
        raise ConfigError("bad_option", "models cannot mark while they are switched off")
    enough(config.cards, need)
    return config


def opening_roll(seats: Iterable[Seat], chance: Chance) -> tuple[tuple[Rolled, ...], Chance]:
    """The die for the first portrayer; of several highest, only those roll again (D1.1, D1.2)."""
    rolled: list[Rolled] = []
    highest = tuple(seats)
    while len(highest) > 1:
        rolls = []
        for seat in highest:
            die, chance = chance.below(CRITERIA)
            rolls.append(Roll(seat, die + 1))
        most = max(roll.value for roll in rolls)
        highest = tuple(roll.seat for roll in rolls if roll.value == most)
        rolled.append(Rolled(tuple(rolls)))
    return tuple(rolled), chance


def first_portrayer(opening: tuple[Rolled, ...]) -> Seat:
    """Who rolled highest in the end."""
    return max(opening[-1].rolls, key=lambda roll: roll.value).seat


def alone(state: State) -> bool:
    """Whether no person portrays: then what the portrayer does happens by itself, without timers too (D1.16)."""
    return not state.sitting.holders[state.round.portrayer].person


def enter(state: State, phase: Phase, now: Milliseconds, length: Milliseconds | None) -> State:
    """The state at the start of a phase; what was sent before its deadline may arrive late (D0.8, D1.7)."""
    clock = state.sitting.clock.phase(now, length, LAG)
    return state.turned(sitting=state.sitting.turned(clock=clock), phase=phase)


def deal(state: State, portrayer: Seat, now: Milliseconds) -> Step[State]:
    """The next round: a scene for the portrayer, and the golden number, public once the scene is chosen (D1.4)."""
    cards = state.deck[: 2 if state.config.choose_scene else 1]
    golden, chance = state.sitting.chance.below(CRITERIA)
    artists = tuple(state.sitting.left(portrayer, by) for by in range(1, len(state.sitting.holders)))
    state = replace(
        state,
        sitting=state.sitting.turned(chance=chance),
        deck=state.deck[len(cards) :],
        round=Round(state.round.number + 1, portrayer, artists, cards[0], golden + 1),
    )
    dealt = (Event(Dealt(cards), frozenset({portrayer})),)
    if len(cards) > 1:
        return Step(
            enter(state, Choosing(cards), now, state.sitting.span(CHOOSING, always=alone(state))), dealt
        )
    return announce(state, cards[0], now).after(*dealt)


def announce(state: State, card: Card, now: Milliseconds) -> Step[State]:
    """Title and golden number are public; the timer starts by itself if the portrayer does not (D1.6)."""
    turn = replace(state.round, card=card)
    state = enter(
        state.turned(turn=turn), Announcing(now), now, state.sitting.span(ANNOUNCING, always=alone(state))
    )
    return Step(state, (Event(Announced(turn.number, turn.portrayer, turn.golden)),))


def begin(state: State, now: Milliseconds) -> Step[State]:
    """Start the timer: a rule of the game, so it runs even where soft limits are off."""
    state = enter(state, Describing(now), now, state.sitting.span(DESCRIBING, always=True))
    return Step(state, (Event(Begun()),))


def close(state: State, now: Milliseconds) -> Step[State]:
    """Fix the points for good (D1.30), then show the scene and all canvases (D1.32)."""
    points = score(len(state.sitting.holders), state.config, state.round)
    card = state.round.card
    state = replace(state, finished=(*state.finished, points), scenes=(*state.scenes, card))
    return Step(enter(state, Gallery(), now, state.sitting.span(GALLERY)), (Event(Scored(points, card)),))


def gallery(state: State, ready: frozenset[Seat], now: Milliseconds) -> Step[State]:
    """Go on when every person, or without people every seat, has seen enough."""
    return (
        following(state, now)
        if state.sitting.waits_for() <= ready
        else Step(state.turned(phase=Gallery(ready)))
    )


def following(state: State, now: Milliseconds) -> Step[State]:
    """The next portrayer sits to the left (D0.4); the game ends when each has portrayed as often as agreed."""
    if len(state.finished) < state.rounds:
        return deal(state, state.sitting.left(state.round.portrayer), now)
    state = enter(state, Over(), now, None)
    return Step(state, (Event(outcome_of(state)),))


def outcome_of(state: State) -> Outcome:
    """Most points of all rounds win; equal totals share the victory (D0.5)."""
    totals = totals_of(state.finished)
    times = {1: "once", 2: "twice", 3: "three times"}[state.config.cycles]
    return Outcome(best(totals), totals, state.finished, f"every seat has portrayed {times}")
