"""How good a recogniser is on labelled drawings: every figure of the report, measured in one pass a share.

Cut drawings are cut as ``drawmate evaluate --share`` cuts them: the share of each is a hash of its points, so
the same drawings are cut at the same place by both, and in every run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.ink.raster import SIZE
from drawmate.recognition.spec import Calibration, Heat
from drawmate_training import metrics
from drawmate_training.looks import seen
from drawmate_training.metrics import Reliability
from drawmate_training.predictors import Predictor
from drawmate_training.shards import Shard

PLAIN: Final = Calibration((1.0,), (1.0,), 1.0)
"""No calibration: what the network itself says."""
PARTIAL: Final = (0.5, 0.7)
"""Shares of the points of a half-drawn drawing."""
DECILES: Final = tuple(round(0.1 * i, 1) for i in range(1, 11))
_PART: Final = 512
_PAIRS: Final = 40

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one way of looking at N drawings; shares are 0..1."""

    top1: float
    top3: float
    top5: float
    ece: float
    likelihood: float
    """Mean negative log-likelihood of the right label, in nats."""
    confidence: float
    """Mean probability of the best label."""
    reliability: Reliability


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything measured.

    Attributes:
        drawings: how many.
        whole: finished drawings.
        partial: the same cut to 50–70 % of their points, their share not known to the recogniser.
        partial_known: the same, the share known.
        by_share: each tenth of the points, the share known.
        macro: mean of the categories' top-1.
        recognised: top-1 of the drawings the game recognised; None if all or none were.
        unrecognised: top-1 of the others.
        by_class: name, drawings, top-1, top-3 of each category, in the order of the labels.
        confusions: right name, given name, how often; most frequent first.
    """

    drawings: int
    whole: Score
    partial: Score
    partial_known: Score
    by_share: dict[float, Score]
    macro: float
    recognised: float | None
    unrecognised: float | None
    by_class: list[tuple[str, int, float, float]]
    confusions: list[tuple[str, str, int]]

    def figures(self) -> dict[str, float]:
        """The main figures by name; those of half-drawn drawings end in ``_partial``."""
        flat = {"drawings": float(self.drawings), "macro_top1": self.macro}
        for suffix, score in (
            ("", self.whole), ("_partial", self.partial), ("_partial_known", self.partial_known),
        ):  # fmt: skip
            flat |= {f"{name}{suffix}": getattr(score, name) for name in ("top1", "top3", "top5", "ece")}
        return flat

    def as_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            **self.figures(),
            "top1_recognised": self.recognised,
            "top1_unrecognised": self.unrecognised,
            "whole": _plain(self.whole),
            "partial": _plain(self.partial),
            "partial_known": _plain(self.partial_known),
            "by_share": {f"{share:g}": _plain(score) for share, score in self.by_share.items()},
            "by_class": [
                {"label": name, "drawings": count, "top1": top1, "top3": top3}
                for name, count, top1, top3 in self.by_class
            ],
            "confusions": [
                {"right": right, "given": given, "times": times} for right, given, times in self.confusions
            ],
        }


def evaluate(
    predictor: Predictor,
    shard: Shard,
    calibration: Calibration = PLAIN,
    *,
    shares: Sequence[float] = DECILES,
    size: int = SIZE,
) -> Evaluation:
    """Measure a recogniser on every drawing of a shard, finished, half-drawn and at each of ``shares``."""
    labels = np.asarray(shard.labels, np.int64)
    classes, count = len(shard.names), len(shard)
    whole, places, predicted = _look(predictor, shard, np.ones(count), [calibration.heat(1.0)] * count, size)
    cut = partial_shares(shard)
    half, _, _ = _look(predictor, shard, cut, [calibration.heat(None)] * count, size)
    half_known, _, _ = _look(predictor, shard, cut, [calibration.heat(share) for share in cut], size)
    by_share = {
        share: whole
        if share == 1.0
        else _look(predictor, shard, np.full(count, share), [calibration.heat(share)] * count, size)[0]
        for share in shares
    }
    top1 = metrics.by_class(places, labels, classes)
    top3 = metrics.by_class(np.where(places < 3, 0, 1), labels, classes)
    counts = np.bincount(labels, minlength=classes)
    known = np.asarray(shard.recognised)
    mixed = known.any() and not known.all()
    return Evaluation(
        drawings=count,
        whole=whole,
        partial=half,
        partial_known=half_known,
        by_share=by_share,
        macro=float(np.nanmean(top1)),
        recognised=metrics.top(places[known], 1) if mixed else None,
        unrecognised=metrics.top(places[~known], 1) if mixed else None,
        by_class=[
            (name, int(counts[i]), float(top1[i]), float(top3[i]))
            for i, name in enumerate(shard.names)
            if counts[i]
        ],
        confusions=[
            (shard.names[right], shard.names[given], times)
            for right, given, times in metrics.confusions(predicted, labels, classes, _PAIRS)
        ],
    )


def partial_shares(shard: Shard, between: tuple[float, float] = PARTIAL) -> Floats:
    """(N,) the share at which each drawing is cut."""
    drawings = (Drawing.from_strokes(shard.strokes_of(i)) for i in range(len(shard)))
    return np.array([share_of(drawing, between) for drawing in drawings])


def share_of(drawing: Drawing, between: tuple[float, float]) -> float:
    """A share in a range, uniform, by the first 8 bytes of the SHA-256 of the drawing's columns x, y, offsets."""
    digest = hashlib.sha256(drawing.x.tobytes() + drawing.y.tobytes() + drawing.offsets.tobytes()).digest()
    return between[0] + (between[1] - between[0]) * int.from_bytes(digest[:8], "big") / 2**64


def _look(
    predictor: Predictor, shard: Shard, shares: Floats, heats: Sequence[Heat], size: int
) -> tuple[Score, NDArray[np.int64], NDArray[np.int64]]:
    """The score, the right labels' places (N,) and the predicted labels (N,) when shares (N,) are seen."""
    labels = np.asarray(shard.labels, np.int64)
    temperatures = np.array([heat.temperature for heat in heats])
    slopes = np.array([heat.slope for heat in heats])
    places, best, confidence, own = [], [], [], []
    for start in range(0, len(shard), _PART):
        index = np.arange(start, min(start + _PART, len(shard)))
        logits = predictor(seen(shard, index, shares[index], size)).logits
        probabilities = metrics.softmax(logits, temperatures[index], slopes[index])
        places.append(metrics.ranks(probabilities, labels[index]))
        best.append(probabilities.argmax(1))
        confidence.append(probabilities.max(1))
        own.append(np.take_along_axis(probabilities, labels[index, None], 1)[:, 0])
    place, sure = np.concatenate(places), np.concatenate(confidence)
    curve = metrics.reliability(sure, place == 0)
    score = Score(
        top1=metrics.top(place, 1),
        top3=metrics.top(place, 3),
        top5=metrics.top(place, 5),
        ece=curve.error,
        likelihood=float(-np.log(np.maximum(np.concatenate(own), 1e-12)).mean()),
        confidence=float(sure.mean()),
        reliability=curve,
    )
    return score, place, np.concatenate(best)


def _plain(score: Score) -> dict[str, Any]:
    curve = score.reliability
    return {
        "top1": score.top1,
        "top3": score.top3,
        "top5": score.top5,
        "ece": score.ece,
        "likelihood": score.likelihood,
        "confidence": score.confidence,
        "reliability": {
            "weight": curve.weight.tolist(),
            "confidence": curve.confidence.tolist(),
            "accuracy": curve.accuracy.tolist(),
        },
    }
