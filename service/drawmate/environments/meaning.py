"""What the numbers and tuples in the games' records stand for, as far as their annotations tell.

The games annotate a seat as ``Seat`` and a time as ``Milliseconds``, which are plain whole numbers when a program
runs. Reading the annotations with these two names marked tells them apart again, as ``Card`` already is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from drawmate.games.artbox.records import CARDS_DEALT, SHAPE_CARDS
from drawmate.games.duplik.records import CRITERIA
from drawmate.games.rules import CARD
from drawmate.games.split_personality.records import HAND

SEAT: Final = "seat"
TIME: Final = "time"

_MARKED: Final = {"Seat": Annotated[int, SEAT], "Milliseconds": Annotated[int, TIME]}
_DECKS: Final = ("cards", "words", "people")
_MOST_DECOYS: Final = 6


@dataclass(frozen=True, slots=True)
class Sizes:
    """The extent of everything that has one in a game with certain options.

    Attributes:
        cards: cards in the deck, numbered from 0.
        texts: all that players can write.
        phases: the names of a view's phases.
    """

    seats: int
    cards: int
    texts: tuple[str, ...]
    phases: tuple[str, ...]

    def length(self, field: str) -> int:
        """The most entries of a tuple that are encoded: for most fields one a seat."""
        lengths = {
            "cards": CARDS_DEALT,
            "dealt": CARDS_DEALT,
            "faces": SHAPE_CARDS,
            "hand": HAND,
            "lines": 8,
            "opening": 2,
            "opinions": CRITERIA * self.seats,
            "portrayed": CRITERIA,
            "read": CRITERIA,
            "row": self.seats + _MOST_DECOYS,
            "rows": CRITERIA,
        }
        return lengths.get(field, self.seats)

    def numbers(self, field: str) -> range:
        """The values of a whole number in an action that is neither a seat nor a card."""
        return {"place": range(self.seats), "number": range(1, CRITERIA + 1)}[field]


def sizes_of(state: Any, texts: tuple[str, ...]) -> Sizes:
    """The sizes of a game that has been started."""
    phases = get_args(get_type_hints(type(state))["phase"])
    deck = next(getattr(state.config, name) for name in _DECKS if hasattr(state.config, name))
    return Sizes(len(state.sitting.holders), deck, texts, tuple(phase.__name__.lower() for phase in phases))


@cache
def fields_of(kind: type) -> dict[str, Any]:
    """The fields of a record with their types, in which seats, times and cards are marked."""
    return get_type_hints(kind, localns=_MARKED, include_extras=True)


def mark_of(kind: Any) -> str | None:
    """``SEAT``, ``TIME``, ``CARD``, or None for a type without a mark."""
    if get_origin(kind) is not Annotated:
        return None
    return next((mark for mark in (SEAT, TIME, CARD) if mark in get_args(kind)[1:]), None)


def options_of(kind: Any) -> tuple[Any, ...]:
    """The types of a union; of any other type itself alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def values_of(kind: Any, sizes: Sizes, field: str = "") -> Iterator[Any]:
    """Every value of a type, fields of records in turn; texts are those that can be written.

    Raises:
        KeyError: the type has no end, and nothing is known of the field.
    """
    options = options_of(kind)
    if len(options) > 1:
        for option in options:
            yield from values_of(option, sizes, field)
    elif kind is type(None):
        yield None
    elif mark_of(kind) == SEAT:
        yield from range(sizes.seats)
    elif mark_of(kind) == CARD:
        yield from range(sizes.cards)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif kind is bool:
        yield from (False, True)
    elif kind is str:
        yield from sizes.texts
    elif kind is int:
        yield from sizes.numbers(field)
    else:
        fields = fields_of(kind)
        columns = [tuple(values_of(each, sizes, name)) for name, each in fields.items()]
        for values in product(*columns):
            yield kind(*values)
