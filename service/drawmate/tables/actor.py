"""The single owner of a table: takes requests one after the other, and for each: check → fold → journal → fan out.

What came in while the last entries were being written is worked off together, so that one commit serves many
requests. Nobody is told anything before it is on disk. If the disk fails, what is in memory is worth nothing: the
table is dropped and read from its journal again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
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
from drawmate.tables.archive import Finished, finished_of
from drawmate.tables.clock import GameTime, received
from drawmate.tables.connection import Connection
from drawmate.tables.entries import (
    Acted,
    Drew,
    Entry,
    Expired,
    Hosted,
    Left,
    Reopened,
    Said,
    Started,
    Ticked,
    Took,
    Undid,
    write_entry,
)
from drawmate.tables.fanout import FanOut
from drawmate.tables.refusals import Refusal
from drawmate.tables.requests import Asker, entries_for, new_token
from drawmate.tables.staff import Staff
from drawmate.tables.table import Table
from drawmate.wire.client_messages import Act, ClientMessage, Resync, Take
from drawmate.wire.codes import REFUSALS, Close
from drawmate.wire.server_messages import Ack, Error

__all__ = ["GRACE", "INBOX", "LOBBY_GRACE", "Actor"]

log = structlog.get_logger("drawmate.tables")

INBOX: Final = 256
"""Requests that may wait; senders of more wait for room, and so does their socket."""
BATCH: Final = 64
"""Requests that share a commit."""
GRACE: Final = 30.0
"""Seconds until an AI holds the seat of somebody who is away (D0.6)."""
LOBBY_GRACE: Final = 120.0
"""Seconds until somebody who is away loses a seat in the lobby."""
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
        self.connections: list[Connection] = []
        self.closed: Close | None = None
        self.touched = monotonic()
        self._monotonic = monotonic
        self._metrics = metrics or Metrics()
        self._journal = journal
        self._staff = staff
        self._over = over
        self._ended: list[Finished] = []
        self._fan = FanOut(table, self.connections, monotonic)
        self._requests: deque[_Request] = deque()
        self._jobs: deque[tuple[Job, asyncio.Future[None] | None]] = deque()
        self._room = asyncio.Semaphore(INBOX)
        self._wake = asyncio.Event()
        self._away: dict[int, float] = {}
        self._entering: list[tuple[Connection, int | None]] = []
        self._going: dict[Connection, Close] = {}
        self._presence = False
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._run(), name=f"table-{table.opened.code}")

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
            return self._enter(connection, since)

        try:
            await self.do(enter)
        except asyncio.CancelledError:
            connection.close(Close.RESTART)
            self.disconnect(connection)
            raise

    def _enter(self, connection: Connection, since: int | None) -> list[Entry]:
        seat = connection.seat
        entries: list[Entry] = []
        if seat is not None:
            for other in [c for c in self.connections if c.seat == seat]:
                self._dismiss(other, Close.TAKEN_OVER)
            member = self.table.member(seat)
            self._away.pop(seat, None)
            if not member.here and self.table.match is not None:
                entries.append(Took(seat, self.time.now()))
            if self.table.host is None:
                entries.append(Hosted(seat))
        self.connections.append(connection)
        self._entering.append((connection, since))
        self._people_came()
        return entries

    def disconnect(self, connection: Connection) -> None:
        """Somebody's socket is gone: their seat is held for them for a while (D0.6)."""
        if connection not in self.connections:
            return
        self.connections.remove(connection)
        if connection.seat is not None:
            self._away[connection.seat] = self._monotonic() + (
                LOBBY_GRACE if self.table.match is None else GRACE
            )
            if not any(c.seat is not None for c in self.connections):
                self.time.stop()
        self._presence = True
        self._wake.set()

    async def close(self, code: Close) -> None:
        """Stop, after what waits has been done, and close every connection."""
        self.closed = self.closed or code
        self._wake.set()
        await asyncio.shield(self._task)

    def _people_came(self) -> None:
        """Time goes by again; whoever is still away has their grace from now on."""
        connected = {c.seat for c in self.connections if c.seat is not None}
        if connected and self.table.phase == "playing" and not self.time.running:
            now = self._monotonic()
            for seat, member in enumerate(self.table.members):
                if member.person and seat not in connected:
                    self._away[seat] = now + GRACE
            self.time.go()

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
            for connection in (*self.connections, *self._going):
                connection.close(self.closed or Close.RESTART)
            for _, done in self._jobs:
                if done is not None and not done.done():
                    done.set_exception(Refusal("paused", "the table is closed"))

    async def _work(self) -> None:
        """Work off what waits, at most ``BATCH`` requests with one commit."""
        first = self.table.entries
        kept: list[Entry] = []
        told = len(self.table.events)
        answers: list[tuple[_Request, BaseModel]] = []
        done: list[asyncio.Future[None]] = []
        begun: list[float] = []
        self._fold_quietly(self._overdue(), kept)
        while self._jobs:
            job, future = self._jobs.popleft()
            try:
                self._fold(job(), kept)
            except (Refusal, IllegalAction, CodecError) as error:
                if future is not None and not future.done():
                    future.set_exception(error)
            else:
                if future is not None:
                    done.append(future)
        for _ in range(min(BATCH, len(self._requests))):
            request = self._requests.popleft()
            self._room.release()
            if request.connection.closed is None and request.connection not in self._going:
                begun.append(request.received)
                answers.append((request, self._answer(request, kept)))
        if self._requests:
            self._wake.set()
        if kept:
            self.touched = self._monotonic()
            await self._journal.append(
                self.table.opened.id,
                first,
                [write_entry(entry) for entry in kept],
                self.table.phase,
                touched_ms=int(time.time() * 1000),
            )
            self._publish(kept, told)
            self._put_away()
        for request, answer in answers:
            request.connection.send(answer)
            if isinstance(answer, Ack) and isinstance(request.message, Take | Resync):
                self._fan.welcome(request.connection, None, self._away, self.time)
        self._come_and_go()
        for future in done:
            if not future.done():
                future.set_result(None)
        answered = self._monotonic()
        for moment in begun:
            self._metrics.message_seconds.observe(answered - moment)

    def _come_and_go(self) -> None:
        """Close the connections that have ended, welcome those that came, and say who is there."""
        for connection, code in self._going.items():
            connection.close(code)
        self._going.clear()
        for connection, since in self._entering:
            if connection in self.connections:
                self._fan.welcome(connection, since, self._away, self.time)
        if self._entering or self._presence:
            self._fan.lobby(self._away, self.time)
        self._entering.clear()
        self._presence = False

    def _dismiss(self, connection: Connection, code: Close) -> None:
        """A connection has ended: nothing more is heard from it; it is closed once its answers are sent."""
        self._going[connection] = code
        if connection in self.connections:
            self.connections.remove(connection)

    def _put_away(self) -> None:
        """Hand on the games that ended, now that their end is on disk."""
        while self._ended:
            game = self._ended.pop()
            if self._over is not None:
                self._over(game)

    def _answer(self, request: _Request, kept: list[Entry]) -> BaseModel:
        """Do what a message asks for, and the answer to it."""
        message, connection = request.message, request.connection
        number: int = getattr(message, "id", 0)
        key = f"{connection.seat}:{connection.session}:{number}"
        if isinstance(message, Resync):
            return Ack(id=number)
        if key in self.table.keys:
            return Ack(id=number)
        name = connection.name
        if connection.seat is not None and connection.seat < len(self.table.members):
            name = self.table.members[connection.seat].name
        asker = Asker(connection.seat, name, request.at, key)
        token = new_token()
        try:
            if isinstance(message, Act) and not self.time.running and self.table.phase == "playing":
                raise Refusal("paused")
            self._fold(entries_for(self.table, message, asker, token), kept)
        except Refusal as error:
            return _error(number, error.code, str(error), error.path, error.expected)
        except IllegalAction as error:
            return _error(number, error.code, str(error))
        except CodecError as error:
            return _error(number, error.code, str(error), "action")
        if isinstance(message, Take):
            connection.seat = message.seat
            self._away.pop(message.seat, None)
            self._people_came()
            return Ack(id=number, token=token)
        return Ack(id=number)

    def _fold(self, entries: list[Entry], kept: list[Entry]) -> None:
        for entry in entries:
            gone = entry.seat if isinstance(entry, Left) else None
            in_lobby = self.table.match is None
            playing = self.table.phase == "playing"
            staying = self.table.staying()
            self.table.fold(entry)
            kept.append(entry)
            if playing and (game := finished_of(self.table)) is not None:
                self._ended.append(game)
            if isinstance(entry, Started):
                self.time.restart()
                self._away = {s: self._monotonic() + GRACE for s in self._away}
                self.time.go()
            if isinstance(entry, Reopened):
                self._seats_move({seat: n for n, seat in enumerate(staying)})
            if gone is not None:
                self._seat_is_gone(gone, in_lobby, entry)

    def _seat_is_gone(self, seat: int, in_lobby: bool, entry: Entry) -> None:
        """Close the connection of a seat that was given up or taken; in the lobby later seats move up."""
        self._away.pop(seat, None)
        kicked = isinstance(entry, Left) and entry.key is not None and not entry.key.startswith(f"{seat}:")
        for connection in self._heard():
            if connection.seat == seat:
                self._dismiss(connection, Close.KICKED if kicked else Close.LEFT)
        if in_lobby:
            self._seats_move({s: s - (s > seat) for s in range(len(self.table.members) + 1) if s != seat})
        if not any(c.seat is not None for c in self.connections):
            self.time.stop()

    def _seats_move(self, to: dict[int, int]) -> None:
        """Seats have other numbers now."""
        for connection in self._heard():
            if connection.seat is not None and connection.seat in to:
                connection.seat = to[connection.seat]
        self._away = {to[seat]: until for seat, until in self._away.items() if seat in to}

    def _heard(self) -> list[Connection]:
        """All connections, and those that are gone but whose requests wait."""
        return list(dict.fromkeys((*self.connections, *(r.connection for r in self._requests))))

    def _fold_quietly(self, entries: list[Entry], kept: list[Entry]) -> None:
        """Fold what nobody asked for; what the rules refuse is left out."""
        for entry in entries:
            try:
                self._fold([entry], kept)
            except (Refusal, IllegalAction):
                log.warning("refused", table=self.table.opened.id, entry=type(entry).__name__)

    def _overdue(self) -> list[Entry]:
        """What time brings: deadlines, seats whose grace is over, ticks."""
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
        if self.time.running or self.table.phase != "playing":
            late = [seat for seat, until in self._away.items() if until <= self._monotonic()]
            for seat in sorted(late, reverse=True):
                del self._away[seat]
                entries.append(Left(seat, now, False))
        return entries

    def _publish(self, kept: list[Entry], told: int) -> None:
        """Tell everyone what has been stored, each what they may know."""
        for entry in kept:
            match entry:
                case Drew():
                    self._fan.drawn(entry)
                case Undid():
                    self._fan.undone(entry)
                case Said():
                    self._fan.said(entry)
        if any(isinstance(entry, Started) for entry in kept):
            told = 0
        self._fan.events(told)
        if any(not isinstance(entry, Drew | Undid | Said | Ticked) for entry in kept):
            self._fan.views(self.time)
        if any(not isinstance(entry, Drew | Undid | Said | Ticked | Acted | Expired) for entry in kept) or (
            self.table.phase != "playing"
        ):
            self._fan.lobby(self._away, self.time)

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
        if self._away and (self.time.running or self.table.phase != "playing"):
            waits.append(max(0.0, min(self._away.values()) - self._monotonic()))
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


def _error(
    number: int, code: str, message: str, path: str | None = None, expected: int | None = None
) -> Error:
    return Error(id=number, code=code, message=REFUSALS.get(code, message), path=path, expected=expected)
