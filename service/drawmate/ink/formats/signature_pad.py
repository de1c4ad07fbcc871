"""``signature_pad``: ``[{"points": [{"x", "y", "time", "pressure"}, …], …}, …]``, as from ``toData()``.

Times are milliseconds since 1970; pressure 0 means that the device told none. Versions before 4 gave a plain
list of points for each stroke, which is read too. Source: github.com/szimek/signature_pad, ``point.ts``.
"""

from __future__ import annotations

from typing import Any

from drawmate.ink.formats.assembly import check_counts
from drawmate.ink.formats.points import ObjectPoints
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array


def parse(value: Any, path: str = "strokes") -> Reading:
    """The point groups of a signature pad.

    Raises:
        InkError: ``wrong_shape``, ``missing_coordinate``, ``not_a_number``, ``out_of_range``,
            ``too_many_strokes``, ``too_many_points``.
    """
    groups = as_array(value, path, "an array of point groups {points}")
    check_counts(len(groups), 0)
    points = ObjectPoints(time_key="time")
    places = []
    for i, group in enumerate(groups):
        grouped = type(group) is dict
        places.append(f"{path}[{i}].points" if grouped else f"{path}[{i}]")
        points.add(group.get("points") if grouped else group, places[i])
    return points.reading(lambda i, k, axis: f"{places[i]}[{k}].{axis}")
