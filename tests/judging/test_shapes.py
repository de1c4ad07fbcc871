"""The rolled shapes are found in what hands draw, and not in what is plainly something else (D3.5, D3.7)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from drawmate.cards.shapes import CARDS, Placement, Shape, by_id, rolled, stamp
from drawmate.ink import Drawing
from drawmate.judging.shapes import ENOUGH, has_shapes, likeness
from drawmate.players.shape_figure import shape_figure
from drawmate.players.sketch import sketch

SHAPES = [shape for card in CARDS for shape in card.shapes]


def by_hand(shape: Shape, turn: float, *, x: float = 500.0, sway: float = 9.0) -> list[np.ndarray]:
    """The shape as a hand draws it, which sways."""
    strokes = []
    for one in stamp(shape, Placement(x, 500, 300, turn)):
        along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(one, axis=0).T))))
        at = np.linspace(0.0, along[-1], max(8, int(along[-1] / 12)))
        points = np.column_stack([np.interp(at, along, column) for column in one.T])
        strokes.append(points + sway * np.column_stack([np.sin(turn + at / 90), np.cos(turn + at / 120)]))
    return strokes


def drawing(strokes: list[np.ndarray]) -> Drawing:
    return Drawing.from_strokes([[one[:, 0].tolist(), one[:, 1].tolist()] for one in strokes])


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.id)
def test_a_shape_is_found_however_it_is_turned(shape: Shape) -> None:
    for turn in (0.0, 7.0, 90.0, 133.0, 278.0):
        assert has_shapes(drawing(by_hand(shape, turn)), [shape])


@pytest.mark.parametrize(
    ("drawn", "asked"),
    [
        ("straight", "circle"), ("straight", "zigzag"), ("circle", "zigzag"), ("circle", "star"), ("zigzag", "circle"),
        ("star", "circle"), ("spiral", "straight"), ("corner", "square"), ("arc", "circle"), ("cross", "triangle"),
        ("lightning", "square"), ("circle", "cross"), ("square", "spiral"), ("star", "triangle"),
    ],
)  # fmt: skip
def test_a_shape_is_not_taken_for_quite_another(drawn: str, asked: str) -> None:
    for turn in (0.0, 40.0, 200.0):
        assert likeness(by_hand(by_id(drawn), turn), by_id(asked)) > ENOUGH


def test_teeth_may_be_more_than_on_the_card() -> None:
    x = np.linspace(100, 900, 17)
    y = np.where(np.arange(17) % 2, 400.0, 500.0)
    assert has_shapes(drawing([np.column_stack((x, y))]), [by_id("zigzag")])


def test_a_square_may_be_four_lines_in_any_order_and_direction() -> None:
    corners = [np.array(c, float) for c in ((300, 300), (700, 300), (700, 700), (300, 700))]
    sides = [np.vstack((corners[n], corners[(n + 1) % 4])) for n in range(4)]
    mixed = [sides[2], sides[0][::-1], sides[3], sides[1]]
    assert has_shapes(drawing(sides), [by_id("square")])
    assert has_shapes(drawing(mixed), [by_id("square")])
    assert not has_shapes(drawing(sides[:2]), [by_id("square")])


def test_each_shape_needs_strokes_of_its_own() -> None:
    circle, hexagon = by_id("circle"), by_id("hexagon")
    one = by_hand(circle, 0.0)
    assert has_shapes(drawing(one), [hexagon]), "it is lenient"
    assert not has_shapes(drawing(one), [circle, hexagon])
    assert has_shapes(drawing([*one, *by_hand(hexagon, 0.0, x=550)]), [circle, hexagon])


def test_what_is_missing_makes_a_drawing_no_good_and_more_ink_does_no_harm() -> None:
    shapes = rolled([3, 1, 3, 1])
    strokes = [one for n, shape in enumerate(shapes) for one in by_hand(shape, 15.0 * n, x=250 + 150 * n)]
    assert has_shapes(drawing(strokes), shapes)
    assert has_shapes(drawing([*strokes, *by_hand(by_id("spiral"), 5.0)]), shapes)
    for number in range(len(strokes)):
        assert not has_shapes(drawing(strokes[:number] + strokes[number + 1 :]), shapes)


@pytest.mark.parametrize(
    "faces", [(1, 1, 1, 1), (2, 3, 6, 2), (3, 5, 4, 3), (4, 2, 5, 6), (5, 6, 2, 4), (6, 4, 3, 5)]
)
def test_what_the_ai_draws_with_the_shapes_is_good(faces: tuple[int, ...]) -> None:
    for label in ("cat", "house", "tree", "map", "circle"):
        lines = shape_figure(sketch(label), rolled(faces))
        assert has_shapes(drawing([np.column_stack(line) for line in lines]), rolled(faces)), label


def test_nothing_and_dots_are_no_shapes_and_much_ink_is_looked_at_in_bounded_time() -> None:
    dot = [np.array([[500.0, 500.0]])]
    for strokes in ([], dot, dot * 50):
        assert not has_shapes(drawing(strokes), [by_id("circle")])
    random = np.random.default_rng(1)
    scribble = [random.uniform(0, 1000, (40, 2)) for _ in range(300)]
    has_shapes(drawing(scribble), rolled([6, 5, 4, 3]))


def test_every_roll_can_be_told_from_a_blank_canvas() -> None:
    for faces in itertools.product((1, 4), repeat=4):
        assert not has_shapes(drawing([]), rolled(faces))
