"""What a game of ArtBox is made of: options, actions, phases, state, happenings and the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from drawmate.games.artbox.scoring import Counts
from drawmate.games.clock import Clock, Milliseconds
from drawmate.games.frame import ClockSet
from drawmate.games.rules import Card, Held, Holder, Outcome, Over, Ready, Seat, Sitting

TARGETS: Final = {3: 5, 4: 5, 5: 4, 6: 4, 7: 3, 8: 3}
CARDS_DEALT: Final = 2
FACES: Final = 6
SHAPE_CARDS: Final = 4
PLACES: Final = "ABCDEFGH"
"""Places have letters, as tokens have numbers (D3.11)."""


@dataclass(frozen=True, slots=True)
class Config:
    """A game's options.

    Attributes:
        words: cards in the deck.
        groups: the group of each word; words of one group are synonyms and never lie in one row (D3.4).
            Empty: no two are.
        decoys: further words in the row, 0 to 6 (D3.2).
        starter: the seat that starts, or None for lots (D0.3).
        timers: soft limits (D0.9); the hourglass always runs.
        stretch: factor on every time given to people.
    """

    words: int = 345
    groups: tuple[int, ...] = ()
    decoys: int = 0
    starter: Seat | None = None
    timers: bool = True
    stretch: float = 1.0

    def group(self, word: int) -> int:
        """The group of a word."""
        return self.groups[word] if self.groups else word


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one of the two words dealt; the other goes under the deck."""

    word: Card


@dataclass(frozen=True, slots=True)
class Roll:
    """The start seat rolls the four dice."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """The drawing is done: take the lowest number left."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Put a word to a drawing in one's own draft, which is told to oneself; the word leaves any other drawing."""

    place: int
    word: Card


@dataclass(frozen=True, slots=True)
class Finish:
    """One's draft is final; the first one turns the hourglass."""


@dataclass(frozen=True, slots=True)
class Checked:
    """REFEREE: whether a seat's drawing uses each rolled shape, and nothing else (D3.5, D3.7); told to that seat."""

    seat: Seat
    valid: bool


Action = Keep | Roll | HandIn | Assign | Finish | Ready | Checked | Held


@dataclass(frozen=True, slots=True)
class Choosing:
    """Everyone keeps one of two words; ``dealt`` and ``kept`` by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    kept: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Rolling:
    """The start seat is about to roll."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everyone draws; ``valid`` are the seats whose drawing may be handed in."""

    valid: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Matching:
    """Everyone matches words to drawings; a draft has a word, or None, for every place."""

    since: Milliseconds
    drafts: tuple[tuple[Card | None, ...], ...]
    finished: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Showing:
    """Authors, words and counts are shown until people are ready."""

    drafts: tuple[tuple[Card | None, ...], ...]
    ready: frozenset[Seat] = frozenset()


Phase = Choosing | Rolling | Drawing | Matching | Showing | Over


@dataclass(frozen=True, slots=True)
class Token:
    """A number and who took it."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """A game of ArtBox; everything from ``words`` on is of this round.

    Attributes:
        words: the word of each seat.
        row: the words on the table, in an order of chance.
        faces: the face rolled for each of the four shape cards.
        tokens: in the order they were taken.
        places: whose drawing lies at each place.
        counts: of the last round that was scored.
    """

    sitting: Sitting
    config: Config
    start: Seat
    deck: tuple[Card, ...]
    phase: Phase
    finished: tuple[tuple[int, ...], ...] = ()
    counts: Counts | None = None
    words: tuple[Card, ...] = ()
    row: tuple[Card, ...] = ()
    faces: tuple[int, ...] = ()
    tokens: tuple[Token, ...] = ()
    places: tuple[Seat, ...] = ()

    @property
    def target(self) -> int:
        """Points that end the game, fixed by the seats at the start (D3.1)."""
        return TARGETS[len(self.sitting.holders)]

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return len(self.finished) + (0 if isinstance(self.phase, Showing | Over) else 1)

    def canvas(self, seat: Seat) -> str:
        """The name of a seat's canvas of this round."""
        return f"{self.round}.{seat}"

    def placed(self, place: int) -> str:
        """The name of the drawing at a place, with its letter (D3.11), which does not tell its author (D3.21)."""
        return f"{self.round}.{PLACES[place]}"

    def origin(self, name: str) -> str:
        """The canvas behind a name: for the table, which carries the ink."""
        names = {self.placed(place): self.canvas(seat) for place, seat in enumerate(self.places)}
        return names.get(name, name)

    def turned(self, *, sitting: Sitting | None = None, phase: Phase | None = None) -> State:
        """With what changes at almost every step."""
        return State(
            sitting or self.sitting,
            self.config,
            self.start,
            self.deck,
            phase or self.phase,
            self.finished,
            self.counts,
            self.words,
            self.row,
            self.faces,
            self.tokens,
            self.places,
        )


@dataclass(frozen=True, slots=True)
class Dealt:
    """To the seat alone: the two words to choose from."""

    words: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HasKept:
    """A seat has kept one of its words."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Kept:
    """To the seat alone: its word, chosen or by lot."""

    word: Card


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice, one for each shape card."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Time was up and the seat's drawing was not valid (D3.9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """The drawings lie on their places, the words beside them."""

    places: int
    row: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A seat's draft is final."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """What lay at each place, and the points of the round."""

    places: tuple[Seat, ...]
    words: tuple[Card, ...]
    counts: Counts
    points: tuple[int, ...]


Happening = (
    Dealt | Kept | HasKept | Rolled | Checked | Token | Withdrawn | Laid | Assign | Finished | Scored
    | Held | ClockSet | Outcome
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """What a seat or a spectator knows of a game of ArtBox."""

    phase: str
    clock: Clock
    holders: tuple[Holder, ...]
    round: int
    target: int
    scores: tuple[tuple[int, ...], ...]
    start: Seat
    dealt: tuple[Card, ...]
    word: Card | None
    kept: tuple[Seat, ...]
    faces: tuple[int, ...]
    valid: bool
    """Whether one's own drawing may be handed in."""
    tokens: tuple[Token, ...]
    canvases: tuple[str, ...]
    row: tuple[Card, ...]
    own_place: int | None
    draft: tuple[Card | None, ...]
    done: tuple[Seat, ...]
    """Whose drafts are final."""
    authors: tuple[Seat, ...]
    words: tuple[Card, ...]
    """The word of each seat, once shown."""
    drafts: tuple[tuple[Card | None, ...], ...]
    """Everyone's draft, once shown."""
    counts: Counts | None
    outcome: Outcome | None
