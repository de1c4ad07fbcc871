"""Requests written byte by byte, for what a proper client would never send."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import httpx
import orjson

from tests.servers import Server


@dataclass(frozen=True, slots=True)
class Answer:
    """A raw response; ``sent`` is how many bytes of the body went out before it came."""

    status: int
    headers: dict[str, str]
    body: bytes
    sent: int

    def json(self) -> Any:
        return orjson.loads(self.body)


def ask(server: Server, head: list[str], chunks: Iterable[bytes] = ()) -> Answer:
    """Send a request's head lines and chunks of a body, until an answer comes or all is sent; then read it."""
    sent = 0
    with socket.create_connection(server.address, 20) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        connection.settimeout(0.0005)
        data = b""
        try:
            for chunk in chunks:
                connection.settimeout(20)
                connection.sendall(chunk)
                sent += len(chunk)
                connection.settimeout(0.0005)
                try:
                    data = connection.recv(65536)
                    break
                except TimeoutError:
                    continue
        except (BrokenPipeError, ConnectionResetError):
            pass
        connection.settimeout(20)
        while b"\r\n\r\n" not in data:
            data += connection.recv(65536)
        lines, _, body = data.partition(b"\r\n\r\n")
        status, *fields = lines.decode().split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)
        }
        while len(body) < int(headers.get("content-length", 0)):
            body += connection.recv(65536)
    return Answer(int(status.split()[1]), headers, body, sent)


def post(
    http: httpx.Client, content: bytes | str, path: str = "/v1/recognise", **headers: str
) -> httpx.Response:
    """A POST of bytes as JSON."""
    return http.post(path, content=content, headers={"content-type": "application/json"} | headers)


def refused(
    response: httpx.Response | Answer, status: int, code: str, path: str | None = None
) -> dict[str, Any]:
    """The problem of a response, of which status, code and path are as given and which is well formed."""
    body: dict[str, Any] = response.json()
    seen = response.status if isinstance(response, Answer) else response.status_code
    assert (seen, body["code"], body.get("path")) == (status, code, path), body
    assert response.headers["content-type"] == "application/problem+json"
    assert body["status"] == status
    assert body["type"] == f"urn:drawmate:problem:{code}"
    assert body["title"]
    assert body["detail"]
    assert body["request_id"] == response.headers["x-request-id"]
    return body
