"""Load on the tables of a server: many people who draw at once, each over a socket of their own.

Every table plays Dekalko, whose tracing has all seats draw at the same time; the soft limits are off, so that nothing
else happens while it is measured. The time of an event is from sending a piece of ink until it is acknowledged, which
is when it is on disk. A piece that was never acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from drawmate.settings import Settings

__all__ = ["MOST_SEATS", "LoadError", "loadtest"]

MOST_SEATS: Final = 6
POINTS: Final = 6
"""In a piece, as a pen gives them in 50 ms."""
STROKE_PIECES: Final = 20
DRAINED_SECONDS: Final = 10.0
_ADDRESS: Final = re.compile(rb"http://([^/]+)/")


class LoadError(ValueError):
    """The test cannot be made."""

    code = "no_load"


@dataclass(slots=True)
class _Bot:
    """A person at a table: a socket, and when what it sent was sent and answered."""

    socket: ClientConnection
    seat: int
    sent: dict[int, float] = field(default_factory=dict)
    taken: list[float] = field(default_factory=list)
    refused: int = 0
    canvas: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    async def listen(self) -> None:
        """Answer pings, and note what is acknowledged."""
        async for text in self.socket:
            message = json.loads(text)
            match message["type"]:
                case "ack":
                    began = self.sent.pop(message["id"], None)
                    if began is not None:
                        self.taken.append(time.perf_counter() - began)
                case "error":
                    self.refused += self.sent.pop(message["id"], None) is not None
                case "ping":
                    await self.socket.send(json.dumps({"type": "pong", "n": message["n"]}))
                case "view":
                    inks = [o["canvas"] for o in message["offers"] if o["type"] == "Ink"]
                    if inks and not self.canvas.done():
                        self.canvas.set_result(inks[0])

    async def draw(self, rate: float, seconds: float, delay: float) -> None:
        """Send ink at a rate, evenly, whatever the answers."""
        canvas = await self.canvas
        await asyncio.sleep(delay)
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            wait = began + number / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            stroke, piece = divmod(number, STROKE_PIECES)
            phase = [0.1 * (piece * POINTS + i) for i in range(POINTS)]
            message = {
                "type": "ink",
                "id": number + 1,
                "canvas": canvas,
                "stroke": stroke,
                "offset": piece * POINTS,
                "x": [round(500 + 300 * math.cos(a + stroke), 1) for a in phase],
                "y": [round(500 + 300 * math.sin(a), 1) for a in phase],
                "t": [round(8 * (piece * POINTS + i)) for i in range(POINTS)],
                "end": piece == STROKE_PIECES - 1,
            }
            self.sent[number + 1] = time.perf_counter()
            await self.socket.send(json.dumps(message))


def loadtest(
    settings: Settings, tables: int, seats: int, seconds: float, rate: float, url: str | None = None
) -> dict[str, float]:
    """Load ``tables`` × ``seats`` (3 to 6) people who each send ``rate`` pieces a second for ``seconds``.

    Without ``url`` a server of its own is started on this machine, with an empty database in a temporary file.
    Gives ``event_ms_p50``, ``event_ms_p99``, ``events``, ``lost``, ``refused``, ``events_per_s``, ``inference_ms_p99``.

    Raises:
        LoadError: the server does not start, or refuses the tables.
    """
    return asyncio.run(_measure(settings, tables, seats, seconds, rate, url))


async def _measure(
    settings: Settings, tables: int, seats: int, seconds: float, rate: float, url: str | None
) -> dict[str, float]:
    async with _server(settings, url) as address:
        bots: list[_Bot] = []
        for _ in range(tables):
            bots += await _table(address, seats)
        listeners = [asyncio.create_task(bot.listen()) for bot in bots]
        try:
            begun = time.perf_counter()
            work = (bot.draw(rate, seconds, n / len(bots) / rate) for n, bot in enumerate(bots))
            await asyncio.gather(*work)
            lasted = time.perf_counter() - begun
            end = time.perf_counter() + DRAINED_SECONDS
            while any(bot.sent for bot in bots) and time.perf_counter() < end:
                await asyncio.sleep(0.05)
            inference = await asyncio.to_thread(_inference_p99, address)
        finally:
            for bot in bots:
                await bot.socket.close()
            await asyncio.gather(*listeners, return_exceptions=True)
    taken = sorted(second for bot in bots for second in bot.taken)
    return {
        "event_ms_p50": _quantile(taken, 0.5),
        "event_ms_p99": _quantile(taken, 0.99),
        "events": len(taken),
        "lost": sum(len(bot.sent) for bot in bots),
        "refused": sum(bot.refused for bot in bots),
        "events_per_s": len(taken) / lasted,
        "inference_ms_p99": inference,
    }


async def _table(address: str, seats: int) -> list[_Bot]:
    """A table of so many people that has begun to play."""
    opened = await asyncio.to_thread(
        _post, address, "/v1/tables", {"game": "dekalko", "name": "Bot 1", "options": {"timers": False}}
    )
    code = opened["code"]
    places = [opened] + [
        await asyncio.to_thread(_post, address, f"/v1/tables/{code}/seats", {"name": f"Bot {n}"})
        for n in range(2, seats + 1)
    ]
    bots = []
    for place in places:
        ticket = await asyncio.to_thread(
            _post, address, f"/v1/tables/{code}/tickets", {}, str(place["token"])
        )
        query = urlencode({"ticket": ticket["ticket"]})
        socket = await connect(
            f"ws://{address}/v1/tables/{code}/socket?{query}",
            max_size=None,
            ping_interval=None,
            compression=None,
        )
        bots.append(_Bot(socket, place["seat"]))
    for bot in bots[1:]:
        await bot.socket.send(json.dumps({"type": "ready", "id": 0, "ready": True}))
    await asyncio.sleep(0.05)
    await bots[0].socket.send(json.dumps({"type": "start", "id": 0}))
    return bots


@asynccontextmanager
async def _server(settings: Settings, url: str | None) -> AsyncIterator[str]:
    """Host and port of the server to load."""
    if url is not None:
        yield url.removeprefix("http://").rstrip("/")
        return
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'load.db'}"
        changes = {"database_url": database, "log_level": "error", "root_path": "", "workers": 1}
        environment = settings.model_copy(update=changes).inherited()
        process = subprocess.Popen(
            [sys.executable, "-m", "drawmate.cli", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            env=environment,
        )
        try:
            assert process.stdout is not None
            line = await asyncio.to_thread(process.stdout.readline)
            found = _ADDRESS.search(line)
            if found is None:
                raise LoadError("the server did not start")
            await asyncio.to_thread(_wait_until_ready, found[1].decode())
            yield found[1].decode()
        finally:
            process.terminate()
            process.wait(20)


def _wait_until_ready(address: str) -> None:
    from http.client import HTTPConnection

    for _ in range(600):
        try:
            connection = HTTPConnection(address, timeout=5)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise LoadError("the server did not start")


def _post(address: str, path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    from http.client import HTTPConnection

    connection = HTTPConnection(address, timeout=60)
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    if response.status != 201:
        raise LoadError(f"{path}: {response.status} {content[:200].decode(errors='replace')}")
    answer: dict[str, Any] = json.loads(content)
    return answer


def _inference_p99(address: str) -> float:
    """The 99th percentile of the server's inferences, from its histogram: the upper edge of the bucket, in ms."""
    from http.client import HTTPConnection

    connection = HTTPConnection(address, timeout=30)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    found = re.findall(r'^drawmate_inference_seconds_bucket\{le="([^"]+)"\} (\S+)$', text, re.M)
    buckets = [(float(edge), float(count)) for edge, count in found]
    total = buckets[-1][1] if buckets else 0.0
    if not total:
        return 0.0
    return 1000 * next(edge for edge, count in buckets if count >= 0.99 * total)


def _quantile(ordered: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
