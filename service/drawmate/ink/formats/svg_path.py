"""SVG outlines as strokes: path data, read by svg.path, flattened with a bounded number of points."""

from __future__ import annotations

import math
import re
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray
from svg.path import Arc, Close, CubicBezier, Line, Move, QuadraticBezier, parse_path

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import check_counts
from drawmate.ink.limits import MAX_POINTS

Matrix = NDArray[np.float64]
"""(2, 3): a point p becomes ``m[:, :2] @ p + m[:, 2]``."""
Point = tuple[float, float]

_FINENESS: Final = 500.0
"""A curve is flattened to within this part of the extent of its control points."""
_MOST: Final = 64
"""Segments of one flattened curve, or of a whole turn of an arc."""
_NUMBER: Final = re.compile(r"\d+\.?\d*|\.\d+")
_NUMBERS_A_POINT: Final = 7
"""Of an arc, which needs the most; so more numbers than this are more points than are allowed."""


class Strokes:
    """Strokes gathered from outlines, on the canvas."""

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
        numbers = sum(1 for _ in islice(_NUMBER.finditer(data), _NUMBERS_A_POINT * MAX_POINTS + 1))
        check_counts(0, numbers // _NUMBERS_A_POINT)
        try:
            closed = False
            for segment in parse_path(" ".join(data.split())):
                if closed and not isinstance(segment, Move):
                    self.begin(_point(segment.start))
                self._draw(segment)
                closed = isinstance(segment, Close)
        except InkError:
            raise
        except (ValueError, IndexError, TypeError, AssertionError, OverflowError, ZeroDivisionError):
            raise InkError("bad_path", "this is no path data", path) from None

    def begin(self, point: Point) -> None:
        """Begin a stroke."""
        check_counts(len(self.sizes) + 1, 0)
        self.sizes.append(0)
        self._add(np.array([point]))

    def line(self, point: Point) -> None:
        """Go straight to a point."""
        self._add(np.array([point]))

    def _draw(self, segment: Move | Line | Close | CubicBezier | QuadraticBezier | Arc) -> None:
        match segment:
            case Move():
                self.begin(_point(segment.end))
            case CubicBezier():
                self._curve(self._placed(segment.control1, segment.control2, segment.end))
            case QuadraticBezier():
                control, end = self._placed(segment.control, segment.end)
                start = np.array(self.points[-1])
                self._curve(np.array([start + (control - start) / 1.5, end + (control - end) / 1.5, end]))
            case Arc():
                flat = segment.start == segment.end or 0 in (segment.radius.real, segment.radius.imag)
                count = 1 if flat else max(1, math.ceil(_MOST * abs(segment.delta) / 360))
                turns = (segment.point(n / count) for n in range(1, count))
                self._add(np.array([*map(_point, turns), _point(segment.end)]))
            case Close() if segment.start == segment.end:
                pass
            case _:
                self.line(_point(segment.end))

    def _placed(self, *points: complex) -> NDArray[np.float64]:
        return np.array([_point(p) for p in points]) @ self.matrix[:, :2].T + self.matrix[:, 2]

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


def _point(number: complex) -> Point:
    return number.real, number.imag


def _segments(hull: NDArray[np.float64]) -> int:
    """How many chords keep a cubic curve close enough: Wang's bound on its second differences."""
    extent = float((hull.max(axis=0) - hull.min(axis=0)).max())
    bend = float(np.hypot(*(hull[:-2] - 2 * hull[1:-1] + hull[2:]).T).max())
    if extent == 0:
        return 1
    if not (np.isfinite(extent) and np.isfinite(bend)):
        return _MOST
    return int(min(max(np.ceil(np.sqrt(0.75 * bend * _FINENESS / extent)), 1), _MOST))
