"""Facts about ink that need no model: whether there is any, and whether it is enough."""

from __future__ import annotations

from typing import Final

import numpy as np

from drawmate.ink import Drawing

LEAST_STROKE: Final = 20.0
"""Table units: two hundredths of the canvas width, which one stroke of a tracing must have (D4.4)."""

LEAST_SHAPE: Final = 40.0
"""Table units of line that a stroke needs before it can be a shape of ArtBox."""


def stroke_lengths(drawing: Drawing) -> list[float]:
    """The length of each stroke, in the units of the drawing."""
    return [float(np.hypot(np.diff(x), np.diff(y)).sum()) for x, y in drawing.strokes()]


def traced_enough(drawing: Drawing) -> bool:
    """Whether a tracing has the least ink it needs: one stroke long enough (D4.4)."""
    return any(length >= LEAST_STROKE for length in stroke_lengths(drawing))


def inked(drawing: Drawing) -> bool:
    """Whether there is any ink; a dot is ink (D1.28)."""
    return not drawing.blank
