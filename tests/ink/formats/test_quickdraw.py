"""The files of the Quick, Draw! data set."""

import gzip
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import Reading, parse_json, read, write
from drawmate.ink.simplify import is_simplified, simplify
from tests.corpus.refusal import refusal
from tests.corpus.strategies import drawings, patient

RECORD: dict[str, Any] = {
    "key_id": "5891796615823360", "word": "nose", "countrycode": "AE", "timestamp": "2017-03-01 20:41:36.70725 UTC",
    "recognized": True, "drawing": [[[129.5, 128], [7, 8], [0, 16]], [[1], [2], [40]]],
}  # fmt: skip


def line(**changes: Any) -> bytes:
    return json.dumps(RECORD | changes).encode() + b"\n"


def test_a_record_and_what_it_says() -> None:
    reading = parse_json(RECORD, "quickdraw")
    assert reading.drawing.to_strokes() == RECORD["drawing"]
    assert reading.meta == {k: v for k, v in RECORD.items() if k != "drawing"}


def test_meta_of_a_wrong_type_is_left_out() -> None:
    reading = parse_json(
        RECORD | {"key_id": 7, "word": ["x"], "recognized": "yes", "timestamp": None}, "quickdraw"
    )
    assert reading.meta == {"key_id": "7", "countrycode": "AE"}


def test_records_are_lines_and_empty_lines_are_skipped() -> None:
    readings = read(line() + b"\n  \r\n" + line(word="cat", drawing=[]), "quickdraw")
    assert [r.meta["word"] for r in readings] == ["nose", "cat"]
    assert readings[1].drawing.blank


def test_packed_files_are_unpacked() -> None:
    assert len(read(gzip.compress(line() * 3), name="cat.ndjson.gz")) == 3
    assert len(read(gzip.compress(line() * 2) + gzip.compress(line()), "quickdraw")) == 3


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (line() + line(drawing=[[[1], ["2"]]]), "not_a_number", "[1].drawing[0][1][0]"),
        (line() + b'{"drawing":"[[[1],[2]]]"}', "wrong_shape", "[1].drawing"),
        (line() + b"nonsense", "bad_json", "[1]"),
        (b"[[[1],[2]]]", "wrong_shape", "[0]"),
        (b'{"word":"cat"}', "wrong_shape", "[0]"),
        (b'{"drawing":[],"drawing":[]}', "duplicate_key", "[0]"),
    ],
)
def test_faults_name_their_record(data: bytes, code: str, path: str) -> None:
    """T23, T31."""
    with pytest.raises(InkError) as refused:
        read(data, "quickdraw")
    assert (refused.value.code, refused.value.path) == (code, path)


def test_too_many_drawings() -> None:
    with pytest.raises(InkError) as refused:
        read(b'{"drawing":[]}\n' * 10_001, "quickdraw")
    assert refused.value.code == "too_many_drawings"
    assert len(read(b'{"drawing":[]}\n' * 10_001, "quickdraw", max_drawings=20_000)) == 10_001


META = st.fixed_dictionaries(
    {},
    optional={
        "word": st.sampled_from(["cat", "The Eiffel Tower", "füße"]),
        "countrycode": st.sampled_from(["AE", "HU"]),
        "recognized": st.booleans(),
        "key_id": st.integers(1, 2**64 - 1).map(str),
        "timestamp": st.sampled_from(["2017-03-01 20:41:36.70725 UTC", "2017-03-01 20:41:36 UTC"]),
    },
)


@patient
@given(st.lists(st.tuples(drawings(), META), max_size=3))
def test_raw_records_are_read_back(given: list[tuple[Drawing, dict[str, Any]]]) -> None:
    readings = [Reading(d, (), meta) for d, meta in given]
    assert read(write(readings, "quickdraw"), "quickdraw") == readings


@patient
@given(st.lists(drawings(), max_size=3))
def test_simplified_records_are_read_back(given: list[Drawing]) -> None:
    expected = [d if is_simplified(d) else simplify(d) for d in given]
    data = write(given, "quickdraw_simplified")
    assert [r.drawing for r in read(data, "quickdraw_simplified")] == expected
    assert b"." not in data


@patient
@given(st.lists(st.tuples(drawings(), META), max_size=3))
def test_binary_records_are_read_back(given: list[tuple[Drawing, dict[str, Any]]]) -> None:
    readings = read(write([Reading(d, (), meta) for d, meta in given], "quickdraw_bin"), "quickdraw_bin")
    for reading, (drawing, meta) in zip(readings, given, strict=True):
        assert reading.drawing == (drawing if is_simplified(drawing) else simplify(drawing))
        assert reading.meta["recognized"] is meta.get("recognized", False)
        assert reading.meta.get("key_id") == meta.get("key_id")
        assert reading.meta.get("countrycode") == meta.get("countrycode")
        assert reading.meta.get("timestamp") == ("2017-03-01 20:41:36 UTC" if "timestamp" in meta else None)


BINARY = struct.pack(
    "<Q2sbIHH3B3BH1B1B", 5891796615823360, b"AE", 1, 1488400896, 2, 3, 0, 9, 255, 1, 2, 3, 1, 7, 8
)


def test_the_layout_of_binary_records() -> None:
    (reading,) = read(BINARY, name="nose.bin")
    assert reading.drawing.to_strokes() == [[[0, 9, 255], [1, 2, 3]], [[7], [8]]]
    assert reading.meta == {
        "key_id": "5891796615823360", "countrycode": "AE", "recognized": True, "timestamp": "2017-03-01 20:41:36 UTC",
    }  # fmt: skip
    assert write([reading], "quickdraw_bin") == BINARY


@pytest.mark.parametrize("cut", range(1, len(BINARY)))
def test_binary_files_that_end_early(cut: int) -> None:
    with pytest.raises(InkError) as refused:
        read(BINARY + BINARY[:cut], "quickdraw_bin")
    assert (refused.value.code, refused.value.path) == ("truncated", "[1]")


def test_binary_files_that_claim_too_much() -> None:
    head = struct.Struct("<Q2sbIH")
    with pytest.raises(InkError) as refused:
        read(head.pack(1, b"AE", 1, 0, 65_535) + b"\0" * 100, "quickdraw_bin")
    assert refused.value.code == "too_many_strokes"
    with pytest.raises(InkError) as refused:
        read(head.pack(1, b"AE", 1, 0, 1) + struct.pack("<H", 65_535) + b"\0" * 131_070, "quickdraw_bin")
    assert refused.value.code == "too_many_points"
    with pytest.raises(InkError) as refused:
        read(b"\0" * 17 * 10_001, "quickdraw_bin")
    assert refused.value.code == "too_many_drawings"


@patient
@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    error = refusal(read, data, "quickdraw_bin")
    assert error is None or error.code in ("truncated", "too_many_strokes", "too_many_points")


@pytest.mark.shared
def test_real_files(shared: Path) -> None:
    """Every drawing of a category is read without a warning but for repeated points, and written back the same."""
    data = (shared / "quickdraw/test/The Eiffel Tower.ndjson.gz").read_bytes()
    readings = read(data, name="The Eiffel Tower.ndjson.gz")
    assert len(readings) >= 12
    assert {w for r in readings for w in r.warnings} <= {"repeated_points"}
    again = read(write(readings, "quickdraw_simplified"), "quickdraw")
    assert [r.drawing for r in again] == [r.drawing for r in readings]
    binary = read(write(readings, "quickdraw_bin"), "quickdraw_bin")
    assert [r.drawing for r in binary] == [r.drawing for r in readings]


def test_a_key_that_looks_like_gzip_is_a_key() -> None:
    data = b"\x1f\x8b\x08" + BINARY[3:]
    assert read(data, "quickdraw_bin")[0].drawing == read(BINARY, "quickdraw_bin")[0].drawing
    assert read(data, name="nose.bin")[0].drawing == read(gzip.compress(data), name="nose.bin.gz")[0].drawing
