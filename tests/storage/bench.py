"""How much sharing commits gains: ``python -m tests.storage.bench [URL]``, a new SQLite file if no URL is given."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import asdict

from sqlalchemy import insert

from drawmate.storage.database import Database
from drawmate.storage.journal import Journal
from drawmate.storage.schema import tables
from tests.storage.conftest import table

TABLES = 100
SECONDS = 3.0
BODY = '{"kind": "stroke", "points": [' + "1, " * 60 + "1]}"


async def measure(url: str) -> None:
    database = await Database.open(url)
    for owners in (1, TABLES):
        names = [f"{time.time_ns()}-{n}" for n in range(owners)]
        await database.write((insert(tables), [asdict(table(name)) for name in names]))
        journal = Journal(database)
        until = time.perf_counter() + SECONDS
        counts = await asyncio.gather(*(_append_until(journal, name, until) for name in names))
        await journal.close()
        print(f"{owners:4d} tables at a time: {sum(counts) / SECONDS:8.0f} appends/s", flush=True)
    await database.close()


async def _append_until(journal: Journal, table_id: str, until: float) -> int:
    number = 0
    while time.perf_counter() < until:
        await journal.append(table_id, number, [BODY])
        number += 1
    return number


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/bench.db"))
