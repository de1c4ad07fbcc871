"""What the trained model must do whatever its accuracy; skipped where there is none."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from drawmate.ink import Drawing
from drawmate.recognition.ranking import Recognition
from drawmate.recognition.recogniser import Recogniser
from drawmate.words import load as words

ABSTRACT = ("camouflage", "animal migration", "squiggle")
ANGLES = np.linspace(0, 6 * np.pi, 120)
NOTHINGS: dict[str, Any] = {
    "scribble that fills the box": [[[0, 64] * 64, [i / 2 for i in range(128)]]],
    "spiral": [[(ANGLES * np.cos(ANGLES)).tolist(), (ANGLES * np.sin(ANGLES)).tolist()]],
    "word by hand": [[[0, 0], [0, 40]], [[0, 20, 20], [20, 20, 40]], [[30, 50, 30, 30, 50], [30, 30, 20, 40, 40]],
                     [[60, 60], [0, 40]], [[70, 70], [0, 40]], [[80, 100, 100, 80, 80], [20, 20, 40, 40, 20]]],
    "frame": [[[0, 255, 255, 0, 0], [0, 0, 180, 180, 0]]],
    "dot": [[[464.91], [286.51]]],
}  # fmt: skip


@pytest.fixture(scope="module")
def trained(real_model: Path) -> Recogniser:
    return Recogniser.load(real_model, device="cpu")


def one(trained: Recogniser, strokes: Any, **options: Any) -> Recognition:
    return trained.recognise([Drawing.from_strokes(strokes)], **options)[0]


def test_its_labels_are_the_words(trained: Recogniser) -> None:
    assert sorted(trained.labels) == sorted(word.label for word in words())


@pytest.mark.parametrize(
    "strokes", [[[[0, 50, 100], [7, 7, 7]]], [[[3, 3], [0, 200]]]], ids=["level", "upright"]
)
def test_t06_a_line_is_plausible_as_a_line(trained: Recogniser, strokes: Any) -> None:
    assert "line" in [guess.label for guess in one(trained, strokes, top=5).top]


@pytest.mark.parametrize("strokes", NOTHINGS.values(), ids=NOTHINGS)
def test_t32_what_is_nothing_is_not_said_with_certainty_to_be_something_abstract(
    trained: Recogniser, strokes: Any
) -> None:
    found = one(trained, strokes)
    assert not (found.label in ABSTRACT and found.top[0].probability > 0.9)


def test_t32_abstract_classes_are_not_dealt_to_players() -> None:
    assert not [word.label for word in words() if word.playable and word.label in ABSTRACT]


def test_scale_place_and_pace_do_not_matter(trained: Recogniser) -> None:
    house = [[[20, 20, 100, 100, 20], [60, 120, 120, 60, 60]], [[10, 60, 110], [62, 15, 62]]]
    moved = [[(3.7 * np.array(c) + 411).tolist() for c in stroke] for stroke in house]
    first, second = one(trained, house), one(trained, moved)
    assert [guess.label for guess in first.top] == [guess.label for guess in second.top]
    assert abs(first.top[0].probability - second.top[0].probability) < 0.05


@pytest.mark.shared
def test_t15_a_raw_drawing_and_its_simplified_twin_get_the_same(trained: Recogniser, shared: Path) -> None:
    for category in ("cat", "bicycle", "house", "octopus"):
        with gzip.open(shared / "quickdraw" / "test" / f"{category}.ndjson.gz") as lines:
            simplified = [orjson.loads(line)["drawing"] for line in lines][:8]
        raw = [[_raw(stroke) for stroke in strokes] for strokes in simplified]
        twins = [trained.recognise([Drawing.from_strokes(s) for s in each]) for each in (simplified, raw)]
        for first, second in zip(*twins, strict=True):
            assert abs(first.top[0].probability - second.top[0].probability) < 0.05
            if first.top[0].probability - first.top[1].probability > 0.05:
                assert first.top[0].label == second.top[0].label


def _raw(stroke: list[list[float]]) -> list[list[float]]:
    """A stroke as a pen at 60 Hz on a screen of 1,080 pixels gives it, with times."""
    x, y = np.array(stroke[0], float), np.array(stroke[1], float)
    along = np.arange(len(x))
    dense = np.linspace(0, len(x) - 1, 8 * len(x) - 7)
    scaled = [np.interp(dense, along, c) * 4.2 + 3.3 for c in (x, y)]
    return [*(c.tolist() for c in scaled), (np.arange(len(dense)) * 16.7).tolist()]
