"""How large a drawing may be. One place, used by every reader, the API and the tables."""

from typing import Final

MAX_STROKES: Final = 1_500
MAX_POINTS: Final = 50_000
MAX_BYTES: Final = 2 * 1024 * 1024
MAX_DEPTH: Final = 8
"""Nesting of brackets or elements in a document."""
MAX_COORDINATE: Final = 1e6
"""Largest absolute value of a coordinate, in the units of the drawing."""
MODEL_POINTS: Final = 4_096
"""A drawing with more points than this is thinned before a model sees it."""
