"""Reading a scene: which strokes make an object, and what it shows.

Simple so far: strokes belong together while they follow each other closely, in time and on the paper. So an object
drawn in two goes is read as two, and things drawn into each other without a pause as one. Parts of objects, such as a
chimney, are not seen at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from drawmate.cards.criteria_boxes import Box
from drawmate.cards.scene_things import load_things
from drawmate.ink import Drawing
from drawmate.judging.seeing import Sees, ranked

PAUSE: Final = 1_200
"""Milliseconds without ink after which another object begins."""

CLOSE: Final = 25.0
"""Table units within which the boxes of strokes of one object lie."""

SURE: Final = 0.5
"""Probability from which a label is taken for what an object is."""

LEAST_SIDE: Final = 1.0
"""Table units that the side of a box has at least: a level line has a box too."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Something in a drawing; it may be placed in an arrangement of criteria.

    Attributes:
        label: the id of an object of ``scene_things``, or empty when it is not known what it is.
        probability: of that label, 0..1.
        strokes: the numbers of its strokes.
        parts: none are seen so far.
    """

    label: str
    probability: float
    box: Box
    strokes: tuple[int, ...]
    parts: tuple[str, ...] = field(default=())


def read_scene(drawing: Drawing, sees: Sees | None) -> tuple[Seen, ...]:
    """The objects of a drawing in table units, in the order they were drawn; without a recogniser all unknown."""
    groups = grouped(drawing)
    things = thing_labels()
    found = ranked(sees, [part_of(drawing, group) for group in groups], among=things, top=1)
    seen = []
    for group, labels in zip(groups, found, strict=True):
        label, probability = next(iter(labels.items()), ("", 0.0))
        known = things[label] if probability >= SURE else ""
        seen.append(Seen(known, probability, box_of(drawing, group), group))
    return tuple(seen)


@cache
def thing_labels() -> Mapping[str, str]:
    """The labels that a recogniser may give to objects of scenes, and which object each means."""
    things = [one for one in load_things().values() if one.drawn]
    also = {label: one.id for one in things for label in one.labels}
    return {**also, **{one.id: one.id for one in things}}


def grouped(drawing: Drawing) -> tuple[tuple[int, ...], ...]:
    """The numbers of strokes that follow each other closely, group by group."""
    groups: list[list[int]] = []
    for number in range(len(drawing)):
        if groups and _belongs(drawing, groups[-1], number):
            groups[-1].append(number)
        else:
            groups.append([number])
    return tuple(map(tuple, groups))


def part_of(drawing: Drawing, strokes: Sequence[int]) -> Drawing:
    """Some strokes of a drawing, without times."""
    columns = drawing.to_strokes(times=False)
    return Drawing.from_strokes([columns[number] for number in strokes], canvas=drawing.canvas)


def box_of(drawing: Drawing, strokes: Sequence[int]) -> Box:
    """The box around some strokes, in table units."""
    spans = [slice(drawing.offsets[n], drawing.offsets[n + 1]) for n in strokes]
    left, top = (min(float(c[s].min()) for s in spans) for c in (drawing.x, drawing.y))
    right, bottom = (max(float(c[s].max()) for s in spans) for c in (drawing.x, drawing.y))
    return Box(left, top, max(right, left + LEAST_SIDE), max(bottom, top + LEAST_SIDE))


def _belongs(drawing: Drawing, group: Sequence[int], number: int) -> bool:
    if drawing.t is not None:
        first = int(drawing.offsets[number])
        if drawing.t[first] - drawing.t[first - 1] > PAUSE:
            return False
    return box_of(drawing, group).gap(box_of(drawing, (number,))) <= CLOSE
