from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drawmate.ink import Drawing
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.golden import read_golden, verify
from drawmate.recognition.preprocess import picture
from drawmate.recognition.recogniser import Recogniser
from drawmate.recognition.spec import ModelSpec

DRAWINGS: list[Any] = [[], [[[0, 9, 9, 0], [0, 0, 9, 9]]], [[[0, 9], [0, 5]], [[4], [4]]]]

Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def golden_model(tmp_path: Path, tiny_model: Path, recogniser: Recogniser) -> Path:
    """A copy of the small model with golden drawings."""
    model = Path(shutil.copytree(tiny_model, tmp_path / "tiny-v1"))
    drawings = [Drawing.from_strokes(strokes) for strokes in DRAWINGS]
    cases = [
        {
            "name": f"case {number}",
            "drawing": strokes,
            "top": [{"label": guess.label, "probability": guess.probability} for guess in found.top],
            "state": found.state,
        }
        for number, (strokes, found) in enumerate(zip(DRAWINGS, recogniser.recognise(drawings), strict=True))
    ]
    (model / "golden.json").write_text(json.dumps({"model": "tiny-v1", "cases": cases}))
    pixels = b"".join(picture(drawing).tobytes() for drawing in drawings)
    replace(ModelSpec.read(model), raster_sha256=hashlib.sha256(pixels).hexdigest()).write(model)
    return model


def change(model: Path, how: Change) -> None:
    document = json.loads((model / "golden.json").read_text())
    how(document)
    (model / "golden.json").write_text(json.dumps(document))


def test_an_unchanged_model_passes(golden_model: Path) -> None:
    report = verify(golden_model)
    assert report.faults == ()
    assert report.cases == 3
    assert report.largest_difference < 1e-4
    assert report.summary()["ok"] is True


def test_a_probability_may_differ_by_two_hundredths(golden_model: Path) -> None:
    def shift(by: float) -> Change:
        return lambda document: document["cases"][1]["top"][0].update(
            probability=document["cases"][1]["top"][0]["probability"] + by
        )

    change(golden_model, shift(0.015))
    assert verify(golden_model).faults == ()
    change(golden_model, shift(0.015))
    (fault,) = verify(golden_model).faults
    assert fault == "case 1: a probability differs by 0.030"


def test_ink_where_there_was_none_is_a_fault(golden_model: Path) -> None:
    change(golden_model, lambda document: document["cases"][0].update(state="ok"))
    assert verify(golden_model).faults == ("case 0: is blank, was ok",)


def test_another_rasteriser_is_a_fault(golden_model: Path) -> None:
    replace(ModelSpec.read(golden_model), raster_sha256="0" * 64).write(golden_model)
    (fault,) = verify(golden_model).faults
    assert "rasteriser" in fault


def test_every_file_is_hashed_also_the_one_not_in_use(golden_model: Path) -> None:
    with (golden_model / "model.onnx").open("ab") as out:
        out.write(b" ")
    with pytest.raises(RecognitionError, match=r"model\.onnx"):
        verify(golden_model)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cases": [{}]}', '{"cases": 7}', '{"cases": [7]}'])
def test_a_file_that_holds_something_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "golden.json").write_text(text)
    with pytest.raises(RecognitionError) as caught:
        read_golden(tmp_path)
    assert caught.value.code == "bad_golden"


def test_the_trained_model_says_here_what_it_said_when_it_was_made(real_model: Path) -> None:
    assert verify(real_model).faults == ()
