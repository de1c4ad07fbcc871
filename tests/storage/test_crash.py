from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from drawmate.storage.database import Database
from drawmate.storage.journal import Journal
from drawmate.storage.tables import Tables
from tests.storage.conftest import table

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("url", "rounds"), [("file", 10), ("postgres", 3)], indirect=["url"])
async def test_after_kill_9_at_any_moment_every_acknowledged_entry_is_there_without_holes(
    url: str, rounds: int
) -> None:
    database = await Database.open(url)
    await Tables(database).create(table("a"))
    await database.close()
    chance = random.Random(9)
    acknowledged = -1
    for _ in range(rounds):
        acknowledged = _append_and_kill(url, chance.uniform(0.001, 0.1))
        database = await Database.open(url)
        journal = Journal(database)
        found = await journal.read("a")
        await journal.close()
        await database.close()
        assert [json.loads(body)["n"] for body in found] == list(range(len(found)))
        assert len(found) > acknowledged
    assert acknowledged > rounds


def _append_and_kill(url: str, seconds: float) -> int:
    """The last number that an appender printed before it was killed, so many seconds after its first."""
    command = [sys.executable, "-m", "tests.storage.appender", url, "a"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as appender:
        assert appender.stdout is not None
        first = appender.stdout.readline()
        try:
            appender.wait(seconds)
        except subprocess.TimeoutExpired:
            appender.kill()
        else:
            pytest.fail("the appender ended by itself")
        whole = (first + appender.stdout.read()).rpartition("\n")[0]
    return int(whole.splitlines()[-1])
