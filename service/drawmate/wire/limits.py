"""Limits of wire v1."""

from __future__ import annotations

from typing import Final

__all__ = [
    "CANVAS",
    "DEPTH",
    "FRAME_BYTES",
    "LONGEST_CHAT",
    "LONGEST_NAME",
    "PIECE_POINTS",
    "PING_SECONDS",
    "SAFE_INTEGER",
    "SMALL_FRAME_BYTES",
    "STROKES",
    "STROKE_POINTS",
]

CANVAS: Final = 1000.0
"""Table canvases are 1000 × 1000 logical units, y growing downward."""
DEPTH: Final = 16
"""Objects and lists within each other in a message, itself among them."""
FRAME_BYTES: Final = 64 * 1024
"""Of an ink piece; larger frames are refused, and beyond the transport's limit they close the socket (1009)."""
SMALL_FRAME_BYTES: Final = 8 * 1024
"""Of any other message."""
PIECE_POINTS: Final = 512
"""Points in one piece of ink."""
STROKE_POINTS: Final = 8_000
"""Points in one stroke."""
STROKES: Final = 1_500
"""Strokes on one canvas."""
LONGEST_CHAT: Final = 300
"""Characters of a chat line."""
LONGEST_NAME: Final = 24
"""Graphemes of a name."""
PING_SECONDS: Final = 10.0
"""The server pings this often, and waits this long for the answer."""
SAFE_INTEGER: Final = (1 << 53) - 1
"""The largest whole number that is exact in every client."""
