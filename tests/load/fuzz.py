"""Nonsense for the sockets of tables: ``python -m tests.load.fuzz --messages 10000 --seed 1``.

At tables of all five games a host, another seat and a spectator each send frames of ``tests.load.frames``, so many of
each kind of socket in all; bytes that are no frames, too, and connections that break. Nothing may fail in the server,
no answer may be a 5xx, every frame of the server must be a message of the wire, every journal must replay, and when all
is done people must be able to play on at every table. Prints what was sent and heard; exits with 1 after any fault.

The server's rates for one socket are raised, so that messages reach the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from pydantic import TypeAdapter, ValidationError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from drawmate.client import Refused, create_table, join, watch
from drawmate.client.seats import Seat
from drawmate.games.catalogue import CATALOGUE
from drawmate.tables.table import replayed
from drawmate.wire.codes import Close
from drawmate.wire.server_messages import ServerMessage
from tests.load.bots import Bot
from tests.load.frames import Forger
from tests.load.journals import journal_of
from tests.servers import Server, started_server
from tests.tiny_model import write_tiny_model

KINDS = ("host", "seat", "spectator")
RATES = {"drawmate.api.socket.RATE": 200, "drawmate.api.socket.REFUSED_RATE": 1_000}
CLOSES = {*map(int, Close), 1000, 1002, 1006, 1007, 1009, 1012}
PLAYED_ON = 120.0
"""Seconds in which something has to be done at a table when the nonsense is over."""
_MESSAGES: TypeAdapter[Any] = TypeAdapter(ServerMessage)


@dataclass(slots=True)
class Tally:
    """What was sent and heard, and what was wrong."""

    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Pest:
    """Whoever sends nonsense from one place at a table."""

    def __init__(self, kind: str, game: str, place: Seat, random: Random, tally: Tally) -> None:
        self.kind, self.place = kind, place
        self._forger = Forger(game, random)
        self._random, self._tally = random, tally
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def pester(self, messages: int) -> None:
        """Send so many frames, over as many sockets as it takes."""
        for number in range(messages):
            while self._socket is None:
                await self._come()
            chance = self._random.random()
            with suppress(ConnectionClosed, OSError, RuntimeError):
                if chance < 0.004:
                    self._socket.transport.write(self._forger.raw())
                    await asyncio.sleep(0.05)
                elif chance < 0.008:
                    self._socket.transport.abort()
                    await asyncio.sleep(0.05)
                else:
                    await self._socket.send(self._forger.frame())
            self._tally.sent[self.kind] += 1
            await asyncio.sleep(0.05 if number % 25 == 0 else 0)
        await asyncio.sleep(1)
        await self._leave()

    async def _come(self) -> None:
        """A new socket, on one's seat if it is still one's own."""
        try:
            ticket = await self.place.ticket()
        except Refused as refused:
            if refused.status is None or refused.status >= 500 or refused.code != "bad_token":
                self._tally.faults.append(f"no ticket: {refused.code} {refused.status}")
            self.place = watch(self.place.base_url, self.place.code)
            return
        since = self._random.choice((None, "0", "3", "99999999", "-1", "x", "٣"))
        client = self._random.choice(("", "c", "x" * 100, "\u0000é🎨", "a:b:1"))
        query = {"ticket": ticket, "client": client} | ({} if since is None else {"since": since})
        url = f"{self.place.socket_url}?{urlencode(query)}"
        try:
            self._socket = await connect(url, max_size=None, proxy=None, ping_interval=None, open_timeout=60)
        except InvalidStatus as error:
            self._tally.faults.append(f"no socket: {error}")
            return
        self._reader = asyncio.create_task(self._read(self._socket))

    async def _leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self._hear(socket, text)
        except ConnectionClosed:
            pass
        finally:
            code = socket.close_code or 1006
            self._tally.closes[code] += 1
            if code not in CLOSES:
                self._tally.faults.append(f"closed with {code} {socket.close_reason}")
            self._socket = None

    async def _hear(self, socket: ClientConnection, text: str | bytes) -> None:
        message = json.loads(text)
        try:
            _MESSAGES.validate_python(message)
        except ValidationError as error:
            self._tally.faults.append(f"no message of the wire: {error}"[:300])
        kind = message["type"]
        if kind in ("ack", "error"):
            self._tally.answers[message.get("code", "ack")] += 1
        if kind == "ping" and self._random.random() < 0.97:
            with suppress(ConnectionClosed):
                await socket.send(json.dumps({"type": "pong", "n": message["n"]}))
        if kind == "ack" and message.get("token") and self.place.token is None:
            place = self.place
            self.place = Seat(place.base_url, place.code, 0, message["token"], name=place.name)
        self._forger.hears(message)


async def fuzz(messages: int, seed: int, folder: Path, tables: int = 4) -> Tally:
    """Send ``messages`` frames of each kind of socket at ``tables`` tables of each game."""
    tally = Tally()
    settings = {
        "DRAWMATE_MODELS": str(write_tiny_model(folder / "tiny-v1")),
        "DRAWMATE_DATABASE_URL": f"sqlite:///{folder / 'tables.db'}",
        "DRAWMATE_LOG_LEVEL": "warning",
    }
    each = -(-messages // (len(CATALOGUE) * tables))
    with started_server(altered=RATES, **settings) as server:
        work = (
            _table(server, game, Random(f"{seed} {game} {number}"), each, tally)
            for game in sorted(CATALOGUE)
            for number in range(tables)
        )
        codes = await asyncio.gather(*work)
        tally.faults += await asyncio.to_thread(_refused_requests, server)
    tally.faults += server.failures
    for code in codes:
        try:
            replayed(journal_of(folder / "tables.db", code))
        except ValueError as error:
            tally.faults.append(f"{code}: {error}")
    return tally


async def _table(server: Server, game: str, random: Random, each: int, tally: Tally) -> str:
    """A table from its opening until somebody has played on; its code."""
    host = await create_table(server.url, game=game, name="Fox")
    seat = await join(server.url, host.code, "Owl")
    if random.random() < 0.75:
        async with host.connect() as first, seat.connect() as second:
            await second.ready()
            await first.start()
    places = {"host": host, "seat": seat, "spectator": watch(server.url, host.code)}
    pests = [Pest(kind, game, places[kind], Random(random.random()), tally) for kind in KINDS]
    await asyncio.gather(*(pest.pester(each) for pest in pests))
    try:
        async with asyncio.timeout(PLAYED_ON):
            await _played_on(server, host.code, [pest.place for pest in pests], random)
    except TimeoutError:
        tally.faults.append(f"{game} {host.code}: nobody can play on")
    return host.code


async def _played_on(server: Server, code: str, places: Sequence[Seat], random: Random) -> None:
    """Return when somebody has acted or drawn in a game at the table."""
    gate = asyncio.Event()
    gate.set()
    bots: list[Bot] = []
    try:
        for number, place in enumerate([*places, watch(server.url, code)]):
            bot = Bot(place, Random(random.random()), gate)
            with suppress(Refused):
                await bot.begin()
                bots.append(bot)
                if bot.line.seat is None and not any(b.line.seat is not None for b in bots):
                    await bot.end()
                    bots.remove(bot)
                    bots.append(await _newcomer(server, code, number, random, gate))
        while not any(deed.kind in ("act", "ink") for bot in bots for deed in bot.line.acked):
            for bot in bots:
                await _clear_away(bot)
            await asyncio.sleep(0.3)
    finally:
        for bot in bots:
            await bot.end()


async def _newcomer(server: Server, code: str, number: int, random: Random, gate: asyncio.Event) -> Bot:
    """Somebody who takes a free seat in the lobby, or that of an AI."""
    try:
        place = await join(server.url, code, f"Late {number}")
    except Refused:
        async with watch(server.url, code).connect() as eye:
            free = next(seat for seat, one in enumerate(eye.lobby["seats"]) if not one["person"])
            place = await eye.take(free, f"Late {number}")
    bot = Bot(place, Random(random.random()), gate)
    await bot.begin()
    return bot


async def _clear_away(bot: Bot) -> None:
    """In the lobby the host removes people who are gone, so that the game can start."""
    line = bot.line
    if line.lobby["phase"] == "lobby" and line.seat is not None and line.lobby["host"] == line.seat:
        for seat, one in enumerate(line.lobby["seats"]):
            if one["person"] and not one["connected"]:
                with suppress(Refused):
                    await line.kick(seat)
                return


def _refused_requests(server: Server) -> list[str]:
    """The requests that were answered by 5xx, from the server's metrics."""
    with server.client() as http:
        text = http.get("/metrics").text
    return re.findall(r'^drawmate_requests_total\{.*status="5.*$', text, re.MULTILINE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=10_000, help="of each kind of socket")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(fuzz(given.messages, given.seed, Path(folder)))
    print("sent", dict(tally.sent))
    print("answered", dict(tally.answers.most_common()))
    print("closed", dict(sorted(tally.closes.items())))
    print(f"{len(tally.faults)} faults", *tally.faults, sep="\n")
    sys.exit(1 if tally.faults else 0)


if __name__ == "__main__":
    main()
