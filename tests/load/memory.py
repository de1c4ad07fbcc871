"""Memory of a table that idles: ``python -m tests.load.memory --tables 500``.

Tables with five people who are connected and do nothing are opened in one process, in the lobby or (``--started``)
in a game that waits for them. Prints kB per table, resident and as Python counts; ``--trace`` says where they were
allocated. Exits with 1 above ``LIMIT_KB``.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import tracemalloc
from pathlib import Path

from drawmate.storage.database import Database
from drawmate.tables.actor import Actor
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Started
from drawmate.tables.hall import Hall

LIMIT_KB = 200
SEATS = 5


async def idle_table(hall: Hall, game: str, started: bool) -> Actor:
    """A table with people who are connected and have read everything."""
    place = await hall.open(game, "Person 0")
    tokens = [place.token]
    for number in range(1, SEATS):
        tokens.append((await hall.join(place.code, f"Person {number}")).token)
    connections = []
    for number, token in enumerate(tokens):
        ticket = await hall.ticket(place.code, token)
        actor, connection = await hall.enter(place.code, ticket, f"session of {number}", None)
        connections.append(connection)
    if started:
        await actor.do(lambda: [Started(int(place.code, 36) % (1 << 62))])
    for connection in connections:
        await read(connection)
    return actor


async def read(connection: Connection) -> None:
    while connection.waiting:
        await connection.next_frame()


def resident_kb() -> float:
    """Resident memory of this process (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


async def measure(game: str, tables: int, started: bool, trace: bool) -> float:
    """Open tables; gives resident kB for each."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(f"sqlite:///{folder}/drawmate.db")
        hall = Hall(database)
        try:
            await asyncio.gather(*(idle_table(hall, game, started) for _ in range(10)))
            gc.collect()
            before = resident_kb()
            await asyncio.gather(*(idle_table(hall, game, started) for _ in range(tables)))
            gc.collect()
            resident = (resident_kb() - before) / tables
            tracemalloc.start(8 if trace else 1)
            many = max(10, tables // 10)
            await asyncio.gather(*(idle_table(hall, game, started) for _ in range(many)))
            gc.collect()
            counted = tracemalloc.get_traced_memory()[0] / 1024 / many
            print(
                f"{game}, {'in a game' if started else 'in the lobby'}: {resident:.0f} kB resident and "
                f"{counted:.0f} kB of Python objects per table of {SEATS} people ({tables} and {many} tables)",
                flush=True,
            )
            if trace:
                report(many)
            tracemalloc.stop()
            return resident
        finally:
            await hall.close()
            await database.close()


def report(tables: int) -> None:
    """The lines of our own code that allocated most."""
    ours = [tracemalloc.Filter(True, "*/drawmate/*"), tracemalloc.Filter(True, "*asyncio*")]
    for found in tracemalloc.take_snapshot().filter_traces(ours).statistics("lineno")[:25]:
        frame = found.traceback[0]
        print(
            f"  {found.size / 1024 / tables:6.1f} kB  {frame.filename.rpartition('/service/')[2]}:{frame.lineno}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="duplik")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--started", action="store_true", help="in a game, not in the lobby")
    parser.add_argument("--trace", action="store_true", help="say where the memory was allocated")
    given = parser.parse_args()
    kb = asyncio.run(measure(given.game, given.tables, given.started, given.trace))
    sys.exit(1 if kb > LIMIT_KB else 0)


if __name__ == "__main__":
    main()
