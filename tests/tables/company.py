"""A table on a fast loop, with people at it who say what a test has them say and remember what they are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from drawmate.tables.actor import Actor
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Sat
from drawmate.tables.requests import hash_of
from drawmate.tables.staff import Staff
from drawmate.tables.table import replayed
from drawmate.wire.client_messages import ClientMessage, Start
from drawmate.wire.codes import Close
from tests.tables.fast_forward import WITNESSES, FastLoop, fast, opened_table

T = TypeVar("T")


class Hearer(Connection):
    """A connection that keeps the frames it is sent, read, instead of queueing them."""

    def __init__(self, seat: int | None, session: str, name: str = "") -> None:
        super().__init__(seat, session, name)
        self.heard: list[dict[str, Any]] = []

    def send_text(self, text: str) -> None:
        if self.closed is None:
            self.heard.append(json.loads(text))

    def close(self, code: Close) -> None:
        if self.closed is None:
            self.heard.append({"type": "closing", "code": int(code)})
        super().close(code)

    def types(self) -> list[str]:
        return [frame["type"] for frame in self.heard]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.heard if frame["type"] == kind]

    def answer(self, number: int) -> dict[str, Any]:
        """The one answer to a request that was sent once; forgets it."""
        (found,) = [f for f in self.heard if f["type"] in ("ack", "error") and f["id"] == number]
        self.heard.remove(found)
        return found


class Company:
    """A table and whoever is at it."""

    def __init__(self, loop: FastLoop, game: str, staff: bool = True, seed: int = 1, **options: Any) -> None:
        self.loop = loop
        self.actor, self.journal = opened_table(loop, game, seed, **options)
        if not staff:
            self.actor._staff = None
        self._number = 0

    async def sit(self, name: str, session: str | None = None) -> Hearer:
        """Somebody takes the next seat and comes."""
        await self.actor.do(lambda: [Sat(name, hash_of(name))])
        return await self.come(name, session)

    async def come(self, name: str, session: str | None = None, since: int | None = None) -> Hearer:
        """Somebody who has a seat comes, or comes again."""
        hearer = Hearer(None, session or f"the client of {name}")
        await self.actor.connect(hearer, since, hash_of(name))
        return hearer

    async def watch(self, session: str = "somebody who watches", name: str = "Eye") -> Hearer:
        hearer = Hearer(None, session, name)
        await self.actor.connect(hearer, None)
        return hearer

    async def ask(self, who: Hearer, message: type[Any] | ClientMessage, **fields: Any) -> dict[str, Any]:
        """Have somebody send a message, one that was made before or a new one, and give its answer."""
        if isinstance(message, type):
            message = message(id=self.next(), **fields)
        await self.actor.submit(who, message)
        await self.settle()
        return who.answer(message.id)  # type: ignore[union-attr]

    async def settle(self) -> None:
        """Returns when nothing waits."""
        await self.actor.do(list)
        while self.actor.waiting:
            await self.actor.do(list)
        await self.actor.do(list)

    async def start(self, host: Hearer) -> None:
        assert (await self.ask(host, Start))["type"] == "ack"

    async def restart(self, staff: bool = False) -> None:
        """The server is stopped, and another one brings the table back."""
        await self.actor.close(Close.RESTART)
        table = replayed(self.journal.entries())
        seat_staff = Staff(self.actor._staff._office, table.opened.game, 1) if self.actor._staff else None
        self.actor = Actor(
            table,
            self.journal,  # type: ignore[arg-type]
            seat_staff if staff else None,
            monotonic=self.loop.time,
        )

    def next(self) -> int:
        self._number += 1
        return self._number


def company(
    test: Callable[[Company], Coroutine[Any, Any, T]],
    game: str = "quick_guess",
    staff: bool = True,
    **options: Any,
) -> T:
    """Run a test on a table of its own."""

    async def work(loop: FastLoop) -> T:
        there = Company(loop, game, staff, **options)
        try:
            return await asyncio.wait_for(test(there), 24 * 3600)
        finally:
            await there.actor.close(Close.TABLE_CLOSED)
            WITNESSES.clear()

    return fast(work)
