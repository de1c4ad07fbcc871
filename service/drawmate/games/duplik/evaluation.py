"""The evaluation of a round: passing, reading, marking, objecting, voting, and the last call."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, get_args

from drawmate.games.clock import Milliseconds
from drawmate.games.duplik.happenings import (
    CriterionRead,
    Marked,
    Objected,
    Opinion,
    Passed,
    Ruled,
    VoteOpened,
)
from drawmate.games.duplik.records import (
    CRITERIA,
    Announcing,
    Answer,
    Assigned,
    Box,
    Choosing,
    Judged,
    LastCall,
    Mark,
    Marking,
    Object,
    Objecting,
    Passing,
    Round,
    Row,
    State,
    Verdict,
    Voting,
)
from drawmate.games.duplik.rounds import ANNOUNCING, CHOOSING, PASSING, alone, close, enter
from drawmate.games.passing import Direction, onward, passed
from drawmate.games.rules import Ask, Event, IllegalAction, Ink, Seat, Step
from drawmate.games.votes import Vote, ballots_since

MARKING: Final[Milliseconds] = 30_000
OBJECTING: Final[Milliseconds] = 10_000
VOTING: Final[Milliseconds] = 20_000
LAST_CALL: Final[Milliseconds] = 20_000

_BY_ITSELF: Final = {
    Choosing: CHOOSING,
    Announcing: ANNOUNCING,
    Passing: PASSING,
    Objecting: OBJECTING,
}
"""The phases that wait for the portrayer, and how long when it has left."""

LONGEST_REASON: Final = 300
"""Characters."""

_EXAMPLES: Final = tuple((Verdict(a),) * (CRITERIA - 1) + (Verdict("no"),) for a in get_args(Answer))
_BALLOT: Final[dict[Answer, bool | None]] = {"yes": True, "no": False, "uncertain": None}


def pass_on(state: State, direction: Direction, now: Milliseconds) -> Step[State]:
    """Every canvas goes one step round the ring of artists (D1.11); two artists swap (D1.12)."""
    evaluators = tuple(Assigned(*pair) for pair in passed(state.round.artists, direction))
    state = state.turned(turn=replace(state.round, direction=direction, evaluators=evaluators))
    return read(state, now).after(Event(Passed(direction, evaluators)))


def read(state: State, now: Milliseconds) -> Step[State]:
    """Read out the next criterion; canvases are marked by their evaluators, or by the model at once."""
    fresh = tuple(Box(seat) for seat in state.round.artists)
    state = state.turned(turn=replace(state.round, rows=(*state.round.rows, fresh)))
    state = enter(state, Marking(), now, state.sitting.span(MARKING))
    return _marking(state, now, (Event(CriterionRead(len(state.round.rows))),))


def mark(state: State, actor: Seat, action: Mark, now: Milliseconds) -> Step[State]:
    """An evaluator's answer; "uncertain" goes to a vote (D1.18).

    Raises:
        IllegalAction: ``bad_value``, ``not_yours``, ``already_done``.
    """
    if action.answer not in get_args(Answer):
        raise IllegalAction("bad_value")
    if action.seat not in state.round.artists or marker(state, action.seat) != actor:
        raise IllegalAction("not_yours")
    number = len(state.round.rows)
    if _box(state, action.seat, number).answer is not None:
        raise IllegalAction("already_done")
    box = _marked(action.seat, action.answer)
    return _marking(_put(state, number, box), now, _told(state, box, number))


def dispute(state: State, actor: Seat, action: Object, now: Milliseconds) -> Step[State]:
    """A denied artist objects: the box goes to a vote, after those that wait already.

    Raises:
        IllegalAction: ``not_yours``, ``not_now``, ``too_late``, ``already_done``, ``not_denied``.
    """
    phase, number = state.phase, action.number
    if actor not in state.round.artists:
        raise IllegalAction("not_yours")
    if not 1 <= number <= len(state.round.rows):
        raise IllegalAction("not_now")
    if number < len(state.round.rows) and not _last(state):
        raise IllegalAction("too_late")
    box = _box(state, actor, number)
    if box.disputed:
        raise IllegalAction("already_done")
    if not box.denied:
        raise IllegalAction("not_denied")
    state = _put(state, number, replace(box, disputed=True))
    event = Event(Objected(actor, number))
    match phase:
        case LastCall():
            deadline = state.sitting.clock.deadline
            left = None if deadline is None else max(0, deadline - now)
            return _resolve(state, now, phase, left).after(event)
        case Objecting():
            return _resolve(state, now).after(event)
        case _:
            return Step(state, (event,))


def vote(state: State, phase: Voting, actor: Seat, yes: bool | None, now: Milliseconds) -> Step[State]:
    """An elector's ballot; AI seats have none of their own, they vote by the model's verdict (D1.23).

    Raises:
        IllegalAction: ``not_yours``, ``already_done``.
    """
    if not state.sitting.holders[actor].person:
        raise IllegalAction("not_yours")
    return _count(state, phase.counted(phase.vote.cast(actor, yes)), now)


def judge(state: State, action: Judged, now: Milliseconds) -> Step[State]:
    """The model's verdicts on a canvas: sealed, but for boxes that are marked already (D1.14).

    Raises:
        IllegalAction: ``not_now``, ``already_done``, ``bad_value``.
    """
    if all(action.seat != seat for seat in unjudged(state)):
        known = any(action.seat == given.seat for given in state.round.judged)
        raise IllegalAction("already_done" if known else "not_now")
    if len(action.verdicts) != CRITERIA or any(len(v.reason) > LONGEST_REASON for v in action.verdicts):
        raise IllegalAction("bad_value")
    state = state.turned(turn=replace(state.round, judged=(*state.round.judged, action)))
    events = tuple(Event(given) for given in opinions(state.round) if given.seat == action.seat)
    return _resume(state, now).after(*events)


def held(state: State, seat: Seat, gone: bool, now: Milliseconds) -> Step[State]:
    """A seat has a new holder. One given up loses its canvases (D1.15) and its vote (D1.21)."""
    phase = state.phase
    events: tuple[Event, ...] = ()
    if gone:
        evaluators = tuple(_handed_on(state, given, seat) for given in state.round.evaluators)
        events = tuple(Event(given) for given in evaluators if given not in state.round.evaluators)
        if events:
            state = state.turned(turn=replace(state.round, evaluators=evaluators))
        if isinstance(phase, Voting):
            state = state.turned(phase=phase.counted(phase.vote.without(seat)))
        length = _BY_ITSELF.get(type(phase))
        if length is not None and seat == state.round.portrayer:
            state = state.turned(sitting=state.sitting.sooner(now, length, always=True))
    return _resume(state, now).after(*events)


def expired(state: State, now: Milliseconds) -> Step[State]:
    """What happens when the time of a phase of the evaluation is up."""
    phase = state.phase
    match phase:
        case Marking():
            return _marking(state, now, closing=True)
        case Objecting():
            return read(state, now)
        case Voting():
            return _count(state, phase, now, closing=True)
        case LastCall():
            return close(state, now)
        case _:
            return pass_on(state, "left", now)


def last_call(state: State, phase: LastCall, now: Milliseconds) -> Step[State]:
    """Wait for who may still object: the people among them, or else the AI seats; then fix the totals.

    Where AI is switched off a seat that was left is empty and objects to nothing (D0.6).
    """
    may = frozenset(seat for seat in state.round.artists if objectable(state, seat))
    waiting = may & state.sitting.persons() or (may if state.config.ai else frozenset())
    return close(state, now) if waiting <= phase.ready else Step(state.turned(phase=phase))


def marker(state: State, seat: Seat) -> Seat | None:
    """The person who marks the canvas of ``seat``; None when the model does (D1.13, D1.14)."""
    config, persons = state.config, state.sitting.persons()
    by_model = len(persons) <= 1 if config.ai_marks is None else config.ai_marks
    if config.ai and by_model:
        return None
    return next(
        (e.evaluator for e in state.round.evaluators if e.seat == seat and e.evaluator in persons), None
    )


def objectable(state: State, seat: Seat) -> tuple[int, ...]:
    """The criteria a seat may object to now (D1.18, D1.19)."""
    if seat not in state.round.artists:
        return ()
    place, read_so_far = state.round.artists.index(seat), len(state.round.rows)
    first = 1 if _last(state) else read_so_far
    return tuple(n for n in range(first, read_so_far + 1) if state.round.rows[n - 1][place].denied)


def opinions(turn: Round) -> tuple[Opinion, ...]:
    """The verdicts that are not sealed any more: those on boxes that are marked."""
    given = {judged.seat: judged.verdicts for judged in turn.judged}
    return tuple(
        Opinion(box.seat, number, given[box.seat][number - 1])
        for number, row in enumerate(turn.rows, start=1)
        for box in row
        if box.answer is not None and box.seat in given
    )


def unjudged(state: State) -> tuple[Seat, ...]:
    """Whose canvases the model is asked about: those with ink, from the time they are passed to the totals."""
    if not state.config.ai or not isinstance(state.phase, Passing | Marking | Objecting | Voting | LastCall):
        return ()
    known = {given.seat for given in state.round.judged}
    return tuple(seat for seat in state.round.artists if seat in state.round.inked and seat not in known)


def asks(state: State) -> tuple[Ask, ...]:
    """What the referee is asked."""
    return tuple(
        Ask(Ink(state.canvas(seat)), tuple(Judged(seat, verdicts) for verdicts in _EXAMPLES))
        for seat in unjudged(state)
    )


def _resume(state: State, now: Milliseconds) -> Step[State]:
    """After a verdict or a change of holder: who or what was waited for may have changed."""
    phase = state.phase
    match phase:
        case Marking():
            return _marking(state, now)
        case Voting():
            return _count(state, phase, now)
        case LastCall():
            return last_call(state, phase, now)
        case _:
            return Step(state)


def _marking(
    state: State, now: Milliseconds, events: tuple[Event, ...] = (), *, closing: bool = False
) -> Step[State]:
    """Mark what needs no evaluator; with all boxes marked go on. No mark in time is an uncertain one (D1.17)."""
    number, row = len(state.round.rows), []
    for box in state.round.rows[-1]:
        answer = _automatic(state, box.seat, number) if box.answer is None else None
        if box.answer is None and (answer is not None or closing):
            box = _marked(box.seat, answer or "uncertain")
            events = (*events, *_told(state, box, number))
        row.append(box)
    if any(new is not old for new, old in zip(row, state.round.rows[-1], strict=True)):
        state = state.turned(turn=replace(state.round, rows=(*state.round.rows[:-1], tuple(row))))
    if any(box.answer is None for box in row):
        return Step(state, events)
    return _resolve(state, now).after(*events)


def _automatic(state: State, seat: Seat, number: int) -> Answer | None:
    """A blank canvas meets nothing (D1.28); with no person to mark, the model's verdict is the mark."""
    if seat not in state.round.inked:
        return "no"
    if marker(state, seat) is not None:
        return None
    if not state.config.ai:
        return "uncertain"
    return _model(state.round, seat, number)


def _resolve(
    state: State, now: Milliseconds, call: LastCall | None = None, left: Milliseconds | None = None
) -> Step[State]:
    """The next vote that waits; without one, the time to object (with ``call``: what is left of the last call)."""
    rows = state.round.rows
    for number in range(1 if call else len(rows), len(rows) + 1):
        for box in rows[number - 1]:
            if box.open:
                return _open_vote(state, box.seat, number, now, call, left)
    if call is not None:
        return last_call(enter(state, call, now, left), call, now)
    if len(rows) == CRITERIA:
        call = LastCall()
        return last_call(enter(state, call, now, state.sitting.span(LAST_CALL)), call, now)
    length = state.sitting.span(OBJECTING, always=alone(state))
    return Step(enter(state, Objecting(now), now, length))


def _open_vote(
    state: State, seat: Seat, number: int, now: Milliseconds, call: LastCall | None, left: Milliseconds | None
) -> Step[State]:
    """All artists vote, the owner included (D1.21); empty seats do not."""
    artists, config = state.round.artists, state.config
    people = state.sitting.persons().intersection(artists)
    electors = artists if config.ai else tuple(s for s in artists if s in people)
    decide = len(people) >= 2 if config.people_decide is None else config.people_decide
    phase = Voting(seat, number, Vote(electors), people if decide else None, call, left)
    state = enter(state, phase, now, state.sitting.span(VOTING))
    return _count(state, phase, now).after(Event(VoteOpened(seat, number, electors)))


def _count(state: State, phase: Voting, now: Milliseconds, *, closing: bool = False) -> Step[State]:
    """Enter the ballots of AI seats once there is a verdict; close when all have voted: a tie gives the point."""
    ballots, answer = phase.vote, _model(state.round, phase.seat, phase.number)
    if answer is not None:
        for seat in ballots.electors:
            if not state.sitting.holders[seat].person and ballots.may(seat):
                ballots = ballots.cast(seat, _BALLOT[answer])
    if not (closing or ballots.complete):
        if isinstance(state.phase, Voting) and ballots is state.phase.vote:
            return Step(state)
        told = ballots_since(state.phase.vote, ballots) if isinstance(state.phase, Voting) else ()
        return Step(state.turned(phase=phase.counted(ballots)), told)
    met = ballots.passes(tie=True, first=phase.people)
    box = replace(_box(state, phase.seat, phase.number), ruling=met)
    event = Event(Ruled(phase.seat, phase.number, ballots, met))
    return _resolve(_put(state, phase.number, box), now, phase.call, phase.left).after(event)


def _handed_on(state: State, given: Assigned, gone: Seat) -> Assigned:
    """A canvas whose evaluator left goes to the next person in passing direction who did not draw it (D1.15)."""
    if given.evaluator != gone:
        return given
    persons = state.sitting.persons()
    for seat in onward(state.round.artists, gone, state.round.direction):
        if seat != given.seat and seat in persons:
            return Assigned(given.seat, seat)
    return given


def _last(state: State) -> bool:
    phase = state.phase
    return isinstance(phase, LastCall) or (isinstance(phase, Voting) and phase.call is not None)


def _marked(seat: Seat, answer: Answer) -> Box:
    return Box(seat, answer, disputed=answer == "uncertain")


def _told(state: State, box: Box, number: int) -> tuple[Event, ...]:
    """A mark, and the verdict that it unseals."""
    assert box.answer is not None
    marked = Event(Marked(box.seat, number, box.answer))
    verdict = _verdict(state.round, box.seat, number)
    return (marked,) if verdict is None else (marked, Event(Opinion(box.seat, number, verdict)))


def _model(turn: Round, seat: Seat, number: int) -> Answer | None:
    """What the model says, for boxes it marks and votes it takes part in; it knows a blank canvas unasked."""
    if seat not in turn.inked:
        return "no"
    verdict = _verdict(turn, seat, number)
    return None if verdict is None else verdict.answer


def _verdict(turn: Round, seat: Seat, number: int) -> Verdict | None:
    return next((given.verdicts[number - 1] for given in turn.judged if given.seat == seat), None)


def _box(state: State, seat: Seat, number: int) -> Box:
    return state.round.rows[number - 1][state.round.artists.index(seat)]


def _put(state: State, number: int, box: Box) -> State:
    """With one box changed."""
    rows = state.round.rows
    row: Row = tuple(box if old.seat == box.seat else old for old in rows[number - 1])
    return state.turned(turn=replace(state.round, rows=(*rows[: number - 1], row, *rows[number:])))
