"""Drawings as memory-mapped columns: a few ``.npy`` files a shard, so that a data set may exceed memory.

A shard directory holds N drawings in simplified form (integers 0..255):

``points.npy``      (P, 2) uint8, x and y
``strokes.npy``     (S + 1,) int64, where each stroke begins in points
``drawings.npy``    (N + 1,) int64, where each drawing begins in strokes
``labels.npy``      (N,) int16, index into ``labels.txt``
``recognised.npy``  (N,) bool, whether the game recognised the drawing
``keys.npy``        (N,) uint64, the data set's key_id, or a hash of the strokes where it has none
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

COLUMNS: Final = ("points", "strokes", "drawings", "labels", "recognised", "keys")


@dataclass(frozen=True, slots=True)
class Shard:
    """The memory-mapped columns of one shard directory; see the module for their shapes."""

    points: NDArray[np.uint8]
    strokes: NDArray[np.int64]
    drawings: NDArray[np.int64]
    labels: NDArray[np.int16]
    recognised: NDArray[np.bool_]
    keys: NDArray[np.uint64]
    names: tuple[str, ...]

    @classmethod
    def open(cls, directory: Path) -> Shard:
        """Map a shard written by ``ShardWriter``.

        Raises:
            ValueError: a column is missing or the columns do not fit together.
        """
        try:
            columns: dict[str, Any] = {
                name: np.load(directory / f"{name}.npy", mmap_mode="r", allow_pickle=False)
                for name in COLUMNS
            }
            names = tuple((directory / "labels.txt").read_text(encoding="utf-8").splitlines())
        except OSError as error:
            raise ValueError(f"{directory} is not a shard: {error}") from error
        shard = cls(**columns, names=names)
        fits = (
            shard.drawings[-1] == len(shard.strokes) - 1
            and shard.strokes[-1] == len(shard.points)
            and len(shard.drawings) - 1 == len(shard.labels) == len(shard.keys) == len(shard.recognised)
        )
        if not fits:
            raise ValueError(f"{directory}: the columns do not fit together")
        return shard

    def __len__(self) -> int:
        """Number of drawings."""
        return len(self.labels)

    def strokes_of(self, index: int) -> list[list[list[int]]]:
        """One drawing as Quick, Draw! columns."""
        first, last = self.drawings[index], self.drawings[index + 1]
        edges = self.strokes[first : last + 1]
        return [self.points[a:b].T.tolist() for a, b in pairwise(edges)]


class ShardWriter:
    """Collects simplified drawings and writes one shard directory."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._points = bytearray()
        self._strokes = array("q", [0])
        self._drawings = array("q", [0])
        self._labels = array("h")
        self._recognised = bytearray()
        self._keys = array("Q")

    def __len__(self) -> int:
        """Number of drawings so far."""
        return len(self._labels)

    def add(
        self,
        strokes: Iterable[Sequence[Sequence[int]]],
        label: int,
        *,
        recognised: bool = True,
        key: int | None = None,
    ) -> None:
        """Append a drawing given as columns of integers 0..255; empty strokes are dropped.

        Raises:
            ValueError: a coordinate is not in 0..255, a stroke is ragged, or there is no ink.
        """
        drawn = []
        for stroke in strokes:
            if not stroke[0]:
                continue
            pairs = np.array([stroke[0], stroke[1]], np.int64).T
            if pairs.min() < 0 or pairs.max() > 255:
                raise ValueError("a coordinate is not in 0..255")
            drawn.append(np.ascontiguousarray(pairs, np.uint8).tobytes())
        if not drawn:
            raise ValueError("a drawing without ink")
        # Only now is anything kept: a refused drawing leaves no trace.
        digest = hashlib.blake2b(digest_size=8)
        for data in drawn:
            digest.update(data)
            self._points += data
            self._strokes.append(len(self._points) // 2)
        self._drawings.append(len(self._strokes) - 1)
        self._labels.append(label)
        self._recognised.append(recognised)
        self._keys.append(int.from_bytes(digest.digest(), "little") if key is None else key)

    def write(self, directory: Path) -> None:
        """Write the columns and ``labels.txt``."""
        directory.mkdir(parents=True, exist_ok=True)
        columns: dict[str, NDArray[Any]] = {
            "points": np.frombuffer(self._points, np.uint8).reshape(-1, 2),
            "strokes": np.frombuffer(self._strokes, np.int64),
            "drawings": np.frombuffer(self._drawings, np.int64),
            "labels": np.frombuffer(self._labels, np.int16),
            "recognised": np.frombuffer(self._recognised, np.uint8).astype(bool),
            "keys": np.frombuffer(self._keys, np.uint64),
        }
        for name, column in columns.items():
            np.save(directory / f"{name}.npy", column, allow_pickle=False)
        (directory / "labels.txt").write_text("\n".join(self._names) + "\n", encoding="utf-8")


def held_out(keys: NDArray[np.uint64], share: float) -> NDArray[np.bool_]:
    """Which drawings belong to the held-out slice: a fixed hash of the key below ``share`` of its range."""
    mixed = keys ^ (keys >> np.uint64(31))
    mixed = mixed * np.uint64(0x9E3779B97F4A7C15)
    return (mixed >> np.uint64(40)).astype(np.float64) < share * 2.0**24
