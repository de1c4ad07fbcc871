"""Records of the games as JSON values and back: states, actions, events and views, losslessly.

A dataclass becomes an object with its class name under ``type``; where a field allows several records, that name
decides. Tuples and frozensets become lists (sets sorted, so that equal values have equal bytes). Reading is by the
annotations of the class that is asked for, and nothing else can be made.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from functools import cache
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class CodecError(ValueError):
    """A value that does not fit the type asked for; ``code`` is ``bad_record``."""

    code = "bad_record"


EXACT: Final = 1 << 53
"""Whole numbers up to here are the same as int and as float; as floats too they are written without a point."""


_PLAIN: Final = frozenset((int, str, bool, type(None)))
_WRITER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def encode(value: Any) -> Any:
    """A JSON value of a record, a tuple, a set or a plain value."""
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return [encode(item) for item in value]
    names = _names(kind)
    if names is not None:
        record: dict[str, Any] = {"type": kind.__name__}
        for name in names:
            record[name] = encode(getattr(value, name))
        return record
    if isinstance(value, frozenset | set):
        return [encode(item) for item in sorted(value)]
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= EXACT else value
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, int | str):
        return value
    raise CodecError(f"cannot encode a {kind.__name__}")


def dumps(value: Any) -> str:
    """One line of canonical JSON: equal values give equal text."""
    return _WRITER.encode(encode(value))


def decode(kind: Any, value: Any) -> Any:
    """The record of a type, or of a union of types, from a JSON value.

    Raises:
        CodecError: the value does not fit.
    """
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(kind), value)
    if origin is typing.Literal:
        if any(value == option and type(value) is type(option) for option in get_args(kind)):
            return value
        raise CodecError("not one of the values allowed")
    if origin in (tuple, frozenset):
        return _many(origin, get_args(kind), value)
    if kind is type(None):
        kind = types.NoneType
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record(kind, value)
    if kind is float and type(value) is int and abs(value) <= EXACT:
        return float(value)
    if isinstance(kind, type) and type(value) is kind:
        return value
    raise CodecError(f"not a {getattr(kind, '__name__', kind)}")


def loads(kind: Any, text: str) -> Any:
    """The record in a JSON text.

    Raises:
        CodecError: the text is not JSON, or does not fit.
    """
    try:
        value = json.loads(text)
    except ValueError as error:
        raise CodecError("not JSON") from error
    return decode(kind, value)


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a record; None for what is no record."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _record(kind: type, value: Any) -> Any:
    if not isinstance(value, dict) or value.get("type", kind.__name__) != kind.__name__:
        raise CodecError(f"not a {kind.__name__}")
    hints = _hints(kind)
    unknown = value.keys() - hints.keys() - {"type"}
    if unknown:
        raise CodecError(f"{kind.__name__} has an unknown field")
    try:
        return kind(**{name: decode(hints[name], item) for name, item in value.items() if name != "type"})
    except TypeError as error:
        raise CodecError(f"{kind.__name__} lacks a field") from error


def _one_of(options: tuple[Any, ...], value: Any) -> Any:
    if isinstance(value, dict) and "type" in value:
        for option in options:
            if dataclasses.is_dataclass(option) and option.__name__ == value["type"]:  # type: ignore[union-attr]
                return _record(option, value)  # type: ignore[arg-type]
        raise CodecError("an unknown type")
    for option in options:
        try:
            return decode(option, value)
        except CodecError:
            continue
    raise CodecError("fits none of the types allowed")


def _many(origin: Any, arguments: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, list):
        raise CodecError("not a list")
    if origin is frozenset or (len(arguments) == 2 and arguments[1] is Ellipsis):
        return origin(decode(arguments[0], item) for item in value)
    if len(value) != len(arguments):
        raise CodecError("a list of another length")
    return tuple(decode(kind, item) for kind, item in zip(arguments, value, strict=True))
