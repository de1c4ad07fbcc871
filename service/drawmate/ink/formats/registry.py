"""Every format by name: what it can read and write, and how it is told from others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats import (
    columns,
    excalidraw,
    inkml,
    mathpix,
    mlkit,
    pictures,
    points,
    quickdraw,
    quickdraw_bin,
    rows,
    signature_pad,
    sketch_rnn,
    svg,
    tldraw,
)
from drawmate.ink.formats.compression import MAGIC, unzip
from drawmate.ink.formats.detect import detect
from drawmate.ink.formats.jsontext import loads
from drawmate.ink.formats.reading import Allowance, Reading
from drawmate.ink.limits import MAX_BYTES, MAX_DEPTH, MAX_DOCUMENT_DEPTH, MAX_DRAWINGS

Parse = Callable[..., Reading]
Read = Callable[[bytes, Allowance], list[Reading]]
WriteOne = Callable[[Reading], bytes]
WriteMany = Callable[[Iterable[Reading]], bytes]
WritePicture = Callable[[Reading, int], bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        name: the name by which it is asked for.
        title: one line for people.
        suffixes: endings of file names that mean it.
        parse: reads a value decoded from JSON; None if the format is no JSON.
        reader: reads a file; None if only ``parse`` does, or nothing.
        write_one, write_many, write_picture: the writer, of whichever kind the format has.
        depth: how deep its JSON may be nested.
    """

    name: str
    title: str
    suffixes: tuple[str, ...] = ()
    parse: Parse | None = None
    reader: Read | None = None
    write_one: WriteOne | None = None
    write_many: WriteMany | None = None
    write_picture: WritePicture | None = None
    depth: int = MAX_DEPTH

    @property
    def reads(self) -> bool:
        """Whether files of the format can be read."""
        return self.parse is not None or self.reader is not None

    @property
    def writes(self) -> bool:
        """Whether files of the format can be written."""
        return not (self.write_one is None and self.write_many is None and self.write_picture is None)

    @property
    def many(self) -> bool:
        """Whether a file holds any number of drawings."""
        return self.write_many is not None or self.name == "sketch_rnn"


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        f.name: f
        for f in (
            Format("columns", "[[[x…], [y…], [t…]?], …]", parse=columns.parse, write_one=columns.write),
            Format("rows", "[[[x, y, t?], …], …]", parse=rows.parse),
            Format("points", "[[{x, y, t?}, …], …]", parse=points.parse),
            Format("mathpix", "Mathpix strokes request", parse=mathpix.parse),
            Format("mlkit", "ML Kit digital ink as JSON", parse=mlkit.parse),
            Format("signature_pad", "signature_pad point groups", parse=signature_pad.parse),
            Format("stroke3", "sketch-rnn rows [dx, dy, lift]", parse=sketch_rnn.parse_stroke3,
                   write_one=sketch_rnn.write_stroke3),
            Format("stroke5", "sketch-rnn rows [dx, dy, down, lift, end]", parse=sketch_rnn.parse_stroke5),
            Format("sketch_rnn", "sketch-rnn arrays (.npz)", (".npz",), reader=sketch_rnn.read_npz),
            Format("quickdraw", "Quick, Draw! raw ndjson", (".ndjson", ".jsonl"), parse=quickdraw.parse,
                   reader=quickdraw.read, write_many=quickdraw.write),
            Format("quickdraw_simplified", "Quick, Draw! simplified ndjson", parse=quickdraw.parse,
                   reader=quickdraw.read, write_many=quickdraw.write_simplified),
            Format("quickdraw_bin", "Quick, Draw! binary", (".bin",), reader=quickdraw_bin.read,
                   write_many=quickdraw_bin.write),
            Format("excalidraw", "Excalidraw document", (".excalidraw",), parse=excalidraw.parse,
                   depth=MAX_DOCUMENT_DEPTH),
            Format("tldraw", "tldraw document or snapshot", (".tldr",), parse=tldraw.parse,
                   depth=MAX_DOCUMENT_DEPTH),
            Format("inkml", "W3C InkML", (".inkml",), reader=inkml.read, write_one=inkml.write),
            Format("svg", "SVG outlines", (".svg",), reader=svg.read, write_one=svg.write),
            Format("png", "picture", (".png",), write_picture=pictures.write_png),
            Format("gif", "animation of the drawing being made", (".gif",), write_picture=pictures.write_gif),
        )
    }
)  # fmt: skip
"""Every format by its name."""


def parse_json(value: Any, format: str = "columns", path: str | None = None) -> Reading:
    """A drawing from a value decoded from JSON, as a request's body or a part of it.

    For the formats ``columns``, ``rows``, ``points``, ``stroke3`` and ``stroke5`` the value may also be an
    object that holds the strokes as ``strokes`` or ``drawing``; its other keys are not looked at.

    Args:
        value: the decoded value.
        format: a name of ``FORMATS`` whose ``parse`` is not None; never guessed.
        path: how the value is called in the path of a fault, if not as the format's own default.

    Raises:
        InkError: ``unknown_format`` and what the format's module says.
    """
    parse = parser_of(format)
    return parse(value) if path is None else parse(value, path)


def read(
    data: bytes,
    format: str | None = None,
    name: str | None = None,
    *,
    max_bytes: int = MAX_BYTES,
    max_drawings: int = MAX_DRAWINGS,
) -> list[Reading]:
    """Every drawing of a file, unpacked first if it is gzip.

    Args:
        data: the file's contents.
        format: a name of ``FORMATS``; None to tell it from the file's name and contents.
        name: the file's name, if known.
        max_bytes: most bytes of the file, and of what it unpacks to.
        max_drawings: most drawings.

    Raises:
        InkError: ``too_big``, ``too_many_drawings``, ``unknown_format``, ``unreadable_format`` and what the
            format's module says.
    """
    if len(data) > max_bytes:
        raise InkError("too_big", f"more than {max_bytes} bytes")
    inner = name[:-3] if name is not None and name.lower().endswith(".gz") else name
    told = format_named(format) if format is not None else of_suffix(inner) if inner is not None else None
    # A binary file may begin with any key, also with one that looks like gzip.
    if inner != name or (data.startswith(MAGIC) and (told is None or told.name != "quickdraw_bin")):
        data = unzip(data, max_bytes)
    found = told or format_named(detect(data))
    if found.reader is not None:
        return found.reader(data, Allowance(max_bytes, max_drawings))
    if found.parse is None:
        raise InkError("unreadable_format", "drawings of this format can only be written", "format")
    return [found.parse(loads(data, max_depth=found.depth, max_bytes=max_bytes))]


def write(drawings: Sequence[Drawing | Reading], format: str, *, size: int = 256) -> bytes:
    """Drawings as a file.

    Args:
        drawings: the drawings, or readings of which ``meta`` is written too where the format has room for it.
        format: a name of ``FORMATS`` that writes.
        size: longer side of a picture in pixels.

    Raises:
        InkError: ``unknown_format``, ``unwritable_format``, ``one_drawing`` when the format holds exactly
            one.
    """
    found = format_named(format)
    readings = [d if isinstance(d, Reading) else Reading(d) for d in drawings]
    if found.write_many is not None:
        return found.write_many(readings)
    if not found.writes:
        raise InkError("unwritable_format", "drawings of this format can only be read", "format")
    if len(readings) != 1:
        raise InkError("one_drawing", "a file of this format holds exactly one drawing")
    if found.write_picture is not None:
        return found.write_picture(readings[0], size)
    assert found.write_one is not None
    return found.write_one(readings[0])


def parser_of(name: str) -> Parse:
    """What reads the decoded JSON of a format.

    Raises:
        InkError: ``unknown_format``.
    """
    parse = format_named(name).parse
    if parse is None:
        raise InkError("unknown_format", "this format is no JSON", "format")
    return parse


def format_named(name: str) -> Format:
    """A format by its name.

    Raises:
        InkError: ``unknown_format``, naming those there are.
    """
    if name not in FORMATS:
        raise InkError("unknown_format", f"must be one of {', '.join(FORMATS)}", "format")
    return FORMATS[name]


def of_suffix(name: str) -> Format | None:
    """The format that a file name's ending means, if it means one."""
    lower = name.lower()
    return next((f for f in FORMATS.values() if f.suffixes and lower.endswith(f.suffixes)), None)
