"""Pictures of drawings of a shard as the service would make them: whole, or only the beginning of each."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.ink.raster import SIZE
from drawmate.recognition.preprocess import picture
from drawmate_training.augment import PLAIN, look_at
from drawmate_training.shards import Shard


def whole(shard: Shard, index: NDArray[np.int64], size: int = SIZE) -> NDArray[np.uint8]:
    """(B, 3, size, size) pictures of finished drawings, byte for byte those of ``preprocess.picture``."""
    return look_at(shard, index, np.zeros(len(index), np.uint64), PLAIN, size)[0]


def seen(
    shard: Shard, index: NDArray[np.int64], shares: NDArray[np.float64], size: int = SIZE
) -> NDArray[np.uint8]:
    """(B, 3, size, size) pictures of the first ``ceil(share × points)`` points, at least one, of each drawing."""
    pictures = np.zeros((len(index), 3, size, size), np.uint8)
    for i, (number, share) in enumerate(zip(index, shares, strict=True)):
        pictures[i] = picture(
            beginning(Drawing.from_strokes(shard.strokes_of(int(number))), float(share)), size
        )
    return pictures


def beginning(drawing: Drawing, share: float) -> Drawing:
    """The drawing as it was when a share of its points was drawn: ``ceil(share × points)``, at least one."""
    return drawing.prefix(max(1, math.ceil(share * drawing.points)))


def prefixes(
    shard: Shard, index: NDArray[np.int64], seeds: NDArray[np.uint64], shortest: float, size: int = SIZE
) -> NDArray[np.uint8]:
    """(B, 3, size, size) pictures of a random share of each drawing, evenly from ``shortest`` to all of it."""
    return look_at(shard, index, seeds, replace(PLAIN, prefix=1.0, shortest=shortest), size)[0]
