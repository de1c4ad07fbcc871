"""A text as a matcher compares it: guesses, right answers and near answers are read the same way."""

from dataclasses import dataclass
from functools import cached_property

from drawmate.words.folding import plain, shown, spelled_out, tokens
from drawmate.words.inflection import without_article


@dataclass(frozen=True)
class Reading:
    """A text with something to see in it, and its keys. A piece has letters and digits only."""

    shown: str
    """Without regard to case and the width of gaps."""
    pieces: tuple[str, ...]
    bare_pieces: tuple[str, ...]
    """Without the article."""

    @cached_property
    def whole(self) -> str:
        """Written together, with accents."""
        return "".join(self.pieces)

    @cached_property
    def bare(self) -> str:
        """Written together without the article, with accents."""
        return "".join(self.bare_pieces)

    @cached_property
    def accented(self) -> frozenset[str]:
        """Written together, with and without the article."""
        return frozenset((self.whole, self.bare))

    @cached_property
    def plain(self) -> frozenset[str]:
        """The same without accents."""
        return frozenset(map(plain, self.accented))

    @cached_property
    def spelled(self) -> frozenset[str]:
        """Without accents, umlauts written out as two letters or not."""
        return self.plain | frozenset(map(spelled_out, self.accented))

    @cached_property
    def parts(self) -> frozenset[str]:
        """The pieces without accents and article."""
        return frozenset(map(plain, self.bare_pieces))


def read(text: str, language: str) -> Reading | None:
    """Read a text in the room's language, whose articles are known; None when there is nothing to see."""
    said = shown(text)
    pieces = tokens(said)
    return Reading(said, pieces, without_article(pieces, language)) if pieces else None
