"""The data set's simplification."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from drawmate.ink import Drawing
from drawmate.ink.formats import parse_json
from drawmate.ink.geometry import resample
from drawmate.ink.simplify import EPSILON, is_simplified, simplify
from tests.corpus.degenerate import INKED
from tests.corpus.strategies import drawings, patient


def test_a_square_of_another_size_becomes_255_wide() -> None:
    square = Drawing.from_strokes([[[100, 150, 150, 100, 100], [20, 20, 70, 70, 20], [0, 1, 2, 3, 4]]])
    assert simplify(square).to_strokes() == [[[0, 255, 255, 0, 0], [0, 0, 255, 255, 0]]]


def test_points_on_a_line_are_left_out() -> None:
    line = Drawing.from_strokes([[[0, 1, 2, 3, 100], [0, 1, 2, 3, 100]]])
    assert simplify(line).to_strokes() == [[[0, 255], [0, 255]]]


def test_blank_stays_blank() -> None:
    assert simplify(Drawing.from_strokes([])).blank


@pytest.mark.parametrize("strokes", INKED.values(), ids=INKED)
def test_degenerate_drawings_are_simplified(strokes: list[list[list[float]]]) -> None:
    """T03, T04, T06, T07: no division by zero, nothing but whole numbers within the box."""
    simple = simplify(parse_json(strokes).drawing)
    assert is_simplified(simple)
    assert len(simple) == len(parse_json(strokes).drawing)


@patient
@given(drawings(blank=False))
def test_simplified_drawings_fill_the_box(drawing: Drawing) -> None:
    simple = simplify(drawing)
    left, top, right, bottom = simple.bounds()
    assert min(left, top) >= 0
    assert max(right, bottom) <= 255
    assert is_simplified(simple)
    assert len(simple) == len(drawing)
    assert simple.t is None


@patient
@given(drawings(whole=True, blank=False))
def test_the_ink_stays_within_epsilon_and_rounding(drawing: Drawing) -> None:
    simple = simplify(drawing)
    left, top, right, bottom = drawing.bounds()
    scale = 255 / max(right - left, bottom - top) if max(right - left, bottom - top) else 0
    x, y = (drawing.x - left) * scale, (drawing.y - top) * scale
    dense = resample(simple.x, simple.y, simple.offsets, 0.25)
    for s in range(len(drawing)):
        near = slice(dense[2][s], dense[2][s + 1])
        for i in range(drawing.offsets[s], drawing.offsets[s + 1]):
            away = np.hypot(dense[0][near] - x[i], dense[1][near] - y[i]).min()
            # The corner itself may lie half a step from the resampled points, which RDP then saw.
            assert away <= EPSILON + 0.5 + np.sqrt(0.5) + 0.15


@patient
@given(drawings(whole=True, blank=False))
def test_simplifying_again_changes_little(drawing: Drawing) -> None:
    once = simplify(drawing)
    twice = simplify(once)
    assert twice.points <= once.points + len(once)
    assert len(twice) == len(once)


def test_enormous_scribbles_are_bounded() -> None:
    n = 50_000
    x = np.where(np.arange(n) % 2 == 0, 0.0, 1_000.0)
    scribble = Drawing.from_columns(x, np.linspace(0, 1_000, n), [0, n])
    assert simplify(scribble).points <= 33_000


@pytest.mark.shared
def test_official_drawings_are_already_simplified(shared: Path) -> None:
    lines = gzip.decompress((shared / "quickdraw/test/bicycle.ndjson.gz").read_bytes()).splitlines()
    official = [Drawing.from_strokes(json.loads(line)["drawing"]) for line in lines]
    assert all(map(is_simplified, official))
    shrunk = [simplify(d).points / d.points for d in official]
    assert 0.85 < np.mean(shrunk) <= 1.02
