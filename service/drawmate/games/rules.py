"""The contract every game keeps: what a game is asked, and the words it answers in.

A game holds no state of its own. ``apply`` and ``expire`` take a state and give the next one with the events
that led there, or refuse and leave everything as it was. Content (pictures, words, scenes, people) is known to
the rules as card numbers only; whoever runs the table knows what is on the cards.

Times are game milliseconds. The ``now`` of an action is when the server received it, less the lag that was
measured (at most ``clock.LAG``); so it may lie that much before the action that was applied last.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Generic, Protocol, TypeVar

from drawmate.games.chance import Chance
from drawmate.games.clock import Clock, Milliseconds

Seat = int
"""0 .. seats - 1, clockwise; the seat to the left of a seat is the next one (D0.1)."""

Actor = int
"""A seat, or the referee."""

MOST_CARDS: Final = 10_000

CARD: Final = "card"
Card = Annotated[int, CARD]
"""The number of a card, whose content the rules do not know; marked, so that tests can tell secrets apart."""

REFEREE: Final[Actor] = -1
"""Who enters what is not computed inside the rules: verdicts of models, ink facts, who holds a seat."""

_SYMBOL: Final = "[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_EMOJI_JOINTS: Final = re.compile(
    f"(?<={_SYMBOL})\ufe0f?\u200d(?={_SYMBOL})|(?<={_SYMBOL})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)"
)
"""Joiners and presentation selectors inside emoji (UTS 51)."""

_DRAWINGS: Final = re.compile(
    "[\u2500-\u259f\u2800-\u28ff\U0001cc00-\U0001cebf\U0001fb00-\U0001fbff]"
    "|(?:[\u25a0-\u25ff\u2b12-\u2b2f\U0001f780-\U0001f7d8]\\s*){3}"
)
"""Frames, blocks, braille and the mosaics of old computers, which draw; and geometric shapes in a row."""

_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class IllegalAction(ValueError):
    """An action that is not allowed now; the state is as before.

    Attributes:
        code: stable reason, e.g. ``not_now``, ``not_yours``, ``too_late``, ``stale``,
            ``already_done``, ``unknown_action``.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code.replace("_", " "))
        self.code = code


class ConfigError(ValueError):
    """Options that no game can be started with; ``code`` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Holder:
    """Who sits on a seat when the game starts: a shown name, and whether it is a person or an AI."""

    name: str
    person: bool = True


@dataclass(frozen=True, slots=True)
class Held:
    """REFEREE: a seat is now held by a person, or by an AI (D0.6). Legal at any time until the game is over.

    Views show names, so the name of who holds the seat now comes with it; None keeps the one that is shown. Names are
    never compared by the rules and change nothing else; whoever seats people checks them.
    """

    seat: Seat
    person: bool
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat has seen enough; a phase that waits for people ends when every person is ready."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a frozen record of the game, and who may know (None: everyone, spectators too).

    No view changes without an event to whoever it belongs to; the action itself is the event where it says all.
    """

    what: Any
    audience: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """A new state and what happened on the way to it."""

    state: S_co
    events: tuple[Event, ...] = ()

    def after(self, *events: Event) -> Step[S_co]:
        """This step with what happened before it."""
        return Step(self.state, (*events, *self.events))


@dataclass(frozen=True, slots=True)
class Choice:
    """This very action may be applied now.

    ``ai_from`` is the time before which an AI must not take it: no AI may force an end early (D0.10).
    """

    action: Any
    ai_from: Milliseconds | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """An action with a text of the actor's own: ``action`` with its field ``field`` replaced, 1..longest characters."""

    action: Any
    field: str
    longest: int

    def fill(self, text: str) -> Any:
        """The action with that text."""
        return replace(self.action, **{self.field: text})


@dataclass(frozen=True, slots=True)
class Ink:
    """The seat may draw on this canvas. Ink is not game state: the table carries it, and this is its permission."""

    canvas: str


@dataclass(frozen=True, slots=True)
class Ask:
    """REFEREE: a question that is due, and its possible answers; examples only, when the answer is a number."""

    question: Any
    answers: tuple[Any, ...]


def plain(text: str, longest: int) -> str:
    """A text as it is kept: NFC and stripped; every character of it can be shown.

    Raises:
        IllegalAction: ``too_long``, ``empty`` (blank characters only), ``bad_text`` (control, format, surrogate or
            unassigned characters; the joiners of emoji are allowed inside them), ``no_drawing`` (characters made to
            draw with: frames, blocks, braille, three geometric shapes in a row; D1.9, and guesses are words as well).
    """
    if len(text) > longest:
        raise IllegalAction("too_long")
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > longest:
        raise IllegalAction("too_long")
    bare = _EMOJI_JOINTS.sub("", text)
    kinds = [unicodedata.category(character) for character in bare]
    if any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds):
        raise IllegalAction("bad_text")
    shown = [c for c, kind in zip(bare, kinds, strict=True) if kind[0] not in "MZ" and c not in _BLANKS]
    if not shown:
        raise IllegalAction("empty")
    if _DRAWINGS.search(text):
        raise IllegalAction("no_drawing")
    return text


Offer = Choice | Write | Ink | Ask


@dataclass(frozen=True, slots=True)
class Over:
    """The last phase of every game: it has ended."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game (D0.13): winners (several: shared victory, D0.5), points per seat and round, and why."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """What every game's state begins with: who holds the seats, the chance, the clock and its pace.

    ``stretch`` is the factor on every time; without ``timers`` there are no soft limits (D0.9).
    """

    holders: tuple[Holder, ...]
    chance: Chance
    clock: Clock = Clock()
    timers: bool = True
    stretch: float = 1.0

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.holders))

    def left(self, seat: Seat, by: int = 1) -> Seat:
        """The seat ``by`` places to the left (D0.1)."""
        return (seat + by) % len(self.holders)

    def persons(self) -> frozenset[Seat]:
        """The seats held by people."""
        return frozenset(s for s in self.seats if self.holders[s].person)

    def admit(self, seat: Actor, at: Milliseconds) -> None:
        """Refuse whoever is no seat, and what was not done in this phase.

        Raises:
            IllegalAction: ``unknown_seat``, ``too_late``; ``stale``: it was meant for the phase before.
        """
        if seat not in self.seats:
            raise IllegalAction("unknown_seat")
        if self.clock.late(at):
            raise IllegalAction("too_late")
        if at < self.clock.since:
            raise IllegalAction("stale")

    def pace(self, seat: Seat, at: Milliseconds, floor: Milliseconds | None) -> None:
        """Refuse an AI that acts before the ``ai_from`` of its offer (D0.10).

        Raises:
            IllegalAction: ``too_early``.
        """
        if floor is not None and at < floor and not self.holders[seat].person:
            raise IllegalAction("too_early")

    def waits_for(self) -> frozenset[Seat]:
        """Who has to be ready before the game goes on: every person, or every seat where nobody is one."""
        return self.persons() or frozenset(self.seats)

    def phase(
        self, now: Milliseconds, span: Milliseconds | None, grace: Milliseconds = 0, *, always: bool = False
    ) -> Sitting:
        """With the clock of a next phase that gives people ``span`` (None: as long as they like)."""
        return self.turned(clock=self.clock.phase(now, self.span(span, always=always), grace))

    def sooner(self, now: Milliseconds, span: Milliseconds, *, always: bool = False) -> Sitting:
        """With the deadline brought forward, if there is one."""
        given = self.span(span, always=always)
        return self if given is None else self.turned(clock=self.clock.sooner(now + given))

    def span(self, span: Milliseconds | None, *, always: bool = False) -> Milliseconds | None:
        """A time given to people; ``always``: a rule of the game and no soft limit, so it runs without timers too."""
        return None if span is None or not (self.timers or always) else round(span * self.stretch)

    def floor(self, since: Milliseconds, span: Milliseconds) -> Milliseconds:
        """The time before which no AI forces an end (D0.10); it goes with the times that people are given."""
        return since + round(span * self.stretch)

    def left_by_person(self, action: Held) -> bool:
        """Whether a change of holder means that a person leaves."""
        return action.seat in self.persons() and not action.person

    def held(self, action: Held) -> Sitting:
        """After a change of holder.

        Raises:
            IllegalAction: ``unknown_seat``.
        """
        if action.seat not in self.seats:
            raise IllegalAction("unknown_seat")
        holders = list(self.holders)
        name = holders[action.seat].name if action.name is None else action.name
        holders[action.seat] = Holder(name, action.person)
        return self.turned(holders=tuple(holders))

    def turned(
        self,
        *,
        holders: tuple[Holder, ...] | None = None,
        chance: Chance | None = None,
        clock: Clock | None = None,
    ) -> Sitting:
        """With what changes in a game; here and in the states of games ``dataclasses.replace`` would be felt."""
        return Sitting(
            holders or self.holders, chance or self.chance, clock or self.clock, self.timers, self.stretch
        )


class Game(Protocol[S]):
    """The questions a game answers. Instances are stateless."""

    name: str
    seats: range
    """How many seats it may be played with."""

    def start(self, config: Any, holders: tuple[Holder, ...], seed: int, now: Milliseconds) -> Step[S]:
        """The first state.

        Raises:
            ConfigError: the options or the number of seats do not fit.
        """
        ...

    def offers(self, state: S, actor: Actor) -> tuple[Offer, ...]:
        """What an actor may do now; empty when it is not their turn or the game is over."""
        ...

    def apply(self, state: S, actor: Actor, action: Any, now: Milliseconds) -> Step[S]:
        """The state after an action.

        Raises:
            IllegalAction: it is not allowed now.
        """
        ...

    def expire(self, state: S, now: Milliseconds) -> Step[S]:
        """The state after its deadline passed; the same state when it has not, or there is none."""
        ...

    def view(self, state: S, seat: Seat | None) -> Any:
        """All that a seat may know, or a spectator (None): a record of its own type, without secrets."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result, once the game is over."""
        ...


def sitting_of(
    holders: tuple[Holder, ...], seats: range, seed: int, *, timers: bool = True, stretch: float = 1.0
) -> Sitting:
    """The sitting a game starts with; whoever seats people fills the table with AI up to ``seats.start`` (D0.2).

    Raises:
        ConfigError: ``wrong_seats``, ``bad_seed``, ``bad_option``.
    """
    if len(holders) not in seats:
        raise ConfigError("wrong_seats", f"this game takes {seats.start} to {seats.stop - 1} seats")
    if not 0 <= seed < 1 << 64:
        raise ConfigError("bad_seed", "a seed is a whole number of 64 bits")
    if not 0.1 <= stretch <= 10:
        raise ConfigError("bad_option", "times may be stretched by 0.1 to 10")
    return Sitting(holders, Chance(seed), timers=timers, stretch=stretch)


def enough(cards: int, need: int) -> None:
    """Check how many cards of a kind a game is played with.

    Raises:
        ConfigError: ``too_few_cards``, ``too_many_cards``.
    """
    if cards < need:
        raise ConfigError("too_few_cards", f"without repeats this game needs {need} cards")
    if cards > MOST_CARDS:
        raise ConfigError("too_many_cards", f"there may be {MOST_CARDS} cards at most")


def totals_of(rounds: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The points of all rounds, by seat."""
    return tuple(sum(column) for column in zip(*rounds, strict=True))


def starting_seat(starter: Seat | None, seats: range, chance: Chance) -> tuple[Seat, Chance]:
    """The seat that the host named, or one by lot (D0.3).

    Raises:
        ConfigError: ``bad_option``.
    """
    if starter is None:
        return chance.below(len(seats))
    if starter not in seats:
        raise ConfigError("bad_option", "the starter is not at the table")
    return starter, chance


def best(totals: tuple[int, ...], *ties: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats with the highest total; further columns break ties in turn, what remains is shared (D0.5)."""
    keys = list(zip(totals, *ties, strict=True))
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
