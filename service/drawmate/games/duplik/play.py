"""Duplik as a game: who may do what in each phase, and what each seat sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, assert_never, get_args

from drawmate.games.clock import Milliseconds
from drawmate.games.duplik import evaluation, rounds
from drawmate.games.duplik.description import LONGEST_LINE, MOST_LINES, said
from drawmate.games.duplik.evaluation import asks, judge, last_call, marker, objectable, opinions, pass_on
from drawmate.games.duplik.happenings import IsDone, IsReady, Stopped, View
from drawmate.games.duplik.records import (
    Action,
    Announcing,
    Answer,
    Begin,
    Cast,
    Choose,
    Choosing,
    Config,
    Describing,
    Done,
    Finish,
    Gallery,
    Inked,
    Judged,
    LastCall,
    Mark,
    Marking,
    Object,
    Objecting,
    PassCanvases,
    Passing,
    Read,
    Say,
    State,
    Voting,
)
from drawmate.games.duplik.rounds import PASSING, alone, enter
from drawmate.games.duplik.scoring import portrayed
from drawmate.games.frame import applied, expired, phase_name, readied, ready_offers
from drawmate.games.passing import Direction
from drawmate.games.rules import (
    REFEREE,
    Actor,
    Ask,
    Choice,
    ConfigError,
    Event,
    Game,
    Holder,
    IllegalAction,
    Ink,
    Offer,
    Outcome,
    Over,
    Ready,
    Seat,
    Step,
    Write,
    sitting_of,
)

AI_FLOOR: Final[Milliseconds] = 25_000
"""Before this time of drawing no AI says that it is done, or ends the description (D0.10)."""

AI_PAUSE: Final[Milliseconds] = 5_000
"""Before this time an AI portrayer neither starts the timer nor reads the next criterion (D0.10)."""

_DIRECTIONS: Final = tuple(Choice(PassCanvases(way)) for way in get_args(Direction))
_BALLOTS: Final = tuple(Choice(Cast(yes)) for yes in (True, False, None))


class Duplik(Game[State]):
    """The rules of Duplik."""

    name = "duplik"
    seats = range(3, 11)

    def start(self, config: Config, holders: tuple[Holder, ...], seed: int, now: Milliseconds) -> Step[State]:
        """Shuffle the scenes, roll for the first portrayer, deal the first round.

        Raises:
            ConfigError: what ``sitting_of`` and ``rounds.checked`` raise; ``ai_off``: a seat is empty (D0.2).
        """
        sitting = sitting_of(holders, self.seats, seed, timers=config.timers, stretch=config.stretch)
        config = rounds.checked(config, len(holders))
        if not config.ai and len(sitting.persons()) < len(holders):
            raise ConfigError("ai_off", "every seat needs a person while AI is switched off")
        deck, chance = sitting.chance.shuffle(range(config.cards))
        opening, chance = rounds.opening_roll(sitting.seats, chance)
        state = State(sitting.turned(chance=chance), config, deck, opening, rounds.NO_ROUND, Over())
        rolled = tuple(Event(roll) for roll in opening)
        return rounds.deal(state, rounds.first_portrayer(opening), now).after(*rolled)

    def offers(self, state: State, actor: Actor) -> tuple[Offer, ...]:
        """What an actor may do now."""
        if actor == REFEREE:
            return _due(state)
        if actor not in state.sitting.seats:
            return ()
        phase, portrays = state.phase, actor == state.round.portrayer
        match phase:
            case Choosing(cards):
                return tuple(Choice(Choose(card)) for card in cards) if portrays else ()
            case Announcing(since):
                return (Choice(Begin(), state.sitting.floor(since, AI_PAUSE)),) if portrays else ()
            case Describing():
                return _describing(state, phase) if portrays else _drawing(state, phase, actor)
            case Passing():
                return _DIRECTIONS if portrays else ()
            case Marking():
                return (*_marks(state, actor), *_objections(state, actor))
            case Objecting(since):
                pause = state.sitting.floor(since, AI_PAUSE)
                return (Choice(Read(), pause),) if portrays else _objections(state, actor)
            case Voting(_, _, vote):
                votes = vote.may(actor) and state.sitting.holders[actor].person
                return (*(_BALLOTS if votes else ()), *_objections(state, actor))
            case LastCall(ready):
                objections = _objections(state, actor)
                return (Choice(Ready()), *objections) if objections and actor not in ready else objections
            case Gallery(ready):
                return ready_offers(ready, actor)
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
        """What a seat, or a spectator, may know."""
        phase, turn = state.phase, state.round
        chosen = not isinstance(phase, Choosing)
        cards: tuple[int, ...] = ()
        if seat == turn.portrayer and not isinstance(phase, Over):
            cards = phase.cards if isinstance(phase, Choosing) else (turn.card,)
        return View(
            phase=phase_name(phase),
            clock=state.sitting.clock,
            holders=state.sitting.holders,
            opening=state.opening,
            round=turn.number,
            rounds=state.rounds,
            scores=state.finished,
            portrayer=turn.portrayer,
            titled=chosen,
            golden=turn.golden if chosen else None,
            cards=cards,
            scenes=state.scenes,
            lines=turn.lines,
            done=tuple(sorted(phase.done)) if isinstance(phase, Describing) else (),
            canvases=_canvases(state, seat),
            evaluators=turn.evaluators,
            read=tuple(range(1, len(turn.rows) + 1)),  # and they stay visible (D1.24)
            rows=turn.rows,
            portrayed=portrayed(turn.rows),
            opinions=opinions(turn),
            dispute=phase if isinstance(phase, Voting) else None,
            ready=tuple(sorted(phase.ready)) if isinstance(phase, LastCall | Gallery) else (),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Most points win; equal totals share the victory (D0.5)."""
        return rounds.outcome_of(state) if isinstance(state.phase, Over) else None


def _act(state: State, actor: Seat, action: Action, now: Milliseconds) -> Step[State]:
    portrays = actor == state.round.portrayer
    match state.phase, action:
        case (
            (Choosing(), Choose())
            | (Announcing(), Begin())
            | (Describing(), Say() | Finish())
            | (Passing(), PassCanvases())
            | (Objecting(), Read())
        ):
            if not portrays:
                raise IllegalAction("not_yours")
            return _portray(state, action, now)
        case Describing() as phase, Done(done):
            return _done(state, phase, actor, done, now)
        case Marking(), Mark():
            return evaluation.mark(state, actor, action, now)
        case (Marking() | Voting(), Read()) if portrays:
            raise IllegalAction("locked")  # during a dispute (D1.24)
        case Marking() | Objecting() | Voting() | LastCall(), Object():
            return evaluation.dispute(state, actor, action, now)
        case Voting() as phase, Cast(yes):
            return evaluation.vote(state, phase, actor, yes, now)
        case LastCall(ready) as phase, Ready():
            if actor in ready or not objectable(state, actor):
                raise IllegalAction("already_done" if actor in ready else "not_now")
            return last_call(state, LastCall(ready | {actor}), now).after(Event(IsReady(actor)))
        case Gallery(ready), Ready():
            return rounds.gallery(state, readied(ready, actor), now).after(Event(IsReady(actor)))
        case Gallery(), Object():
            raise IllegalAction("too_late")
    raise IllegalAction("not_now")


def _time_up(state: State, now: Milliseconds) -> Step[State]:
    phase = state.phase
    match phase:
        case Choosing(cards):
            return rounds.announce(state, cards[0], now)
        case Announcing():
            return rounds.begin(state, now)
        case Describing():
            return _stop(state, now)
        case Passing() | Marking() | Objecting() | Voting() | LastCall():
            return evaluation.expired(state, now)
        case Gallery():
            return rounds.following(state, now)
        case Over():
            return Step(state)
    assert_never(phase)


def _portray(state: State, action: Action, now: Milliseconds) -> Step[State]:
    """What only the portrayer does, in the phase where it is done."""
    match state.phase, action:
        case Choosing(cards), Choose(card):
            if card not in cards:
                raise IllegalAction("bad_value")
            return rounds.announce(state, card, now)
        case Announcing(since), Begin():
            state.sitting.pace(state.round.portrayer, now, state.sitting.floor(since, AI_PAUSE))
            return rounds.begin(state, now)
        case Describing(), Say():
            lines = said(state.round.lines, action, now)
            return Step(state.turned(turn=replace(state.round, lines=lines)), (Event(lines[-1]),))
        case Describing(since, done), Finish() if len(done) == len(state.round.artists):
            state.sitting.pace(state.round.portrayer, now, state.sitting.floor(since, AI_FLOOR))
            return _stop(state, now)
        case Passing(), PassCanvases(direction):
            if direction not in get_args(Direction):
                raise IllegalAction("bad_value")
            return pass_on(state, direction, now)
        case Objecting(since), Read():
            state.sitting.pace(state.round.portrayer, now, state.sitting.floor(since, AI_PAUSE))
            return evaluation.read(state, now)
    raise IllegalAction("not_now")


def _describing(state: State, phase: Describing) -> tuple[Offer, ...]:
    """The portrayer talks, and may agree to end when every artist is done (D1.6)."""
    talk: tuple[Offer, ...] = ()
    if len(state.round.lines) < MOST_LINES:
        talk = tuple(Write(Say("", spoken), "text", LONGEST_LINE) for spoken in (False, True))
    if len(phase.done) < len(state.round.artists):
        return talk
    return (*talk, Choice(Finish(), state.sitting.floor(phase.since, AI_FLOOR)))


def _drawing(state: State, phase: Describing, seat: Seat) -> tuple[Offer, ...]:
    """An artist draws until done, and may take that back."""
    if seat in phase.done:
        return (Choice(Done(False)),)
    return (Ink(state.canvas(seat)), Choice(Done(True), state.sitting.floor(phase.since, AI_FLOOR)))


def _done(state: State, phase: Describing, seat: Seat, done: bool, now: Milliseconds) -> Step[State]:
    if seat == state.round.portrayer:
        raise IllegalAction("not_yours")
    if (seat in phase.done) == done:
        raise IllegalAction("already_done")
    if done:
        state.sitting.pace(seat, now, state.sitting.floor(phase.since, AI_FLOOR))
    changed = phase.done | {seat} if done else phase.done - {seat}
    return Step(state.turned(phase=Describing(phase.since, changed)), (Event(IsDone(seat, done)),))


def _stop(state: State, now: Milliseconds) -> Step[State]:
    """Pencils down; between two artists there is no direction to choose (D1.12)."""
    stopped = (Event(Stopped()),)
    if len(state.round.artists) == 2:
        return pass_on(state, "left", now).after(*stopped)
    return Step(enter(state, Passing(), now, state.sitting.span(PASSING, always=alone(state))), stopped)


def _marks(state: State, actor: Seat) -> tuple[Offer, ...]:
    return tuple(
        Choice(Mark(box.seat, answer))
        for box in state.round.rows[-1]
        if box.answer is None and marker(state, box.seat) == actor
        for answer in get_args(Answer)
    )


def _objections(state: State, actor: Seat) -> tuple[Offer, ...]:
    return tuple(Choice(Object(number)) for number in objectable(state, actor))


def _due(state: State) -> tuple[Offer, ...]:
    """What the referee is asked: whether there is ink while artists draw, the model's verdicts afterwards."""
    if isinstance(state.phase, Describing):
        inked = state.round.inked
        return tuple(Ask(Ink(state.canvas(s)), (Inked(s, s not in inked),)) for s in state.round.artists)
    return asks(state)


def _held(state: State, seat: Seat, gone: bool, now: Milliseconds) -> Step[State]:
    """A seat has a new holder: in the gallery that may be the one that was waited for."""
    if isinstance(state.phase, Gallery):
        return rounds.gallery(state, state.phase.ready, now)
    return evaluation.held(state, seat, gone, now)


def _verdict(state: State, action: Any, now: Milliseconds) -> Step[State]:
    phase = state.phase
    match phase, action:
        case Describing(), Inked(seat, inked):
            if seat not in state.round.artists:
                raise IllegalAction("unknown_seat")
            if (seat in state.round.inked) == inked:
                raise IllegalAction("already_done")
            changed = state.round.inked | {seat} if inked else state.round.inked - {seat}
            return Step(state.turned(turn=replace(state.round, inked=changed)))
        case _, Judged():
            return judge(state, action, now)
    raise IllegalAction("not_now")


def _canvases(state: State, seat: Seat | None) -> tuple[str, ...]:
    """One's own while drawing, all of the round once it is evaluated (D1.8), and in the end all of the game."""
    turn, phase = state.round, state.phase
    if isinstance(phase, Over):
        first = rounds.first_portrayer(state.opening)
        return tuple(
            f"{number}.{s}"
            for number in range(1, turn.number + 1)
            for s in state.sitting.seats
            if s != state.sitting.left(first, number - 1)
        )
    if isinstance(phase, Describing | Passing):
        return (state.canvas(seat),) if seat in turn.artists and seat is not None else ()
    if isinstance(phase, Choosing | Announcing):
        return ()
    return tuple(state.canvas(s) for s in sorted(turn.artists))
