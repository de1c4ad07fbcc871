"""A connection's queue is bounded; its policy is to close whoever does not read, and to wait for nobody."""

from __future__ import annotations

import json

import pytest

from drawmate.tables.connection import BYTES, FRAMES, Connection
from drawmate.wire.codes import Close
from drawmate.wire.server_messages import CanvasInk, Ping, Said, StrokeInk

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def rest_of(connection: Connection) -> list[dict[str, object]]:
    """The frames up to the end of a connection that is closed."""
    found = []
    while (text := await connection.next_frame()) is not None:
        found.append(json.loads(text))
    return found


def large(points: int) -> CanvasInk:
    """A canvas of several bytes a point."""
    stroke = StrokeInk(stroke=0, color=0, x=[0.5] * points, y=[0.5] * points, t=None, end=True)
    return CanvasInk(canvas="1.0", strokes=[stroke])


async def test_frames_come_in_the_order_in_which_they_were_sent() -> None:
    connection = Connection(0, "session")
    for n in range(5):
        connection.send(Ping(n=n))
    assert connection.waiting == 5
    assert [json.loads(await connection.next_frame() or "")["n"] for _ in range(5)] == [0, 1, 2, 3, 4]
    assert connection.waiting == 0


async def test_as_many_frames_as_are_allowed_wait_and_one_more_ends_the_connection() -> None:
    connection = Connection(0, "session")
    for n in range(FRAMES):
        connection.send(Ping(n=n))
    assert (connection.closed, connection.waiting) == (None, FRAMES)
    connection.send(Ping(n=FRAMES))
    assert connection.closed == Close.TOO_SLOW
    assert await rest_of(connection) == [
        {"type": "closing", "code": int(Close.TOO_SLOW), "reason": "messages were not read fast enough"}
    ], "what cannot be read any more is thrown away at once"


async def test_many_bytes_end_the_connection_and_reading_makes_room() -> None:
    text = json.dumps({"type": "chat", "text": "x" * (BYTES // 4)})
    connection = Connection(0, "session")
    for _ in range(20):
        connection.send_text(text)
        await connection.next_frame()
    assert connection.closed is None
    for _ in range(4):
        connection.send_text(text)
    assert connection.closed == Close.TOO_SLOW


async def test_the_state_of_a_table_with_large_drawings_does_not_end_the_connection() -> None:
    connection = Connection(0, "session")
    whole = large(BYTES // 4)
    connection.welcome(whole)
    for _ in range(3):
        connection.show(whole)
    connection.send(Ping(n=1))
    assert connection.closed is None
    assert connection.welcomed
    connection.send_text("x" * BYTES)
    assert connection.closed == Close.TOO_SLOW


async def test_a_closed_connection_says_what_waits_then_why_and_nothing_after() -> None:
    connection = Connection(0, "session")
    connection.send(Said(seat=0, name="Fox", text="bye"))
    connection.close(Close.LEFT)
    connection.close(Close.KICKED)
    connection.send(Ping(n=1))
    frames = await rest_of(connection)
    assert [frame["type"] for frame in frames] == ["chat", "closing"]
    assert (connection.closed, frames[-1]["code"]) == (Close.LEFT, 4000)
    assert await connection.next_frame() is None
