from __future__ import annotations

from dataclasses import replace

import pytest

from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.gallery import DrawingRow, Gallery, GameLine, GameRow

pytestmark = pytest.mark.anyio

GAME = GameRow(
    id="g1",
    table_id="a",
    game="artbox",
    language="hu",
    finished_ms=1_800_000_000_000,
    listed=True,
    summary='{"scores": [3, 1]}',
    capsule='{"seed": 1}',
)
DRAWINGS = [
    DrawingRow(0, "0/1", 2, "őz", "[[[1, 2], [3, 4]]]"),
    DrawingRow(1, "1/0", None, None, "[]"),
]


def ids(lines: list[GameLine]) -> list[str]:
    return [line.id for line in lines]


async def test_a_game_is_kept_with_its_drawings(database: Database) -> None:
    gallery = Gallery(database)
    assert await gallery.add(GAME, DRAWINGS[::-1])
    assert await gallery.get("g1") == GAME
    assert await gallery.drawings("g1") == DRAWINGS
    assert await gallery.get("g2") is None
    assert await gallery.drawings("g2") == []


async def test_a_game_without_drawings_is_kept_too(database: Database) -> None:
    assert await Gallery(database).add(GAME, [])
    assert await Gallery(database).get("g1") == GAME


async def test_adding_again_changes_nothing(database: Database) -> None:
    gallery = Gallery(database)
    await gallery.add(GAME, DRAWINGS[:1])
    assert not await gallery.add(replace(GAME, summary="{}"), DRAWINGS)
    assert await gallery.get("g1") == GAME
    assert await gallery.drawings("g1") == DRAWINGS[:1]


async def test_two_drawings_of_one_number_are_refused_and_nothing_is_kept(database: Database) -> None:
    with pytest.raises(StorageError) as caught:
        await Gallery(database).add(GAME, [DRAWINGS[0], DRAWINGS[0]])
    assert caught.value.code == "conflict"
    assert await Gallery(database).get("g1") is None


async def test_a_title_that_cannot_be_kept_is_refused(database: Database) -> None:
    with pytest.raises(StorageError) as caught:
        await Gallery(database).add(GAME, [replace(DRAWINGS[0], title="\0")])
    assert caught.value.code == "bad_text"


async def test_the_listed_are_paged_through_latest_first_even_when_many_finish_at_once(
    database: Database,
) -> None:
    gallery = Gallery(database)
    for number in range(10):
        await gallery.add(replace(GAME, id=f"g{number}", finished_ms=100 + number // 4), DRAWINGS)
    await gallery.add(replace(GAME, id="hidden", listed=False), [])
    seen: list[str] = []
    before: tuple[int, str] | None = None
    while page := await gallery.recent(3, before):
        seen += ids(page)
        before = (page[-1].finished_ms, page[-1].id)
    assert seen == [f"g{number}" for number in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)]


async def test_the_games_of_a_table_are_found_listed_or_not(database: Database) -> None:
    gallery = Gallery(database)
    await gallery.add(replace(GAME, id="old", finished_ms=1, listed=False), [])
    await gallery.add(GAME, DRAWINGS)
    await gallery.add(replace(GAME, id="other", table_id="b"), [])
    assert ids(await gallery.by_table("a")) == ["g1", "old"]


async def test_on_request_a_game_is_deleted_whole(database: Database) -> None:
    gallery = Gallery(database)
    await gallery.add(GAME, DRAWINGS)
    await gallery.add(replace(GAME, id="g2"), DRAWINGS)
    assert await gallery.delete("g1")
    assert not await gallery.delete("g1")
    assert await gallery.get("g1") is None
    assert await gallery.drawings("g1") == []
    assert await gallery.drawings("g2") == DRAWINGS


async def test_what_is_older_than_the_retention_is_deleted(database: Database) -> None:
    gallery = Gallery(database)
    for number in range(5):
        await gallery.add(replace(GAME, id=f"g{number}", finished_ms=number), DRAWINGS)
    assert await gallery.retain(3) == 3
    assert await gallery.retain(3) == 0
    assert ids(await gallery.recent(10)) == ["g4", "g3"]
    assert await gallery.drawings("g2") == []
