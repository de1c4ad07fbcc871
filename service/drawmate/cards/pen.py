"""Strokes by construction: lines, arcs, smooth curves and the outlines made of them.

A stroke is an (N, 2) float64 array of x, y with y growing downward, read-only; it is closed when its last point
is its first. Angles are degrees, clockwise on the screen from the direction of x. Arranging strokes is in
``arrange``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Stroke = NDArray[np.float64]
Strokes = tuple[Stroke, ...]
Point = tuple[float, float]

ARC_STEP: Final = 4.0
"""Degrees between the points of an arc."""
SPAN: Final = 14
"""Points of a curve between two of the points it goes through."""


def stroke(points: ArrayLike) -> Stroke:
    """A stroke of these points, copied and frozen."""
    array = np.array(points, dtype=np.float64)
    array.setflags(write=False)
    return array


def is_closed(one: Stroke) -> bool:
    """Whether a stroke ends where it began and holds an area."""
    return len(one) > 3 and bool(np.abs(one[0] - one[-1]).max() < 1e-9)


def line(points: Sequence[Point]) -> Stroke:
    """Straight from point to point."""
    return stroke(points)


def polygon(points: Sequence[Point]) -> Stroke:
    """Straight from point to point and back to the first."""
    return stroke([*points, points[0]])


def arc(centre: Point, radii: Point, start: float, end: float) -> Stroke:
    """Part of an upright ellipse from one angle to another; backwards when the end is the smaller."""
    steps = max(2, int(np.ceil(abs(end - start) / ARC_STEP)) + 1)
    angle = np.radians(np.linspace(start, end, steps))
    return stroke(np.column_stack((np.cos(angle), np.sin(angle))) * radii + centre)


def oval(centre: Point, radii: Point, tilt: float = 0.0) -> Stroke:
    """A whole ellipse, begun at its top and drawn to the left, as most hands do."""
    ring = np.array(arc((0.0, 0.0), radii, 270.0, -90.0))
    ring[-1] = ring[0]
    return stroke(ring @ rotation(tilt) + centre)


def regular(centre: Point, radius: float, corners: int, tilt: float = 0.0) -> Stroke:
    """A regular polygon with a corner at the top before it is tilted."""
    angle = np.radians(np.arange(corners) * 360.0 / corners - 90.0 + tilt)
    points = np.column_stack((np.cos(angle), np.sin(angle))) * radius + centre
    return stroke(np.vstack((points, points[:1])))


def rectangle(corner: Point, size: Point, rounding: float = 0.0) -> Stroke:
    """A rectangle from its upper left corner, with corners rounded by a radius."""
    (x, y), (w, h) = corner, size
    if rounding <= 0.0:
        return polygon([(x, y), (x, y + h), (x + w, y + h), (x + w, y)])
    r = min(rounding, w / 2.0, h / 2.0)
    turns = [
        arc((x + r, y + r), (r, r), 270.0, 180.0),
        arc((x + r, y + h - r), (r, r), 180.0, 90.0),
        arc((x + w - r, y + h - r), (r, r), 90.0, 0.0),
        arc((x + w - r, y + r), (r, r), 0.0, -90.0),
    ]
    return stroke(np.vstack([*turns, turns[0][:1]]))


def curve(points: Sequence[Point], corners: Iterable[int] = ()) -> Stroke:
    """Smooth through every point, with sharp turns at the points of these indices.

    Between two neighbouring corners without a point in between it is straight. Centripetal Catmull–Rom splines
    (Yuksel, Schaefer and Keyser 2011), which neither loop nor overshoot.
    """
    nodes = np.array(points, dtype=np.float64)
    cuts = sorted({0, len(nodes) - 1, *corners})
    parts = [nodes[:1]]
    for a, b in itertools.pairwise(cuts):
        run = nodes[a : b + 1]
        first, last = 2.0 * run[0] - run[1], 2.0 * run[-1] - run[-2]
        parts.append(_through(np.vstack((first, run, last))) if b - a > 1 else run[1:])
    return stroke(np.vstack(parts))


def blob(points: Sequence[Point], corners: Iterable[int] = ()) -> Stroke:
    """Smooth through every point and back to the first, with sharp turns at the points of these indices."""
    count, sharp = len(points), sorted(corners)
    if sharp:
        turned = [points[(i + sharp[0]) % count] for i in range(count + 1)]
        return curve(turned, [i - sharp[0] for i in sharp])
    nodes = np.array(points, dtype=np.float64)
    ring = _through(np.vstack((nodes[-1:], nodes, nodes[:2])))
    return stroke(np.vstack((ring[-1:], ring)))


def lathe(axis: float, points: Sequence[Point], corners: Iterable[int] = ()) -> Stroke:
    """A closed outline that is the same on both sides of an upright axis, from one half, top to bottom."""
    half = np.array(curve(points, corners))
    other = half[::-1] * (-1.0, 1.0) + (2.0 * axis, 0.0)
    return stroke(np.vstack((half, other, half[:1])))


def wave(start: Point, end: Point, bends: int, height: float) -> Stroke:
    """A wave along a line with this many half periods; a positive height begins to the left of the way."""
    share = np.linspace(0.0, 1.0, bends * 8 + 1)
    return _along(start, end, share, height * np.sin(share * bends * np.pi))


def zigzag(start: Point, end: Point, teeth: int, height: float) -> Stroke:
    """Straight teeth along a line: it touches the line, then ``height`` away from it, in turn."""
    share = np.linspace(0.0, 1.0, 2 * teeth + 1)
    return _along(start, end, share, np.where(np.arange(2 * teeth + 1) % 2, height, 0.0))


def spiral(centre: Point, radius: float, turns: float, start: float = 0.0) -> Stroke:
    """A spiral of even spacing from the centre outward."""
    share = np.linspace(0.0, 1.0, int(np.ceil(turns * 40)) + 1)
    angle = np.radians(start) + share * turns * 2.0 * np.pi
    return stroke(np.column_stack((np.cos(angle), np.sin(angle))) * (share * radius)[:, None] + centre)


def puffs(centre: Point, radii: Point, bumps: int) -> Stroke:
    """A closed outline of round bumps on an ellipse: a cloud, a fleece, the top of a tree."""
    angle = np.radians(np.arange(bumps + 1) * -360.0 / bumps + 90.0)
    rim = np.column_stack((np.cos(angle), np.sin(angle))) * radii + centre
    swell = np.radians(np.linspace(200.0, -20.0, 16))
    parts = []
    for a, b in itertools.pairwise(rim):
        middle, half = (a + b) / 2.0, (b - a) / 2.0
        out = np.array((half[1], -half[0]))
        if out @ (middle - centre) < 0.0:
            out = -out
        bump = middle + np.outer(np.cos(swell), half) * 1.04 + np.outer(np.sin(swell) + 0.34, out) * 0.82
        parts.append(np.vstack((a, bump[1:-1])))
    return stroke(np.vstack((*parts, rim[:1])))


def rotation(degrees: float) -> NDArray[np.float64]:
    """The matrix that turns row vectors clockwise on the screen."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array(((c, s), (-s, c)))


def _along(start: Point, end: Point, share: NDArray[np.float64], away: NDArray[np.float64]) -> Stroke:
    way = np.subtract(end, start)
    left = np.array((way[1], -way[0])) / np.hypot(*way)
    return stroke(start + np.outer(share, way) + np.outer(away, left))


def _through(nodes: NDArray[np.float64]) -> NDArray[np.float64]:
    """A centripetal spline from the second node to the last but one, without its first point."""
    p0, p1, p2, p3 = (nodes[i : len(nodes) - 3 + i, None] for i in range(4))
    d0, d1, d2 = (
        np.maximum(np.sqrt(np.hypot(*np.moveaxis(b - a, -1, 0))), 1e-6)[..., None]
        for a, b in ((p0, p1), (p1, p2), (p2, p3))
    )
    m1 = d1 * ((p1 - p0) / d0 - (p2 - p0) / (d0 + d1)) + p2 - p1
    m2 = d1 * ((p3 - p2) / d2 - (p3 - p1) / (d1 + d2)) + p2 - p1
    s1 = np.linspace(0.0, 1.0, SPAN + 1)[None, 1:, None]
    s2, s3 = s1**2, s1**3
    spans = (2 * s3 - 3 * s2 + 1) * p1 + (s3 - 2 * s2 + s1) * m1 + (3 * s2 - 2 * s3) * p2 + (s3 - s2) * m2
    return np.asarray(spans.reshape(-1, 2))
