"""What a game of Dekalko is made of: options, actions, phases, state, happenings and the view."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from drawmate.games.clock import Clock, Milliseconds
from drawmate.games.frame import ClockSet
from drawmate.games.races import Attempt, Guess, HasGuessed, Matched, Missed, Nears, Pass, Race
from drawmate.games.rules import Card, Held, Holder, Outcome, Over, Ready, Seat, Sitting
from drawmate.games.votes import Ballot, Vote

COVERS: Final = {3: (3, 2, 1), 4: (4, 3, 2, 1), 5: (4, 3, 2, 2, 1), 6: (4, 3, 3, 2, 2, 1)}
ROUNDS: Final = {3: 5, 4: 5, 5: 4, 6: 4}


@dataclass(frozen=True, slots=True)
class Config:
    """A game's options.

    Attributes:
        cards: pictures in the deck; none is used twice in a game (D4.19).
        timers: soft limits; without them phases last until people act (D0.9).
        stretch: factor on every time given to people.
        void_below: trace precision under which the table is asked to void a cover (D4.5).
    """

    cards: int = 200
    timers: bool = True
    stretch: float = 1.0
    void_below: float = 0.6


@dataclass(frozen=True, slots=True)
class TakeCover:
    """The tracing is done: take the highest cover left and be locked."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The artist takes a near guess as right (D4.13)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Decline:
    """The artist takes no near guess as right."""


@dataclass(frozen=True, slots=True)
class VoteVoid:
    """A vote on voiding the cover of a tracing that is not one."""

    void: bool


@dataclass(frozen=True, slots=True)
class Inked:
    """REFEREE: whether a seat's tracing has the least ink it needs (D4.4)."""

    seat: Seat
    enough: bool


@dataclass(frozen=True, slots=True)
class Traced:
    """REFEREE: the share of a finished tracing that follows the picture, 0..1; told once it is revealed (D4.5)."""

    seat: Seat
    precision: float


Action = TakeCover | Guess | Pass | Accept | Decline | VoteVoid | Ready | Inked | Traced | Matched | Held


@dataclass(frozen=True, slots=True)
class Taken:
    """A cover and who took it."""

    seat: Seat
    cover: int


@dataclass(frozen=True, slots=True)
class Tracing:
    """Everyone traces; ``inked`` are the seats with enough ink."""

    since: Milliseconds
    inked: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Judging:
    """A tracing is revealed before it is known how well it follows the picture: a moment for the referee (D4.5)."""


@dataclass(frozen=True, slots=True)
class Voiding:
    """The table votes on the cover of the tracing just revealed."""

    vote: Vote


@dataclass(frozen=True, slots=True)
class Guessing:
    """The others guess."""

    race: Race

    def raced(self, race: Race) -> Guessing:
        """With the race as it is now."""
        return Guessing(race)


@dataclass(frozen=True, slots=True)
class Accepting:
    """Nobody was right: the artist may take a near guess."""

    nears: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class Showing:
    """The picture is shown with what came of it, until people are ready."""

    winner: Seat | None
    ready: frozenset[Seat] = frozenset()


Phase = Tracing | Judging | Voiding | Guessing | Accepting | Showing | Over


@dataclass(frozen=True, slots=True)
class State:
    """A game of Dekalko; ``taken``, ``kept``, ``won``, ``precision`` and ``voided`` are of this round."""

    sitting: Sitting
    config: Config
    deck: tuple[Card, ...]
    cards: tuple[Card, ...]
    phase: Phase
    finished: tuple[tuple[int, ...], ...] = ()
    taken: tuple[Taken, ...] = ()
    place: int = 0
    kept: tuple[Taken, ...] = ()
    won: tuple[Seat, ...] = ()
    precision: tuple[Traced, ...] = ()
    voided: frozenset[Seat] = frozenset()

    @property
    def round(self) -> int:
        """The number of this round, from 1; of the last one when the game is over."""
        return len(self.finished) + (0 if isinstance(self.phase, Over) else 1)

    @property
    def order(self) -> tuple[Taken, ...]:
        """Revealing goes from the highest cover down; of equal ones the earlier taker is first (D4.8)."""
        return tuple(sorted(self.taken, key=attrgetter("cover"), reverse=True))

    @property
    def artist(self) -> Seat:
        """Whose tracing is on the table."""
        return self.order[self.place].seat

    def canvas(self, seat: Seat) -> str:
        """The name of a seat's canvas of this round."""
        return f"{self.round}.{seat}"

    def turned(self, *, sitting: Sitting | None = None, phase: Phase | None = None) -> State:
        """With what changes at almost every step."""
        return State(
            sitting or self.sitting,
            self.config,
            self.deck,
            self.cards,
            phase or self.phase,
            self.finished,
            self.taken,
            self.place,
            self.kept,
            self.won,
            self.precision,
            self.voided,
        )


@dataclass(frozen=True, slots=True)
class Dealt:
    """To the seat alone: the picture to trace."""

    card: Card


@dataclass(frozen=True, slots=True)
class Revealed:
    """A tracing is turned up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """The table is asked whether to void the cover of a tracing that hardly follows its picture (D4.5)."""

    seat: Seat
    precision: float
    electors: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A vote is closed: what was cast, and whether the cover is void."""

    seat: Seat
    vote: Vote
    void: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The picture under a tracing, who won it, and the cover the artist keeps."""

    seat: Seat
    card: Card
    winner: Seat | None
    cover: int | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a round."""

    points: tuple[int, ...]


Happening = (
    Dealt | Taken | Revealed | Traced | VoteOpened | Ballot | Ruled | HasGuessed | Missed | Nears | Shown | Scored
    | Held | ClockSet | Outcome
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """What a seat or a spectator knows of a game of Dekalko."""

    phase: str
    clock: Clock
    holders: tuple[Holder, ...]
    round: int
    rounds: int
    scores: tuple[tuple[int, ...], ...]
    covers_left: tuple[int, ...]
    taken: tuple[Taken, ...]
    artist: Seat | None
    canvases: tuple[str, ...]
    """The canvases whose ink may be seen."""
    card: Card | None
    """The picture one may see now: one's own while tracing, the artist's when it is shown."""
    guessed: tuple[Seat, ...]
    missed: tuple[Missed, ...]
    nears: tuple[Attempt, ...]
    """To the artist, who may accept one."""
    vote: Vote | None
    precision: tuple[Traced, ...]
    """How well the tracings revealed so far follow their pictures, as far as it is known (D4.5)."""
    voided: tuple[Seat, ...]
    """Whose covers the table has voided in this round."""
    kept: tuple[Taken, ...]
    won: tuple[Seat, ...]
    winner: Seat | None
    outcome: Outcome | None
