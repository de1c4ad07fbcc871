"""From a model's logits to ranked labels with calibrated probabilities and a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from drawmate.recognition.spec import Heat, ModelSpec

__all__ = ["DEFAULT_TOP", "Guess", "Recognition", "Terms", "blank", "rank"]

DEFAULT_TOP: Final = 3

State = Literal["ok", "blank", "unknown"]
Reason = Literal["blank", "unfamiliar", "unsure"]
"""Why there is no label: no ink; unlike anything the model was taught; no label is probable enough."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A label and its calibrated probability, 0..1."""

    label: str
    probability: float


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a drawing shows.

    ``top`` is best first; it is empty for a blank drawing and still filled for an unknown one, whose guesses
    are then nothing to rely on.
    """

    top: tuple[Guess, ...]
    state: State
    reason: Reason | None
    model: str

    @property
    def label(self) -> str | None:
        """The best label, or None unless the state is ``ok``."""
        return self.top[0].label if self.state == "ok" else None


@dataclass(frozen=True, slots=True)
class Terms:
    """How one drawing is to be ranked.

    Attributes:
        top: how many labels to give, at least 1.
        candidates: (C,) indices of the labels that are possible, or None for all of them.
        heat: makes probabilities of the logits.
    """

    top: int
    candidates: NDArray[np.intp] | None
    heat: Heat


def blank(model: str) -> Recognition:
    """The recognition of a drawing without ink."""
    return Recognition((), "blank", "blank", model)


def rank(
    logits: NDArray[np.float32],
    openset: NDArray[np.float32],
    terms: Sequence[Terms],
    labels: Sequence[str],
    spec: ModelSpec,
) -> list[Recognition]:
    """Rank N drawings at once: logits (N, L) and openset scores (N,) under N terms, for L labels.

    Probabilities are the softmax of the logits over their temperature; labels that are not candidates have
    probability 0, the rest sum to 1. ``logits`` is overwritten.
    """
    for i, each in enumerate(terms):
        if each.candidates is not None:
            kept = logits[i, each.candidates]
            logits[i] = -np.inf
            logits[i, each.candidates] = kept
    temperatures = np.array([each.heat.temperature for each in terms])
    slopes = np.array([each.heat.slope for each in terms])
    widest = min(max([each.top for each in terms]), len(labels))
    best = np.empty((len(terms), widest), np.int64)
    probabilities = np.empty((len(terms), widest))
    _softmax_top(logits, temperatures, slopes, best, probabilities)
    return [
        _recognition(indices, values, score, each, labels, spec)
        for indices, values, score, each in zip(
            best.tolist(), probabilities.tolist(), openset.tolist(), terms, strict=True
        )
    ]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _softmax_top(
    logits: NDArray[np.float32],
    temperatures: NDArray[np.float64],
    slopes: NDArray[np.float64],
    best: NDArray[np.int64],
    probabilities: NDArray[np.float64],
) -> Any:
    """Fill ``best`` and ``probabilities`` (N, K) with each row's K largest softmax values, largest first.

    Of equal values the one with the lower index comes first. Insertion into K places: K is small.
    """
    rows, columns = logits.shape
    top = best.shape[1]
    for i in range(rows):
        held = 0
        for j in range(columns):
            value = logits[i, j]
            if held == top and not value > probabilities[i, top - 1]:
                continue
            place = held if held < top else top - 1
            while place > 0 and value > probabilities[i, place - 1]:
                probabilities[i, place] = probabilities[i, place - 1]
                best[i, place] = best[i, place - 1]
                place -= 1
            probabilities[i, place] = value
            best[i, place] = j
            held = min(held + 1, top)
        largest = probabilities[i, 0]
        temperature = temperatures[i]
        if slopes[i] != 0.0:
            plain = 0.0
            for j in range(columns):
                plain += np.exp(logits[i, j] - largest)
            temperature *= np.exp(slopes[i] * (1.0 / plain - 0.5))
        total = 0.0
        for j in range(columns):
            total += np.exp((logits[i, j] - largest) / temperature)
        for k in range(top):
            probabilities[i, k] = np.exp((probabilities[i, k] - largest) / temperature) / total


def _recognition(
    indices: list[int],
    values: list[float],
    openset: float,
    terms: Terms,
    labels: Sequence[str],
    spec: ModelSpec,
) -> Recognition:
    count = terms.top if terms.candidates is None else min(terms.top, terms.candidates.size)
    top = tuple([Guess(labels[i], p) for i, p in zip(indices[:count], values, strict=False)])
    if openset > spec.unknown_openset:
        return Recognition(top, "unknown", "unfamiliar", spec.id)
    if values[0] < spec.unknown_probability:
        return Recognition(top, "unknown", "unsure", spec.id)
    return Recognition(top, "ok", None, spec.id)
