"""``mlkit``: ``{"strokes": [{"points": [{"x", "y", "t"?}, …]}, …], "writingArea"?: {"width", "height"}}``.

The shape of Google's ML Kit digital ink objects (Ink, Ink.Stroke, Ink.Point, WritingArea) as JSON.
"""

from __future__ import annotations

from typing import Any

from drawmate.ink.formats.assembly import check_counts, positive_pair
from drawmate.ink.formats.points import ObjectPoints
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, as_object, join


def parse(value: Any, path: str = "") -> Reading:
    """An ink, or the list of its strokes; a writing area becomes the canvas.

    Raises:
        InkError: ``wrong_shape``, ``missing_coordinate``, ``not_a_number``, ``out_of_range``,
            ``too_many_strokes``, ``too_many_points``.
    """
    canvas = None
    if type(value) is dict:
        area = value.get("writingArea", value.get("writing_area", value))
        if type(area) is dict:
            canvas = positive_pair(area.get("width"), area.get("height"))
        value, path = value.get("strokes"), join(path, "strokes")
    strokes = as_array(value, path, "an array of strokes {points}")
    check_counts(len(strokes), 0)
    points = ObjectPoints()
    for i, stroke in enumerate(strokes):
        stroke = as_object(stroke, f"{path}[{i}]", "an object {points}")
        points.add(stroke.get("points"), f"{path}[{i}].points")
    return points.reading(lambda i, k, axis: f"{path}[{i}].points[{k}].{axis}", canvas)
