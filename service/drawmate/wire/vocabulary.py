"""What each game's records are on the wire: options, actions, events, offers and the view, as lists of classes.

Messages carry them as the codec writes them; the AsyncAPI document and the TypeScript types are made from here.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from drawmate.games import duplik, quick_guess
from drawmate.games.artbox import records as art
from drawmate.games.catalogue import CATALOGUE
from drawmate.games.dekalko import records as dek
from drawmate.games.duplik import happenings as dup
from drawmate.games.rules import Choice, Ink, Write
from drawmate.games.split_personality import records as split

__all__ = ["OFFERS", "VOCABULARIES", "Vocabulary", "home", "reached", "records_of"]

SHARED: Final = "rules"
"""Where records belong that several games have."""

OFFERS: Final[tuple[type, ...]] = (Choice, Write, Ink)
"""What seats are offered; ``Ask`` is for the referee, who is not on the wire."""

_EVENTS: Final[dict[str, Any]] = {
    "duplik": dup.Happening,
    "split_personality": split.Happening,
    "artbox": art.Happening,
    "dekalko": dek.Happening,
    "quick_guess": quick_guess.Happening,
}

_VIEWS: Final[dict[str, type]] = {
    "duplik": duplik.View,
    "split_personality": split.View,
    "artbox": art.View,
    "dekalko": dek.View,
    "quick_guess": quick_guess.View,
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A game's records: the options, what a seat may do, what it may be told, and what it sees."""

    game: str
    options: type
    actions: tuple[type, ...]
    events: tuple[type, ...]
    view: type

    def records(self) -> tuple[type, ...]:
        """Every class that its messages may hold, each once, those before what they are made of."""
        found: dict[type, None] = {}
        for root in (*self.actions, *self.events, self.view):
            for record in (root, *reached(root)):
                found.setdefault(record)
        return tuple(found)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def records_of(kind: Any) -> Iterator[type]:
    """The record classes that a type names."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        yield kind
    elif get_origin(kind) in (Union, types.UnionType, tuple, frozenset, Annotated):
        for part in get_args(kind):
            yield from records_of(part)


def reached(record: type) -> tuple[type, ...]:
    """The record classes that a record's fields name, and theirs."""
    found: dict[type, None] = {}
    waiting = [record]
    while waiting:
        for hint in _hints(waiting.pop()).values():
            for kind in records_of(hint):
                if kind not in found and kind is not record:
                    found[kind] = None
                    waiting.append(kind)
    return tuple(found)


def home(record: type) -> str:
    """The game whose record it is, or ``rules``."""
    part = record.__module__.removeprefix("drawmate.games.").split(".")[0]
    return part if part in CATALOGUE else SHARED


def _of_seats(actions: Any) -> tuple[type, ...]:
    """The actions of seats: those of the referee say so in their first word."""
    return tuple(kind for kind in records_of(actions) if not (kind.__doc__ or "").startswith("REFEREE"))


VOCABULARIES: Final[dict[str, Vocabulary]] = {
    name: Vocabulary(
        name, listing.config, _of_seats(listing.action), tuple(records_of(_EVENTS[name])), _VIEWS[name]
    )
    for name, listing in CATALOGUE.items()
}
