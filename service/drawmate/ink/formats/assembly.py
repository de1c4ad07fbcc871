"""From the loose columns a reader gathered to a checked and repaired drawing.

Faults of type or number are refused with the path of the first of them; faults that carry no ink (empty
strokes, repeated points, broken times) are repaired and named in the reading's warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats.reading import Reading
from drawmate.ink.limits import MAX_COORDINATE, MAX_POINTS, MAX_STROKES, MAX_TIME

Floats = NDArray[np.float64]
Where = Callable[[int, int, str], str]
"""The path of a number, from its stroke, its point in the stroke and its axis (``x y t pressure``)."""

_NUMBERS: Final = frozenset((int, float))
_AXES: Final = ("x", "y", "t", "pressure")
_SLACK: Final = 0.02
"""How far outside 0..1 a pressure may be (rounding of other programs) before it is not believed."""


def assemble(
    xs: list[Any],
    ys: list[Any],
    sizes: Sequence[int],
    where: Where,
    *,
    ts: list[Any] | None = None,
    pressures: list[Any] | None = None,
    column_major: bool = False,
    canvas: tuple[float, float] | None = None,
    warnings: Iterable[str] = (),
    meta: Mapping[str, Any] | None = None,
) -> Reading:
    """A reading from values decoded from JSON, which may be of any type.

    Args:
        xs, ys, ts, pressures: one value a point, all strokes in a row; ts and pressures None where not all
            known.
        sizes: points of each stroke, zeros for empty ones.
        where: names the path of a fault.
        column_major: whether a stroke's x come before its y in the source, to tell which fault is the first.

    Raises:
        InkError: ``not_a_number``, ``out_of_range``, ``too_many_strokes``, ``too_many_points``.
    """
    check_counts(len(sizes), len(xs))
    x, y, t, pressure = numbers(xs, ys, sizes, where, ts=ts, pressures=pressures, column_major=column_major)
    return settle(x, y, sizes, t, pressure, canvas=canvas, warnings=warnings, meta=meta)


def numbers(
    xs: list[Any],
    ys: list[Any],
    sizes: Sequence[int],
    where: Where,
    *,
    ts: list[Any] | None = None,
    pressures: list[Any] | None = None,
    column_major: bool = False,
) -> tuple[Floats, Floats, Floats | None, Floats | None]:
    """The x, y, t and pressure columns as float64, if every value is a number within range; see ``assemble``.

    Raises:
        InkError: ``not_a_number``, ``out_of_range``, with the path of the first fault.
    """
    flat = _floats(xs + ys, MAX_COORDINATE)
    t = _floats(ts, MAX_TIME) if ts is not None else None
    pressure = _floats(pressures, MAX_COORDINATE) if pressures is not None else None
    if flat is None or (t is None) != (ts is None) or (pressure is None) != (pressures is None):
        raise _first_fault((xs, ys, ts, pressures), sizes, where, column_major)
    points = len(xs)
    return flat[:points], flat[points:], t, pressure


def settle(
    x: Floats,
    y: Floats,
    sizes: Sequence[int],
    t: Floats | None = None,
    pressure: Floats | None = None,
    *,
    canvas: tuple[float, float] | None = None,
    warnings: Iterable[str] = (),
    meta: Mapping[str, Any] | None = None,
) -> Reading:
    """A reading from numeric columns of points within range (see ``check_range``), repaired and frozen."""
    noted = list(warnings)
    kept = sizes
    if 0 in sizes:
        noted.append("empty_stroke")
        kept = [n for n in sizes if n]
    offsets = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=offsets[1:])
    if t is not None and x.size:
        if (t[1:] >= t[:-1]).all():
            t = t - t[0]
        else:
            t = None
            noted.append("times_ignored")
    if pressure is not None and x.size:
        pressure = _pressure(pressure, noted)
    columns = [x, y, t if x.size else None, pressure if x.size else None]
    repeated = _repeated(columns, offsets)
    if repeated is not None:
        noted.append("repeated_points")
        columns = [c if c is None else c[~repeated] for c in columns]
        offsets = offsets - np.concatenate(([0], np.cumsum(repeated)))[offsets]
    for column in (*columns, offsets):
        if column is not None:
            column.setflags(write=False)
    x, y = columns[0], columns[1]  # type: ignore[assignment]
    drawing = Drawing(x, y, offsets, columns[2], columns[3], canvas)
    return Reading(drawing, tuple(dict.fromkeys(noted)), meta if meta is not None else {})


def check_counts(strokes: int, points: int) -> None:
    """Refuse a drawing that is too large, before any work is done on it.

    Raises:
        InkError: ``too_many_strokes``, ``too_many_points``.
    """
    if strokes > MAX_STROKES:
        raise InkError("too_many_strokes", f"more than {MAX_STROKES} strokes")
    if points > MAX_POINTS:
        raise InkError("too_many_points", f"more than {MAX_POINTS} points")


def check_range(x: Floats, y: Floats, sizes: Sequence[int], where: Where) -> None:
    """Refuse coordinates that are not finite or beyond the limit.

    Raises:
        InkError: ``out_of_range``, with the path of the first.
    """
    bad = ~((np.abs(x) <= MAX_COORDINATE) & (np.abs(y) <= MAX_COORDINATE))
    if bad.any():
        n = int(bad.argmax())
        stroke, point = locate(n, sizes)
        axis = "y" if abs(x[n]) <= MAX_COORDINATE else "x"
        raise InkError("out_of_range", _RANGE, where(stroke, point, axis))


def locate(n: int, sizes: Sequence[int]) -> tuple[int, int]:
    """The stroke of the drawing's n-th point, and the point's place in that stroke."""
    for stroke, size in enumerate(sizes):
        if n < size:
            return stroke, n
        n -= size
    raise IndexError(n)


def positive_pair(width: Any, height: Any) -> tuple[float, float] | None:
    """A canvas size, or None unless both are ordinary positive numbers."""
    if type(width) not in _NUMBERS or type(height) not in _NUMBERS:
        return None
    if not (0 < width <= MAX_COORDINATE and 0 < height <= MAX_COORDINATE):
        return None
    return float(width), float(height)


_RANGE: Final = f"a coordinate must be a finite number within ±{MAX_COORDINATE:g}"


def _floats(values: list[Any], limit: float) -> Floats | None:
    """The values as float64, or None if one of them is no number or beyond the limit."""
    if not _NUMBERS.issuperset(map(type, values)):
        return None
    try:
        array = np.array(values, np.float64)
    except OverflowError:
        return None
    return array if not values or np.abs(array).max() <= limit else None


def _pressure(pressure: Floats, noted: list[str]) -> Floats | None:
    """Pressures clipped to 0..1; None if they are no pressures (noted), or all 0, which means unknown."""
    if not (pressure.min() >= -_SLACK and pressure.max() <= 1 + _SLACK):
        noted.append("pressure_ignored")
        return None
    return np.clip(pressure, 0.0, 1.0) if pressure.any() else None


def _repeated(columns: list[Floats | None], offsets: NDArray[np.int64]) -> NDArray[np.bool_] | None:
    """Which points say nothing that the point before them in their stroke does not; None if none."""
    x, y = columns[0], columns[1]
    assert x is not None
    assert y is not None
    if x.size < 2:
        return None
    same = x[1:] == x[:-1]
    same &= y[1:] == y[:-1]
    if not same.any():
        return None
    for column in columns[2:]:
        if column is not None:
            same &= column[1:] == column[:-1]
    repeated = np.concatenate(([False], same))
    repeated[offsets[:-1]] = False
    return repeated if repeated.any() else None


def _first_fault(
    columns: tuple[list[Any] | None, ...], sizes: Sequence[int], where: Where, column_major: bool
) -> InkError:
    """The fault that comes first in the source. One that bulk checks saw must be there."""
    faults: list[tuple[tuple[int, int, int], InkError]] = []
    for number, (axis, values) in enumerate(zip(_AXES, columns, strict=True)):
        for n, value in enumerate(values or ()):
            fault = _fault(value, MAX_TIME if axis == "t" else MAX_COORDINATE, axis)
            if fault is not None:
                stroke, point = locate(n, sizes)
                order = (stroke, number, point) if column_major else (stroke, point, number)
                faults.append((order, InkError(*fault, where(stroke, point, axis))))
                break
    return min(faults, key=lambda f: f[0])[1]


def _fault(value: Any, limit: float, axis: str) -> tuple[str, str] | None:
    if type(value) not in _NUMBERS:
        return "not_a_number", "must be a number; strings, booleans and null are not accepted"
    if value != value:
        return "not_a_number", "must be a finite number"
    if not -limit <= value <= limit:
        return "out_of_range", _RANGE if axis in "xy" else f"must be a finite number within ±{limit:g}"
    return None
