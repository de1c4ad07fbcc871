"""``/v1/tables/{code}/socket``: wire v1 over a WebSocket."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any, Final
from urllib.parse import urlsplit

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from drawmate.api.service import Service
from drawmate.storage.errors import StorageError
from drawmate.tables.actor import Actor
from drawmate.tables.connection import Connection
from drawmate.tables.refusals import Refusal
from drawmate.wire.client_messages import InkPiece, Pong
from drawmate.wire.codes import CLOSE_REASONS, REFUSALS, Close
from drawmate.wire.limits import PING_SECONDS
from drawmate.wire.reading import WireError, read_frame
from drawmate.wire.server_messages import Error, Ping

__all__ = ["route"]

INK_RATE: Final = parse("100/second")
RATE: Final = parse("5/second")
"""Of each kind of message but ink."""
RETRY_MS: Final = 1_000
_CLOSES: Final = {"no_table": Close.NO_TABLE, "paused": Close.RESTART}
LAGS: Final = 3
"""Round trips whose least is the lag: one late answer moves nobody's clock."""


def route(service: Service) -> WebSocketRoute:
    """The socket's route."""
    limiter = MovingWindowRateLimiter(MemoryStorage())

    async def endpoint(socket: WebSocket) -> None:
        if not _same_origin(socket, service.settings.cors_origins):
            await _refuse(socket, Close.FORBIDDEN_ORIGIN)
            return
        if service.hall is None:
            await _refuse(socket, Close.RESTART)
            return
        since = socket.query_params.get("since", "")
        try:
            actor, connection = await service.hall.enter(
                socket.path_params["code"],
                socket.query_params.get("ticket", ""),
                socket.query_params.get("client", "")[:40],
                int(since) if since.isdecimal() and len(since) < 16 else None,
            )
        except Refusal as error:
            await _refuse(socket, _CLOSES.get(error.code, Close.BAD_TOKEN))
            return
        except StorageError:
            await _refuse(socket, Close.RESTART)
            return
        try:
            await socket.accept()
            await _Line(socket, actor, connection, limiter).run()
        finally:
            actor.disconnect(connection)

    return WebSocketRoute("/v1/tables/{code}/socket", endpoint, name="socket")


class _Line:
    """One socket while it is open."""

    def __init__(
        self, socket: WebSocket, actor: Actor, connection: Connection, limiter: MovingWindowRateLimiter
    ) -> None:
        self._socket = socket
        self._actor = actor
        self._connection = connection
        self._limiter = limiter
        self._pinged: tuple[int, float] | None = None
        self._lags: deque[int] = deque(maxlen=LAGS)

    async def run(self) -> None:
        """Read, write and ping until one of them ends."""
        tasks = [asyncio.create_task(work()) for work in (self._read, self._write, self._ping)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._actor.disconnect(self._connection)
            for task in tasks:
                task.cancel()
            found = await asyncio.gather(*tasks, return_exceptions=True)
            await self._hang_up()
        for error in found:
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect | OSError):
                raise error

    async def _read(self) -> None:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            try:
                text = frame.get("text")
                message = read_frame(text if text is not None else frame.get("bytes") or b"")
            except WireError as error:
                self._connection.send(error.answer())
                continue
            if isinstance(message, Pong):
                self._ponged(message)
            elif self._admitted(message):
                await self._actor.submit(self._connection, message)

    def _admitted(self, message: Any) -> bool:
        """Whether a message comes within its rate; if not it is not used up, and may be sent again (T64)."""
        rate = INK_RATE if isinstance(message, InkPiece) else RATE
        if self._limiter.hit(rate, message.type, str(id(self._connection))):
            return True
        self._connection.send(
            Error(id=message.id, code="slow_down", message=REFUSALS["slow_down"], retry_ms=RETRY_MS)
        )
        return False

    async def _write(self) -> None:
        while (text := await self._connection.next_frame()) is not None:
            await self._socket.send_text(text)

    async def _ping(self) -> None:
        """Measure the lag, and drop whoever does not answer in time."""
        number = 0
        while True:
            number += 1
            self._pinged = (number, time.monotonic())
            self._connection.send(Ping(n=number))
            await asyncio.sleep(PING_SECONDS)
            if self._pinged is not None:
                self._connection.close(Close.SILENT)
                self._actor.disconnect(self._connection)
                await asyncio.sleep(1)
                return

    def _ponged(self, message: Pong) -> None:
        if self._pinged is not None and message.n == self._pinged[0]:
            self._lags.append(int((time.monotonic() - self._pinged[1]) * 1000))
            self._connection.lag_ms = min(self._lags)
            self._pinged = None

    async def _hang_up(self) -> None:
        if self._socket.client_state != WebSocketState.DISCONNECTED:
            code = self._connection.closed or Close.RESTART
            try:
                async with asyncio.timeout(1):
                    await self._socket.close(int(code), CLOSE_REASONS[code])
            except (RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
                pass


async def _refuse(socket: WebSocket, code: Close) -> None:
    """Open and close at once, so that the page is told the code."""
    await socket.accept()
    await socket.close(int(code), CLOSE_REASONS[code])


def _same_origin(socket: WebSocket, others: tuple[str, ...]) -> bool:
    """Whether the page that opens the socket is ours, or of an origin that is allowed; no browser sends no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in others or "*" in others:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host", "")
    except ValueError:
        return False
