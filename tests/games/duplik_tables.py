"""Tables of Duplik brought to a certain point, for the tests of it. Seat 0 portrays first."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import count

import pytest

from drawmate.games.duplik import Config, Duplik
from drawmate.games.duplik.play import AI_FLOOR, AI_PAUSE
from drawmate.games.duplik.records import (
    Answer,
    Begin,
    Box,
    Done,
    Finish,
    Inked,
    Judged,
    Mark,
    PassCanvases,
    Read,
    Verdict,
    Voting,
)
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Choice, Holder, IllegalAction

YES, NO, UNSURE = Verdict("yes"), Verdict("no", "nothing like it"), Verdict("uncertain")


def table(seats: int, *, ai: Collection[int] = (), config: Config | None = None) -> Match:
    """A new game whose first portrayer is seat 0."""
    holders = tuple(Holder(f"s{n}", n not in ai) for n in range(seats))
    for seed in count():
        match = Match(Duplik(), config or Config(), holders, seed)
        if match.state.round.portrayer == 0:
            return match
    raise AssertionError


def clock(match: Match) -> int:
    """The time of what was applied last."""
    return match.entries[-1].now if match.entries else match.begun


def soon(match: Match, seat: int, floor: int = AI_PAUSE) -> int:
    """A second later, or when an AI may act (D0.10)."""
    if match.state.sitting.holders[seat].person:
        return clock(match) + 1_000
    return max(clock(match) + 1_000, match.state.sitting.clock.since + floor)


def run_out(match: Match) -> None:
    """Let the time of the phase run out."""
    phase = match.state.sitting.clock
    match.expire(phase.deadline + phase.grace)


def drawing(match: Match, *, blank: Collection[int] = ()) -> Match:
    """The portrayer starts the timer; there is ink on all canvases but some."""
    portrayer = match.state.round.portrayer
    match.apply(portrayer, Begin(), soon(match, portrayer))
    for seat in match.state.round.artists:
        if seat not in blank:
            match.apply(REFEREE, Inked(seat, True), clock(match))
    return match


def drawn(match: Match, *, blank: Collection[int] = ()) -> Match:
    """All artists are done and the portrayer agrees to stop."""
    drawing(match, blank=blank)
    for seat in match.state.round.artists:
        match.apply(seat, Done(True), soon(match, seat, AI_FLOOR))
    portrayer = match.state.round.portrayer
    match.apply(portrayer, Finish(), soon(match, portrayer, AI_FLOOR))
    return match


def evaluated(match: Match, *, blank: Collection[int] = (), judged: bool = False) -> Match:
    """Canvases were passed to the left, and criterion 1 is read."""
    drawn(match, blank=blank)
    if judged:
        for seat in match.state.round.artists:
            judge(match, seat, "yes")
    if len(match.state.round.artists) > 2:
        match.apply(match.state.round.portrayer, PassCanvases("left"), clock(match))
    return match


def evaluator(match: Match, seat: int) -> int:
    return next(e.evaluator for e in match.state.round.evaluators if e.seat == seat)


def mark(match: Match, seat: int, answer: Answer) -> None:
    """The evaluator of a seat's canvas answers."""
    match.apply(evaluator(match, seat), Mark(seat, answer), clock(match) + 100)


def mark_all(match: Match, answer: Answer = "yes", *, but: Iterable[tuple[int, Answer]] = ()) -> None:
    others = dict(but)
    for seat in match.state.round.artists:
        mark(match, seat, others.get(seat, answer))


def judge(match: Match, seat: int, answer: Answer) -> None:
    """The model gives a canvas the same verdict on all criteria."""
    verdict = {"yes": YES, "no": NO, "uncertain": UNSURE}[answer]
    match.apply(REFEREE, Judged(seat, (verdict,) * 10), clock(match))


def read_on(match: Match, numbers: int, answer: Answer = "yes") -> None:
    """So many criteria are marked and the next one is read."""
    for _ in range(numbers):
        mark_all(match, answer)
        match.apply(match.state.round.portrayer, Read(), soon(match, match.state.round.portrayer))


def box(match: Match, seat: int, number: int) -> Box:
    return next(b for b in match.state.round.rows[number - 1] if b.seat == seat)


def voting(match: Match) -> Voting:
    phase = match.state.phase
    assert isinstance(phase, Voting)
    return phase


def choices(match: Match, actor: int) -> dict[object, int | None]:
    """The discrete actions an actor may take, with the time before which an AI must not."""
    offers = match.game.offers(match.state, actor)
    return {offer.action: offer.ai_from for offer in offers if isinstance(offer, Choice)}


def happened(match: Match, kind: type) -> list[object]:
    return [event.what for event in match.events if isinstance(event.what, kind)]


def refused(match: Match, actor: int, action: object, now: int | None = None) -> str:
    """The code an action is refused with; the state must stay as it was."""
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.apply(actor, action, clock(match) if now is None else now)
    assert match.state is before
    return caught.value.code
