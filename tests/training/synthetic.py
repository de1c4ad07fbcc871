"""Made-up drawings of six kinds, as a shard, and a network small enough to train in seconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from drawmate_training.augment import AugmentConfig
from drawmate_training.config import TrainConfig
from drawmate_training.model import NetworkConfig
from drawmate_training.shards import ShardWriter

KINDS = ("bar", "comb", "cross", "oval", "saw", "tent")
Strokes = list[list[list[int]]]


def strokes(kind: str, random: Generator) -> Strokes:
    """One drawing as the data set would have simplified it: whole numbers 0..255."""
    t = np.linspace(0.0, 1.0, int(random.integers(8, 14)))
    lines: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {
        "bar": [(t, 0.1 * random.normal(size=t.size) * 0.2 + 0.3)],
        "comb": [(np.array([0.0, 1.0]), np.array([0.2, 0.2]))]
        + [(np.array([u, u]), np.array([0.2, 0.8])) for u in (0.1, 0.5, 0.9)],
        "cross": [(t, t), (t, 1 - t)],
        "oval": [(0.5 + 0.5 * np.cos(2 * np.pi * t), 0.5 + 0.4 * np.sin(2 * np.pi * t))],
        "saw": [(t, 0.4 + 0.3 * (np.arange(t.size) % 2))],
        "tent": [(np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.0, 1.0]))],
    }
    drawn = [
        (x + 0.02 * random.normal(size=x.size), y + 0.02 * random.normal(size=y.size)) for x, y in lines[kind]
    ]
    low = np.array([min(c[axis].min() for c in drawn) for axis in (0, 1)])
    scale = 255 / max(max(c[axis].max() for c in drawn) - low[axis] for axis in (0, 1))
    return [[np.rint((c[axis] - low[axis]) * scale).astype(int).tolist() for axis in (0, 1)] for c in drawn]


def write_shard(
    directory: Path, *, each: int, seed: int, teacher: bool = True, unrecognised: float = 0.1
) -> Path:
    """``each`` drawings of every kind; the teacher is sure of the label."""
    random = np.random.default_rng(seed)
    writer = ShardWriter(KINDS)
    for label, kind in enumerate(KINDS):
        for _ in range(each):
            key = int(random.integers(0, 2**63))
            writer.add(strokes(kind, random), label, recognised=random.random() >= unrecognised, key=key)
    writer.write(directory)
    if teacher:
        table = np.full((len(writer), len(KINDS)), np.log(0.02), np.float16)
        table[np.arange(len(writer)), np.repeat(np.arange(len(KINDS)), each)] = np.log(0.9)
        np.save(directory / "teacher.npy", table)
    return directory


def tiny_config(**changes: object) -> TrainConfig:
    """A run of a few seconds."""
    config = TrainConfig(
        steps=12,
        batch=24,
        sizes=((0.5, 32), (1.0, 64)),
        average=0.9,
        distil=0.5,
        learning_rate=0.01,
        network=NetworkConfig(widths=(8, 16), depths=(0, 1), classes=len(KINDS), dropout=0.1),
        augment=AugmentConfig(flip=0.0, turn=0.05, shear=0.05),
    )
    return replace(config, **changes)  # type: ignore[arg-type]
