"""The native columns: every case of stroke JSON that belongs to parsing."""

import pickle
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import WARNINGS, loads, parse_json, write
from drawmate.ink.raster import rasterise
from tests.corpus.degenerate import BLANK, INKED, REFUSED
from tests.corpus.strategies import drawings, patient


@pytest.mark.parametrize("strokes", BLANK.values(), ids=BLANK)
def test_no_ink(strokes: Any) -> None:
    """T01, T02."""
    reading = parse_json(strokes)
    assert reading.drawing.blank
    assert reading.warnings == (("empty_stroke",) if strokes else ())


@pytest.mark.parametrize("strokes", INKED.values(), ids=INKED)
def test_degenerate_ink_is_read_and_drawn(strokes: Any) -> None:
    """T03, T04, T06, T07, T14, T15, T19."""
    reading = parse_json(strokes)
    assert not reading.drawing.blank
    assert set(reading.warnings) <= set(WARNINGS)
    assert rasterise(reading.drawing)[0].max() > 0


@pytest.mark.parametrize(("strokes", "code", "path"), REFUSED.values(), ids=REFUSED)
def test_faults_are_refused_by_code_and_path(strokes: Any, code: str, path: str) -> None:
    """T08–T13, T17, T21, T23, T26, T27."""
    with pytest.raises(InkError) as refused:
        parse_json(strokes)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert len(str(refused.value)) < 300


def test_two_equal_points_are_one() -> None:
    """T04: the same bytes as T03."""
    one = parse_json([[[1], [1]]])
    two = parse_json([[[1, 1], [1, 1]]])
    assert two.warnings == ("repeated_points",)
    assert one.drawing == two.drawing
    assert rasterise(one.drawing).tobytes() == rasterise(two.drawing).tobytes()


def test_a_pause_of_the_pen_is_no_repeated_point() -> None:
    reading = parse_json([[[1, 1, 1, 2], [1, 1, 1, 2], [0, 50, 50, 60]]])
    assert reading.drawing.to_strokes() == [[[1, 1, 2], [1, 1, 2], [0, 50, 60]]]
    assert reading.warnings == ("repeated_points",)


def test_equal_points_of_different_strokes_stay() -> None:
    """T07."""
    reading = parse_json(INKED["identical points over three strokes [T07]"])
    assert reading.drawing.offsets.tolist() == [0, 1, 2, 3]


def test_times_are_shifted_to_begin_at_0() -> None:
    """T14."""
    reading = parse_json(INKED["epoch times [T14]"])
    assert reading.drawing.t is not None
    assert reading.drawing.t.tolist() == [0, 16]
    assert reading.warnings == ()


@pytest.mark.parametrize(
    "name",
    ["decreasing times [T14]", "times shorter than x [T14]", "times missing on one of three strokes [T14]"],
)
def test_broken_times_are_ignored(name: str) -> None:
    """T14: all or nothing."""
    reading = parse_json(INKED[name])
    assert reading.drawing.t is None
    assert reading.warnings == ("times_ignored",)


def test_times_of_empty_strokes_do_not_count() -> None:
    reading = parse_json([[[1, 2], [3, 4], [0, 5]], [[], []], [[], [], []]])
    assert reading.drawing.t is not None
    assert reading.warnings == ("empty_stroke",)


def test_null_times_are_missing_times() -> None:
    assert parse_json([[[1, 2], [3, 4], None]]).drawing.t is None


def test_columns_are_never_taken_for_rows() -> None:
    """T19: two pairs are an x and a y column."""
    drawing = parse_json([[[1, 2], [3, 4]]]).drawing
    assert (drawing.x.tolist(), drawing.y.tolist()) == ([1, 2], [3, 4])
    other = parse_json([[[1, 2], [3, 4]]], "rows").drawing
    assert (other.x.tolist(), other.y.tolist()) == ([1, 3], [2, 4])


def test_objects_are_refused_with_the_name_of_their_format() -> None:
    """T21."""
    with pytest.raises(InkError, match="points"):
        parse_json([[{"x": 1, "y": 2}]])


def test_a_string_gets_a_hint() -> None:
    """T23."""
    with pytest.raises(InkError, match="send an array, not a string"):
        parse_json({"drawing": "[[[1],[2]]]"})


def test_a_whole_record_is_accepted() -> None:
    """T24: drawing is an alias, other keys do not matter."""
    record = {"key_id": "5", "word": "nose", "countrycode": "AE", "drawing": [[[1, 2], [3, 4]]]}
    assert parse_json(record).drawing == parse_json([[[1, 2], [3, 4]]]).drawing
    assert parse_json(record | {"word": "cat"}).drawing == parse_json(record).drawing
    assert parse_json(record).meta == {}


def test_an_object_has_its_strokes_once() -> None:
    for value in ({"strokes": [], "drawing": []}, {"word": "cat"}, {}):
        with pytest.raises(InkError) as refused:
            parse_json(value)
        assert refused.value.code == "wrong_shape"


def test_the_path_follows_the_alias_and_the_caller() -> None:
    with pytest.raises(InkError) as refused:
        parse_json({"drawing": [[[1], [None]]]})
    assert refused.value.path == "drawing[0][1][0]"
    with pytest.raises(InkError) as refused:
        parse_json([[[1], [None]]], path="body.ink")
    assert refused.value.path == "body.ink[0][1][0]"


def test_faults_never_echo_the_input() -> None:
    with pytest.raises(InkError) as refused:
        parse_json([[["<script>"], [1]]])
    assert "script" not in str(refused.value)


def test_only_the_first_of_20_000_faults_is_told() -> None:
    """T28: no amplification."""
    with pytest.raises(InkError) as refused:
        parse_json([[["x"] * 10_000, ["y"] * 10_000]])
    assert refused.value.path == "strokes[0][0][0]"
    assert len(str(refused.value)) < 300


def test_enormous_numbers_of_a_body_are_refused_by_path() -> None:
    """T09, T10, from bytes to refusal."""
    for number in (b"1e999", b"1" * 400, b"1" * 5_000):
        with pytest.raises(InkError) as refused:
            parse_json(loads(b'{"strokes":[[[0,1],[2,%s]]]}' % number))
        assert (refused.value.code, refused.value.path) == ("out_of_range", "strokes[0][1][1]")


def test_a_reading_is_immutable() -> None:
    reading = parse_json([[[1, 2], [3, 4], [0, 1]]])
    for column in (reading.drawing.x, reading.drawing.y, reading.drawing.t, reading.drawing.offsets):
        assert column is not None
        assert not column.flags.writeable


@patient
@given(drawings())
def test_reading_equals_building(drawing: Drawing) -> None:
    assert parse_json(drawing.to_strokes()).drawing == drawing


@patient
@given(drawings())
def test_written_columns_are_read_back(drawing: Drawing) -> None:
    assert parse_json(loads(write([drawing], "columns"))).drawing == drawing


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyt"), inner, max_size=3),
    max_leaves=20,
)


@patient
@given(ANYTHING | st.lists(st.lists(st.lists(ANYTHING, max_size=3), min_size=2, max_size=3), max_size=3))
def test_anything_is_read_or_refused(value: Any) -> None:
    try:
        drawing = parse_json(value).drawing
    except InkError:
        return
    assert np.isfinite(drawing.x).all()
    assert pickle.loads(pickle.dumps(drawing)).points == drawing.points


def test_an_ordinary_drawing_is_read_fast() -> None:
    """A generous bound on a busy machine; alone it takes about 20 µs."""
    strokes = [[list(range(5)), list(range(5))] for _ in range(9)]
    parse_json(strokes)
    best = min(_time(lambda: parse_json(strokes)) for _ in range(200))
    assert best < 500e-6


def _time(call: Any) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin
