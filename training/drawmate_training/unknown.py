"""When a drawing is ``unknown``: thresholds on the open-set score and on the best calibrated probability.

Of finished real drawings at most a small share may become unknown, and of half-drawn ones not many either; among
thresholds that keep to this, those that catch most drawings of nothing (``outliers``) are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.recognition.preprocess import picture
from drawmate.recognition.spec import Calibration, Heat
from drawmate_training.calibrate import Sample
from drawmate_training.metrics import area_under_curve, quantile, softmax
from drawmate_training.predictors import Answers, Predictor

ALLOWED_FINISHED: Final = 0.03
"""Share of real finished drawings that may become unknown."""
ALLOWED_HALF: Final = 0.15
"""Share of real half-drawn drawings that may become unknown."""
_SPLITS: Final = 13
"""How many ways to share the allowance between the two thresholds are tried."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What was chosen and what it does; shares are of drawings, 0..1.

    Attributes:
        openset: unknown above this open-set score.
        probability: unknown below this best calibrated probability.
        finished: share of real finished drawings that become unknown.
        half: the same of half-drawn ones.
        caught: share of the outliers of each kind that become unknown.
        certain: share of the outliers of each kind that get a probability above 0.9 and are not unknown.
        auroc_openset: how well the open-set score alone tells outliers from finished drawings.
        auroc_probability: how well the best probability alone does.
    """

    openset: float
    probability: float
    finished: float
    half: float
    caught: dict[str, float]
    certain: dict[str, float]
    auroc_openset: float
    auroc_probability: float

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Scores:
    """(N,) open-set scores and best calibrated probabilities, and (N,) weights."""

    openset: Floats
    probability: Floats
    weights: Floats

    @classmethod
    def of(cls, answers: Answers, heat: Heat, weights: Floats | None = None) -> Scores:
        """The scores of a network's answers, calibrated so."""
        best = softmax(answers.logits, heat.temperature, heat.slope).max(1)
        return cls(
            answers.openset.astype(np.float64), best, np.ones(len(best)) if weights is None else weights
        )

    def unknown(self, openset: float, probability: float) -> float:
        """Share that becomes unknown."""
        return float(np.average(self._unknown(openset, probability), weights=self.weights))

    def certain(self, openset: float, probability: float) -> float:
        """Share that is not unknown and has a probability above 0.9."""
        sure = (self.probability > 0.9) & ~self._unknown(openset, probability)
        return float(np.average(sure, weights=self.weights))

    def _unknown(self, openset: float, probability: float) -> NDArray[np.bool_]:
        return (self.openset > openset) | (self.probability < probability)


def choose_thresholds(
    predictor: Predictor,
    drawings: Sample,
    strange: Mapping[str, Sequence[Drawing]],
    calibration: Calibration,
    size: int,
    *,
    allowed_finished: float = ALLOWED_FINISHED,
    allowed_half: float = ALLOWED_HALF,
) -> Thresholds:
    """Choose both thresholds: real drawings from ``drawings``, outliers by kind from ``strange``."""
    everything = np.ones(len(drawings))
    finished = Scores.of(drawings.look(predictor, everything, size), calibration.heat(1.0), drawings.weights)
    half = Scores.of(
        drawings.look(predictor, 0.5 * everything, size), calibration.heat(None), drawings.weights
    )
    kinds = {
        name: Scores.of(predictor(np.stack([picture(d, size) for d in some])), calibration.heat(1.0))
        for name, some in strange.items()
    }

    def caught(pair: tuple[float, float]) -> float:
        return float(np.mean([scores.unknown(*pair) for scores in kinds.values()]))

    allowed = [
        pair for pair in _pairs(finished, half, allowed_finished, allowed_half)
        if finished.unknown(*pair) <= allowed_finished + 1e-9 and half.unknown(*pair) <= allowed_half + 1e-9
    ]  # fmt: skip
    best = max(allowed, key=caught)
    outliers = Scores(*(np.concatenate([getattr(s, f) for s in kinds.values()]) for f in Scores.__slots__))
    return Thresholds(
        openset=round(best[0], 4),
        probability=round(best[1], 4),
        finished=finished.unknown(*best),
        half=half.unknown(*best),
        caught={name: scores.unknown(*best) for name, scores in kinds.items()},
        certain={name: scores.certain(*best) for name, scores in kinds.items()},
        auroc_openset=area_under_curve(finished.openset, outliers.openset),
        auroc_probability=area_under_curve(-finished.probability, -outliers.probability),
    )


def _pairs(finished: Scores, half: Scores, of_finished: float, of_half: float) -> list[tuple[float, float]]:
    """Pairs of thresholds that share the allowances between them in different ways; one refuses nothing."""
    pairs = [(float(max(finished.openset.max(), half.openset.max())) + 1.0, 0.0)]
    for part in np.linspace(0.0, 1.0, _SPLITS):
        openset = max(
            quantile(scores.openset, 1.0 - part * share, scores.weights)
            for scores, share in ((finished, of_finished), (half, of_half))
        )
        for rest in np.linspace(0.0, 1.0, _SPLITS):
            probability = min(
                quantile(scores.probability, rest * share, scores.weights)
                for scores, share in ((finished, of_finished), (half, of_half))
            )
            pairs.append((openset, probability))
    return pairs
