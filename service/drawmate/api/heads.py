"""Request heads: how large and how slow they may be. uvicorn's parser would wait for more for ever, and keep it."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from drawmate.api.errors import Problem, problem_response

__all__ = ["HEAD_BYTES", "HEAD_SECONDS", "BoundedHeads"]

HEAD_BYTES: Final = 64 * 1024
"""Largest head of a request: its first line and headers, and the trailers of a chunked body."""
HEAD_SECONDS: Final = 10.0
"""For a head to come, from its first byte, or from the connection if nothing has come yet."""
_SEPARATORS: Final = 4
"""Bytes around a header: its colon and space, and the end of the line."""


class BoundedHeads(HttpToolsProtocol):
    """uvicorn's protocol with bounds on heads; refuses what it cannot read with a problem, and closes."""

    head_seconds: float = HEAD_SECONDS

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._in_head = True
        self._come = 0  # bytes since the head began
        self._size = 0  # bytes of what was parsed of the head
        self._timer: asyncio.TimerHandle | None = None
        self._problem: Problem | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._begin_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came; refuse a head that goes on for too long."""
        if self.transport.is_closing():
            return
        if self._in_head:
            self._come += len(data)
        super().data_received(data)
        if self._in_head and self._come > HEAD_BYTES and not self.transport.is_closing():
            self._problem = _too_large()
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a head."""
        super().on_message_begin()
        if not self._in_head:
            self._begin_head()

    def on_url(self, url: bytes) -> None:
        """Take a part of the request's target."""
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header or a trailer."""
        self._grow(len(name) + len(value) + _SEPARATORS)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head has come."""
        self._in_head = False
        self._stop_timer()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request with a problem, and close."""
        problem = self._problem or Problem(400, "bad_request", "this is no HTTP request")
        request_id = secrets.token_hex(8)
        response = problem_response(problem, request_id)
        head = (
            f"HTTP/1.1 {problem.status_code} \r\nconnection: close\r\nx-request-id: {request_id}\r\n".encode()
        )
        fields = b"".join(name + b": " + value + b"\r\n" for name, value in response.raw_headers)
        self._stop_timer()
        self.transport.write(head + fields + b"\r\n" + bytes(response.body))
        self.transport.close()

    def _begin_head(self) -> None:
        self._in_head = True
        self._come = self._size = 0
        self._stop_timer()
        self._timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _grow(self, count: int) -> None:
        """Count parsed bytes; an exception ends the parser, which then calls ``send_400_response``."""
        self._size += count
        if self._size > HEAD_BYTES:
            self._problem = _too_large()
            raise self._problem

    def _give_up(self) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            # An earlier request is still being answered; its answer comes first.
            self._timer = self.loop.call_later(self.head_seconds, self._give_up)
        elif self._come or self._size:
            self._problem = Problem(408, "too_slow", "the head of the request did not come in time")
            self.send_400_response("")
        else:
            self.transport.close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _too_large() -> Problem:
    return Problem(431, "head_too_large", f"the head of a request may have at most {HEAD_BYTES} bytes")
