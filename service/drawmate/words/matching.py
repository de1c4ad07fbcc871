"""Is a guess right? Judged in the room's language and in English (D0.12), by rules a player can foresee.

From strict to lenient: the answer as shown, another right answer, the same but for spacing, punctuation and
accents, umlauts written as two letters, an article or ending, a slip of the finger. What is exactly another
word of the vocabulary is never taken for this one by a lenient rule. What is close but wrong is ``near``:
for the guesser and those who judge, never for the other players.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import OSA

from drawmate.words.graphemes import longer_than
from drawmate.words.lexicon import Lexicon
from drawmate.words.reading import Reading, read
from drawmate.words.secret import Answer, Secret, compiled
from drawmate.words.vocabulary import Terms

MAX_GRAPHEMES = 100
SHORTEST_PART = 3
"""Letters of one word at least, for a guess that shares words with an answer to be near."""
MORE_WORDS = 2
"""How many words beside those of the answer a near guess may have; more would reward lists."""
LETTERS_A_SLIP = 3
"""A near guess may be off by one letter in this many."""


class Kind(StrEnum):
    """How a guess relates to the secret, from strict to lenient."""

    EXACT = "exact"
    ALIAS = "alias"
    FOLDED = "folded"
    TRANSLITERATED = "transliterated"
    INFLECTED = "inflected"
    TYPO = "typo"
    NEAR = "near"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a guess is worth."""

    kind: Kind
    text: str = ""
    """The answer, or the near text, that the guess was taken for; as secret as the word itself."""
    language: str = ""
    """The language of the text."""
    code: str = ""
    """Why a guess is near: ``listed``, ``distance`` or ``part``; why it is void: ``empty``, ``too_long``."""

    @property
    def right(self) -> bool:
        """Whether the guess counts."""
        return self.kind not in (Kind.NEAR, Kind.WRONG)

    @property
    def near(self) -> bool:
        """Whether the guess is wrong but close."""
        return self.kind is Kind.NEAR


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How much may be off. Distances count letters put in, left out, changed, or swapped with a neighbour
    (optimal string alignment), in code points.
    """

    typo_distance: int = 1
    """Up to here a guess is right; 0 forgives no typing mistake."""
    typo_from: int = 5
    """Letters an answer has at least for a typing mistake to be forgiven."""
    near_distance: int = 2
    """Up to here a guess is near; short answers have less, see ``LETTERS_A_SLIP``."""


NO_WORDS = Lexicon()
USUAL = Tolerance()


def match(
    guess: str,
    secret: Iterable[Terms],
    language: str = "en",
    vocabulary: Lexicon = NO_WORDS,
    tolerance: Tolerance = USUAL,
) -> Verdict:
    """Judge a guess. No guess raises, whatever its characters.

    Args:
        guess: as the player typed it.
        secret: what the secret is called; terms in languages other than the room's and English do not count.
        language: of the room, a BCP 47 tag of which the first part is used.
        vocabulary: the words of the deck or decks in play.
        tolerance: the room's setting.

    Raises:
        WordsError: ``unknown_language`` when no answer of the secret counts in this room; ``bad_text`` when
            an answer has nothing to see in it.
    """
    room = language.partition("-")[0].lower()
    wanted = compiled(tuple(secret), room)
    if longer_than(guess, MAX_GRAPHEMES):
        return Verdict(Kind.WRONG, code="too_long")
    said = read(guess, room)
    if said is None:
        return Verdict(Kind.WRONG, code="empty")
    verdict = _strict(said, wanted)
    if verdict is None and not vocabulary.has_answer(said.accented, wanted.languages):
        verdict = _lenient(said, wanted, vocabulary, tolerance)
    return verdict or _close(said, wanted, tolerance) or Verdict(Kind.WRONG)


def _strict(said: Reading, secret: Secret) -> Verdict | None:
    """Nothing but case, spacing, punctuation and the article may differ."""
    for answer in secret.answers:
        if said.shown == answer.reading.shown:
            return _verdict(Kind.EXACT if answer.first else Kind.ALIAS, answer)
    for answer in secret.answers:
        if said.whole == answer.reading.whole:
            return _verdict(Kind.FOLDED, answer)
    for answer in secret.answers:
        if not said.accented.isdisjoint(answer.reading.accented):
            return _verdict(Kind.INFLECTED, answer)
    return None


def _lenient(said: Reading, secret: Secret, vocabulary: Lexicon, tolerance: Tolerance) -> Verdict | None:
    """For a guess that is not exactly another word."""
    for answer in secret.answers:
        if not said.plain.isdisjoint(answer.reading.plain):
            return _verdict(Kind.FOLDED, answer)
    for answer in secret.answers:
        if not said.spelled.isdisjoint(answer.reading.spelled):
            return _verdict(Kind.TRANSLITERATED, answer)
    if listed := _listed(said, secret):
        return listed
    if vocabulary.has_plain_answer(said.plain, secret.languages):
        return None
    for answer in secret.answers:
        if _inflected(said, answer, vocabulary):
            return _verdict(Kind.INFLECTED, answer)
    for answer in _slips(said, secret, tolerance):
        known = vocabulary.has_text(said.plain, secret.languages, secret.own)
        return None if known else _verdict(Kind.TYPO, answer)
    return None


def _inflected(said: Reading, answer: Answer, vocabulary: Lexicon) -> bool:
    """Without regard to accents, unless another word then looks the same (tévék are no teve)."""
    if answer.reading.plain.isdisjoint(vocabulary.alike):
        return any(map(answer.paradigm.covers, said.accented)) or any(
            map(answer.plain_paradigm.covers, said.plain)
        )
    return any(map(answer.paradigm.regular().covers, said.accented))


def _slips(said: Reading, secret: Secret, tolerance: Tolerance) -> Iterator[Answer]:
    """The answers that a typing mistake may have missed."""
    if tolerance.typo_distance:
        for answer in secret.answers:
            for right in answer.reading.spelled:
                if len(right) >= tolerance.typo_from and _within(said, right, tolerance.typo_distance):
                    yield answer


def _close(said: Reading, secret: Secret, tolerance: Tolerance) -> Verdict | None:
    if listed := _listed(said, secret):
        return listed
    for answer in secret.answers:
        for right in answer.reading.plain:
            most = min(tolerance.near_distance, len(right) // LETTERS_A_SLIP)
            if most and _within(said, right, most):
                return _verdict(Kind.NEAR, answer, "distance")
    for answer in secret.answers:
        if _shares_words(said.parts, answer.reading.parts):
            return _verdict(Kind.NEAR, answer, "part")
    return None


def _listed(said: Reading, secret: Secret) -> Verdict | None:
    """Near by the vocabulary: too general, too special, next of kin."""
    for text in secret.near:
        if not said.plain.isdisjoint(text.reading.plain) or any(map(text.plain_paradigm.covers, said.plain)):
            return _verdict(Kind.NEAR, text, "listed")
    return None


def _shares_words(said: frozenset[str], right: frozenset[str]) -> bool:
    """Whether the one is some of the words of the other, and not of a long list."""
    shared = said & right
    return (
        shared in (said, right)
        and len(said - right) <= MORE_WORDS
        and any(len(word) >= SHORTEST_PART for word in shared)
    )


def _within(said: Reading, right: str, most: int) -> bool:
    return any(OSA.distance(plain, right, score_cutoff=most) <= most for plain in said.plain)


def _verdict(kind: Kind, answer: Answer, code: str = "") -> Verdict:
    return Verdict(kind, answer.text, answer.language, code)
