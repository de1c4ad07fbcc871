"""Golden drawings: what a model said when it was made, compared with what it says here."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from drawmate.ink import Drawing
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.preprocess import picture
from drawmate.recognition.ranking import Recognition
from drawmate.recognition.recogniser import Recogniser
from drawmate.recognition.session import Device, read_checked

__all__ = ["TOLERANCE", "GoldenCase", "Report", "read_golden", "verify"]

TOLERANCE: Final = 0.02
"""Most that a probability may differ: kernels round differently from one CPU to another."""


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """One drawing, and the labels, probabilities and state it was given as a finished drawing."""

    name: str
    drawing: Drawing
    top: tuple[tuple[str, float], ...]
    state: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found; it passed if there are no faults."""

    model: str
    file: str
    device: str
    cases: int
    largest_difference: float
    faults: tuple[str, ...]

    def summary(self) -> dict[str, Any]:
        """The report as one flat record."""
        return {**asdict(self), "faults": list(self.faults), "ok": not self.faults}


def read_golden(directory: Path) -> tuple[GoldenCase, ...]:
    """The cases of ``golden.json``: ``{"model": id, "cases": [{"name", "drawing", "top", "state"}, …]}``.

    Raises:
        RecognitionError: ``missing_file``, ``bad_golden``.
    """
    path = directory / "golden.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return tuple(
            GoldenCase(
                case.get("name", f"case {number}"),
                Drawing.from_strokes(case["drawing"]),
                tuple((guess["label"], float(guess["probability"])) for guess in case["top"]),
                case["state"],
            )
            for number, case in enumerate(document["cases"])
        )
    except OSError as error:
        raise RecognitionError("missing_file", f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecognitionError("bad_golden", f"{path} is not a file of golden drawings") from error


def verify(directory: Path, *, device: Device = "auto") -> Report:
    """Check a model directory: the hashes of all its files, the rasteriser's fingerprint, the golden drawings.

    Raises:
        RecognitionError: the model cannot be loaded, or there are no golden drawings.
    """
    recogniser = Recogniser.load(directory, device=device)
    spec = recogniser.spec
    for file, sha256 in spec.files.items():
        read_checked(directory / file, sha256)
    cases = read_golden(directory)
    faults: list[str] = []
    if _fingerprint(cases, spec.size, spec.line) != spec.raster_sha256:
        faults.append("the rasteriser draws other pictures than the model was trained on")
    largest = 0.0
    top = max((len(case.top) for case in cases), default=0) or 1
    found = recogniser.recognise([case.drawing for case in cases], top=min(2 * top, len(recogniser.labels)))
    for case, recognition in zip(cases, found, strict=True):
        difference, fault = _compare(case, recognition)
        largest = max(largest, difference)
        if fault:
            faults.append(f"{case.name}: {fault}")
    return Report(
        spec.id, recogniser.network.file, recogniser.network.device, len(cases), largest, tuple(faults)
    )


def _compare(case: GoldenCase, found: Recognition) -> tuple[float, str]:
    """The largest difference of a probability, and what is wrong, if anything.

    The order of labels may change within the tolerance; a label that fell out of sight counts as 0.
    """
    if (case.state == "blank") != (found.state == "blank"):
        return 0.0, f"is {found.state}, was {case.state}"
    probabilities = {guess.label: guess.probability for guess in found.top}
    difference = max((abs(p - probabilities.get(label, 0.0)) for label, p in case.top), default=0.0)
    if difference > TOLERANCE:
        return difference, f"a probability differs by {difference:.3f}"
    return difference, ""


def _fingerprint(cases: tuple[GoldenCase, ...], size: int, line: float) -> str:
    """SHA-256 of the pictures of the golden drawings, in order."""
    digest = hashlib.sha256()
    for case in cases:
        digest.update(picture(case.drawing, size, line).tobytes())
    return digest.hexdigest()
