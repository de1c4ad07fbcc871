"""Where models are: the directories given, those inside the package, and the repository's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from drawmate.recognition.errors import RecognitionError

__all__ = ["find_model", "model_directories"]

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES = (_PACKAGE / "models", _PACKAGE.parents[1] / "models")
"""Inside an installed package, and in a checkout of the repository."""


def model_directories(given: Sequence[Path] = ()) -> list[Path]:
    """Every model directory, best first: those given (each a model or a directory of models), then our own.

    Our own places are looked at only when nothing is given. Within one directory the latest name comes first
    (``recogniser-v2`` before ``recogniser-v1``).
    """
    return list(dict.fromkeys(model for place in given or _PLACES for model in _models_in(place)))


def find_model(given: Sequence[Path] = (), name: str | None = None) -> Path:
    """The directory of the model called ``name``, or of the first model.

    Raises:
        RecognitionError: ``no_model``.
    """
    found = model_directories(given)
    for directory in found:
        if name is None or directory.name == name:
            return directory
    where = ", ".join(str(place) for place in given or _PLACES)
    what = f"model {name!r}" if name else "model directory (one with a spec.json)"
    raise RecognitionError("no_model", f"there is no {what} in {where}")


def _models_in(place: Path) -> Iterator[Path]:
    if (place / "spec.json").is_file():
        yield place
    elif place.is_dir():
        inside = [child for child in place.iterdir() if (child / "spec.json").is_file()]
        yield from sorted(inside, key=lambda child: _version(child.name), reverse=True)


def _version(name: str) -> tuple[int, str]:
    digits = name.rpartition("-v")[2]
    return (int(digits) if digits.isdecimal() else -1, name)
