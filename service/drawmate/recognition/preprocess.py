"""From a Drawing to the picture a model sees; the very same call in training's evaluation and in the service."""

import numpy as np
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.ink.limits import MODEL_POINTS
from drawmate.ink.raster import LINE, SIZE, rasterise

__all__ = ["picture"]


def picture(drawing: Drawing, size: int = SIZE, line: float = LINE) -> NDArray[np.uint8]:
    """(3, size, size) uint8. A drawing of more than ``MODEL_POINTS`` points is thinned first."""
    return rasterise(thinned(drawing), size, line)


def thinned(drawing: Drawing, limit: int = MODEL_POINTS) -> Drawing:
    """The drawing with at most about ``limit`` points; the ends of every stroke are kept."""
    if drawing.points <= limit:
        return drawing
    keep = np.zeros(drawing.points, bool)
    keep[:: -(-drawing.points // limit)] = True
    keep[drawing.offsets[:-1]] = True
    keep[drawing.offsets[1:] - 1] = True
    counts = np.add.reduceat(keep.astype(np.int64), drawing.offsets[:-1])
    return Drawing.from_columns(
        drawing.x[keep], drawing.y[keep], np.concatenate(([0], np.cumsum(counts))), canvas=drawing.canvas
    )
