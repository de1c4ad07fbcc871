"""Views as vectors: a fixed number of values in -1..1, laid out by the annotations of a view's own record.

A choice is one column for each of its values, 1 for the one taken. What may be missing, and every entry of a tuple,
has a column before it that is 1 when it is there; a tuple has room for a fixed number of entries and keeps the last
ones. Cards are their place in the deck; times, counted from now, and other numbers are squashed. Left out is what no
policy can use here: names, the names of canvases (there is no ink), reasons in words, and the outcome, after which
nobody acts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from drawmate.environments.meaning import SEAT, TIME, Sizes, fields_of, mark_of, options_of
from drawmate.games.clock import Milliseconds
from drawmate.games.rules import CARD

LEFT_OUT: Final = frozenset({"name", "canvases", "epoch", "grace", "reason", "strokes", "outcome"})
"""Fields of views that are not encoded."""

_POINTS_IN_TIME: Final = frozenset({"at", "since", "deadline"})
_HALF: Final = 10
_HALF_TIME: Final[Milliseconds] = 20_000
"""The number, and the time, that is squashed to one half."""

Values = list[float]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a vector: what its columns are called, and how they are written from a value and the time now."""

    columns: tuple[str, ...]
    write: Callable[[Any, Milliseconds], Values]


def part_of(kind: Any, sizes: Sizes, field: str = "") -> Part:
    """How values of a type are encoded; ``field`` is the name of the field they are in.

    Raises:
        TypeError: no way to encode the type is known.
    """
    options = tuple(option for option in options_of(kind) if option is not type(None))
    if len(options) > 1:
        return _union(options, sizes)
    if len(options) < len(options_of(kind)):
        return _optional(part_of(options[0], sizes, field))
    mark, origin = mark_of(kind), get_origin(kind)
    if field == "scores":
        return _totals(sizes.seats)
    if mark == SEAT:
        return _choice(range(sizes.seats))
    if mark == CARD:
        return Part(("",), lambda value, _: [(value + 1) / sizes.cards])
    if mark == TIME:
        from_now = field in _POINTS_IN_TIME
        return Part(("",), lambda value, now: [_squashed(value - now if from_now else value, _HALF_TIME)])
    if origin is Literal:
        return _choice(get_args(kind))
    if origin is frozenset:
        return _set(part_of(get_args(kind)[0], sizes, field))
    if origin is tuple:
        return _tuple(get_args(kind), sizes, field)
    if kind is bool:
        return Part(("",), lambda value, _: [float(value)])
    if kind in (int, float):
        return Part(("",), lambda value, _: [_squashed(value, _HALF)])
    if kind is str:
        return _choice(sizes.phases if field == "phase" else sizes.texts)
    if isinstance(kind, type):
        return _record(kind, sizes)
    raise TypeError(f"cannot encode {kind}")


def _squashed(value: float, half: float) -> float:
    return value / (abs(value) + half)


def _choice(options: Sequence[Any]) -> Part:
    """One column a value; none is 1 for a value that is not among them."""
    return Part(
        tuple(f"={option}" for option in options), lambda value, _: [float(value == o) for o in options]
    )


def _optional(part: Part) -> Part:
    nothing = [0.0] * (1 + len(part.columns))
    return Part(
        ("?", *part.columns),
        lambda value, now: nothing if value is None else [1.0, *part.write(value, now)],
    )


def _union(kinds: tuple[Any, ...], sizes: Sizes) -> Part:
    """Room for every kind of record, each with a column that is 1 when it is that one."""
    parts = [(kind, _optional(part_of(kind, sizes))) for kind in kinds]

    def write(value: Any, now: Milliseconds) -> Values:
        return [
            number
            for kind, part in parts
            for number in part.write(value if isinstance(value, kind) else None, now)
        ]

    return Part(tuple(f".{kind.__name__}{column}" for kind, part in parts for column in part.columns), write)


def _set(part: Part) -> Part:
    nothing = [0.0] * len(part.columns)

    def write(value: frozenset[Any], now: Milliseconds) -> Values:
        rows = [part.write(item, now) for item in value]
        return [max(column) for column in zip(*rows, strict=True)] if rows else nothing

    return Part(part.columns, write)


def _tuple(kinds: tuple[Any, ...], sizes: Sizes, field: str) -> Part:
    if kinds[-1] is not Ellipsis:
        parts = [part_of(kind, sizes) for kind in kinds]
        return _joined([(f"[{place}]", part) for place, part in enumerate(parts)], lambda value: value)
    length, part = sizes.length(field), part_of(kinds[0], sizes)
    if type(None) not in options_of(kinds[0]):
        part = _optional(part)
    columns = tuple(f"[{place}]{column}" for place in range(length) for column in part.columns)

    def write(value: tuple[Any, ...], now: Milliseconds) -> Values:
        found = [number for item in value[-length:] for number in part.write(item, now)]
        return found + [0.0] * (len(columns) - len(found))

    return Part(columns, write)


def _totals(seats: int) -> Part:
    """The points of finished rounds, added up for each seat."""

    def write(value: tuple[tuple[int, ...], ...], now: Milliseconds) -> Values:
        return [_squashed(sum(points[seat] for points in value), _HALF) for seat in range(seats)]

    return Part(tuple(f"[{seat}]" for seat in range(seats)), write)


def _record(kind: type, sizes: Sizes) -> Part:
    names = [name for name in fields_of(kind) if name not in LEFT_OUT]
    parts = [(f".{name}", part_of(fields_of(kind)[name], sizes, name)) for name in names]
    return _joined(parts, lambda value: [getattr(value, name) for name in names])


def _joined(parts: list[tuple[str, Part]], items: Callable[[Any], Sequence[Any]]) -> Part:
    """Parts one after the other, each written from one of the items of a value."""

    def write(value: Any, now: Milliseconds) -> Values:
        return [n for (_, part), item in zip(parts, items(value), strict=True) for n in part.write(item, now)]

    return Part(tuple(f"{name}{column}" for name, part in parts for column in part.columns), write)
