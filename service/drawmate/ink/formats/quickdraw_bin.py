"""``quickdraw_bin``: the binary files of the Quick, Draw! data set, simplified drawings packed end to end.

A record, little-endian without padding: key_id (u64), countrycode (2 bytes), recognized (i8), timestamp (u32,
seconds since 1970), number of strokes (u16); then for each stroke its number of points (u16), its x bytes and
its y bytes. Source: ``examples/binary_file_parser.py`` of github.com/googlecreativelab/quickdraw-dataset.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import check_counts, settle
from drawmate.ink.formats.quickdraw import simplified
from drawmate.ink.formats.reading import Allowance, Reading

_HEAD: Final = struct.Struct("<Q2sbIH")
_COUNT: Final = struct.Struct("<H")


def read(data: bytes, allowance: Allowance) -> list[Reading]:
    """Every record of a file.

    Raises:
        InkError: ``too_big``, ``truncated``, ``too_many_drawings``, ``too_many_strokes``,
            ``too_many_points``.
    """
    if len(data) > allowance.bytes:
        raise InkError("too_big", f"more than {allowance.bytes} bytes")
    readings: list[Reading] = []
    position = 0
    while position < len(data):
        allowance.check_drawings(len(readings) + 1)
        try:
            reading, position = _record(data, position)
        except (struct.error, IndexError):
            raise InkError("truncated", "the file ends inside this record", f"[{len(readings)}]") from None
        except InkError as error:
            raise InkError(error.code, error.message, f"[{len(readings)}]") from None
        readings.append(reading)
    return readings


def write(readings: Iterable[Reading]) -> bytes:
    """Records of the simplified drawings; what is not known of one is written as zeros."""
    parts = []
    for reading in readings:
        drawing = simplified(reading.drawing)
        parts.append(_head(reading.meta, len(drawing)))
        for x, y in drawing.strokes():
            parts += (_COUNT.pack(x.size), x.astype(np.uint8).tobytes(), y.astype(np.uint8).tobytes())
    return b"".join(parts)


def _record(data: bytes, position: int) -> tuple[Reading, int]:
    key_id, country, recognized, timestamp, strokes = _HEAD.unpack_from(data, position)
    position += _HEAD.size
    check_counts(strokes, 0)
    sizes = []
    xs, ys = [], []
    total = 0
    for _ in range(strokes):
        (size,) = _COUNT.unpack_from(data, position)
        position += _COUNT.size
        end = position + 2 * size
        if end > len(data):
            raise IndexError
        total += size
        check_counts(0, total)
        sizes.append(size)
        xs.append(data[position : position + size])
        ys.append(data[position + size : end])
        position = end
    x = np.frombuffer(b"".join(xs), np.uint8).astype(np.float64)
    y = np.frombuffer(b"".join(ys), np.uint8).astype(np.float64)
    return settle(x, y, sizes, meta=_meta(key_id, country, recognized, timestamp)), position


def _meta(key_id: int, country: bytes, recognized: int, timestamp: int) -> dict[str, Any]:
    meta: dict[str, Any] = {"recognized": recognized == 1}
    if key_id:
        meta["key_id"] = str(key_id)
    if country.isalpha():
        meta["countrycode"] = country.decode("ascii")
    if timestamp:
        meta["timestamp"] = f"{datetime.fromtimestamp(timestamp, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return meta


def _head(meta: Mapping[str, Any], strokes: int) -> bytes:
    key = str(meta.get("key_id", ""))
    key_id = int(key) if key.isascii() and key.isdigit() and len(key) <= 20 else 0
    country = str(meta.get("countrycode", "")).encode("ascii", "replace")
    return _HEAD.pack(
        key_id if key_id < 2**64 else 0,
        country if len(country) == 2 else b"\0\0",
        1 if meta.get("recognized") is True else 0,
        _seconds(str(meta.get("timestamp", ""))),
        strokes,
    )


def _seconds(timestamp: str) -> int:
    """Seconds since 1970 of a time such as ``2017-03-01 20:41:36.70725 UTC``; 0 if it is none."""
    try:
        moment = datetime.fromisoformat(timestamp.removesuffix(" UTC").split(".")[0])
        return max(0, min(int(moment.replace(tzinfo=UTC).timestamp()), 2**32 - 1))
    except (ValueError, OverflowError):
        return 0
