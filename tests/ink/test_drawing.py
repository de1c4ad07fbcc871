"""The Drawing itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink import Drawing, InkError
from tests.corpus.degenerate import BLANK, INKED
from tests.corpus.strategies import drawings, patient

TWO = [[[0, 10], [0, 5], [100, 130]], [[3], [4], [200]]]


def test_columns_offsets_and_times_from_the_first_point() -> None:
    drawing = Drawing.from_strokes(TWO)
    assert drawing.x.tolist() == [0, 10, 3]
    assert drawing.y.tolist() == [0, 5, 4]
    assert drawing.offsets.tolist() == [0, 2, 3]
    assert drawing.t is not None
    assert drawing.t.tolist() == [0, 30, 100]
    assert (len(drawing), drawing.points, drawing.blank) == (2, 3, False)
    assert drawing.bounds() == (0, 0, 10, 5)


def test_to_strokes_gives_back_what_was_read() -> None:
    drawing = Drawing.from_strokes(TWO)
    assert drawing.to_strokes() == [[[0, 10], [0, 5], [0, 30]], [[3], [4], [100]]]
    assert drawing.to_strokes(times=False) == [[[0, 10], [0, 5]], [[3], [4]]]
    assert [x.tolist() for x, _ in drawing.strokes()] == [[0, 10], [3]]


@pytest.mark.parametrize("strokes", BLANK.values(), ids=BLANK)
def test_blank_drawings_have_no_bounds(strokes: list[list[list[float]]]) -> None:
    drawing = Drawing.from_strokes([s for s in strokes if s])
    assert drawing.blank
    assert len(drawing) == 0
    with pytest.raises(InkError) as refused:
        drawing.bounds()
    assert refused.value.code == "blank"


def test_columns_are_read_only() -> None:
    drawing = Drawing.from_strokes(TWO)
    for column in (drawing.x, drawing.y, drawing.t, drawing.offsets):
        assert column is not None
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 7


def test_parts_of_a_drawing_are_read_only_too() -> None:
    part = Drawing.from_strokes(TWO).prefix(2)
    for column in (part.x, part.y, part.t, part.offsets):
        assert column is not None
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 7


def test_equality_and_hash() -> None:
    assert Drawing.from_strokes(TWO) == Drawing.from_strokes(TWO)
    assert hash(Drawing.from_strokes(TWO)) == hash(Drawing.from_strokes(TWO))
    assert Drawing.from_strokes(TWO) != Drawing.from_strokes([s[:2] for s in TWO])
    assert Drawing.from_strokes(TWO) != Drawing.from_strokes(TWO, canvas=(10, 10))
    assert Drawing.from_strokes(TWO) != "a drawing"


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        (([0, 1], [0], [0, 2]), "ragged_stroke"),
        (([0, 1], [0, 1], [0, 1]), "ragged_stroke"),
        (([0, 1], [0, 1], [0, 0, 2]), "ragged_stroke"),
        (([0, 1], [0, 1], []), "ragged_stroke"),
        (([0, np.nan], [0, 1], [0, 2]), "out_of_range"),
        (([0, 1], [0, 2e6], [0, 2]), "out_of_range"),
        (([0] * 50_001, [0] * 50_001, [0, 50_001]), "too_many_points"),
        (([0] * 1_501, [0] * 1_501, range(1_502)), "too_many_strokes"),
    ],
)
def test_from_columns_refuses(columns: tuple[list[float], ...], code: str) -> None:
    with pytest.raises(InkError) as refused:
        Drawing.from_columns(*columns)
    assert refused.value.code == code


def test_from_columns_accepts_the_largest_drawing() -> None:
    """T26: 49 999 points are accepted, and so are exactly as many as the limit."""
    assert Drawing.from_columns(np.zeros(50_000), np.zeros(50_000), [0, 50_000]).points == 50_000


def test_times_are_dropped_unless_every_stroke_has_them() -> None:
    """T14."""
    assert Drawing.from_strokes([[[0], [0], [1]], [[1], [1]]]).t is None
    assert Drawing.from_strokes([[[0, 1], [0, 1], [2, 1]]]).t is None


@patient
@given(drawings(blank=False), st.integers(-3, 60))
def test_a_prefix_is_the_beginning(drawing: Drawing, points: int) -> None:
    part = drawing.prefix(points)
    n = max(0, min(points, drawing.points))
    assert part.points == n
    assert part.x.tolist() == drawing.x[:n].tolist()
    assert part.offsets[-1] == n
    assert (np.diff(part.offsets) > 0).all()


@patient
@given(drawings(), st.integers(-3, 10))
def test_first_strokes_are_whole(drawing: Drawing, count: int) -> None:
    part = drawing.first_strokes(count)
    assert len(part) == max(0, min(count, len(drawing)))
    assert part.to_strokes() == drawing.to_strokes()[: len(part)]


@pytest.mark.parametrize("name", ["one point [T03]", "there and back", "closed"])
def test_strokes_survive_building(name: str) -> None:
    assert Drawing.from_strokes(INKED[name]).to_strokes() == INKED[name]
