"""Even spacing and Ramer–Douglas–Peucker."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink import Drawing
from drawmate.ink.geometry import farthest_kept, ink_length, resample
from tests.corpus.strategies import drawings, patient


def columns(*strokes: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    points = np.array([p for s in strokes for p in s], float).reshape(-1, 2)
    return points[:, 0].copy(), points[:, 1].copy(), np.cumsum([0, *map(len, strokes)])


def test_length_does_not_count_the_way_between_strokes() -> None:
    assert ink_length(*columns([(0, 0), (3, 4)], [(100, 0), (100, 1)])) == 6
    assert ink_length(*columns([(7, 7)])) == 0


def test_resample_puts_points_at_every_step_and_at_the_end() -> None:
    x, y, offsets = resample(*columns([(0, 0), (2.5, 0)], [(9, 9)]), 1.0)
    assert x.tolist() == [0, 1, 2, 2.5, 9]
    assert y.tolist() == [0, 0, 0, 0, 9]
    assert offsets.tolist() == [0, 4, 5]


def test_resample_goes_around_corners() -> None:
    x, y, _ = resample(*columns([(0, 0), (1.5, 0), (1.5, 1.5)]), 1.0)
    assert x.tolist() == pytest.approx([0, 1, 1.5, 1.5])
    assert y.tolist() == pytest.approx([0, 0, 0.5, 1.5])


def test_a_stroke_without_length_becomes_one_point() -> None:
    x, _, offsets = resample(*columns([(4, 4), (4, 4), (4, 4)]), 1.0)
    assert x.tolist() == [4]
    assert offsets.tolist() == [0, 1]


@patient
@given(drawings(whole=True, times=False, blank=False), st.floats(50, 5_000))
def test_resampled_points_are_at_most_a_step_apart(drawing: Drawing, spacing: float) -> None:
    x, y, offsets = resample(drawing.x, drawing.y, drawing.offsets, spacing)
    assert len(offsets) == len(drawing.offsets)
    steps = np.hypot(np.diff(x), np.diff(y))
    steps[offsets[1:-1] - 1] = 0
    assert (steps <= spacing + 1e-6).all()
    assert ink_length(x, y, offsets) <= ink_length(drawing.x, drawing.y, drawing.offsets) + 1e-6
    for a, b, c, d in zip(offsets[:-1], offsets[1:], drawing.offsets[:-1], drawing.offsets[1:], strict=True):
        assert (x[a], y[a], x[b - 1], y[b - 1]) == (
            drawing.x[c], drawing.y[c], drawing.x[d - 1], drawing.y[d - 1],
        )  # fmt: skip


def test_kept_points_of_a_known_line() -> None:
    keep = farthest_kept(*columns([(0, 0), (1, 0.1), (2, -0.1), (3, 5), (4, 6), (5, 7), (6, 8.1)]), 1.0)
    assert keep.tolist() == [True, False, True, True, False, False, True]


def test_a_tip_that_overshoots_is_kept() -> None:
    keep = farthest_kept(*columns([(0, 0), (100, 0), (50, 0)]), 2.0)
    assert keep.all()


def test_a_closed_stroke_keeps_its_far_side() -> None:
    keep = farthest_kept(*columns([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]), 2.0)
    assert keep.all()


@patient
@given(drawings(whole=True, times=False, blank=False), st.floats(1, 20_000))
def test_points_left_out_lie_near_what_replaces_them(drawing: Drawing, epsilon: float) -> None:
    keep = farthest_kept(drawing.x, drawing.y, drawing.offsets, epsilon)
    for a, b in zip(drawing.offsets[:-1], drawing.offsets[1:], strict=True):
        kept = np.flatnonzero(keep[a:b]) + a
        assert kept[0] == a
        assert kept[-1] == b - 1
        for i in range(a, b):
            before, after = kept[kept <= i][-1], kept[kept >= i][0]
            assert distance(drawing, i, before, after) <= epsilon * (1 + 1e-9) + 1e-9


def test_a_long_stroke_does_not_exhaust_the_stack() -> None:
    """Every point is kept: the deepest splitting there can be."""
    n = 4_000
    x = np.arange(n, dtype=float)
    y = np.where(np.arange(n) % 2 == 0, 0.0, np.arange(n) + 10.0)
    assert farthest_kept(x, y, np.array([0, n]), 1.0).all()


def distance(drawing: Drawing, i: int, a: int, b: int) -> float:
    p, start, end = (np.array([drawing.x[k], drawing.y[k]]) for k in (i, a, b))
    v = end - start
    along = np.clip((p - start) @ v / (v @ v), 0, 1) if (v @ v) > 0 else 0.0
    return float(np.hypot(*(p - start - along * v)))
