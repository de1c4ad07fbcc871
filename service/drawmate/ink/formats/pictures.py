"""``png`` and ``gif``: dark ink on white, still or being drawn. Written only.

A drawing is placed as its canvas lies, or, without one, so that its ink fills the picture less a margin.
"""

from __future__ import annotations

import io
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats
from drawmate.ink.formats.reading import Reading

SMALLEST: Final = 16
LARGEST: Final = 2048
"""Limits of the longer side of a picture, in pixels."""
_INK: Final = 26
_WHITE: Final = 255
_LINE: Final = 0.016
"""Width of the line, as a part of the longer side."""
_MARGIN: Final = 0.05
_FINER: Final = 4
"""Pictures up to half the largest size are drawn this many times larger, then reduced."""
_FRAMES: Final = 48
_SHORTEST: Final = 1_500
_LONGEST: Final = 8_000
"""Milliseconds that an animation takes at least and at most, without the last picture."""
_REST: Final = 1_500
"""Milliseconds for which the last picture stays."""


def write_png(reading: Reading, size: int) -> bytes:
    """A grey picture whose longer side is ``size`` pixels.

    Raises:
        InkError: ``out_of_range`` when the size is not within the limits.
    """
    sheet = _Sheet(reading.drawing, size)
    sheet.draw(0, reading.drawing.points)
    buffer = io.BytesIO()
    sheet.picture().save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def write_gif(reading: Reading, size: int) -> bytes:
    """An endless animation of the strokes being drawn, at their own pace where times are known.

    Raises:
        InkError: ``out_of_range`` when the size is not within the limits.
    """
    drawing = _dense(reading.drawing)
    sheet = _Sheet(drawing, size)
    clock = _clock(drawing)
    ends = np.linspace(0.0, clock[-1], _FRAMES + 1)[1:] if drawing.points else np.empty(0)
    stops = sorted({*np.searchsorted(clock, ends, side="right").tolist(), drawing.points})
    frames, spans = [], []
    done, since = 0, 0.0
    for stop in stops:
        sheet.draw(done, stop)
        until = clock[stop - 1] if stop else 0.0
        frames.append(sheet.picture().quantize(16))
        spans.append(max(20, round((until - since) / 10) * 10))
        done, since = stop, until
    spans[-1] = _REST
    buffer = io.BytesIO()
    frames[0].save(
        buffer, "GIF", save_all=True, append_images=frames[1:], duration=spans, loop=0, optimize=False
    )  # fmt: skip
    return buffer.getvalue()


class _Sheet:
    """White paper and the drawing's points in its pixels."""

    def __init__(self, drawing: Drawing, size: int) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise InkError("out_of_range", f"a picture is {SMALLEST} to {LARGEST} pixels", "size")
        self.finer = _FINER if 2 * size <= LARGEST else 2
        left, top, width, height = _frame(drawing)
        scale = size / max(width, height)
        self.shape = (max(1, round(width * scale)), max(1, round(height * scale)))
        self.x: Floats = (drawing.x - left) * scale * self.finer
        self.y: Floats = (drawing.y - top) * scale * self.finer
        self.radius = max(size * _LINE, 1.5) * self.finer / 2
        self.starts = set(drawing.offsets[:-1].tolist())
        self.paper = Image.new("L", (self.shape[0] * self.finer, self.shape[1] * self.finer), _WHITE)
        self.pen = ImageDraw.Draw(self.paper)

    def draw(self, first: int, last: int) -> None:
        """Draw the points first up to last, and the lines that lead to them."""
        r = self.radius
        points = list(zip(self.x.tolist(), self.y.tolist(), strict=True))
        for n in range(first, last):
            x, y = points[n]
            if n not in self.starts:
                self.pen.line((*points[n - 1], x, y), fill=_INK, width=round(2 * r))
            self.pen.ellipse((x - r, y - r, x + r, y + r), fill=_INK)

    def picture(self) -> Image.Image:
        """The paper at the picture's size."""
        return self.paper.resize(self.shape, Image.Resampling.BOX)


def _dense(drawing: Drawing) -> Drawing:
    """The drawing with points along its longer lines, so that they too grow in the animation."""
    if drawing.points < 2:
        return drawing
    index = np.arange(drawing.points)
    steps = np.hypot(np.diff(drawing.x), np.diff(drawing.y))
    steps[drawing.offsets[1:-1] - 1] = 0.0
    left, top, right, bottom = drawing.bounds()
    spacing = max(max(right - left, bottom - top), float(steps.sum()) / _FRAMES) / _FRAMES
    counts = np.ceil(steps / spacing) if spacing > 0 else np.ones_like(steps)
    place = np.concatenate(([0], np.cumsum(np.maximum(counts, 1)))).astype(np.int64)
    dense = np.interp(np.arange(place[-1] + 1), place, index)
    columns = [None if c is None else np.interp(dense, index, c) for c in (drawing.x, drawing.y, drawing.t)]
    offsets = np.append(place[drawing.offsets[:-1]], place[-1] + 1)
    x, y, t = columns
    assert x is not None
    assert y is not None
    offsets.setflags(write=False)
    return Drawing(x, y, offsets, t, None, drawing.canvas)


def _clock(drawing: Drawing) -> Floats:
    """When each point is drawn, in milliseconds; by the length of ink where no times are known."""
    if drawing.t is not None:
        clock = drawing.t
    else:
        clock = np.cumsum(
            np.hypot(np.diff(drawing.x, prepend=drawing.x[:1]), np.diff(drawing.y, prepend=drawing.y[:1]))
        )
    whole = float(clock[-1]) if clock.size else 0.0
    if whole <= 0:
        return np.zeros(drawing.points)
    wanted = min(max(whole, _SHORTEST), _LONGEST) if drawing.t is not None else _SHORTEST * 2
    return clock * (wanted / whole)


def _frame(drawing: Drawing) -> tuple[float, float, float, float]:
    """left, top, width, height of what the picture shows."""
    if drawing.canvas is not None:
        return 0.0, 0.0, drawing.canvas[0], drawing.canvas[1]
    if drawing.blank:
        return 0.0, 0.0, 1.0, 1.0
    left, top, right, bottom = drawing.bounds()
    side = max(right - left, bottom - top)
    side = side * (1 + 2 * _MARGIN) if side > 0 else 1.0
    return (left + right - side) / 2, (top + bottom - side) / 2, side, side
