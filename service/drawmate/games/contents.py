"""Which cards a record names, and the same record naming others: how secrets are told from what may be known.

Fields that hold card numbers are annotated ``Card``; everything here goes by these annotations.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from drawmate.games.rules import CARD

Change = Callable[[int], int]


def cards_in(record: Any) -> frozenset[int]:
    """Every card number a record names."""
    found: set[int] = set()

    def note(card: int) -> int:
        found.add(card)
        return card

    _walk(type(record), record, note)
    return frozenset(found)


def renamed(record: Any, names: Mapping[int, int]) -> Any:
    """The record with some cards replaced by others."""
    return _walk(type(record), record, lambda card: names.get(card, card))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _holds(kind: Any) -> bool:
    """Whether values of a type may name cards at all."""
    if get_origin(kind) is Annotated:
        return CARD in get_args(kind)[1:]
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return any(_holds(hint) for hint in _hints(kind).values())
    return any(_holds(part) for part in get_args(kind) if part is not Ellipsis)


def _walk(kind: Any, value: Any, change: Change) -> Any:
    """The value with ``change`` applied to every card, by the type it is declared to have."""
    if value is None or not _holds(kind):
        return value
    origin = get_origin(kind)
    if origin is Annotated:
        return change(value)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(kind) if _fits(option, value)]
        return _walk(options[0], value, change) if options else value
    if origin is frozenset:
        return frozenset(_walk(get_args(kind)[0], item, change) for item in value)
    if origin is tuple:
        kinds = get_args(kind)
        each = (kinds[0],) * len(value) if kinds[-1] is Ellipsis else kinds
        return tuple(_walk(part, item, change) for part, item in zip(each, value, strict=True))
    fields = {
        name: _walk(hint, getattr(value, name), change) for name, hint in _hints(kind).items() if _holds(hint)
    }
    return dataclasses.replace(value, **fields)


def _fits(option: Any, value: Any) -> bool:
    base = get_args(option)[0] if get_origin(option) is Annotated else get_origin(option) or option
    return isinstance(base, type) and isinstance(value, base)
