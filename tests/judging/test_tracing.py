"""How well a tracing follows its picture (D4.5)."""

import numpy as np
import pytest

from drawmate.cards.pictures import picture_by_id
from drawmate.ink import Drawing
from drawmate.judging.tracing import TOLERANCE, Trace, trace

HOUSE = picture_by_id("house").drawing
LINE = Drawing.from_strokes([[[100, 900], [500, 500]]])


def moved(drawing: Drawing, right: float, down: float = 0.0) -> Drawing:
    return Drawing.from_strokes([[x + right, y + down] for x, y in drawing.strokes()])


def dense(drawing: Drawing, between: int) -> Drawing:
    """The same lines with this many points more between any two."""
    strokes = []
    for x, y in drawing.strokes():
        at = np.linspace(0, x.size - 1, (x.size - 1) * (between + 1) + 1)
        strokes.append([np.interp(at, np.arange(x.size), column) for column in (x, y)])
    return Drawing.from_strokes(strokes)


def test_an_identical_tracing_is_perfect() -> None:
    assert trace(HOUSE, HOUSE) == Trace(1.0, 1.0)
    assert trace(HOUSE, HOUSE).f == 1.0


def test_a_tracing_somewhere_else_is_none() -> None:
    """Position-locked: the same drawing far away follows nothing."""
    far = trace(moved(LINE, 0, 300), LINE)
    assert (far.precision, far.coverage, far.f) == (0.0, 0.0, 0.0)
    assert trace(moved(HOUSE, 2000), HOUSE).f == 0.0


def test_within_the_tolerance_a_line_follows_and_beyond_it_does_not() -> None:
    assert trace(moved(LINE, 0, TOLERANCE - 1), LINE).precision == 1.0
    assert trace(moved(LINE, 0, TOLERANCE + 1), LINE).precision == 0.0


def test_half_a_tracing_is_precise_and_covers_half() -> None:
    half = trace(Drawing.from_strokes([[[100, 500], [500, 500]]]), LINE)
    assert half.precision == 1.0
    assert half.coverage == pytest.approx((400 + TOLERANCE) / 800, abs=0.01)


def test_ink_beside_the_picture_counts_by_its_length() -> None:
    strays = Drawing.from_strokes([[[100, 900], [500, 500]], [[100, 500], [100, 100]]])
    assert trace(strays, LINE).precision == pytest.approx(2 / 3, abs=0.01)


def test_figures_do_not_depend_on_how_densely_points_were_recorded() -> None:
    drawn = moved(HOUSE, 18, 9)
    figures = trace(drawn, HOUSE)
    again = trace(dense(drawn, 7), dense(HOUSE, 3))
    assert (again.precision, again.coverage) == pytest.approx((figures.precision, figures.coverage), abs=1e-6)


def test_figures_do_not_depend_on_order_and_direction() -> None:
    drawn = moved(HOUSE, 18, 9)
    figures = trace(drawn, HOUSE)
    turned = trace(
        Drawing.from_strokes([[x[::-1], y[::-1]] for x, y in reversed(list(drawn.strokes()))]), HOUSE
    )
    assert (turned.precision, turned.coverage) == pytest.approx(
        (figures.precision, figures.coverage), abs=1e-9
    )


def test_nothing_drawn_follows_nothing() -> None:
    assert trace(Drawing.from_strokes([]), HOUSE) == Trace(0.0, 0.0)


def test_dots_are_ink() -> None:
    dots = Drawing.from_strokes([[[500], [500]], [[500], [900]]])
    assert trace(dots, LINE).precision == 0.5
