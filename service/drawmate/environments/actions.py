"""The actions of a game under fixed numbers: 0 is to wait, then every action that a seat can ever take.

Texts are those of a small vocabulary. Drawing is no action here: what comes of it is for the referee to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from drawmate.environments.meaning import Sizes, options_of, values_of
from drawmate.games.clock import Milliseconds
from drawmate.games.rules import Choice, Offer, Write

WAIT: Final = 0

FROM_REFEREE: Final = frozenset(
    {"Checked", "Held", "Inked", "Judged", "Lettering", "Matched", "Recognised", "Traced"}
)
"""Kinds of actions that no seat takes."""


@dataclass(frozen=True, slots=True)
class Actions:
    """All actions of a game by number and the other way round, the first None: to wait; and what can be written."""

    numbered: tuple[Any, ...]
    number: dict[Any, int]
    texts: tuple[str, ...]

    def now(self, offers: Iterable[Offer], *, person: bool, now: Milliseconds) -> frozenset[int]:
        """The numbers of what is offered; an AI does not force an end before its time (D0.10)."""
        found = set()
        for offer in offers:
            match offer:
                case Choice(action, ai_from):
                    if person or ai_from is None or ai_from <= now:
                        found.add(self.number[action])
                case Write(_, _, longest):
                    texts = (text for text in self.texts if len(text) <= longest)
                    found.update(self.number[offer.fill(text)] for text in texts)
                case _:
                    pass
        return frozenset(found)


def actions_of(kinds: Any, sizes: Sizes) -> Actions:
    """The actions of a union of kinds, those of the referee left out, in the order of the union."""
    numbered: list[Any] = [None]
    for kind in options_of(kinds):
        if kind.__name__ not in FROM_REFEREE:
            numbered.extend(values_of(kind, sizes))
    return Actions(tuple(numbered), {action: number for number, action in enumerate(numbered)}, sizes.texts)


def awaited(offers: Iterable[Offer], now: Milliseconds) -> Iterable[Milliseconds]:
    """The times from which an AI may take what it may not take yet."""
    for offer in offers:
        if isinstance(offer, Choice) and offer.ai_from is not None and offer.ai_from > now:
            yield offer.ai_from
