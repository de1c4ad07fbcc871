"""The contract of AI seats: a player is shown a sight and gives a plan; it does not act, and it remembers nothing.

**Plans.** Whoever runs the table asks for a plan whenever the seat's view or offers have changed. A new plan takes the
place of what has not begun of the one before; a stroke whose pen is down is finished. Plans of one phase are anchored
at its beginning and found again from the ink that is already there, so that being asked often delays nobody.

**Time.** Game milliseconds (the table stops them while a game is paused). The pace is human-like and comes from the
seat's own chance (D0.10): nothing is planned before the ``ai_from`` of its offer, nor after the deadline.

**Sight.** A player knows its sight and nothing else (D0.11). What people know anyway, the names of things and how they
look, it knows too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from drawmate.games.chance import Chance
from drawmate.games.clock import Clock, Milliseconds
from drawmate.games.rules import Card, Choice, Ink, Offer, Seat
from drawmate.ink import Drawing

Stroke = tuple[tuple[float, ...], tuple[float, ...], tuple[Milliseconds, ...]]
"""x and y in table units (0..1000), and times in ms since the deed began."""

BLANK = Drawing.from_strokes([])


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a seat is shown now.

    Attributes:
        view: of the game, for this seat.
        ink: the drawings that the view shows, one's own included, by canvas, in table units.
        contents: what is on the cards that the view names, as ``Deck.content`` gives it (and less where D4.21 says).
        now: game milliseconds.
        language: of the room, a BCP 47 tag.
        lines: what was said in public, oldest first; in Duplik the description.
        title: of the scene of Duplik, once it is public.
        criteria: the sentences read out so far (D1.5).
    """

    game: str
    seat: Seat
    view: Any
    offers: tuple[Offer, ...]
    ink: Mapping[str, Drawing]
    contents: Mapping[Card, Mapping[str, Any]]
    now: Milliseconds
    language: str = "en"
    lines: tuple[str, ...] = ()
    title: str | None = None
    criteria: tuple[str, ...] = field(default=())

    @property
    def clock(self) -> Clock:
        """Of the phase."""
        clock: Clock = self.view.clock
        return clock

    def choices(self, kind: type) -> list[Choice]:
        """The offers of one kind of action, in the game's order."""
        return [
            offer for offer in self.offers if isinstance(offer, Choice) and isinstance(offer.action, kind)
        ]

    def canvas(self) -> str | None:
        """The canvas one may draw on now."""
        return next((offer.canvas for offer in self.offers if isinstance(offer, Ink)), None)

    def drawing(self, canvas: str) -> Drawing:
        """The ink of a canvas that may be seen; a blank drawing when there is none."""
        return self.ink.get(canvas, BLANK)


@dataclass(frozen=True, slots=True)
class Strokes:
    """Ink for a canvas, the pen going down at the deed's beginning."""

    canvas: str
    strokes: tuple[Stroke, ...]

    @property
    def length(self) -> Milliseconds:
        """From the first point to the last."""
        return max((stroke[2][-1] for stroke in self.strokes), default=0)


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a player is going to do: an action, or ink.

    Attributes:
        after: milliseconds from the sight's ``now``.
        action: an action that the offers allow, or None when it is ink.
    """

    after: Milliseconds
    action: Any = None
    ink: Strokes | None = None


Plan = tuple[Deed, ...]


class Player(Protocol):
    """An AI seat of one game. Instances hold no state; they may be shared by seats and called from any thread."""

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """What the seat is going to do, in the order of time, and the chance after it.

        For equal sights and chances the plan is the same. Where the game waits for the seat, it holds an action that
        is legal when its time comes, before the deadline, unless the game itself allows none by then.
        """
        ...
