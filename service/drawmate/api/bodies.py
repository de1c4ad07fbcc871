"""Request bodies: how large, how slow and of what type they may be."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drawmate.api.errors import BodyProblem, Problem
from drawmate.ink import InkError
from drawmate.ink.formats import FORMATS, loads
from drawmate.ink.limits import MAX_BYTES, MAX_DEPTH, MAX_DOCUMENT_DEPTH

__all__ = ["BodyLimit", "read_json"]

DOCUMENT_DEPTH: Final = MAX_DOCUMENT_DEPTH + 4
"""Nesting of a request with documents: its object, its many drawings and their objects around the document.
Of other formats, whose strokes are not deep, the whole request may be nested ``MAX_DEPTH`` deep."""


def too_large() -> BodyProblem:
    """The refusal of a body over the limit; the connection cannot be used again."""
    return BodyProblem(
        413, "too_large", f"a body may have at most {MAX_BYTES} bytes", headers={"Connection": "close"}
    )


class BodyLimit:
    """ASGI: refuses a body over the limit, by its Content-Length at once, else when so much has come."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BYTES) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        chunked = True
        for name, value in scope["headers"]:
            if name == b"content-length":
                chunked = False
                if not value.isdigit() or len(value) > 12 or int(value) > self.limit:
                    raise too_large()
        if not chunked:
            await self.app(scope, receive, send)
            return
        come = 0

        async def counted() -> Message:
            nonlocal come
            message = await receive()
            come += len(message.get("body", b""))
            if come > self.limit:
                raise too_large()
            return message

        await self.app(scope, counted, send)


async def read_json(scope: Scope, receive: Receive, seconds: float) -> Any:
    """The JSON value of a request's body, which must all come within ``seconds``.

    Raises:
        Problem: 415 ``unsupported_media_type``, 408 ``too_slow``.
        InkError: what ``loads`` raises.
    """
    if not _is_json(scope):
        raise Problem(415, "unsupported_media_type", "send application/json")
    message = await receive()
    body = message.get("body", b"")
    if message.get("more_body") or message["type"] == "http.disconnect":
        try:
            async with asyncio.timeout(seconds):
                body = await _rest(message, receive)
        except TimeoutError:
            raise BodyProblem(
                408, "too_slow", "the body did not come in time", headers={"Connection": "close"}
            ) from None
    return _decoded(body)


def _decoded(body: bytes) -> Any:
    """The JSON of a body: as deep as a document only if its ``format`` is one of documents."""
    try:
        return loads(body)
    except InkError as error:
        if error.code != "too_deep":
            raise
        value = loads(body, max_depth=DOCUMENT_DEPTH)
        found = FORMATS.get(_format_in(value))
        if found is None or found.depth <= MAX_DEPTH:
            raise
        return value


def _format_in(value: Any) -> str:
    form = value.get("format") if type(value) is dict else None
    return form if type(form) is str else "columns"


async def _rest(message: Message, receive: Receive) -> bytes:
    parts = []
    while True:
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
        message = await receive()


def _is_json(scope: Scope) -> bool:
    for name, value in scope["headers"]:
        if name == b"content-type":
            if value == b"application/json":
                return True
            kind, _, parameters = value.decode("latin-1").lower().partition(";")
            kind = kind.strip()
            charset = parameters.partition("charset=")[2].partition(";")[0].strip(' "')
            json = kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))
            return json and charset in ("", "utf-8", "utf8")
    return False
