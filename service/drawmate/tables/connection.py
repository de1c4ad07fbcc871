"""One socket's side of a table: a bounded queue of frames to send, with a named policy, and what was sent last.

Policy ``drop the slow``: whoever lets more than ``FRAMES`` frames or ``BYTES`` bytes gather is closed with
``too slow`` and may come back; nobody else ever waits for them. The state of the table, which is as large as its
drawings, does not count: else who comes back to large drawings would be thrown out again and again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from pydantic import BaseModel

from drawmate.wire.codes import CLOSE_REASONS, Close
from drawmate.wire.server_messages import Closing, write

__all__ = ["BYTES", "FRAMES", "Connection"]

FRAMES: Final = 2_000
BYTES: Final = 4 * 1024 * 1024


@dataclass(eq=False, slots=True)
class Connection:
    """A connected person or spectator (``seat`` None); ``session`` names the client.

    ``scope`` is that of its message ids: the client and who it was when it came, whatever number the seat has now.
    ``shown`` are the canvases this connection knows: the name it is shown them under, and the canvas.
    """

    seat: int | None
    session: str
    name: str = ""
    scope: str = ""
    lag_ms: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    last_view: str = ""
    welcomed: bool = False
    closed: Close | None = None
    _frames: deque[str] = field(default_factory=deque)
    _bytes: int = 0
    _room: int = BYTES
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def waiting(self) -> int:
        """Frames that wait to be sent."""
        return len(self._frames)

    def send(self, message: BaseModel) -> None:
        """Queue a message; the connection is closed when too much waits."""
        self.send_text(write(message))

    def welcome(self, message: BaseModel) -> None:
        """Queue the whole state; one such message may wait beside what else may."""
        text = write(message)
        self.welcomed = True
        self._room = BYTES + len(text)
        self.send_text(text)

    def show(self, message: BaseModel) -> None:
        """Queue a part of the state that is shown from now on."""
        text = write(message)
        self._room += len(text)
        self.send_text(text)

    def send_text(self, text: str) -> None:
        """Queue a frame."""
        if self.closed is not None:
            return
        self._frames.append(text)
        self._bytes += len(text)
        if len(self._frames) > FRAMES or self._bytes > self._room:
            self._frames.clear()
            self._bytes = 0
            self.close(Close.TOO_SLOW)
        self._wake.set()

    def close(self, code: Close) -> None:
        """Send what waits and a last word, then close."""
        if self.closed is None:
            self._frames.append(write(Closing(code=int(code), reason=CLOSE_REASONS[code])))
            self.closed = code
            self._wake.set()

    async def next_frame(self) -> str | None:
        """The next frame to send; None once the connection is closed and everything was sent."""
        while not self._frames:
            if self.closed is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        text = self._frames.popleft()
        self._bytes -= len(text)
        return text
