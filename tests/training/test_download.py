import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from drawmate_training.download import DownloadError, crc32c, download
from tests.training.bucket import Bucket, serving

CAT = b"".join(b'{"word":"cat","n":%d}\n' % n for n in range(5000))
PATH = "/simplified/cat.ndjson"


@pytest.fixture
def bucket() -> Iterator[Bucket]:
    with serving() as found:
        found.files[PATH] = CAT
        yield found


def fetch(bucket: Bucket, target: Path, *categories: str, **options: object) -> list[Path]:
    return download(categories or ("cat",), target, base=bucket.base, pause_s=0.01, **options)  # type: ignore[arg-type]


def test_a_file_arrives_and_is_not_asked_for_again(bucket: Bucket, tmp_path: Path) -> None:
    (path,) = fetch(bucket, tmp_path)
    assert path.read_bytes() == CAT
    fetch(bucket, tmp_path)
    assert len(bucket.requests) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["cat.ndjson"]


def test_names_with_spaces_and_other_forms(bucket: Bucket, tmp_path: Path) -> None:
    bucket.files["/binary/The Eiffel Tower.bin"] = b"\0" * 100
    (path,) = fetch(bucket, tmp_path, "The Eiffel Tower", form="binary")
    assert path.name == "The Eiffel Tower.bin"


def test_a_cut_connection_goes_on_where_it_was(bucket: Bucket, tmp_path: Path) -> None:
    bucket.cut_after = [30_000, 20_000]
    (path,) = fetch(bucket, tmp_path)
    assert path.read_bytes() == CAT
    assert [asked for _, asked in bucket.requests] == [None, "bytes=30000-", "bytes=50000-"]


def test_a_later_call_goes_on_where_an_earlier_one_gave_up(bucket: Bucket, tmp_path: Path) -> None:
    bucket.cut_after = [30_000]
    with pytest.raises(DownloadError, match="1 times in a row"):
        fetch(bucket, tmp_path, tries=1)
    assert (tmp_path / "cat.ndjson.part").stat().st_size == 30_000
    (path,) = fetch(bucket, tmp_path)
    assert path.read_bytes() == CAT
    assert bucket.requests[-1][1] == "bytes=30000-"


def test_a_file_that_changed_meanwhile_is_taken_from_the_start(bucket: Bucket, tmp_path: Path) -> None:
    bucket.cut_after = [30_000]
    with pytest.raises(DownloadError):
        fetch(bucket, tmp_path, tries=1)
    bucket.files[PATH] = CAT[::-1]
    (path,) = fetch(bucket, tmp_path)
    assert path.read_bytes() == CAT[::-1]


def test_a_part_that_arrived_whole_but_was_not_named_needs_no_request(bucket: Bucket, tmp_path: Path) -> None:
    (path,) = fetch(bucket, tmp_path, cap=4000)
    path.rename(tmp_path / "cat.ndjson.part")
    (tmp_path / "cat.ndjson.capped.json").rename(tmp_path / "cat.ndjson.part.json")
    fetch(bucket, tmp_path, cap=4000)
    assert len(bucket.requests) == 1


def test_what_differs_from_its_checksum_is_thrown_away(bucket: Bucket, tmp_path: Path) -> None:
    bucket.wrong_hash = True
    with pytest.raises(DownloadError, match="MD5"):
        fetch(bucket, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_crc32c_is_checked_where_there_is_no_md5(bucket: Bucket, tmp_path: Path) -> None:
    (tmp_path / "check").write_bytes(b"123456789")
    assert crc32c(tmp_path / "check") == 0xE3069283  # the standard's check value
    (tmp_path / "check").write_bytes(CAT)
    bucket.hashes = "crc32c"
    bucket.crc32c = base64.b64encode(crc32c(tmp_path / "check").to_bytes(4, "big")).decode()
    assert fetch(bucket, tmp_path)[0].read_bytes() == CAT
    bucket.files["/simplified/dog.ndjson"] = CAT[:-2]
    with pytest.raises(DownloadError, match="CRC32C"):
        fetch(bucket, tmp_path, "dog")


def test_the_length_is_checked_where_there_is_no_hash(bucket: Bucket, tmp_path: Path) -> None:
    bucket.hashes = "none"
    bucket.cut_after = [10]
    assert fetch(bucket, tmp_path)[0].read_bytes() == CAT


def test_a_missing_category_is_told_at_once(bucket: Bucket, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"unicorn\.ndjson: the server says 404"):
        fetch(bucket, tmp_path, "unicorn")
    assert len(bucket.requests) == 1


def test_a_busy_server_is_asked_again(bucket: Bucket, tmp_path: Path) -> None:
    bucket.refuse = [503, 429]
    assert fetch(bucket, tmp_path)[0].read_bytes() == CAT
    assert len(bucket.requests) == 3


def test_an_unreachable_server_is_told(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="2 times in a row"):
        download(["cat"], tmp_path, base="http://127.0.0.1:9", tries=2, pause_s=0.01)


def test_a_cap_ends_at_a_line_and_a_larger_one_goes_on(bucket: Bucket, tmp_path: Path) -> None:
    bucket.files[PATH] = CAT * 60
    (path,) = fetch(bucket, tmp_path, cap=100)
    assert path.read_bytes() == b"".join(CAT.splitlines(keepends=True)[:100])
    fetch(bucket, tmp_path, cap=100)
    assert len(bucket.requests) == 1
    fetch(bucket, tmp_path, cap=200)
    assert bucket.requests[-1][1] == f"bytes={len(b''.join(CAT.splitlines(keepends=True)[:100]))}-"
    assert path.read_bytes().count(b"\n") == 200
    fetch(bucket, tmp_path, cap=50)
    assert path.read_bytes().count(b"\n") == 50
    fetch(bucket, tmp_path)
    assert path.read_bytes() == CAT * 60
    assert [p.name for p in tmp_path.iterdir()] == ["cat.ndjson"]


def test_a_cap_beyond_the_end_gives_the_whole_file(bucket: Bucket, tmp_path: Path) -> None:
    assert fetch(bucket, tmp_path, cap=10**6)[0].read_bytes() == CAT
    assert [p.name for p in tmp_path.iterdir()] == ["cat.ndjson"]


def test_a_cap_needs_lines(bucket: Bucket, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a cap needs lines"):
        fetch(bucket, tmp_path, form="binary", cap=3)


def test_several_files_at_a_time(bucket: Bucket, tmp_path: Path) -> None:
    names = [f"thing {n}" for n in range(9)]
    bucket.files |= {f"/simplified/{name}.ndjson": name.encode() * 999 for name in names}
    paths = fetch(bucket, tmp_path, *names, parallel=3)
    assert [p.read_bytes() for p in paths] == [name.encode() * 999 for name in names]
