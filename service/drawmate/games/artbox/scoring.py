"""Counting and scoring a round of ArtBox, and breaking ties."""

from __future__ import annotations

from dataclasses import dataclass

from drawmate.games.rules import Seat


@dataclass(frozen=True, slots=True)
class Counts:
    """Of a round, by seat: how many matched its drawing, how many drawings it matched, and its token."""

    matched: tuple[int, ...]
    matches: tuple[int, ...]
    tokens: tuple[int, ...]


def count(
    words: tuple[int, ...],
    places: tuple[Seat, ...],
    drafts: tuple[tuple[int | None, ...], ...],
    tokens: tuple[int, ...],
) -> Counts:
    """Count right matches; one's own drawing is left out of both counts (D3.12).

    Args:
        words: the word of each seat.
        places: whose drawing lies at each place.
        drafts: by seat, a word or None for each place.
        tokens: by seat.
    """
    seats = len(words)
    matched, matches = [0] * seats, [0] * seats
    for seat, draft in enumerate(drafts):
        for author, word in zip(places, draft, strict=True):
            if author != seat and word == words[author]:
                matched[author] += 1
                matches[seat] += 1
    return Counts(tuple(matched), tuple(matches), tokens)


def points(counts: Counts) -> tuple[int, ...]:
    """One for the drawing matched by most; one for the most matches of anyone else; a lower token breaks ties.

    The second is never for the seat that has the first (D3.18). A point is not given when its greatest count is 0
    (D3.15).
    """
    drawn = _first(counts.matched, counts.tokens, without=None)
    guessed = _first(counts.matches, counts.tokens, without=drawn)
    return tuple(int(seat in (drawn, guessed)) for seat in range(len(counts.tokens)))


def _first(column: tuple[int, ...], tokens: tuple[int, ...], without: Seat | None) -> Seat | None:
    rivals = [seat for seat in range(len(column)) if seat != without and column[seat] > 0]
    return max(rivals, key=lambda seat: (column[seat], -tokens[seat]), default=None)
