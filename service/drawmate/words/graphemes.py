"""How long a text is for its reader: extended grapheme clusters (Unicode Standard Annex 29)."""

import regex  # type: ignore[import-untyped]

CODE_POINTS_A_GRAPHEME = 16
"""More than any honest cluster needs on average; a family emoji has seven."""

_CLUSTER = regex.compile(r"\X")


def longer_than(text: str, most: int) -> bool:
    """Whether a text has more than ``most`` graphemes, or so many code points that nobody meant to type it.

    The time is bounded by ``most``, however long the text is.
    """
    if len(text) <= most:
        return False
    if len(text) > most * CODE_POINTS_A_GRAPHEME:
        return True
    return sum(1 for _ in _CLUSTER.finditer(text)) > most
