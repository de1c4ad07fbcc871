"""Who sees what at a table of Dekalko: a tracing once it is revealed, its picture once it is shown."""

from __future__ import annotations

from drawmate.games.dekalko.records import (
    COVERS,
    ROUNDS,
    Accepting,
    Guessing,
    Showing,
    State,
    Tracing,
    View,
    Voiding,
)
from drawmate.games.frame import phase_name
from drawmate.games.races import missed
from drawmate.games.rules import Outcome, Over, Seat


def view(state: State, seat: Seat | None, outcome: Outcome | None) -> View:
    """What a seat, or a spectator (None), may know."""
    phase = state.phase
    tracing, showing = isinstance(phase, Tracing), isinstance(phase, Showing | Over)
    artist = None if tracing or isinstance(phase, Over) else state.artist
    seen = state.order[: state.place + 1] if artist is not None else ()
    if isinstance(phase, Over):
        seen = state.order
    canvases = {state.canvas(t.seat) for t in seen}
    card = None
    if seat is not None and (tracing or seat == artist):
        canvases.add(state.canvas(seat))
        card = state.cards[seat]
    if showing and artist is not None:
        card = state.cards[artist]
    race = phase.race if isinstance(phase, Guessing) else None
    return View(
        phase=phase_name(phase),
        clock=state.sitting.clock,
        holders=state.sitting.holders,
        round=state.round,
        rounds=ROUNDS[len(state.sitting.holders)],
        scores=state.finished,
        covers_left=COVERS[len(state.sitting.holders)][len(state.taken) :],
        taken=state.taken,
        artist=artist,
        canvases=tuple(sorted(canvases)),
        card=card,
        guessed=tuple(a.seat for a in race.attempts) if race else (),
        missed=missed(race) if race else (),
        nears=phase.nears if isinstance(phase, Accepting) and seat == artist else (),
        vote=phase.vote if isinstance(phase, Voiding) else None,
        precision=tuple(t for t in state.precision if any(t.seat == turn.seat for turn in seen)),
        voided=tuple(sorted(state.voided)),
        kept=state.kept,
        won=state.won,
        winner=phase.winner if isinstance(phase, Showing) else None,
        outcome=outcome,
    )
