"""Figures of merit from probabilities and labels. Every function takes optional weights of the drawings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

BINS: Final = 15
"""Bins of equal width of the best label's probability, for the calibration error."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """How probabilities and reality agree; each column has one value for each of B bins of [0, 1].

    Attributes:
        weight: share of the drawings in the bin.
        confidence: their mean probability of the best label.
        accuracy: the share of them whose best label is right.
    """

    weight: Floats
    confidence: Floats
    accuracy: Floats

    @property
    def error(self) -> float:
        """Expected calibration error (Guo et al. 2017): the mean gap, weighted by the bins' shares."""
        return float((self.weight * np.abs(self.confidence - self.accuracy)).sum())


def softmax(
    logits: NDArray[np.floating], temperature: float | Floats = 1.0, slope: float | Floats = 0.0
) -> Floats:
    """(N, L) probabilities of logits over a temperature and its slope (see ``Calibration``), or over (N,) of them."""
    scaled: Floats = logits.astype(np.float64)
    scaled -= scaled.max(1, keepdims=True)
    if np.any(slope):
        sure = 1.0 / np.exp(scaled).sum(1, keepdims=True)
        scaled /= np.exp(np.reshape(slope, (-1, 1)) * (sure - 0.5))
    scaled /= np.reshape(temperature, (-1, 1))
    np.exp(scaled, out=scaled)
    scaled /= scaled.sum(1, keepdims=True)
    return scaled


def ranks(probabilities: NDArray[np.floating], labels: Labels) -> Labels:
    """(N,) place of the right label, 0 for the best; a tie counts against it."""
    own = np.take_along_axis(probabilities, labels[:, None], 1)
    place: Labels = (probabilities >= own).sum(1) - 1
    return place


def top(places: Labels, k: int, weights: Floats | None = None) -> float:
    """Share of the drawings whose right label is among the first ``k``."""
    return _mean((places < k).astype(np.float64), weights)


def by_class(places: Labels, labels: Labels, classes: int) -> Floats:
    """(L,) share of right answers of each class; NaN for a class without drawings."""
    counts = np.bincount(labels, minlength=classes)
    right = np.bincount(labels[places == 0], minlength=classes)
    return np.where(counts > 0, right / np.maximum(counts, 1), np.nan)


def confusions(predicted: Labels, labels: Labels, classes: int, most: int) -> list[tuple[int, int, int]]:
    """The ``most`` frequent mistakes: (right label, given label, how often), most frequent first."""
    wrong = predicted != labels
    pairs, counts = np.unique(labels[wrong] * classes + predicted[wrong], return_counts=True)
    order = np.lexsort((pairs, -counts))[:most]
    return [(int(pairs[i] // classes), int(pairs[i] % classes), int(counts[i])) for i in order]


def reliability(
    confidence: Floats, right: NDArray[np.bool_], weights: Floats | None = None, bins: int = BINS
) -> Reliability:
    """The reliability of (N,) best probabilities, given which best labels are right."""
    w = np.ones(len(confidence)) if weights is None else weights
    place = np.minimum((confidence * bins).astype(np.int64), bins - 1)
    total = np.bincount(place, w, bins)
    safe = np.where(total > 0, total, 1.0)
    return Reliability(
        total / w.sum(),
        np.bincount(place, w * confidence, bins) / safe,
        np.bincount(place, w * right, bins) / safe,
    )


def calibration_error(probabilities: Floats, labels: Labels, weights: Floats | None = None) -> float:
    """Expected calibration error of (N, L) probabilities, over ``BINS`` bins."""
    return reliability(probabilities.max(1), probabilities.argmax(1) == labels, weights).error


def negative_log_likelihood(probabilities: Floats, labels: Labels, weights: Floats | None = None) -> float:
    """Mean of -log of the right label's probability, in nats."""
    own = np.take_along_axis(probabilities, labels[:, None], 1)[:, 0]
    return _mean(-np.log(np.maximum(own, 1e-12)), weights)


def area_under_curve(negatives: NDArray[np.floating], positives: NDArray[np.floating]) -> float:
    """Probability that a positive scores above a negative (AUROC), ties counting half."""
    ordered = np.sort(negatives)
    below = np.searchsorted(ordered, positives, "left")
    upto = np.searchsorted(ordered, positives, "right")
    return float(((below + upto) / 2).mean() / len(ordered))


def quantile(values: Floats, share: float, weights: Floats | None = None) -> float:
    """The least value that at least ``share`` of the weight does not exceed."""
    order = np.argsort(values)
    w = np.ones(len(values)) if weights is None else weights
    reached = np.cumsum(w[order])
    return float(values[order[min(len(values) - 1, int(np.searchsorted(reached, share * reached[-1])))]])


def _mean(values: Floats, weights: Floats | None) -> float:
    return float(np.average(values, weights=weights))
