"""How fast the server is over HTTP, beside a bare FastAPI echo of the same bodies in the same run.

Servers and clients are processes of their own; rounds alternate between the two servers, the median counts.
The clients speak just enough HTTP/1.1 to cost little: keep-alive, one request at a time on each connection.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast
from urllib.parse import urlsplit

import orjson

from drawmate.api.loops import quickest_loop
from drawmate.recognition.bench import sample_strokes
from drawmate.settings import Settings

__all__ = ["CONNECTIONS", "echo_app", "measure_http"]

CONNECTIONS: Final = 32
_ECHO: Final = [
    sys.executable, "-m", "uvicorn", "drawmate.api.bench:echo_app", "--factory", "--port", "0",
    "--no-access-log", "--no-server-header", "--no-proxy-headers",
]  # fmt: skip
_OURS: Final = [
    sys.executable,
    "-m",
    "drawmate.cli",
    "serve",
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--workers",
    "1",
]
_ADDRESS: Final = re.compile(r"https?://127\.0\.0\.1:(\d+)")
_START_SECONDS: Final = 60.0


def measure_http(settings: Settings, seconds: float, rounds: int) -> dict[str, float]:
    """``http_per_s`` and ``echo_per_s`` (requests a second), ``http_ratio`` of the two, latencies in ms."""
    ours: list[dict[str, float]] = []
    echo: list[dict[str, float]] = []
    environment = settings.model_copy(update={"rate_limit": "", "root_path": ""}).inherited()
    with _server(_OURS, environment) as our_port, _server(_ECHO, environment) as echo_port:
        for port, path in ((our_port, "/v1/recognise"), (echo_port, "/echo")):
            _clients(port, path, 0.5)
        for _ in range(rounds):
            ours.append(_clients(our_port, "/v1/recognise", seconds))
            echo.append(_clients(echo_port, "/echo", seconds))
    figures = {
        "http_per_s": statistics.median(each["per_s"] for each in ours),
        "http_ms_p50": statistics.median(each["ms_p50"] for each in ours),
        "http_ms_p99": statistics.median(each["ms_p99"] for each in ours),
        "echo_per_s": statistics.median(each["per_s"] for each in echo),
    }
    return figures | {"http_ratio": figures["http_per_s"] / figures["echo_per_s"]}


def echo_app() -> Any:
    """A bare FastAPI application that answers with the JSON it was sent."""
    from fastapi import FastAPI

    app = FastAPI()

    @app.post("/echo")
    async def echo(body: dict[str, Any]) -> dict[str, Any]:
        return body

    return app


@contextmanager
def _server(command: list[str], environment: dict[str, str]) -> Iterator[int]:
    """A server process; gives its port, which it prints."""
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            seen = ""
            for line in process.stdout:
                seen += line
                if found := _ADDRESS.search(line):
                    yield int(found[1])
                    return
            raise OSError(f"the server did not start: {seen.strip()[-300:]}")
        finally:
            process.terminate()


def _clients(port: int, path: str, seconds: float) -> dict[str, float]:
    """A round of clients in a process of their own."""
    command = [sys.executable, "-m", "drawmate.api.bench", f"http://127.0.0.1:{port}{path}", str(seconds)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=_START_SECONDS + seconds, check=False
    )
    if done.returncode:
        raise OSError(f"the clients failed: {done.stderr.strip()[-300:]}")
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


class _Connection(asyncio.Protocol):
    """Sends a request, awaits its answer, and sends the next."""

    def __init__(self, requests: list[bytes], first: int, times: list[float]) -> None:
        self.requests = requests
        self.next = first
        self.times = times
        self.end = 0.0
        self.waiting = 0
        self.sent = 0.0
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def begin(self, end: float) -> None:
        """Send the first request; none is sent after ``end``."""
        self.end = end
        self._send()

    def data_received(self, data: bytes) -> None:
        if not self.waiting:
            data = self.head + data
            split = data.find(b"\r\n\r\n")
            if split < 0:
                self.head = data
                return
            if not data.startswith(b"HTTP/1.1 200"):
                self._fail(f"the server answered {data[:60]!r}")
                return
            self.head = b""
            at = data.lower().find(b"content-length:")
            length = int(data[at + 15 : data.find(b"\r\n", at)])
            self.waiting = length - (len(data) - split - 4)
        else:
            self.waiting -= len(data)
        if self.waiting <= 0:
            self.waiting = 0
            now = time.perf_counter()
            self.times.append(now - self.sent)
            if now < self.end:
                self._send()
            else:
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)

    def _send(self) -> None:
        self.sent = time.perf_counter()
        self.transport.write(self.requests[self.next % len(self.requests)])
        self.next += 1

    def _fail(self, reason: str) -> None:
        if not self.lost.done():
            self.lost.set_exception(OSError(reason))
        self.transport.close()


async def _load(url: str, seconds: float) -> dict[str, float]:
    address = urlsplit(url)
    host, port = address.hostname or "127.0.0.1", address.port or 80
    requests = [_request(address.path, orjson.dumps({"strokes": strokes})) for strokes in sample_strokes()]
    loop = asyncio.get_running_loop()
    times: list[float] = []
    connections = []
    for number in range(CONNECTIONS):
        _, connection = await loop.create_connection(
            lambda number=number: _Connection(requests, 7 * number, times),  # type: ignore[misc]
            host,
            port,
        )
        connections.append(connection)
    began = time.perf_counter()
    for connection in connections:
        connection.begin(began + seconds)
    await asyncio.gather(*(connection.lost for connection in connections))
    taken = time.perf_counter() - began
    times.sort()
    return {
        "per_s": len(times) / taken,
        "ms_p50": 1000 * times[len(times) // 2],
        "ms_p99": 1000 * times[int(0.99 * (len(times) - 1))],
    }


def _request(path: str, body: bytes) -> bytes:
    head = [
        f"POST {path} HTTP/1.1",
        "Host: bench",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=quickest_loop) as runner:
        print(json.dumps(runner.run(_load(sys.argv[1], float(sys.argv[2])))))
