"""All tables of a process: opened, found by code, joined, brought back from their journals, and put away."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import structlog

from drawmate.games.catalogue import UnknownGameError
from drawmate.observability.metrics import Metrics
from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.journal import Journal
from drawmate.storage.tables import TableRow, Tables
from drawmate.tables.actor import Actor
from drawmate.tables.archive import Archive
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Entry, Opened, Sat, read_entry, write_entry
from drawmate.tables.names import checked_name
from drawmate.tables.refusals import Refusal
from drawmate.tables.requests import hash_of, new_token
from drawmate.tables.staff import Office, Staff
from drawmate.tables.table import Table, replayed
from drawmate.wire.codes import Close

__all__ = ["Hall", "Place", "Ticket"]

log = structlog.get_logger("drawmate.tables")

CODE_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
CODE_LENGTH: Final = 8
TICKET_SECONDS: Final = 30.0
TICKETS: Final = 10_000
IDLE_SECONDS: Final = 60.0
"""A table without connections is put away after this; its journal brings it back."""
SPECTATORS: Final = 200
"""Of one table at a time."""
EXPIRES_SECONDS: Final = 7 * 24 * 3600
"""A table that nobody touched for this long is deleted."""
LANGUAGES: Final = ("en", "hu")


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that was given out; the tokens are told once and stored as hashes only."""

    code: str
    seat: int
    token: str
    host_token: str | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """Lets a socket in, once."""

    code: str
    token_hash: str | None
    name: str
    expires: float


class Hall:
    """The tables of a process."""

    def __init__(
        self,
        database: Database,
        recogniser: Any | None = None,
        metrics: Metrics | None = None,
        thinkers: int = 2,
        retention_days: int = 0,
    ) -> None:
        self._metrics = metrics or Metrics()
        self._tables = Tables(database)
        self._journal = Journal(database)
        models = () if recogniser is None else (recogniser.spec.id,)
        self.archive = Archive(database, models, retention_days)
        self._threads = ThreadPoolExecutor(thinkers, thread_name_prefix="thinking")
        self._office = Office(recogniser, self._threads)
        self._actors: dict[str, Actor] = {}
        self._opening: dict[str, asyncio.Task[Actor]] = {}
        self._tickets: dict[str, Ticket] = {}
        self._closed = False
        self._deleting: set[str] = set()
        self._keeper = asyncio.create_task(self._keep(), name="drawmate-hall")
        self._healer = asyncio.create_task(self._heal(), name="drawmate-healer")

    @property
    def actors(self) -> Mapping[str, Actor]:
        """The tables in memory, by code."""
        return self._actors

    async def open(
        self,
        game: str,
        name: str,
        options: Mapping[str, Any] | None = None,
        language: str = "en",
        listed: bool = False,
    ) -> Place:
        """A new table with its host on seat 0.

        Raises:
            Refusal: ``bad_name``, ``bad_option``, ``unknown_game``, ``paused``: the server restarts; StorageError.
        """
        self._check_open()
        name = checked_name(name, ())
        token, host_token = new_token(), new_token()
        opened = Opened(
            secrets.token_hex(16),
            "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
            game,
            json.dumps(dict(options or {}), ensure_ascii=False, allow_nan=False),
            language,
            listed,
            _now_ms(),
            hash_of(host_token),
        )
        try:
            table = Table.open(opened)
        except UnknownGameError as error:
            raise Refusal("unknown_game", str(error), path="game") from error
        sat = Sat(name, hash_of(token))
        table.fold(sat)
        now = opened.created
        await self._tables.create(TableRow(opened.id, opened.code, game, listed, "lobby", now, now))
        await self._journal.append(opened.id, 0, [write_entry(opened), write_entry(sat)])
        self._actors[opened.code] = self._run(table)
        return Place(opened.code, 0, token, host_token)

    async def find(self, code: str) -> Actor:
        """The table of a code, brought back from its journal if need be.

        Raises:
            Refusal: ``no_table``, ``paused``: the server restarts.
        """
        self._check_open()
        code = code.strip().upper()
        if code in self._deleting:
            raise Refusal("no_table")
        actor = self._actors.get(code)
        if actor is not None and actor.closed is None:
            return actor
        opening = self._opening.get(code)
        if opening is None:
            opening = self._opening[code] = asyncio.create_task(
                self._reopen(code), name=f"opening-{code[:8]}"
            )
            opening.add_done_callback(lambda _: self._opening.pop(code, None))
        return await asyncio.shield(opening)

    async def join(self, code: str, name: str) -> Place:
        """A seat at a table in its lobby.

        Raises:
            Refusal: ``no_table``, ``bad_name``, ``name_taken``, ``table_full``, ``in_game``.
        """
        actor = await self.find(code)
        token = new_token()

        def sit() -> list[Entry]:
            if actor.table.match is not None:
                raise Refusal("in_game")
            taken = [member.name for member in actor.table.members]
            return [Sat(checked_name(name, taken), hash_of(token))]

        await actor.do(sit)
        seat = actor.table.seat_of(hash_of(token))
        return Place(actor.table.opened.code, seat if seat is not None else 0, token)

    async def ticket(self, code: str, token: str | None, name: str = "") -> str:
        """A ticket for one socket, for the seat of a token or for a spectator.

        Raises:
            Refusal: ``no_table``; ``bad_token``: no seat has it; ``bad_name``, ``name_taken``: a spectator's.
        """
        actor = await self.find(code)
        hashed = None if token is None else hash_of(token)
        if hashed is not None and actor.table.seat_of(hashed) is None:
            raise Refusal("bad_token", "no seat has this token")
        if name and hashed is None:
            name = checked_name(name, [member.name for member in actor.table.members])
        now = time.monotonic()
        if len(self._tickets) >= TICKETS:
            self._tickets = {key: t for key, t in self._tickets.items() if t.expires > now}
            if len(self._tickets) >= TICKETS:
                raise Refusal("busy", "too many tickets are out")
        key = new_token()
        self._tickets[key] = Ticket(actor.table.opened.code, hashed, name, now + TICKET_SECONDS)
        return key

    async def enter(
        self, code: str, ticket: str, session: str, since: int | None
    ) -> tuple[Actor, Connection]:
        """Use a ticket.

        Raises:
            Refusal: ``bad_token``, ``no_table``; ``busy``: there are too many spectators; ``paused``: the table was
                closed meanwhile and may be found again.
        """
        found = self._tickets.pop(ticket, None)
        if found is None or found.expires < time.monotonic() or found.code != code.strip().upper():
            raise Refusal("bad_token")
        actor = await self.find(found.code)
        if found.token_hash is None and sum(c.seat is None for c in actor.connections) >= SPECTATORS:
            raise Refusal("busy", "too many spectators")
        connection = Connection(None, session or secrets.token_hex(8), found.name)
        await actor.connect(connection, since, found.token_hash)
        return actor, connection

    async def delete(self, code: str, token: str) -> bool:
        """Close a table for good, with all that happened at it; False when the token is not that of its host.

        Its finished games stay in the gallery until they are deleted there.

        Raises:
            Refusal: ``no_table``, ``paused``; StorageError.
        """
        actor = await self.find(code)
        opened = actor.table.opened
        if not secrets.compare_digest(opened.host, hash_of(token)):
            return False
        self._deleting.add(opened.code)
        try:
            await actor.close(Close.TABLE_CLOSED)
            await self._tables.delete(opened.id)
        finally:
            self._deleting.discard(opened.code)
        self._actors.pop(opened.code, None)
        self._journal.forget(opened.id)
        await self.archive.forget([opened.id])
        return True

    async def listed(self, limit: int = 50) -> list[TableRow]:
        """Public tables, newest first."""
        return await self._tables.public(limit)

    def measure(self) -> None:
        """Set the gauges of the metrics to what is there now."""
        actors, measured = list(self._actors.values()), self._metrics
        for phase in ("lobby", "playing", "over"):
            measured.tables.labels(phase).set(sum(a.table.phase == phase for a in actors))
        members = [member for actor in actors for member in actor.table.members]
        measured.seats.labels("person").set(sum(m.person for m in members))
        measured.seats.labels("ai").set(sum(not m.person for m in members))
        measured.sockets.set(sum(len(actor.connections) for actor in actors))
        measured.table_queue.set(sum(actor.waiting for actor in actors))
        measured.socket_queue.set(sum(c.waiting for actor in actors for c in actor.connections))

    async def close(self) -> None:
        """Close every table, as for a restart, and flush the journal; none is found any more."""
        self._closed = True
        self._keeper.cancel()
        self._healer.cancel()
        await asyncio.gather(*(actor.close(Close.RESTART) for actor in self._actors.values()))
        await self.archive.close()
        await self._journal.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _check_open(self) -> None:
        if self._closed:
            raise Refusal("paused", "the server restarts")

    async def _reopen(self, code: str) -> Actor:
        """Run the table of a code, unless it runs."""
        before = self._actors.get(code)
        if before is not None:
            await before.close(Close.RESTART)
        actor = self._actors[code] = await self._bring_back(code)
        return actor

    async def _bring_back(self, code: str) -> Actor:
        row = await self._tables.by_code(code)
        if row is None:
            raise Refusal("no_table")
        try:
            entries = [read_entry(body) for body in await self._journal.read(row.id)]
            table = replayed(entries)
        except ValueError as error:
            if isinstance(error, StorageError) and error.code != "damaged":
                raise  # it may be there later
            log.error("a journal cannot be replayed", table=row.id, reason=str(error))
            raise Refusal("no_table", "this table cannot be brought back") from error
        self.archive.heal_soon(table, entries, row.touched_ms)
        return self._run(table)

    async def _heal(self) -> None:
        """Put away the games that were over when the process ended, of tables that nobody may visit any more."""
        try:
            rows = await self._tables.unkept()
        except StorageError as error:
            log.warning("games could not be looked for", code=error.code)
            return
        for row in rows:
            if row.code in self._actors or row.code in self._opening:
                continue
            try:
                entries = [read_entry(body) for body in await self._journal.read(row.id)]
                self._forget(row.code, row.id)
                table = await asyncio.to_thread(replayed, entries)
            except ValueError as error:
                log.warning("the games of a table could not be looked for", table=row.id, reason=str(error))
            else:
                self.archive.heal_soon(table, entries, row.touched_ms)
                await self.archive.settled()

    def _forget(self, code: str, table_id: str) -> None:
        """Forget where a journal ends, unless its table runs or is about to."""
        if code not in self._actors and code not in self._opening:
            self._journal.forget(table_id)

    def _run(self, table: Table) -> Actor:
        seed = int(table.opened.id[:15], 16)
        staff = Staff(self._office, table.opened.game, seed)
        return Actor(table, self._journal, staff, self._metrics, self.archive.keep_soon)

    async def _keep(self) -> None:
        """Put away what nobody uses."""
        while True:
            await asyncio.sleep(10)
            now = time.monotonic()
            for code, actor in list(self._actors.items()):
                idle = not actor.connections and now - actor.touched > IDLE_SECONDS
                if self._actors.get(code) is actor and (actor.closed is not None or idle):
                    del self._actors[code]
                    await actor.close(Close.RESTART)
                    self._forget(code, actor.table.opened.id)
            self._tickets = {key: t for key, t in self._tickets.items() if t.expires > now}
            try:
                gone = await self._tables.expire(_now_ms() - EXPIRES_SECONDS * 1000)
                await self.archive.forget(gone)
                await self.archive.retain()
            except StorageError as error:
                log.warning("tables could not be cleared away", code=error.code)


def _now_ms() -> int:
    return int(time.time() * 1000)
