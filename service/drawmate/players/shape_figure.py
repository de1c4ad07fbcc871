"""A word drawn with four rolled shapes: the picture's longest lines, each replaced by the shape most like it (D3.5).

Simple so far: a shape is not turned but by quarters, and what the picture looks like afterwards is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawmate.cards.shapes import Placement, Shape, stamp
from drawmate.players.hand import Line

MOST: Final = 9
"""Shapes in a drawing at most."""

LEAST_SIZE: Final = 70.0
"""Table units: a shape that is smaller cannot be read."""

MARGIN: Final = 30.0
SIDE: Final = 1000.0
QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)

Points = NDArray[np.float64]
_SAMPLES: Final = 24


def shape_figure(lines: Sequence[Line], shapes: Sequence[Shape]) -> list[Line]:
    """Lines made of the shapes only, each of them at least once; ``lines`` are those of the picture."""
    lengths = [float(np.hypot(np.diff(x), np.diff(y)).sum()) for x, y in lines]
    order = sorted(range(len(lines)), key=lambda i: -lengths[i])
    chosen = [lines[i] for i in order[: max(MOST, len(shapes))]]
    while len(chosen) < len(shapes):
        chosen.append(chosen[-1])
    wanted = list(shapes)
    figure: list[tuple[int, list[Line]]] = []
    for place, line in enumerate(chosen):
        must = len(wanted) >= len(chosen) - place
        options = [_stamped(shape, line, turn) for shape in (wanted if must else shapes) for turn in QUARTERS]
        _, shape, strokes = min(options, key=lambda option: option[0])
        if shape in wanted:
            wanted.remove(shape)
        figure.append((order[place % len(order)], strokes))
    return [line for _, strokes in sorted(figure, key=lambda one: one[0]) for line in strokes]


def _stamped(shape: Shape, line: Line, turn: float) -> tuple[float, Shape, list[Line]]:
    """The shape in the line's box, turned by quarters, and how far it lies from the line, in shares of its size."""
    x, y = line
    width, height = max(float(np.ptp(x)), 1.0), max(float(np.ptp(y)), 1.0)
    size = min(max(width, height, LEAST_SIZE), SIDE - 2 * MARGIN)
    aspect = width / height if turn in (0.0, 180.0) else height / width
    kept = aspect if shape.lawful(aspect) else None
    half = size / 2 + MARGIN
    middle = [float(np.clip(float(c.min() + c.max()) / 2, half, SIDE - half)) for c in (x, y)]
    strokes = stamp(shape, Placement(middle[0], middle[1], size, turn, kept))
    away = _apart(_spread(np.column_stack((x, y))), np.vstack([_spread(one) for one in strokes])) / size
    return away, shape, [(one[:, 0].copy(), one[:, 1].copy()) for one in strokes]


def _spread(points: Points) -> Points:
    """Points evenly along a line."""
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    at = np.linspace(0.0, along[-1], _SAMPLES)
    return np.column_stack([np.interp(at, along, column) for column in points.T])


def _apart(one: Points, other: Points) -> float:
    """The mean distance to the nearest point, both ways (chamfer)."""
    distances = np.hypot(one[:, None, 0] - other[None, :, 0], one[:, None, 1] - other[None, :, 1])
    return float(distances.min(axis=1).mean() + distances.min(axis=0).mean())
