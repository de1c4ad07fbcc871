"""What a table's journal says, read from the database's file, beside what people were told."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from drawmate.games.catalogue import CATALOGUE
from drawmate.games.codec import decode, dumps
from drawmate.tables.entries import Acted, Drew, Entry, Opened, Said, Started, Undid, read_entry
from drawmate.tables.sights import canvas_ink, shown_canvases, view_of
from drawmate.tables.table import Table
from drawmate.wire.server_messages import write
from tests.load.bots import Bot, Deed


def journal_of(database: Path, code: str) -> list[Entry]:
    """The journal of a table, in order; nothing may be missing in it."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT number, body FROM entries JOIN tables ON tables.id = table_id WHERE code = ? ORDER BY number",
            (code,),
        ).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows))), "entries are numbered without a hole"
    return [read_entry(body) for _, body in rows]


def lost(entries: Sequence[Entry], bots: Sequence[Bot]) -> list[str]:
    """What was acknowledged and is not there, and what is there more often than it was asked for."""
    return [f"seat {bot.number}: {fault}" for bot in bots for fault in _faults(entries, bot)]


def shown_to_all(table: Table) -> dict[str, Any]:
    """What a spectator is shown of a table, as JSON."""
    found: dict[str, Any] = {"v": len(table.events), "view": None, "cards": {}, "canvases": {}}
    if table.match is not None:
        message = json.loads(write(view_of(table, None, None, 0)))
        found |= {"view": message["view"], "cards": message["cards"]}
    for name, canvas in shown_canvases(table, None).items():
        found["canvases"][name] = _strokes(json.loads(write(canvas_ink(table, name, canvas, False))))
    return found


def own_ink(table: Table, seat: int) -> dict[str, Any]:
    """The canvases that a seat may draw on now, and their strokes."""
    return {
        name: _strokes(json.loads(write(canvas_ink(table, name, canvas, True))))
        for name, canvas in shown_canvases(table, seat).items()
        if table.may_draw(seat, canvas)
    }


def ink_of(message: dict[str, Any]) -> dict[str, Any]:
    """The canvases of a ``welcome``."""
    return {canvas["canvas"]: _strokes(canvas) for canvas in message["canvases"]}


def _strokes(canvas: dict[str, Any]) -> dict[int, list[list[float]]]:
    return {stroke["stroke"]: [stroke["x"], stroke["y"]] for stroke in canvas["strokes"]}


def _faults(entries: Sequence[Entry], bot: Bot) -> Iterator[str]:
    opened = entries[0]
    assert isinstance(opened, Opened)
    action = CATALOGUE[opened.game].action

    def acts(deeds: Sequence[Deed]) -> Counter[str]:
        return Counter(dumps(decode(action, deed.fields["action"])) for deed in deeds if deed.kind == "act")

    seat, acked, sent = bot.number, bot.line.acked, bot.line.sent
    stored = Counter(entry.action for entry in entries if isinstance(entry, Acted) and entry.actor == seat)
    yield from (f"lost: {act}" for act in acts(acked) - stored)
    yield from (f"done twice: {act}" for act in stored - acts(sent))
    said = Counter(entry.text for entry in entries if isinstance(entry, Said) and entry.seat == seat)
    yield from (f"lost: {d.fields['text']}" for d in acked if d.kind == "chat" and not said[d.fields["text"]])
    yield from (f"said twice: {text}" for text, count in said.items() if count > 1)
    ink = set(_pieces(entries, seat))
    for deed in acked:
        if deed.kind == "ink":
            f = deed.fields
            points = zip(f["x"], f["y"], strict=True)
            for place, (x, y) in enumerate(points, f["offset"]):
                if (f["canvas"], f["stroke"], place, x, y) not in ink:
                    yield f"lost: point {place} of stroke {f['stroke']} on {f['canvas']}"
                    break
    undone = {(e.canvas, e.stroke) for e in entries if isinstance(e, Undid) and e.seat == seat}
    for deed in acked:
        if deed.kind == "undo" and (deed.fields["canvas"], deed.fields["stroke"]) not in undone:
            yield f"lost: undo of {deed.fields}"
    starts = sum(isinstance(entry, Started) for entry in entries)
    if seat == 0 and starts < sum(deed.kind == "start" for deed in acked):
        yield "lost: a start"


def _pieces(entries: Sequence[Entry], seat: int) -> Iterator[tuple[str, int, int, float, float]]:
    for entry in entries:
        if isinstance(entry, Drew) and entry.seat == seat:
            for place, (x, y) in enumerate(zip(entry.x, entry.y, strict=True), entry.offset):
                yield entry.canvas, entry.stroke, place, x, y
