from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from drawmate.ink import Drawing, InkError
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.evaluation import calibration_error, evaluate, parse_share, seen, share_of
from drawmate.recognition.recogniser import Recogniser

STROKES = [[[0, 50, 50, 0], [0, 0, 50, 50]], [[10, 20], [10, 30]]]


def write(directory: Path, name: str, count: int) -> None:
    lines = [
        json.dumps({"word": "x", "drawing": [[[0, n + 1], [0, 9]], *STROKES]}).encode() + b"\n"
        for n in range(count)
    ]
    data = b"".join(lines)
    (directory / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def test_figures_of_labelled_files(tmp_path: Path, recogniser: Recogniser) -> None:
    write(tmp_path, "cat.ndjson", 40)
    write(tmp_path, "The Eiffel Tower.ndjson.gz", 5)
    found = evaluate(recogniser, tmp_path, share=(0.5, 0.7))
    assert found["drawings"] == 45
    assert 0 <= found["top1"] <= found["top3"] <= found["top5"] <= 1
    assert 0 <= found["ece"] <= 1
    assert found["ms_per_drawing"] > 0
    assert {"top1_partial", "top3_partial", "top5_partial", "ece_partial"} <= found.keys()
    limited = evaluate(recogniser, tmp_path, limit=3)
    assert limited["drawings"] == 6
    assert "top1_partial" not in limited


def test_a_right_answer_counts(tmp_path: Path, recogniser: Recogniser) -> None:
    drawing = Drawing.from_strokes([[[0, 1], [0, 9]], *STROKES])
    label = recogniser.recognise([drawing])[0].top[0].label
    write(tmp_path, f"{label}.ndjson", 1)
    assert evaluate(recogniser, tmp_path)["top1"] == 1.0


def test_files_that_cannot_be_evaluated_are_refused(tmp_path: Path, recogniser: Recogniser) -> None:
    with pytest.raises(RecognitionError, match="no drawings"):
        evaluate(recogniser, tmp_path)
    write(tmp_path, "no such label.ndjson", 1)
    with pytest.raises(RecognitionError) as caught:
        evaluate(recogniser, tmp_path)
    assert caught.value.code == "unknown_label"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"word": "cat"}', "wrong_shape"),
        (b"[1]", "wrong_shape"),
        (b'{"drawing": [[[0, 1], [0', "bad_json"),
        (b'{"drawing": [[[0, 1], [0, "9"]]]}', "not_a_number"),
        (b" " * (2 * 1024 * 1024) + b"[]", "too_big"),
    ],
)
def test_a_bad_record_is_refused_by_file_and_line(
    tmp_path: Path, recogniser: Recogniser, line: bytes, code: str
) -> None:
    good = json.dumps({"drawing": STROKES}).encode()
    (tmp_path / "cat.ndjson").write_bytes(good + b"\n\n" + line + b"\n" + good)
    with pytest.raises(InkError, match=r"cat\.ndjson, line 3: ") as caught:
        evaluate(recogniser, tmp_path)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_a_broken_gzip_file_is_refused_by_name(tmp_path: Path, recogniser: Recogniser) -> None:
    file = tmp_path / "cat.ndjson.gz"
    write(tmp_path, file.name, 200)
    data = file.read_bytes()
    for broken, code in ((data[:-20], "truncated"), (b"PK" + data, "bad_archive")):
        file.write_bytes(broken)
        with pytest.raises(InkError, match=r"cat\.ndjson\.gz, line \d+: ") as caught:
            evaluate(recogniser, tmp_path)
        assert caught.value.code == code
    write(tmp_path, file.name, 200)
    assert evaluate(recogniser, tmp_path, limit=2)["drawings"] == 2


def test_the_share_depends_on_the_drawing_alone_and_fills_the_range() -> None:
    drawings = [Drawing.from_strokes([[[0, n], [0, n]]]) for n in range(400)]
    shares = np.array([share_of(drawing, (0.5, 0.7)) for drawing in drawings])
    assert [share_of(drawing, (0.5, 0.7)) for drawing in drawings] == shares.tolist()
    assert 0.5 <= shares.min() < 0.51
    assert 0.69 < shares.max() < 0.7
    assert abs(shares.mean() - 0.6) < 0.01


def test_a_share_of_points_is_rounded_up_and_at_least_one() -> None:
    drawing = Drawing.from_strokes(STROKES)
    assert [seen(drawing, share).points for share in (0.01, 0.5, 0.51, 1.0)] == [1, 3, 4, 6]


def test_calibration_error_is_the_weighted_gap() -> None:
    assert calibration_error(
        np.array([0.9, 0.9, 0.1, 1.0]), np.array([True, False, False, True])
    ) == pytest.approx(0.225)
    assert calibration_error(np.array([1.0, 0.0]), np.array([True, False])) == 0.0


@pytest.mark.parametrize(
    ("text", "expected"), [("0.5", (0.5, 0.5)), ("0.5-0.7", (0.5, 0.7)), ("1", (1.0, 1.0))]
)
def test_shares_are_read(text: str, expected: tuple[float, float]) -> None:
    assert parse_share(text) == expected


@pytest.mark.parametrize("text", ["", "0", "x", "0.7-0.5", "0.5-2", "nan"])
def test_impossible_shares_are_refused(text: str) -> None:
    with pytest.raises(RecognitionError):
        parse_share(text)
