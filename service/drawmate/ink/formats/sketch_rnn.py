"""``stroke3``, ``stroke5`` and ``sketch_rnn`` (.npz): the offset formats of sketch-rnn.

stroke-3 is rows of ``[dx, dy, lift]``; the pen is lifted after a point with lift 1. stroke-5 is rows of
``[dx, dy, down, lift, end]``, exactly one of the last three being 1; the row with end 1 and all after it are
padding. Offsets begin at the origin. Sources: Ha and Eck 2017, "A Neural Representation of Sketch Drawings",
and github.com/hardmaru/sketch-rnn-datasets. Archives with pickled objects are refused: reading a pickle runs
whatever code its author wished.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats, check_counts, check_range, settle
from drawmate.ink.formats.columns import plain
from drawmate.ink.formats.reading import Allowance, Reading
from drawmate.ink.formats.shapes import as_array, strokes_of
from drawmate.ink.limits import MAX_COORDINATE, MAX_POINTS

_NUMBERS: Final = frozenset((int, float))
_DAMAGE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError,
)  # fmt: skip
"""What reading a damaged archive may raise."""
_STEP: Final = 2 * MAX_COORDINATE
"""Largest offset: from one side of what is allowed to the other."""


def parse_stroke3(value: Any, path: str = "strokes") -> Reading:
    """Rows of ``[dx, dy, lift]`` (see the module).

    Raises:
        InkError: ``wrong_shape``, ``not_a_number``, ``out_of_range``, ``too_many_strokes``,
            ``too_many_points``.
    """
    return _parse(value, path, 3)


def parse_stroke5(value: Any, path: str = "strokes") -> Reading:
    """Rows of ``[dx, dy, down, lift, end]`` (see the module).

    Raises:
        InkError: ``wrong_shape``, ``not_a_number``, ``out_of_range``, ``too_many_strokes``,
            ``too_many_points``.
    """
    return _parse(value, path, 5)


def write_stroke3(reading: Reading) -> bytes:
    """The drawing as JSON rows of ``[dx, dy, lift]``; times, pressure and canvas are lost."""
    drawing = reading.drawing
    lift = np.zeros(drawing.points)
    lift[drawing.offsets[1:] - 1] = 1
    columns = [np.diff(drawing.x, prepend=0.0), np.diff(drawing.y, prepend=0.0), lift]
    return orjson.dumps([list(row) for row in zip(*map(plain, columns), strict=True)])


def read_npz(data: bytes, allowance: Allowance) -> list[Reading]:
    """Every drawing of an archive whose members are (N, 3 or 5) arrays, or (B, N, 3 or 5) for B drawings.

    Raises:
        InkError: ``bad_archive``, ``pickled``, ``too_big``, ``wrong_shape``, ``too_many_drawings`` and those
            of the rows.
    """
    readings: list[Reading] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(m.file_size for m in members) > allowance.bytes:
                raise InkError("too_big", f"unpacks to more than {allowance.bytes} bytes")
            for number, member in enumerate(members):
                if not member.filename.endswith(".npy"):
                    continue
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise InkError(
                        "bad_archive", "a member is packed in an unusual way", f"members[{number}]"
                    )
                with archive.open(member) as stream:
                    content = stream.read(allowance.bytes + 1)
                path = f"members[{number}]"
                stack = _array(content, path)
                allowance.check_drawings(len(readings) + len(stack))
                readings += [_from_rows(rows, path) for rows in stack]
    except InkError:
        raise
    except _DAMAGE:
        raise InkError("bad_archive", "this is no readable .npz archive") from None
    return readings


def _parse(value: Any, path: str, width: int) -> Reading:
    value, path = strokes_of(value, path)
    rows = as_array(value, path, f"an array of rows of {width} numbers")
    if len(rows) > MAX_POINTS:
        check_counts(0, len(rows))
    for k, row in enumerate(rows):
        if type(row) is not list or len(row) != width:
            raise InkError("wrong_shape", f"must be a row of {width} numbers", f"{path}[{k}]")
        if not _NUMBERS.issuperset(map(type, row)):
            raise InkError("not_a_number", "must be a row of numbers", f"{path}[{k}]")
        if not all(-_STEP <= v <= _STEP for v in row):
            raise InkError("out_of_range", f"must be finite and within ±{_STEP:g}", f"{path}[{k}]")
    return _from_rows(np.array(rows, np.float64).reshape(-1, width), path)


def _from_rows(rows: Floats, path: str) -> Reading:
    pen = rows[:, 2:]
    wrong = (pen != 0) & (pen != 1)
    if pen.shape[1] == 3:
        wrong = wrong.any(axis=1, keepdims=True) | (pen.sum(axis=1, keepdims=True) != 1)
    if wrong.any():
        k = int(wrong.any(axis=1).argmax())
        raise InkError(
            "bad_pen_state", "pen states are 0 or 1, and of three exactly one is 1", f"{path}[{k}]"
        )
    if pen.shape[1] == 3:
        ends = pen[:, 2] == 1
        if ends.any():
            rows = rows[: int(ends.argmax())]
        lift = rows[:, 3]
    else:
        lift = rows[:, 2]
    points = len(rows)
    last = np.flatnonzero(lift == 1) + 1
    if points and (not last.size or last[-1] != points):
        last = np.append(last, points)
    sizes = np.diff(last, prepend=0).tolist()
    check_counts(len(sizes), points)
    x, y = np.cumsum(rows[:, 0]), np.cumsum(rows[:, 1])
    first = np.concatenate(([0], last)).tolist()
    check_range(x, y, sizes, lambda i, k, axis: f"{path}[{first[i] + k}][{'xy'.index(axis)}]")
    return settle(x, y, sizes)


def _array(content: bytes, path: str) -> NDArray[np.float64]:
    """The array of a .npy file, as a (B, N, 3 or 5) stack; nothing is believed before it is checked."""
    stream = io.BytesIO(content)
    try:
        version = np.lib.format.read_magic(stream)
        read_header = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }[version]
        shape, by_column, dtype = read_header(stream)
    except Exception:  # the parser of headers lets out what its tokenizer, its evaluator and its checks raise
        raise InkError("bad_archive", "a member is no plain array", path) from None
    if dtype.hasobject:
        raise InkError("pickled", "holds pickled objects, which are not read; save plain arrays", path)
    if dtype.kind not in "iuf" or len(shape) not in (2, 3) or shape[-1] not in (3, 5):
        raise InkError("wrong_shape", "must be numbers of shape (points, 3) or (points, 5)", path)
    body = content[stream.tell() :]
    count = 1
    for length in shape:
        count *= length
    if count * dtype.itemsize != len(body):
        raise InkError("bad_archive", "a member is cut short", path)
    array = np.frombuffer(body, dtype).astype(np.float64).reshape(shape, order="F" if by_column else "C")
    if not np.isfinite(array).all():
        raise InkError("not_a_number", "holds values that are not finite", path)
    return array if array.ndim == 3 else array[np.newaxis]
