"""The deadline of a phase, as data. Nothing here looks at a clock: time is always a parameter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Milliseconds = int
"""Game time. The table stops it while a game is paused, so that deadlines need no correction."""

LAG: Final[Milliseconds] = 250
"""The most that measured lag may date an action back (D0.8, D1.7)."""

TIE: Final[Milliseconds] = 150
"""Two events no further apart than this are simultaneous (D0.8)."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the phase ends, and its number: a timer set for another epoch is stale.

    Attributes:
        epoch: rises with every phase.
        deadline: what everyone is shown; None when the phase has no timer.
        grace: how long after the deadline late actions may still arrive, dated before it.
        since: when the phase began.
    """

    epoch: int = 0
    deadline: Milliseconds | None = None
    grace: Milliseconds = 0
    since: Milliseconds = 0

    def phase(self, now: Milliseconds, span: Milliseconds | None, grace: Milliseconds = 0) -> Clock:
        """The clock of the next phase, which takes ``span`` (None: as long as it likes)."""
        return Clock(self.epoch + 1, None if span is None else now + span, grace, now)

    def sooner(self, deadline: Milliseconds) -> Clock:
        """The same phase with its deadline brought forward, never put back."""
        earlier = deadline if self.deadline is None else min(self.deadline, deadline)
        return Clock(self.epoch, earlier, self.grace, self.since)

    def over(self, now: Milliseconds) -> bool:
        """Whether ``expire`` has to act."""
        return self.deadline is not None and now >= self.deadline + self.grace

    def late(self, at: Milliseconds) -> bool:
        """Whether an action dated ``at`` comes after the deadline."""
        return self.deadline is not None and at > self.deadline
