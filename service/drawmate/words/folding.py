"""Texts reduced to what is compared: case, marks, punctuation and spacing folded, one step at a time.

Nothing here raises, whatever the text: lone surrogates, control and invisible characters are dropped.
"""

import unicodedata

MARKS_FROM = 10
"""Combining classes from here on are accents and points that may be left out; the classes below are parts of
letters in the scripts of India and Japan (nukta, virama, voicing)."""

PLAIN_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŧ": "t"}
)
"""Letters whose stroke or ligature is no combining mark."""

SPELLED_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ő": "oe", "ű": "ue", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe"}
)
"""Letters as written by someone whose keyboard lacks them. Case folding has already made ß into ss."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_ALONE = frozenset({"Mn", "Me", "Zs", "Zl", "Zp"})


def shown(text: str) -> str:
    """The text without regard to case, compatibility forms, invisible characters and the width of gaps."""
    if text.isascii():
        folded = text.casefold()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if not folded.isprintable():
        folded = "".join(c for c in folded if c.isspace() or unicodedata.category(c) not in _INVISIBLE)
    return " ".join(folded.split())


def tokens(shown_text: str) -> tuple[str, ...]:
    """The pieces of a shown text between spaces, dashes and other punctuation, letters and digits only.

    Apostrophes do not part a piece. A text of nothing but symbols (an emoji, ``^_^``) is one piece.
    """
    if shown_text.isascii() and shown_text.isalnum():
        return (shown_text,)
    kept = "".join(c if _is_letter(c) else "" if c in "'’ʼ‘`´" else " " for c in shown_text)
    pieces = (piece for piece in kept.split() if any(map(str.isalnum, piece)))
    return tuple(pieces) or _symbols(shown_text)


def plain(piece: str) -> str:
    """A piece without accents, as on a keyboard that has none: ``tévé`` is ``teve``."""
    if piece.isascii():
        return piece
    parted = unicodedata.normalize("NFD", piece)
    bare = "".join(c for c in parted if unicodedata.combining(c) < MARKS_FROM)
    return unicodedata.normalize("NFC", bare).translate(PLAIN_LETTERS)


def spelled_out(piece: str) -> str:
    """A piece without accents, umlauts and their kin written as two letters: ``füsse`` is ``fuesse``."""
    return plain(piece.translate(SPELLED_OUT))


def _is_letter(character: str) -> bool:
    if character.isalnum():
        return True
    category = unicodedata.category(character)
    return category == "Mc" or (category == "Mn" and not _is_selector(character))


def _symbols(text: str) -> tuple[str, ...]:
    """What can be seen of a text without letters; skin tones and presentation selectors do not count."""
    seen = "".join(
        c for c in text if unicodedata.category(c) not in _ALONE and not "\U0001f3fb" <= c <= "\U0001f3ff"
    )
    return (seen,) if seen else ()


def _is_selector(character: str) -> bool:
    return character == "\u034f" or "\ufe00" <= character <= "\ufe0f" or character >= "\U000e0100"
