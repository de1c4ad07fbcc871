"""Verdicts on the criteria of a scene, from what is seen in a drawing; "uncertain" is an answer too (D1.14, D1.29)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from drawmate.cards.criteria import Absent, Amount, Both, Count, Criterion, HasPart, things
from drawmate.cards.criteria_judging import evidence, margin
from drawmate.cards.scene_things import load_things, members
from drawmate.games.duplik.evaluation import LONGEST_REASON
from drawmate.games.duplik.records import Answer, Verdict
from drawmate.ink import Drawing
from drawmate.judging.scene import Seen, read_scene, thing_labels
from drawmate.judging.seeing import Sees

CLEAR: Final = 1.0
"""The margin from which nobody would argue, and under the negative of which neither (see ``criteria_boxes``)."""


def judge_scene(criteria: Sequence[Criterion], drawing: Drawing, sees: Sees | None) -> tuple[Verdict, ...]:
    """One verdict a criterion, in order; all uncertain without a recogniser, all No on a blank canvas (D1.28)."""
    if drawing.blank:
        return tuple(Verdict("no", "there is no ink") for _ in criteria)
    if sees is None:
        return tuple(Verdict("uncertain", "there is no recogniser") for _ in criteria)
    seen = read_scene(drawing, sees)
    return tuple(verdict_on(criterion, seen, sees.labels) for criterion in criteria)


def verdict_on(criterion: Criterion, seen: Sequence[Seen], labels: Sequence[str]) -> Verdict:
    """A verdict on one criterion. Reasons are in English so far.

    Uncertain is what no honest answer can be given to: parts of objects; things that the recogniser has never learned;
    things that are missing while something is there that could not be told; and places at the edge of what counts.
    """
    if any(isinstance(one, HasPart) for one in _simple(criterion)):
        return _because("uncertain", "parts of things are not judged yet")
    strange = [name for name in dict.fromkeys(things(criterion)) if not _can_see(name, labels)]
    if strange:
        return _because("uncertain", f"the recogniser cannot tell {_listed(strange)}")
    clear = margin(criterion, seen)
    where = tuple(sorted(stroke for i in evidence(criterion, seen) for stroke in seen[i].strokes))
    saw = f"saw {_listed([one.label for one in seen if one.label] or ['nothing it knows'])}"
    untold = any(not one.label for one in seen)
    if clear >= CLEAR and not (untold and any(_limits(one) for one in _simple(criterion))):
        return _because("yes", saw, where)
    if untold:
        return _because("uncertain", f"{saw}, and something it could not tell", where)
    if clear > -CLEAR:
        return _because("uncertain", f"{saw}, at the edge of what counts", where)
    return _because("no", saw, where)


def _simple(criterion: Criterion) -> tuple[Criterion, ...]:
    return (criterion.first, criterion.second) if isinstance(criterion, Both) else (criterion,)


def _limits(criterion: Criterion) -> bool:
    """Whether one thing more may break the criterion."""
    match criterion:
        case Absent():
            return True
        case Count(amount):
            return amount is not Amount.AT_LEAST
    return False


def _can_see(name: str, labels: Sequence[str]) -> bool:
    """Whether the recogniser may tell some object that a name stands for."""
    known = {thing for label, thing in thing_labels().items() if label in labels}
    return not known.isdisjoint(members(name))


def _listed(names: Sequence[str]) -> str:
    things_known = load_things()
    return ", ".join(things_known[name].en.name if name in things_known else name for name in names)


def _because(answer: Answer, reason: str, strokes: tuple[int, ...] = ()) -> Verdict:
    return Verdict(answer, reason[:LONGEST_REASON], strokes)
