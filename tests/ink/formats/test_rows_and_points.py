"""Rows, objects, and the shapes of other services that consist of them."""

from typing import Any

import pytest
from hypothesis import given

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import FORMATS, parse_json
from tests.corpus.refusal import refusal
from tests.corpus.strategies import drawings, patient

EXPECTED = [[[1, 2.5], [3, 4]], [[5], [6]]]
TIMED = [[[1, 2.5], [3, 4], [0, 16]], [[5], [6], [40]]]

SAME: dict[str, tuple[str, Any]] = {
    "rows": ("rows", [[[1, 3], [2.5, 4]], [[5, 6]]]),
    "points": ("points", [[{"x": 1, "y": 3}, {"x": 2.5, "y": 4}], [{"x": 5, "y": 6, "colour": "red"}]]),
    "points in a body": ("points", {"strokes": [[{"x": 1, "y": 3}, {"x": 2.5, "y": 4}], [{"x": 5, "y": 6}]]}),
    "mathpix": ("mathpix", {"strokes": {"strokes": {"x": [[1, 2.5], [5]], "y": [[3, 4], [6]]}}}),
    "mathpix inside": ("mathpix", {"strokes": {"x": [[1, 2.5], [5]], "y": [[3, 4], [6]]}}),
    "mathpix innermost": ("mathpix", {"x": [[1, 2.5], [5]], "y": [[3, 4], [6]]}),
    "mlkit": ("mlkit", {"strokes": [{"points": [{"x": 1, "y": 3}, {"x": 2.5, "y": 4}]},
                                    {"points": [{"x": 5, "y": 6}]}]}),
    "signature_pad before 4": ("signature_pad", [[{"x": 1, "y": 3}, {"x": 2.5, "y": 4}], [{"x": 5, "y": 6}]]),
    "stroke3": ("stroke3", [[1, 3, 0], [1.5, 1, 1], [2.5, 2, 1]]),
    "stroke3 without a last lift": ("stroke3", [[1, 3, 0], [1.5, 1, 1], [2.5, 2, 0]]),
    "stroke5": ("stroke5", [[1, 3, 1, 0, 0], [1.5, 1, 0, 1, 0], [2.5, 2, 1, 0, 0], [0, 0, 0, 0, 1], [9, 9, 0, 0, 1]]),
}  # fmt: skip


@pytest.mark.parametrize(("format", "value"), SAME.values(), ids=SAME)
def test_the_same_drawing_in_many_shapes(format: str, value: Any) -> None:
    """T21, T22."""
    reading = parse_json(value, format)
    assert reading.drawing.to_strokes() == EXPECTED
    assert reading.warnings == ()


SAME_TIMED: dict[str, tuple[str, Any]] = {
    "rows": ("rows", [[[1, 3, 7], [2.5, 4, 23]], [[5, 6, 47]]]),
    "points": ("points", [[{"x": 1, "y": 3, "t": 7}, {"x": 2.5, "y": 4, "t": 23}], [{"x": 5, "y": 6, "t": 47}]]),
    "mlkit": ("mlkit", {"strokes": [
        {"points": [{"x": 1, "y": 3, "t": 1000}, {"x": 2.5, "y": 4, "t": 1016}]},
        {"points": [{"x": 5, "y": 6, "t": 1040}]},
    ]}),
    "signature_pad": ("signature_pad", [
        {"penColor": "black", "dotSize": 0, "points": [
            {"x": 1, "y": 3, "time": 1_700_000_000_000, "pressure": 0},
            {"x": 2.5, "y": 4, "time": 1_700_000_000_016, "pressure": 0},
        ]},
        {"points": [{"x": 5, "y": 6, "time": 1_700_000_000_040, "pressure": 0}]},
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("format", "value"), SAME_TIMED.values(), ids=SAME_TIMED)
def test_times_come_along(format: str, value: Any) -> None:
    reading = parse_json(value, format)
    assert reading.drawing.to_strokes() == TIMED
    assert reading.warnings == ()
    assert reading.drawing.pressure is None


def test_pressure_comes_along() -> None:
    points = [[{"x": 1, "y": 2, "pressure": 0.25}, {"x": 2, "y": 2, "pressure": 1}]]
    pressure = parse_json(points, "points").drawing.pressure
    assert pressure is not None
    assert pressure.tolist() == [0.25, 1]


def test_pressure_outside_0_to_1_is_ignored() -> None:
    reading = parse_json([[{"x": 1, "y": 2, "pressure": 800}, {"x": 2, "y": 2, "pressure": 0}]], "points")
    assert reading.drawing.pressure is None
    assert reading.warnings == ("pressure_ignored",)


@pytest.mark.parametrize(
    ("format", "value"),
    [
        ("rows", [[[1, 3, 0], [2.5, 4]], [[5, 6, 1]]]),
        ("points", [[{"x": 1, "y": 3, "t": 0}, {"x": 2.5, "y": 4}], [{"x": 5, "y": 6, "t": 1}]]),
        ("points", [[{"x": 1, "y": 3, "t": 9}, {"x": 2.5, "y": 4, "t": 8}], [{"x": 5, "y": 6, "t": 10}]]),
    ],
)
def test_broken_times_are_ignored(format: str, value: Any) -> None:
    """T14."""
    reading = parse_json(value, format)
    assert reading.drawing.to_strokes() == EXPECTED
    assert reading.warnings == ("times_ignored",)


def test_the_writing_area_of_mlkit_is_the_canvas() -> None:
    ink = {"strokes": [{"points": [{"x": 1, "y": 2}]}]}
    assert parse_json(ink | {"writingArea": {"width": 300, "height": 200}}, "mlkit").drawing.canvas == (
        300,
        200,
    )
    assert parse_json(ink | {"writing_area": {"width": 300, "height": 200}}, "mlkit").drawing.canvas == (
        300,
        200,
    )
    assert parse_json(ink | {"width": 300, "height": 200}, "mlkit").drawing.canvas == (300, 200)
    assert parse_json(ink | {"width": "300", "height": -1}, "mlkit").drawing.canvas is None
    assert parse_json(ink["strokes"], "mlkit").drawing.canvas is None


REFUSED: dict[str, tuple[str, Any, str, str]] = {
    "rows: a short point": ("rows", [[[1, 2], [3]]], "wrong_shape", "strokes[0][1]"),
    "rows: a long point": ("rows", [[[1, 2, 3, 4]]], "wrong_shape", "strokes[0][0]"),
    "rows: text": ("rows", [[[1, 2], [3, "4"]]], "not_a_number", "strokes[0][1][1]"),
    "rows: first fault": ("rows", [[[1, None], [None, 2]]], "not_a_number", "strokes[0][0][1]"),
    "rows: time": ("rows", [[[1, 2, True]]], "not_a_number", "strokes[0][0][2]"),
    "rows: a string": ("rows", "x", "wrong_shape", "strokes"),
    "points: no y": ("points", [[{"x": 1, "y": 2}, {"x": 1}]], "missing_coordinate", "strokes[0][1]"),
    "points: arrays": ("points", [[[1, 2]]], "wrong_shape", "strokes[0][0]"),
    "points: null": ("points", [[{"x": 1, "y": None}]], "not_a_number", "strokes[0][0].y"),
    "points: far": ("points", [[{"x": 1e308, "y": 1}]], "out_of_range", "strokes[0][0].x"),
    "mathpix: ragged": ("mathpix", {"x": [[1, 2]], "y": [[1]]}, "ragged_stroke", "y[0]"),
    "mathpix: strokes missing": ("mathpix", {"x": [[1], [2]], "y": [[1]]}, "ragged_stroke", ""),
    "mathpix: no y": ("mathpix", {"strokes": {"strokes": {"x": []}}}, "wrong_shape", "strokes.strokes.y"),
    "mathpix: text": (
        "mathpix", {"strokes": {"strokes": {"x": [[1, 2]], "y": [[1, "2"]]}}},
        "not_a_number", "strokes.strokes.y[0][1]",
    ),
    "mathpix: columns": ("mathpix", [[[1], [2]]], "wrong_shape", ""),
    "mlkit: text": ("mlkit", {"strokes": [{"points": [{"x": "1", "y": 1}]}]}, "not_a_number", "strokes[0].points[0].x"),
    "mlkit: no points": ("mlkit", {"strokes": [{}]}, "wrong_shape", "strokes[0].points"),
    "mlkit: no strokes": ("mlkit", {}, "wrong_shape", "strokes"),
    "mlkit: list": ("mlkit", {"strokes": [[]]}, "wrong_shape", "strokes[0]"),
    "signature_pad: time": (
        "signature_pad", [{"points": [{"x": 1, "y": 1, "time": "now"}]}], "not_a_number", "strokes[0].points[0].time",
    ),
    "signature_pad: old": ("signature_pad", [[{"x": 1}]], "missing_coordinate", "strokes[0][0]"),
    "stroke3: width": ("stroke3", [[1, 2]], "wrong_shape", "strokes[0]"),
    "stroke3: text": ("stroke3", [[1, 2, 0], [1, "2", 0]], "not_a_number", "strokes[1]"),
    "stroke3: pen": ("stroke3", [[1, 2, 0], [1, 2, 0.5]], "bad_pen_state", "strokes[1]"),
    "stroke3: far in sum": ("stroke3", [[9e5, 0, 0], [9e5, 0, 1]], "out_of_range", "strokes[1][0]"),
    "stroke3: infinite": ("stroke3", [[float("inf"), 0, 0]], "out_of_range", "strokes[0]"),
    "stroke3: 400 digits": ("stroke3", [[10**400, 0, 0]], "out_of_range", "strokes[0]"),
    "stroke5: pen": ("stroke5", [[1, 2, 1, 1, 0]], "bad_pen_state", "strokes[0]"),
    "stroke5: no pen": ("stroke5", [[1, 2, 0, 0, 0]], "bad_pen_state", "strokes[0]"),
}  # fmt: skip


@pytest.mark.parametrize(("format", "value", "code", "path"), REFUSED.values(), ids=REFUSED)
def test_faults_are_refused_by_code_and_path(format: str, value: Any, code: str, path: str) -> None:
    with pytest.raises(InkError) as refused:
        parse_json(value, format)
    assert (refused.value.code, refused.value.path) == (code, path)


JSON_FORMATS = [f.name for f in FORMATS.values() if f.parse]


@pytest.mark.parametrize("format", JSON_FORMATS)
@pytest.mark.parametrize(
    "value", [None, True, 1, 1.5, "x", [None], [[None]], [[[None]]], {"a": 1}, [{}], [[{}]]]
)
def test_other_shapes_are_refused_in_every_format(format: str, value: Any) -> None:
    """T11, T12, T21, T23: never an error of another kind; a list without ink may be a drawing without any."""
    error = refusal(parse_json, value, format)
    if error is None:
        assert parse_json(value, format).drawing.blank
    else:
        assert error.code in ("wrong_shape", "missing_coordinate", "not_a_number")


@pytest.mark.parametrize("format", ["rows", "points", "signature_pad"])
def test_limits_hold_in_every_format(format: str) -> None:
    """T26, T27."""
    point: Any = [1, 2] if format == "rows" else {"x": 1, "y": 2}
    for strokes, code in (([[point] * 50_001], "too_many_points"), ([[point]] * 1_501, "too_many_strokes")):
        with pytest.raises(InkError) as refused:
            parse_json(strokes, format)
        assert refused.value.code == code


def test_blank_in_every_shape() -> None:
    """T01, T02."""
    for format, value in (
        ("rows", []), ("rows", [[]]), ("points", [[]]), ("mathpix", {"x": [], "y": []}),
        ("mathpix", {"x": [[]], "y": [[]]}),
        ("mlkit", {"strokes": []}), ("mlkit", {"strokes": [{"points": []}]}), ("signature_pad", [{"points": []}]),
        ("stroke3", []), ("stroke5", [[0, 0, 0, 0, 1]]), ("excalidraw", {"elements": []}), ("tldraw", {"records": []}),
    ):  # fmt: skip
        assert parse_json(value, format).drawing.blank


def test_pictures_are_no_json() -> None:
    for format in ("png", "svg", "nonsense"):
        with pytest.raises(InkError) as refused:
            parse_json([], format)
        assert refused.value.code == "unknown_format"


@patient
@given(drawings())
def test_rows_and_points_equal_columns(drawing: Drawing) -> None:
    strokes = drawing.to_strokes()
    rows = [[list(p) for p in zip(*s, strict=True)] for s in strokes]
    assert parse_json(rows, "rows").drawing == drawing
    points = [[dict(zip("xyt", p, strict=False)) for p in s] for s in rows]
    assert parse_json(points, "points").drawing == drawing
