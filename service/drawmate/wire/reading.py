"""Frames of clients, read strictly: what is no message of wire v1 is refused with a code, and nothing else happens.

Stricter than JSON: no duplicate keys, no NaN or infinity (``1e999`` is one), whole numbers only as far as every
client has them exactly, no lone surrogates, and no deep nesting; so what comes through can be stored and sent on.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final, NoReturn

import orjson
from pydantic import TypeAdapter, ValidationError

from drawmate.wire.client_messages import ClientMessage, InkPiece
from drawmate.wire.limits import DEPTH, FRAME_BYTES, SAFE_INTEGER, SMALL_FRAME_BYTES
from drawmate.wire.server_messages import Error

__all__ = ["WireError", "read_frame"]

_ADAPTER: Final[TypeAdapter[ClientMessage]] = TypeAdapter(ClientMessage)
_INK: Final = TypeAdapter(InkPiece)
_INK_HEAD: Final = '{"type":"ink",'
_HEAD: Final = re.compile(r'\s*\{\s*(?:"type"\s*:\s*"[a-z_]{1,20}"\s*,\s*)?"id"\s*:\s*(\d{1,16})\s*[,}]')
"""The beginning of a message whose rest cannot be read."""


class WireError(ValueError):
    """A frame that is refused; the connection goes on.

    Attributes:
        code: ``bad_frame``, ``too_big`` or ``bad_message``.
        id: that of the message, where it could be read.
        path: the first fault, e.g. ``x[3]``.
    """

    def __init__(self, code: str, message: str, id: int | None = None, path: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.id = id
        self.path = path

    def answer(self) -> Error:
        """The message that says so."""
        return Error(id=self.id, code=self.code, message=str(self), path=self.path)


class _Duplicate(ValueError):
    """An object names a key twice."""


def read_frame(text: str | bytes) -> ClientMessage:
    """The message in a frame.

    Raises:
        WireError: ``bad_frame`` (binary, no JSON object, a key twice, too deep), ``too_big`` for its kind of
            message, ``bad_message``.
    """
    if not isinstance(text, str):
        raise WireError("bad_frame", "frames are text, not binary")
    if text.startswith(_INK_HEAD) and (piece := _ink(text)) is not None:
        return piece
    # Surrogates cannot be sent in UTF-8, but a test or a careless server can hand them over.
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > FRAME_BYTES:
        raise WireError("too_big", f"a frame has at most {FRAME_BYTES} bytes", _id_of_head(text))
    fields = _object(text)
    id = _id_of(fields)
    if size > SMALL_FRAME_BYTES and fields.get("type") != "ink":
        raise WireError("too_big", f"such a message has at most {SMALL_FRAME_BYTES} bytes", id)
    _check(fields, "", 1, id)
    try:
        return _ADAPTER.validate_python(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        if first["type"] in ("union_tag_invalid", "union_tag_not_found"):
            raise WireError("bad_message", "there is no such type of message", id, "type") from None
        message = first["msg"].removeprefix("Value error, ")
        raise WireError("bad_message", message, id, _path(first["loc"])) from None


def _ink(text: str) -> InkPiece | None:
    """The piece of ink in a frame, quickly, as most frames are; None when it is none, or takes a closer look.

    Its numbers are bounded by their fields. A key cannot be there twice when there are no more quotes than the keys
    and the two texts need.
    """
    if len(text) > FRAME_BYTES or not text.isascii():
        return None
    try:
        fields = orjson.loads(text)
        if text.count('"') != 2 * len(fields) + 4:
            return None
        return _INK.validate_python(fields)
    except ValueError:
        return None


def _object(text: str) -> dict[str, Any]:
    """The JSON object in a text.

    Raises:
        WireError: ``bad_frame``.
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError:
        raise WireError("bad_frame", "nested too deep", _id_of_head(text)) from None
    except _Duplicate as error:
        id = None if error.args[0] == "id" else _id_of_head(text)
        raise WireError("bad_frame", "an object has a key twice", id) from None
    except ValueError:  # among them whole numbers of thousands of digits
        raise WireError("bad_frame", "not JSON", _id_of_head(text)) from None
    if not isinstance(value, dict):
        raise WireError("bad_frame", "not a JSON object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Duplicate(key)
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _check(value: Any, path: str, depth: int, id: int | None) -> None:
    """Refuse what JSON allows and we do not, at any depth."""
    if depth > DEPTH:
        raise WireError("bad_frame", "nested too deep", id)
    if isinstance(value, dict):
        for key, item in value.items():
            if not _sound(key):
                raise WireError("bad_message", "a key has a lone surrogate", id, path or None)
            _check(item, _joined(path, key), depth + 1, id)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            if isinstance(item, int | float) and abs(item) <= SAFE_INTEGER:
                continue
            _check(item, _joined(path, place), depth + 1, id)
    elif isinstance(value, str):
        if not _sound(value):
            raise WireError("bad_message", "a text has a lone surrogate", id, path)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise WireError("bad_message", "a number is not finite", id, path)
    elif isinstance(value, int) and abs(value) > SAFE_INTEGER:
        raise WireError("bad_message", "a whole number is larger than 2^53 - 1", id, path)


def _sound(text: str) -> bool:
    """Whether a text can be written in UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _id_of(fields: dict[str, Any]) -> int | None:
    id = fields.get("id")
    return id if type(id) is int and 0 <= id <= SAFE_INTEGER else None


def _id_of_head(text: str) -> int | None:
    found = _HEAD.match(text[:200])
    return _id_of({"id": int(found[1])}) if found else None


def _path(location: tuple[int | str, ...]) -> str | None:
    """Where a fault is; pydantic puts the type of the message first, which is no part of the path."""
    path = ""
    for part in location[1:]:
        path = _joined(path, part)
    return path or None


def _joined(path: str, part: int | str) -> str:
    """A path one step longer, e.g. ``action.drafts[2]``; long keys are shortened."""
    if isinstance(part, int):
        return f"{path}[{part}]"
    return f"{path}.{part[:40]}" if path else part[:40]
