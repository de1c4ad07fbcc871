"""Games that end at a table are in the gallery, once, whatever happens."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from drawmate.games.capsule import replay_capsule
from drawmate.games.catalogue import CATALOGUE, listing_of
from drawmate.games.chance import Chance
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Held, Holder
from drawmate.storage.database import Database
from drawmate.storage.gallery import Gallery
from drawmate.tables.archive import DAY_MS, Finished, archived, reading_of, summary_of
from drawmate.tables.entries import Opened
from drawmate.tables.hall import Hall
from drawmate.tables.ink import Ink
from drawmate.tables.options import config_of
from tests.tables.played import again, played, token_of

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def halls(url: str, **options: Any) -> AsyncIterator[tuple[Hall, Gallery]]:
    database = await Database.open(url)
    hall = Hall(database, **options)
    try:
        yield hall, Gallery(database)
    finally:
        await hall.close()
        await database.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'drawmate.db'}"


async def test_a_game_is_kept_when_it_ends(url: str) -> None:
    async with halls(url) as (hall, gallery):
        actor, _ = await played(hall, listed=True)
        await hall.archive.settled()
        [line] = await gallery.recent(10)
        assert line.id == f"{actor.table.opened.id}-1"
        summary = summary_of(line)
        assert (summary["seats"], summary["totals"], summary["drawings"]) == (["person"], [0], 1)
        [row] = await gallery.drawings(line.id)
        assert (row.number, row.canvas, row.seat) == (0, "1.0", 0)
        assert row.title
        reading, colors = reading_of(row)
        assert colors == [3, 0]
        assert reading.drawing.to_strokes() == [
            [[100, 900], [100, 900], [0, 400]],
            [[900, 100], [100, 900], [650, 750]],
        ]


async def test_names_are_not_kept_and_the_game_still_replays(url: str) -> None:
    async with halls(url) as (hall, gallery):
        actor, _ = await played(hall, name="Zsuzsanna")
        await hall.archive.settled()
        row = await gallery.get(f"{actor.table.opened.id}-1")
        assert row is not None
        assert "Zsuzsanna" not in row.capsule + row.summary
        assert replay_capsule(row.capsule).match.outcome() is not None


async def test_the_next_game_of_a_table_is_another_one(url: str) -> None:
    async with halls(url) as (hall, gallery):
        actor, connection = await played(hall)
        await again(actor, connection)
        await hall.archive.settled()
        lines = await gallery.by_table(actor.table.opened.id)
        assert sorted(line.id[-2:] for line in lines) == ["-1", "-2"]
        assert await gallery.recent(10) == []


async def test_a_crash_before_it_was_kept_is_healed(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("drawmate.tables.archive.Archive.keep_soon", lambda *_: None)
        async with halls(url) as (hall, gallery):
            actor, connection = await played(hall)
            await again(actor, connection)
            table = actor.table.opened
            assert await gallery.by_table(table.id) == []
    async with halls(url) as (hall, gallery):
        await hall.find(table.code)
        await hall.archive.settled()
        kept = await gallery.by_table(table.id)
        assert sorted(line.id for line in kept) == [f"{table.id}-1", f"{table.id}-2"]
    async with halls(url) as (hall, gallery):
        await hall.find(table.code)
        await hall.archive.settled()
        assert await gallery.by_table(table.id) == kept


async def test_what_was_deleted_stays_away(url: str) -> None:
    async with halls(url) as (hall, _):
        actor, _ = await played(hall, listed=True)
        await hall.archive.settled()
        table, game_id = actor.table.opened, f"{actor.table.opened.id}-1"
        row = await hall.archive.get(game_id)
        assert row is not None
        assert not await hall.archive.delete(row, "wrong")
        assert await hall.archive.delete(row, token_of(actor))
    async with halls(url) as (hall, gallery):
        await hall.find(table.code)
        await hall.archive.settled()
        assert await hall.archive.get(game_id) is None
        assert await hall.archive.by_table(table.id) == await hall.archive.recent(10) == []
        assert await hall.archive.drawings(game_id) == []
        await hall.archive.forget([table.id])
        assert await gallery.get(game_id) is None


async def test_old_games_go_by_the_setting_and_do_not_come_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with halls(url, retention_days=2) as (hall, gallery):
        actor, _ = await played(hall)
        await hall.archive.settled()
        table, now = actor.table.opened, actor.table.opened.created
        await hall.archive.retain()
        assert await hall.archive.by_table(table.id)
    monkeypatch.setattr("drawmate.tables.archive._now_ms", lambda: now + 3 * DAY_MS)
    async with halls(url, retention_days=2) as (hall, gallery):
        await hall.archive.retain()
        await hall.find(table.code)
        await hall.archive.settled()
        assert await gallery.by_table(table.id) == []


async def test_a_gallery_that_fails_does_not_harm_the_table(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> bool:
        raise RuntimeError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(Gallery, "add", fail)
        async with halls(url) as (hall, _):
            actor, connection = await played(hall)
            await again(actor, connection)
            await hall.archive.settled()
            assert actor.closed is None


@pytest.mark.parametrize("name", sorted(CATALOGUE))
async def test_every_game_is_kept_with_what_its_rules_told(name: str) -> None:
    listing = listing_of(name)
    seats = max(listing.game.seats.start, 2)
    match = Match(
        listing.game,
        config_of(listing, {}, seats),
        tuple(Holder(f"Zsuzsanna {n}", n == 0) for n in range(seats)),
        7,
    )
    match.apply(REFEREE, Held(1, True, "Zsuzsanna"), 0)
    for _ in playout(match, Chance(3)):
        pass
    ink, outcome = Ink(), match.outcome()
    assert outcome is not None
    halves = ("left", "right") if name == "split_personality" else ("",)
    for number in range(1, len(outcome.rounds) + 1):
        for seat in range(seats):
            for half in halves:
                ink.draw(f"{number}.{seat}.{half}".rstrip("."), 0, 1, [400, 600], [0, 10], [0, 5], True)
    opened = Opened("f" * 32, "CODE", name, "{}", "hu", False, 0, "hash")
    row, drawings = archived(Finished(opened, 1, match, ink), 5, ["model-v1"])
    assert "Zsuzsanna" not in row.capsule
    assert json.loads(row.capsule)["models"] == ["model-v1"]
    assert replay_capsule(row.capsule).match.outcome() == outcome
    assert len(drawings) == len(outcome.rounds) * seats * len(halves)
    told = [drawing for drawing in drawings if drawing.title is not None]
    assert told
    assert all(drawing.seat is not None for drawing in told)
    for drawing in drawings:
        reading, _ = reading_of(drawing)
        assert reading.drawing.points == 2
    if name == "split_personality":
        left, right = drawings[:2]
        assert (left.canvas, right.canvas) == ("1.0.left", "1.0.right")
        assert (left.seat, right.seat) == (0, 1)
        assert left.title == right.title
        assert [reading_of(half)[0].drawing.bounds()[::2] for half in (left, right)] == [
            (400, 500),
            (500, 600),
        ]
    else:
        assert all(drawing.canvas.endswith(f".{drawing.seat}") for drawing in told)
