"""The public files of the Quick, Draw! data set, one a category, so that a broken connection costs nothing.

What has arrived is kept in ``NAME.part`` with ``NAME.part.json`` beside it, which knows the version (ETag) it
belongs to; the next try asks for the rest of that version only (RFC 9110: Range with If-Range). A finished file
is checked against the server's MD5 or CRC32C (``x-goog-hash``, see Google Cloud Storage's documentation on
hashes and ETags), or its length where the server sends neither, and only then gets its name. A capped file ends
after so many drawings, stays a part for as long as it is wanted longer, and is finished as ``NAME`` of whole
lines with ``NAME.capped.json`` beside it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from email.message import Message
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import quote

from tqdm import tqdm

PUBLIC: Final = "https://storage.googleapis.com/quickdraw_dataset/full"
"""Where the data set is published (github.com/googlecreativelab/quickdraw-dataset)."""
Form = Literal["simplified", "raw", "binary", "numpy_bitmap"]
ENDINGS: Final[dict[Form, str]] = {
    "simplified": ".ndjson",
    "raw": ".ndjson",
    "binary": ".bin",
    "numpy_bitmap": ".npy",
}
_CHUNK: Final = 1 << 18
_TIMEOUT_S: Final = 30.0
_WORTH_A_RETRY: Final = frozenset({408, 425, 429, 500, 502, 503, 504})

Progress = Callable[[int], None]
"""Told the number of bytes that arrived."""


class DownloadError(ValueError):
    """A file that cannot be had, or is not what the server says it is."""


@dataclass(frozen=True, slots=True)
class Part:
    """What has arrived of a file: the version it belongs to, its whole length and hashes as the server said."""

    etag: str | None
    length: int | None
    md5: str | None
    crc32c: str | None
    drawings: int = 0
    """Whole drawings in a capped file."""

    @classmethod
    def read(cls, path: Path) -> Part | None:
        """What is known of a part, or None."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None


def download(
    categories: Sequence[str],
    target: Path,
    *,
    form: Form = "simplified",
    base: str = PUBLIC,
    cap: int | None = None,
    parallel: int = 4,
    tries: int = 6,
    pause_s: float = 1.0,
) -> list[Path]:
    """Download files ``base/form/CATEGORY.ending`` to ``target`` and return their paths; finished ones stay.

    ``cap`` stops each after so many drawings, at a line's end; ndjson only. ``tries`` in a row may fail without
    a byte arriving, with pauses of ``pause_s`` seconds, doubled each time.

    Raises:
        DownloadError: a file is not there, differs from its checksum, or could not be had in so many tries.
        ValueError: a cap for a form without lines.
    """
    if cap is not None and ENDINGS[form] != ".ndjson":
        raise ValueError(f"a cap needs lines, which {form} files do not have")
    target.mkdir(parents=True, exist_ok=True)
    bar = tqdm(unit="B", unit_scale=True, disable=None, desc=f"0/{len(categories)} files")
    done = 0

    def one(category: str) -> Path:
        nonlocal done
        name = f"{category}{ENDINGS[form]}"
        url = f"{base}/{form}/{quote(name)}"
        path = _File(url, target / name, cap, tries, pause_s, bar.update).get()
        done += 1
        bar.set_description(f"{done}/{len(categories)} files")
        return path

    with bar, ThreadPoolExecutor(parallel) as pool:
        waiting = [pool.submit(one, category) for category in categories]
        wait(waiting, return_when=FIRST_EXCEPTION)
        for future in waiting:
            future.cancel()
        failed = [f.exception() for f in waiting if not f.cancelled() and f.exception() is not None]
        if failed:
            raise failed[0]  # type: ignore[misc]
        return [future.result() for future in waiting]


class _File:
    """One file on its way."""

    def __init__(
        self, url: str, path: Path, cap: int | None, tries: int, pause_s: float, progress: Progress
    ) -> None:
        self._url, self._path, self._cap = url, path, cap
        self._tries, self._pause_s, self._progress = tries, pause_s, progress
        self._part = path.with_name(path.name + ".part")
        self._known = path.with_name(path.name + ".part.json")
        self._capped = path.with_name(path.name + ".capped.json")

    def get(self) -> Path:
        if self._path.exists():
            capped = Part.read(self._capped)
            if capped is None or (self._cap is not None and capped.drawings == self._cap):
                return self._path
            self._resume_capped(capped)
        failures, arrived = 0, -1
        while True:
            try:
                self._attempt()
                return self._path
            except urllib.error.HTTPError as error:
                error.close()
                if error.code not in _WORTH_A_RETRY:
                    raise DownloadError(
                        f"{self._url}: the server says {error.code} {error.reason}"
                    ) from error
                reason: Exception = error
            except (OSError, EOFError) as error:
                reason = error
            size = _size(self._part)
            failures = failures + 1 if size <= arrived else 1
            arrived = size
            if failures >= self._tries:
                raise DownloadError(f"{self._url}: {reason}, {failures} times in a row")
            time.sleep(self._pause_s * 2 ** (failures - 1))

    def _attempt(self) -> None:
        """Ask for what is missing, write it down and finish the file."""
        known = Part.read(self._known)
        have = _size(self._part) if known is not None else 0
        if known is not None and (known.length == have or self._enough()):
            self._finish(known)
            return
        request = urllib.request.Request(self._url, headers={"User-Agent": "drawmate_training"})
        if known is not None and have and known.etag:
            request.add_header("Range", f"bytes={have}-")
            request.add_header("If-Range", known.etag)
        else:
            have = 0
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
            if answer.status != 206:
                have = 0
            found = _described(answer.headers, answer.status)
            self._known.write_text(json.dumps(asdict(found)), encoding="utf-8")
            self._receive(answer, have)
        if found.length is not None and _size(self._part) < found.length and not self._enough():
            raise EOFError("the connection broke")
        self._finish(found)

    def _receive(self, answer: Any, have: int) -> None:
        lines = self._lines() if self._cap is not None and have else 0
        with self._part.open("r+b" if have else "wb") as out:
            out.truncate(have)
            out.seek(have)
            while chunk := answer.read(_CHUNK):
                out.write(chunk)
                self._progress(len(chunk))
                if self._cap is not None:
                    lines += chunk.count(b"\n")
                    if lines >= self._cap:
                        return

    def _finish(self, known: Part) -> None:
        """Check the part, or cut it at the cap, and give it its name."""
        if self._cap is not None and self._enough():
            end = _end_of_line(self._part, self._cap)
            if known.length is None or end < known.length:
                with self._part.open("r+b") as out:
                    out.truncate(end)
                capped = Part(known.etag, known.length, known.md5, known.crc32c, self._cap)
                self._capped.write_text(json.dumps(asdict(capped)), encoding="utf-8")
                self._settle()
                return
        _check(self._part, known, self._url)
        self._capped.unlink(missing_ok=True)
        self._settle()

    def _settle(self) -> None:
        os.replace(self._part, self._path)
        self._known.unlink(missing_ok=True)

    def _resume_capped(self, capped: Part) -> None:
        """Make the capped file a part again; with a smaller cap than before it is cut from that."""
        self._known.write_text(json.dumps(asdict(capped)), encoding="utf-8")
        os.replace(self._path, self._part)
        self._capped.unlink(missing_ok=True)

    def _enough(self) -> bool:
        return self._cap is not None and self._part.exists() and self._lines() >= self._cap

    def _lines(self) -> int:
        with self._part.open("rb") as data:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: data.read(_CHUNK), b""))


def _described(headers: Message, status: int) -> Part:
    """What the server says of the whole file."""
    hashes: dict[str, str] = {}
    for line in headers.get_all("x-goog-hash") or []:
        for item in line.split(","):
            kind, _, value = item.strip().partition("=")
            hashes[kind] = value
    length = headers.get("Content-Length")
    if status == 206:
        length = (headers.get("Content-Range") or "").rpartition("/")[2]
    # A compressed transfer is the length and hash of something else.
    if (
        headers.get("Content-Encoding")
        or headers.get("x-goog-stored-content-encoding", "identity") != "identity"
    ):
        length, hashes = None, {}
    number = int(length) if length is not None and length.isdecimal() else None
    return Part(headers.get("ETag"), number, hashes.get("md5"), hashes.get("crc32c"))


def _check(path: Path, known: Part, url: str) -> None:
    """Compare with the hash, or else the length; a part that differs is thrown away.

    Raises:
        DownloadError: it differs.
    """
    fault = None
    if known.length is not None and _size(path) != known.length:
        fault = f"{_size(path)} bytes arrived, not {known.length}"
    elif known.md5 is not None:
        with path.open("rb") as data:
            found = base64.b64encode(hashlib.file_digest(data, "md5").digest()).decode()
        if found != known.md5:
            fault = "the MD5 differs from the server's"
    elif known.crc32c is not None:
        found = base64.b64encode(crc32c(path).to_bytes(4, "big")).decode()
        if found != known.crc32c:
            fault = "the CRC32C differs from the server's"
    if fault is not None:
        path.unlink()
        path.with_name(path.name + ".json").unlink(missing_ok=True)
        raise DownloadError(f"{url}: {fault}; what arrived was thrown away")


def crc32c(path: Path) -> int:
    """CRC-32C (Castagnoli, polynomial 0x1EDC6F41, reflected) of a file; only where a server sends no MD5."""
    value = 0xFFFFFFFF
    with path.open("rb") as data:
        for chunk in iter(lambda: data.read(_CHUNK), b""):
            for byte in chunk:
                value = (value >> 8) ^ _CRC_TABLE[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def _crc_entry(byte: int) -> int:
    for _ in range(8):
        byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
    return byte


_CRC_TABLE: Final = tuple(_crc_entry(byte) for byte in range(256))


def _end_of_line(path: Path, lines: int) -> int:
    """Bytes up to the end of so many lines."""
    place = 0
    with path.open("rb") as data:
        for _ in range(lines):
            place += len(data.readline())
    return place


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
