"""From a Drawing to the picture a model sees; the same bytes in training's evaluation and in the service."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.ink.geometry import farthest_kept
from drawmate.ink.limits import MODEL_POINTS
from drawmate.ink.raster import LINE, MARGIN, SIZE, draw_strokes, rasterise
from drawmate.ink.simplify import is_simplified

__all__ = ["TOLERANCE", "as_taught", "picture", "pictures", "thinned"]

TOLERANCE: Final = 1 / 255
"""Of the longer side of the drawing; half of what the data set's own simplification allows."""


def picture(drawing: Drawing, size: int = SIZE, line: float = LINE) -> NDArray[np.uint8]:
    """(3, size, size) uint8. A drawing of more than ``MODEL_POINTS`` points is thinned first."""
    return rasterise(thinned(drawing), size, line)


def pictures(drawings: Sequence[Drawing], size: int = SIZE, line: float = LINE) -> NDArray[np.uint8]:
    """The ``picture`` of each of N drawings: (N, 3, size, size) uint8.

    All are drawn in one call without the interpreter's lock, which a busy thread is slow to give back.
    """
    if len(drawings) == 1:
        return picture(drawings[0], size, line)[np.newaxis]
    drawn = [thinned(drawing) for drawing in drawings]
    out = np.zeros((len(drawn), 3, size, size), np.uint8)
    if drawn:
        _draw_all(
            np.concatenate([drawing.x for drawing in drawn]),
            np.concatenate([drawing.y for drawing in drawn]),
            np.concatenate([drawing.offsets for drawing in drawn]),
            np.array([len(drawing) for drawing in drawn]),
            out,
            line * size / SIZE,
            MARGIN * size / SIZE,
        )
    return out


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _draw_all(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    offsets: NDArray[np.int64],
    strokes: NDArray[np.int64],
    out: NDArray[np.uint8],
    line: float,
    margin: float,
) -> Any:
    """Draw N drawings laid end to end: all points, all offsets (each drawing's from 0), strokes of each."""
    point = 0
    offset = 0
    for i in range(strokes.size):
        ends = offsets[offset : offset + strokes[i] + 1]
        count = ends[-1]
        draw_strokes(x[point : point + count], y[point : point + count], ends, out[i], line, margin)
        point += count
        offset += strokes[i] + 1


def as_taught(drawing: Drawing) -> Drawing:
    """A drawing as a pen gives it, with as few points as the data set's drawings have; those are left alone.

    Points within ``TOLERANCE`` of the line through their neighbours say nothing of the shape, yet each joint
    of two segments adds to the edge pixels of the time and order channels, and models know only joints as
    far apart as simplified drawings have them. A drawing of more than ``MODEL_POINTS`` points is thinned first,
    which bounds the work: Ramer–Douglas–Peucker may take the square of a stroke's points.
    """
    if drawing.points < 3 or is_simplified(drawing):
        return drawing
    drawing = thinned(drawing)
    x, y, offsets = _without_joints(drawing.x, drawing.y, drawing.offsets, TOLERANCE)
    return Drawing(x, y, offsets, canvas=drawing.canvas)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _without_joints(
    x: NDArray[np.float64], y: NDArray[np.float64], offsets: NDArray[np.int64], tolerance: float
) -> Any:
    """x, y and offsets of the points that Ramer–Douglas–Peucker keeps at a share of the longer side."""
    longer = max(x.max() - x.min(), y.max() - y.min())
    keep = farthest_kept(x, y, offsets, tolerance * longer)
    ends = np.zeros_like(offsets)
    for s in range(offsets.size - 1):
        ends[s + 1] = ends[s] + keep[offsets[s] : offsets[s + 1]].sum()
    return x[keep], y[keep], ends


def thinned(drawing: Drawing, limit: int = MODEL_POINTS) -> Drawing:
    """The drawing with at most about ``limit`` points, and its times; the ends of every stroke are kept."""
    if drawing.points <= limit:
        return drawing
    keep = np.zeros(drawing.points, bool)
    keep[:: -(-drawing.points // limit)] = True
    keep[drawing.offsets[:-1]] = True
    keep[drawing.offsets[1:] - 1] = True
    counts = np.add.reduceat(keep.astype(np.int64), drawing.offsets[:-1])
    return Drawing.from_columns(
        drawing.x[keep],
        drawing.y[keep],
        np.concatenate(([0], np.cumsum(counts))),
        t=None if drawing.t is None else drawing.t[keep],
        pressure=None if drawing.pressure is None else drawing.pressure[keep],
        canvas=drawing.canvas,
    )
