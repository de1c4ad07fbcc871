"""Whom a portrait may show (D2.2): people and figures that can be told by how they are drawn.

The content is ``people.json``, for people to read and correct; this module reads and checks it. Nobody in it
lives or has lived, and nobody in it is anybody's property: there are trades and roles, and figures of myth,
folk tale and old books. The seats at the table, "my left neighbour" for one, are a list of their own (D2.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import pairwise

from drawmate.words import Terms, WordsError
from drawmate.words.document import read_document, read_fields, read_text, read_texts
from drawmate.words.folding import plain, shown, tokens
from drawmate.words.lexicon import Lexicon, lexicon

FEWEST_TRAITS = 3


class TraitKind(StrEnum):
    """Where on a portrait a trait is found."""

    HAT = "hat"
    """Whatever is on the head."""
    HAIR = "hair"
    FACE = "face"
    CLOTHES = "clothes"
    """Worn or carried on the body."""
    HELD = "held"
    """In a hand."""
    BODY = "body"
    """Build, limbs, and what the body is made of."""
    COMPANION = "companion"
    """A living being beside."""
    POSE = "pose"
    SETTING = "setting"
    """A thing or place beside, below or behind."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing to draw and to look for."""

    kind: TraitKind
    value: str
    """One of the values of the kind; spelled as a label of the words where there is a label for it."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, or something drawn like somebody."""

    id: str
    difficulty: int
    """How hard it is to draw them so that they are recognised: 1 easy, 2, 3 hard."""
    spoken: tuple[Terms, ...]
    """One entry a language, in the deck's order."""
    traits: tuple[Trait, ...]
    """At least three, in the order of the kinds; no two people have the same."""

    def terms(self, language: str) -> Terms:
        """What the person is called in a language; raises ``WordsError`` ``unknown_language``."""
        return _terms(self.spoken, language)


@dataclass(frozen=True, slots=True)
class SeatedPerson:
    """Somebody at the table, seen from the seat that writes."""

    id: str
    offset: int
    """Seats to the left, clockwise (D0.1): 0 is oneself."""
    spoken: tuple[Terms, ...]
    """What it is called on the list; the answer is the nickname of the seat."""

    def seat(self, writer: int, seats: int) -> int:
        """The number of the seat that is meant when a seat writes this (D2.4)."""
        return (writer + self.offset) % seats

    def terms(self, language: str) -> Terms:
        """What it is called on the list in a language; raises ``WordsError`` ``unknown_language``."""
        return _terms(self.spoken, language)


@dataclass(frozen=True, slots=True)
class Deck:
    """A checked document of people."""

    languages: tuple[str, ...]
    values: Mapping[TraitKind, tuple[str, ...]]
    """The closed vocabulary of the traits."""
    seated: tuple[SeatedPerson, ...]
    people: tuple[Person, ...]


def load() -> tuple[Person, ...]:
    """Everybody who can be dealt, sorted by id."""
    return shipped().people


def seated() -> tuple[SeatedPerson, ...]:
    """The seats one may write instead."""
    return shipped().seated


def by_id(person: str) -> Person:
    """The person with an id; raises ``WordsError`` ``unknown_person``."""
    try:
        return _index()[person]
    except KeyError:
        raise WordsError("unknown_person", "nobody has this id") from None


@cache
def shipped() -> Deck:
    """The deck that comes with the package."""
    return parse(resources.files(__package__).joinpath("people.json").read_text("utf-8"))


@cache
def known() -> Lexicon:
    """What everybody in the deck is called, for the matcher: one person's name is no slip for another's."""
    return lexicon(person.spoken for person in load())


def parse(text: str) -> Deck:
    """Read a document of people: its ``languages``, ``traits``, ``seated`` and ``people``.

    An answer belongs to one person only, also when case, accents and spaces are left out.

    Raises:
        WordsError: the document is not sound; the code and path say where.
    """
    fields = read_fields(read_document(text), "", required={"languages", "traits", "seated", "people"})
    codes = read_texts(fields["languages"], "languages")
    kinds = read_fields(fields["traits"], "traits", required=set(TraitKind))
    values = {kind: read_texts(kinds[kind], f"traits.{kind}") for kind in TraitKind}
    seats = tuple(_seated(entry, codes, f"seated[{i}]") for i, entry in _entries(fields, "seated"))
    people = tuple(_person(entry, codes, values, i) for i, entry in _entries(fields, "people"))
    _check_order(people)
    _check_answers([*seats, *people], codes)
    _check_traits(people, values)
    return Deck(codes, values, seats, people)


@cache
def _index() -> Mapping[str, Person]:
    return {person.id: person for person in load()}


def _terms(spoken: tuple[Terms, ...], language: str) -> Terms:
    for terms in spoken:
        if terms.language == language:
            return terms
    raise WordsError("unknown_language", "no names in this language")


def _entries(fields: Mapping[str, object], key: str) -> Iterable[tuple[int, object]]:
    entries = fields[key]
    if not isinstance(entries, list):
        raise WordsError("wrong_type", "must be a list", key)
    return enumerate(entries)


def _seated(value: object, codes: tuple[str, ...], path: str) -> SeatedPerson:
    fields = read_fields(value, path, required={"id", "offset", "names"})
    if type(fields["offset"]) is not int:
        raise WordsError("wrong_type", "must be a whole number", f"{path}.offset")
    return SeatedPerson(read_text(fields["id"], f"{path}.id"), fields["offset"], _spoken(fields, codes, path))


def _person(
    value: object, codes: tuple[str, ...], values: Mapping[TraitKind, tuple[str, ...]], number: int
) -> Person:
    required = {"id", "difficulty", "names", "traits"}
    fields = read_fields(value, f"people[{number}]", required, optional={"aliases", "near"})
    id = read_text(fields["id"], f"people[{number}].id")
    path = f"people[{id}]"
    if type(fields["difficulty"]) is not int or fields["difficulty"] not in (1, 2, 3):
        raise WordsError("bad_value", "must be 1, 2 or 3", f"{path}.difficulty")
    return Person(
        id, fields["difficulty"], _spoken(fields, codes, path), _traits(fields["traits"], values, path)
    )


def _spoken(fields: Mapping[str, object], codes: tuple[str, ...], path: str) -> tuple[Terms, ...]:
    names = read_fields(fields["names"], f"{path}.names", required=set(codes))
    lists = {
        key: {
            code: read_texts(texts, f"{path}.{key}.{code}")
            for code, texts in read_fields(fields.get(key, {}), f"{path}.{key}", optional=set(codes)).items()
        }
        for key in ("aliases", "near")
    }
    return tuple(
        Terms(
            language=code,
            name=read_text(names[code], f"{path}.names.{code}"),
            aliases=lists["aliases"].get(code, ()),
            near=lists["near"].get(code, ()),
        )
        for code in codes
    )


def _traits(value: object, values: Mapping[TraitKind, tuple[str, ...]], path: str) -> tuple[Trait, ...]:
    """The traits of an object of kinds, each with a value or a list of values."""
    given = read_fields(value, f"{path}.traits", optional=set(TraitKind))
    traits = tuple(
        Trait(kind, text)
        for kind in TraitKind
        if kind in given
        for text in read_texts(
            given[kind] if isinstance(given[kind], list) else [given[kind]], f"{path}.traits"
        )
    )
    if len(traits) < FEWEST_TRAITS:
        raise WordsError("bad_value", f"has fewer than {FEWEST_TRAITS} traits", f"{path}.traits")
    if len(set(traits)) < len(traits):
        raise WordsError("duplicate", "the same trait twice", f"{path}.traits")
    for trait in traits:
        if trait.value not in values[trait.kind]:
            raise WordsError("bad_value", f"{trait.value} is no {trait.kind}", f"{path}.traits")
    return traits


def _check_order(people: tuple[Person, ...]) -> None:
    for earlier, later in pairwise(people):
        if earlier.id == later.id:
            raise WordsError("duplicate", "two people have this id", f"people[{later.id}]")
        if earlier.id > later.id:
            raise WordsError("bad_value", "the people are not sorted by id", f"people[{later.id}]")


def _check_answers(people: Iterable[Person | SeatedPerson], codes: tuple[str, ...]) -> None:
    """Within a person nothing twice, within a language no answer twice."""
    owners: dict[tuple[str, str], str] = {}
    for person in people:
        for code in codes:
            terms = person.terms(code)
            said = [_folded(text) for text in (*terms.answers, *terms.near)]
            if len(set(said)) < len(said):
                raise WordsError("duplicate", "the same text twice", f"{person.id} in {code}")
            for answer in said[: len(terms.answers)]:
                owner = owners.setdefault((code, answer), person.id)
                if owner != person.id:
                    raise WordsError("clash", f"an answer to {owner} and {person.id}", f"{code}: {answer}")


def _check_traits(people: tuple[Person, ...], values: Mapping[TraitKind, tuple[str, ...]]) -> None:
    """No two people look the same, and there is no value that nobody has."""
    looks: dict[frozenset[Trait], str] = {}
    for person in people:
        twin = looks.setdefault(frozenset(person.traits), person.id)
        if twin != person.id:
            raise WordsError("duplicate", f"looks like {twin}", f"people[{person.id}].traits")
    used = {trait for person in people for trait in person.traits}
    for kind, texts in values.items():
        if len(set(texts)) < len(texts):
            raise WordsError("duplicate", "the same value twice", f"traits.{kind}")
        for text in texts:
            if Trait(kind, text) not in used:
                raise WordsError("stale_trait", f"nobody has {text}", f"traits.{kind}")


def _folded(text: str) -> str:
    return plain("".join(tokens(shown(text))))
