"""Converting files."""

import gzip
from pathlib import Path

import pytest

from drawmate.ink import Drawing
from drawmate.ink.formats import Reading, read, write
from drawmate.ink.formats.convert import Conversion, convert
from tests.corpus.refusal import refusal

DRAWINGS = [Drawing.from_strokes([[[0, 255], [n, 9]]]) for n in range(3)]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "cat.ndjson"
    path.write_bytes(write([Reading(d, (), {"word": "cat"}) for d in DRAWINGS], "quickdraw"))
    return path


def test_formats_are_told_by_the_names(source: Path) -> None:
    target = source.with_suffix(".bin")
    assert convert(source, target) == Conversion(3, "quickdraw_bin", ())
    assert [r.drawing for r in read(target.read_bytes(), name=target.name)] == DRAWINGS


def test_targets_may_be_packed(source: Path) -> None:
    target = source.with_name("again.ndjson.gz")
    assert convert(source, target).format == "quickdraw"
    assert gzip.decompress(target.read_bytes()) == source.read_bytes()
    assert convert(target, source.with_name("back.ndjson")).drawings == 3


def test_one_drawing_is_chosen_by_its_index(source: Path) -> None:
    target = source.with_suffix(".svg")
    for index in (1, -2):
        convert(source, target, index=index)
        assert read(target.read_bytes())[0].drawing == DRAWINGS[1]
    assert b"<title>cat</title>" in target.read_bytes()


def test_formats_may_be_named(source: Path) -> None:
    odd = source.with_name("drawings.txt")
    odd.write_bytes(source.read_bytes())
    target = source.with_name("simple")
    done = convert(odd, target, source_format="quickdraw", target_format="quickdraw_simplified")
    assert (done.drawings, done.format) == (3, "quickdraw_simplified")
    assert convert(source, source.with_suffix(".png"), index=0, size=64).format == "png"


def test_repairs_are_reported(tmp_path: Path) -> None:
    source = tmp_path / "x.json"
    source.write_text("[[[1,1],[1,1]],[]]")
    assert convert(source, tmp_path / "x.svg").warnings == ("empty_stroke", "repeated_points")


@pytest.mark.parametrize(
    ("target", "options", "code"),
    [
        ("x.svg", {}, "one_drawing"),
        ("x.svg", {"index": 3}, "no_such_drawing"),
        ("x.svg", {"index": -4}, "no_such_drawing"),
        ("x.txt", {}, "unknown_format"),
        ("x.tldr", {"index": 0}, "unwritable_format"),
        ("x.png", {"index": 0, "size": 5}, "out_of_range"),
        ("x.svg", {"source_format": "svg"}, "bad_xml"),
        ("x", {"target_format": "nonsense"}, "unknown_format"),
    ],
)
def test_refusals_leave_the_target_alone(
    source: Path, target: str, options: dict[str, object], code: str
) -> None:
    path = source.with_name(target)
    path.write_text("before")
    error = refusal(convert, source, path, **options)
    assert error is not None
    assert error.code == code
    assert path.read_text() == "before"


def test_missing_files_are_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        convert(tmp_path / "missing.svg", tmp_path / "x.png")
