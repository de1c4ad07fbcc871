"""People played by a program over real sockets: they do what is offered at random, and know what was acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from drawmate.client import Connection, Refused, create_table, join
from drawmate.client.seats import Seat

TEXTS = ("cat", "a house", "macska", "zebra", "Angel", "something round", "t-shirt")
MOST_STROKES = 60
"""On one canvas, so that messages stay small."""


@dataclass(frozen=True, slots=True)
class GatedSeat(Seat):
    """A seat to which nobody comes back before the gate is open."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def ticket(self) -> str:
        await self.gate.wait()
        return await Seat.ticket(self)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that was asked for."""

    kind: str
    fields: Mapping[str, Any]


class Recorded(Connection):
    """A connection that remembers what it asked for, what was acknowledged, and the last welcome."""

    def __init__(self, place: Seat) -> None:
        super().__init__(place)
        self.sent: list[Deed] = []
        self.acked: list[Deed] = []
        self.welcomes: list[dict[str, Any]] = []

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        deed = Deed(kind, fields)
        self.sent.append(deed)
        answer = await super().ask(kind, **fields)
        self.acked.append(deed)
        return answer

    def fold(self, message: dict[str, Any]) -> bool:
        if message["type"] == "welcome":
            self.welcomes.append(message)
        return super().fold(message)


class Bot:
    """A person at a table; ``failed`` is what ended it, if anything did."""

    def __init__(self, seat: Seat, random: Random, gate: asyncio.Event) -> None:
        place = GatedSeat(seat.base_url, seat.code, seat.seat, seat.token, seat.host_token, seat.name, gate)
        self.line = Recorded(place)
        self.number = seat.seat or 0
        self.failed: BaseException | None = None
        self._random = random
        self._said = 0
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect, and live from now on."""
        await self.line.__aenter__()
        self._task = asyncio.create_task(self._live())

    async def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.line.close()

    async def _live(self) -> None:
        try:
            while True:
                await asyncio.sleep(self._random.uniform(0.01, 0.15))
                with suppress(Refused):  # the game was faster
                    await self._do_something()
        except Exception as error:
            self.failed = error

    async def _do_something(self) -> None:
        line = self.line
        if self._random.random() < 0.05:
            self._said += 1
            await line.chat(f"{self.number} says {self._said}")
        phase = line.lobby["phase"]
        if phase == "lobby":
            await (line.start() if line.lobby["host"] == line.seat else line.ready())
        elif phase == "over":
            await line.again()
        elif line.offers:
            await self._take_up(self._random.choice(line.offers))

    async def _take_up(self, offer: dict[str, Any]) -> None:
        line, random = self.line, self._random
        match offer["type"]:
            case "Choice":
                await line.act(offer["action"])
            case "Write":
                text = random.choice(TEXTS)[: offer["longest"]]
                await line.act(offer["action"] | {offer["field"]: text})
            case "Ink":
                await self._draw(offer["canvas"])

    async def _draw(self, canvas: str) -> None:
        line, random = self.line, self._random
        strokes = line.canvases.get(canvas, {})
        if strokes and random.random() < 0.1:
            await line.undo(canvas, random.choice(list(strokes)))
        elif len(strokes) < MOST_STROKES:
            length = random.choice((1, 5, 20, 700))
            x, y = ([round(random.uniform(0, 1000), 3) for _ in range(length)] for _ in "xy")
            await line.draw(canvas, [[x, y]])


async def table_of_bots(
    url: str, game: str, random: Random, gate: asyncio.Event, people: int = 2, ais: int = 1, **options: Any
) -> list[Bot]:
    """A table with so many people and AI seats (and more, if the game needs them) that plays for ever."""
    host = await create_table(url, game=game, name="Bot 0", options=options)
    seats = [host, *[await join(url, host.code, f"Bot {n}") for n in range(1, people)]]
    bots = [Bot(seat, Random(random.random()), gate) for seat in seats]
    gate.set()
    async with host.connect() as first:
        for _ in range(ais):
            await first.add_ai()
    for bot in bots:
        await bot.begin()
    return bots
