"""A race of guesses: one guess a seat, the first right one wins, simultaneous ones go to the game's tie rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from drawmate.games.clock import LAG, TIE, Milliseconds
from drawmate.games.rules import Ask, Choice, Event, IllegalAction, Offer, Seat, Sitting, Step, Write, plain

MatchKind = Literal["right", "near", "wrong"]
"""What the matcher says of a guess."""

LONGEST_GUESS: Final = 100
"""Characters."""

JUDGING: Final[Milliseconds] = 5_000
"""How long guesses wait for the referee once nobody may guess any more; then they are wrong."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The seat's only guess in this race."""

    text: str


@dataclass(frozen=True, slots=True)
class Pass:
    """No guess in this race."""


@dataclass(frozen=True, slots=True)
class Matched:
    """REFEREE: what the matcher says of a seat's guess."""

    seat: Seat
    kind: MatchKind


@dataclass(frozen=True, slots=True)
class HasGuessed:
    """A seat has used its guess; what it said comes with the result, or when it is known to be wrong."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Missed:
    """A wrong guess, for all to see."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Nears:
    """To the artists: the near guesses, of which they may take one as right."""

    attempts: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A seat's only guess, or its pass (text None); ``kind`` is None until the referee has answered."""

    seat: Seat
    text: str | None
    at: Milliseconds
    kind: MatchKind | None = None

    def judged(self, kind: MatchKind) -> Attempt:
        """With the referee's answer."""
        return Attempt(self.seat, self.text, self.at, kind)


@dataclass(frozen=True, slots=True)
class Race:
    """Who may guess, and what came in, in the order it was received.

    In a sealed race all right guesses are simultaneous, and none ends it early. A race is ``closed`` when its time
    is up.
    """

    guessers: tuple[Seat, ...]
    attempts: tuple[Attempt, ...] = ()
    sealed: bool = False
    closed: bool = False

    def may(self, seat: Seat) -> bool:
        """Whether a seat still has its guess."""
        return seat in self.guessers and all(a.seat != seat for a in self.attempts)

    def attempt(self, seat: Seat, text: str | None, at: Milliseconds) -> Race:
        """With a seat's one guess (D4.12), or its pass, which needs no judging.

        Raises:
            IllegalAction: ``not_yours``, ``already_done``, ``too_late``, or what ``plain`` raises.
        """
        if seat not in self.guessers:
            raise IllegalAction("not_yours")
        if not self.may(seat):
            raise IllegalAction("already_done")
        if text is not None:
            text = plain(text, LONGEST_GUESS)
        first = self.first_right()
        if first is not None and at > first + TIE and not self.sealed:
            raise IllegalAction("too_late")
        return self._with((*self.attempts, Attempt(seat, text, at, None if text else "wrong")))

    def judge(self, seat: Seat, kind: MatchKind) -> Race:
        """With the referee's answer to a guess.

        Raises:
            IllegalAction: ``not_now`` when no such guess waits for one.
        """
        if all(a.seat != seat for a in self.pending()):
            raise IllegalAction("not_now")
        return self._with(tuple(a.judged(kind) if a.seat == seat else a for a in self.attempts))

    def close(self, now: Milliseconds) -> Race:
        """Time is up: seats that did not guess have passed, so their guesses are wrong (D2.15)."""
        passed = tuple(Attempt(seat, None, now, "wrong") for seat in self.guessers if self.may(seat))
        return replace(self, attempts=(*self.attempts, *passed), closed=True)

    def drop(self) -> Race:
        """Guesses that were never judged are wrong."""
        return self._with(tuple(a.judged(a.kind or "wrong") for a in self.attempts))

    def pending(self) -> tuple[Attempt, ...]:
        """Guesses that wait for the referee."""
        return tuple(a for a in self.attempts if a.kind is None)

    @property
    def complete(self) -> bool:
        """Whether every guesser has guessed or passed and every guess is judged."""
        return len(self.attempts) == len(self.guessers) and not self.pending()

    def first_right(self) -> Milliseconds | None:
        """When the earliest right guess came."""
        return min((a.at for a in self.attempts if a.kind == "right"), default=None)

    def leaders(self) -> tuple[Seat, ...]:
        """The seats whose right guesses are simultaneous with the earliest one (D0.8)."""
        first = self.first_right()
        if first is None:
            return ()
        rights = [a for a in self.attempts if a.kind == "right"]
        return tuple(a.seat for a in rights if self.sealed or a.at <= first + TIE)

    def nears(self) -> tuple[Attempt, ...]:
        """Near guesses, earliest first."""
        return tuple(sorted((a for a in self.attempts if a.kind == "near"), key=lambda a: a.at))

    def _with(self, attempts: tuple[Attempt, ...]) -> Race:
        return Race(self.guessers, attempts, self.sealed, self.closed)


_GUESSES: Final = (Write(Guess(""), "text", LONGEST_GUESS), Choice(Pass()))

Settle = Callable[[Any, Race, Milliseconds], Step[Any]]
"""What a game makes of a race that is over."""


def guesses(race: Race, seat: Seat) -> tuple[Offer, ...]:
    """What a seat may do in a race."""
    return _GUESSES if race.may(seat) else ()


def asks(race: Race) -> tuple[Ask, ...]:
    """The matcher is asked about every guess that is not judged yet."""
    return tuple(Ask(a, tuple(Matched(a.seat, kind) for kind in get_args(MatchKind))) for a in race.pending())


def missed(race: Race) -> tuple[Missed, ...]:
    """Wrong guesses to show: each at once in a race, none before all are in when they are sealed (D2.13)."""
    if race.sealed and not race.complete:
        return ()
    return tuple(Missed(a.seat, a.text) for a in race.attempts if a.kind == "wrong" and a.text is not None)


def attempted(state: Any, seat: Seat, action: Guess | Pass, now: Milliseconds, settle: Settle) -> Step[Any]:
    """A seat guesses or passes in the race of the phase.

    Raises:
        IllegalAction: what ``Race.attempt`` raises.
    """
    text = action.text if isinstance(action, Guess) else None
    return _advanced(state, state.phase.race.attempt(seat, text, now), now, settle)


def matched(state: Any, action: Matched, now: Milliseconds, settle: Settle) -> Step[Any]:
    """The referee answers.

    Raises:
        IllegalAction: ``not_now``.
    """
    return _advanced(state, state.phase.race.judge(action.seat, action.kind), now, settle)


def timed_out(state: Any, now: Milliseconds, settle: Settle) -> Step[Any]:
    """When time is up nobody guesses any more; what the referee has not judged a little later is wrong (D0.12)."""
    race = state.phase.race
    if race.closed:
        return _advanced(state, race.drop(), now, settle)
    waiting = state.turned(sitting=state.sitting.turned(clock=state.sitting.clock.phase(now, JUDGING)))
    return _advanced(waiting, race.close(now), now, settle)


def _advanced(state: Any, race: Race, now: Milliseconds, settle: Settle) -> Step[Any]:
    """Go on guessing, or settle when it is over: all have guessed, or a right guess has no rival left to come."""
    events = _news(state.phase.race, race)
    phase = state.phase.raced(race)
    if race.complete:
        return settle(state.turned(phase=phase), race, now).after(*events)
    return Step(state.turned(sitting=_hurried(state.sitting, race), phase=phase), events)


def _news(before: Race, race: Race) -> tuple[Event, ...]:
    """What is told of a race since it was as ``before``: who has guessed, and what is known to be wrong."""
    timely = race.attempts[len(before.attempts) :] if not race.closed else ()
    guessed = tuple(Event(HasGuessed(attempt.seat)) for attempt in timely)
    known = missed(before)
    return guessed + tuple(Event(miss) for miss in missed(race) if miss not in known)


def _hurried(sitting: Sitting, race: Race) -> Sitting:
    """Once a guess is right, only those that may be simultaneous with it are still waited for."""
    first = race.first_right()
    if first is None or race.sealed or len(race.attempts) == len(race.guessers):
        return sitting
    return sitting.turned(clock=replace(sitting.clock.sooner(first + TIE), grace=LAG))
