"""``mathpix``: ``{"strokes": {"strokes": {"x": [[…], …], "y": [[…], …]}}}``, or an inner part of it.

Source: the request body of Mathpix's ``v3/strokes``, docs.mathpix.com/guides/strokes.
"""

from __future__ import annotations

from typing import Any

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import assemble, check_counts
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, as_object, join


def parse(value: Any, path: str = "") -> Reading:
    """The strokes of a Mathpix request.

    Raises:
        InkError: ``wrong_shape``, ``ragged_stroke``, ``not_a_number``, ``out_of_range``,
            ``too_many_strokes``, ``too_many_points``.
    """
    for _ in range(2):
        if type(value) is dict and "strokes" in value and "x" not in value:
            value, path = value["strokes"], join(path, "strokes")
    inner = as_object(value, path, 'an object {"x": [[…], …], "y": [[…], …]}')
    columns = {}
    for axis in ("x", "y"):
        columns[axis] = as_array(inner.get(axis), join(path, axis), "an array of strokes")
    check_counts(max(map(len, columns.values())), 0)
    if len(columns["x"]) != len(columns["y"]):
        raise InkError("ragged_stroke", "x and y have different numbers of strokes", path)
    xs: list[Any] = []
    ys: list[Any] = []
    sizes = []
    for i, (x, y) in enumerate(zip(columns["x"], columns["y"], strict=True)):
        x = as_array(x, f"{join(path, 'x')}[{i}]", "an array of numbers")
        y = as_array(y, f"{join(path, 'y')}[{i}]", "an array of numbers")
        if len(x) != len(y):
            raise InkError("ragged_stroke", "x and y have different lengths", f"{join(path, 'y')}[{i}]")
        check_counts(0, len(xs) + len(x))
        xs += x
        ys += y
        sizes.append(len(x))
    return assemble(
        xs, ys, sizes, lambda i, k, axis: f"{join(path, axis)}[{i}][{k}]", column_major=True
    )  # fmt: skip
