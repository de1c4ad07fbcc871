"""Spatial words on boxes: their edges, their doubtful zones, and the mirror."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.cards.criteria_boxes import (
    FRAME,
    Box,
    Relation,
    Size,
    Zone,
    between_margin,
    relation_margin,
    size_margin,
    zone_margin,
)

MIRROR = {
    Zone.LEFT_HALF: Zone.RIGHT_HALF,
    Zone.LEFT_THIRD: Zone.RIGHT_THIRD,
    Zone.TOP_LEFT: Zone.TOP_RIGHT,
    Zone.BOTTOM_LEFT: Zone.BOTTOM_RIGHT,
    Relation.LEFT_OF: Relation.RIGHT_OF,
}
MIRROR |= {right: left for left, right in MIRROR.items()}


def at(x: float, y: float, width: float = 100, height: float = 100) -> Box:
    """A box about a centre."""
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top = draw(st.integers(0, 940)), draw(st.integers(0, 940))
    return Box(
        float(left),
        float(top),
        float(draw(st.integers(left + 20, 1000))),
        float(draw(st.integers(top + 20, 1000))),
    )


@pytest.mark.parametrize(
    ("box", "zone", "inside"),
    [
        (at(500, 500), Zone.LEFT_HALF, True),
        (at(500.5, 500), Zone.LEFT_HALF, False),
        (at(373, 500), Zone.LEFT_THIRD, True),
        (at(374, 500), Zone.LEFT_THIRD, False),
        (at(627, 500), Zone.RIGHT_THIRD, True),
        (at(626, 500), Zone.RIGHT_THIRD, False),
        (at(500, 373), Zone.TOP_THIRD, True),
        (at(500, 374), Zone.TOP_THIRD, False),
        (at(500, 627), Zone.BOTTOM_THIRD, True),
        (at(500, 626), Zone.BOTTOM_THIRD, False),
        (at(294, 706), Zone.MIDDLE, True),
        (at(293, 500), Zone.MIDDLE, False),
        (at(373, 373), Zone.TOP_LEFT, True),
        (at(373, 374), Zone.TOP_LEFT, False),
        (at(627, 627), Zone.CORNER, True),
        (at(500, 100), Zone.CORNER, False),
    ],
)
def test_a_zone_ends_a_little_beyond_its_border(box: Box, zone: Zone, inside: bool) -> None:
    assert (zone_margin(box, zone) >= 0) is inside


@pytest.mark.parametrize(
    ("first", "relation", "second", "so"),
    [
        (at(460, 500), Relation.LEFT_OF, at(500, 500), True),
        (at(461, 500), Relation.LEFT_OF, at(500, 500), False),
        (at(300, 500), Relation.LEFT_OF, at(500, 500, 600), False),
        (at(500, 460), Relation.ABOVE, at(500, 500), True),
        (at(500, 461), Relation.ABOVE, at(500, 500), False),
        (at(600, 500), Relation.RIGHT_OF, at(500, 900), True),
        (at(500, 600), Relation.BELOW, at(900, 500), True),
        (at(115, 500), Relation.TOUCHING, at(0, 500), True),
        (at(116, 500), Relation.TOUCHING, at(0, 500), False),
        (at(220, 500), Relation.NEAR, at(0, 500), True),
        (at(221, 500), Relation.NEAR, at(0, 500), False),
        (at(90, 500), Relation.OVERLAPPING, at(0, 500), True),
        (at(91, 500), Relation.OVERLAPPING, at(0, 500), False),
        (at(500, 500), Relation.INSIDE, at(500, 500, 200, 200), True),
        (at(570, 500), Relation.INSIDE, at(500, 500, 200, 200), True),
        (at(571, 500), Relation.INSIDE, at(500, 500, 200, 200), False),
        (at(500, 500), Relation.ON, at(500, 665, 300, 200), True),
        (at(500, 500), Relation.ON, at(500, 666, 300, 200), False),
        (at(500, 500), Relation.ON, at(500, 500, 300, 200), True),
        (at(500, 551), Relation.ON, at(500, 551, 300, 200), True),
        (at(500, 501), Relation.ON, at(500, 500, 300, 200), False),
        (at(349, 550), Relation.ON, at(500, 700, 300, 200), False),
    ],
)
def test_a_relation_has_its_edge(first: Box, relation: Relation, second: Box, so: bool) -> None:
    assert (relation_margin(first, relation, second) >= 0) is so


@pytest.mark.parametrize(
    ("first", "size", "second", "so"),
    [
        (at(0, 0, 120), Size.LARGER, at(0, 0), True),
        (at(0, 0, 119), Size.LARGER, at(0, 0), False),
        (at(0, 0), Size.SMALLER, at(0, 0, 120), True),
        (at(0, 0, 20, 120), Size.TALLER, at(0, 0), True),
        (at(0, 0, 900, 119), Size.TALLER, at(0, 0), False),
    ],
)
def test_a_size_asks_for_a_visible_difference(first: Box, size: Size, second: Box, so: bool) -> None:
    assert (size_margin(first, size, second) >= 0) is so


def test_between_asks_for_both_sides_and_the_height() -> None:
    one, other = at(200, 500), at(800, 500)
    assert between_margin(at(500, 500), one, other) >= 1
    assert between_margin(at(500, 500), other, one) >= 1
    assert between_margin(at(900, 500), one, other) < 0
    assert between_margin(at(500, 300), one, other) < 0


@given(boxes(), boxes(), boxes())
def test_the_mirror_swaps_left_and_right_and_nothing_else(a: Box, b: Box, c: Box) -> None:
    for zone in Zone:
        swapped = zone_margin(a.mirrored(), MIRROR.get(zone, zone))
        assert swapped == pytest.approx(zone_margin(a, zone), abs=1e-9)
    for relation in Relation:
        swapped = relation_margin(a.mirrored(), MIRROR.get(relation, relation), b.mirrored())
        assert swapped == pytest.approx(relation_margin(a, relation, b), abs=1e-9)
    for size in Size:
        assert size_margin(a.mirrored(), size, b.mirrored()) == size_margin(a, size, b)
    assert between_margin(a.mirrored(), b.mirrored(), c.mirrored()) == pytest.approx(between_margin(a, b, c))


@given(boxes(), boxes())
def test_opposites_are_the_same_relation_read_backwards_and_never_both(a: Box, b: Box) -> None:
    for there, back in ((Relation.LEFT_OF, Relation.RIGHT_OF), (Relation.ABOVE, Relation.BELOW)):
        assert relation_margin(a, there, b) == relation_margin(b, back, a)
        assert min(relation_margin(a, there, b), relation_margin(a, back, b)) < 0
    assert size_margin(a, Size.LARGER, b) == size_margin(b, Size.SMALLER, a)
    assert min(size_margin(a, Size.LARGER, b), size_margin(a, Size.SMALLER, b)) < 0


def test_boxes_measure_themselves() -> None:
    box = Box(10, 20, 110, 70)
    assert (box.width, box.height, box.x, box.y, box.area) == (100, 50, 60, 45, 5000)
    assert box.common(Box(60, 0, FRAME, FRAME)) == 2500
    assert box.gap(Box(150, 20, 200, 70)) == 40
    assert box.gap(Box(60, 40, 200, 70)) == 0
