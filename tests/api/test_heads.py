from __future__ import annotations

import asyncio
import socket
from typing import Any

import orjson
import pytest
import uvicorn

from drawmate.api.heads import HEAD_BYTES, BoundedHeads
from tests.servers import Server


def said(server: Server, *parts: bytes) -> tuple[int, Any]:
    """The status and problem that the server answers to bytes, of which it may not want all."""
    answer = b""
    with socket.create_connection(server.address, 20) as connection:
        try:
            for part in parts:
                connection.sendall(part)
        except (BrokenPipeError, ConnectionResetError):
            pass
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), orjson.loads(body)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * (HEAD_BYTES + 1),
        b"GET /" + b"a" * (HEAD_BYTES + 1),
        b"GET /healthz HTTP/1.1\r\n" + b"X-A: b\r\n" * (HEAD_BYTES // 8) + b"\r\n",
    ],
    ids=["one header", "the path", "many headers"],
)
def test_a_large_head_is_refused(server: Server, head: bytes) -> None:
    status, problem = said(server, head)
    assert (status, problem["code"]) == (431, "head_too_large")


def test_what_is_no_request_is_a_problem_too(server: Server) -> None:
    status, problem = said(server, b"\x16\x03\x01\x02\x00\r\n\r\n")
    assert (status, problem["code"]) == (400, "bad_request")


def test_a_head_within_the_bound_is_read_and_the_connection_kept(server: Server) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * (HEAD_BYTES - 200) + b"\r\n\r\n"
    with socket.create_connection(server.address, 20) as connection:
        for _ in range(3):
            for start in range(0, len(request), 9000):
                connection.sendall(request[start : start + 9000])
            answer = b""
            while not answer.endswith(b'{"status":"ok"}'):
                answer += connection.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200 ")


async def answered(port: int, *, first: bytes, wait: float) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(first)
    try:
        async with asyncio.timeout(wait):
            return await reader.read()
    finally:
        writer.close()


class Impatient(BoundedHeads):
    head_seconds = 0.3


async def slow_app(scope: Any, receive: Any, send: Any) -> None:
    """Answers after longer than a head may take."""
    await asyncio.sleep(0.8)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def test_a_slow_head_is_given_up_and_a_slow_answer_is_not() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = uvicorn.Config(slow_app, http=Impatient, lifespan="off", log_config=None, timeout_keep_alive=1)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        silent, slow, whole, second = await asyncio.gather(
            answered(port, first=b"", wait=5),
            answered(port, first=b"GET / HTTP/1.1\r\nHost", wait=5),
            answered(port, first=b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", wait=5),
            answered(port, first=b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT", wait=5),
        )
    finally:
        server.should_exit = True
        await task
    assert silent == b""
    assert slow.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too_slow"' in slow
    assert whole.endswith(b"ok")
    first, _, rest = second.partition(b"ok")
    assert first.startswith(b"HTTP/1.1 200 ")
    assert rest.startswith(b"HTTP/1.1 408 ")
