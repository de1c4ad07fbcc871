"""A table over REST, and one of its sockets spoken to frame by frame, as any client might."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.servers import Server

Message = dict[str, Any]

SECONDS = 60.0
"""Until something that must happen counts as missing."""


def opened(server: Server, game: str = "quick_guess", name: str = "Fox", **options: Any) -> Message:
    """A new table: its code, the host's seat and tokens."""
    with server.client() as http:
        answer = http.post("/v1/tables", json={"game": game, "name": name, "options": options})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def joined(server: Server, code: str, name: str = "Owl") -> Message:
    """The next seat of a table."""
    with server.client() as http:
        answer = http.post(f"/v1/tables/{code}/seats", json={"name": name})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def ticket(server: Server, code: str, token: str | None = None, name: str = "") -> str:
    """A ticket for one socket."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    with server.client() as http:
        answer = http.post(f"/v1/tables/{code}/tickets", json={"name": name}, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["ticket"])


@dataclass(slots=True)
class Talk:
    """One socket.

    ``heard`` is everything that came but pings, ``at`` how far ``hear`` has gone through it; ``code`` and ``reason``
    say how it was closed.
    """

    socket: ClientConnection
    answers_pings: bool = True
    heard: list[Message] = field(default_factory=list)
    at: int = 0
    code: int | None = None
    reason: str = ""
    number: int = 0

    def send(self, kind: str, **fields: Any) -> int:
        """Send a request; its id."""
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a request; its answer."""
        return self.answer(self.send(kind, **fields))

    def answer(self, number: int | None) -> Message:
        """The answer to the request of an id; it is taken out of what was heard."""
        end = time.monotonic() + SECONDS
        while True:
            for place, message in enumerate(self.heard):
                if message["type"] in ("ack", "error") and message["id"] == number:
                    self.at -= place < self.at
                    return self.heard.pop(place)
            self._next(end)

    def acked(self, kind: str, **fields: Any) -> None:
        """Have something done."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "ack", answer

    def hear(self, wanted: str | Callable[[Message], bool]) -> Message:
        """The next message of a type, or for which a condition holds; what came before it is passed over."""
        end = time.monotonic() + SECONDS
        while True:
            while self.at < len(self.heard):
                message = self.heard[self.at]
                self.at += 1
                if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                    return message
            self._next(end)

    def closed(self) -> int:
        """Listen until the socket is closed; the code."""
        end = time.monotonic() + SECONDS
        try:
            while True:
                self._next(end)
        except ConnectionClosed:
            assert self.code is not None
            return self.code

    def _next(self, end: float) -> None:
        """Wait for another message."""
        count = len(self.heard)
        while len(self.heard) == count:
            try:
                message: Message = json.loads(self.socket.recv(max(0.0, end - time.monotonic())))
            except ConnectionClosed as error:
                self.code = 1006
                if error.rcvd is not None:
                    self.code, self.reason = error.rcvd.code, error.rcvd.reason
                raise
            if message["type"] != "ping":
                self.heard.append(message)
            elif self.answers_pings:
                with suppress(ConnectionClosed):
                    self.socket.send(json.dumps({"type": "pong", "n": message["n"]}))


@contextmanager
def talking(
    server: Server,
    code: str,
    token: str | None = None,
    *,
    pass_: str | None = None,
    origin: str | None = None,
    prefix: str = "",
    answers_pings: bool = True,
    **query: Any,
) -> Iterator[Talk]:
    """A socket with a fresh ticket, or with ``pass_``; ``query`` may have ``client`` and ``since``."""
    host, port = server.address
    pass_ = pass_ if pass_ is not None else ticket(server, code, token)
    url = f"ws://{host}:{port}{prefix}/v1/tables/{code}/socket?{urlencode({'ticket': pass_, **query})}"
    options: Any = {"origin": origin, "proxy": None, "open_timeout": SECONDS, "ping_interval": None}
    with connect(url, max_size=None, close_timeout=5, **options) as socket:
        yield Talk(socket, answers_pings)
