"""A line to a table that lasts: what is asked is asked until it is answered, over as many sockets as it takes.

Policy of the messages to be read: the last ``KEPT`` are kept, so that whoever does not iterate holds up nobody; the
state beside them (``view``, ``offers``, ``canvases``, …) is always complete.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import deque
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from drawmate.client.errors import GONE, Closed, Refused
from drawmate.client.known import Known, Message
from drawmate.wire.codes import Close
from drawmate.wire.limits import FRAME_BYTES

if TYPE_CHECKING:
    from types import TracebackType

    from drawmate.client.seats import Seat

__all__ = ["Line"]

KEPT: Final = 2_000
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 15.0
"""Seconds before connecting again, doubled each time."""
STEADY_SECONDS: Final = 5.0
"""A connection that lasted so long was a good one: the waits begin anew."""
FINAL: Final = frozenset(
    {Close.LEFT, Close.KICKED, Close.TABLE_CLOSED, Close.TAKEN_OVER, Close.FORBIDDEN_ORIGIN, Close.NO_TABLE}
)
"""Close codes after which connecting again is of no use."""
LOST: Final = 1006
RETRY_MS: Final = 1_000
_RETRIED: Final = frozenset({"slow_down", "busy"})
_TOLD: Final = frozenset(
    {"welcome", "lobby", "view", "event", "skip", "canvas", "ink", "undo", "chat", "closing"}
)
"""Types that are passed on; ``ping``, ``ack`` and ``error`` are answered or are answers, others are not known."""


class Line(Known):
    """An async context, and an async iterator of what the server says.

    Iterating ends after ``leave``, ``close`` or when the table is closed, and raises ``Closed`` or ``Refused`` after
    any other end.
    """

    def __init__(self, place: Seat) -> None:
        super().__init__()
        self.place = place
        """With the token, if a seat was taken."""
        self._session = secrets.token_hex(8)
        self._ids = count(1)
        self._pending: dict[int, tuple[str, asyncio.Future[Message]]] = {}
        self._told: deque[Message] = deque(maxlen=KEPT)
        self._news = asyncio.Event()
        self._ready = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._last_word: tuple[int, str] | None = None
        self._end: Exception | None = None
        self._task: asyncio.Task[None] | None = None
        self._resyncing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Connect, however long it takes; returns when the server has said welcome."""
        self._task = asyncio.create_task(self._run(), name=f"drawmate-{self.place.code}")
        try:
            await self._ready.wait()
            if self._end is not None:
                raise self._end
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection; the seat is kept for a while, unless it was left."""
        self._ended(Closed(GONE))
        for task in (self._resyncing, self._task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        while not self._told:
            if isinstance(self._end, Closed) and self._end.code in (GONE, Close.LEFT, Close.TABLE_CLOSED):
                raise StopAsyncIteration
            if self._end is not None:
                raise self._end
            self._news.clear()
            await self._news.wait()
        return self._told.popleft()

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a request, again after every lost connection and every ``slow_down``; gives its ``ack``."""
        number = next(self._ids)
        frame = _frame({"type": kind, "id": number, **fields})
        while True:
            if self._end is not None:
                raise self._end
            answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
            self._pending[number] = (frame, answer)
            try:
                if self._socket is not None:
                    with suppress(ConnectionClosed):
                        await self._socket.send(frame)
                return await answer
            except Refused as refused:
                if refused.code not in _RETRIED:
                    raise
                wait = refused.retry_ms or RETRY_MS
            finally:
                self._pending.pop(number, None)
            await asyncio.sleep(wait / 1000)

    async def _run(self) -> None:
        """Connect again and again, until there is a reason not to."""
        failures = refused_tickets = 0
        try:
            while True:
                began = time.monotonic()
                code, reason = await self._one_socket()
                refused_tickets = refused_tickets + 1 if code == Close.BAD_TOKEN else 0
                if code in FINAL or refused_tickets == 2:
                    raise Closed(code, reason)
                failures = 0 if time.monotonic() - began > STEADY_SECONDS else failures + 1
                wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures, 10))
                await asyncio.sleep(wait * random.uniform(0.5, 1))
        except Exception as error:
            self._ended(error)

    async def _one_socket(self) -> tuple[int, str]:
        """Live through one socket, from its ticket to its end; gives the close code and the reason.

        Raises:
            Refused: no ticket is given, and none will be.
        """
        self._last_word = None
        try:
            query: dict[str, Any] = {"ticket": await self.place.ticket(), "client": self._session}
            if self._ready.is_set():
                query["since"] = self.v
            async with connect(f"{self.place.socket_url}?{urlencode(query)}", max_size=None) as socket:
                try:
                    await self._hear(socket)
                finally:
                    self._socket = None
                return self._last_word or (socket.close_code or LOST, socket.close_reason or "")
        except Refused as refused:
            if not _passes(refused.status):
                raise
        except ConnectionClosed as closed:
            if self._last_word is None and closed.rcvd is not None:
                self._last_word = (closed.rcvd.code, closed.rcvd.reason)
        except (OSError, httpx.TransportError, WebSocketException):
            pass
        return self._last_word or (LOST, "")

    async def _hear(self, socket: ClientConnection) -> None:
        """Take in what a socket says, until it is closed."""
        welcomed = False
        async for text in socket:
            message = _message(text)
            kind = message.get("type")
            if kind == "ping":
                await socket.send(_frame({"type": "pong", "n": message["n"]}))
            elif kind in ("ack", "error"):
                self._answered(message)
            elif kind in _TOLD and (welcomed or kind in ("welcome", "closing")):
                if kind == "closing":
                    self._last_word = (message["code"], message["reason"])
                elif not self.fold(message):
                    self._resync()
                self._told.append(message)
                self._news.set()
                if not welcomed and kind == "welcome":
                    welcomed = True
                    await self._welcome(socket)

    async def _welcome(self, socket: ClientConnection) -> None:
        """Send what is not answered yet; from now on requests go to this socket."""
        self._socket = socket
        self._ready.set()
        for frame, _ in list(self._pending.values()):
            await socket.send(frame)

    def _answered(self, message: Message) -> None:
        _, answer = self._pending.get(message["id"], ("", None))
        if answer is None or answer.done():
            return
        if message["type"] == "ack":
            answer.set_result(message)
            return
        optional = {name: message.get(name) for name in ("path", "retry_ms", "expected")}
        answer.set_exception(Refused(message["code"], message["message"], **optional))

    def _resync(self) -> None:
        """Ask for the whole state, unless that is being done."""
        if self._resyncing is None or self._resyncing.done():
            self._resyncing = asyncio.create_task(self._ask_for_all())

    async def _ask_for_all(self) -> None:
        with suppress(Closed, Refused):
            await self.ask("resync")

    def _ended(self, error: Exception) -> None:
        """There will be no more sockets: tell whoever waits."""
        if self._end is None:
            self._end = error
        for _, answer in self._pending.values():
            if not answer.done():
                answer.set_exception(self._end)
        self._ready.set()
        self._news.set()


def _passes(status: int | None) -> bool:
    """Whether a refusal over HTTP may be over soon: the server is busy, restarts, or a proxy answers for it."""
    return status is None or status >= 500 or status < 400 or status in (408, 425, 429)


def _frame(message: Message) -> str:
    """A message's text frame.

    Raises:
        Refused: ``too_big`` for any message.
        ValueError: a number is not finite.
    """
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if len(text.encode()) > FRAME_BYTES:
        raise Refused("too_big", f"a message has at most {FRAME_BYTES} bytes")
    return text


def _message(text: str | bytes) -> Message:
    """What a frame says; nothing if it is no message."""
    try:
        message = json.loads(text)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
