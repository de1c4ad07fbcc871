"""What a player does at the page: start, read the word, draw, go on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

Strokes = list[list[list[float]]]

# In percent of the board.
CROSS: Strokes = [[[20, 80], [20, 80]], [[80, 20], [20, 80]]]


def begin(page: Page) -> str:
    """From the start screen or a word's note into the round; returns the word as shown."""
    start = page.locator(".button-big")
    start.or_(go(page)).wait_for()
    if start.is_visible():
        start.click()
    go(page).click()
    return page.get_by_test_id("word").inner_text()


def go(page: Page) -> Locator:
    """The button that starts a round."""
    return page.locator(".note .button-main")


def board(page: Page) -> Locator:
    """The drawing board."""
    return page.get_by_test_id("board")


def draw(page: Page, strokes: Strokes = CROSS, side: float = 100.0) -> None:
    """Draw with the mouse; ``side`` is the width and height of the canvas the strokes are on."""
    box = board(page).bounding_box()
    assert box is not None
    scale = 0.86 * box["width"] / side
    left, top = box["x"] + 0.07 * box["width"], box["y"] + 0.07 * box["height"]
    for xs, ys, *_ in strokes:
        points = [(left + scale * x, top + scale * y) for x, y in zip(xs, ys, strict=True)]
        page.mouse.move(*points[0])
        page.mouse.down()
        for x, y in points[1:]:
            page.mouse.move(x, y)
        page.mouse.up()


def strokes_on(page: Page) -> int:
    """How many strokes the board shows."""
    return board(page).locator(".sketch path").count()


def to_gallery(page: Page) -> None:
    """Skip whatever words are left."""
    while not page.locator(".gallery").is_visible():
        page.get_by_role("button", name="Another word").or_(page.get_by_role("button", name="Skip")).click()
    expect(page.locator(".card")).to_have_count(6)


def recognised_drawings(shared: Path, word: str, count: int) -> list[Strokes]:
    """The first drawings of a word in the test set that the original game recognised, on a canvas of 255."""
    with gzip.open(shared / "quickdraw" / "test" / f"{word}.ndjson.gz", "rt", encoding="utf-8") as lines:
        records: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [record["drawing"] for record in records if record.get("recognized", True)][:count]
