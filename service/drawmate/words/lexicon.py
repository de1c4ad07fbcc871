"""What the words of a deck are called, in the keys a matcher looks up: a guess may name another of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from drawmate.words.folding import plain
from drawmate.words.inflection import bases
from drawmate.words.reading import read
from drawmate.words.vocabulary import Terms, load

Keys = Mapping[str, frozenset[str]]
"""Language to texts, each in one piece."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The texts of a deck, by language. An empty one knows no word, so nothing is another word."""

    answers: Keys = field(default_factory=dict)
    """Right answers, with their accents."""
    plain_answers: Keys = field(default_factory=dict)
    """Right answers, without accents."""
    plain_texts: Keys = field(default_factory=dict)
    """Right and near answers, without accents."""
    alike: frozenset[str] = frozenset()
    """What answers to different words once the accents are gone: agy is ágy (bed) and agy (brain)."""

    def has_answer(self, pieces: frozenset[str], languages: Iterable[str]) -> bool:
        """Whether one of these, accents and all, is a right answer to some word in one of the languages."""
        return any(not pieces.isdisjoint(self.answers.get(code, ())) for code in languages)

    def has_plain_answer(self, pieces: frozenset[str], languages: Iterable[str]) -> bool:
        """Whether one of these, given without accents, would be a right answer to some word."""
        return any(not pieces.isdisjoint(self.plain_answers.get(code, ())) for code in languages)

    def has_text(self, pieces: frozenset[str], languages: Iterable[str], besides: frozenset[str]) -> bool:
        """Whether one of these is a text, or the form of a text, that is not among ``besides``.

        All are given without accents.
        """
        return any(
            text in known and text not in besides
            for code in languages
            if (known := self.plain_texts.get(code))
            for piece in pieces
            for text in (piece, *bases(piece, code))
        )


def lexicon(words: Iterable[Iterable[Terms]]) -> Lexicon:
    """The lexicon of the words of one deck or several, each given by its terms in every language."""
    answers: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, set[str]] = defaultdict(set)
    owners: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for number, word in enumerate(words):
        for terms in word:
            right = _pieces(terms.answers, terms.language)
            answers[terms.language] |= right
            texts[terms.language] |= right | _pieces(terms.near, terms.language)
            for piece in right:
                owners[plain(piece)][number].add(piece)
    return Lexicon(
        answers={code: frozenset(pieces) for code, pieces in answers.items()},
        plain_answers={code: frozenset(map(plain, pieces)) for code, pieces in answers.items()},
        plain_texts={code: frozenset(map(plain, pieces)) for code, pieces in texts.items()},
        alike=frozenset(
            piece for piece, spellings in owners.items() if not set.intersection(*spellings.values())
        ),
    )


@cache
def shipped() -> Lexicon:
    """The lexicon of the shipped words."""
    return lexicon(word.spoken for word in load())


def _pieces(texts: Iterable[str], language: str) -> frozenset[str]:
    readings = (read(text, language) for text in texts)
    return frozenset(reading.bare for reading in readings if reading)
