"""What lies behind the card numbers of each game: the only place where a number becomes a word, picture or person.

A deck never changes while a table plays; its ``version`` names its content, so that a recorded game can tell
whether it is read with the cards it was played with. Which cards a seat may know is said by the games' views.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, assert_never

from drawmate.cards import people, pictures, scenes
from drawmate.cards.people import Person
from drawmate.cards.pictures import Picture
from drawmate.cards.scene_drawing import draw_scene
from drawmate.cards.scene_things import thing
from drawmate.cards.scenes import Scene
from drawmate.ink.drawing import Drawing
from drawmate.words import Terms, Word, load
from drawmate.words.lexicon import Lexicon, lexicon

Card = Word | Picture | Person | Scene

VERSION_DIGITS: Final = 16
"""Hex digits of the SHA-256, as many as the hashes in a capsule have."""

_COUNTS: Final = {
    "quick_guess": "words",
    "artbox": "words",
    "dekalko": "cards",
    "split_personality": "people",
    "duplik": "cards",
}
"""The option of each game that says how many cards there are."""


class DeckError(ValueError):
    """No such deck or card; ``code`` is ``unknown_game`` or ``unknown_card``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game, by number; the same in every language.

    Attributes:
        game: the name of the game.
        version: stable hash of all that is on the cards: equal when and only when they are the same.
        lexicon: what all answers are called, for the matcher; empty where nothing is guessed.
    """

    game: str
    cards: tuple[Card, ...]
    version: str
    lexicon: Lexicon

    def __len__(self) -> int:
        """How many cards there are."""
        return len(self.cards)

    def card(self, number: int) -> Card:
        """What is on a card; raises ``DeckError`` ``unknown_card``."""
        if not 0 <= number < len(self.cards):
            raise DeckError("unknown_card", f"the cards are numbered from 0 to {len(self.cards) - 1}")
        return self.cards[number]

    def content(self, number: int, language: str) -> dict[str, Any]:
        """A card as JSON, for a seat that may know it. Strokes are on the logical canvas of 1000 units.

        A scene comes without its criteria: nobody is sent those before they are read out (D1.5).

        Raises:
            DeckError: ``unknown_card``.
        """
        return _content(self.card(number), _spoken(language))

    def title(self, number: int, language: str) -> str:
        """The title of a scene, which is public once it is chosen; of any other card its name."""
        card = self.card(number)
        code = _spoken(language)
        return card.titles[code] if isinstance(card, Scene) else card.terms(code).name

    def criteria(self, number: int, language: str, read: int | None = None) -> tuple[str, ...]:
        """The sentences of a scene's criteria, in order: the first ``read`` of them, or all (D1.5)."""
        card = self.card(number)
        return card.sentences(_spoken(language))[:read] if isinstance(card, Scene) else ()

    def answers(self, number: int, languages: Iterable[str] | None = None) -> tuple[Terms, ...]:
        """What is right as a guess, in some languages or in all; nothing guesses a scene."""
        card = self.card(number)
        if isinstance(card, Scene):
            return ()
        wanted = None if languages is None else {_spoken(code) for code in languages}
        return tuple(terms for terms in card.spoken if wanted is None or terms.language in wanted)


@cache
def deck_of(game: str) -> Deck:
    """The deck of a game; raises ``DeckError`` ``unknown_game``."""
    cards = _cards(game)
    spoken = [card.spoken for card in cards if not isinstance(card, Scene)]
    return Deck(game, cards, _version(cards), lexicon(spoken))


def config_for(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """A game's options as JSON, with those that follow from its deck put in (D1.3, D2.3, D3.4, D4.19).

    Raises:
        DeckError: ``unknown_game``.
    """
    deck = deck_of(game)
    derived: dict[str, Any] = {_COUNTS[game]: len(deck)}
    if game == "artbox":
        derived["groups"] = list(groups_of(deck))
    return {**options, **derived}


def groups_of(deck: Deck) -> tuple[int, ...]:
    """A group for each card: that of the first card it shares an answer with, in any language (D3.4)."""
    groups = list(range(len(deck)))
    owners: dict[tuple[str, str], int] = {}
    for number in range(len(deck)):
        for terms in deck.answers(number):
            for answer in terms.answers:
                first = owners.setdefault((terms.language, answer.casefold()), number)
                if groups[first] != groups[number]:
                    groups = [groups[first] if group == groups[number] else group for group in groups]
    return tuple(groups)


def _cards(game: str) -> tuple[Card, ...]:
    match game:
        case "quick_guess" | "artbox":
            return tuple(word for word in load() if word.playable)
        case "dekalko":
            return pictures.load_pictures()
        case "split_personality":
            return people.load()
        case "duplik":
            return scenes.load_scenes()
    raise DeckError("unknown_game", f"no cards; there are those of {', '.join(sorted(_COUNTS))}")


def _version(cards: tuple[Card, ...]) -> str:
    """SHA-256 of every card as canonical JSON in every language, with what is right and what is asked."""
    hashed = hashlib.sha256()
    for card in cards:
        codes = sorted(card.titles) if isinstance(card, Scene) else [terms.language for terms in card.spoken]
        record: list[Any] = [_content(card, code) for code in codes]
        if isinstance(card, Scene):
            record += [card.sentences(code) for code in codes]
        else:
            record += [[terms.language, *terms.answers, "", *terms.near] for terms in card.spoken]
        line = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        hashed.update(line.encode() + b"\n")
    return hashed.hexdigest()[:VERSION_DIGITS]


def _content(card: Card, language: str) -> dict[str, Any]:
    match card:
        case Word(label, _, difficulty):
            return {"kind": "word", **_named(card.terms(language)), "label": label, "difficulty": difficulty}
        case Picture(label):
            drawn = _strokes(card.drawing)
            return {"kind": "picture", **_named(card.terms(language)), "label": label, "strokes": drawn}
        case Person(who, difficulty):
            traits = [{"kind": str(trait.kind), "value": trait.value} for trait in card.traits]
            named = _named(card.terms(language))
            return {"kind": "person", **named, "id": who, "difficulty": difficulty, "traits": traits}
        case Scene(scene):
            return {
                "kind": "scene",
                "id": scene,
                "title": card.titles[language],
                "objects": _objects(card, language),
                "strokes": _strokes(draw_scene(card, _picture).drawing),
            }
    assert_never(card)


def _named(terms: Terms) -> dict[str, Any]:
    return {"name": terms.name, "aliases": list(terms.aliases)}


def _objects(scene: Scene, language: str) -> list[dict[str, Any]]:
    """What is in the picture and where (left, top, right, bottom), for those who cannot look at it."""
    return [
        {
            "label": one.label,
            "name": thing(one.label).hu.name if language == "hu" else thing(one.label).en.name,
            "box": [one.box.left, one.box.top, one.box.right, one.box.bottom],
            "size": one.size,
            "parts": list(one.parts),
        }
        for one in scene.objects
    ]


def _picture(label: str) -> Drawing:
    return pictures.picture_by_id(label).drawing


def _strokes(drawing: Drawing) -> list[list[list[float]]]:
    return [[x.round(1).tolist(), y.round(1).tolist()] for x, y in drawing.strokes()]


def _spoken(language: str) -> str:
    """The language of the cards for that of a room: Hungarian, else English."""
    return "hu" if language.partition("-")[0].lower() == "hu" else "en"
