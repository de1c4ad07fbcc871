"""Who sees what at a table of Split Personality."""

from __future__ import annotations

from drawmate.games.frame import phase_name
from drawmate.games.races import missed
from drawmate.games.rules import Outcome, Seat
from drawmate.games.split_personality.records import (
    Accepting,
    Drawing,
    Guessing,
    Half,
    Person,
    Showing,
    State,
    View,
    Waiting,
    Writing,
)  # fmt: skip

HALVES: tuple[Half, Half] = ("left", "right")


def view(state: State, seat: Seat | None, outcome: Outcome | None) -> View:
    """What a seat, or a spectator (None), may know."""
    phase, seats = state.phase, state.sitting.seats
    sheet = None
    if isinstance(phase, Guessing | Accepting):
        sheet = state.sheet
    elif isinstance(phase, Showing):
        sheet = state.portraits[-1].sheet
    seen = [portrait.sheet for portrait in state.portraits] + ([sheet] if sheet is not None else [])
    canvases = {state.canvas(each, half) for each in seen for half in HALVES}
    person = _person(state, seat, sheet)
    half = phase.half if isinstance(phase, Waiting | Drawing) else None
    if seat is not None and half is not None:
        drawn = seat if half == "left" else state.sitting.left(seat, -1)
        canvases.add(state.canvas(drawn, half))
        if half == "right" and state.config.continuation_marks:
            canvases.add(state.marks(drawn))
    artists = state.artists(sheet) if sheet is not None else ()
    race = phase.race if isinstance(phase, Guessing) else None
    return View(
        phase=phase_name(phase),
        clock=state.sitting.clock,
        holders=state.sitting.holders,
        round=state.round,
        rounds=state.config.rounds,
        scores=state.finished,
        start=state.start,
        hand=state.hands[seat] if seat is not None and isinstance(phase, Writing) else (),
        person=person,
        pointers=phase.pointers if isinstance(phase, Writing) else (),
        written=tuple(s for s in seats if phase.people[s] is not None) if isinstance(phase, Writing) else (),
        half=half,
        stopped=phase.stopped if isinstance(phase, Drawing) else (),
        sheet=sheet,
        canvases=tuple(sorted(canvases)),
        guessed=tuple(a.seat for a in race.attempts) if race else (),
        missed=missed(race) if race else (),
        nears=phase.nears if isinstance(phase, Accepting) and seat in artists else (),
        reports=tuple(sorted(ballot.seat for ballot in state.reports.ballots)),
        lettering=phase.lettering if isinstance(phase, Guessing) else None,
        silent=artists if isinstance(phase, Guessing | Accepting) else (),
        portraits=state.portraits,
        outcome=outcome,
    )


def _person(state: State, seat: Seat | None, sheet: Seat | None) -> Person | None:
    """The person a seat may know: its own while writing and drawing, the passed one's, the shown one's."""
    phase = state.phase
    if isinstance(phase, Showing) and sheet is not None:
        return state.people[sheet]
    if seat is None:
        return None
    match phase:
        case Writing(people):
            return people[seat]
        case Waiting(half) | Drawing(half):
            return state.people[seat if half == "left" else state.sitting.left(seat, -1)]
        case _ if sheet is not None and seat in state.artists(sheet):
            return state.people[sheet]
    return None
