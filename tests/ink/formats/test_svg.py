"""SVG outlines."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import Reading, read, write
from tests.corpus.refusal import refusal
from tests.corpus.strategies import drawings, patient


def picture(body: str, attributes: str = 'viewBox="0 0 100 50"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'.encode()


def strokes(body: str, attributes: str = 'viewBox="0 0 100 50"') -> list[list[list[float]]]:
    return read(picture(body, attributes), "svg")[0].drawing.to_strokes()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<line x1="1" y1="2" x2="3px" y2="4"/>', [[[1, 3], [2, 4]]]),
        ('<line x2="10%" y2="10%"/>', [[[0, 10], [0, 5]]]),
        ('<polyline points="1,2 3,4 5-6"/>', [[[1, 3, 5], [2, 4, -6]]]),
        ('<polyline points="1,2 3,4 5"/>', [[[1, 3], [2, 4]]]),
        ('<polygon points="0 0 9 0 9 9"/>', [[[0, 9, 9, 0], [0, 0, 9, 0]]]),
        ('<rect x="1" y="2" width="3" height="4"/>', [[[1, 4, 4, 1, 1], [2, 2, 6, 6, 2]]]),
        ('<path d="M1 2 3 4m1 1h2v-3H0V0z"/>', [[[1, 3], [2, 4]], [[4, 6, 6, 0, 0, 4], [5, 5, 2, 2, 0, 5]]]),
        ('<path d="M0,0L1,1Z L5,5"/>', [[[0, 1, 0], [0, 1, 0]], [[0, 5], [0, 5]]]),
        ('<path d="M 5 5"/>', [[[5], [5]]]),
        ('<path d="M1e1.5-2E0.25"/>', [[[10, -2], [0.5, 0.25]]]),
        ('<path d="M0 0\n\tL\n3\n4"/>', [[[0, 3], [0, 4]]]),
        ('<circle r="0"/><rect width="0" height="4"/><polyline points=""/><path d=""/><path/>', []),
    ],
)
def test_straight_outlines(body: str, expected: list[Any]) -> None:
    assert strokes(body) == expected


@pytest.mark.parametrize(
    ("body", "centre", "radii"),
    [
        ('<circle cx="50" cy="25" r="20"/>', (50, 25), (20, 20)),
        ('<ellipse cx="50" cy="25" rx="40" ry="10"/>', (50, 25), (40, 10)),
        ('<path d="M30 25a20 20 0 0 1 40 0 20 20 0 0 1-40 0"/>', (50, 25), (20, 20)),
        ('<path d="M30 25A20 20 0 1 1 50 45"/>', (50, 25), (20, 20)),
        ('<path d="M0-10a10 10 0 0120 0"/>', (10, -10), (10, 10)),
    ],
)
def test_round_outlines(body: str, centre: tuple[float, float], radii: tuple[float, float]) -> None:
    drawing = read(picture(body), "svg")[0].drawing
    away = np.hypot((drawing.x - centre[0]) / radii[0], (drawing.y - centre[1]) / radii[1])
    assert np.abs(away - 1).max() < 2e-3
    assert 12 < drawing.points < 200


def test_rounded_rectangles_stay_in_their_box() -> None:
    drawing = read(picture('<rect x="10" y="10" width="40" height="20" rx="5"/>'), "svg")[0].drawing
    assert drawing.bounds() == pytest.approx((10, 10, 50, 30))
    assert drawing.x[0] == drawing.x[-1] == 15


def test_curves_pass_where_they_should() -> None:
    cubic = read(picture('<path d="M0 0C0 10 10 10 10 0S20-10 20 0"/>'), "svg")[0].drawing
    assert np.hypot(cubic.x - 5, cubic.y - 7.5).min() < 0.3
    assert np.hypot(cubic.x - 15, cubic.y + 7.5).min() < 0.3
    square = read(picture('<path d="M0 0Q5 10 10 0T20 0"/>'), "svg")[0].drawing
    assert np.hypot(square.x - 5, square.y - 5).min() < 0.3
    assert np.hypot(square.x - 15, square.y + 5).min() < 0.3
    assert max(cubic.points, square.points) <= 130


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ("translate(10)", (11, 2)),
        ("translate(10,20)", (11, 22)),
        ("scale(2)", (2, 4)),
        ("scale(2 -1)", (2, -2)),
        ("rotate(90)", (-2, 1)),
        ("rotate(180 5 5)", (9, 8)),
        ("matrix(1 2 3 4 5 6)", (12, 16)),
        ("skewX(45)", (3, 2)),
        ("skewY(45)", (1, 3)),
        ("translate(10 0) scale(2)", (12, 4)),
        ("scale(2),translate(10 0)", (22, 4)),
        ("", (1, 2)),
    ],
)
def test_transforms(transform: str, expected: tuple[float, float]) -> None:
    (((x, *_), (y, *_)),) = strokes(f'<path transform="{transform}" d="M1 2h1"/>')
    assert (x, y) == pytest.approx(expected)


def test_nested_transforms_and_pictures() -> None:
    body = """<g transform="translate(100 0)"><a><g transform="scale(2)"><path d="M1 1h1"/></g></a></g>
        <svg x="10" y="20" width="50" height="50" viewBox="0 0 100 200"><path d="M0 0L100 200"/></svg>"""
    first, second = strokes(body)
    assert first == [[102, 104], [2, 2]]
    assert second[0] == pytest.approx([22.5, 47.5])
    assert second[1] == pytest.approx([20, 70])


def test_the_view_box_is_the_canvas() -> None:
    assert read(picture("", 'viewBox="0 0 300 200"'), "svg")[0].drawing.canvas == (300, 200)
    assert read(picture("", 'width="30" height="20px"'), "svg")[0].drawing.canvas == (30, 20)
    assert read(picture("", 'viewBox="-5 0 300 200"'), "svg")[0].drawing.canvas is None
    assert read(picture("", 'width="100%" height="100%"'), "svg")[0].drawing.canvas is None
    assert read(picture("", ""), "svg")[0].drawing.canvas is None


@pytest.mark.parametrize(
    "rect",
    ['<rect width="100%" height="100%" fill="white"/>', '<rect x="-1" width="102" height="50" fill="#fff"/>'],
)
def test_a_background_is_no_ink(rect: str) -> None:
    reading = read(picture(f'{rect}<path d="M1 1h1"/>'), "svg")[0]
    assert len(reading.drawing) == 1
    assert reading.warnings == ("background_ignored",)


def test_a_frame_with_a_line_is_ink() -> None:
    assert len(strokes('<g stroke="black"><rect width="100" height="50"/></g>')) == 1
    assert len(strokes('<rect width="100" height="50" style="fill:none; stroke: #000"/>')) == 1


def test_what_is_not_read_is_noted() -> None:
    reading = read(
        picture('<title>cat</title><defs><path d="M0 0h9"/></defs><text>x</text><use href="#a"/><!-- c --><?pi x?>'
                '<g display="none"><path d="M0 0h9"/></g><path style="display:none" d="M0 0h9"/>'), "svg",
    )[0]  # fmt: skip
    assert reading.drawing.blank
    assert reading.warnings == ("elements_ignored",)
    assert reading.meta == {"word": "cat"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<path d="L1 1"/>', "bad_path"),
        ('<path d="M1"/>', "bad_path"),
        ('<path d="M0 0A1 1"/>', "bad_path"),
        ('<path d="M0 0A1 1 0 2 1 5 5"/>', "bad_path"),
        ('<path d="secret"/>', "bad_path"),
        ('<path d="M1e999 0"/>', "out_of_range"),
        ('<path d="M0 0L1e7 0"/>', "out_of_range"),
        ('<path d="M0 0C1e308 -1e308 1e308 1e308 0 0"/>', "out_of_range"),
        ('<path d="M0 0A1e308 1e308 0 0 1 5 5"/>', "bad_path"),
        ('<path d="M0 0A1e-308 1e-308 0 0 1 5 5"/>', "bad_path"),
        ('<path d="M0 0A5 5 0 0 1 0 0A0 5 0 0 1 3 3"/>', None),
        ('<line x1="one"/>', "not_a_number"),
        ('<circle r="5em"/>', "not_a_number"),
        ('<polyline points="a b"/>', "not_a_number"),
        ('<g transform="twirl(5)"/>', "bad_transform"),
        ('<g transform="scale()"/>', "bad_transform"),
        ('<g transform="scale(2"/>', "bad_transform"),
        ('<g transform="scale(1e200) scale(1e200)"><path d="M1 1h1"/></g>', "out_of_range"),
        ('<path d="M0 0h1"/>' * 1_501, "too_many_strokes"),
        (f'<path d="M0 0{"l1 1" * 50_001}"/>', "too_many_points"),
        (f'<path d="M0 0{"c0 9 9 9 9 0" * 5_000}"/>', "too_many_points"),
        (f'<path d="{"M0 0" * 1_501}"/>', "too_many_strokes"),
    ],
)
def test_faults(body: str, code: str | None) -> None:
    """T09, T17, T26, T27: refused by code, or read."""
    if code is None:
        assert np.isfinite(read(picture(body), "svg")[0].drawing.x).all()
        return
    with pytest.raises(InkError) as refused:
        read(picture(body), "svg")
    assert refused.value.code == code
    assert "secret" not in str(refused.value)


@patient
@given(drawings())
def test_written_pictures_are_read_back(drawing: Drawing) -> None:
    again = read(write([drawing], "svg"))[0].drawing
    assert again.to_strokes() == drawing.to_strokes(times=False)


def test_a_canvas_is_written_and_read() -> None:
    drawing = Drawing.from_strokes([[[1, 2], [3, 4]]], canvas=(640, 480))
    assert read(write([drawing], "svg"))[0].drawing == drawing


@patient
@given(st.text(max_size=20))
def test_titles_are_escaped(word: str) -> None:
    data = write([Reading(Drawing.from_strokes([[[1], [2]]]), (), {"word": word})], "svg")
    assert read(data)[0].drawing.points == 1


def test_a_dot_shows() -> None:
    """T03: a line from a point to itself, which round caps make a dot."""
    assert b'points="1.0,2.0 1.0,2.0"' in write([Drawing.from_strokes([[[1], [2]]])], "svg")


@patient
@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ", max_size=40))
def test_any_path_is_read_or_refused(data: str) -> None:
    file = picture(f'<path d="{data}"/>')
    error = refusal(read, file, "svg")
    if error is None:
        drawing = read(file, "svg")[0].drawing
        assert not drawing.points or math.isfinite(sum(drawing.bounds()))
    else:
        assert error.code in ("bad_path", "out_of_range")
