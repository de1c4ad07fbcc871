"""SVG outlines as strokes: path data, read by fontTools, flattened with a bounded number of points."""

from __future__ import annotations

from typing import Final

import numpy as np
from fontTools.svgLib.path.parser import parse_path
from numpy.typing import NDArray

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import check_counts

Matrix = NDArray[np.float64]
"""(2, 3): a point p becomes ``m[:, :2] @ p + m[:, 2]``."""
Point = tuple[float, float]

_FINENESS: Final = 500.0
"""A curve is flattened to within this part of the extent of its control points."""
_MOST: Final = 64
"""Segments of one flattened curve."""


class Strokes:
    """Strokes gathered from outlines, on the canvas. A pen in the sense of fontTools."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.sizes: list[int] = []
        self.matrix: Matrix = np.eye(2, 3)

    def add_path(self, data: str, matrix: Matrix, path: str) -> None:
        """Take the strokes of path data: one for each part that begins with a move.

        Raises:
            InkError: ``bad_path``, ``too_many_strokes``, ``too_many_points``.
        """
        self.matrix = matrix
        try:
            parse_path(" ".join(data.split()), self)
        except InkError:
            raise
        except (ValueError, IndexError, OverflowError, ZeroDivisionError):
            raise InkError("bad_path", "this is no path data", path) from None

    def moveTo(self, point: Point) -> None:  # noqa: N802
        """Begin a stroke."""
        check_counts(len(self.sizes) + 1, 0)
        self.sizes.append(0)
        self._add(np.array([point]))

    def lineTo(self, point: Point) -> None:  # noqa: N802
        """Go straight to a point."""
        self._add(np.array([point]))

    def curveTo(self, first: Point, second: Point, end: Point) -> None:  # noqa: N802
        """Go along a cubic Bézier curve, from where the pen is."""
        self._curve(np.array([first, second, end]) @ self.matrix[:, :2].T + self.matrix[:, 2])

    def qCurveTo(self, control: Point, end: Point) -> None:  # noqa: N802
        """Go along a quadratic Bézier curve, from where the pen is."""
        corners = np.array([control, end]) @ self.matrix[:, :2].T + self.matrix[:, 2]
        start = np.array(self.points[-1])
        first, second = start + (corners[0] - start) / 1.5, corners[1] + (corners[0] - corners[1]) / 1.5
        self._curve(np.array([first, second, corners[1]]))

    def closePath(self) -> None:  # noqa: N802
        """End a closed part; the parser has drawn the line back already."""

    def endPath(self) -> None:  # noqa: N802
        """End an open part."""

    def _curve(self, corners: NDArray[np.float64]) -> None:
        hull = np.concatenate(([self.points[-1]], corners))
        segments = _segments(hull)
        s = np.linspace(0.0, 1.0, segments + 1)[1:, np.newaxis]
        weights = np.concatenate(((1 - s) ** 3, 3 * s * (1 - s) ** 2, 3 * s**2 * (1 - s), s**3), axis=1)
        self._keep(weights @ hull)

    def _add(self, points: NDArray[np.float64]) -> None:
        self._keep(points @ self.matrix[:, :2].T + self.matrix[:, 2])

    def _keep(self, points: NDArray[np.float64]) -> None:
        check_counts(0, len(self.points) + len(points))
        self.points.extend(map(tuple, points.tolist()))
        self.sizes[-1] += len(points)


def _segments(hull: NDArray[np.float64]) -> int:
    """How many chords keep a cubic curve close enough: Wang's bound on its second differences."""
    extent = float((hull.max(axis=0) - hull.min(axis=0)).max())
    bend = float(np.hypot(*(hull[:-2] - 2 * hull[1:-1] + hull[2:]).T).max())
    if extent == 0:
        return 1
    if not (np.isfinite(extent) and np.isfinite(bend)):
        return _MOST
    return int(min(max(np.ceil(np.sqrt(0.75 * bend * _FINENESS / extent)), 1), _MOST))
