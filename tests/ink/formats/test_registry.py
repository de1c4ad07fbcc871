"""Formats by name, by file name and by contents; packing; what is exported."""

import gzip
import json
from typing import Any

import pytest

import drawmate.ink.formats as formats
from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import FORMATS, Reading, read, write
from drawmate.ink.formats.compression import unzip, zipped
from tests.corpus.refusal import refusal

DRAWING = Drawing.from_strokes([[[0, 255], [0, 9]]])
STROKES = DRAWING.to_strokes()


def test_what_is_exported_exists() -> None:
    for name in formats.__all__:
        assert hasattr(formats, name)
    assert len(set(formats.__all__)) == len(formats.__all__)


def test_every_format_reads_or_writes() -> None:
    for name, format in FORMATS.items():
        assert format.name == name
        assert format.title
        assert format.reads or format.writes
    suffixes = [s for f in FORMATS.values() for s in f.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", [n for n, f in FORMATS.items() if f.reads and f.writes])
def test_what_is_written_is_read_under_its_name(name: str) -> None:
    """With the file's suffix, without it, and packed."""
    data = write([DRAWING], name)
    assert read(data, name)[0].drawing.to_strokes() == STROKES
    if name != "quickdraw_bin":
        assert read(gzip.compress(data), name)[0].drawing.to_strokes() == STROKES
    for suffix in FORMATS[name].suffixes:
        assert read(data, name=f"DRAWING{suffix.upper()}")[0].drawing.to_strokes() == STROKES
        assert read(zipped(data), name=f"drawing{suffix}.gz")[0].drawing.to_strokes() == STROKES


CONTENTS: dict[str, Any] = {
    "columns": STROKES,
    "columns in an object": {"strokes": STROKES},
    "points": [[{"x": 0, "y": 0}, {"x": 255, "y": 9}]],
    "mathpix": {"strokes": {"strokes": {"x": [[0, 255]], "y": [[0, 9]]}}},
    "mathpix inside": {"x": [[0, 255]], "y": [[0, 9]]},
    "mlkit": {"strokes": [{"points": [{"x": 0, "y": 0}, {"x": 255, "y": 9}]}]},
    "signature_pad": [{"points": [{"x": 0, "y": 0}, {"x": 255, "y": 9}]}],
    "excalidraw": {"type": "excalidraw", "elements": [{"type": "freedraw", "points": [[0, 0], [255, 9]]}]},
    "excalidraw elements": [{"type": "freedraw", "points": [[0, 0], [255, 9]]}],
    "tldraw": {"records": [
        {"id": "s", "type": "draw", "props": {"segments": [{"points": [{"x": 0, "y": 0}, {"x": 255, "y": 9}]}]}},
    ]},
    "quickdraw": {"word": "line", "drawing": STROKES},
}  # fmt: skip


@pytest.mark.parametrize("value", CONTENTS.values(), ids=CONTENTS)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_contents_tell_the_format(value: Any, mark: bytes) -> None:
    data = mark + json.dumps(value).encode()
    for name in (None, "drawing.json"):
        assert read(data, name=name)[0].drawing.to_strokes() == STROKES


@pytest.mark.parametrize("name", ["svg", "inkml", "quickdraw"])
def test_other_contents_tell_the_format(name: str) -> None:
    data = write([DRAWING, DRAWING] if FORMATS[name].many else [DRAWING], name)
    assert read(data)[0].drawing.to_strokes() == STROKES
    assert read(b"\n " + data)[0].drawing.to_strokes() == STROKES


@pytest.mark.parametrize(
    "data", [b"hello", b"\x89PNG\r\n", b"<html></html>", b'{"a":1}', b"5", b"[5]", b"\x00"]
)
def test_contents_that_tell_nothing(data: bytes) -> None:
    with pytest.raises(InkError) as refused:
        read(data)
    assert refused.value.code == "unknown_format"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: read(b"[]", "nonsense"), "unknown_format"),
        (lambda: read(b"[]", "png"), "unreadable_format"),
        (lambda: read(b"[]", name="x.gif"), "unreadable_format"),
        (lambda: write([DRAWING], "nonsense"), "unknown_format"),
        (lambda: write([DRAWING], "rows"), "unwritable_format"),
        (lambda: write([DRAWING, DRAWING], "svg"), "one_drawing"),
        (lambda: write([], "png"), "one_drawing"),
        (lambda: read(b""), "unknown_format"),
        (lambda: read(b"", "columns"), "empty"),
        (lambda: read(b"x" * 2_097_153), "too_big"),
        (lambda: read(b"nonsense", name="x.ndjson.gz"), "bad_archive"),
    ],
)
def test_refusals(call: Any, code: str) -> None:
    error = refusal(call)
    assert error is not None
    assert error.code == code


def test_unknown_names_are_not_echoed() -> None:
    error = refusal(read, b"[]", "<script>")
    assert error is not None
    assert "script" not in str(error)
    assert "columns" in str(error)


def test_readings_are_written_with_their_meta() -> None:
    data = write([Reading(DRAWING, (), {"word": "line"}), DRAWING], "quickdraw")
    assert [r.meta for r in read(data)] == [{"word": "line"}, {}]


def test_gzip_bombs_stop_at_the_limit() -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    assert len(bomb) < 100_000
    for name in ("quickdraw", None):
        error = refusal(read, bomb, name)
        assert error is not None
        assert error.code == "too_big"
    members = gzip.compress(b"\0" * 100_000) * 100
    error = refusal(read, members, "quickdraw")
    assert error is not None
    assert error.code == "too_big"
    assert len(unzip(members, 20_000_000)) == 10_000_000


def test_gzip_files_that_end_early() -> None:
    whole = gzip.compress(b"hello" * 1000)
    assert unzip(whole + b"\0" * 9, 5_000) == b"hello" * 1000
    for cut in range(len(whole)):
        error = refusal(unzip, whole[:cut], 5_000)
        assert (error is None) == (cut == 0)
        if error is not None:
            assert error.code in ("truncated", "bad_archive")
    error = refusal(unzip, whole + b"garbage", 5_000)
    assert error is not None
    assert error.code == "bad_archive"
