"""People who draw at tables, for the load test: many in one process, so each costs as little as can be.

They speak just as much of HTTP and WebSocket (RFC 6455) as this server needs to hear.
"""

from __future__ import annotations

import asyncio
import base64
import os
import time
from typing import Any, Final, cast

import orjson

from drawmate.ink.limits import MAX_STROKES

__all__ = ["POINTS", "Person", "connected"]

POINTS: Final = 6
"""In a piece of ink, as a pen gives them in 50 ms."""
STROKE_PIECES: Final = 20
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA


class Person(asyncio.Protocol):
    """A socket at a table, and when what was sent over it was sent and answered.

    Attributes:
        offers: what the seat may do now.
        sent: when each piece of ink was sent that is not answered yet, by its id.
        taken: seconds until each of the others was acknowledged.
        refused: pieces that were refused.
    """

    def __init__(self) -> None:
        self.offers: list[dict[str, Any]] = []
        self.sent: dict[int, float] = {}
        self.taken: list[float] = []
        self.refused = 0
        self.canvas = ""
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the socket is open and its first message has come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more will come."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server closed the socket"))

    def shake_hands(self, path: str) -> None:
        """Ask for the socket."""
        assert self._transport is not None
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: load\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take what came apart into frames."""
        received = self._received
        received += data
        if received.startswith(b"HTTP"):
            end = received.find(b"\r\n\r\n")
            if end < 0:
                return
            del received[: end + 4]
        place = 0
        while len(received) - place >= 2:
            size, head = received[place + 1] & 0x7F, 2
            if size >= 126:
                head = 4 if size == 126 else 10
                size = int.from_bytes(received[place + 2 : place + head], "big")
            if len(received) - place < head + size:
                break
            self._hear(received[place] & 0xF, bytes(received[place + head : place + head + size]))
            place += head + size
        del received[:place]

    def say(self, **message: Any) -> None:
        """Send a message."""
        self._send(_TEXT, orjson.dumps(message))

    def draw(self, number: int) -> None:
        """Send the piece of ink of a number, from 0."""
        stroke, piece = divmod(number, STROKE_PIECES)
        first = piece * POINTS
        steps = range(first, first + POINTS)
        self.sent[number + 1] = time.perf_counter()
        self.say(
            type="ink",
            id=number + 1,
            canvas=self.canvas,
            stroke=stroke % MAX_STROKES,
            offset=first,
            x=[round(100.5 + 4.7 * step, 1) for step in steps],
            y=[round(200.5 + (step * 37 + stroke * 11) % 500, 1) for step in steps],
            t=[8 * step for step in steps],
            end=piece == STROKE_PIECES - 1,
        )

    def close(self) -> None:
        """Go."""
        if self._transport is not None:
            self._transport.close()

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == _PING:
            self._send(_PONG, payload)
        if kind != _TEXT:
            return
        message = orjson.loads(payload)
        match message["type"]:
            case "ack":
                began = self.sent.pop(message["id"], None)
                if began is not None:
                    self.taken.append(time.perf_counter() - began)
            case "error":
                self.refused += self.sent.pop(message["id"], None) is not None
            case "ping":
                self.say(type="pong", n=message["n"])
            case "view":
                self.offers = message["offers"]
            case "welcome" if not self.ready.done():
                self.ready.set_result(None)

    def _send(self, kind: int, payload: bytes) -> None:
        """A frame; its mask is zero, which leaves the payload as it is."""
        assert self._transport is not None
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((0x80 | kind,)) + length + b"\0\0\0\0" + payload)


async def connected(address: str, path: str) -> Person:
    """Somebody whose socket is open."""
    host, _, port = address.rpartition(":")
    _, person = await asyncio.get_running_loop().create_connection(Person, host.strip("[]"), int(port))
    person.shake_hands(path)
    async with asyncio.timeout(60):
        await person.ready
    return person
