"""The shape cards (D3.5, D3.6) and their stamps (D3.7)."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from drawmate.cards.arrange import drawing
from drawmate.cards.pen import is_closed
from drawmate.cards.shapes import CARDS, FACES, Placement, Shape, ShapeError, by_face, by_id, rolled, stamp
from drawmate.ink.raster import rasterise
from drawmate.words import languages

SHAPES = [shape for card in CARDS for shape in card.shapes]


def picture(shape: Shape, placement: Placement) -> NDArray[np.float64]:
    return np.asarray(rasterise(drawing(stamp(shape, placement)))[0], np.float64)


def test_d3_6_four_cards_of_six_shapes_in_the_order_of_the_die() -> None:
    assert [[shape.id for shape in card.shapes] for card in CARDS] == [
        ["straight", "corner", "zigzag", "wave", "spiral", "cross"],
        ["circle", "ellipse", "half circle", "arc", "crescent", "drop"],
        ["triangle", "right triangle", "square", "rectangle", "diamond", "trapezoid"],
        ["star", "heart", "arrow", "pentagon", "hexagon", "lightning"],
    ]
    for card, face in itertools.product(CARDS, range(1, FACES + 1)):
        assert (by_face(card, face).card, by_face(card, face).face) == (card.id, face)


def test_d3_5_a_roll_gives_four_different_shapes_one_of_each_card() -> None:
    for faces in itertools.product(range(1, FACES + 1), repeat=4):
        shapes = rolled(faces)
        assert [shape.card for shape in shapes] == [card.id for card in CARDS]
        assert len({shape.id for shape in shapes}) == 4


@pytest.mark.parametrize(
    ("faces", "code"), [((1, 2, 3), "bad_roll"), ((1, 2, 3, 7), "bad_face"), ((0, 1, 1, 1), "bad_face")]
)
def test_a_roll_of_other_dice_is_refused(faces: tuple[int, ...], code: str) -> None:
    with pytest.raises(ShapeError) as caught:
        rolled(faces)
    assert caught.value.code == code


def test_shapes_have_names_of_their_own_in_every_language() -> None:
    for position, code in enumerate(languages()):
        assert all(shape.spoken[position].language == code for shape in SHAPES)
        assert len({shape.spoken[position].name for shape in SHAPES}) == 24
        assert len({card.spoken[position].name for card in CARDS}) == 4
    assert [by_id(shape.id) for shape in SHAPES] == SHAPES
    with pytest.raises(ShapeError, match="no such shape"):
        by_id("blob")


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.id)
def test_an_outline_fills_the_unit_square(shape: Shape) -> None:
    points = np.vstack(shape.outline)
    low, high = points.min(axis=0), points.max(axis=0)
    assert (high - low).max() == pytest.approx(1.0)
    assert np.allclose((low + high) / 2.0, 0.5)
    assert len(shape.outline) == (2 if shape.id == "cross" else 1)
    open_ones = {"straight", "corner", "zigzag", "wave", "spiral", "cross", "arc"}
    assert all(is_closed(one) != (shape.id in open_ones) for one in shape.outline)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.id)
def test_a_stamp_has_its_place_size_and_turn(shape: Shape) -> None:
    points = np.vstack(stamp(shape, Placement(400.0, 300.0, 200.0)))
    low, high = points.min(axis=0), points.max(axis=0)
    assert (high - low).max() == pytest.approx(200.0)
    assert np.allclose((low + high) / 2.0, (400.0, 300.0))
    turned = np.vstack(stamp(shape, Placement(400.0, 300.0, 200.0, rotation=90.0)))
    assert np.allclose(turned - (400, 300), (points - (400, 300))[:, ::-1] * (-1.0, 1.0))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.id)
def test_a_stamp_may_be_stretched_within_its_kind_only(shape: Shape) -> None:
    assert not shape.aspects or shape.lawful(shape.aspect)
    for aspect in (0.1, 0.3, 0.75, 1.0, 1.5, 4.0, 20.0):
        placement = Placement(500.0, 500.0, 400.0, aspect=aspect)
        if shape.lawful(aspect):
            width, height = np.ptp(np.vstack(stamp(shape, placement)), axis=0)
            assert width / height == pytest.approx(aspect)
            assert max(width, height) == pytest.approx(400.0)
        else:
            with pytest.raises(ShapeError) as caught:
                stamp(shape, placement)
            assert caught.value.code == "bad_aspect"


def test_no_stretch_makes_a_circle_of_an_ellipse_or_a_square_of_a_rectangle() -> None:
    for name in ("ellipse", "rectangle", "diamond"):
        assert not by_id(name).lawful(1.0)
    for name in ("circle", "square", "half circle", "straight"):
        assert by_id(name).aspects == ()


@pytest.mark.parametrize("size", [0.0, -1.0, float("nan")])
def test_a_stamp_without_size_is_refused(size: float) -> None:
    with pytest.raises(ShapeError) as caught:
        stamp(by_id("star"), Placement(0.0, 0.0, size))
    assert caught.value.code == "bad_size"


def test_no_two_shapes_look_alike_even_when_turned() -> None:
    for one, other in itertools.combinations(SHAPES, 2):
        still = picture(one, Placement(500.0, 500.0, 600.0))
        for rotation in range(0, 360, 45):
            turned = picture(other, Placement(500.0, 500.0, 600.0, rotation=rotation))
            apart = np.abs(still - turned).sum() / max(still.sum(), turned.sum())
            assert apart > 0.3, (one.id, other.id, rotation)
