"""``/v1/tables/{code}/socket``: wire v1 over a WebSocket."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from typing import Final
from urllib.parse import urlsplit

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from drawmate.api.pace import Window
from drawmate.api.service import Service
from drawmate.storage.errors import StorageError
from drawmate.tables.actor import Actor
from drawmate.tables.connection import Connection
from drawmate.tables.refusals import Refusal
from drawmate.wire.client_messages import Pong
from drawmate.wire.codes import CLOSE_REASONS, REFUSALS, Close
from drawmate.wire.limits import PING_SECONDS
from drawmate.wire.reading import WireError, read_frame
from drawmate.wire.server_messages import Error, Ping

__all__ = ["route"]

INK_RATE: Final = 100
"""Pieces of ink a second."""
RATE: Final = 5
"""Messages a second of each other kind."""
REFUSED_RATE: Final = 100
"""Frames a second that are no message, or too many: beyond, the socket is read no faster."""
_CLOSES: Final = {"no_table": Close.NO_TABLE, "paused": Close.RESTART, "busy": Close.TOO_MANY}
LAGS: Final = 3
"""Round trips whose least is the lag: one late answer moves nobody's clock."""


def route(service: Service) -> WebSocketRoute:
    """The socket's route."""

    async def endpoint(socket: WebSocket) -> None:
        if not _same_origin(socket, service.settings.cors_origins):
            await _turn_away(socket, Close.FORBIDDEN_ORIGIN)
            return
        if service.hall is None:
            await _turn_away(socket, Close.RESTART)
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
            await _turn_away(socket, _CLOSES.get(error.code, Close.BAD_TOKEN))
            return
        except StorageError:
            await _turn_away(socket, Close.RESTART)
            return
        try:
            await socket.accept()
            await _Line(socket, actor, connection).run()
        except WebSocketDisconnect:
            pass  # before it was accepted
        finally:
            actor.disconnect(connection)

    return WebSocketRoute("/v1/tables/{code}/socket", endpoint, name="socket")


class _Line:
    """One socket while it is open."""

    def __init__(self, socket: WebSocket, actor: Actor, connection: Connection) -> None:
        self._socket = socket
        self._actor = actor
        self._connection = connection
        self._rates: dict[str, Window] = {"ink": Window(INK_RATE)}
        self._refused = Window(REFUSED_RATE)
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
                await self._refuse(error.answer())
                continue
            if isinstance(message, Pong):
                self._ponged(message)
            elif wait := self._rate(message.type).wait(time.monotonic()):
                # Not used up: it may be sent again (T64).
                retry = math.ceil(1000 * wait)
                refusal = REFUSALS["slow_down"]
                await self._refuse(Error(id=message.id, code="slow_down", message=refusal, retry_ms=retry))
            else:
                await self._actor.submit(self._connection, message)

    def _rate(self, kind: str) -> Window:
        if kind not in self._rates:
            self._rates[kind] = Window(RATE)
        return self._rates[kind]

    async def _refuse(self, error: Error) -> None:
        """Say why a frame was not taken, and read on at once unless that happens all the time."""
        self._connection.send(error)
        while wait := self._refused.wait(time.monotonic()):
            await asyncio.sleep(wait)

    async def _write(self) -> None:
        while (text := await self._connection.next_frame()) is not None:
            try:
                await self._socket.send_text(text)
            except RuntimeError:
                return  # closed already by the server below: what came was no WebSocket

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


async def _turn_away(socket: WebSocket, code: Close) -> None:
    """Open and close at once, so that the page is told the code."""
    try:
        await socket.accept()
        await socket.close(int(code), CLOSE_REASONS[code])
    except (RuntimeError, OSError, WebSocketDisconnect):
        pass  # it is gone already


def _same_origin(socket: WebSocket, others: tuple[str, ...]) -> bool:
    """Whether the page that opens the socket is ours, or of an origin that is allowed; no browser sends no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in others or "*" in others:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host", "")
    except ValueError:
        return False
