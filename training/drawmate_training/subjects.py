"""What can be evaluated, and on what: model directories, runs and ONNX files; shards and directories of ndjson."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drawmate.recognition.spec import Calibration, ModelSpec
from drawmate_training.evaluate import PLAIN
from drawmate_training.importing import import_drawings
from drawmate_training.predictors import Predictor, from_network, from_onnx
from drawmate_training.shards import Shard
from drawmate_training.weights import load_network


def open_subject(path: Path, threads: int = 1) -> tuple[Predictor, Calibration]:
    """A recogniser and its calibration, from a model directory, a run, or an ONNX file (in none of those).

    A run's weights are run by torch.

    Raises:
        ValueError: it is none of them.
    """
    if (path / "spec.json").exists():
        spec = ModelSpec.read(path)
        return from_onnx(path / spec.default_file, threads), spec.calibration
    if path.suffix == ".onnx":
        return from_onnx(path, threads), _calibration_beside(path.parent)
    return from_network(load_network(path)[0]), _calibration_beside(path)


@contextmanager
def open_data(path: Path, labels: list[str] | None = None) -> Iterator[Shard]:
    """The shard at a path, or one made of the files of a directory for as long as the context lasts."""
    if (path / "labels.npy").exists():
        yield Shard.open(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        import_drawings([path], Path(folder), labels=labels)
        yield Shard.open(Path(folder))


def _calibration_beside(directory: Path) -> Calibration:
    path = directory / "calibration.json"
    if not path.exists():
        return PLAIN
    found = json.loads(path.read_text(encoding="utf-8"))["calibration"]
    return Calibration(
        tuple(found["shares"]),
        tuple(found["temperatures"]),
        found["partial"],
        tuple(found.get("slopes", ())),
        found.get("partial_slope", 0.0),
    )
