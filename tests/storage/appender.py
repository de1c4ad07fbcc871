"""Appends entries to a table's journal until it is killed, and prints the number of each that is on disk.

python -m tests.storage.appender URL TABLE
"""

from __future__ import annotations

import asyncio
import sys

from drawmate.storage.database import Database
from drawmate.storage.journal import Journal


async def append_for_ever(url: str, table_id: str) -> None:
    journal = Journal(await Database.open(url))
    number = len(await journal.read(table_id))
    while True:
        # Sometimes one, sometimes a few: all of a call or none must be there.
        count = 1 + number % 3
        await journal.append(table_id, number, [f'{{"n":{number + i}}}' for i in range(count)])
        number += count
        print(number - 1, flush=True)


if __name__ == "__main__":
    asyncio.run(append_for_ever(sys.argv[1], sys.argv[2]))
