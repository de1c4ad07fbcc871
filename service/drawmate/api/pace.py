"""How many messages a second a socket may send. It is asked for every message, so it is a list of times and no more."""

from __future__ import annotations

from collections import deque

__all__ = ["Window"]


class Window:
    """At most ``most`` in any second."""

    def __init__(self, most: int) -> None:
        self._times: deque[float] = deque(maxlen=most)

    def wait(self, now: float) -> float:
        """Seconds until one more is allowed; 0.0 when it is allowed now, and then it counts."""
        times = self._times
        if len(times) == times.maxlen and (left := times[0] + 1.0 - now) > 0:
            return left
        times.append(now)
        return 0.0
