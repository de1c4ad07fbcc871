"""The outermost layer of the app: request ids, security headers, metrics, the access log, failures."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from typing import Final

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drawmate.api.errors import Problem, problem_of, problem_response
from drawmate.observability.metrics import Metrics

__all__ = ["CSP", "Edge"]

CSP: Final = b"content-security-policy"

_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
]
_NOTHING: Final = (CSP, b"default-src 'none'; frame-ancestors 'none'")
_LINGER_SECONDS: Final = 1.0
_LINGER_BYTES: Final = 64 * 1024 * 1024

log = structlog.get_logger("drawmate.api")


class Edge:
    """ASGI: gives each request an id (the client's ``X-Request-ID`` if it is sane) and always an answer."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, access_log: bool = False) -> None:
        self.app = app
        self.metrics = metrics
        self.access_log = access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        request_id = given if given and _REQUEST_ID.fullmatch(given) else secrets.token_hex(8).encode()
        scope["request_id"] = request_id.decode()
        status = 0
        body_done = False

        async def seen_receive() -> Message:
            nonlocal body_done
            message = await receive()
            body_done = body_done or not message.get("more_body")
            return message

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.setdefault("headers", [])
                if not any(name == CSP for name, _ in headers):
                    headers.append(_NOTHING)
                headers.append((b"x-request-id", request_id))
                headers.extend(_HEADERS)
            await send(message)

        try:
            await self.app(scope, seen_receive, marked)
        except ClientDisconnect:
            status = status or 499
        except Exception as error:
            if status:
                self._log_failure(scope, error)
                raise
            problem = problem_of(error)
            if problem is None:
                self._log_failure(scope, error)
                problem = Problem(500, "internal_error", "something went wrong here; it has been logged")
            self.metrics.refused.labels(problem.code).inc()
            response = problem_response(problem, scope["request_id"])
            if problem.status_code in (408, 413) and not body_done:
                await _answer_and_drain(response.body, response.raw_headers, problem, receive, marked)
            else:
                await response(scope, receive, marked)
        finally:
            seconds = time.perf_counter() - began
            route = _route(scope)
            self.metrics.request(scope["method"] if route != "other" else "any", route, status, seconds)
            if self.access_log:
                log.info(
                    "request",
                    method=scope["method"],
                    route=route,
                    status=status,
                    ms=round(1000 * seconds, 2),
                    request_id=scope["request_id"],
                )

    def _log_failure(self, scope: Scope, error: Exception) -> None:
        log.error("request failed", route=_route(scope), request_id=scope["request_id"], exc_info=error)


async def _answer_and_drain(
    body: bytes | memoryview,
    headers: list[tuple[bytes, bytes]],
    problem: Problem,
    receive: Receive,
    send: Send,
) -> None:
    """Answer while the client still sends, then read and drop a little more.

    Closing at once would reset the connection, and the client might lose the answer before it reads it.
    """
    await send({"type": "http.response.start", "status": problem.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    dropped = 0
    try:
        async with asyncio.timeout(_LINGER_SECONDS):
            more = True
            while more and dropped < _LINGER_BYTES:
                message = await receive()
                dropped += len(message.get("body", b""))
                more = message["type"] == "http.request" and message.get("more_body", False)
    except TimeoutError:
        pass
    await send({"type": "http.response.body", "body": b""})


def _route(scope: Scope) -> str:
    """The route's template, so that metrics and logs hold no addresses a client made up."""
    route = scope.get("route")
    return getattr(route, "path", "") or "other"
