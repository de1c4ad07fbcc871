import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drawmate.ink.formats import quickdraw, quickdraw_bin
from drawmate.ink.simplify import simplify
from drawmate_training.importing import import_drawings, word_of
from drawmate_training.shards import Shard

HOUSE = [[[0, 0, 255, 255], [100, 255, 255, 100]], [[0, 128, 255], [100, 0, 100]]]
LINE = [[[0, 255], [0, 40]]]


def ndjson(path: Path, records: Iterable[dict[str, Any] | str]) -> Path:
    lines = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in records)
    path.write_bytes(gzip.compress(lines.encode()) if path.suffix == ".gz" else lines.encode())
    return path


def test_a_directory_of_categories(tmp_path: Path) -> None:
    ndjson(tmp_path / "house.ndjson.gz", [
        {"word": "house", "drawing": HOUSE, "recognized": False, "key_id": "18446744073709551615"},
        {"drawing": LINE},
    ])  # fmt: skip
    ndjson(tmp_path / "barn.ndjson", [{"word": "barn", "drawing": LINE, "key_id": "5"}])
    report = import_drawings([tmp_path], tmp_path / "shard")
    shard = Shard.open(tmp_path / "shard")
    assert report.drawings == 3
    assert shard.names == ("barn", "house")
    assert shard.labels.tolist() == [0, 1, 1]
    assert shard.recognised.tolist() == [True, False, True]
    assert [int(k) for k in shard.keys[:2]] == [5, 2**64 - 1]
    assert shard.strokes_of(1) == HOUSE


def test_bad_records_are_left_out_and_counted_by_reason(tmp_path: Path) -> None:
    path = ndjson(tmp_path / "house.ndjson", [
        {"drawing": HOUSE, "key_id": "1"},
        {"drawing": LINE, "key_id": "1"},
        "{not json",
        "7",
        {"word": "house"},
        {"word": "castle", "drawing": HOUSE},
        {"drawing": []},
        {"drawing": [[[1, 2], [3]]]},
        {"drawing": HOUSE, "key_id": str(2**64)},
    ])  # fmt: skip
    report = import_drawings([path], tmp_path / "shard")
    assert report.drawings == 1
    assert sum(report.left_out.values()) == 8
    assert report.left_out["duplicate"] == report.left_out["not_json"] == report.left_out["unknown_word"] == 1
    assert report.left_out["bad_key"] == 1


def test_a_cap_and_recognised_only(tmp_path: Path) -> None:
    path = ndjson(
        tmp_path / "house.ndjson",
        [{"drawing": HOUSE, "key_id": n, "recognized": n % 2 == 0} for n in range(20)],
    )
    report = import_drawings([path], tmp_path / "shard", cap=4, recognised_only=True)
    assert (report.drawings, report.left_out["not_recognised"]) == (4, 3)
    assert [int(k) for k in Shard.open(tmp_path / "shard").keys] == [0, 2, 4, 6]


def test_labels_of_a_file_set_the_order(tmp_path: Path) -> None:
    path = ndjson(tmp_path / "house.ndjson", [{"drawing": HOUSE}])
    import_drawings([path], tmp_path / "shard", labels=["zebra", "house", "ant"])
    shard = Shard.open(tmp_path / "shard")
    assert (shard.names, shard.labels.tolist()) == (("zebra", "house", "ant"), [1])


def test_raw_drawings_are_simplified_as_the_data_set_does(tmp_path: Path) -> None:
    t = np.linspace(0, 1, 60)
    raw = [
        [(300 + 90.5 * np.cos(5 * t)).tolist(), (200 + 70.25 * np.sin(5 * t)).tolist(), (1000 * t).tolist()]
    ]
    path = ndjson(tmp_path / "curl.ndjson", [{"word": "curl", "drawing": raw}])
    import_drawings([path], tmp_path / "shard")
    expected = simplify(quickdraw.parse({"drawing": raw}).drawing)
    found = Shard.open(tmp_path / "shard").strokes_of(0)
    assert found == [[x.tolist(), y.tolist()] for x, y in expected.strokes()]
    assert len(found[0][0]) < 20


def test_bin_files_give_what_ndjson_gives(tmp_path: Path) -> None:
    records = [
        {"word": "house", "drawing": d, "key_id": str(n + 1), "recognized": n == 0}
        for n, d in enumerate((HOUSE, LINE))
    ]
    ndjson(tmp_path / "house.ndjson", records)
    (tmp_path / "house.bin").write_bytes(quickdraw_bin.write([quickdraw.parse(r) for r in records]))
    import_drawings([tmp_path / "house.ndjson"], tmp_path / "a")
    import_drawings([tmp_path / "house.bin"], tmp_path / "b")
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path.name


def test_sketch_rnn_archives_are_read_pickled_ones_only_when_trusted(tmp_path: Path) -> None:
    rows = np.array([[10, 20, 0], [255, 0, 1], [0, 40, 1]], np.int16)
    np.savez(tmp_path / "line.npz", train=rows)
    import_drawings([tmp_path / "line.npz"], tmp_path / "plain")
    assert Shard.open(tmp_path / "plain").strokes_of(0) == [[[0, 255], [0, 0]], [[255], [40]]]

    pickled = np.empty(2, object)
    pickled[:] = [rows, rows[:2]]
    np.savez(tmp_path / "sketchrnn_line.npz", train=pickled)
    with pytest.raises(ValueError, match="trust-pickle"):
        import_drawings([tmp_path / "sketchrnn_line.npz"], tmp_path / "refused")
    import_drawings([tmp_path / "sketchrnn_line.npz"], tmp_path / "trusted", trust_pickle=True)
    shard = Shard.open(tmp_path / "trusted")
    assert shard.names == ("line",)
    assert shard.strokes_of(0) == [[[0, 255], [0, 0]], [[255], [40]]]


def test_there_must_be_something_to_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there are no"):
        import_drawings([tmp_path], tmp_path / "shard")
    with pytest.raises(ValueError, match="does not exist"):
        import_drawings([tmp_path / "nowhere"], tmp_path / "shard")
    (tmp_path / "broken.ndjson.gz").write_bytes(b"\x1f\x8bnot really")
    with pytest.raises(ValueError, match="cannot be read"):
        import_drawings([tmp_path], tmp_path / "shard")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("cat.ndjson", "cat"),
        ("full_simplified_alarm clock.ndjson.gz", "alarm clock"),
        ("The Mona Lisa.bin", "The Mona Lisa"),
        ("sketchrnn_cat.npz", "cat"),
    ],
)
def test_the_word_a_file_is_named_after(name: str, word: str) -> None:
    assert word_of(Path(name)) == word


@pytest.mark.shared
def test_real_drawings_are_all_taken(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "quickdraw" / "valid").iterdir())[:40]
    report = import_drawings(files, tmp_path)
    assert report.drawings == 12 * 40
    assert not report.left_out
