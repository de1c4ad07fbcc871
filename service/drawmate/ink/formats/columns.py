"""``columns``: the native JSON, as in Quick, Draw!: ``[[[x…], [y…], [t…]?], …]``, one entry a stroke."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
import orjson

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats, Where, assemble, check_counts
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, strokes_of
from drawmate.ink.limits import MAX_POINTS

_STROKE: Final = "a stroke: [[x…], [y…]] or [[x…], [y…], [t…]]"
_HINT: Final = f"must be {_STROKE}; for rows of [x, y] say format rows, for a list of {{x, y}} format points"


def parse(value: Any, path: str = "strokes") -> Reading:
    """Strokes as columns. Times are kept only if every stroke has one for each point.

    Raises:
        InkError: ``wrong_shape``, ``ragged_stroke``, ``not_a_number``, ``out_of_range``,
            ``too_many_strokes``, ``too_many_points``.
    """
    strokes, path = strokes_of(value, path)
    strokes = as_array(strokes, path, "an array of strokes")
    check_counts(len(strokes), 0)
    xs: list[Any] = []
    ys: list[Any] = []
    ts: list[Any] = []
    sizes: list[int] = []
    any_times = False
    for i, stroke in enumerate(strokes):
        x, y, t = _split(stroke, path, i)
        size = len(x)
        if len(y) != size:
            raise InkError("ragged_stroke", "x and y have different lengths", f"{path}[{i}]")
        sizes.append(size)
        if not size:
            continue
        xs += x
        ys += y
        if len(xs) > MAX_POINTS:
            check_counts(0, len(xs))
        if t is not None:
            any_times = True
            if len(t) == size:
                ts += t
    timed = len(ts) == len(xs) and any_times
    return assemble(
        xs, ys, sizes, _where(path),
        ts=ts if timed else None,
        column_major=True,
        warnings=("times_ignored",) if any_times and not timed else (),
    )  # fmt: skip


def write(reading: Reading) -> bytes:
    """The drawing as JSON columns, with times where known; whole numbers are written as integers."""
    return orjson.dumps(to_columns(reading.drawing))


def to_columns(drawing: Drawing, *, times: bool = True) -> list[list[list[float]]]:
    """Columns as plain lists; a column of whole numbers is a list of int."""
    columns = [drawing.x, drawing.y] + ([drawing.t] if times and drawing.t is not None else [])
    lists = [plain(column) for column in columns]
    bounds = drawing.offsets.tolist()
    return [[c[a:b] for c in lists] for a, b in pairwise(bounds)]


def plain(column: Floats) -> list[float]:
    """A column as a list of int if all its values are whole, else of float."""
    whole = column.astype(np.int64)
    values: list[float] = (whole if (whole == column).all() else column).tolist()
    return values


def _split(stroke: Any, path: str, i: int) -> tuple[list[Any], list[Any], list[Any] | None]:
    if type(stroke) is list:
        if len(stroke) == 2:
            x, y = stroke
            t = None
        elif len(stroke) == 3:
            x, y, t = stroke
        elif not any(stroke):  # [] and [[]]
            return [], [], None
        else:
            raise InkError("wrong_shape", _HINT, f"{path}[{i}]")
        if type(x) is list and type(y) is list and (t is None or type(t) is list):
            return x, y, t
    raise InkError("wrong_shape", _HINT, f"{path}[{i}]")


def _where(path: str) -> Where:
    def where(stroke: int, point: int, axis: str) -> str:
        return f"{path}[{stroke}][{'xyt'.index(axis)}][{point}]"

    return where
