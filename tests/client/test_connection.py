"""The client's side of a socket, against a table that does what the test says."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from drawmate.client import Closed, Connection, Refused
from drawmate.wire.codes import Close
from drawmate.wire.reading import read_frame
from tests.client.fake_table import LOBBY, Line, faked, welcome

pytestmark = pytest.mark.anyio


async def quiet(line: Line) -> None:
    """Welcome, and acknowledge everything."""
    await line.send(welcome())
    await line.rest()


def closes(code: int) -> Any:
    async def script(line: Line) -> None:
        await line.send(welcome())
        await line.socket.close(code)

    return script


async def test_a_request_is_sent_again_with_its_id_after_a_lost_connection() -> None:
    heard: list[dict[str, Any]] = []

    async def lost(line: Line) -> None:
        await line.send(welcome(v=7))
        heard.append(await line.hear())

    async def back(line: Line) -> None:
        await line.send(welcome(v=9))
        heard.append(await line.ack())
        await line.rest()

    async with faked(lost, back) as table, asyncio.timeout(20), table.seat.connect() as c:
        await c.chat("hello")
        await c.chat("again")
        first, second = (line.query for line in table.lines)
        assert c.v == 9
    assert heard[0] == heard[1] == {"type": "chat", "id": 1, "text": "hello"}
    assert first["client"] == second["client"]
    assert "since" not in first
    assert second["since"] == "7"
    assert (first["ticket"], second["ticket"]) == ("t1", "t2")
    assert table.tickets == ["Bearer secret"] * 2


async def test_what_is_asked_while_nobody_listens_is_asked_later() -> None:
    first, again = asyncio.Event(), asyncio.Event()

    async def lost(line: Line) -> None:
        await line.send(welcome())
        first.set()

    async def late(line: Line) -> None:
        await again.wait()
        await quiet(line)

    async with faked(lost, late) as table, asyncio.timeout(20), table.seat.connect() as c:
        await first.wait()
        while len(table.lines) < 2:
            await asyncio.sleep(0.01)
        asked = asyncio.create_task(c.ready())
        await asyncio.sleep(0.05)
        assert not asked.done()
        again.set()
        await asked


async def test_pings_are_answered_though_nobody_reads() -> None:
    answers: list[dict[str, Any]] = []
    done = asyncio.Event()

    async def script(line: Line) -> None:
        await line.send(welcome())
        for n in (1, 2):
            await line.send({"type": "ping", "n": n})
            answers.append(await line.hear())
        done.set()
        await line.rest()

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect():
        await done.wait()
    assert answers == [{"type": "pong", "n": 1}, {"type": "pong", "n": 2}]


async def test_a_hole_in_the_numbers_is_filled_by_a_resync() -> None:
    async def script(line: Line) -> None:
        await line.send(welcome(v=3))
        await line.send({"type": "skip", "v": 4})
        await line.send({"type": "skip", "v": 7})
        asked = await line.hear()
        assert asked["type"] == "resync"
        await line.send(welcome(v=8))
        await line.send({"type": "ack", "id": asked["id"], "token": None})
        await line.rest()

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        heard = [message["v"] async for message in _first(c, 4)]
        assert c.v == 8
    assert heard == [3, 4, 7, 8]


async def test_numbers_without_a_hole_need_no_resync_even_when_they_are_told_again() -> None:
    async def lost(line: Line) -> None:
        await line.send(welcome(v=2))
        await line.send({"type": "skip", "v": 3})

    async def script(line: Line) -> None:
        await line.send(welcome(v=5))
        for v in (4, 5, 6):
            await line.send({"type": "skip", "v": v})
        assert (await line.ack())["type"] == "ready"
        await line.rest()

    async with faked(lost, script) as table, asyncio.timeout(20), table.seat.connect() as c:
        heard = [message["v"] async for message in _first(c, 6)]
        await c.ready()
        assert table.lines[1].query["since"] == "3"
    assert heard == [2, 3, 5, 4, 5, 6]


@pytest.mark.parametrize(
    "code",
    [Close.KICKED, Close.TABLE_CLOSED, Close.TAKEN_OVER, Close.FORBIDDEN_ORIGIN, Close.NO_TABLE, Close.LEFT],
)
async def test_final_closes_are_final(code: Close) -> None:
    async with faked(closes(code)) as table, asyncio.timeout(20), table.seat.connect() as c:
        with pytest.raises(Closed) as closed:
            await c.chat("hello")
        assert closed.value.code == code
        if code not in (Close.LEFT, Close.TABLE_CLOSED):
            with pytest.raises(Closed):
                _ = [message async for message in c]
        await asyncio.sleep(0.1)
        assert len(table.lines) == 1


@pytest.mark.parametrize("code", [1000, 1011, Close.TOO_SLOW, Close.RESTART, Close.SILENT, Close.TOO_MANY])
async def test_after_other_closes_it_connects_again(code: int) -> None:
    async with faked(closes(code), quiet) as table, asyncio.timeout(20), table.seat.connect() as c:
        await c.chat("hello")
        assert len(table.lines) == 2


async def test_a_ticket_that_was_lost_is_replaced_once() -> None:
    async def bad(line: Line) -> None:
        await line.socket.close(Close.BAD_TOKEN)

    async with faked(bad, quiet) as table, asyncio.timeout(20), table.seat.connect() as c:
        await c.chat("hello")
    async with faked(bad) as table, asyncio.timeout(20):
        with pytest.raises(Closed) as closed:
            await table.seat.connect().__aenter__()
        assert closed.value.code == Close.BAD_TOKEN
        assert len(table.tickets) == 2


async def test_no_ticket_no_connection_but_a_busy_server_is_asked_again() -> None:
    async with faked(quiet, status=404) as table, asyncio.timeout(20):
        with pytest.raises(Refused) as refused:
            await table.seat.connect().__aenter__()
        assert (refused.value.code, refused.value.status) == ("no_table", 404)
    async with faked(quiet, status=503, problem="busy") as table, asyncio.timeout(20):
        entering = asyncio.create_task(table.seat.connect().__aenter__())
        while len(table.tickets) < 3:
            await asyncio.sleep(0.01)
        table.status = 201
        await (await entering).close()


@pytest.mark.parametrize("code", ["slow_down", "busy"])
async def test_slow_down_is_waited_for(code: str) -> None:
    heard: list[dict[str, Any]] = []

    async def script(line: Line) -> None:
        await line.send(welcome())
        heard.append(await line.hear())
        await line.send({"type": "error", "id": 1, "code": code, "message": "", "retry_ms": 20})
        heard.append(await line.ack())
        await line.rest()

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        await c.start()
    assert heard == [{"type": "start", "id": 1}] * 2


async def test_refusals_are_raised_with_their_code() -> None:
    async def script(line: Line) -> None:
        await line.send(welcome())
        asked = await line.hear()
        fault = {"code": "bad_record", "message": "no", "path": "action", "retry_ms": None, "new": 1}
        await line.send({"type": "error", "id": asked["id"], **fault})
        await line.rest()

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        with pytest.raises(Refused) as refused:
            await c.act({"type": "Nonsense"})
        assert (refused.value.code, refused.value.path, str(refused.value)) == ("bad_record", "action", "no")
        with pytest.raises(Refused, match="bytes"):
            await c.act({"type": "Guess", "text": "a" * 70_000})


async def test_every_request_is_a_message_of_the_wire_and_ids_are_never_used_twice() -> None:
    heard: list[dict[str, Any]] = []

    async def script(line: Line) -> None:
        await line.send(welcome())
        while True:
            heard.append(await line.ack())

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        await c.act({"type": "Skip"})
        await c.draw("1.0", [[[1, 2], [3, 4], [0, 5.2]]], color=2)
        await c.undo("1.0", 0)
        await c.chat("hello")
        await c.ready()
        await c.configure({"rounds": 1})
        await c.add_ai()
        await c.kick(2)
        await c.pass_host(1)
        await c.start()
        await c.again()
        with pytest.raises(Refused):
            await c.take(1, "Zoë")
        await c.ask("resync")
        await c.ask("leave")
    assert [message["id"] for message in heard] == list(range(1, 15))
    for message in heard:
        read_frame(httpx.Request("POST", "http://x", json=message).content.decode())


async def test_strokes_are_drawn_in_pieces_and_numbered_after_those_that_are_there() -> None:
    stroke = {"stroke": 3, "color": 1, "x": [1.0], "y": [1.0], "t": None, "end": True}
    canvas = {"type": "canvas", "canvas": "1.0", "strokes": [stroke]}
    heard: list[dict[str, Any]] = []

    async def script(line: Line) -> None:
        await line.send(welcome(canvases=[canvas]))
        refused = await line.hear()
        assert refused["stroke"] == 4
        await line.send({"type": "error", "id": refused["id"], "code": "sealed", "message": "taken back"})
        while True:
            heard.append(await line.ack())

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        axis = list(range(1000))
        assert await c.draw("1.0", [[axis, axis], [[5], [6], [7]]]) == [5, 6]
        assert sorted(c.canvases["1.0"]) == [3, 5, 6]
        assert c.canvases["1.0"][5].x == [float(x) for x in axis]
        assert c.canvases["1.0"][6].t == [7]
        await c.undo("1.0", 6)
        assert await c.draw("1.0", [[[1], [1]]]) == [7]
    assert [(m["stroke"], m["offset"], len(m["x"]), m["end"]) for m in heard if m["type"] == "ink"] == [
        (5, 0, 512, False),
        (5, 512, 488, True),
        (6, 0, 1, True),
        (7, 0, 1, True),
    ]


async def test_what_it_does_not_know_is_ignored() -> None:
    async def script(line: Line) -> None:
        await line.send(welcome() | {"weather": "fine"})
        await line.send({"type": "weather", "v": 99})
        await line.socket.send_text("[]")
        await line.socket.send_text("no JSON")
        await line.send({"type": "error", "id": None, "code": "bad_frame", "message": ""})
        await line.send(LOBBY | {"weather": "fine"})
        await line.rest()

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        assert [message["type"] async for message in _first(c, 2)] == ["welcome", "lobby"]


async def test_a_seat_moves_up_when_somebody_before_it_leaves_the_lobby() -> None:
    async def script(line: Line) -> None:
        await line.send(welcome(seat=1))
        await line.send(LOBBY | {"phase": "lobby", "seats": LOBBY["seats"][1:]})
        await line.rest()

    async with faked(script) as table, asyncio.timeout(20), table.seat.connect() as c:
        heard = [message async for message in _first(c, 2)]
        assert heard[0]["seat"] == 1
        assert c.seat == 0


async def test_a_taken_seat_is_kept_over_reconnects() -> None:
    async def script(line: Line) -> None:
        await line.send(welcome(seat=None))
        asked = await line.hear()
        await line.send({"type": "ack", "id": asked["id"], "token": "new"})
        await line.send(welcome(seat=1))

    async with faked(script, quiet) as table, asyncio.timeout(20), table.seat.connect() as c:
        seat = await c.take(1, "Zoë")
        assert (seat.seat, seat.token) == (1, "new")
        await c.chat("hello")
        assert table.tickets[-1] == "Bearer new"
        assert "new" not in repr(seat)


async def _first(c: Connection, number: int) -> Any:
    """The first messages."""
    for _ in range(number):
        yield await anext(c)
