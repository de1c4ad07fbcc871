"""The language pictures are written in."""

import numpy as np
import pytest

from drawmate.cards import pen
from drawmate.cards.pen import Strokes
from drawmate.cards.pictures.recipe import RecipeError, draw, parse, without_scraps


def drawn(text: str, **parts: str) -> Strokes:
    return draw(
        parse(text.splitlines(), "test"),
        {name: parse(part.splitlines(), name) for name, part in parts.items()},
    )


@pytest.mark.parametrize(
    ("text", "strokes"),
    [
        ("line 0,0 1,2 3,4", (pen.line([(0, 0), (1, 2), (3, 4)]),)),
        ("poly 0,0 1,2 3,4", (pen.polygon([(0, 0), (1, 2), (3, 4)]),)),
        ("path 0,0 1,2! 3,4", (pen.curve([(0, 0), (1, 2), (3, 4)], [1]),)),
        ("blob 0,0 1,2 3,4", (pen.blob([(0, 0), (1, 2), (3, 4)]),)),
        ("lathe 5 5,0 8,4! 5,9", (pen.lathe(5, [(5, 0), (8, 4), (5, 9)], [1]),)),
        ("oval 1,2 3x4 30", (pen.oval((1, 2), (3, 4), 30),)),
        ("oval 1,2 3", (pen.oval((1, 2), (3, 3)),)),
        ("arc 1,2 3 0 90", (pen.arc((1, 2), (3, 3), 0, 90),)),
        ("rect 1,2 3x4 1", (pen.rectangle((1, 2), (3, 4), 1),)),
        ("dot 1,2", (pen.oval((1, 2), (0.8, 0.8)),)),
        ("ngon 1,2 3 6", (pen.regular((1, 2), 3, 6),)),
        ("wave 0,0 9,0 3 1", (pen.wave((0, 0), (9, 0), 3, 1),)),
        ("zigzag 0,0 9,0 3 1", (pen.zigzag((0, 0), (9, 0), 3, 1),)),
        ("spiral 0,0 9 2", (pen.spiral((0, 0), 9, 2),)),
        ("puffs 0,0 9x5 8", (pen.puffs((0, 0), (9, 5), 8),)),
    ],
)
def test_a_statement_draws_what_it_says(text: str, strokes: Strokes) -> None:
    for one, other in zip(drawn(text), strokes, strict=True):
        assert np.array_equal(one, other)


def test_shapes_of_the_cards_can_be_stamped() -> None:
    (outline,) = drawn("stamp half_circle 50,50 40 90")
    assert np.ptp(outline[:, 1]) == pytest.approx(40.0)
    assert len(drawn("stamp cross 50,50 40 45 1.5")) == 2


def test_blocks_hold_the_statements_indented_below_them() -> None:
    text = "mirror 50\n  repeat 2 0,10\n    line 0,0 10,0\n  dot 5,5\nline 0,0 1,1"
    assert len(drawn(text)) == 2 * (2 + 1) + 1
    assert len(drawn("ring 5 0,0\n  line 1,0 2,0")) == 5
    (line,) = drawn("move 1,1\n  scale 2 0,0\n    turn 90 0,0\n      line 1,0 2,0")
    assert np.allclose(line, [(1, 3), (1, 5)])


def test_a_part_is_placed_and_scaled() -> None:
    (ring,) = drawn("use wheel 30,40 5", wheel="oval 0,0 10")
    assert np.allclose(ring, pen.oval((30, 40), (5, 5)))


def test_front_hides_earlier_ink_and_behind_is_hidden_by_it() -> None:
    line, square = "line -5,5 15,5", "rect 0,0 10x10"
    assert [len(drawn(f"{line}\nfront {square}")), len(drawn(f"{line}\n{square}"))] == [3, 2]
    assert len(drawn(f"{square}\nbehind {line}")) == 3
    assert len(drawn(f"{line}\nerase {square}")) == 2
    (_, inner) = drawn(f"{square}\ninside {line}")
    assert np.ptp(inner[:, 0]) == pytest.approx(10.0)


def test_joined_outlines_become_one() -> None:
    joined = drawn("rect 0,0 10x10\njoin rect 5,5 10x10")
    assert not any(pen.is_closed(one) for one in joined)
    assert sum(np.hypot(*np.diff(one, axis=0).T).sum() for one in joined) == pytest.approx(60.0)


def test_scraps_are_dropped_but_dots_are_kept() -> None:
    assert len(without_scraps(drawn("line 0,0 100,0\nline 0,5 1,5\ndot 5,5 0.1"))) == 2


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ("mirror 50\n   line 0,0 1,1", "bad_indent", "test: 2"),
        ("line 0,0 1,1\n  line 0,0 1,1", "bad_indent", "test: 2"),
        ("scribble 0,0", "unknown_statement", "test: 1"),
        ("front", "unknown_statement", "test: 1"),
        ("use wheel 0,0 5", "unknown_part", "test: 1"),
        ("stamp blob 0,0 5", "bad_argument", "test: 1"),
        ("stamp circle 0,0 5 0 2", "bad_argument", "test: 1"),
        ("oval 0,0", "missing_argument", "test: 1"),
        ("oval 0,0 5 5 5", "spare_argument", "test: 1"),
        ("oval 0 5", "bad_argument", "test: 1"),
        ("oval 0,0 axb", "bad_argument", "test: 1"),
        ("oval 0,nan 5", "bad_argument", "test: 1"),
        ("inside line 0,0 1,1", "no_outline", "test: 1"),
    ],
)
def test_a_recipe_that_is_not_sound_is_refused(text: str, code: str, path: str) -> None:
    with pytest.raises(RecipeError) as caught:
        drawn(text)
    assert (caught.value.code, caught.value.path) == (code, path)
