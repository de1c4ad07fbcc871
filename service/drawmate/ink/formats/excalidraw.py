"""``excalidraw``: the freehand elements of an Excalidraw document (.excalidraw), scene or clipboard.

A ``freedraw`` element has points relative to its ``x, y`` and is turned by ``angle`` (radians, clockwise on
screen) about the centre of its points' box. Deleted elements are skipped. Source: the element types of
github.com/excalidraw/excalidraw.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats, check_counts, check_range, numbers, settle
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, join
from drawmate.ink.limits import MAX_COORDINATE, MAX_ELEMENTS

_NUMBERS: Final = frozenset((int, float))


def parse(value: Any, path: str = "") -> Reading:
    """The ink of a document, or of the list of its elements.

    Raises:
        InkError: ``wrong_shape``, ``not_a_number``, ``out_of_range``, ``too_many_elements``,
            ``too_many_strokes``, ``too_many_points``.
    """
    if type(value) is dict:
        value, path = value.get("elements"), join(path, "elements")
    elements = as_array(value, path, "an array of elements")
    if len(elements) > MAX_ELEMENTS:
        raise InkError("too_many_elements", f"more than {MAX_ELEMENTS} elements", path)
    warnings = []
    strokes: list[Floats] = []
    pressures: list[Floats] = []
    places = []
    points = 0
    for i, element in enumerate(elements):
        if type(element) is not dict or element.get("isDeleted") is True:
            continue
        if element.get("type") != "freedraw":
            warnings.append("elements_ignored")
            continue
        place = f"{path}[{i}]"
        stroke, pressure = _element(element, place)
        points += stroke.shape[1]
        check_counts(len(strokes) + 1, points)
        strokes.append(stroke)
        places.append(place)
        if pressure is not None:
            pressures.append(pressure)
    sizes = [s.shape[1] for s in strokes]
    if pressures and len(pressures) < len(strokes):
        warnings.append("pressure_ignored")
    x, y = np.concatenate(strokes, axis=1) if strokes else np.empty((2, 0))
    check_range(x, y, sizes, lambda i, k, axis: f"{places[i]}.points[{k}]")
    whole = np.concatenate(pressures) if pressures and len(pressures) == len(strokes) else None
    return settle(x, y, sizes, None, whole, warnings=warnings)


def number(value: Any, default: float, path: str) -> float:
    """A number of the document, or the default where it is missing.

    Raises:
        InkError: ``not_a_number``, ``out_of_range``.
    """
    if value is None:
        return default
    if type(value) not in _NUMBERS:
        raise InkError("not_a_number", "must be a number", path)
    if not -MAX_COORDINATE <= value <= MAX_COORDINATE:
        raise InkError("out_of_range", f"must be finite and within ±{MAX_COORDINATE:g}", path)
    return float(value)


def _element(element: dict[str, Any], path: str) -> tuple[Floats, Floats | None]:
    """Points (2, N) on the canvas, and the pressures if there is one for every point."""
    rows = as_array(element.get("points"), f"{path}.points", "an array of [x, y]")
    check_counts(0, len(rows))
    for k, row in enumerate(rows):
        if type(row) is not list or len(row) < 2:
            raise InkError("wrong_shape", "a point must be [x, y]", f"{path}.points[{k}]")
    x, y, _, _ = numbers(
        [row[0] for row in rows], [row[1] for row in rows], [len(rows)],
        lambda _, k, axis: f"{path}.points[{k}][{'xy'.index(axis)}]",
    )  # fmt: skip
    xy = np.array((x, y))
    angle = number(element.get("angle"), 0.0, f"{path}.angle")
    if angle and rows:
        centre = (xy.min(axis=1, keepdims=True) + xy.max(axis=1, keepdims=True)) / 2
        c, s = math.cos(angle), math.sin(angle)
        xy = np.array([[c, -s], [s, c]]) @ (xy - centre) + centre
    xy = xy + [[number(element.get(axis), 0.0, f"{path}.{axis}")] for axis in ("x", "y")]
    given = element.get("pressures")
    if (
        type(given) is not list
        or len(given) != len(rows)
        or not rows
        or element.get("simulatePressure") is True
    ):
        return xy, None
    if not _NUMBERS.issuperset(map(type, given)) or not all(0 <= p <= 1 for p in given):
        return xy, None
    return xy, np.array(given, np.float64)
