"""``rows``: strokes as lists of points, each ``[x, y]`` or ``[x, y, t]``."""

from __future__ import annotations

from typing import Any, Final

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import assemble, check_counts
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, strokes_of

_PLAIN: Final = frozenset((list,))
_WIDTHS: Final = frozenset((2, 3))


def parse(value: Any, path: str = "strokes") -> Reading:
    """Strokes as rows. Times are kept only if every point has one.

    Raises:
        InkError: ``wrong_shape``, ``not_a_number``, ``out_of_range``, ``too_many_strokes``,
            ``too_many_points``.
    """
    strokes, path = strokes_of(value, path)
    strokes = as_array(strokes, path, "an array of strokes")
    check_counts(len(strokes), 0)
    rows: list[list[Any]] = []
    sizes: list[int] = []
    for i, stroke in enumerate(strokes):
        points = as_array(stroke, f"{path}[{i}]", "a stroke: an array of [x, y] or [x, y, t]")
        check_counts(0, len(rows) + len(points))
        if not (_PLAIN.issuperset(map(type, points)) and _WIDTHS.issuperset(map(len, points))):
            raise _fault(points, f"{path}[{i}]")
        rows += points
        sizes.append(len(points))
    widths = set(map(len, rows))

    def where(stroke: int, point: int, axis: str) -> str:
        return f"{path}[{stroke}][{point}][{'xyt'.index(axis)}]"

    return assemble(
        [row[0] for row in rows], [row[1] for row in rows], sizes, where,
        ts=[row[2] for row in rows] if widths == {3} else None,
        warnings=("times_ignored",) if len(widths) == 2 else (),
    )  # fmt: skip


def _fault(points: list[Any], path: str) -> InkError:
    wrong = next(k for k, p in enumerate(points) if type(p) is not list or len(p) not in _WIDTHS)
    return InkError("wrong_shape", "a point must be [x, y] or [x, y, t]", f"{path}[{wrong}]")
