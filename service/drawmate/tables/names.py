"""Names at a table: what may be one, and when two look alike."""

from __future__ import annotations

from collections.abc import Iterable

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

from drawmate.games.rules import IllegalAction, plain
from drawmate.tables.refusals import Refusal
from drawmate.wire.limits import LONGEST_NAME
from drawmate.words.folding import shown
from drawmate.words.graphemes import longer_than

__all__ = ["checked_name", "same_look", "skeleton"]

_CODE_POINTS = 200


def checked_name(text: str, taken: Iterable[str]) -> str:
    """A name as it is kept: NFC, stripped, 1 to ``LONGEST_NAME`` graphemes that can be seen, unlike all ``taken``.

    Raises:
        Refusal: ``bad_name``, ``name_taken``.
    """
    try:
        name = " ".join(plain(text, _CODE_POINTS).split())
    except IllegalAction as error:
        raise Refusal("bad_name", path="name") from error
    if longer_than(name, LONGEST_NAME):
        raise Refusal("bad_name", f"a name has at most {LONGEST_NAME} characters", path="name")
    if any(same_look(name, other) for other in taken):
        raise Refusal("name_taken", path="name")
    return name


def same_look(one: str, other: str) -> bool:
    """Whether a reader would take two names for the same."""
    return skeleton(one) == skeleton(other)


def skeleton(name: str) -> str:
    """A name with every character replaced by the Latin one it looks like (after UTS 39), case and gaps folded."""
    return "".join(map(_prototype, shown(name))).casefold().replace(" ", "")


def _prototype(character: str) -> str:
    if character.isascii():
        return "l" if character in "1i|" else "o" if character == "0" else character
    alike = [found["c"] for found in confusables.confusables_data.get(character, ())]
    return next((_prototype(c) for c in alike if c.isascii()), character)
