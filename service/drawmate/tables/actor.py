"""The single owner of a table: takes requests one after the other, and for each: check → fold → journal → fan out.

What came in while the last entries were being written is worked off together, so that one commit serves many
requests. Nobody is told anything before it is on disk. If the disk fails, what is in memory is worth nothing: the
table is dropped and read from its journal again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog
from pydantic import BaseModel

from drawmate.games.clock import Milliseconds
from drawmate.games.codec import CodecError, dumps
from drawmate.games.rules import IllegalAction
from drawmate.observability.metrics import Metrics
from drawmate.storage.errors import StorageError
from drawmate.storage.journal import Journal
from drawmate.tables.answers import Answers
from drawmate.tables.archive import Finished, finished_of
from drawmate.tables.clock import GameTime, received
from drawmate.tables.connection import Connection
from drawmate.tables.entries import (
    Acted,
    Entry,
    Expired,
    Left,
    Reopened,
    Started,
    Ticked,
    write_entry,
)
from drawmate.tables.fanout import FanOut
from drawmate.tables.presence import Presence
from drawmate.tables.refusals import Refusal
from drawmate.tables.staff import Staff
from drawmate.tables.table import Table
from drawmate.wire.client_messages import ClientMessage
from drawmate.wire.codes import Close

__all__ = ["INBOX", "Actor"]

log = structlog.get_logger("drawmate.tables")

INBOX: Final = 256
"""Requests that may wait; senders of more wait for room, and so does their socket."""
BATCH: Final = 64
"""Requests that share a commit."""
TOUCH_MS: Final = 10_000
"""How old what the database says of when a table was last touched may be, while it is in the same phase."""
TICK: Final[Milliseconds] = 5_000
"""At most so much game time is lost by a crash."""


@dataclass(frozen=True, slots=True)
class _Request:
    connection: Connection
    message: ClientMessage
    at: Milliseconds
    received: float


Job = Callable[[], list[Entry]]
"""Something else to be done in turn: checks and gives the entries to fold, or refuses."""


class Actor:
    """A table that runs."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        staff: Staff | None = None,
        metrics: Metrics | None = None,
        over: Callable[[Finished], None] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.time = GameTime(table.time, monotonic)
        self.closed: Close | None = None
        self.touched = monotonic()
        self._monotonic = monotonic
        self._metrics = metrics or Metrics()
        self._journal = journal
        self._staff = staff
        self._over = over
        self._ended: list[Finished] = []
        self._presence = Presence(table, self.time, monotonic)
        self._fan = FanOut(table, self._presence, self.time)
        self._answers = Answers(table, self._presence, self.time, self._fold)
        self._requests: deque[_Request] = deque()
        self._jobs: deque[tuple[Job, asyncio.Future[None] | None]] = deque()
        self._room = asyncio.Semaphore(INBOX)
        self._wake = asyncio.Event()
        self._kept: list[Entry] = []
        self._marked = ("", 0)
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._run(), name=f"table-{table.opened.code}")

    @property
    def connections(self) -> Sequence[Connection]:
        """Everybody who is connected."""
        return self._presence.connections

    @property
    def waiting(self) -> int:
        """Requests that wait."""
        return len(self._requests)

    async def submit(self, connection: Connection, message: ClientMessage) -> None:
        """Put a client's message in the queue; the answer goes to the connection."""
        at = received(self.time.now(), connection.lag_ms)
        await self._room.acquire()
        self._requests.append(_Request(connection, message, at, self._monotonic()))
        self._wake.set()

    async def do(self, job: Job) -> None:
        """Have something done in turn; returns when it is on disk.

        Raises:
            Refusal: it was refused, or ``paused`` when the table is closed.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.soon(job, done)
        await done

    def soon(self, job: Job, done: asyncio.Future[None] | None = None) -> None:
        """Have something done in turn, without waiting for it."""
        if self.closed is not None:
            if done is not None:
                done.set_exception(Refusal("paused", "the table is closed"))
            return
        self._jobs.append((job, done))
        self._wake.set()

    async def connect(self, connection: Connection, since: int | None, token: str | None = None) -> None:
        """Let somebody in: they take over their seat from any older connection, and are welcomed.

        ``token`` is the hash of a seat's: they get the seat that it belongs to when their turn comes.

        Raises:
            Refusal: ``bad_token``; ``paused``: the table is closed.
        """

        def enter() -> list[Entry]:
            if connection.closed is not None:
                raise Refusal("paused", "the connection is closed")
            if token is not None:
                connection.seat = self.table.seat_of(token)
                if connection.seat is None:
                    raise Refusal("bad_token")
            return self._presence.enter(connection, since)

        try:
            await self.do(enter)
        except asyncio.CancelledError:
            connection.close(Close.RESTART)
            self.disconnect(connection)
            raise

    def disconnect(self, connection: Connection) -> None:
        """Somebody's socket is gone: their seat is held for them for a while (D0.6)."""
        self._presence.leave(connection)
        self._wake.set()

    async def close(self, code: Close) -> None:
        """Stop, after what waits has been done, and close every connection."""
        self.closed = self.closed or code
        self._wake.set()
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        try:
            while self.closed is None or self._jobs or self._requests:
                await self._wake.wait()
                self._wake.clear()
                await self._work()
                self._sleep()
        except StorageError as error:
            log.error("a table lost its journal", table=self.table.opened.id, code=error.code)
            self.closed = Close.RESTART
        except Exception:
            log.exception("a table failed", table=self.table.opened.id)
            self.closed = Close.RESTART
        finally:
            if self._timer is not None:
                self._timer.cancel()
            if self._staff is not None:
                self._staff.close()
            for connection in (*self.connections, *self._presence.going):
                connection.close(self.closed or Close.RESTART)
            for _, done in self._jobs:
                if done is not None and not done.done():
                    done.set_exception(Refusal("paused", "the table is closed"))

    async def _work(self) -> None:
        """Work off what waits, at most ``BATCH`` requests with one commit."""
        first = self.table.entries
        told = len(self.table.events)
        answers: list[tuple[Connection, BaseModel]] = []
        done: list[asyncio.Future[None]] = []
        begun: list[float] = []
        self._fold_quietly(self._overdue())
        while self._jobs:
            job, future = self._jobs.popleft()
            try:
                self._fold(job())
            except (Refusal, IllegalAction, CodecError) as error:
                if future is not None and not future.done():
                    future.set_exception(error)
            else:
                if future is not None:
                    done.append(future)
        for _ in range(min(BATCH, len(self._requests))):
            request = self._requests.popleft()
            self._room.release()
            if request.connection.closed is None and request.connection not in self._presence.going:
                begun.append(request.received)
                answer = self._answers.answer(request.connection, request.message, request.at)
                answers.append((request.connection, answer))
        if self._requests:
            self._wake.set()
        kept, self._kept = self._kept, []
        if kept:
            self.touched = self._monotonic()
            await self._store(first, kept)
            self._fan.publish(kept, told)
            self._put_away()
        for connection, answer in answers:
            connection.send(answer)
        self._fan.come_and_go()
        for future in done:
            if not future.done():
                future.set_result(None)
        answered = self._monotonic()
        for moment in begun:
            self._metrics.message_seconds.observe(answered - moment)

    async def _store(self, first: int, entries: list[Entry]) -> None:
        """Write entries to the journal, and when the table was last touched, as exactly as anybody needs it."""
        now, phase = int(time.time() * 1000), self.table.phase
        known = phase == self._marked[0] and now - self._marked[1] < TOUCH_MS
        await self._journal.append(
            self.table.opened.id,
            first,
            [write_entry(entry) for entry in entries],
            None if known else phase,
            touched_ms=None if known else now,
        )
        if not known:
            self._marked = (phase, now)

    def _put_away(self) -> None:
        """Hand on the games that ended, now that their end is on disk."""
        while self._ended:
            game = self._ended.pop()
            if self._over is not None:
                self._over(game)

    def _fold(self, entries: list[Entry]) -> None:
        """Change the table, and keep what changed it for the journal."""
        for entry in entries:
            in_lobby = self.table.match is None
            playing = self.table.phase == "playing"
            staying = self.table.staying()
            self.table.fold(entry)
            self._kept.append(entry)
            if playing and (game := finished_of(self.table)) is not None:
                self._ended.append(game)
            match entry:
                case Started():
                    self._presence.started()
                case Reopened():
                    self._seats_move({seat: n for n, seat in enumerate(staying)})
                case Left(seat):
                    code = Close.KICKED if entry.kicked else Close.LEFT
                    self._presence.given_up(seat, code, self._asking())
                    if in_lobby:
                        count = len(self.table.members) + 1
                        self._seats_move({s: s - (s > seat) for s in range(count) if s != seat})

    def _seats_move(self, to: dict[int, int]) -> None:
        self._presence.move(to, self._asking())

    def _asking(self) -> list[Connection]:
        """Whose requests wait, though they may be gone."""
        return [request.connection for request in self._requests]

    def _fold_quietly(self, entries: list[Entry]) -> None:
        """Fold what nobody asked for; what the rules refuse is left out."""
        for entry in entries:
            try:
                self._fold([entry])
            except (Refusal, IllegalAction):
                log.warning("refused", table=self.table.opened.id, entry=type(entry).__name__)

    def _overdue(self) -> list[Entry]:
        """What time brings: deadlines, ticks, seats whose grace is over."""
        entries: list[Entry] = []
        now = self.time.now()
        if self.table.phase == "playing" and self.time.running:
            clock = self.table.playing().state.sitting.clock
            if clock.over(now):
                late = now - (clock.deadline or now) - clock.grace
                self._metrics.overdue_seconds.observe(late / 1000)
                entries.append(Expired(now))
            elif now - self.table.time >= TICK:
                entries.append(Ticked(now))
        return [*entries, *self._presence.overdue(now)]

    def _sleep(self) -> None:
        """Ask the staff, and be woken when time brings something next."""
        waits: list[float] = []
        if self._staff is not None and self.table.phase == "playing" and self.time.running:
            until = self._staff.look(self)
            if until is not None:
                waits.append(self.time.seconds_until(until))
        if self.table.phase == "playing" and self.time.running:
            clock = self.table.playing().state.sitting.clock
            if clock.deadline is not None:
                waits.append(self.time.seconds_until(clock.deadline + clock.grace))
            waits.append(self.time.seconds_until(self.table.time + TICK))
        held = self._presence.seconds_left()
        if held is not None:
            waits.append(held)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if waits and self.closed is None:
            self._timer = asyncio.get_running_loop().call_later(min(waits) + 0.001, self._wake.set)

    def wake(self) -> None:
        """Look at the table again."""
        self._wake.set()

    def enter_action(self, actor: int, action: Any) -> None:
        """Let an AI seat or the referee act."""

        def act() -> list[Entry]:
            return [Acted(actor, dumps(action), self.time.now())]

        self.soon(act)
