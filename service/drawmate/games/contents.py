"""Which cards a record names, and the same record naming others: how secrets are told from what may be known.

Fields that hold card numbers are annotated ``Card``; everything here goes by these annotations.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from drawmate.games.rules import CARD

Change = Callable[[int], int]
Walk = Callable[[Any, Change], Any]
"""A value of some type with every card in it changed."""


def cards_in(record: Any) -> frozenset[int]:
    """Every card number a record names."""
    kind: type = type(record)
    walk = _walk(kind)
    if walk is None:
        return frozenset()
    found: set[int] = set()

    def note(card: int) -> int:
        found.add(card)
        return card

    walk(record, note)
    return frozenset(found)


def renamed(record: Any, names: Mapping[int, int]) -> Any:
    """The record with some cards replaced by others."""
    kind: type = type(record)
    walk = _walk(kind)
    return record if walk is None else walk(record, lambda card: names.get(card, card))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _walk(kind: Any) -> Walk | None:
    """How values of a type are walked through, put together once; None when they name no cards."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _card if CARD in parts[1:] else None
    if origin in (Union, types.UnionType):
        options = {_base(part): walk for part in parts if (walk := _walk(part))}
        return (lambda value, change: options.get(type(value), _past)(value, change)) if options else None
    if origin is frozenset or (origin is tuple and parts[-1] is Ellipsis):
        each = _walk(parts[0])
        if each is _card:  # a deck, most of the time
            return lambda items, change: origin(map(change, items))
        return (lambda items, change: origin([each(item, change) for item in items])) if each else None
    if origin is tuple:
        walks = [_walk(part) or _past for part in parts]
        if all(walk is _past for walk in walks):
            return None
        return lambda items, change: tuple(
            walk(item, change) for walk, item in zip(walks, items, strict=True)
        )
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        fields = [(name, walk) for name, hint in _hints(kind).items() if (walk := _walk(hint))]
        return _record(fields) if fields else None
    return None


def _record(fields: Sequence[tuple[str, Walk]]) -> Walk:
    """How a record is walked through by those of its fields that may name cards; it is kept if none changes."""

    def walk_record(record: Any, change: Change) -> Any:
        changed = {}
        for name, walk in fields:
            old = getattr(record, name)
            new = walk(old, change)
            if new != old:
                changed[name] = new
        return dataclasses.replace(record, **changed) if changed else record

    return walk_record


def _card(card: int, change: Change) -> int:
    return change(card)


def _past(value: Any, _: Change) -> Any:
    """Values that name no cards stay as they are."""
    return value


def _base(kind: Any) -> Any:
    """The class of values of a type."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else get_origin(kind) or kind
