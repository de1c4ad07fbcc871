"""How good the recogniser is on labelled drawings: accuracy, calibration and time."""

from __future__ import annotations

import gzip
import hashlib
import math
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import loads, parse_json
from drawmate.ink.limits import MAX_BYTES
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.recogniser import MAX_BATCH, Recogniser

__all__ = ["BINS", "calibration_error", "evaluate", "parse_share", "seen", "share_of"]

BINS: Final = 15
_SUFFIXES: Final = (".ndjson", ".ndjson.gz")


@dataclass(slots=True)
class _Tally:
    """What was found so far: the place of the right label and the best label's probability, per drawing."""

    places: list[int] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)

    def add(self, probabilities: NDArray[np.float32], labels: NDArray[np.intp]) -> None:
        own = np.take_along_axis(probabilities, labels[:, np.newaxis], 1)
        self.places += ((probabilities >= own).sum(1) - 1).tolist()
        self.confidence += probabilities.max(1).tolist()

    def figures(self, suffix: str) -> dict[str, float]:
        places = np.array(self.places)
        error = calibration_error(np.array(self.confidence), places == 0)
        tops = {f"top{k}{suffix}": float((places < k).mean()) for k in (1, 3, 5)}
        return tops | {f"ece{suffix}": error}


def evaluate(
    recogniser: Recogniser,
    directory: Path,
    *,
    share: tuple[float, float] | None = None,
    limit: int | None = None,
) -> dict[str, float]:
    """Recognise every drawing of ``<category>.ndjson[.gz]`` files, of which at most ``limit`` in each.

    Gives ``drawings``, ``top1``, ``top3``, ``top5`` (the right label is among the first k of all labels; a tie
    counts against it), ``ece`` (expected calibration error of the best label's probability) and
    ``ms_per_drawing`` (from decoded strokes to probabilities). With a ``share`` the same figures again, ending
    in ``_partial``, of every drawing cut to a share of its points in that range, calibrated as a drawing of
    unknown share; ``ece_partial_known`` is the calibration error when each one's share is told.

    Raises:
        RecognitionError: ``no_drawings``, ``unknown_label`` when a file is named after no label.
        InkError: a record cannot be read; ``path`` is its file and line.
    """
    files = sorted(path for path in directory.iterdir() if path.name.endswith(_SUFFIXES))
    whole, partial, known = _Tally(), _Tally(), _Tally()
    seconds = 0.0
    for labels, records in _batches(recogniser, files, limit):
        began = time.perf_counter()
        drawings = [record.drawing() for record in records]
        probabilities = recogniser.probabilities(drawings)
        seconds += time.perf_counter() - began
        whole.add(probabilities, labels)
        if share is not None:
            cut = [seen(drawing, share_of(drawing, share)) for drawing in drawings]
            partial.add(recogniser.probabilities(cut, partial=True), labels)
            told = [share_of(drawing, share) for drawing in drawings]
            known.add(recogniser.probabilities(cut, partial=told), labels)
    if not whole.places:
        raise RecognitionError(
            "no_drawings", f"{directory} holds no drawings in <category>.ndjson[.gz] files"
        )
    figures = {"drawings": len(whole.places)} | whole.figures("")
    figures["ms_per_drawing"] = 1000 * seconds / len(whole.places)
    if share is None:
        return figures
    return figures | partial.figures("_partial") | {"ece_partial_known": known.figures("")["ece"]}


def calibration_error(confidence: NDArray[np.floating], right: NDArray[np.bool_]) -> float:
    """Expected calibration error over 15 bins of equal width (Guo et al. 2017) of (N,) probabilities."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = np.bincount(bins, confidence - right, minlength=BINS)
    return float(np.abs(gaps).sum() / len(confidence))


def share_of(drawing: Drawing, between: tuple[float, float]) -> float:
    """A share in a range that depends on nothing but the drawing: uniform, from a hash of its points."""
    digest = hashlib.sha256(drawing.x.tobytes() + drawing.y.tobytes() + drawing.offsets.tobytes()).digest()
    return between[0] + (between[1] - between[0]) * int.from_bytes(digest[:8], "big") / 2**64


def seen(drawing: Drawing, share: float) -> Drawing:
    """The drawing when a share of its points was drawn, rounded up."""
    return drawing.prefix(max(1, math.ceil(share * drawing.points)))


def parse_share(text: str) -> tuple[float, float]:
    """``0.5`` or ``0.5-0.7`` as a range in (0, 1].

    Raises:
        RecognitionError: ``bad_share``.
    """
    first, _, last = text.partition("-")
    try:
        low, high = float(first), float(last or first)
    except ValueError:
        low, high = 0.0, 0.0
    if not 0.0 < low <= high <= 1.0:
        raise RecognitionError(
            "bad_share", "a share is a number above 0 and at most 1, or two with a - between"
        )
    return low, high


@dataclass(frozen=True, slots=True)
class _Record:
    """A decoded line of a file."""

    value: Any
    file: Path
    line: int

    def drawing(self) -> Drawing:
        try:
            return parse_json(self.value, "quickdraw").drawing
        except InkError as error:
            raise _located(error, self.file, self.line) from None


def _batches(
    recogniser: Recogniser, files: list[Path], limit: int | None
) -> Iterator[tuple[NDArray[np.intp], list[_Record]]]:
    """Labels (N,) and records of N drawings at a time, across the files."""
    labels: list[int] = []
    records: list[_Record] = []
    for file in files:
        name = file.name.removesuffix(".gz").removesuffix(".ndjson")
        label = recogniser.index(name, str(file))
        for record in islice(_records(file), limit):
            labels.append(label)
            records.append(record)
            if len(labels) == MAX_BATCH:
                yield np.array(labels, np.intp), records
                labels, records = [], []
    if labels:
        yield np.array(labels, np.intp), records


def _records(file: Path) -> Iterator[_Record]:
    """The records of a file, line by line, since those of the data set do not fit in memory."""
    number = 0
    with gzip.open(file, "rb") if file.name.endswith(".gz") else file.open("rb") as lines:
        try:
            while line := lines.readline(MAX_BYTES + 1):
                number += 1
                if not line.isspace():
                    yield _Record(loads(line), file, number)
        except InkError as error:
            raise _located(error, file, number) from None
        except EOFError:
            raise _located(InkError("truncated", "the gzip file is cut short"), file, number + 1) from None
        except (zlib.error, gzip.BadGzipFile):
            raise _located(InkError("bad_archive", "this is no gzip file"), file, number + 1) from None


def _located(error: InkError, file: Path, line: int) -> InkError:
    return InkError(error.code, str(error), f"{file}, line {line}")
