"""Gzip within bounds: a small file may unpack to an enormous one, so it is unpacked piece by piece."""

from __future__ import annotations

import gzip
import zlib
from typing import Final

from drawmate.ink.errors import InkError

MAGIC: Final = b"\x1f\x8b\x08"
_PIECE: Final = 1 << 16


def unzip(data: bytes, most: int) -> bytes:
    """The contents of a gzip file of one or several members.

    Raises:
        InkError: ``too_big`` beyond ``most`` bytes, ``bad_archive``.
    """
    parts: list[bytes] = []
    total = 0
    rest = data
    while rest:
        stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            while not stream.eof:
                piece = stream.decompress(rest, _PIECE)
                rest = stream.unconsumed_tail or stream.unused_data
                total += len(piece)
                if total > most:
                    raise InkError("too_big", f"unpacks to more than {most} bytes")
                if not piece and not rest and not stream.eof:
                    raise InkError("truncated", "the gzip file is cut short")
                parts.append(piece)
        except zlib.error:
            raise InkError("bad_archive", "this is no gzip file") from None
        rest = rest.lstrip(b"\0")
    return b"".join(parts)


def zipped(data: bytes) -> bytes:
    """The data as a gzip file, the same bytes each time."""
    return gzip.compress(data, mtime=0)
