"""Quick Guess: draw a word in twenty seconds and see whether the AI gets it; alone or side by side (1–8 seats)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

from drawmate.games.clock import LAG, Clock, Milliseconds
from drawmate.games.frame import ClockSet, applied, expired, phase_name, readied, ready_offers
from drawmate.games.rules import (
    REFEREE,
    Actor,
    Ask,
    Card,
    Choice,
    ConfigError,
    Event,
    Game,
    Held,
    Holder,
    IllegalAction,
    Ink,
    Offer,
    Outcome,
    Over,
    Ready,
    Seat,
    Sitting,
    Step,
    best,
    enough,
    sitting_of,
    totals_of,
)

DRAWING: Final[Milliseconds] = 20_000
READING: Final[Milliseconds] = 10_000
SHOWING: Final[Milliseconds] = 8_000


@dataclass(frozen=True, slots=True)
class Config:
    """A game's options: words in the deck, rounds (1 to 12), timers and the factor on every time."""

    words: int = 300
    rounds: int = 6
    timers: bool = True
    stretch: float = 1.0


@dataclass(frozen=True, slots=True)
class Skip:
    """Draw this word no further."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """REFEREE: the recogniser's best guess at a seat's drawing is the word."""

    seat: Seat


Action = Ready | Skip | Recognised | Held


@dataclass(frozen=True, slots=True)
class Reading:
    """The word is announced; drawing begins when every person is ready."""

    ready: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everyone draws the word; ``done`` are the seats that were recognised or have skipped it."""

    since: Milliseconds
    done: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Showing:
    """What was recognised is shown until people are ready."""

    ready: frozenset[Seat] = frozenset()


Phase = Reading | Drawing | Showing | Over


@dataclass(frozen=True, slots=True)
class State:
    """A game of Quick Guess; ``times`` are the milliseconds until a seat was recognised in this round."""

    sitting: Sitting
    config: Config
    words: tuple[Card, ...]
    phase: Phase
    times: tuple[Milliseconds | None, ...]
    finished: tuple[tuple[int, ...], ...] = ()

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return min(len(self.finished) + 1, self.config.rounds)

    def canvas(self, seat: Seat) -> str:
        """The name of a seat's canvas of this round."""
        return f"{self.round}.{seat}"

    def turned(self, *, sitting: Sitting | None = None, phase: Phase | None = None) -> State:
        """With what changes at almost every step."""
        return State(
            sitting or self.sitting,
            self.config,
            self.words,
            phase or self.phase,
            self.times,
            self.finished,
        )


@dataclass(frozen=True, slots=True)
class Announced:
    """The word of a round."""

    word: Card


@dataclass(frozen=True, slots=True)
class IsDone:
    """A seat's drawing was recognised after that time, or (None) it draws this word no further."""

    seat: Seat
    time: Milliseconds | None


@dataclass(frozen=True, slots=True)
class Scored:
    """One point for every seat that was recognised."""

    points: tuple[int, ...]


Happening = Announced | IsDone | Scored | Held | ClockSet | Outcome


@dataclass(frozen=True, slots=True)
class View:
    """What a seat or a spectator knows of a game of Quick Guess."""

    phase: str
    clock: Clock
    holders: tuple[Holder, ...]
    round: int
    rounds: int
    word: Card | None
    times: tuple[Milliseconds | None, ...]
    done: tuple[Seat, ...]
    canvases: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]
    outcome: Outcome | None


class QuickGuess(Game[State]):
    """The rules of Quick Guess."""

    name = "quick_guess"
    seats = range(1, 9)

    def start(self, config: Config, holders: tuple[Holder, ...], seed: int, now: Milliseconds) -> Step[State]:
        """Draw the words of the whole game and announce the first."""
        sitting = sitting_of(holders, self.seats, seed, timers=config.timers, stretch=config.stretch)
        if not 1 <= config.rounds <= 12:
            raise ConfigError("bad_option", "a game has 1 to 12 rounds")
        enough(config.words, config.rounds)
        words, chance = sitting.chance.shuffle(range(config.words))
        words = words[: config.rounds]
        state = State(sitting.turned(chance=chance), config, words, Reading(), (None,) * len(holders))
        return _announce(state, now)

    def offers(self, state: State, actor: Actor) -> tuple[Offer, ...]:
        """What an actor may do now."""
        phase, seats = state.phase, state.sitting.seats
        if actor == REFEREE:
            drawing = [s for s in seats if s not in phase.done] if isinstance(phase, Drawing) else []
            return tuple(Ask(Ink(state.canvas(seat)), (Recognised(seat),)) for seat in drawing)
        if actor not in seats:
            return ()
        match phase:
            case Reading(ready) | Showing(ready):
                return ready_offers(ready, actor)
            case Drawing(_, done):
                return () if actor in done else (Ink(state.canvas(actor)), Choice(Skip()))
            case Over():
                return ()
        assert_never(phase)

    def apply(self, state: State, actor: Actor, action: Action, now: Milliseconds) -> Step[State]:
        """The state after an action."""
        return applied(state, actor, action, now, by_seat=_act, by_referee=_verdict, on_held=_held)

    def expire(self, state: State, now: Milliseconds) -> Step[State]:
        """The state after its deadline has passed."""
        return expired(state, now, _time_up)

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know: no word before its round, no drawing of others before its end."""
        phase, seats = state.phase, state.sitting.seats
        own = {seat} if seat is not None else set()
        seen = set(seats) if isinstance(phase, Showing | Over) else own
        return View(
            phase=phase_name(phase),
            clock=state.sitting.clock,
            holders=state.sitting.holders,
            round=state.round,
            rounds=state.config.rounds,
            word=None if isinstance(phase, Over) else state.words[state.round - 1],
            times=state.times,
            done=tuple(sorted(phase.done)) if isinstance(phase, Drawing) else (),
            canvases=tuple(state.canvas(s) for s in sorted(seen)),
            scores=state.finished,
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """The most drawings recognised win; a tie is shared (D0.5)."""
        if not isinstance(state.phase, Over):
            return None
        totals = totals_of(state.finished)
        return Outcome(best(totals), totals, state.finished, "all rounds are played")


def _act(state: State, actor: Seat, action: Action, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case ((Reading(ready) | Showing(ready)), Ready()):
            return _ready(state, readied(ready, actor), now)
        case Drawing() as phase, Skip():
            return _done(state, phase, actor, now)
    raise IllegalAction("not_now")


def _time_up(state: State, now: Milliseconds) -> Step[State]:
    phase = state.phase
    match phase:
        case Reading():
            return _begin(state, now)
        case Drawing():
            return _show(state, now)
        case Showing():
            return _next(state, now)
        case Over():
            return Step(state)
    assert_never(phase)


def _announce(state: State, now: Milliseconds) -> Step[State]:
    sitting = state.sitting.phase(now, READING)
    times = (None,) * len(state.sitting.holders)
    state = replace(state, phase=Reading(), times=times, sitting=sitting)
    return Step(state, (Event(Announced(state.words[len(state.finished)])),))


def _begin(state: State, now: Milliseconds) -> Step[State]:
    """The twenty seconds run in every game: they are the game."""
    sitting = state.sitting.phase(now, DRAWING, LAG, always=True)
    return Step(state.turned(phase=Drawing(now), sitting=sitting))


def _done(state: State, phase: Drawing, seat: Seat, now: Milliseconds) -> Step[State]:
    if seat in phase.done:
        raise IllegalAction("already_done")
    phase = replace(phase, done=phase.done | {seat})
    state = state.turned(phase=phase)
    step = _show(state, now) if len(phase.done) == len(state.sitting.holders) else Step(state)
    return step.after(Event(IsDone(seat, state.times[seat])))


def _show(state: State, now: Milliseconds) -> Step[State]:
    points = tuple(int(time is not None) for time in state.times)
    state = state.turned(phase=Showing(), sitting=state.sitting.phase(now, SHOWING))
    return Step(state, (Event(Scored(points)),))


def _ready(state: State, ready: frozenset[Seat], now: Milliseconds) -> Step[State]:
    if isinstance(state.phase, Reading | Showing):
        state = state.turned(phase=replace(state.phase, ready=ready))
    if not state.sitting.waits_for() <= ready:
        return Step(state)
    return _begin(state, now) if isinstance(state.phase, Reading) else _next(state, now)


def _next(state: State, now: Milliseconds) -> Step[State]:
    points = tuple(int(time is not None) for time in state.times)
    state = replace(state, finished=(*state.finished, points))
    if len(state.finished) < state.config.rounds:
        return _announce(state, now)
    state = state.turned(phase=Over(), sitting=state.sitting.phase(now, None))
    return Step(state, (Event(QuickGuess().outcome(state)),))


def _held(state: State, seat: Seat, left: bool, now: Milliseconds) -> Step[State]:
    """A seat has a new holder, who may be the one that was waited for."""
    phase = state.phase
    return _ready(state, phase.ready, now) if isinstance(phase, Reading | Showing) else Step(state)


def _verdict(state: State, action: Any, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Drawing(since) as phase, Recognised(seat):
            if seat not in state.sitting.seats:
                raise IllegalAction("unknown_seat")
            took = max(0, now - since)
            times = tuple(took if s == seat else time for s, time in enumerate(state.times))
            return _done(replace(state, times=times), phase, seat, now)
    raise IllegalAction("not_now")
