"""Drawings of many files into one shard: ndjson (simplified or raw, also gzipped), .bin and sketch-rnn .npz.

A source is a directory of one file a category, as the public data set is published, or single files. A record's
``word`` names its category; where it has none the file's name does. Raw drawings are simplified as the data set
does it. A drawing whose key was seen before is left out.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray
from tqdm import tqdm

from drawmate.ink import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats import parse_json, quickdraw_bin, sketch_rnn
from drawmate.ink.formats.quickdraw import simplified
from drawmate.ink.formats.reading import Allowance, Reading
from drawmate.ink.simplify import simplify
from drawmate_training.shards import ShardWriter

SUFFIXES: Final = (".ndjson", ".ndjson.gz", ".bin", ".npz")
_PREFIXES: Final = ("full_simplified_", "full_raw_", "full_binary_", "sketchrnn_")
_ALL: Final = Allowance(bytes=1 << 40, drawings=1 << 40)

Strokes = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Record:
    """One drawing of a file: its category's name, simplified columns, and what is known of it."""

    word: str
    strokes: Strokes
    recognised: bool = True
    key: int | None = None


@dataclass(slots=True)
class ImportReport:
    """What came of an import.

    Attributes:
        drawings: drawings written.
        by_word: how many of each category.
        left_out: how many records were left out, by reason.
    """

    drawings: int = 0
    by_word: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


def import_drawings(
    sources: Sequence[Path],
    target: Path,
    *,
    labels: Sequence[str] | None = None,
    cap: int | None = None,
    recognised_only: bool = False,
    trust_pickle: bool = False,
) -> ImportReport:
    """Write the drawings of ``sources`` (files or directories) as one shard and say what was left out and why.

    Args:
        sources: files, or directories whose files are taken in the order of their categories.
        target: the shard directory.
        labels: category names in the order of the labels; by default those of the files, sorted.
        cap: most drawings of a category.
        recognised_only: leave out what the game did not recognise.
        trust_pickle: also read .npz files with pickled arrays, such as the published sketch-rnn ones. Reading a
            pickle runs whatever code its author put there: only for files whose source is trusted.

    Raises:
        ValueError: there is nothing to read, or a file cannot be read at all.
    """
    files = list(_files(sources))
    if not files:
        raise ValueError(f"there are no {', '.join(SUFFIXES)} files in {', '.join(map(str, sources))}")
    names = list(labels) if labels is not None else sorted({word_of(path) for path in files})
    place = {name: number for number, name in enumerate(names)}
    writer, report, known = ShardWriter(names), ImportReport(), set[int]()
    for path in tqdm(files, unit="file", disable=None):
        full: set[str] = set()
        for record in records(path, report.left_out, trust_pickle=trust_pickle):
            reason = _reason_against(record, place, known, cap, report, recognised_only)
            if reason is None:
                reason = _add(writer, record, place[record.word])
            if reason is not None:
                report.left_out[reason] += 1
                if reason == "over_cap":
                    full.add(record.word)
                    if full == {word_of(path)}:
                        break
                continue
            if record.key is not None:
                known.add(record.key)
            report.by_word[record.word] += 1
            report.drawings += 1
    if not report.drawings:
        raise ValueError(f"no drawing could be imported: {dict(report.left_out)}")
    writer.write(target)
    return report


def records(path: Path, left_out: Counter[str], *, trust_pickle: bool = False) -> Iterator[Record]:
    """The records of one file; bad ones are counted in ``left_out`` by reason.

    Raises:
        ValueError: the file cannot be read at all.
    """
    word = word_of(path)
    try:
        if path.suffix == ".bin":
            yield from (_of_reading(r, word) for r in quickdraw_bin.read(path.read_bytes(), _ALL))
        elif path.suffix == ".npz":
            for drawing in _sketches(path, trust_pickle, left_out):
                yield Record(word, _columns(_cornered(drawing)))
        else:
            yield from _lines(path, word, left_out)
    except InkError as error:
        hint = "; say --trust-pickle if you trust where it is from" if error.code == "pickled" else ""
        raise ValueError(f"{path}: {error}{hint}") from error
    except (OSError, EOFError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error


def word_of(path: Path) -> str:
    """The category a file is named after: ``full_simplified_alarm clock.ndjson.gz`` is alarm clock."""
    name = path.name
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        name = name.removesuffix(suffix)
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name


def _files(sources: Sequence[Path]) -> Iterator[Path]:
    for source in sources:
        if source.is_dir():
            found = [p for p in source.iterdir() if p.name.endswith(SUFFIXES)]
            yield from sorted(found, key=lambda p: (word_of(p), p.name))
        elif source.exists():
            yield source
        else:
            raise ValueError(f"{source} does not exist")


def _reason_against(
    record: Record,
    place: dict[str, int],
    known: set[int],
    cap: int | None,
    report: ImportReport,
    recognised_only: bool,
) -> str | None:
    if record.word not in place:
        return "unknown_word"
    if cap is not None and report.by_word[record.word] >= cap:
        return "over_cap"
    if recognised_only and not record.recognised:
        return "not_recognised"
    return "duplicate" if record.key is not None and record.key in known else None


def _add(writer: ShardWriter, record: Record, label: int) -> str | None:
    try:
        writer.add(record.strokes, label, recognised=record.recognised, key=record.key)
    except InkError as error:
        return error.code
    except (ValueError, TypeError, IndexError):
        return "bad_strokes"
    return None


def _lines(path: Path, word: str, left_out: Counter[str]) -> Iterator[Record]:
    with gzip.open(path, "rb") if path.name.endswith(".gz") else path.open("rb") as lines:
        for line in lines:
            if line.isspace():
                continue
            try:
                yield _of_line(orjson.loads(line), word)
            except orjson.JSONDecodeError:
                left_out["not_json"] += 1
            except InkError as error:
                left_out[error.code] += 1
            except (KeyError, TypeError, ValueError, OverflowError):
                left_out["bad_record"] += 1


def _of_line(record: dict[str, Any], word: str) -> Record:
    """A record as it is if it is simplified already, else simplified.

    Simplified drawings are not looked at more than needed: there may be fifty million.
    """
    strokes = record["drawing"]
    if any(len(stroke) != 2 for stroke in strokes) or not _whole(strokes):
        strokes = _columns(simplify(parse_json(strokes).drawing))
    key = record.get("key_id")
    number = None if key is None else int(key)
    if number is not None and not 0 <= number < 1 << 64:
        raise InkError("bad_key", "key_id does not fit 64 bits")
    return Record(str(record.get("word", word)), strokes, bool(record.get("recognized", True)), number)


def _whole(strokes: Strokes) -> bool:
    """Whether all coordinates are whole numbers in 0..255."""
    return all(type(v) is int and 0 <= v <= 255 for stroke in strokes for column in stroke for v in column)


def _of_reading(reading: Reading, word: str) -> Record:
    key = reading.meta.get("key_id")
    return Record(
        word,
        _columns(simplified(reading.drawing)),
        bool(reading.meta.get("recognized", True)),
        None if key is None else int(key),
    )


def _sketches(path: Path, trust_pickle: bool, left_out: Counter[str]) -> Iterable[Drawing]:
    """The drawings of a sketch-rnn archive, in the order of its members."""
    if not trust_pickle:
        return [reading.drawing for reading in sketch_rnn.read_npz(path.read_bytes(), _ALL)]
    return _pickled_sketches(path, left_out)


def _pickled_sketches(path: Path, left_out: Counter[str]) -> Iterator[Drawing]:
    with np.load(path, allow_pickle=True, encoding="latin1") as archive:
        for name in archive.files:
            for rows in archive[name]:
                try:
                    drawing = sketch_rnn.parse_stroke3(np.asarray(rows).tolist()).drawing
                except InkError as error:
                    left_out[error.code] += 1
                    continue
                yield drawing


def _cornered(drawing: Drawing) -> Drawing:
    """Moved to the top left corner, then simplified unless it is."""
    if drawing.blank:
        return drawing
    left, top, _, _ = drawing.bounds()
    return simplified(Drawing.from_columns(drawing.x - left, drawing.y - top, drawing.offsets))


def _columns(drawing: Drawing) -> list[list[list[int]]]:
    return [[_integers(x), _integers(y)] for x, y in drawing.strokes()]


def _integers(column: NDArray[np.float64]) -> list[int]:
    found: list[int] = np.rint(column).astype(np.int64).tolist()
    return found
