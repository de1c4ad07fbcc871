"""Drawings as data: the Drawing itself, geometry, the rasteriser, limits and file formats."""

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError

__all__ = ["Drawing", "InkError"]
