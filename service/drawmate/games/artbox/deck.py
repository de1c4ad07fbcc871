"""Drawing words from the deck of ArtBox, so that no two synonyms lie in one row."""

from __future__ import annotations

from drawmate.games.artbox.records import Config


def draw_words(config: Config, deck: tuple[int, ...], number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """``number`` words of different groups from the top, and the rest of the deck.

    Words that may not lie beside those drawn stay where they are; a deck that does not hold enough gives fewer (D3.4).
    """
    drawn: list[int] = []
    groups: set[int] = set()
    for word in deck:
        if len(drawn) < number and config.group(word) not in groups:
            drawn.append(word)
            groups.add(config.group(word))
    taken = set(drawn)
    return tuple(drawn), tuple(word for word in deck if word not in taken)
