"""Telling a file's format from its contents. Only for files: the API is told the format and never guesses."""

from __future__ import annotations

from typing import Any

from drawmate.ink.errors import InkError
from drawmate.ink.formats.jsontext import loads
from drawmate.ink.limits import MAX_DOCUMENT_DEPTH


def detect(data: bytes) -> str:
    """The name of the format the contents have; plain arrays of arrays are taken to be ``columns``.

    Raises:
        InkError: ``unknown_format``, or what makes JSON unreadable.
    """
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data.startswith(b"PK\x03\x04"):
        return "sketch_rnn"
    if start.startswith(b"<"):
        for mark, name in ((b"<svg", "svg"), (b":svg", "svg"), (b"<ink", "inkml"), (b":ink", "inkml")):
            if mark in data:
                return name
    if start[:1] in (b"{", b"["):
        first, _, rest = data.strip().partition(b"\n")
        if start.startswith(b"{") and rest.lstrip().startswith(b"{") and first.rstrip().endswith(b"}"):
            return "quickdraw"
        found = _of_json(loads(data, max_depth=MAX_DOCUMENT_DEPTH, max_bytes=len(data)))
        if found is not None:
            return found
    raise InkError("unknown_format", "the format cannot be told from the contents; name it", "format")


def _of_json(value: Any) -> str | None:
    match value:
        case {"drawing": _}:
            return "quickdraw"
        case {"elements": list()}:
            return "excalidraw"
        case {"records": list()} | {"store": dict()} | {"document": dict()} | {"shapes": list()}:
            return "tldraw"
        case {"strokes": {"strokes": _} | {"x": _}} | {"x": list(), "y": list()}:
            return "mathpix"
        case {"strokes": [{"points": _}, *_]}:
            return "mlkit"
        case {"strokes": list() as strokes}:
            return _of_json(strokes)
        case [{"type": str()}, *_]:
            return "excalidraw"
        case [{"points": _}, *_]:
            return "signature_pad"
        case [[{"x": _}, *_], *_]:
            return "points"
        case [] | [list(), *_]:
            return "columns"
    return None
