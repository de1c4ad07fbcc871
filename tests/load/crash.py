"""Kill -9 at random moments: ``python -m tests.load.crash --times 50 --seed 1``.

At five tables, one of each game, two people played by a program and at least one AI play for ever. At a random moment
the server is killed. Then the journal on disk must hold, once, every action, stroke and line that was acknowledged;
it must replay; the server that is started again on it must show a spectator just what the replay shows, and everybody
their own ink; and the games must go on. Prints how many kills of how many were survived; exits with 1 if any was not.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from unittest.mock import patch
from urllib.parse import urlsplit

from drawmate.client import line, watch
from drawmate.games.catalogue import CATALOGUE
from drawmate.tables.table import Table, replayed
from tests.load.bots import Bot, Recorded, table_of_bots
from tests.load.journals import ink_of, journal_of, lost, own_ink, shown_to_all
from tests.servers import Server, started_server
from tests.tiny_model import write_tiny_model

GOES_ON = 90.0
"""Seconds in which something has to happen at each table after a restart."""
QUICK = 0.5
"""Longest wait before a bot connects again; the gate says when it is of use."""


async def survive(times: int, seed: int, folder: Path, *, verbose: bool = False) -> list[str]:
    """Kill so many times; what was wrong, one line each."""
    random, faults = Random(seed), list[str]()
    settings = {
        "DRAWMATE_MODELS": str(write_tiny_model(folder / "tiny-v1")),
        "DRAWMATE_DATABASE_URL": f"sqlite:///{folder / 'tables.db'}",
    }
    gate = asyncio.Event()
    tables: dict[str, list[Bot]] = {}
    with patch.object(line, "LONGEST_WAIT", QUICK), ExitStack() as running:
        server = running.enter_context(started_server(**settings))
        port = urlsplit(server.url).port or 0
        try:
            for game in sorted(CATALOGUE):
                tables[game] = await table_of_bots(server.url, game, random, gate)
            await _goes_on(tables)
            for number in range(1, times + 1):
                await asyncio.sleep(random.uniform(0.05, 2.0))
                gate.clear()
                server.process.kill()
                server.process.wait()
                found = [f"kill {number}: {fault}" for fault in _failures(server, tables)]
                again = {game: _read(folder, bots, game, found) for game, bots in tables.items()}
                server = running.enter_context(started_server("--port", str(port), **settings))
                before = {game: [len(bot.line.welcomes) for bot in bots] for game, bots in tables.items()}
                for game, bots in tables.items():
                    found += await _compare(server, game, bots, again[game])
                gate.set()
                found += await _everybody_is_back(tables, before)
                found += await _goes_on(tables)
                for game, bots in tables.items():
                    for bot, count in zip(bots, before[game], strict=True):
                        found += _own(game, bot, count, again[game])
                faults += found
                if verbose:
                    acked = sum(len(bot.line.acked) for bots in tables.values() for bot in bots)
                    print(
                        f"kill {number}: {acked} acknowledged so far; {found or 'all is there'}", flush=True
                    )
        finally:
            gate.set()
            for bots in tables.values():
                for bot in bots:
                    await bot.end()
        faults += _failures(server, tables)
    return faults


def _read(folder: Path, bots: list[Bot], game: str, found: list[str]) -> Table:
    """The table that the journal leads to; what is missing in it is noted."""
    entries = journal_of(folder / "tables.db", bots[0].line.place.code)
    found += [f"{game}: {fault}" for fault in lost(entries, bots)]
    return replayed(entries)


async def _compare(server: Server, game: str, bots: list[Bot], table: Table) -> list[str]:
    """What a spectator is shown before anybody is back, beside what the journal leads to."""
    expected = shown_to_all(table)
    async with asyncio.timeout(GOES_ON), Recorded(watch(server.url, bots[0].line.place.code)) as eye:
        ink = ink_of(eye.welcomes[0])
        shown = {"v": eye.v, "view": eye.view, "cards": eye.cards, "canvases": ink}
        phase = eye.lobby["phase"]
    faults = [
        f"{game}: a spectator is shown another {name}" for name in expected if shown[name] != expected[name]
    ]
    return faults + ([f"{game}: the phase is {phase}"] if phase != table.phase else [])


def _own(game: str, bot: Bot, count: int, table: Table) -> list[str]:
    """Whether somebody was shown their own ink when they came back, as far as they may still draw there."""
    if len(bot.line.welcomes) <= count:
        return []
    welcome = bot.line.welcomes[count]
    shown, offers = ink_of(welcome), (welcome["view"] or {"offers": []})["offers"]
    return [
        f"{game}: seat {bot.number} was not shown stroke {number} on {canvas}"
        for canvas, strokes in own_ink(table, bot.number).items()
        if {"type": "Ink", "canvas": canvas} in offers
        for number, points in strokes.items()
        if shown[canvas].get(number) != points
    ]


async def _everybody_is_back(tables: dict[str, list[Bot]], before: dict[str, list[int]]) -> list[str]:
    """Wait until everybody was welcomed again; who was not."""
    until = time.monotonic() + GOES_ON
    while True:
        away = [
            f"{game}: seat {bot.number} did not come back"
            for game, bots in tables.items()
            for bot, count in zip(bots, before[game], strict=True)
            if len(bot.line.welcomes) <= count
        ]
        if not away or time.monotonic() > until:
            return away
        await asyncio.sleep(0.05)


async def _goes_on(tables: dict[str, list[Bot]]) -> list[str]:
    """Wait until at each table something new was acknowledged, or happened."""
    counts = {game: _progress(bots) for game, bots in tables.items()}
    until = time.monotonic() + GOES_ON
    while time.monotonic() < until:
        if all(_progress(bots) != counts[game] for game, bots in tables.items()):
            return []
        await asyncio.sleep(0.05)
    return [f"{game} does not go on" for game, bots in tables.items() if _progress(bots) == counts[game]]


def _progress(bots: list[Bot]) -> tuple[int, ...]:
    return tuple(len(bot.line.acked) for bot in bots) + tuple(bot.line.v for bot in bots)


def _failures(server: Server, tables: dict[str, list[Bot]]) -> list[str]:
    return server.failures + [
        f"{game}: {bot.failed!r}" for game, bots in tables.items() for bot in bots if bot.failed is not None
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = asyncio.run(survive(given.times, given.seed, Path(folder), verbose=True))
    killed = {fault.split(":")[0] for fault in faults}
    print("\n".join(faults))
    print(f"{given.times - len(killed)} of {given.times}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
