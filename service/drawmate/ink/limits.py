"""How large a drawing may be. One place, used by every reader, the API and the tables."""

from typing import Final

MAX_STROKES: Final = 1_500
MAX_POINTS: Final = 50_000
MAX_BYTES: Final = 2 * 1024 * 1024
MAX_DRAWINGS: Final = 10_000
"""Drawings in one file of many, unless the caller allows more."""
MAX_DEPTH: Final = 8
"""Nesting of brackets in stroke JSON."""
MAX_DOCUMENT_DEPTH: Final = 32
"""Nesting of brackets or elements in another program's document (SVG, InkML, Excalidraw, tldraw)."""
MAX_ELEMENTS: Final = 20_000
"""Elements of an XML document, shapes of a JSON one."""
MAX_COORDINATE: Final = 1e6
"""Largest absolute value of a coordinate, in the units of the drawing."""
MAX_TIME: Final = 1e19
"""Largest absolute value of a time stamp before it is shifted to begin at 0; holds nanoseconds since 1970."""
MODEL_POINTS: Final = 4_096
"""A drawing with more points than this is thinned before a model sees it."""
LOCAL_BYTES: Final = 1024 * 1024 * 1024
"""What a local file may hold, also once unpacked, when its owner converts it."""
