"""``tldraw``: the draw shapes of a .tldr file, a store snapshot or clipboard content.

A shape lies at ``x, y`` in its parent (page, group or frame), turned by ``rotation`` (radians, clockwise on
screen). Its segments hold points as objects, as base64 of little-endian half floats (x, y, z a point), or,
newest, as a ``path``: base64 of one point of single floats and then differences as half floats, with z unless
``dim`` is 2. z is the pressure. Source: TLDrawShape and b64Vecs of github.com/tldraw/tldraw.
"""

from __future__ import annotations

import base64
import binascii
import math
from typing import Any, Final

import numpy as np

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats, check_counts, check_range, settle
from drawmate.ink.formats.excalidraw import number
from drawmate.ink.formats.points import ObjectPoints
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, as_object, join
from drawmate.ink.limits import MAX_DOCUMENT_DEPTH, MAX_ELEMENTS, MAX_POINTS

_UNKNOWN: Final = 0.5
"""The z of a point whose pressure nobody measured."""
_LONGEST_PATH: Final = MAX_POINTS * 8 + 24

Records = dict[str, dict[str, Any]]


def parse(value: Any, path: str = "") -> Reading:
    """The ink of a document: its draw shapes in the order of their index, on the first page that has any.

    Raises:
        InkError: ``wrong_shape``, ``not_a_number``, ``missing_coordinate``, ``out_of_range``, ``bad_base64``,
            ``too_deep``, ``too_many_elements``, ``too_many_strokes``, ``too_many_points``.
    """
    records, places = _records(value, path)
    warnings = []
    pages: dict[str, list[str]] = {}
    for key, record in records.items():
        if record.get("type") == "draw":
            pages.setdefault(_page(key, records), []).append(key)
        elif record.get("type") not in ("group", "frame"):
            warnings.append("elements_ignored")
    if len(pages) > 1:
        warnings.append("pages_ignored")
    page = min(pages) if pages else ""
    shapes = sorted(pages.get(page, ()), key=lambda key: _order(key, records))
    check_counts(len(shapes), 0)
    strokes: list[Floats] = []
    points = 0
    for key in shapes:
        stroke = _stroke(records[key], places[key])
        points += stroke.shape[1]
        check_counts(0, points)
        stroke[:2] = _on_page(stroke[:2], key, records, places)
        strokes.append(stroke)
    sizes = [s.shape[1] for s in strokes]
    x, y, z = np.concatenate(strokes, axis=1) if strokes else np.empty((3, 0))
    check_range(x, y, sizes, lambda i, k, axis: f"{places[shapes[i]]}.props.segments")
    measured = bool(z.size) and bool(np.isfinite(z).all()) and bool((np.abs(z - _UNKNOWN) > 0.01).any())
    return settle(x, y, sizes, None, z if measured else None, warnings=warnings)


def _records(value: Any, path: str) -> tuple[Records, dict[str, str]]:
    """The shapes of a document by id, and the path of each."""
    if type(value) is dict and type(value.get("document")) is dict:
        value, path = value["document"], join(path, "document")
    found: Any = value
    if type(value) is dict:
        key = next((k for k in ("records", "shapes", "store") if k in value), "records")
        found, path = value.get(key), join(path, key)
    if type(found) is dict:
        listed = list(found.values())
    else:
        listed = as_array(found, path, "a tldraw document, snapshot or array of records")
    if len(listed) > MAX_ELEMENTS:
        raise InkError("too_many_elements", f"more than {MAX_ELEMENTS} records", path)
    records: Records = {}
    places = {}
    for i, record in enumerate(listed):
        if type(record) is not dict or type(record.get("id")) is not str:
            continue
        if record.get("typeName", "shape") == "shape":
            records[record["id"]] = record
            places[record["id"]] = f"{path}[{i}]"
    return records, places


def _line(key: str, records: Records) -> list[str]:
    """The shape and those it lies in, innermost first."""
    line = [key]
    while True:
        parent = records[line[-1]].get("parentId")
        if type(parent) is not str or parent not in records:
            return line
        if len(line) == MAX_DOCUMENT_DEPTH:
            raise InkError("too_deep", f"shapes are nested more than {MAX_DOCUMENT_DEPTH} deep")
        line.append(parent)


def _page(key: str, records: Records) -> str:
    return str(records[_line(key, records)[-1]].get("parentId", ""))


def _order(key: str, records: Records) -> list[str]:
    """Sorts shapes by the fractional index strings of their line, outermost first."""
    return [str(records[k].get("index", "")) for k in reversed(_line(key, records))]


def _on_page(xy: Floats, key: str, records: Records, places: dict[str, str]) -> Floats:
    """Points (2, N) of a shape, moved into the space of its page."""
    for k in _line(key, records):
        record, place = records[k], places[k]
        angle = number(record.get("rotation"), 0.0, f"{place}.rotation")
        c, s = math.cos(angle), math.sin(angle)
        at = [[number(record.get(axis), 0.0, f"{place}.{axis}")] for axis in ("x", "y")]
        xy = np.array([[c, -s], [s, c]]) @ xy + at
    return xy


def _stroke(record: dict[str, Any], place: str) -> Floats:
    """The x, y, z (3, N) of one draw shape in its own space: all its segments, one after the other."""
    props = as_object(record.get("props"), f"{place}.props", "an object")
    segments = as_array(props.get("segments"), f"{place}.props.segments", "an array of segments")
    check_counts(len(segments), 0)
    parts: list[Floats] = []
    points = 0
    for j, segment in enumerate(segments):
        path = f"{place}.props.segments[{j}]"
        with np.errstate(invalid="ignore", over="ignore"):
            part = _segment(as_object(segment, path, "an object"), path)
        points += part.shape[1]
        check_counts(0, points)
        parts.append(part)
    stroke = np.concatenate(parts, axis=1) if parts else np.empty((3, 0))
    check_range(stroke[0], stroke[1], [points], lambda i, k, axis: f"{place}.props.segments")
    for row, axis in enumerate(("scaleX", "scaleY")):
        stroke[row] *= number(props.get(axis), 1.0, f"{place}.props.{axis}")
    return stroke


def _segment(segment: dict[str, Any], path: str) -> Floats:
    given = segment.get("points")
    if type(given) is list:
        points = ObjectPoints(pressure_key="z")
        points.add(given, f"{path}.points")
        read = points.columns(lambda _, k, axis: f"{path}.points[{k}].{axis}")
        return np.array((read[0], read[1], np.full(len(given), _UNKNOWN) if read[3] is None else read[3]))
    if type(given) is str:
        content = _bytes(given, f"{path}.points")
        return _halves(content, 3, f"{path}.points")
    place = f"{path}.path"
    content = _bytes(segment.get("path"), place)
    dim = 2 if segment.get("dim") == 2 else 3
    if not content:
        return np.empty((3, 0))
    if len(content) < 4 * dim:
        raise InkError("bad_base64", "is cut short", place)
    first = np.frombuffer(content[: 4 * dim], "<f4").astype(np.float64).reshape(dim, 1)
    steps = _halves(content[4 * dim :], dim, place)[:dim]
    columns = np.cumsum(np.concatenate((first, steps), axis=1), axis=1)
    return columns if dim == 3 else np.concatenate((columns, np.full((1, columns.shape[1]), _UNKNOWN)))


def _bytes(text: Any, path: str) -> bytes:
    if type(text) is not str:
        raise InkError("wrong_shape", "a segment must have points or a path", path)
    if len(text) > _LONGEST_PATH:
        check_counts(0, len(text))
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise InkError("bad_base64", "is not base64", path) from None


def _halves(content: bytes, dim: int, path: str) -> Floats:
    """Half floats, ``dim`` a point, as columns (dim, N)."""
    if len(content) % (2 * dim):
        raise InkError("bad_base64", "is cut short", path)
    return np.frombuffer(content, "<f2").astype(np.float64).reshape(-1, dim).T
