"""What is the same around every action of every game: who may act, holders that change, what is told of the clock.

A game gives its own part as functions. Here too is how people say that they have seen enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from drawmate.games.clock import Clock, Milliseconds
from drawmate.games.rules import (
    REFEREE,
    Actor,
    Choice,
    Event,
    Held,
    IllegalAction,
    Offer,
    Over,
    Ready,
    Seat,
    Step,
)  # fmt: skip

S = TypeVar("S")

_READY: Final = (Choice(Ready()),)


@dataclass(frozen=True, slots=True)
class ClockSet:
    """A phase has begun, or the deadline of this one was brought forward."""

    phase: str
    clock: Clock


def applied(
    state: Any,
    actor: Actor,
    action: Any,
    now: Milliseconds,
    *,
    by_seat: Callable[[Any, Seat, Any, Milliseconds], Step[Any]],
    by_referee: Callable[[Any, Any, Milliseconds], Step[Any]],
    on_held: Callable[[Any, Seat, bool, Milliseconds], Step[Any]],
) -> Step[Any]:
    """The step of an action: a seat's, the referee's, or what follows from a new holder (D0.6).

    Args:
        on_held: from the state with the new holder, the seat, and whether a person has left it.

    Raises:
        IllegalAction: what ``Sitting.admit`` raises; ``game_over``; what the game itself raises.
    """
    if actor != REFEREE:
        state.sitting.admit(actor, now)
        return timed(state, by_seat(state, actor, action, now))
    if isinstance(state.phase, Over):
        raise IllegalAction("game_over")
    if not isinstance(action, Held):
        return timed(state, by_referee(state, action, now))
    left = state.sitting.left_by_person(action)
    held = state.turned(sitting=state.sitting.held(action))
    return timed(state, on_held(held, action.seat, left, now).after(Event(action)))


def expired(state: Any, now: Milliseconds, at_end: Callable[[Any, Milliseconds], Step[Any]]) -> Step[Any]:
    """The step of a deadline that has passed; none when it has not, or there is none."""
    return timed(state, at_end(state, now)) if state.sitting.clock.over(now) else Step(state)


def timed(before: Any, step: Step[Any]) -> Step[Any]:
    """A step with what is told of the clock, if it was set on the way."""
    clock: Clock = step.state.sitting.clock
    if clock is before.sitting.clock or clock == before.sitting.clock:
        return step
    return Step(step.state, (*step.events, Event(ClockSet(phase_name(step.state.phase), clock))))


def phase_name(phase: Any) -> str:
    """What a phase is called in views."""
    return type(phase).__name__.lower()


def ready_offers(ready: frozenset[Seat], seat: Seat) -> tuple[Offer, ...]:
    """A seat may say once that it is ready."""
    return () if seat in ready else _READY


def readied(ready: frozenset[Seat], seat: Seat) -> frozenset[Seat]:
    """With one more seat ready.

    Raises:
        IllegalAction: ``already_done``.
    """
    if seat in ready:
        raise IllegalAction("already_done")
    return ready | {seat}
