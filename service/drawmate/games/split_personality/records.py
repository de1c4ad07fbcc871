"""What a game of Split Personality is made of: options, actions, phases, state, happenings and the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from drawmate.games.clock import Clock, Milliseconds
from drawmate.games.frame import ClockSet
from drawmate.games.races import Attempt, Guess, HasGuessed, Matched, Missed, Nears, Pass, Race
from drawmate.games.rules import Card, Held, Holder, Outcome, Over, Ready, Seat, Sitting
from drawmate.games.votes import Vote

HAND: Final = 8
"""People of the list that each seat may choose from."""
LONGEST_PERSON: Final = 60
"""Characters of a person that is written freely."""

MARK: Final = 20
"""Units from the fold that a mark is long, on the canvas of 1000 units; whoever carries the ink cuts it so (D2.7)."""

NO_REPORTS: Final = Vote(())
"""Before a portrait is on the table."""

Half = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Config:
    """A game's options.

    Attributes:
        people: entries in the list of people.
        rounds: 1 to 6.
        starter: the seat that starts, or None for lots (D0.3).
        free_text: whether people may be written freely.
        sealed: all guess shut, then all guesses are opened at once (D2.13).
        continuation_marks: whether the second artist sees where lines meet the fold (D2.7).
        timers: soft limits (D0.9).
        stretch: factor on every time given to people.
    """

    people: int = 120
    rounds: int = 3
    starter: Seat | None = None
    free_text: bool = True
    sealed: bool = False
    continuation_marks: bool = False
    timers: bool = True
    stretch: float = 1.0


@dataclass(frozen=True, slots=True)
class Listed:
    """A person of the list, by number."""

    card: Card


@dataclass(frozen=True, slots=True)
class Written:
    """A person written freely."""

    text: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Someone at the table: the answer is the name of the seat (D2.4)."""

    seat: Seat


Person = Listed | Written | Seated


@dataclass(frozen=True, slots=True)
class ChoosePerson:
    """Write a person of one's hand, or of the table, on one's sheet."""

    person: Listed | Seated


@dataclass(frozen=True, slots=True)
class WritePerson:
    """Write a person of one's own on one's sheet."""

    text: str


@dataclass(frozen=True, slots=True)
class RunPointer:
    """Let a pointer run along one's hand until the left neighbour says Stop (D2.10)."""


@dataclass(frozen=True, slots=True)
class StopPointer:
    """Stop the pointer of the right neighbour."""


@dataclass(frozen=True, slots=True)
class Go:
    """The start seat lets a half begin."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One's half is done; it cannot be taken back (D2.9)."""


@dataclass(frozen=True, slots=True)
class Report:
    """This portrait has letters or digits in it (D2.6)."""


@dataclass(frozen=True, slots=True)
class Accept:
    """An artist takes the near guess of a seat as right (D2.16)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Decline:
    """An artist takes no near guess as right."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """REFEREE, and told to all: whether the portrait on the table seems to have letters or digits (D2.6)."""

    seen: bool


Action = (
    ChoosePerson
    | WritePerson
    | RunPointer
    | StopPointer
    | Go
    | Stop
    | Guess
    | Pass
    | Report
    | Accept
    | Decline
    | Ready
    | Matched
    | Lettering
    | Held
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer that runs along a seat's hand since a time, from a place of chance; told to all (D2.10)."""

    seat: Seat
    since: Milliseconds
    place: int


@dataclass(frozen=True, slots=True)
class Writing:
    """Everyone writes a person."""

    people: tuple[Person | None, ...]
    pointers: tuple[Pointer, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """The start seat is about to call Go."""

    half: Half


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everyone draws a half."""

    half: Half
    since: Milliseconds
    stopped: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Guessing:
    """A portrait is on the table and the others guess."""

    race: Race
    lettering: bool | None = None

    def raced(self, race: Race) -> Guessing:
        """With the race as it is now."""
        return Guessing(race, self.lettering)


@dataclass(frozen=True, slots=True)
class Accepting:
    """Nobody was right: the people among the two artists may together take a near guess."""

    nears: tuple[Attempt, ...]
    accepted: tuple[tuple[Seat, Seat], ...] = ()
    """(artist, guesser) pairs."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The person is shown with what came of it, until people are ready."""

    winner: Seat | None
    ready: frozenset[Seat] = frozenset()


Phase = Writing | Waiting | Drawing | Guessing | Accepting | Showing | Over


@dataclass(frozen=True, slots=True)
class Portrait:
    """A portrait that was presented: whose sheet it is and who won it; nobody: it lies between the artists."""

    sheet: Seat
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class State:
    """A game of Split Personality; a sheet has the number of the seat that wrote on it.

    ``reports`` are those of letters or digits in the portrait on the table (D2.6).
    """

    sitting: Sitting
    config: Config
    start: Seat
    deck: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    phase: Phase
    people: tuple[Person, ...] = ()
    portraits: tuple[Portrait, ...] = ()
    finished: tuple[tuple[int, ...], ...] = ()
    reports: Vote = NO_REPORTS

    @property
    def round(self) -> int:
        """The number of this round, from 1; of the last one when the game is over."""
        return len(self.finished) + (0 if isinstance(self.phase, Over) else 1)

    @property
    def banned(self) -> bool:
        """Whether most of those who are no artists have reported the portrait on the table."""
        return 2 * len(self.reports.ballots) > len(self.reports.electors)

    @property
    def sheet(self) -> Seat:
        """The sheet on the table: the start seat's own first, the one it drew the right half of (D2.12)."""
        return self.sitting.left(self.start, len(self.portraits) - 1)

    def artists(self, sheet: Seat) -> tuple[Seat, Seat]:
        """Who drew the left and who the right half of a sheet."""
        return sheet, self.sitting.left(sheet)

    def canvas(self, sheet: Seat, half: Half) -> str:
        """The name of half a sheet of this round."""
        return f"{self.round}.{sheet}.{half}"

    def marks(self, sheet: Seat) -> str:
        """The name of the marks on a sheet: the lines of its left half within ``MARK`` of the fold (D2.7)."""
        return f"{self.canvas(sheet, 'left')}.marks"

    def turned(self, *, sitting: Sitting | None = None, phase: Phase | None = None) -> State:
        """With what changes at almost every step."""
        return State(
            sitting or self.sitting,
            self.config,
            self.start,
            self.deck,
            self.hands,
            phase or self.phase,
            self.people,
            self.portraits,
            self.finished,
            self.reports,
        )


@dataclass(frozen=True, slots=True)
class Dealt:
    """To the seat alone: the people of the list to choose from."""

    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HasWritten:
    """A seat's sheet has a person on it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ToDraw:
    """To the seat alone: the person on the sheet before it."""

    person: Person


@dataclass(frozen=True, slots=True)
class Began:
    """A half begins."""

    half: Half


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat has stopped drawing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Presented:
    """A sheet is unfolded."""

    sheet: Seat


@dataclass(frozen=True, slots=True)
class Reported:
    """A seat says that there are letters or digits in the portrait (D2.6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Banned:
    """Most of those who are no artists found letters or digits: nobody wins the portrait (D2.6)."""

    sheet: Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """The person on a sheet, and who won the portrait."""

    sheet: Seat
    person: Person
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a round."""

    points: tuple[int, ...]


Happening = (
    Dealt | HasWritten | Pointer | Began | ToDraw | Stopped | Presented | Lettering | Reported | Banned
    | HasGuessed | Missed | Nears | Shown | Scored | Held | ClockSet | Outcome
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """What a seat or a spectator knows of a game of Split Personality."""

    phase: str
    clock: Clock
    holders: tuple[Holder, ...]
    round: int
    rounds: int
    scores: tuple[tuple[int, ...], ...]
    start: Seat
    hand: tuple[Card, ...]
    """One's own entries of the list to choose from."""
    person: Person | None
    """The person one may know now: written, to be drawn, or shown."""
    pointers: tuple[Pointer, ...]
    written: tuple[Seat, ...]
    half: Half | None
    stopped: tuple[Seat, ...]
    sheet: Seat | None
    canvases: tuple[str, ...]
    """What may be seen of the ink: halves, and the marks of a half on the sheet one draws on (D2.7)."""
    guessed: tuple[Seat, ...]
    missed: tuple[Missed, ...]
    nears: tuple[Attempt, ...]
    """To the artists, who may accept one."""
    reports: tuple[Seat, ...]
    lettering: bool | None
    silent: tuple[Seat, ...]
    """Who may not chat: the artists while others guess (D2.18)."""
    portraits: tuple[Portrait, ...]
    outcome: Outcome | None
