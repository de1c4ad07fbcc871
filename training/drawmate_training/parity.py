"""Whether two forms of one network say the same: the network and its file, the file and its 8-bit form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from torch import nn

from drawmate.ink import Drawing
from drawmate.ink.raster import SIZE
from drawmate.recognition.preprocess import picture
from drawmate_training.predictors import Answers, from_network, from_onnx

BATCHES: Final = (1, 2, 7)
POINTS: Final = (1, 2, 50, 500)


def walk(points: int, seed: int) -> Drawing:
    """A random walk of so many points in at most five strokes, for trying things on."""
    random = np.random.default_rng([seed, points])
    way = np.cumsum(random.normal(0.0, 8.0, (points, 2)), axis=0)
    ends = np.unique(np.append(random.integers(1, points + 1, min(4, points)), points))
    starts = np.concatenate(([0], ends[:-1]))
    return Drawing.from_strokes([[*way[a:b].T] for a, b in zip(starts, ends, strict=True)])


def largest_difference(network: nn.Module, path: Path, size: int = SIZE) -> float:
    """Largest absolute difference of a logit between a network and its ONNX file.

    Over batches of 1, 2 and 7 drawings of 1, 2, 50 and 500 points.
    """
    ours, theirs = from_network(network), from_onnx(path)
    worst = 0.0
    for points in POINTS:
        for batch in BATCHES:
            pictures = np.stack([picture(walk(points, seed), size) for seed in range(batch)])
            worst = max(worst, float(np.abs(ours(pictures).logits - theirs(pictures).logits).max()))
    return worst


@dataclass(frozen=True, slots=True)
class Loss:
    """What is lost from one form of a network to another on the same pictures.

    Attributes:
        top1: the first form's share of right answers less the second's; negative when the second is better.
        agreement: share of the pictures both give the same label.
        divergence: mean Kullback-Leibler divergence of the second's probabilities from the first's, in nats.
    """

    top1: float
    agreement: float
    divergence: float


def loss_between(first: Answers, second: Answers, labels: NDArray[np.integer]) -> Loss:
    """Compare two answers to the same N pictures, whose labels are (N,) indices."""
    a, b = first.logits.argmax(1), second.logits.argmax(1)
    p, q = _log_softmax(first.logits), _log_softmax(second.logits)
    return Loss(
        top1=float((a == labels).mean() - (b == labels).mean()),
        agreement=float((a == b).mean()),
        divergence=float((np.exp(p) * (p - q)).sum(1).mean()),
    )


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    shifted = logits.astype(np.float64) - logits.max(1, keepdims=True)
    log: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return log
