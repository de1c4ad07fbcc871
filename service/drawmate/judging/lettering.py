"""Whether somebody has written in a drawing (D2.6): a hint for the table, which decides.

What is looked for is a row of small figures that were drawn one after the other from left to right, as high as each
other, on one line and not all alike, as letters and digits are. No letter is read. So a single letter, handwriting
without lifting the pen, and writing from right to left are not found; what the table reports counts all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawmate.cards.criteria_boxes import Box
from drawmate.ink import Drawing
from drawmate.judging.scene import box_of

__all__ = ["written_in"]

Points = NDArray[np.float64]

LETTERS: Final = 3
"""Figures in a row from which on it is writing."""
TALLEST: Final = 170.0
"""Table units that a letter is high and wide at most."""
SHORTEST: Final = 14.0
WIDE: Final = 1.6
"""Width / height of a letter at most."""
LEVEL: Final = 0.35
"""How far the feet of neighbours may differ, in heights of the taller."""
SIMILAR: Final = 0.55
"""The height of the lower of two neighbours, in those of the taller, at least."""
GAP: Final = 0.9
"""The gap between neighbours at most, in heights; they may overlap by a little."""
OVERLAP: Final = -0.2
ALIKE: Final = 0.08
"""Mean distance of points, in heights, up to which two figures are the same."""
SAMPLES: Final = 16


@dataclass(frozen=True, slots=True)
class _Figure:
    """Strokes that lie above each other: a letter, if it is one."""

    strokes: tuple[int, ...]
    box: Box


def written_in(drawing: Drawing) -> bool:
    """Whether there is a row of at least ``LETTERS`` figures like letters in a drawing in table units."""
    row: list[_Figure] = []
    for figure in _figures(drawing):
        if not _small(figure.box):
            row = []
            continue
        row = [*row, figure] if row and _follows(row[-1].box, figure.box) else [figure]
        if len(row) >= LETTERS and _various(drawing, row):
            return True
    return False


def _figures(drawing: Drawing) -> list[_Figure]:
    """Strokes in the order they were drawn, those that lie above each other together."""
    found: list[_Figure] = []
    for number in range(len(drawing)):
        box = box_of(drawing, (number,))
        if found and _above(found[-1].box, box):
            strokes = (*found[-1].strokes, number)
            found[-1] = _Figure(strokes, box_of(drawing, strokes))
        else:
            found.append(_Figure((number,), box))
    return found


def _above(one: Box, other: Box) -> bool:
    """Whether two strokes are parts of one letter: most of the narrower lies over or under the other, and near."""
    shared = min(one.right, other.right) - max(one.left, other.left)
    narrower = min(one.right - one.left, other.right - other.left)
    both = max(one.bottom, other.bottom) - min(one.top, other.top)
    return shared >= 0.4 * narrower and both <= TALLEST


def _small(box: Box) -> bool:
    height, width = box.bottom - box.top, box.right - box.left
    return SHORTEST <= height <= TALLEST and width <= min(TALLEST, WIDE * height)


def _follows(one: Box, other: Box) -> bool:
    """Whether a figure stands to the right of another as the next letter does."""
    heights = (one.bottom - one.top, other.bottom - other.top)
    tall = max(heights)
    gap = (other.left - one.right) / tall
    return (
        min(heights) >= SIMILAR * tall
        and abs(one.bottom - other.bottom) <= LEVEL * tall
        and OVERLAP <= gap <= GAP
    )


def _various(drawing: Drawing, row: Sequence[_Figure]) -> bool:
    """Whether most neighbours in a row differ: a fence, teeth and buttons repeat themselves, words seldom."""
    shapes = [_shape(drawing, figure) for figure in row]
    different = sum(_apart(one, other) > ALIKE for one, other in pairwise(shapes))
    return 2 * different > len(row) - 1


def _shape(drawing: Drawing, figure: _Figure) -> Points:
    """Points along a figure, from its lower left corner, in its heights."""
    columns = list(drawing.strokes())
    points = np.vstack([_spread(*columns[number]) for number in figure.strokes])
    box = figure.box
    shape: Points = (points - (box.left, box.bottom)) / (box.bottom - box.top)
    return shape


def _spread(x: Points, y: Points) -> Points:
    along = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    at = np.linspace(0.0, along[-1], SAMPLES)
    return np.column_stack([np.interp(at, along, x), np.interp(at, along, y)])


def _apart(one: Points, other: Points) -> float:
    """The mean distance to the nearest point, of the two ways the longer (a mean Hausdorff distance)."""
    away = np.linalg.norm(one[:, None] - other[None], axis=-1)
    return max(float(away.min(axis=0).mean()), float(away.min(axis=1).mean()))
