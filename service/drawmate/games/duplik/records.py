"""What a game of Duplik is made of: options, actions, rounds, phases and the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from drawmate.games.clock import Milliseconds
from drawmate.games.passing import Direction
from drawmate.games.rules import Card, Held, Over, Ready, Seat, Sitting
from drawmate.games.votes import Vote

CRITERIA: Final = 10
"""On every scene card, numbered from 1; the die has as many faces."""

Answer = Literal["yes", "no", "uncertain"]
"""What an evaluator, or the model, says of a canvas and a criterion."""


@dataclass(frozen=True, slots=True)
class Config:
    """A game's options.

    Attributes:
        cards: scenes in the deck; none is used twice in a game (D1.3).
        cycles: how often each seat portrays, 1..3.
        choose_scene: the portrayer takes one of two scenes (D1.3).
        golden_artist, golden_portrayer: points for the golden criterion (D1.27).
        ai: whether models may mark, vote and hold seats; without, a seat left by its person is empty (D1.13).
        ai_marks: the model marks every canvas and people object; None: when only one person plays (D1.14).
        people_decide: AI votes count only when no person voted; None: when two or more electors are people (D1.23).
        timers: soft limits; without them all phases but the 90 s last until people act (D0.9).
        stretch: factor on every time given to people.
    """

    cards: int = 60
    cycles: int = 1
    choose_scene: bool = False
    golden_artist: int = 3
    golden_portrayer: int = 1
    ai: bool = True
    ai_marks: bool | None = None
    people_decide: bool | None = None
    timers: bool = True
    stretch: float = 1.0


@dataclass(frozen=True, slots=True)
class Choose:
    """The portrayer takes one of the two scenes."""

    card: Card


@dataclass(frozen=True, slots=True)
class Begin:
    """The portrayer starts the timer."""


@dataclass(frozen=True, slots=True)
class Say:
    """A line of the portrayer's description, typed or heard by the browser (D1.9)."""

    text: str
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """An artist has finished drawing, or takes that back."""

    done: bool


@dataclass(frozen=True, slots=True)
class Finish:
    """Every artist is done and the portrayer agrees to end before time (D1.6)."""


@dataclass(frozen=True, slots=True)
class PassCanvases:
    """The portrayer says which way canvases go (D1.11)."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class Read:
    """The portrayer reads out the next criterion."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An evaluator's answer to the criterion read last, for the canvas of ``seat``."""

    seat: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class Object:
    """An artist wants the point they were denied (D1.18)."""

    number: int


@dataclass(frozen=True, slots=True)
class Cast:
    """A vote on whether the point is given; None abstains."""

    yes: bool | None


@dataclass(frozen=True, slots=True)
class Inked:
    """REFEREE: whether there is any ink on a seat's canvas (D1.28)."""

    seat: Seat
    inked: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The model's answer to one criterion, why, and which strokes are the evidence."""

    answer: Answer
    reason: str = ""
    strokes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """REFEREE: the model's verdicts on a seat's canvas, one a criterion, sealed until each is marked (D1.14)."""

    seat: Seat
    verdicts: tuple[Verdict, ...]


Action = (
    Choose | Begin | Say | Done | Finish | PassCanvases | Read | Mark | Object | Cast | Ready
    | Inked | Judged | Held
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of the opening die."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """An opening roll: all seats, or those who had tied for the highest (D1.2)."""

    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the description."""

    text: str
    spoken: bool
    at: Milliseconds


@dataclass(frozen=True, slots=True)
class Assigned:
    """Whose canvas lies before whom."""

    seat: Seat
    evaluator: Seat


@dataclass(frozen=True, slots=True)
class Box:
    """A checkbox of a canvas: the evaluator's answer, whether it went to a vote, and what the vote said."""

    seat: Seat
    answer: Answer | None = None
    disputed: bool = False
    ruling: bool | None = None

    @property
    def met(self) -> bool:
        """Whether the point is given, as things stand."""
        return self.answer == "yes" if self.ruling is None else self.ruling

    @property
    def denied(self) -> bool:
        """Whether its artist may object: a No that has not been to a vote (D1.18, D1.20)."""
        return self.answer == "no" and not self.disputed

    @property
    def open(self) -> bool:
        """Whether it waits for a vote."""
        return self.disputed and self.ruling is None


Row = tuple[Box, ...]
"""The boxes of one criterion, in the order of the artists."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: who portrays what, what was said, and how it is judged.

    Attributes:
        artists: clockwise from the portrayer's left.
        inked: artists whose canvas is not blank.
        rows: one for each criterion read so far; they stay (D1.24).
    """

    number: int
    portrayer: Seat
    artists: tuple[Seat, ...]
    card: Card
    golden: int
    lines: tuple[Line, ...] = ()
    inked: frozenset[Seat] = frozenset()
    direction: Direction = "left"
    evaluators: tuple[Assigned, ...] = ()
    judged: tuple[Judged, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Choosing:
    """The portrayer looks at two scenes."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Announcing:
    """Title and golden number are public; the portrayer looks at the scene and starts the timer."""

    since: Milliseconds


@dataclass(frozen=True, slots=True)
class Describing:
    """The portrayer describes and the artists draw."""

    since: Milliseconds
    done: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Passing:
    """The portrayer says which way canvases go."""


@dataclass(frozen=True, slots=True)
class Marking:
    """A criterion was read: the evaluators answer."""


@dataclass(frozen=True, slots=True)
class Objecting:
    """All canvases are marked; who was denied may object until the next criterion is read."""

    since: Milliseconds


@dataclass(frozen=True, slots=True)
class LastCall:
    """All criteria are read: the last time to object, to any No that has not been to a vote (D1.19)."""

    ready: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Voting:
    """The artists vote on one box.

    Attributes:
        people: the seats whose votes decide if they cast any (D1.23); None when all votes are equal.
        call, left: the last call that was interrupted, and what was left of its time.
    """

    seat: Seat
    number: int
    vote: Vote
    people: frozenset[Seat] | None = None
    call: LastCall | None = None
    left: Milliseconds | None = None

    def counted(self, vote: Vote) -> Voting:
        """With the vote as it is now."""
        return Voting(self.seat, self.number, vote, self.people, self.call, self.left)


@dataclass(frozen=True, slots=True)
class Gallery:
    """Points are fixed; the scene and all canvases are shown until people are ready (D1.32)."""

    ready: frozenset[Seat] = frozenset()


Phase = (
    Choosing | Announcing | Describing | Passing | Marking | Objecting | Voting | LastCall | Gallery | Over
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """A game of Duplik; ``finished`` and ``scenes`` have one entry for each round that is scored (D1.30)."""

    sitting: Sitting
    config: Config
    deck: tuple[Card, ...]
    opening: tuple[Rolled, ...]
    round: Round
    phase: Phase
    finished: tuple[tuple[int, ...], ...] = ()
    scenes: tuple[Card, ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return len(self.sitting.holders) * self.config.cycles

    def canvas(self, seat: Seat) -> str:
        """The name of a seat's canvas of this round."""
        return f"{self.round.number}.{seat}"

    def turned(
        self, *, sitting: Sitting | None = None, turn: Round | None = None, phase: Phase | None = None
    ) -> State:
        """With what changes at almost every step, where ``dataclasses.replace`` would be felt."""
        return State(
            sitting or self.sitting,
            self.config,
            self.deck,
            self.opening,
            turn or self.round,
            phase or self.phase,
            self.finished,
            self.scenes,
        )
