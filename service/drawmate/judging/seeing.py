"""What judges and players need of a recogniser; the real one fits, and so does a stand-in for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from drawmate.ink import Drawing
from drawmate.recognition.ranking import Recognition
from drawmate.recognition.recogniser import Partial


class Sees(Protocol):
    """A recogniser."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything it can tell."""

    def recognise(
        self,
        drawings: Sequence[Drawing],
        *,
        top: int = ...,
        candidates: Iterable[str] | None = ...,
        partial: Partial = ...,
    ) -> list[Recognition]:
        """What each drawing shows."""


def ranked(
    sees: Sees | None,
    drawings: Sequence[Drawing],
    *,
    among: Iterable[str] | None = None,
    top: int = 10,
    partial: Partial = None,
) -> list[Mapping[str, float]]:
    """The best labels of each drawing with their probabilities, best first; none of a blank drawing.

    ``among`` are the only labels possible; those the recogniser does not know are left out. Without a recogniser,
    or without a label that it knows, nothing is seen.
    """
    if sees is None:
        return [{} for _ in drawings]
    candidates = None if among is None else sorted(set(among) & set(sees.labels))
    if candidates is not None and not candidates:
        return [{} for _ in drawings]
    most = len(sees.labels if candidates is None else candidates)
    found = sees.recognise(drawings, top=min(top, most), candidates=candidates, partial=partial)
    return [{guess.label: guess.probability for guess in each.top} for each in found]
