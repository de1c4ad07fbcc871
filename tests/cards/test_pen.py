"""Strokes by construction, and arranging them."""

import numpy as np
import pytest

from drawmate.cards import arrange, pen
from drawmate.cards.pen import Strokes


def length(strokes: Strokes) -> float:
    return float(sum(np.hypot(*np.diff(one, axis=0).T).sum() for one in strokes))


SQUARE = pen.rectangle((0.0, 0.0), (10.0, 10.0))


def test_a_stroke_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        pen.line([(0, 0), (1, 1)])[0] = 5.0


@pytest.mark.parametrize(
    "closed",
    [
        SQUARE,
        pen.rectangle((0, 0), (10, 6), 2),
        pen.oval((3, 4), (5, 2), 30),
        pen.regular((0, 0), 4, 7),
        pen.blob([(0, 0), (4, 1), (3, 5)]),
        pen.blob([(0, 0), (4, 1), (3, 5)], [1]),
        pen.lathe(5, [(5, 0), (8, 4), (6, 9)]),
        pen.puffs((0, 0), (8, 5), 9),
    ],
)
def test_outlines_are_closed(closed: pen.Stroke) -> None:
    assert pen.is_closed(closed)


def test_a_line_is_not_closed_nor_is_a_point() -> None:
    assert not pen.is_closed(pen.line([(0, 0), (1, 0)]))
    assert not pen.is_closed(pen.line([(0, 0), (1, 0), (0, 0)]))


def test_an_oval_keeps_its_radii_and_begins_at_the_top() -> None:
    ring = pen.oval((10.0, 20.0), (4.0, 2.0))
    assert np.allclose(((ring - (10, 20)) / (4, 2)) ** 2 @ (1, 1), 1.0)
    assert np.allclose(ring[0], (10, 18))
    assert ring[1, 0] < 10


def test_a_curve_goes_through_its_points_and_does_not_overshoot() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    drawn = pen.curve(points)
    for point in points:
        assert np.hypot(*(drawn - point).T).min() < 1e-9
    assert drawn.min() > -3.0
    assert drawn.max() < 13.0


def test_a_curve_between_two_corners_is_straight() -> None:
    drawn = pen.curve([(0, 0), (10, 0), (10, 10), (0, 10)], [1, 2])
    assert len(drawn) == 4


def test_a_lathe_is_symmetric() -> None:
    vase = pen.lathe(50, [(50, 0), (60, 20), (55, 40), (50, 60)])
    mirrored = {(round(100 - x, 6), round(y, 6)) for x, y in vase}
    assert mirrored == {(round(x, 6), round(y, 6)) for x, y in vase}


def test_copies_are_moved_turned_and_mirrored() -> None:
    one = (pen.line([(1.0, 0.0), (2.0, 0.0)]),)
    assert np.allclose(arrange.repeated(one, 3, (5.0, 1.0))[2], [(11, 2), (12, 2)])
    assert np.allclose(arrange.ringed(one, 4, (0.0, 0.0))[1], [(0, 1), (0, 2)])
    assert np.allclose(arrange.mirrored(one, 0.0)[0], [(-1, 0), (-2, 0)])
    assert np.allclose(arrange.scaled(one, (2.0, 1.0), (1.0, 0.0))[0], [(1, 0), (3, 0)])


def test_what_lies_inside_and_outside_makes_the_whole() -> None:
    line = (pen.line([(-5.0, 3.0), (15.0, 4.0)]),)
    inside, outside = arrange.within(line, SQUARE), arrange.without(line, [SQUARE])
    assert len(inside) == 1
    assert len(outside) == 2
    assert length(inside) + length(outside) == pytest.approx(length(line))
    assert np.allclose(sorted(inside[0][:, 0]), [0.0, 10.0])


def test_a_ring_cut_once_stays_one_stroke() -> None:
    ring = pen.oval((0.0, 5.0), (4.0, 4.0))
    assert len(arrange.without([ring], [SQUARE])) == 1
    assert len(arrange.within([ring], SQUARE)) == 1


def test_ink_away_from_an_outline_is_left_as_it_is() -> None:
    far = pen.line([(20.0, 0.0), (30.0, 0.0)])
    assert arrange.without([far], [SQUARE]) == (far,)
    assert arrange.within([far], SQUARE) == ()


def test_a_fitted_drawing_fills_the_canvas_up_to_the_margin() -> None:
    drawing = arrange.fitted((pen.line([(0, 0), (3, 0)]), pen.oval((1, 1), (1, 1))))
    left, top, right, bottom = drawing.bounds()
    assert (left, right) == (arrange.MARGIN, arrange.CANVAS - arrange.MARGIN)
    assert top + bottom == pytest.approx(arrange.CANVAS, abs=1.0)
    assert drawing.canvas == (1000.0, 1000.0)
    for x, y in drawing.strokes():
        assert np.array_equal(x, np.rint(x))
        assert (np.hypot(np.diff(x), np.diff(y)) <= arrange.GAP + 1.5).all()
        assert (np.hypot(np.diff(x), np.diff(y)) > 0.0).all()


def test_a_thinned_circle_stays_round() -> None:
    drawing = arrange.drawing([pen.oval((500.0, 500.0), (300.0, 300.0))])
    away = np.hypot(drawing.x - 500, drawing.y - 500)
    assert np.abs(away - 300).max() < arrange.EPSILON + 1.0
    assert 30 < drawing.points < 90
