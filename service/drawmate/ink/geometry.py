"""Free functions over flat columns of points: even spacing along strokes, and Ramer–Douglas–Peucker.

Columns are (P,) float64 with (S + 1,) int64 offsets, as in a ``Drawing``; every stroke has a point.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Offsets = NDArray[np.int64]


def ink_length(x: Floats, y: Floats, offsets: Offsets) -> float:
    """Length of all strokes, in the units of the points."""
    steps = np.hypot(np.diff(x), np.diff(y))
    steps[offsets[1:-1] - 1] = 0.0
    return float(steps.sum())


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def resample(x: Floats, y: Floats, offsets: Offsets, spacing: float) -> Any:
    """Points every ``spacing`` along each stroke from its start; its last point is kept as well.

    Returns:
        x, y, offsets of the new points; a stroke without length becomes one point.
    """
    strokes = offsets.size - 1
    counts = np.empty(strokes, np.int64)
    for s in range(strokes):
        length = 0.0
        for i in range(offsets[s] + 1, offsets[s + 1]):
            length += np.hypot(x[i] - x[i - 1], y[i] - y[i - 1])
        counts[s] = int(np.ceil(length / spacing - 1e-9)) + 1
    new = np.zeros(strokes + 1, np.int64)
    new[1:] = np.cumsum(counts)
    ox, oy = np.empty(new[-1]), np.empty(new[-1])
    for s in range(strokes):
        i = offsets[s]
        behind = 0.0  # length up to point i
        step = 0.0  # length from point i to the next
        for k in range(counts[s] - 1):
            at = k * spacing
            while i + 1 < offsets[s + 1]:
                step = np.hypot(x[i + 1] - x[i], y[i + 1] - y[i])
                if behind + step > at:
                    break
                behind += step
                i += 1
            if i + 1 < offsets[s + 1]:
                share = (at - behind) / step
                ox[new[s] + k] = x[i] + share * (x[i + 1] - x[i])
                oy[new[s] + k] = y[i] + share * (y[i + 1] - y[i])
            else:
                ox[new[s] + k] = x[i]
                oy[new[s] + k] = y[i]
        ox[new[s + 1] - 1] = x[offsets[s + 1] - 1]
        oy[new[s + 1] - 1] = y[offsets[s + 1] - 1]
    return ox, oy, new


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def farthest_kept(x: Floats, y: Floats, offsets: Offsets, epsilon: float) -> Any:
    """Which points the Ramer–Douglas–Peucker algorithm keeps, stroke by stroke: (P,) bool.

    Every point left out lies within ``epsilon`` of the segment that replaces it. Distances are to the
    segment, not to the line through its ends, so that a stroke which overshoots and comes back keeps its tip.
    Sources: Ramer 1972; Douglas and Peucker 1973. A stack takes the place of the recursion.
    """
    keep = np.zeros(x.size, np.bool_)
    stack = np.empty((x.size + 1, 2), np.int64)
    for s in range(offsets.size - 1):
        first, last = offsets[s], offsets[s + 1] - 1
        keep[first] = True
        keep[last] = True
        stack[0, 0], stack[0, 1] = first, last
        waiting = 1
        while waiting > 0:
            waiting -= 1
            a, b = stack[waiting, 0], stack[waiting, 1]
            vx, vy = x[b] - x[a], y[b] - y[a]
            square = vx * vx + vy * vy
            inverse = 1.0 / square if square > 0.0 else 0.0
            worst = epsilon * epsilon
            at = -1
            for i in range(a + 1, b):
                px, py = x[i] - x[a], y[i] - y[a]
                along = min(1.0, max(0.0, (px * vx + py * vy) * inverse))
                away = (px - along * vx) ** 2 + (py - along * vy) ** 2
                if away > worst:
                    worst = away
                    at = i
            if at >= 0:
                keep[at] = True
                stack[waiting, 0], stack[waiting, 1] = a, at
                stack[waiting + 1, 0], stack[waiting + 1, 1] = at, b
                waiting += 2
    return keep
