"""Who sees what at a table of ArtBox: no author, and no token beside a drawing, before the scoring."""

from __future__ import annotations

from drawmate.games.artbox.records import Choosing, Drawing, Matching, Rolling, Showing, State, View
from drawmate.games.frame import phase_name
from drawmate.games.rules import Outcome, Over, Seat


def view(state: State, seat: Seat | None, outcome: Outcome | None) -> View:
    """What a seat, or a spectator (None), may know."""
    phase, seats = state.phase, state.sitting.seats
    open_now = isinstance(phase, Showing | Over)
    laid = isinstance(phase, Matching | Showing | Over)
    word = None
    if seat is not None and not isinstance(phase, Over):
        word = phase.kept[seat] if isinstance(phase, Choosing) else state.words[seat]
    canvases = [state.placed(place) for place in range(len(state.places))] if laid else []
    if seat is not None and isinstance(phase, Rolling | Drawing):
        canvases.append(state.canvas(seat))
    return View(
        phase=phase_name(phase),
        clock=state.sitting.clock,
        holders=state.sitting.holders,
        round=state.round,
        target=state.target,
        scores=state.finished,
        start=state.start,
        dealt=phase.dealt[seat] if seat is not None and isinstance(phase, Choosing) else (),
        word=word,
        kept=tuple(s for s in seats if phase.kept[s] is not None) if isinstance(phase, Choosing) else (),
        faces=state.faces,
        valid=isinstance(phase, Drawing) and seat in phase.valid,
        tokens=state.tokens,
        canvases=tuple(canvases),
        row=state.row if laid else (),
        own_place=state.places.index(seat) if seat is not None and laid and seat in state.places else None,
        draft=phase.drafts[seat] if seat is not None and isinstance(phase, Matching) else (),
        done=phase.finished if isinstance(phase, Matching) else (),
        authors=state.places if open_now else (),
        words=state.words if open_now else (),
        drafts=phase.drafts if isinstance(phase, Showing) else (),
        counts=state.counts if open_now else None,
        outcome=outcome,
    )
