"""Seeded, counted chance: a value in the state, so that a game replays bit for bit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Chance:
    """A seed and how many numbers have been drawn. Every method gives its result and the chance after it.

    The numbers are SplitMix64 of the count (Steele, Lea, Flood 2014), the same on every platform.
    """

    seed: int
    count: int = 0

    def below(self, n: int) -> tuple[int, Chance]:
        """A whole number in 0..n-1, each equally likely."""
        if n < 1:
            raise ValueError("n must be at least 1")
        number, count = _draw(self.seed, self.count, n)
        return number, Chance(self.seed, count)

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in an order of chance (Fisher, Yates)."""
        cards, count = list(items), self.count
        for last in range(len(cards) - 1, 0, -1):
            pick, count = _draw(self.seed, count, last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        return tuple(cards), Chance(self.seed, count)

    def choose(self, items: Sequence[T]) -> tuple[T, Chance]:
        """One of the items."""
        pick, chance = self.below(len(items))
        return items[pick], chance


def _draw(seed: int, count: int, n: int) -> tuple[int, int]:
    """A whole number in 0..n-1, and how many numbers have been drawn by then; the highest, uneven ones are skipped."""
    highest = (1 << 64) - n
    while True:
        count += 1
        z = (seed + count * _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
        number = z % n
        if z <= highest or z - number <= highest:
            return number, count
