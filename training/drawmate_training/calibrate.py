"""Temperatures, so that a probability of 0.8 is right eight times in ten, and when a drawing is ``unknown``.

Fitted on drawings the network has never learnt from: a validation shard and the held-out slice of the training
shard, never the test drawings. Players' drawings are not all recognisable: in the game about 7 % were not
recognised, while samples of recognised drawings have none. So unrecognised drawings of the held-out slice are
weighted to be 7 % of the sample, and within recognised ones every category counts the same.

For each share of the drawing seen, one temperature divides the logits (Guo et al. 2017). Four criteria can
choose it; which is used for a share is decided by cross-validation, by the error on drawings it did not see:
``likelihood`` (least negative log-likelihood), ``balance`` (mean confidence equals accuracy), ``bins`` (least
expected calibration error itself), and ``sloped`` (least negative log-likelihood of a temperature that grows with
the confidence; see ``Calibration``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawmate.recognition.spec import Calibration, Heat
from drawmate_training.looks import seen
from drawmate_training.metrics import reliability
from drawmate_training.predictors import Answers, Predictor
from drawmate_training.shards import Shard, held_out

EDGES: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)
"""Upper edges of the shares; the last is for finished drawings."""
UNRECOGNISED: Final = 0.07
"""Share of players' drawings that the game did not recognise."""
PARTIAL: Final = (0.3, 0.9)
"""A drawing of unknown share is taken to be anything between: somebody is in the middle of it."""
FOLDS: Final = 5
LOWEST: Final = 0.2
HIGHEST: Final = 5.0
"""Temperatures are looked for between these."""

Floats = NDArray[np.float64]
Fit = Callable[[NDArray[np.float32], NDArray[np.int64], Floats], Heat]
"""Logits (N, L), labels (N,), weights (N,) to a temperature and its slope."""

SLOPES: Final = (0.0, 0.15, 0.3, 0.45, 0.6)
"""Tried by ``sloped``."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Drawings to calibrate on.

    Attributes:
        shards: where they are from.
        source: (N,) index into ``shards``.
        index: (N,) number of the drawing in its shard.
        labels: (N,) their labels.
        weights: (N,) how much each counts; the mean is 1.
        folds: (N,) which fold of the cross-validation each belongs to.
    """

    shards: tuple[Shard, ...]
    source: NDArray[np.int64]
    index: NDArray[np.int64]
    labels: NDArray[np.int64]
    weights: Floats
    folds: NDArray[np.int64]

    def __len__(self) -> int:
        """Number of drawings."""
        return len(self.index)

    def look(self, predictor: Predictor, shares: Floats, size: int) -> Answers:
        """What a predictor says when a share (N,) of each drawing is seen."""
        parts, order = [], []
        for number, shard in enumerate(self.shards):
            mine = np.flatnonzero(self.source == number)
            for start in range(0, len(mine), 512):
                part = mine[start : start + 512]
                parts.append(predictor(seen(shard, self.index[part], shares[part], size)))
                order.append(part)
        back = np.argsort(np.concatenate(order))
        return Answers(*(np.concatenate(column)[back] for column in zip(*parts, strict=True)))


def sample(
    valid: Shard,
    train: Shard | None = None,
    holdout: float = 0.02,
    unrecognised: float = UNRECOGNISED,
    limit: int = 0,
) -> Sample:
    """Validation drawings, and the held-out slice of the training drawings if given, weighted to the natural mix.

    ``limit`` takes every so-manieth recognised drawing only, so that there are about so many in all.
    """
    shards = (valid,) if train is None else (valid, train)
    usable = [np.arange(len(valid))]
    if train is not None:
        usable.append(np.flatnonzero(held_out(np.asarray(train.keys), holdout)))
    total = sum(map(len, usable))
    if limit and total > limit:
        every = -(-total // limit)
        usable = [
            u[~np.asarray(s.recognised)[u] | (np.arange(len(u)) % every == 0)]
            for u, s in zip(usable, shards, strict=True)
        ]
    source = np.concatenate([np.full(len(u), i) for i, u in enumerate(usable)])
    index = np.concatenate(usable)
    labels, recognised, keys = (
        np.concatenate([np.asarray(column)[u] for column, u in zip(columns, usable, strict=True)])
        for columns in zip(*((s.labels, s.recognised, s.keys) for s in shards), strict=True)
    )
    counts = np.bincount(labels[recognised], minlength=len(valid.names))
    weights = np.where(recognised, 1.0 / np.maximum(counts[labels], 1), 0.0)
    weights *= (1.0 - unrecognised) / weights.sum()
    if (~recognised).any():
        weights[~recognised] = unrecognised / (~recognised).sum()
    folds = ((keys * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(33)) % np.uint64(FOLDS)
    return Sample(
        shards, source, index, labels.astype(np.int64), weights / weights.mean(), folds.astype(np.int64)
    )


def by_likelihood(logits: NDArray[np.float32], labels: NDArray[np.int64], weights: Floats) -> Heat:
    """The temperature of the least negative log-likelihood."""
    shifted = _shifted(logits)
    own = np.take_along_axis(shifted, labels[:, None], 1)[:, 0]
    return Heat(_least(lambda t: _likelihood(shifted, own, t, weights)))


def by_slope(logits: NDArray[np.float32], labels: NDArray[np.int64], weights: Floats) -> Heat:
    """The temperature and slope of the least negative log-likelihood."""
    shifted = _shifted(logits)
    own = np.take_along_axis(shifted, labels[:, None], 1)[:, 0]
    sure = _confidence(shifted, 1.0) - 0.5
    found: list[tuple[float, Heat]] = []
    for slope in SLOPES:
        grown = np.exp(slope * sure)
        t = _least(lambda t, g=grown: _likelihood(shifted, own, t * g, weights), 0.4, 2.5, 10)  # type: ignore[misc]
        found.append((_likelihood(shifted, own, t * grown, weights), Heat(t, slope)))
    return min(found, key=lambda each: each[0])[1]


def by_balance(logits: NDArray[np.float32], labels: NDArray[np.int64], weights: Floats) -> Heat:
    """The temperature at which the mean confidence is the accuracy."""
    accuracy = np.average(logits.argmax(1) == labels, weights=weights)
    shifted = _shifted(logits)
    low, high = LOWEST, HIGHEST
    for _ in range(14):
        middle = (low * high) ** 0.5
        confident = np.average(_confidence(shifted, middle), weights=weights) > accuracy
        low, high = (middle, high) if confident else (low, middle)
    return Heat(float((low * high) ** 0.5))


def by_bins(logits: NDArray[np.float32], labels: NDArray[np.int64], weights: Floats) -> Heat:
    """The temperature of the least calibration error, near the one of balance: the error has many dips."""
    shifted, right = _shifted(logits), logits.argmax(1) == labels
    tried = by_balance(logits, labels, weights).temperature * np.exp(np.linspace(-0.25, 0.25, 21))
    return Heat(float(min(tried, key=lambda t: reliability(_confidence(shifted, t), right, weights).error)))


FITS: Final[dict[str, Fit]] = {
    "likelihood": by_likelihood,
    "balance": by_balance,
    "bins": by_bins,
    "sloped": by_slope,
}


@dataclass(frozen=True, slots=True)
class Fitted:
    """A temperature for one range of shares, and how good it is on drawings it was not fitted on."""

    criterion: str
    temperature: float
    slope: float
    uncalibrated: float
    """Calibration error at temperature 1."""
    errors: dict[str, float]
    """Calibration error of each criterion by cross-validation."""

    def __str__(self) -> str:
        """For people."""
        return (
            f"temperature {self.temperature:.3f}, slope {self.slope:g} by {self.criterion}; calibration error "
            f"{self.uncalibrated:.4f} before, {self.errors[self.criterion]:.4f} after"
        )


def fit(
    logits: NDArray[np.float32], labels: NDArray[np.int64], weights: Floats, folds: NDArray[np.int64]
) -> dict[str, Fitted]:
    """Fit by every criterion, with the cross-validated calibration error of each."""
    errors = {name: _crossed(criterion, logits, labels, weights, folds) for name, criterion in FITS.items()}
    plain = _error(logits, np.ones(len(labels)), labels, weights)
    heats = {name: criterion(logits, labels, weights) for name, criterion in FITS.items()}
    return {name: Fitted(name, heat.temperature, heat.slope, plain, errors) for name, heat in heats.items()}


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """The calibration that was chosen and what it rests on."""

    calibration: Calibration
    drawings: int
    by_share: tuple[Fitted, ...]
    partial: Fitted

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def calibrate(
    predictor: Predictor, drawings: Sample, size: int, seed: int = 1, edges: tuple[float, ...] = EDGES
) -> CalibrationReport:
    """Fit a temperature for every range of shares and one for an unknown share, each by its best criterion."""
    random = np.random.default_rng([seed, 10])
    fits = []
    for low, high in zip((0.0, *edges[:-1]), edges, strict=True):
        share = (
            np.full(len(drawings), 1.0)
            if high == 1.0
            else random.uniform(max(low, 0.02), high, len(drawings))
        )
        fits.append(_fit_at(predictor, drawings, share, size))
    unknown = _fit_at(predictor, drawings, random.uniform(*PARTIAL, len(drawings)), size)

    chosen = tuple(_best(found) for found in fits)
    partial = _best(unknown)
    calibration = Calibration(
        edges,
        tuple(round(f.temperature, 4) for f in chosen),
        round(partial.temperature, 4),
        tuple(f.slope for f in chosen),
        partial.slope,
    )
    return CalibrationReport(calibration, len(drawings), chosen, partial)


def _best(fits: dict[str, Fitted]) -> Fitted:
    """The fit of the least cross-validated calibration error."""
    return min(fits.values(), key=lambda fitted: fitted.errors[fitted.criterion])


def _fit_at(predictor: Predictor, drawings: Sample, shares: Floats, size: int) -> dict[str, Fitted]:
    logits = drawings.look(predictor, shares, size).logits
    return fit(logits, drawings.labels, drawings.weights, drawings.folds)


def _crossed(
    criterion: Fit,
    logits: NDArray[np.float32],
    labels: NDArray[np.int64],
    weights: Floats,
    folds: NDArray[np.int64],
) -> float:
    """The calibration error when each fold gets the temperature of the others."""
    temperatures = np.ones(len(labels))
    sure = _confidence(_shifted(logits), 1.0) - 0.5
    for fold in np.unique(folds):
        apart = folds == fold
        rest = apart if apart.all() else ~apart
        heat = criterion(logits[rest], labels[rest], weights[rest])
        temperatures[apart] = heat.temperature * np.exp(heat.slope * sure[apart])
    return _error(logits, temperatures, labels, weights)


def _error(
    logits: NDArray[np.float32], temperature: Floats, labels: NDArray[np.int64], weights: Floats
) -> float:
    confidence = _confidence(_shifted(logits), temperature)
    return reliability(confidence, logits.argmax(1) == labels, weights).error


def _likelihood(
    shifted: NDArray[np.float32], own: NDArray[np.float32], temperature: float | Floats, weights: Floats
) -> float:
    """Mean negative log-likelihood, up to a constant, of the labels whose shifted logits are ``own``."""
    return float(np.average(-own / temperature - np.log(_confidence(shifted, temperature)), weights=weights))


def _shifted(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logits with the largest of each row moved to 0."""
    shifted: NDArray[np.float32] = logits - logits.max(1, keepdims=True)
    return shifted


def _confidence(shifted: NDArray[np.float32], temperature: float | Floats) -> Floats:
    """(N,) the best label's probability."""
    scale = np.reshape(1.0 / np.asarray(temperature), (-1, 1)).astype(np.float32)
    total: Floats = np.exp(shifted * scale).sum(1).astype(np.float64)
    return 1.0 / total


def _least(
    value: Callable[[float], float], low: float = LOWEST, high: float = HIGHEST, rounds: int = 16
) -> float:
    """Where a function of a positive number with one dip is least: golden section on the logarithm."""
    ratio = (5**0.5 - 1) / 2
    a, b = float(np.log(low)), float(np.log(high))
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    at_c, at_d = value(float(np.exp(c))), value(float(np.exp(d)))
    for _ in range(rounds):
        if at_c < at_d:
            b, d, at_d = d, c, at_c
            c = b - ratio * (b - a)
            at_c = value(float(np.exp(c)))
        else:
            a, c, at_c = c, d, at_d
            d = a + ratio * (b - a)
            at_d = value(float(np.exp(d)))
    return float(np.exp((a + b) / 2))
