"""What is told of a game of Duplik: the events, and what a seat or a spectator sees."""

from __future__ import annotations

from dataclasses import dataclass

from drawmate.games.clock import Clock
from drawmate.games.duplik.records import Answer, Assigned, Line, Rolled, Row, Verdict, Voting
from drawmate.games.frame import ClockSet
from drawmate.games.passing import Direction
from drawmate.games.rules import Card, Held, Holder, Outcome, Seat
from drawmate.games.votes import Ballot, Vote


@dataclass(frozen=True, slots=True)
class Dealt:
    """To the portrayer alone: the scene, or the two to choose from."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """A round begins: its portrayer, the golden number (D1.4), and the title, which is public from here on."""

    round: int
    portrayer: Seat
    golden: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The timer runs."""


@dataclass(frozen=True, slots=True)
class IsDone:
    """An artist is done, or draws again."""

    seat: Seat
    done: bool


@dataclass(frozen=True, slots=True)
class Stopped:
    """Time is up, or everyone agreed: no more ink and no more description."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Canvases lie before their evaluators."""

    direction: Direction
    evaluators: tuple[Assigned, ...]


@dataclass(frozen=True, slots=True)
class CriterionRead:
    """A criterion is public."""

    number: int


@dataclass(frozen=True, slots=True)
class Marked:
    """A box was marked; the model's verdict on it, once there is one, follows."""

    seat: Seat
    number: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Objected:
    """An artist disputes a No."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """The artists vote on a box."""

    seat: Seat
    number: int
    electors: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A vote is closed: what was cast, and whether the point is given."""

    seat: Seat
    number: int
    vote: Vote
    met: bool


@dataclass(frozen=True, slots=True)
class IsReady:
    """A seat has seen enough, or objects to nothing more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a round, and the scene it was about."""

    points: tuple[int, ...]
    card: Card


@dataclass(frozen=True, slots=True)
class Opinion:
    """The model's verdict on a box that has been marked."""

    seat: Seat
    number: int
    verdict: Verdict


Happening = (
    Rolled | Dealt | Announced | Begun | Line | IsDone | Stopped | Passed | Assigned | CriterionRead | Marked
    | Opinion | Objected | VoteOpened | Ballot | Ruled | IsReady | Scored | Held | ClockSet | Outcome
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """What a seat or a spectator knows of a game of Duplik."""

    phase: str
    clock: Clock
    holders: tuple[Holder, ...]
    opening: tuple[Rolled, ...]
    round: int
    rounds: int
    scores: tuple[tuple[int, ...], ...]
    portrayer: Seat
    titled: bool
    """Whether the scene's title is public."""
    golden: int | None
    cards: tuple[Card, ...]
    """To the portrayer: the scene, or the two to choose from."""
    scenes: tuple[Card, ...]
    """The scenes of the rounds that are scored."""
    lines: tuple[Line, ...]
    done: tuple[Seat, ...]
    canvases: tuple[str, ...]
    """The canvases whose ink may be seen."""
    evaluators: tuple[Assigned, ...]
    read: tuple[int, ...]
    """The criteria whose text may be seen."""
    rows: tuple[Row, ...]
    portrayed: tuple[bool, ...]
    """The portrayer's boxes, as things stand (D1.25)."""
    opinions: tuple[Opinion, ...]
    dispute: Voting | None
    ready: tuple[Seat, ...]
    outcome: Outcome | None
