"""Archives and writing of sketch-rnn's offset formats; the rows themselves are tested with the JSON formats."""

import io
import zipfile
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import loads, parse_json, read, write
from tests.corpus.strategies import drawings, patient

ROWS = [[1, 3, 0], [2, 1, 1], [2, 2, 1]]
EXPECTED = [[[1, 3], [3, 4]], [[5], [6]]]


def archive(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **{k: np.asarray(v) for k, v in arrays.items()})
    return buffer.getvalue()


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(f"{name}.npy", content)
    return buffer.getvalue()


@pytest.mark.parametrize("dtype", ["int16", "int8", "<f4", ">f8", "uint8"])
def test_members_are_drawings(dtype: str) -> None:
    data = archive(a=np.array(ROWS, dtype), b=np.array([[0, 0, 1]], dtype))
    assert [r.drawing.to_strokes() for r in read(data, name="cat.npz")] == [EXPECTED, [[[0], [0]]]]


def test_stacks_and_rows_of_five() -> None:
    five = [[1, 3, 1, 0, 0], [2, 1, 0, 1, 0], [2, 2, 0, 1, 0], [0, 0, 0, 0, 1]]
    readings = read(archive(a=np.array([five, five], np.int16, order="F")))
    assert [r.drawing.to_strokes() for r in readings] == [EXPECTED, EXPECTED]


def test_pickled_objects_are_refused() -> None:
    """The data set's own archives hold arrays of objects; reading them would run what a pickle says."""
    with pytest.raises(InkError, match="save plain arrays") as refused:
        read(archive(train=np.array([np.array(ROWS), None], object)), name="cat.npz")
    assert refused.value.code == "pickled"


def npy(header: str, body: bytes = b"") -> bytes:
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + body


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04nonsense", "bad_archive"),
        (zipped(a=b"nonsense"), "bad_archive"),
        (zipped(a=npy("nonsense")), "bad_archive"),
        (zipped(a=npy("{'descr':'<f8','fortran_order':False,'shape':(10000000000,3)}")), "bad_archive"),
        (zipped(a=npy("{'descr':'<f8','fortran_order':False,'shape':(-1,3)}", b"\0" * 24)), "bad_archive"),
        (zipped(a=npy("{'descr':'<f8','fortran_order':False,'shape':" + "(" * 400 + "}")), "bad_archive"),
        (zipped(a=b"\x93NUMPY\x09\x00"), "bad_archive"),
        (archive(a=np.zeros((4, 2))), "wrong_shape"),
        (archive(a=np.zeros(3)), "wrong_shape"),
        (archive(a=np.array([["a", "b", "c"]])), "wrong_shape"),
        (archive(a=np.zeros((2, 3), complex)), "wrong_shape"),
        (archive(a=np.array([[0, np.nan, 1]])), "not_a_number"),
        (archive(a=np.array([[0, 1e300, 1]])), "out_of_range"),
        (archive(a=np.array([[0, 1, 2]])), "bad_pen_state"),
        (archive(a=np.zeros((50_001, 3), np.int8)), "too_many_points"),
        (archive(a=np.ones((1_501, 3), np.int8)), "too_many_strokes"),
        (archive(a=np.zeros((10_001, 1, 3), np.int8)), "too_many_drawings"),
    ],
)
def test_faults(data: bytes, code: str) -> None:
    with pytest.raises(InkError) as refused:
        read(data, "sketch_rnn")
    assert refused.value.code == code


def test_an_archive_that_unpacks_to_too_much() -> None:
    bomb = archive(a=np.zeros((1_000_000, 3), np.int8))
    assert len(bomb) < 10_000
    with pytest.raises(InkError) as refused:
        read(bomb, "sketch_rnn")
    assert refused.value.code == "too_big"


def test_an_archive_that_lies_about_its_size() -> None:
    bomb = bytearray(archive(a=np.zeros((1_000_000, 3), np.int8)))
    central = bomb.rindex(b"PK\x01\x02")
    bomb[central + 24 : central + 28] = (100).to_bytes(4, "little")
    with pytest.raises(InkError) as refused:
        read(bytes(bomb), "sketch_rnn")
    assert refused.value.code == "bad_archive"


def test_damaged_archives() -> None:
    whole = archive(a=np.array(ROWS * 40))
    for cut in range(0, len(whole), 7):
        with pytest.raises(InkError):
            read(whole[:cut], "sketch_rnn")
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        try:
            read(bytes(damaged), "sketch_rnn")
        except InkError:
            continue


@patient
@given(drawings(whole=True, times=False))
def test_written_rows_are_read_back(drawing: Drawing) -> None:
    assert parse_json(loads(write([drawing], "stroke3")), "stroke3").drawing == drawing


@patient
@given(drawings(times=False))
def test_written_fractions_are_nearly_read_back(drawing: Drawing) -> None:
    assume(drawing.blank or np.abs(drawing.bounds()).max() < 999_999)
    again = read(write([drawing], "stroke3"), "stroke3")[0].drawing
    assert len(again) <= len(drawing) or drawing.blank
    if again.points == drawing.points:  # sums of tiny steps may fall together
        np.testing.assert_allclose(again.x, drawing.x, atol=1e-6)
        np.testing.assert_allclose(again.y, drawing.y, atol=1e-6)
