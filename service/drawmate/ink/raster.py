"""The one rasteriser: strokes to a small three-channel picture, the same bytes in training and in the service.

A drawing is moved and scaled so that the longer side of its box fills the picture less a margin, then its
strokes are drawn as anti-aliased lines with round ends (coverage from the exact distance to the segment):

channel 0, ink: coverage;
channel 1, time: coverage times how late in the drawing (by length of ink) the pixel was drawn;
channel 2, order: coverage times a value that rises with the number of the stroke and saturates.

Later ink covers earlier ink in channels 1 and 2. Everything works on simplified and raw points alike, since
neither time stamps nor the number of points enter. ``RASTER_VERSION`` changes when any output byte does.
"""

from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from drawmate.ink.drawing import Drawing

RASTER_VERSION: Final = 1
SIZE: Final = 64
MARGIN: Final = 3.5
"""Pixels between the ink's centre line and the edge, at 64 px; scales with the size."""
LINE: Final = 2.0
"""Width of the line in pixels, at 64 px; scales with the size."""

_FIRST: Final = 0.25
_DECAY: Final = 0.8

Pixels = NDArray[np.uint8]


def rasterise(drawing: Drawing, size: int = SIZE, line: float = LINE) -> Pixels:
    """The picture of one drawing: (3, size, size) uint8, all zero for a drawing without ink."""
    out = np.zeros((3, size, size), np.uint8)
    draw_strokes(drawing.x, drawing.y, drawing.offsets, out, line * size / SIZE, MARGIN * size / SIZE)
    return out


def rasterise_batch(drawings: list[Drawing], size: int = SIZE, line: float = LINE) -> Pixels:
    """The pictures of N drawings: (N, 3, size, size) uint8."""
    out = np.zeros((len(drawings), 3, size, size), np.uint8)
    for drawing, picture in zip(drawings, out, strict=True):
        draw_strokes(drawing.x, drawing.y, drawing.offsets, picture, line * size / SIZE, MARGIN * size / SIZE)
    return out


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def draw_strokes(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    offsets: NDArray[np.int64],
    out: Pixels,
    line: float,
    margin: float,
) -> Any:
    """Draw P points in S strokes into ``out`` (C, size, size), already zero; C = 1 draws the ink alone.

    ``line`` is the line's width and ``margin`` the border, both in pixels.
    """
    points = x.size
    if points == 0:
        return
    left, right, top, bottom = x[0], x[0], y[0], y[0]
    length = 0.0
    for s in range(offsets.size - 1):
        for i in range(offsets[s], offsets[s + 1]):
            left, right = min(left, x[i]), max(right, x[i])
            top, bottom = min(top, y[i]), max(bottom, y[i])
            if i > offsets[s]:
                length += np.sqrt((x[i] - x[i - 1]) ** 2 + (y[i] - y[i - 1]) ** 2)
    size = out.shape[1]
    longer = max(right - left, bottom - top)
    scale = (size - 2.0 * margin) / longer if longer > 0.0 else 0.0
    dx = size / 2.0 - scale * (left + right) / 2.0
    dy = size / 2.0 - scale * (top + bottom) / 2.0
    radius = line / 2.0
    done = 0.0
    order = 1.0
    for s in range(offsets.size - 1):
        a, b = offsets[s], offsets[s + 1]
        stroke_value = _FIRST + (1.0 - _FIRST) * (1.0 - order)
        order *= _DECAY
        if b - a == 1:
            late = done / length if length > 0.0 else 1.0
            _segment(
                out, scale * x[a] + dx, scale * y[a] + dy, scale * x[a] + dx, scale * y[a] + dy, radius,
                _FIRST + (1.0 - _FIRST) * late, _FIRST + (1.0 - _FIRST) * late, stroke_value,
            )  # fmt: skip
        for i in range(a + 1, b):
            step = np.sqrt((x[i] - x[i - 1]) ** 2 + (y[i] - y[i - 1]) ** 2)
            t0 = done / length if length > 0.0 else 1.0
            done += step
            t1 = done / length if length > 0.0 else 1.0
            _segment(
                out, scale * x[i - 1] + dx, scale * y[i - 1] + dy, scale * x[i] + dx, scale * y[i] + dy, radius,
                _FIRST + (1.0 - _FIRST) * t0, _FIRST + (1.0 - _FIRST) * t1, stroke_value,
            )  # fmt: skip


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _segment(
    out: Pixels,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    radius: float,
    t0: float,
    t1: float,
    order: float,
) -> Any:
    """Draw one segment, in pixels; pixel (i, j) has its centre at (j + 0.5, i + 0.5)."""
    size = out.shape[1]
    reach = radius + 0.5
    inner = max(0.0, radius - 0.5) ** 2
    vx, vy = x1 - x0, y1 - y0
    square = vx * vx + vy * vy
    inverse = 1.0 / square if square > 0.0 else 0.0
    norm = np.sqrt(square)
    first_row = max(0, int(np.floor(min(y0, y1) - reach)))
    last_row = min(size - 1, int(np.floor(max(y0, y1) + reach)))
    for row in range(first_row, last_row + 1):
        py = row + 0.5 - y0
        # The part of this row within reach of the segment: a strip around the line, cut by the box.
        low, high = min(x0, x1) - reach, max(x0, x1) + reach
        if abs(vy) > 1e-9:
            middle = x0 + py * vx / vy
            half = reach * norm / abs(vy)
            low, high = max(low, middle - half), min(high, middle + half)
        for column in range(max(0, int(np.floor(low))), min(size - 1, int(np.floor(high))) + 1):
            px = column + 0.5 - x0
            along = min(1.0, max(0.0, (px * vx + py * vy) * inverse))
            ex, ey = px - along * vx, py - along * vy
            away = ex * ex + ey * ey
            if away >= reach * reach:
                continue
            cover = min(1.0, reach - np.sqrt(away)) if away > inner else 1.0
            ink = np.uint8(255.0 * cover + 0.5)
            if ink > out[0, row, column]:
                out[0, row, column] = ink
            if out.shape[0] == 3:
                time = 255.0 * (t0 + along * (t1 - t0))
                out[1, row, column] = np.uint8(out[1, row, column] * (1.0 - cover) + time * cover + 0.5)
                out[2, row, column] = np.uint8(
                    out[2, row, column] * (1.0 - cover) + 255.0 * order * cover + 0.5
                )
