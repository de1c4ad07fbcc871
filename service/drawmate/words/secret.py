"""A secret made ready for guesses: every text that is right or near in a room, read once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from drawmate.words.errors import WordsError
from drawmate.words.inflection import Paradigm, paradigm
from drawmate.words.reading import Reading, read
from drawmate.words.vocabulary import Terms

ANY_LANGUAGE = "und"
"""The language of what a player wrote freely, such as a name: it counts in every room."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One text that is right, or near."""

    text: str
    language: str
    first: bool
    """Whether it is the name, not an alias."""
    reading: Reading
    paradigm: Paradigm
    plain_paradigm: Paradigm
    """The paradigm without accents."""


@dataclass(frozen=True, slots=True)
class Secret:
    """The texts that count in a room."""

    languages: tuple[str, ...]
    """The room's language, English, and that of freely written texts."""
    answers: tuple[Answer, ...]
    near: tuple[Answer, ...]
    own: frozenset[str]
    """Every right answer, without accents."""


def written(name: str, aliases: Iterable[str] = ()) -> tuple[Terms, ...]:
    """The terms of a secret that a player wrote freely: a person, or the nickname of a seat."""
    return (Terms(ANY_LANGUAGE, name, tuple(aliases)),)


@lru_cache(4096)
def compiled(secret: tuple[Terms, ...], language: str) -> Secret:
    """Read a secret for a room whose language is given by its ISO 639 code (D0.12).

    Raises:
        WordsError: ``unknown_language`` when no answer of the secret counts in this room; ``bad_text`` when
            an answer or near text has nothing to see in it.
    """
    languages = tuple(dict.fromkeys((language, "en", ANY_LANGUAGE)))
    counting = sorted(
        (terms for terms in secret if terms.language in languages),
        key=lambda terms: languages.index(terms.language),
    )
    if not counting:
        raise WordsError("unknown_language", "the secret has no answer in the room's language or English")
    answers = tuple(_answer(text, terms, language) for terms in counting for text in terms.answers)
    near = tuple(_answer(text, terms, language) for terms in counting for text in terms.near)
    return Secret(languages, answers, near, frozenset().union(*(a.reading.plain for a in answers)))


def _answer(text: str, terms: Terms, language: str) -> Answer:
    reading = read(text, language)
    if reading is None:
        raise WordsError("bad_text", "an answer has nothing to see in it")
    spoken = (language, "en") if terms.language == ANY_LANGUAGE else (terms.language,)
    forms = paradigm(_without_article(reading), spoken)
    return Answer(text, terms.language, text == terms.name, reading, forms, forms.plain())


def _without_article(reading: Reading) -> str:
    """The text as shown, hyphens and all, without its article."""
    if len(reading.pieces) == len(reading.bare_pieces):
        return reading.shown
    return reading.shown[reading.shown.index(reading.pieces[0]) + len(reading.pieces[0]) :].lstrip(" -")
