"""How well a tracing follows its picture, position-locked: nothing is moved, turned or sized to fit (D4.5).

Both sets of lines are sampled evenly along their length, and every sample is measured to the nearest place on the
other set's lines, exactly (point to segment). So the figures do not depend on how densely points were recorded, nor
on the order and direction of strokes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from drawmate.ink import Drawing

Floats = NDArray[np.float64]

TOLERANCE: Final = 25.0
"""Table units (the canvas is 1000) by which a traced line may miss."""

SPACING: Final = 4.0
"""Table units between samples along a line, at most; more where there is very much ink."""

MOST_SAMPLES: Final = 20_000
"""Of one drawing, beyond one a stroke: bounds the work that a scribble makes."""

FAR: Final = 1e18
"""The square of a distance to nothing."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Shares of length, 0..1.

    Attributes:
        precision: of the drawn ink, what lies within the tolerance of the picture; 0 when nothing is drawn.
        coverage: of the picture's lines, what has ink within the tolerance.
    """

    precision: float
    coverage: float

    @property
    def f(self) -> float:
        """The harmonic mean of both (F1); 0 when both are 0."""
        both = self.precision + self.coverage
        return 2 * self.precision * self.coverage / both if both else 0.0


def trace(drawn: Drawing, picture: Drawing, tolerance: float = TOLERANCE) -> Trace:
    """Compare a tracing with its picture, both in table units."""
    if drawn.blank or picture.blank:
        return Trace(0.0, 0.0)
    return Trace(_near(drawn, picture, tolerance), _near(picture, drawn, tolerance))


def _near(these: Drawing, those: Drawing, tolerance: float) -> float:
    """The share of the length of these lines that lies within the tolerance of those."""
    x, y, weight = _samples(these)
    squares = _squared_distances(x, y, those.x, those.y, those.offsets)
    return float(weight[squares <= tolerance * tolerance].sum() / weight.sum())


def _samples(drawing: Drawing) -> tuple[Floats, Floats, Floats]:
    """The middles of equal pieces of every stroke, and the length of each; a dot is as long as the spacing."""
    steps = np.hypot(np.diff(drawing.x), np.diff(drawing.y))
    spacing = max(SPACING, float(steps.sum()) / MOST_SAMPLES)
    parts: list[tuple[Floats, Floats, Floats]] = []
    for x, y in drawing.strokes():
        along = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
        length = float(along[-1])
        if length == 0.0:
            parts.append((x[:1], y[:1], np.array([spacing])))
            continue
        pieces = int(np.ceil(length / spacing - 1e-9))
        at = (np.arange(pieces) + 0.5) * (length / pieces)
        parts.append((np.interp(at, along, x), np.interp(at, along, y), np.full(pieces, length / pieces)))
    xs, ys, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    return xs, ys, weights


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _squared_distances(px: Floats, py: Floats, x: Floats, y: Floats, offsets: NDArray[np.int64]) -> Any:
    """From each point to the nearest segment, or dot, of the strokes."""
    out = np.full(px.size, FAR)
    for s in range(offsets.size - 1):
        first, last = offsets[s], offsets[s + 1] - 1
        for i in range(first, max(last, first + 1)):
            j = min(i + 1, last)
            vx, vy = x[j] - x[i], y[j] - y[i]
            square = vx * vx + vy * vy
            inverse = 1.0 / square if square > 0.0 else 0.0
            for k in range(px.size):
                ax, ay = px[k] - x[i], py[k] - y[i]
                share = min(1.0, max(0.0, (ax * vx + ay * vy) * inverse))
                away = (ax - share * vx) ** 2 + (ay - share * vy) ** 2
                if away < out[k]:
                    out[k] = away
    return out
