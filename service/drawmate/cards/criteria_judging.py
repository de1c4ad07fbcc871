"""Whether a criterion holds of an arrangement: things with a label, a box and parts, however they were found.

A scene's own objects are an arrangement, and so is what a judge reads from a drawing. A judge that is unsure of
its labels weighs several arrangements; the margin (see ``criteria_boxes``) tells how sure the geometry is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol, TypeAlias, assert_never

from drawmate.cards.criteria import (
    Absent,
    Amount,
    Between,
    Both,
    Compared,
    Count,
    Criterion,
    HasPart,
    Located,
    Present,
    Related,
    Simple,
)
from drawmate.cards.criteria_boxes import Box, between_margin, relation_margin, size_margin, zone_margin
from drawmate.cards.scene_things import members


class Placed(Protocol):
    """One object somewhere in the frame."""

    @property
    def label(self) -> str:
        """The id of an object of ``scene_things``; a label that is unknown there only counts as something."""

    @property
    def box(self) -> Box:
        """Where it is."""

    @property
    def parts(self) -> Collection[str]:
        """The ids of the parts it has."""


Arrangement: TypeAlias = Sequence[Placed]
Match: TypeAlias = tuple[float, tuple[int, ...]]
"""A margin, and the objects it was found at."""


def holds(criterion: Criterion, arrangement: Arrangement) -> bool:
    """Whether the criterion is met. Nothing holds of an empty arrangement (D1.28)."""
    return margin(criterion, arrangement) >= 0


def margin(criterion: Criterion, arrangement: Arrangement) -> float:
    """How clearly it is met: the best way to meet it, each way being as good as its weakest condition.

    Infinite where only labels are asked for; between -1 and 1 a person may doubt the verdict.
    """
    return _best(criterion, arrangement)[0]


def evidence(criterion: Criterion, arrangement: Arrangement) -> tuple[int, ...]:
    """The objects by which it is met, or nearest to met, as indexes into the arrangement.

    Empty when there is nothing to point at: things are missing, or their absence is the point.
    """
    return _best(criterion, arrangement)[1]


def _best(criterion: Criterion, arrangement: Arrangement) -> Match:
    if isinstance(criterion, Both):
        first, second = _best(criterion.first, arrangement), _best(criterion.second, arrangement)
        return min(first[0], second[0]), tuple(dict.fromkeys(first[1] + second[1]))
    return max(_matches(criterion, arrangement), key=lambda match: match[0], default=(-math.inf, ()))


def _matches(criterion: Simple, seen: Arrangement) -> Iterator[Match]:
    match criterion:
        case Present(name):
            for i in _all(name, seen):
                yield math.inf, (i,)
        case Absent(name):
            yield _sure(bool(seen) and not _all(name, seen)), _all(name, seen)
        case Count(amount, number, name):
            found = _all(name, seen)
            yield _sure(_counted(amount, number, len(found))), found
        case Located(name, zone):
            for i in _all(name, seen):
                yield zone_margin(seen[i].box, zone), (i,)
        case Related(first, relation, second):
            for i, j in _pairs(first, second, seen):
                yield relation_margin(seen[i].box, relation, seen[j].box), (i, j)
        case Compared(first, size, second):
            for i, j in _pairs(first, second, seen):
                yield size_margin(seen[i].box, size, seen[j].box), (i, j)
        case Between(name, first, second):
            for j, k in _pairs(first, second, seen):
                for i in _all(name, seen):
                    if i not in (j, k):
                        yield between_margin(seen[i].box, seen[j].box, seen[k].box), (i, j, k)
        case HasPart(name, part):
            for i in _all(name, seen):
                yield _sure(part in seen[i].parts), (i,)
        case _:
            assert_never(criterion)


def _all(name: str, seen: Arrangement) -> tuple[int, ...]:
    labels = members(name)
    return tuple(i for i, one in enumerate(seen) if one.label in labels)


def _pairs(first: str, second: str, seen: Arrangement) -> Iterator[tuple[int, int]]:
    others = _all(second, seen)
    for i in _all(first, seen):
        for j in others:
            if i != j:
                yield i, j


def _counted(amount: Amount, number: int, found: int) -> bool:
    match amount:
        case Amount.EXACTLY:
            return found == number
        case Amount.AT_LEAST:
            return found >= number
        case Amount.AT_MOST:
            return 1 <= found <= number


def _sure(verdict: bool) -> float:
    return math.inf if verdict else -math.inf
