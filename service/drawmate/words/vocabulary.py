"""The vocabulary: every label of Quick, Draw!, its names, and what counts as right or close, by language.

The content is ``labels.json``, for people to read and correct; this module reads and checks it. Guesses are
not judged here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

from drawmate.words.document import read_document, read_fields, read_text, read_texts
from drawmate.words.errors import WordsError

Shares = Mapping[str, Mapping[str, frozenset[str]]]
"""Language to answer to the labels of the words that share it."""


class Category(StrEnum):
    """What a word is, coarsely; each word has one."""

    ANIMAL = "animal"
    BODY = "body"
    BUILDING = "building"
    CLOTHING = "clothing"
    """Clothes, jewellery and what else is worn or carried on the body."""
    ELECTRONICS = "electronics"
    FIGURE = "figure"
    """A person, or a being of tale and art."""
    FOOD = "food"
    FURNITURE = "furniture"
    HOUSEHOLD = "household"
    MEDICAL = "medical"
    MUSIC = "music"
    NATURE = "nature"
    PLAY = "play"
    SCENE = "scene"
    """A place or a happening rather than a thing."""
    SHAPE = "shape"
    SPORT = "sport"
    STATIONERY = "stationery"
    STREET = "street"
    TOOL = "tool"
    TRAVEL = "travel"
    VEHICLE = "vehicle"
    WEAPON = "weapon"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a word is called in one language."""

    language: str
    """ISO 639-1 code."""
    name: str
    """The name to show; lower case but for proper names. No two words of a language share one."""
    aliases: tuple[str, ...] = ()
    """Other right answers: synonyms. Spaces, hyphens, accents, articles and plurals are the matcher's."""
    near: tuple[str, ...] = ()
    """Wrong but close answers: too general, too special, or next of kin; may be right for another word."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every right answer, the name first."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class Word:
    """One thing to draw."""

    label: str
    """The class of the data set, exactly as it spells it."""
    category: Category
    difficulty: int
    """How hard it is for most people to draw it so that it is recognised: 1 easy, 2, 3 hard."""
    spoken: tuple[Terms, ...]
    """One entry a language, in the vocabulary's order."""
    playable: bool = True
    """False for what cannot fairly be dealt to a player; a recogniser may still see it."""
    reason: str = ""
    """Why it is not playable."""

    def terms(self, language: str) -> Terms:
        """What the word is called in a language; raises ``WordsError`` ``unknown_language``."""
        for terms in self.spoken:
            if terms.language == language:
                return terms
        raise WordsError("unknown_language", "no names in this language")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A checked vocabulary document."""

    languages: tuple[str, ...]
    words: tuple[Word, ...]


def load() -> tuple[Word, ...]:
    """Every word, sorted by label without regard to case."""
    return _shipped().words


def by_label(label: str) -> Word:
    """The word of a label, spelled as in the data set; raises ``WordsError`` ``unknown_label``."""
    try:
        return _index()[label]
    except KeyError:
        raise WordsError("unknown_label", "no such label") from None


def languages() -> tuple[str, ...]:
    """The codes of the languages every word has a name in."""
    return _shipped().languages


def parse(text: str) -> Vocabulary:
    """Read a vocabulary document.

    The document has ``languages``, ``words`` and ``shared``: the aliases that two words of a language may
    both have, each with the labels of those words. Any other answer belongs to one word only.

    Raises:
        WordsError: the document is not sound; the code and path say where.
    """
    fields = read_fields(read_document(text), "", required={"languages", "shared", "words"})
    codes = read_texts(fields["languages"], "languages")
    if not isinstance(fields["words"], list):
        raise WordsError("wrong_type", "must be a list", "words")
    words = tuple(_word(entry, codes, i) for i, entry in enumerate(fields["words"]))
    _check_labels(words)
    _check_answers(words, codes, _shares(fields["shared"], codes))
    return Vocabulary(codes, words)


@cache
def _shipped() -> Vocabulary:
    return parse(resources.files(__package__).joinpath("labels.json").read_text("utf-8"))


@cache
def _index() -> Mapping[str, Word]:
    return {word.label: word for word in load()}


def _word(value: object, codes: tuple[str, ...], number: int) -> Word:
    required = {"label", "category", "difficulty", "names"}
    fields = read_fields(
        value, f"words[{number}]", required, optional={"aliases", "near", "playable", "reason"}
    )
    label = read_text(fields["label"], f"words[{number}].label")
    path = f"words[{label}]"
    names = read_fields(fields["names"], f"{path}.names", required=set(codes))
    aliases = read_fields(fields.get("aliases", {}), f"{path}.aliases", optional=set(codes))
    near = read_fields(fields.get("near", {}), f"{path}.near", optional=set(codes))
    playable, reason = fields.get("playable", True), fields.get("reason", "")
    if type(playable) is not bool or playable != (reason == ""):
        raise WordsError("bad_value", "a word is playable, or false with a reason", f"{path}.playable")
    if type(fields["difficulty"]) is not int or fields["difficulty"] not in (1, 2, 3):
        raise WordsError("bad_value", "must be 1, 2 or 3", f"{path}.difficulty")
    if fields["category"] not in list(Category):
        raise WordsError("bad_value", "not a category", f"{path}.category")
    return Word(
        label=label,
        category=Category(fields["category"]),
        difficulty=fields["difficulty"],
        spoken=tuple(
            Terms(
                language=code,
                name=read_text(names[code], f"{path}.names.{code}"),
                aliases=read_texts(aliases[code], f"{path}.aliases.{code}") if code in aliases else (),
                near=read_texts(near[code], f"{path}.near.{code}") if code in near else (),
            )
            for code in codes
        ),
        playable=playable,
        reason="" if playable else read_text(reason, f"{path}.reason"),
    )


def _shares(value: object, codes: tuple[str, ...]) -> Shares:
    return {
        code: {
            _folded(answer): frozenset(read_texts(labels, f"shared.{code}.{answer}"))
            for answer, labels in read_fields(answers, f"shared.{code}").items()
        }
        for code, answers in read_fields(value, "shared", optional=set(codes)).items()
    }


def _check_labels(words: tuple[Word, ...]) -> None:
    labels = [word.label for word in words]
    for label in labels:
        if labels.count(label) > 1:
            raise WordsError("duplicate", "two words have this label", f"words[{label}]")
    if labels != sorted(labels, key=str.casefold):
        raise WordsError("bad_value", "the words are not sorted by label", "words")


def _check_answers(words: tuple[Word, ...], codes: tuple[str, ...], shares: Shares) -> None:
    """Within a word nothing twice; within a language an answer is one word's, unless shared as an alias."""
    for code in codes:
        allowed = shares.get(code, {})
        names = {_folded(word.terms(code).name) for word in words}
        owners: dict[str, set[str]] = {}
        for word in words:
            terms = word.terms(code)
            said = [_folded(text) for text in (*terms.answers, *terms.near)]
            if len(set(said)) < len(said):
                raise WordsError("duplicate", "the same text twice", f"words[{word.label}] in {code}")
            for answer in terms.answers:
                owners.setdefault(_folded(answer), set()).add(word.label)
        for answer, labels in owners.items():
            if len(labels) > 1 and (answer in names or allowed.get(answer, set()) != labels):
                raise WordsError("clash", f"an answer to {' and '.join(sorted(labels))}", f"{code}: {answer}")
        for answer, sharers in allowed.items():
            if len(sharers) < 2 or owners.get(answer, set()) != sharers:
                raise WordsError("stale_share", "these words do not share it", f"shared.{code}.{answer}")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
