"""A game as it was played: its options, seed and actions, from which everything else follows again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from drawmate.games.clock import Milliseconds
from drawmate.games.codec import dumps
from drawmate.games.rules import Actor, Event, Game, Holder, Outcome, Step

CLOCK: Final[Actor] = -2
"""The actor of an entry that is no action but a deadline that passed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was applied: when, by whom, and what (None for the clock)."""

    now: Milliseconds
    actor: Actor
    action: Any = None


@dataclass(slots=True)
class Match:
    """A running game with its record and a hash over all its events: the smallest table there is."""

    game: Game[Any]
    config: Any
    holders: tuple[Holder, ...]
    seed: int
    begun: Milliseconds = 0
    entries: list[Entry] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    state: Any = None

    def __post_init__(self) -> None:
        self._take(self.game.start(self.config, self.holders, self.seed, self.begun))

    def apply(self, actor: Actor, action: Any, now: Milliseconds) -> tuple[Event, ...]:
        """Apply and record an action; a refused one leaves everything as it was."""
        step = self.game.apply(self.state, actor, action, now)
        self.entries.append(Entry(now, actor, action))
        return self._take(step)

    def expire(self, now: Milliseconds) -> tuple[Event, ...]:
        """Let the clock act, and record it if it did anything."""
        step = self.game.expire(self.state, now)
        if step.state is not self.state:
            self.entries.append(Entry(now, CLOCK))
        return self._take(step)

    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.game.outcome(self.state)

    def digest(self) -> str:
        """SHA-256 over every event, in order, and the state they led to."""
        return digest_of([*self.events, self.state])

    def replayed(self) -> Match:
        """The same game played again from its record."""
        again = Match(self.game, self.config, self.holders, self.seed, self.begun)
        for entry in self.entries:
            again.take(entry)
        return again

    def take(self, entry: Entry) -> tuple[Event, ...]:
        """Apply or expire, as an entry says, and record it."""
        if entry.actor == CLOCK:
            return self.expire(entry.now)
        return self.apply(entry.actor, entry.action, entry.now)

    def _take(self, step: Step[Any]) -> tuple[Event, ...]:
        self.state = step.state
        self.events.extend(step.events)
        return step.events


def digest_of(records: Iterable[Any]) -> str:
    """SHA-256 of the canonical JSON of some records."""
    hashed = hashlib.sha256()
    for record in records:
        hashed.update(dumps(record).encode())
        hashed.update(b"\n")
    return hashed.hexdigest()
