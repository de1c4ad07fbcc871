"""The ink of a table: an append-only log by canvas, stroke and offset."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink.limits import MAX_POINTS, MAX_STROKES
from drawmate.tables.ink import Ink, Stroke, clipped
from drawmate.tables.refusals import Refusal
from drawmate.wire.limits import STROKE_POINTS


def draw(
    ink: Ink, stroke: int, offset: int, x: Sequence[float], *, end: bool = False, canvas: str = "1.0"
) -> int | None:
    """Send a piece of which y is x; gives how many points of it were known, None when nothing was new."""
    known = ink.fresh(canvas, stroke, offset, x, x, None, end)
    if known is not None:
        ink.draw(canvas, stroke, 0, x[known:], x[known:], None, end)
    return known


def code_of(
    ink: Ink, stroke: int, offset: int, x: Sequence[float], *, end: bool = False
) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as refused:
        draw(ink, stroke, offset, x, end=end)
    return refused.value.code, refused.value.expected


def xs(ink: Ink, stroke: int = 0) -> list[float]:
    return ink.canvas("1.0").strokes[stroke].x


def test_pieces_follow_one_another_by_their_offsets() -> None:
    ink = Ink()
    assert draw(ink, 0, 0, [1, 2]) == 0
    assert draw(ink, 0, 2, [3]) == 0
    assert draw(ink, 7, 0, [9], end=True) == 0
    assert (xs(ink), xs(ink, 7)) == ([1, 2, 3], [9])
    assert ink.canvas("1.0").points == 4
    assert ink.canvas("2.0").strokes == {}


def test_a_piece_sent_again_changes_nothing() -> None:
    ink = Ink()
    draw(ink, 0, 0, [1, 2])
    version = ink.canvas("1.0").version
    assert draw(ink, 0, 0, [1, 2]) is None
    assert draw(ink, 0, 1, [2]) is None
    assert (xs(ink), ink.canvas("1.0").version) == ([1, 2], version)


def test_of_a_piece_that_is_known_in_part_the_rest_is_taken() -> None:
    ink = Ink()
    draw(ink, 0, 0, [1, 2])
    assert draw(ink, 0, 1, [2, 3, 4]) == 1
    assert xs(ink) == [1, 2, 3, 4]


def test_an_end_without_new_points_ends_the_stroke_and_may_be_sent_again() -> None:
    ink = Ink()
    draw(ink, 0, 0, [1, 2])
    assert draw(ink, 0, 1, [2], end=True) == 1
    assert ink.canvas("1.0").strokes[0].end
    assert draw(ink, 0, 1, [2], end=True) is None
    assert draw(ink, 0, 0, [1]) is None
    assert code_of(ink, 0, 2, [3])[0] == "sealed"


def test_a_piece_whose_beginning_is_missing_is_refused_with_the_offset_that_is_due() -> None:
    ink = Ink()
    assert code_of(ink, 0, 5, [1]) == ("gap", 0)
    draw(ink, 0, 0, [1, 2])
    assert code_of(ink, 0, 5, [1]) == ("gap", 2)
    assert xs(ink) == [1, 2]


def test_other_points_for_what_is_known_are_refused() -> None:
    ink = Ink()
    draw(ink, 0, 0, [1, 2, 3])
    assert code_of(ink, 0, 1, [2, 4])[0] == "different_ink"
    assert xs(ink) == [1, 2, 3]


def test_a_stroke_that_was_taken_back_is_gone_and_its_number_is_not_used_again() -> None:
    ink = Ink()
    draw(ink, 0, 0, [1, 2], end=True)
    draw(ink, 1, 0, [3])
    ink.undo("1.0", 0)
    assert list(ink.canvas("1.0").strokes) == [1]
    assert ink.canvas("1.0").points == 1
    assert code_of(ink, 0, 0, [1, 2], end=True)[0] == "sealed"
    for canvas, stroke in (("1.0", 0), ("1.0", 5), ("1.1", 1)):
        with pytest.raises(Refusal, match="no such stroke"):
            ink.undo(canvas, stroke)


def test_more_than_is_allowed_is_refused_with_a_code_and_what_is_there_stays() -> None:
    ink = Ink()
    draw(ink, 0, 0, [1.0] * STROKE_POINTS)
    assert code_of(ink, 0, STROKE_POINTS, [1.0])[0] == "too_many_points"
    for stroke in range(1, MAX_POINTS // STROKE_POINTS):
        draw(ink, stroke, 0, [1.0] * STROKE_POINTS)
    rest = MAX_POINTS - ink.canvas("1.0").points
    assert code_of(ink, 900, 0, [1.0] * (rest + 1))[0] == "too_many_points"
    many = Ink()
    for stroke in range(MAX_STROKES):
        draw(many, stroke, 0, [1.0])
    assert code_of(many, MAX_STROKES, 0, [1.0])[0] == "too_many_strokes"
    assert draw(many, 0, 1, [2.0]) == 0


def test_times_are_kept_only_as_long_as_all_points_have_them() -> None:
    ink = Ink()
    ink.draw("1.0", 0, 0, [1, 2], [1, 2], [0, 10], False)
    assert ink.canvas("1.0").strokes[0].t == [0, 10]
    ink.draw("1.0", 0, 0, [3], [3], None, False)
    ink.draw("1.0", 0, 0, [4], [4], [30], False)
    assert ink.canvas("1.0").strokes[0].t == []


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
def test_pieces_lost_resent_and_doubled_lead_to_the_same_stroke(lengths: list[int], random: object) -> None:
    whole = [float(n) for n in range(sum(lengths))]
    ink, sent = Ink(), 0
    for length in lengths:
        sent += length
        for _ in range(random.randint(1, 3)):  # type: ignore[attr-defined]
            have = len(ink.canvas("1.0").strokes[0].x) if ink.canvas("1.0").strokes else 0
            offset = random.randint(0, have)  # type: ignore[attr-defined]
            draw(ink, 0, offset, whole[offset:sent])
    assert xs(ink) == whole


def test_a_stroke_is_cut_where_it_crosses_the_edge_of_what_is_shown() -> None:
    """D2.7."""
    stroke = Stroke(3, [400, 600, 600, 400], [0, 100, 200, 300], [0, 1, 2, 3], True)
    left = clipped(stroke, (0, 500))
    assert [(piece.x, piece.y) for piece in left] == [([400, 500], [0, 50]), ([500, 400], [250, 300])]
    assert all(piece.color == 3 and piece.end and not piece.t for piece in left)
    right = clipped(stroke, (500, 1000))
    assert [(piece.x, piece.y) for piece in right] == [([500, 600, 600, 500], [50, 100, 200, 250])]
    assert clipped(stroke, (0, 1000)) == [stroke]
    assert clipped(stroke, (700, 1000)) == []


def test_a_segment_that_goes_across_a_narrow_part_leaves_its_middle() -> None:
    """D2.7: the marks at the fold are what lies within a narrow strip."""
    (piece,) = clipped(Stroke(0, [400, 600], [0, 100], [], True), (480, 500))
    assert piece.x == pytest.approx([480, 500])
    assert piece.y == pytest.approx([40, 50])


def test_a_drawing_is_what_is_on_the_canvas_and_nothing_beside_it() -> None:
    ink = Ink()
    ink.draw("1.0", 0, 0, [-50, 50], [10, 10], None, True)
    ink.draw("1.0", 1, 0, [1200], [10], None, True)
    assert ink.drawing("1.0").to_strokes(times=False) == [[[0, 50], [10, 10]]]
