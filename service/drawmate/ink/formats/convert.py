"""Converting a file of drawings into another format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from drawmate.ink.errors import InkError
from drawmate.ink.formats.compression import zipped
from drawmate.ink.formats.registry import format_named, of_suffix, read, write
from drawmate.ink.limits import LOCAL_BYTES


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a conversion did.

    Attributes:
        drawings: how many drawings were written.
        format: the name of the format written.
        warnings: codes of what was repaired in any of them, each once.
    """

    drawings: int
    format: str
    warnings: tuple[str, ...]


def convert(
    source: Path,
    target: Path,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    index: int | None = None,
    size: int = 256,
) -> Conversion:
    """Read one file and write another; a target that ends in ``.gz`` is packed.

    Args:
        source, target: the files. The target is replaced if it exists.
        source_format, target_format: names of ``FORMATS``; None to tell them from the names or contents;
            ``.json`` is written as columns.
        index: write only this drawing, counted from 0; negative from the end.
        size: longer side of a picture in pixels.

    Raises:
        InkError: the source cannot be read, the target's format cannot be told or written,
            ``no_such_drawing``, or ``one_drawing`` when the target holds one, the source more, and no index
            is given.
        OSError: a file cannot be opened.
    """
    packed = target.name.lower().endswith(".gz")
    if target_format is None:
        name = target.name[:-3] if packed else target.name
        told = of_suffix(name) or (format_named("columns") if name.lower().endswith(".json") else None)
        if told is None:
            raise InkError("unknown_format", "the target's name does not tell its format; name it", "format")
        target_format = told.name
    format_named(target_format)
    if source.stat().st_size > LOCAL_BYTES:
        raise InkError("too_big", f"more than {LOCAL_BYTES} bytes")
    readings = read(
        source.read_bytes(), source_format, source.name, max_bytes=LOCAL_BYTES, max_drawings=LOCAL_BYTES
    )  # fmt: skip
    if index is not None:
        if not -len(readings) <= index < len(readings):
            raise InkError("no_such_drawing", f"the source holds {len(readings)} drawings", "index")
        readings = [readings[index]]
    data = write(readings, target_format, size=size)
    target.write_bytes(zipped(data) if packed else data)
    return Conversion(
        len(readings), target_format, tuple(dict.fromkeys(w for r in readings for w in r.warnings))
    )
