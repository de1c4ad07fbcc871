"""A table's game time: it runs while people are there and stands still while nobody is."""

from __future__ import annotations

import time
from collections.abc import Callable

from drawmate.games.clock import LAG, Milliseconds

__all__ = ["GameTime", "received"]


class GameTime:
    """Game milliseconds, from a monotonic clock in seconds; starts standing still."""

    def __init__(self, base: Milliseconds = 0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._base = base
        self._monotonic = monotonic
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time goes by."""
        return self._since is not None

    def now(self) -> Milliseconds:
        """The game's time now."""
        if self._since is None:
            return self._base
        return self._base + int((self._monotonic() - self._since) * 1000)

    def go(self) -> None:
        """Let time go by."""
        if self._since is None:
            self._since = self._monotonic()

    def stop(self) -> None:
        """Hold the time."""
        self._base = self.now()
        self._since = None

    def restart(self) -> None:
        """Begin at 0 again: a new game."""
        self._base = 0
        if self._since is not None:
            self._since = self._monotonic()

    def seconds_until(self, at: Milliseconds) -> float:
        """How long until a game time, while time goes by."""
        return max(0.0, (at - self.now()) / 1000)


def received(now: Milliseconds, round_trip: Milliseconds) -> Milliseconds:
    """When an action counts as done: when it was received, less the measured lag, at most ``LAG`` of it (D0.8)."""
    return max(0, now - min(round_trip // 2, LAG))
