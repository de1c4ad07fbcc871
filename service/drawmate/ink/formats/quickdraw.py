"""``quickdraw`` and ``quickdraw_simplified``: the ndjson files of the Quick, Draw! data set.

A line is a record; it has ``drawing`` (columns; raw files with times, simplified ones without) and may have ``word``,
``countrycode``, ``timestamp``, ``recognized`` and ``key_id``. Source: github.com/googlecreativelab/
quickdraw-dataset, README (whose table calls the drawing a string; in the files it is an array).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import orjson

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats import columns
from drawmate.ink.formats.jsontext import loads
from drawmate.ink.formats.reading import Allowance, Reading
from drawmate.ink.formats.shapes import as_object
from drawmate.ink.simplify import is_simplified, simplify

_LONGEST_TEXT: Final = 200
"""Characters of a meta value worth keeping."""
_KEYS: Final = ("word", "countrycode", "timestamp", "recognized", "key_id")


def parse(value: Any, path: str = "") -> Reading:
    """One record. What it says of itself goes to the reading's meta, where it is of the right type.

    Raises:
        InkError: as ``columns.parse``.
    """
    record = as_object(value, path, "a record with drawing")
    reading = columns.parse(record)
    return replace(reading, meta=_meta(record))


def read(data: bytes, allowance: Allowance) -> list[Reading]:
    """Every record of an ndjson file; empty lines are skipped.

    Raises:
        InkError: as ``parse`` and ``jsontext.loads``, the path beginning with the number of the record, from
            0; ``too_many_drawings``.
    """
    if len(data) > allowance.bytes:
        raise InkError("too_big", f"more than {allowance.bytes} bytes")
    readings: list[Reading] = []
    for line in data.splitlines():
        if not line or line.isspace():
            continue
        allowance.check_drawings(len(readings) + 1)
        try:
            readings.append(parse(loads(line, max_bytes=allowance.bytes)))
        except InkError as error:
            path = f"[{len(readings)}]"
            raise InkError(
                error.code, error.message, f"{path}.{error.path}" if error.path else path
            ) from None
    return readings


def write(readings: Iterable[Reading]) -> bytes:
    """Raw records, one a line: coordinates as they are, times where known."""
    return _lines(_record(r.meta, r.drawing) for r in readings)


def write_simplified(readings: Iterable[Reading]) -> bytes:
    """Simplified records, one a line; a drawing that has the form of simplified ones is written as it is."""
    return _lines(_record(r.meta, simplified(r.drawing)) for r in readings)


def simplified(drawing: Drawing) -> Drawing:
    """The drawing if it has the form of the data set's simplified ones, else its simplification."""
    return drawing if is_simplified(drawing) else simplify(drawing)


def _record(meta: Mapping[str, Any], drawing: Drawing) -> dict[str, Any]:
    return {key: meta[key] for key in _KEYS if key in meta} | {"drawing": columns.to_columns(drawing)}


def _lines(records: Iterable[dict[str, Any]]) -> bytes:
    return b"".join(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE) for record in records)


def _meta(record: dict[str, Any]) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    for key in ("word", "countrycode", "timestamp", "key_id"):
        value = record.get(key)
        if type(value) is int:
            value = str(value)
        if type(value) is str and len(value) <= _LONGEST_TEXT:
            meta[key] = value
    if type(record.get("recognized")) is bool:
        meta["recognized"] = record["recognized"]
    return meta
