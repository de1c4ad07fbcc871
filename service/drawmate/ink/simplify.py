"""The data set's simplification of drawings, step by step as its README tells it.

Source: github.com/googlecreativelab/quickdraw-dataset: align to the top left corner, scale uniformly to a
largest value of 255, resample with a spacing of one pixel, simplify by Ramer–Douglas–Peucker with epsilon 2.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from drawmate.ink.drawing import Drawing
from drawmate.ink.geometry import Floats, Offsets, farthest_kept, ink_length, resample

SIDE: Final = 255
"""Largest coordinate of a simplified drawing."""
SPACING: Final = 1.0
EPSILON: Final = 2.0
LONGEST: Final = 32_768
"""Pixels of ink; a drawing with more is resampled more coarsely, which bounds the work."""
_FULL: Final = 240
"""The largest coordinate is nearly 255: the last step may drop the very point that had it."""


def simplify(drawing: Drawing) -> Drawing:
    """The drawing as the data set would have simplified it: whole numbers 0..255, no times, no pressure.

    A drawing without extent (a dot) is moved to the corner.
    """
    if drawing.blank:
        return Drawing.from_strokes([])
    left, top, right, bottom = drawing.bounds()
    longer = max(right - left, bottom - top)
    x = (drawing.x - left) / longer * SIDE if longer > 0 else np.zeros(drawing.points)
    y = (drawing.y - top) / longer * SIDE if longer > 0 else np.zeros(drawing.points)
    spacing = max(SPACING, ink_length(x, y, drawing.offsets) / LONGEST)
    x, y, offsets = resample(x, y, drawing.offsets, spacing)
    keep = farthest_kept(x, y, offsets, EPSILON)
    counts = np.add.reduceat(keep.astype(np.int64), offsets[:-1])
    return _without_repeats(
        np.rint(x[keep]), np.rint(y[keep]), np.concatenate(([0], np.cumsum(counts)))
    )  # fmt: skip


def is_simplified(drawing: Drawing) -> bool:
    """Whether the drawing has the form of simplified ones: whole numbers 0..255, no times, no pressure."""
    if drawing.t is not None or drawing.pressure is not None:
        return False
    both = np.concatenate((drawing.x, drawing.y))
    if not both.size:
        return True
    largest = both.max()
    return bool(
        (both == np.rint(both)).all() and both.min() >= 0 and (_FULL <= largest <= SIDE or largest == 0)
    )


def _without_repeats(x: Floats, y: Floats, offsets: Offsets) -> Drawing:
    """Leave out points that rounding put where the one before them in the stroke is."""
    keep = np.ones(x.size, bool)
    keep[1:] = (np.diff(x) != 0) | (np.diff(y) != 0)
    keep[offsets[:-1]] = True
    counts = np.add.reduceat(keep.astype(np.int64), offsets[:-1])
    return Drawing.from_columns(x[keep], y[keep], np.concatenate(([0], np.cumsum(counts))))
