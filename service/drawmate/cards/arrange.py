"""Arranging strokes: moving, turning, mirroring, repeating, hiding what lies behind, and fitting to the canvas.

Everything takes and gives tuples of frozen strokes (see ``pen``); nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawmate.cards.pen import Point, Stroke, Strokes, is_closed, rotation, stroke
from drawmate.ink.drawing import Drawing
from drawmate.ink.geometry import farthest_kept

CANVAS: Final = 1000.0
"""Side of the logical canvas."""
MARGIN: Final = 70.0
"""Free border of a fitted drawing, in canvas units."""
EPSILON: Final = 1.5
"""How far a thinned stroke may lie from the true one at most, in canvas units; less where it is small."""
GAP: Final = 60.0
"""Longest way between two points of a stroke, in canvas units."""
NUDGE: Final = (1e-6, 0.7e-6)
"""Ink that runs along an outline is tested a little aside, so that rounding does not decide where it is."""


def moved(strokes: Iterable[Stroke], by: Point) -> Strokes:
    """The strokes, each point moved."""
    return tuple(stroke(one + by) for one in strokes)


def scaled(strokes: Iterable[Stroke], by: Point, about: Point = (0.0, 0.0)) -> Strokes:
    """The strokes, stretched from a point that stays."""
    return tuple(stroke((one - about) * by + about) for one in strokes)


def turned(strokes: Iterable[Stroke], degrees: float, about: Point = (0.0, 0.0)) -> Strokes:
    """The strokes, turned clockwise about a point."""
    matrix = rotation(degrees)
    return tuple(stroke((one - about) @ matrix + about) for one in strokes)


def mirrored(strokes: Iterable[Stroke], axis: float) -> Strokes:
    """The strokes as an upright mirror at ``x = axis`` shows them."""
    return tuple(stroke(one * (-1.0, 1.0) + (2.0 * axis, 0.0)) for one in strokes)


def repeated(strokes: Strokes, times: int, step: Point) -> Strokes:
    """The strokes and their copies, each a step further."""
    return tuple(one for i in range(times) for one in moved(strokes, (i * step[0], i * step[1])))


def ringed(strokes: Strokes, times: int, about: Point, sweep: float = 360.0) -> Strokes:
    """The strokes and their copies, turned about a point by equal shares of the sweep."""
    return tuple(one for i in range(times) for one in turned(strokes, i * sweep / times, about))


def without(strokes: Iterable[Stroke], outlines: Iterable[Stroke]) -> Strokes:
    """What of the strokes lies outside every one of the closed outlines."""
    rest = tuple(strokes)
    for outline in outlines:
        rest = tuple(part for one in rest for part in _parts(one, outline, inside=False))
    return rest


def within(strokes: Iterable[Stroke], outline: Stroke) -> Strokes:
    """What of the strokes lies inside a closed outline."""
    return tuple(part for one in strokes for part in _parts(one, outline, inside=True))


def fitted(strokes: Strokes, margin: float = MARGIN) -> Drawing:
    """The strokes as a Drawing in the middle of the canvas, its longer side as long as the margin allows.

    Points are whole numbers, thinned to what the form needs and at most ``GAP`` apart.
    """
    points = np.vstack(strokes)
    low, high = points.min(axis=0), points.max(axis=0)
    longer = float((high - low).max())
    scale = (CANVAS - 2.0 * margin) / longer if longer > 0.0 else 1.0
    return drawing(
        scaled(moved(strokes, tuple(-(low + high) / 2.0)), (scale, scale)), offset=(CANVAS / 2, CANVAS / 2)
    )


def drawing(strokes: Iterable[Stroke], offset: Point = (0.0, 0.0)) -> Drawing:
    """Strokes in canvas units as a Drawing of whole numbers, thinned as ``fitted`` says."""
    columns = [_thinned(np.round(one + offset, 6)).T for one in strokes]
    return Drawing.from_strokes([(x, y) for x, y in columns], canvas=(CANVAS, CANVAS))


def _thinned(one: Stroke) -> NDArray[np.float64]:
    x, y = np.ascontiguousarray(one[:, 0]), np.ascontiguousarray(one[:, 1])
    near = min(EPSILON, 0.015 * float(np.ptp(one, axis=0).max()))
    # A closed stroke is thinned in two halves: its ends are one point, which leaves no direction to keep to.
    halves = (0, len(x) // 2, len(x)) if is_closed(one) else (0, len(x))
    nodes = one[farthest_kept(x, y, np.array(halves), near)]
    pieces = np.maximum(np.ceil(np.hypot(*np.diff(nodes, axis=0).T) / GAP), 1.0).astype(np.int64)
    first = np.repeat(np.cumsum(pieces) - pieces, pieces)
    share = (np.arange(pieces.sum()) - first) / np.repeat(pieces, pieces)
    at = np.append(np.repeat(np.arange(len(pieces)), pieces) + share, len(pieces))
    points = np.rint(_between(nodes, at))
    fresh = np.append(True, (np.diff(points, axis=0) != 0.0).any(axis=1))
    return np.asarray(points[fresh])


def _parts(one: Stroke, outline: Stroke, *, inside: bool) -> Iterator[Stroke]:
    """The runs of a stroke that lie inside the outline, or outside."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    if (one.max(axis=0) < low).any() or (one.min(axis=0) > high).any():
        if not inside:
            yield one
        return
    points = _with_crossings(one, outline)
    keep = _is_inside((points[:-1] + points[1:]) / 2.0 + NUDGE, outline) == inside
    if keep.all():
        yield one
        return
    if is_closed(one):  # begin at a piece that goes, or the run over the start would be two
        first = int(np.argmin(keep))
        points = np.vstack((points[first:-1], points[: first + 1]))
        keep = np.roll(keep, -first)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], keep, [False])).astype(np.int8)))
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        yield stroke(points[a : b + 1])


def _with_crossings(one: Stroke, outline: Stroke) -> NDArray[np.float64]:
    """The points of a stroke and, in their places, the points where it crosses the outline."""
    way, edge = np.diff(one, axis=0)[:, None], np.diff(outline, axis=0)[None]
    between = outline[None, :-1] - one[:-1, None]
    area = _cross(way, edge)
    parallel = area == 0.0
    area = np.where(parallel, 1.0, area)
    along, across = _cross(between, edge) / area, _cross(between, way) / area
    hit = ~parallel & (along > 0.0) & (along < 1.0) & (across >= 0.0) & (across < 1.0)
    at = np.sort(np.concatenate((np.arange(len(one)), np.nonzero(hit)[0] + along[hit])))
    return _between(one, at)


def _between(points: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where one is at these fractional indices on the way from point to point."""
    indices = np.arange(len(points))
    return np.column_stack((np.interp(at, indices, points[:, 0]), np.interp(at, indices, points[:, 1])))


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _is_inside(points: NDArray[np.float64], outline: Stroke) -> NDArray[np.bool_]:
    """Even-odd rule: whether each point has an odd number of the outline's edges to its right."""
    px, py = points[:, 0, None], points[:, 1, None]
    (x0, y0), (x1, y1) = outline[:-1].T, outline[1:].T
    rise = np.where(y1 == y0, 1.0, y1 - y0)
    crosses = ((y0 > py) != (y1 > py)) & (px < x0 + (py - y0) * (x1 - x0) / rise)
    return np.asarray(crosses.sum(axis=1) % 2 == 1)
