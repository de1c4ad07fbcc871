"""The Drawing: strokes as flat, immutable columns. Reading and writing files is in ``formats``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drawmate.ink.errors import InkError
from drawmate.ink.limits import MAX_COORDINATE, MAX_POINTS, MAX_STROKES

Floats = NDArray[np.float64]
Offsets = NDArray[np.int64]
StrokeColumns = Sequence[ArrayLike]


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """An immutable drawing of P points in S strokes; y grows downward.

    Attributes:
        x, y: (P,) float64, in the units of the canvas.
        offsets: (S + 1,) int64; stroke i is the points ``offsets[i]:offsets[i + 1]``, never empty.
        t: (P,) float64 milliseconds from the first point, non-decreasing; or None.
        pressure: (P,) float64 in 0..1; or None.
        canvas: (width, height) of the surface it was made on, if known.
    """

    x: Floats
    y: Floats
    offsets: Offsets
    t: Floats | None = None
    pressure: Floats | None = None
    canvas: tuple[float, float] | None = None

    @classmethod
    def from_strokes(
        cls,
        strokes: Sequence[StrokeColumns],
        *,
        pressure: Sequence[ArrayLike] | None = None,
        canvas: tuple[float, float] | None = None,
    ) -> Drawing:
        """Build from Quick, Draw! columns: ``[[xs, ys] or [xs, ys, ts], …]``.

        Empty strokes are dropped. Times are kept only if every stroke has them and they never decrease;
        they are shifted to begin at 0. Use ``drawmate.ink.formats`` for input nobody vouches for.

        Raises:
            InkError: ``ragged_stroke``, ``out_of_range``, ``too_many_strokes``, ``too_many_points``.
        """
        xs, ys, ts, ps, sizes = [], [], [], [], []
        timed = True
        for i, stroke in enumerate(strokes):
            columns = [np.asarray(c, dtype=np.float64) for c in stroke]
            if len(columns) < 2 or any(c.ndim != 1 or c.size != columns[0].size for c in columns):
                raise InkError("ragged_stroke", "the columns have different lengths", f"strokes[{i}]")
            if not columns[0].size:
                continue
            xs.append(columns[0])
            ys.append(columns[1])
            sizes.append(columns[0].size)
            timed = timed and len(columns) > 2
            if timed:
                ts.append(columns[2])
            if pressure is not None:
                ps.append(np.asarray(pressure[i], dtype=np.float64))
        t = np.concatenate(ts) if timed and ts else None
        if t is not None:
            t = t - t[0] if np.isfinite(t).all() and (np.diff(t) >= 0).all() else None
        return cls.from_columns(
            np.concatenate(xs) if xs else np.empty(0),
            np.concatenate(ys) if ys else np.empty(0),
            np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
            t=t,
            pressure=np.concatenate(ps) if ps else None,
            canvas=canvas,
        )

    @classmethod
    def from_columns(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        offsets: ArrayLike,
        *,
        t: ArrayLike | None = None,
        pressure: ArrayLike | None = None,
        canvas: tuple[float, float] | None = None,
    ) -> Drawing:
        """Build from flat columns, checking shapes, range and limits. Arrays are copied and frozen.

        Raises:
            InkError: ``ragged_stroke``, ``out_of_range``, ``too_many_strokes``, ``too_many_points``.
        """
        columns = [_frozen(x), _frozen(y)] + [_frozen(c) for c in (t, pressure) if c is not None]
        starts = np.array(offsets, dtype=np.int64)
        starts.setflags(write=False)
        points = columns[0].size
        if starts.size - 1 > MAX_STROKES:
            raise InkError("too_many_strokes", f"more than {MAX_STROKES} strokes")
        if points > MAX_POINTS:
            raise InkError("too_many_points", f"more than {MAX_POINTS} points")
        if any(c.shape != (points,) for c in columns):
            raise InkError("ragged_stroke", "the columns have different lengths")
        if starts.ndim != 1 or not starts.size or starts[0] != 0 or starts[-1] != points:
            raise InkError("ragged_stroke", "the offsets do not span the points")
        if (np.diff(starts) <= 0).any():
            raise InkError("ragged_stroke", "a stroke is empty")
        if points and not (np.abs(np.concatenate(columns[:2])) <= MAX_COORDINATE).all():
            raise InkError("out_of_range", f"a coordinate is not a number within ±{MAX_COORDINATE:g}")
        return cls(
            columns[0],
            columns[1],
            starts,
            columns[2] if t is not None else None,
            columns[-1] if pressure is not None else None,
            canvas,
        )

    def __len__(self) -> int:
        """Number of strokes."""
        return int(self.offsets.size - 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drawing):
            return NotImplemented
        return self.canvas == other.canvas and all(
            (a is None and b is None) or (a is not None and b is not None and np.array_equal(a, b))
            for a, b in zip(self._arrays(), other._arrays(), strict=True)
        )

    def __hash__(self) -> int:
        return hash((self.x.tobytes(), self.y.tobytes(), self.offsets.tobytes()))

    def _arrays(self) -> tuple[NDArray[Any] | None, ...]:
        return (self.x, self.y, self.offsets, self.t, self.pressure)

    @property
    def points(self) -> int:
        """Number of points."""
        return int(self.x.size)

    @property
    def blank(self) -> bool:
        """Whether there is no ink at all."""
        return self.points == 0

    def strokes(self) -> Iterator[tuple[Floats, Floats]]:
        """Each stroke's x and y columns (read-only views)."""
        for a, b in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield self.x[a:b], self.y[a:b]

    def to_strokes(self, *, times: bool = True) -> list[list[list[float]]]:
        """Quick, Draw! columns as plain lists, with times when known and wanted."""
        columns = [self.x, self.y] + ([self.t] if times and self.t is not None else [])
        return [
            [c[a:b].tolist() for c in columns]
            for a, b in zip(self.offsets[:-1], self.offsets[1:], strict=True)
        ]

    def bounds(self) -> tuple[float, float, float, float]:
        """(left, top, right, bottom) of the ink.

        Raises:
            InkError: ``blank`` when there is no ink.
        """
        if self.blank:
            raise InkError("blank", "a drawing without ink has no bounds")
        return float(self.x.min()), float(self.y.min()), float(self.x.max()), float(self.y.max())

    def prefix(self, points: int) -> Drawing:
        """The drawing as it was after its first ``points`` points."""
        n = max(0, min(points, self.points))
        kept = self.offsets[self.offsets < n]
        return self._cut(slice(0, n), np.append(kept, n) if n else np.zeros(1, np.int64))

    def first_strokes(self, count: int) -> Drawing:
        """The drawing as it was after its first ``count`` strokes."""
        return self.prefix(int(self.offsets[max(0, min(count, len(self)))]))

    def _cut(self, part: slice, offsets: Offsets) -> Drawing:
        offsets.setflags(write=False)
        return Drawing(
            self.x[part],
            self.y[part],
            offsets,
            None if self.t is None else self.t[part],
            None if self.pressure is None else self.pressure[part],
            self.canvas,
        )


def _frozen(column: ArrayLike) -> Floats:
    array = np.array(column, dtype=np.float64)
    array.setflags(write=False)
    return array
