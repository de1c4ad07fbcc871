from __future__ import annotations

import asyncio
from dataclasses import asdict

import pytest
from sqlalchemy import delete, event, insert, select
from sqlalchemy.exc import OperationalError

from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.journal import Journal
from drawmate.storage.schema import entries, tables
from drawmate.storage.tables import Tables
from tests.storage.conftest import table

pytestmark = pytest.mark.anyio


async def code_of(journal: Journal, table_id: str, first: int, *bodies: str) -> str | None:
    """The code of an append's refusal, None if it was done."""
    try:
        await journal.append(table_id, first, bodies)
    except StorageError as error:
        return error.code
    return None


async def test_what_was_appended_is_read_in_order(journal: Journal) -> None:
    await journal.append("a", 0, ["zero"])
    await journal.append("b", 0, ["other"])
    await journal.append("a", 1, ["one", "two", '{"ű": "🎨"}'])
    assert await journal.read("a") == ["zero", "one", "two", '{"ű": "🎨"}']
    assert await journal.read("b") == ["other"]
    assert await journal.read("c") == await journal.read("unknown") == []


async def test_a_phase_and_a_time_go_with_the_entries(database: Database, journal: Journal) -> None:
    await journal.append("a", 0, ["zero"], "playing", touched_ms=7)
    await journal.append("a", 1, ["one"], touched_ms=8)
    await journal.append("b", 0, ["zero"], "over")
    assert await Tables(database).get("a") == table("a", phase="playing", touched_ms=8)
    assert await Tables(database).get("b") == table("b", phase="over")
    assert await Tables(database).get("c") == table("c")


async def test_appends_at_one_time_share_transactions(database: Database) -> None:
    await database.write((insert(tables), [asdict(table(f"t{number}")) for number in range(200)]))
    journal = Journal(database)
    commits = 0

    def count(_: object) -> None:
        nonlocal commits
        commits += 1

    event.listen(database.engine.sync_engine, "commit", count)
    await asyncio.gather(*(journal.append(f"t{number}", 0, [f"{number}"]) for number in range(200)))
    assert commits <= 10
    event.remove(database.engine.sync_engine, "commit", count)
    rows = await database.read(select(entries.c.table_id, entries.c.number, entries.c.body))
    assert sorted(rows) == sorted((f"t{number}", 0, f"{number}") for number in range(200))
    await journal.close()


async def test_callers_wait_when_the_queue_is_full_and_all_get_their_turn_in_order(
    database: Database, journal: Journal
) -> None:
    narrow = Journal(database, waiting=2)
    await asyncio.gather(*(narrow.append("a", number, [f"{number}"]) for number in range(50)))
    assert await narrow.read("a") == [f"{number}" for number in range(50)]
    await narrow.close()


async def test_of_two_owners_one_is_refused_and_other_tables_are_not(
    database: Database, journal: Journal
) -> None:
    rival = Journal(database)
    await rival.append("a", 0, ["rival's"])
    codes = await asyncio.gather(
        code_of(journal, "b", 0, "b0"),
        code_of(journal, "a", 0, "ours"),
        code_of(journal, "c", 0, "c0", "c1"),
        code_of(journal, "b", 1, "b1"),
    )
    assert codes == [None, "conflict", None, None]
    assert await journal.read("a") == ["rival's"]
    assert await journal.read("b") == ["b0", "b1"]
    assert await journal.read("c") == ["c0", "c1"]
    await rival.close()


async def test_nothing_of_the_loser_gets_in_behind_the_winner(database: Database, journal: Journal) -> None:
    rival = Journal(database)
    await rival.append("a", 0, ["rival's"])
    # In the same group and in later ones: the rival has not written 1 yet.
    assert await asyncio.gather(*(code_of(journal, "a", n, "ours") for n in (0, 1, 2))) == ["conflict"] * 3
    assert await code_of(journal, "a", 1, "ours") == "conflict"
    assert await rival.read("a") == ["rival's"]
    # Who reads it knows where it ends, and may take over.
    await journal.read("a")
    assert await code_of(journal, "a", 1, "ours") is None
    assert await code_of(rival, "a", 1, "rival's") == "conflict"
    assert await journal.read("a") == ["rival's", "ours"]
    await rival.close()


async def test_two_processes_worth_of_owners_race_and_each_number_has_one_winner(url: str) -> None:
    if url == "sqlite://":
        pytest.skip("a database in memory has one process")
    databases = [await Database.open(url) for _ in range(3)]
    await Tables(databases[0]).create(table("a"))
    journals = [Journal(database) for database in databases]
    won = 0
    for number in range(10):
        for journal in journals:
            await journal.read("a")
        codes = await asyncio.gather(*(code_of(journal, "a", number, "x") for journal in journals))
        assert sorted(map(str, codes)) == ["None", "conflict", "conflict"]
        won += codes.count(None)
    assert won == len(await journals[0].read("a")) == 10
    for journal in journals:
        await journal.close()
    for database in databases:
        await database.close()


async def test_a_number_that_is_not_the_next_is_refused(journal: Journal) -> None:
    assert await code_of(journal, "a", 1, "hole") == "conflict"
    await journal.append("a", 0, ["zero", "one"])
    for first in (0, 1, 3):
        assert await code_of(journal, "a", first, "again or hole") == "conflict"
    assert await journal.read("a") == ["zero", "one"]


async def test_a_table_that_is_not_there_is_said_to_be_missing_and_harms_no_other(journal: Journal) -> None:
    codes = await asyncio.gather(code_of(journal, "nowhere", 0, "x"), code_of(journal, "a", 0, "zero"))
    assert codes == ["not_found", None]


@pytest.mark.parametrize("text", ["nul \0", "half \ud800"])
async def test_text_that_cannot_be_kept_is_refused_before_it_is_queued(journal: Journal, text: str) -> None:
    assert await code_of(journal, "a", 0, "good", text) == "bad_text"
    assert await journal.read("a") == []


async def test_a_journal_with_a_hole_is_damaged(database: Database, journal: Journal) -> None:
    await journal.append("a", 0, ["zero", "one", "two"])
    await database.write(delete(entries).where(entries.c.table_id == "a", entries.c.number == 1))
    with pytest.raises(StorageError) as caught:
        await journal.read("a")
    assert caught.value.code == "damaged"


async def test_a_cancelled_caller_takes_nothing_from_the_others(journal: Journal) -> None:
    calls = [asyncio.create_task(journal.append("a", n, [f"{n}"])) for n in range(30)]
    others = [asyncio.create_task(journal.append("b", n, [f"{n}"])) for n in range(30)]
    for turn, call in enumerate(calls):
        if turn % 3 == 0:
            await asyncio.sleep(0)
            call.cancel()
    await asyncio.gather(*others)
    done = await asyncio.gather(*calls, return_exceptions=True)
    assert any(isinstance(each, asyncio.CancelledError) for each in done)
    assert await journal.read("b") == [f"{n}" for n in range(30)]
    # What was acknowledged is there, and no entry is behind a hole.
    found = await journal.read("a")
    assert found == [f"{n}" for n in range(len(found))]
    assert {f"{n}" for n, each in enumerate(done) if each is None} <= set(found)


async def test_when_the_database_fails_all_in_the_group_are_told_and_the_writer_goes_on(
    database: Database, journal: Journal
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("disk full"))

    event.listen(database.engine.sync_engine, "before_cursor_execute", fail)
    codes = await asyncio.gather(*(code_of(journal, name, 0, "x") for name in "abc"))
    assert codes == ["database_unreachable"] * 3
    event.remove(database.engine.sync_engine, "before_cursor_execute", fail)
    # An entry behind one that failed would make a hole; the one that failed may be tried again.
    assert await code_of(journal, "a", 1, "one") == "conflict"
    assert await asyncio.gather(*(code_of(journal, name, 0, "x") for name in "abc")) == [None] * 3


async def test_closing_writes_what_waits_and_refuses_what_comes_later(
    database: Database, journal: Journal
) -> None:
    closing = Journal(database)
    calls = [asyncio.create_task(closing.append("a", n, [f"{n}"])) for n in range(20)]
    await asyncio.sleep(0)
    await closing.close()
    await closing.close()
    await asyncio.gather(*calls)
    assert await code_of(closing, "a", 20, "late") == "closed"
    assert len(await journal.read("a")) == 20


async def test_closing_ends_callers_that_wait_for_room(database: Database, journal: Journal) -> None:
    closing = Journal(database, waiting=1)
    calls = [asyncio.create_task(code_of(closing, "a", n, f"{n}")) for n in range(10)]
    await asyncio.sleep(0)
    await closing.close()
    codes = await asyncio.gather(*calls)
    assert set(codes) <= {None, "closed"}
    assert await journal.read("a") == [f"{n}" for n in range(codes.count(None))]


async def test_a_table_with_its_journal_deleted_can_be_forgotten(
    database: Database, journal: Journal
) -> None:
    await journal.append("a", 0, ["zero"])
    await Tables(database).delete("a")
    assert await code_of(journal, "a", 1, "one") == "not_found"
    journal.forget("a")
    await Tables(database).create(table("a"))
    assert await code_of(journal, "a", 0, "zero") is None
