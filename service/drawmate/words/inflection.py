"""The forms a noun takes without becoming another answer: article, plural, and the case endings of Hungarian.

English plurals are those of ``inflect``. Hungarian endings are a closed list put to the stems of the answer:
the dictionaries of lemmas at hand cost 200 MB in memory and still part common nouns in the wrong place.
Vowel harmony is not checked; a slip there names the same thing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import inflect

from drawmate.words.folding import plain, tokens

ARTICLES = {"en": frozenset({"a", "an", "the"}), "hu": frozenset({"a", "az", "egy"})}

_ENDING = re.compile(
    r"(?=.)(?:[aeoö]?k)?"  # plural
    r"(?:[aeoö]?t|n[ae]k|[vk][ae]l|[ée]rt|k[ée]nt|ig"  # -t -nak -val -ért -ként -ig
    r"|b[ae]n?|b[óőoö]l|[oeö]?n|r[ae]|r[óőoö]l|h[oeö]z|n[áéae]l|t[óőoö]l)?"  # the cases of place
)
_SHORT = str.maketrans("áéíóőúű", "aeioöuü")
_LENGTHENED = {"a": "á", "e": "é"}
_WITH_V = {"ó": ("ov", "av"), "ő": ("öv",), "ű": ("üv",)}
_FLEETING = re.compile(r"(.*[^aáeéiíoóöőuúüű])[aeoö]([^aáeéiíoóöőuúüű]{1,2})")
_CONSONANT = re.compile(r"dzs|sz|cs|gy|ly|ny|ty|zs|dz|[^aáeéiíoóöőuúüű]")


@dataclass(frozen=True, slots=True)
class Paradigm:
    """The forms of one answer, each in one piece."""

    forms: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    """Each may take any Hungarian ending; the first is the regular one."""

    def covers(self, piece: str) -> bool:
        """Whether the piece is one of the forms."""
        return piece in self.forms or any(
            piece.startswith(stem) and _ENDING.fullmatch(piece, len(stem)) for stem in self.stems
        )

    def regular(self) -> "Paradigm":
        """The same without the stems that change within."""
        return Paradigm(self.forms, self.stems[:1])

    def plain(self) -> "Paradigm":
        """The same without accents."""
        return Paradigm(frozenset(map(plain, self.forms)), tuple(dict.fromkeys(map(plain, self.stems))))


def without_article(pieces: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The pieces of a text without a leading article of the language or of English, if more follows."""
    if len(pieces) > 1 and (pieces[0] in ARTICLES["en"] or pieces[0] in ARTICLES.get(language, ())):
        return pieces[1:]
    return pieces


def paradigm(shown_text: str, languages: tuple[str, ...]) -> Paradigm:
    """The forms of an answer, given in lower case without its article, in the languages it may be of."""
    forms: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    if "en" in languages:
        forms |= english(plain(shown_text))
    if "hu" in languages:
        hungarian = _hungarian("".join(tokens(shown_text)))
        forms, stems = forms | hungarian.forms, hungarian.stems
    return Paradigm(forms, stems)


@lru_cache(4096)
def english(answer: str) -> frozenset[str]:
    """The plural, or plurals, and the singular of an English answer in lower case, each in one piece."""
    if not _is_english(answer):
        return frozenset()
    found = {engine.plural_noun(answer) for engine in _engines()} | {_singular(answer)}
    return frozenset("".join(tokens(form)) for form in found if form and form != answer)


def bases(text: str, language: str) -> Iterator[str]:
    """What a text may be a form of; the text is one piece in lower case without accents."""
    if language == "hu":
        for cut in range(len(text) - 1, max(1, len(text) - 8), -1):
            if _ENDING.fullmatch(text, cut):
                yield text[:cut]
    elif language == "en" and _is_english(text) and (singular := _singular(text)):
        yield singular


def _hungarian(answer: str) -> Paradigm:
    if len(answer) < 2 or not answer.isalpha():
        return Paradigm()
    last = answer[-1]
    stems = [answer[:-1] + _LENGTHENED.get(last, last)]
    stems += [answer[:-1] + changed for changed in _WITH_V.get(last, ())]
    closing = _closing(answer)
    if not closing:
        return Paradigm(stems=tuple(stems))
    body = answer[: -len(closing)]
    stems.append(body[:-1] + body[-1:].translate(_SHORT) + closing)
    if fleeting := _FLEETING.fullmatch(answer):
        stems.append(fleeting[1] + fleeting[2])
    instrumental = (f"{body}{closing[0]}{closing}{vowel}l" for vowel in "ae")
    return Paradigm(frozenset(instrumental), tuple(dict.fromkeys(stems)))


def _closing(answer: str) -> str:
    """The consonant, in one to three letters, at the end of an answer; empty after a vowel."""
    for length in (3, 2, 1):
        if _CONSONANT.fullmatch(answer[-length:]):
            return answer[-length:]
    return ""


def _is_english(text: str) -> bool:
    """Whether the text is of the kind that ``inflect`` was made for."""
    return text.isascii() and text.replace(" ", "").replace("-", "").isalpha() and text[-1].isalpha()


def _singular(text: str) -> str:
    modern, _ = _engines()
    return str(modern.singular_noun(text) or "")


@cache
def _engines() -> tuple[inflect.engine, inflect.engine]:
    modern, classical = inflect.engine(), inflect.engine()
    classical.classical(all=True)
    return modern, classical
