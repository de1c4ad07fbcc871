"""What the referee is asked, with all that an answer needs and nothing more: ink, and the cards it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from drawmate.cards.decks import Card, deck_of
from drawmate.cards.people import known
from drawmate.games.artbox.records import State as ArtBoxState
from drawmate.games.dekalko.records import State as DekalkoState
from drawmate.games.duplik.records import State as DuplikState
from drawmate.games.quick_guess import State as QuickGuessState
from drawmate.games.races import Attempt
from drawmate.games.rules import Ask, Ink
from drawmate.games.split_personality.records import Listed, Person, Seated, Written
from drawmate.games.split_personality.records import State as SplitState
from drawmate.ink import Drawing
from drawmate.words import Terms
from drawmate.words.lexicon import Lexicon, lexicon
from drawmate.words.matching import NO_WORDS
from drawmate.words.secret import written

BLANK = Drawing.from_strokes([])

State = QuickGuessState | DekalkoState | ArtBoxState | SplitState | DuplikState


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is due.

    Attributes:
        game: the name of the game.
        ask: as the game asks it, with its possible answers.
        drawings: the ink concerned by canvas, in table units (1000 × 1000).
        card: what is on the card concerned, where there is one.
        secret: what is right as a guess (D0.12).
        vocabulary: what else a guess may mean.
        faces: the dice of ArtBox, 0..5.
        language: of the room, a BCP 47 tag.
    """

    game: str
    ask: Ask
    drawings: Mapping[str, Drawing]
    language: str
    card: Card | None = None
    secret: tuple[Terms, ...] = ()
    vocabulary: Lexicon = field(default=NO_WORDS, repr=False)
    faces: tuple[int, ...] = ()

    @property
    def drawing(self) -> Drawing:
        """The ink that is asked about; a blank drawing when there is none."""
        asked = self.ask.question
        return self.drawings.get(asked.canvas, BLANK) if isinstance(asked, Ink) else BLANK


def question_of(state: State, ask: Ask, ink: Mapping[str, Drawing], language: str) -> Question:
    """The question that a game asks now.

    Args:
        state: the game's, which names the cards concerned.
        ask: one of the offers to REFEREE.
        ink: what is drawn by canvas; it need not hold more than the canvas the question names, and for a question
            of Split Personality both halves of the sheet.
        language: of the room.
    """
    asked = ask.question
    drawings = {asked.canvas: ink.get(asked.canvas, BLANK)} if isinstance(asked, Ink) else {}
    match state:
        case QuickGuessState():
            card = deck_of("quick_guess").card(state.words[state.round - 1])
            return Question("quick_guess", ask, drawings, language, card)
        case ArtBoxState():
            return Question("artbox", ask, drawings, language, faces=state.faces)
        case DuplikState():
            return Question("duplik", ask, drawings, language, deck_of("duplik").card(state.round.card))
        case DekalkoState():
            return _dekalko(state, ask, drawings, language)
        case SplitState():
            secret, others = _person(state)
            for half in ("left", "right"):
                canvas = f"{state.round}.{state.sheet}.{half}"
                drawings[canvas] = ink.get(canvas, BLANK)
            return Question("split_personality", ask, drawings, language, secret=secret, vocabulary=others)
    assert_never(state)


def _dekalko(state: DekalkoState, ask: Ask, drawings: Mapping[str, Drawing], language: str) -> Question:
    deck = deck_of("dekalko")
    if isinstance(ask.question, Attempt):
        number = state.cards[state.artist]
        return Question(
            "dekalko", ask, drawings, language, deck.card(number), deck.answers(number), deck.lexicon
        )
    seat = ask.answers[0].seat
    return Question("dekalko", ask, drawings, language, deck.card(state.cards[seat]))


def _person(state: SplitState) -> tuple[tuple[Terms, ...], Lexicon]:
    """What the person on the sheet is called (D2.4), and what others on the list or at the table are called."""
    person: Person = state.people[state.sheet]
    match person:
        case Listed(number):
            return deck_of("split_personality").answers(number), known()
        case Written(text):
            return written(text), known()
        case Seated(seat):
            names = [holder.name for holder in state.sitting.holders]
            return written(names[seat]), lexicon(written(name) for name in names)
    assert_never(person)
