"""A scripted stand-in for the service, for what a real one cannot do on cue: lie, stall, refuse.

It serves the built client and the two calls the client makes, below any path prefix.
"""

from __future__ import annotations

import json
import mimetypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

STATIC = Path(__file__).parents[2] / "service" / "drawmate" / "static"

WORDS = {
    "cat": ("macska", 1),
    "house": ("ház", 1),
    "sun": ("nap", 1),
    "bicycle": ("kerékpár", 2),
    "umbrella": ("esernyő", 2),
    "clock": ("óra", 2),
    "snowman": ("hóember", 2),
    "lighthouse": ("világítótorony", 3),
}

Answer = dict[str, Any]
Script = Callable[[dict[str, Any]], Answer | int]


def answer(*top: tuple[str, float], label: str | None = None, state: str = "ok") -> Answer:
    """An answer of the service with the given guesses, best first."""
    return {
        "label": label,
        "state": state,
        "reason": None,
        "top": [{"label": name, "probability": p} for name, p in top],
        "warnings": [],
        "model": "fake",
        "device": "cpu",
    }


PUZZLED = answer(("potato", 0.09), ("cloud", 0.06), ("rock", 0.05), state="unknown")


@dataclass
class FakeApi:
    """A running stand-in; use it as a context manager.

    Attributes:
        prefix: path below which everything lives, e.g. ``/games/draw``.
        script: from a request's body to an answer, or to an HTTP status that refuses it.
        delay: seconds before each answer.
        gone: while true, connections are closed without an answer, as those of a service that has died.
        requests: the bodies of all recognise calls so far.
        called: the paths of all API calls so far, below the prefix, with those that found nobody.
    """

    prefix: str = ""
    script: Script = lambda body: PUZZLED
    delay: float = 0.0
    gone: bool = False
    requests: list[dict[str, Any]] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    most_at_once: int = 0
    _busy: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        """Listen on a free port."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.prefix}/"

    def recognise(self, body: dict[str, Any]) -> Answer | int:
        """Record a call and answer it as the script says."""
        with self._lock:
            self.requests.append(body)
            self._busy += 1
            self.most_at_once = max(self.most_at_once, self._busy)
        try:
            time.sleep(self.delay)
            return self.script(body)
        finally:
            with self._lock:
                self._busy -= 1


def labels() -> dict[str, Any]:
    """The word list of the stand-in."""
    return {
        "model": "fake",
        "labels": [
            {"label": label, "names": {"en": label, "hu": hu}, "playable": True, "difficulty": difficulty}
            for label, (hu, difficulty) in WORDS.items()
        ]
        + [
            {"label": label, "names": {"en": label, "hu": hu}, "playable": False, "difficulty": 3}
            for label, hu in (("potato", "krumpli"), ("cloud", "felhő"), ("rock", "szikla"))
        ],
    }


def _handler(api: FakeApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if not path.startswith(api.prefix + "/"):
                self._reply(404, b"", "text/plain")
                return
            path = path.removeprefix(api.prefix + "/")
            if path == "v1/labels":
                api.called.append(path)
                if api.gone:
                    self.close_connection = True
                else:
                    self._json(200, labels(), cache_control="max-age=300")
                return
            file = (STATIC / (path or "index.html")).resolve()
            if file.is_relative_to(STATIC) and file.is_file():
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                self._reply(200, file.read_bytes(), kind)
            else:
                self._reply(404, b"", "text/plain")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if self.path != f"{api.prefix}/v1/recognise":
                self._reply(404, b"", "text/plain")
                return
            api.called.append("v1/recognise")
            if api.gone:
                self.close_connection = True
                return
            reply = api.recognise(body)
            if isinstance(reply, int):
                self._json(reply, {"code": "scripted", "status": reply}, retry_after="1")
            else:
                self._json(200, reply)

        def _json(self, status: int, body: object, **headers: str) -> None:
            self._reply(status, json.dumps(body).encode(), "application/json", **headers)

        def _reply(self, status: int, body: bytes, kind: str, **headers: str) -> None:
            try:
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-security-policy", "default-src 'self'; img-src 'self' data: blob:")
                self.send_header("content-length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)
            except ConnectionError:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
