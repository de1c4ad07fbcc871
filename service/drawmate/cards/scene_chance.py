"""Seeded numbers for making scenes: SplitMix64 of a counter (Steele, Lea, Flood 2014), equal on every platform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


@dataclass(slots=True)
class Stream:
    """Numbers of chance, one after another; who holds the stream moves it on."""

    seed: int
    count: int = 0

    def below(self, n: int) -> int:
        """A whole number in 0..n-1; n is far below 2**64, so the bias is nil."""
        self.count += 1
        return _mixed((self.seed + self.count * _STEP) & _MASK) % n

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def percent(self, chance: int) -> bool:
        """True in so many of a hundred cases."""
        return self.below(100) < chance

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order of chance (Fisher, Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def branch(self, number: int) -> Stream:
        """A stream of its own for each number, whatever this one has given so far."""
        return Stream(_mixed((_mixed(self.seed & _MASK) ^ (number * _STEP)) & _MASK))


def _mixed(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
