"""Strict JSON from anywhere: refuses what decoders let through, and never costs more than its size.

Beyond RFC 8259 it refuses an object with the same key twice, ``NaN`` and ``Infinity``, and nesting deeper
than a limit (looked for before anything is decoded). A number too large for a float becomes an infinity, so
that whoever reads the place it stands in can refuse it by its path.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

import orjson

from drawmate.ink.errors import InkError
from drawmate.ink.limits import MAX_BYTES, MAX_DEPTH

_BOM: Final = b"\xef\xbb\xbf"
_STRING: Final = re.compile(rb'"(?:[^"\\]+|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_TO_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


def loads(data: bytes, *, max_depth: int = MAX_DEPTH, max_bytes: int = MAX_BYTES) -> Any:
    """The value of a JSON text in UTF-8, with or without a byte order mark.

    Raises:
        InkError: ``too_big``, ``empty``, ``too_deep``, ``bad_json``, ``not_a_number``, ``duplicate_key``.
    """
    if len(data) > max_bytes:
        raise InkError("too_big", f"more than {max_bytes} bytes")
    if data.startswith(_BOM):
        data = data[3:]
    if not data or data.isspace():
        raise InkError("empty", "there is nothing to read")
    bare = _without_strings(data)
    _check_depth(bare, max_depth)
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        value = _with_infinities(data)
    if bare.count(b":") != _keys(value, bare):
        raise InkError("duplicate_key", "an object has the same key twice")
    return value


def _without_strings(data: bytes) -> bytes:
    if b"\\" in data:
        return _STRING.sub(b"", data)
    return b"".join(data.split(b'"')[::2])


def _check_depth(bare: bytes, limit: int) -> None:
    """Take away the innermost pairs of brackets, layer by layer; what is left is too deep or not closed."""
    brackets = bare.translate(_TO_SQUARE, _NOT_BRACKETS)
    for _ in range(limit):
        if not brackets:
            return
        fewer = brackets.replace(b"[]", b"")
        if len(fewer) == len(brackets):
            raise InkError("bad_json", "the brackets do not match")
        brackets = fewer
    if brackets:
        raise InkError("too_deep", f"nested more than {limit} deep")


def _keys(value: Any, bare: bytes) -> int:
    """How many keys the decoded objects have; the text has a colon outside strings for each one written."""
    objects = bare.count(b"{")
    if objects == 1 and type(value) is dict:
        return len(value)
    found = 0
    waiting = [value] if objects else []
    while waiting:
        item = waiting.pop()
        if type(item) is dict:
            found += len(item)
            waiting.extend(item.values())
        elif type(item) is list:
            waiting.extend(item)
    return found


def _with_infinities(data: bytes) -> Any:
    """What the fast decoder refused: right JSON but for numbers beyond a float, or an error."""
    beyond = False

    def number(text: str) -> float:
        nonlocal beyond
        result = float(text)
        beyond = beyond or math.isinf(result)
        return result

    try:
        value = json.loads(
            data.decode("utf-8"), parse_int=number, parse_float=number, parse_constant=_no_constant
        )  # fmt: skip
    except InkError:
        raise
    except (ValueError, RecursionError):
        raise InkError("bad_json", "this is not JSON in UTF-8") from None
    if not beyond or _SURROGATE.search(data):
        raise InkError("bad_json", "this is not JSON in UTF-8")
    return value


def _no_constant(_: str) -> float:
    raise InkError("not_a_number", "NaN and Infinity are not JSON numbers")
