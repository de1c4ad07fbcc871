"""Whole matches in seconds: the real actor, staff and journal entries on an event loop whose time leaps.

Nothing real is waited for: the journal is a list, thinking is done at once and takes made-up time, and where the loop
would sleep its clock is put forward. The same seed gives the same match.
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Any, TypeVar

from drawmate.games.record import Match
from drawmate.tables.actor import Actor
from drawmate.tables.entries import Entry, Expired, Left, Opened, Took, read_entry, write_entry
from drawmate.tables.staff import Office, Staff
from drawmate.tables.table import Table
from drawmate.words import load
from tests.players.driver import OPTIONAL, Gazer

T = TypeVar("T")

THINKING = (0.01, 0.4)
"""Seconds that a plan or a verdict takes."""
SHORT_NOTICE = 6_000
"""An AI that took a seat over so few milliseconds before the end of a phase need not have acted in it."""


@cache
def gazer() -> Gazer:
    """A recogniser that sees something in everything, quickly."""
    return Gazer([word.label for word in load()])


class _Leaping(selectors.SelectSelector):
    """Never waits: tells how long it would have."""

    def __init__(self) -> None:
        super().__init__()
        self.leap: Callable[[float], None] = lambda seconds: None

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("nothing will ever happen any more")
        if not found and timeout is not None and timeout > 0:
            self.leap(timeout)
        return found


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own, which stands still while anything is done."""

    def __init__(self, seed: int = 0) -> None:
        self._now = 1_000.0
        self._random = Random(seed)
        selector = _Leaping()
        super().__init__(selector)
        selector.leap = self._leap

    def time(self) -> float:
        return self._now

    def _leap(self, seconds: float) -> None:
        self._now += seconds

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """Done at once; known after a while."""
        return self.create_task(self._later(func, args))

    async def _later(self, func: Callable[..., T], args: Sequence[Any]) -> T:
        found = func(*args)
        await asyncio.sleep(self._random.uniform(*THINKING))
        return found


def fast(work: Callable[[FastLoop], Coroutine[Any, Any, T]], seed: int = 0) -> T:
    """Run on a fast loop."""
    loop = FastLoop(seed)
    try:
        return loop.run_until_complete(work(loop))
    finally:
        loop.close()


class MemoryJournal:
    """A journal in memory, for one table; its commits take a moment, so that requests gather behind them."""

    def __init__(self) -> None:
        self.bodies: list[str] = []

    async def append(
        self, table_id: str, first: int, bodies: Sequence[str], phase: Any = None, *, touched_ms: Any = None
    ) -> None:
        await asyncio.sleep(0.003)
        assert first == len(self.bodies), "entries are numbered without a hole"
        self.bodies.extend(bodies)

    def entries(self) -> list[Entry]:
        return [read_entry(body) for body in self.bodies]


class Watched(Table):
    """A table that calls its witnesses with (entry, state before, state after, events before) at each fold."""

    def fold(self, entry: Entry) -> None:
        before = None if self.match is None else self.match.state
        told = len(self.events)
        super().fold(entry)
        after = None if self.match is None else self.match.state
        for witness in WITNESSES.get(self.opened.id, ()):
            witness(entry, before, after, told)


Witness = Callable[[Entry, Any, Any, int], None]
WITNESSES: dict[str, list[Witness]] = {}
"""By the id of a table: who is called at each fold."""


def opened_table(
    loop: asyncio.AbstractEventLoop, game: str, seed: int, language: str = "en", **options: Any
) -> tuple[Actor, MemoryJournal]:
    """An empty table of a game that runs, with its staff."""
    opened = Opened(f"{seed:032x}", f"T{seed}", game, json.dumps(options), language, False, 0, "")
    table = Watched.open(opened)
    journal = MemoryJournal()
    staff = Staff(Office(gazer(), _THREADS), game, seed)
    actor = Actor(table, journal, staff, monotonic=loop.time)  # type: ignore[arg-type]
    journal.bodies.append(write_entry(opened))
    return actor, journal


_THREADS = ThreadPoolExecutor(1)
"""Never used by a fast loop."""


class Timekeeper:
    """Notes the phases whose end the game waited for an AI in vain (D0.10, D0.11)."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since: dict[int, int] = {}
        self.missed: list[str] = []
        self.expired = 0
        self.phases: set[str] = set()
        WITNESSES.setdefault(table.opened.id, []).append(self)

    def __call__(self, entry: Entry, before: Any, after: Any, told: int) -> None:
        if after is not None:
            self.phases.add(type(after.phase).__name__)
        if isinstance(entry, Left):
            self._since[entry.seat] = entry.at
        elif isinstance(entry, Took):
            self._since.pop(entry.seat, None)
        elif isinstance(entry, Expired):
            self.expired += 1
            assert self._table.match is not None
            for seat in awaited(self._table.match, before):
                end = before.sitting.clock.deadline or 0
                if not before.sitting.holders[seat].person and end - self._since.get(seat, 0) > SHORT_NOTICE:
                    phase = type(before.phase).__name__
                    self.missed.append(f"seat {seat} let {phase} of round {before.round} pass")


def awaited(match: Match, state: Any) -> list[int]:
    """The seats that a game waited for in vain when its deadline passed; see the players' driver."""
    sitting = state.sitting
    race = getattr(state.phase, "race", None)
    if race is not None and race.first_right() is not None:
        return []
    found = []
    for seat in sitting.seats:
        kinds = OPTIONAL if seat in sitting.waits_for() else OPTIONAL | {"Ready"}
        for offer in match.game.offers(state, seat):
            action = getattr(offer, "action", None)
            floor = getattr(offer, "ai_from", None) or 0
            late = floor > (sitting.clock.deadline or 0)
            if action is not None and type(action).__name__ not in kinds and not late:
                found.append(seat)
                break
    return found
