"""A small server that gives tickets and lets a test speak for the table, over real sockets.

A test gives one script for each connection; a script reads frames and sends messages, and its end closes the socket.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from drawmate.client import Seat
from drawmate.wire.examples import SERVER_EXAMPLES

LOBBY = SERVER_EXAMPLES["lobby"]


def welcome(v: int = 0, **fields: Any) -> dict[str, Any]:
    """What the server says first."""
    return SERVER_EXAMPLES["welcome"] | {"v": v, "view": None, "canvases": [], "chat": []} | fields


@dataclass(slots=True)
class Line:
    """One socket of the fake table; ``query`` is what it was opened with."""

    socket: WebSocket
    query: dict[str, str]

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_json(message)

    async def hear(self) -> dict[str, Any]:
        """The next message of the client."""
        found: dict[str, Any] = await self.socket.receive_json()
        return found

    async def ack(self) -> dict[str, Any]:
        """The next message of the client, which is done."""
        message = await self.hear()
        await self.send({"type": "ack", "id": message["id"], "token": None})
        return message

    async def rest(self) -> None:
        """Acknowledge everything from now on."""
        while True:
            await self.ack()


Script = Callable[[Line], Awaitable[None]]


@dataclass(slots=True)
class FakeTable:
    """``status`` and ``problem`` are the answer to whoever asks for a ticket."""

    scripts: list[Script]
    status: int = 201
    problem: str = "no_table"
    tickets: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    url: str = ""

    @property
    def seat(self) -> Seat:
        return Seat(self.url, "KX7M2P", 0, "secret")

    async def ticket(self, request: Request) -> Response:
        self.tickets.append(request.headers.get("authorization", ""))
        if self.status != 201:
            return JSONResponse({"code": self.problem, "detail": "no"}, self.status)
        return JSONResponse({"ticket": f"t{len(self.tickets)}", "expires_ms": 30_000}, 201)

    async def talk(self, socket: WebSocket) -> None:
        await socket.accept()
        line = Line(socket, dict(socket.query_params))
        self.lines.append(line)
        try:
            await self.scripts[min(len(self.lines), len(self.scripts)) - 1](line)
        except WebSocketDisconnect:
            return
        if socket.application_state != WebSocketState.DISCONNECTED:
            await socket.close(4006)


@asynccontextmanager
async def faked(*scripts: Script, **fields: Any) -> AsyncIterator[FakeTable]:
    """A fake table; the last script is that of all later connections too."""
    table = FakeTable(list(scripts), **fields)
    app = Starlette(
        routes=[
            Route("/v1/tables/{code}/tickets", table.ticket, methods=["POST"]),
            WebSocketRoute("/v1/tables/{code}/socket", table.talk),
        ]
    )
    options: dict[str, Any] = {"log_config": None, "lifespan": "off", "ws": "websockets-sansio"}
    server = uvicorn.Server(uvicorn.Config(app, timeout_graceful_shutdown=1, **options))
    listener = socket.create_server(("127.0.0.1", 0))
    table.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    task = asyncio.create_task(server._serve(sockets=[listener]))
    try:
        yield table
    finally:
        server.should_exit = True
        await task
        listener.close()
