"""Load on the tables of a server: many people who draw at once, each over a socket of their own.

Which game is played decides how many of a table draw: at Dekalko everyone traces at the same time, at Duplik everyone
but the portrayer draws; the soft limits are off, so that nothing else happens while it is measured. ``artists`` of each
table draw then, by default all that may. The time of an event is from sending a piece of ink until it is acknowledged,
which is when it is on disk. A piece that was never acknowledged is lost. ``behind_ms_p99`` is how late the pieces were
sent: much more than a millisecond says that not the server was measured, but this test.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from drawmate.api.crowd import Person, connected
from drawmate.api.loops import quickest_loop
from drawmate.settings import Settings

__all__ = ["GAMES", "MOST_SEATS", "LoadError", "loadtest"]

GAMES: Final = {"dekalko": 0, "duplik": 1}
"""Games that can be played, and how many seats of a table do not draw."""
MOST_SEATS: Final = 6
DRAINED_SECONDS: Final = 10.0
TICK_SECONDS: Final = 0.001
_ADDRESS: Final = re.compile(rb"http://([^/]+)/")


class LoadError(ValueError):
    """The test cannot be made."""

    code = "no_load"


def loadtest(
    settings: Settings,
    tables: int,
    seats: int,
    seconds: float,
    rate: float,
    url: str | None = None,
    game: str = "dekalko",
    artists: int = 0,
) -> dict[str, Any]:
    """Load ``tables`` × ``seats`` (3 to 6) people, of whom ``artists`` each send ``rate`` pieces a second.

    Without ``url`` a server of its own is started on this machine, with an empty database in a temporary file.
    Gives ``event_ms_p50``, ``event_ms_p99``, ``events``, ``lost``, ``refused``, ``events_per_s``, ``behind_ms_p99``,
    ``inference_ms_p99``, and what was played.

    Raises:
        LoadError: the game cannot be played like this, the server does not start, or it refuses the tables.
    """
    if game not in GAMES:
        raise LoadError(f"games are {', '.join(GAMES)}")
    artists = artists or seats - GAMES[game]
    if artists > seats - GAMES[game]:
        raise LoadError(f"at most {seats - GAMES[game]} of {seats} seats draw")
    with asyncio.Runner(loop_factory=quickest_loop) as runner:
        figures = runner.run(_measure(settings, game, tables, seats, artists, seconds, rate, url))
    return {"game": game, "tables": tables, "seats": seats, "artists": artists, **figures}


async def _measure(
    settings: Settings,
    game: str,
    tables: int,
    seats: int,
    artists: int,
    seconds: float,
    rate: float,
    url: str | None,
) -> dict[str, float]:
    people: list[Person] = []
    async with _server(settings, url) as address:
        try:
            drawing: list[Person] = []
            for _ in range(tables):
                table = await _table(address, game, seats, people)
                drawing += table[:artists]
            begun = time.perf_counter()
            behind = await _draw(drawing, rate, seconds)
            lasted = time.perf_counter() - begun
            end = time.perf_counter() + DRAINED_SECONDS
            while any(person.sent for person in drawing) and time.perf_counter() < end:
                await asyncio.sleep(0.05)
            inference = await asyncio.to_thread(_inference_p99, address)
        finally:
            for person in people:
                person.close()
            await asyncio.sleep(0.1)
    taken = sorted(second for person in drawing for second in person.taken)
    return {
        "event_ms_p50": _quantile(taken, 0.5),
        "event_ms_p99": _quantile(taken, 0.99),
        "events": len(taken),
        "lost": sum(len(person.sent) for person in drawing),
        "refused": sum(person.refused for person in drawing),
        "events_per_s": len(taken) / lasted,
        "behind_ms_p99": _quantile(sorted(behind), 0.99),
        "inference_ms_p99": inference,
    }


async def _draw(people: list[Person], rate: float, seconds: float) -> list[float]:
    """Let all draw, evenly, whatever the answers; how late each piece was sent."""
    behind: list[float] = []
    each = 1 / (rate * len(people))
    begun, number = time.perf_counter(), 0
    while number < int(rate * seconds) * len(people):
        now = time.perf_counter() - begun
        while number * each <= now and number < int(rate * seconds) * len(people):
            behind.append(now - number * each)
            people[number % len(people)].draw(number // len(people))
            number += 1
        await asyncio.sleep(TICK_SECONDS)
    return behind


async def _table(address: str, game: str, seats: int, people: list[Person]) -> list[Person]:
    """A table of so many people at which all who draw may begin; who they are. All are added to ``people``."""
    body = {"game": game, "name": "Bot 1", "options": {"timers": False}}
    opened = await asyncio.to_thread(_post, address, "/v1/tables", body)
    code = opened["code"]
    places = [opened] + [
        await asyncio.to_thread(_post, address, f"/v1/tables/{code}/seats", {"name": f"Bot {n}"})
        for n in range(2, seats + 1)
    ]
    table = []
    for place in places:
        token = str(place["token"])
        ticket = await asyncio.to_thread(_post, address, f"/v1/tables/{code}/tickets", {}, token)
        query = urlencode({"ticket": ticket["ticket"]})
        person = await connected(address, f"/v1/tables/{code}/socket?{query}")
        people.append(person)
        table.append(person)
    for person in table[1:]:
        person.say(type="ready", id=0, ready=True)
    await asyncio.sleep(0.05)
    table[0].say(type="start", id=0)
    return await _drawing(table, seats - GAMES[game])


async def _drawing(table: list[Person], count: int) -> list[Person]:
    """Play until so many may draw: whoever may not takes the first choice that is offered."""
    for number in range(1, 600):
        await asyncio.sleep(0.02 if number < 50 else 0.2)
        artists = []
        for person in table:
            canvases = [offer["canvas"] for offer in person.offers if offer["type"] == "Ink"]
            choices = [offer["action"] for offer in person.offers if offer["type"] == "Choice"]
            if canvases:
                person.canvas = canvases[0]
                artists.append(person)
            elif choices:
                person.offers = []
                person.say(type="act", id=1_000_000 + number, action=choices[0])
        if len(artists) == count:
            return artists
    raise LoadError("the game does not come to drawing")


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
            if process.stdout is not None:
                process.stdout.close()


def _wait_until_ready(address: str) -> None:
    for _ in range(600):
        try:
            if _asked(address, "GET", "/healthz")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise LoadError("the server did not start")


def _post(address: str, path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    status, content = _asked(address, "POST", path, json.dumps(body), headers)
    if status != 201:
        raise LoadError(f"{path}: {status} {content[:200].decode(errors='replace')}")
    answer: dict[str, Any] = json.loads(content)
    return answer


def _inference_p99(address: str) -> float:
    """The 99th percentile of the server's inferences, from its histogram: the upper edge of the bucket, in ms."""
    text = _asked(address, "GET", "/metrics")[1].decode()
    found = re.findall(r'^drawmate_inference_seconds_bucket\{le="([^"]+)"\} (\S+)$', text, re.M)
    buckets = [(float(edge), float(count)) for edge, count in found]
    total = buckets[-1][1] if buckets else 0.0
    if not total:
        return 0.0
    return 1000 * next(edge for edge, count in buckets if count >= 0.99 * total)


def _asked(
    address: str, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    """The status and the body of an answer."""
    with closing(HTTPConnection(address, timeout=60)) as connection:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.read()


def _quantile(ordered: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
