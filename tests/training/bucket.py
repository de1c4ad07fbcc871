"""A small HTTP server that serves files as the public bucket does, and can break connections on purpose."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote


@dataclass
class Bucket:
    """What is served: path to content, and how it misbehaves."""

    files: dict[str, bytes] = field(default_factory=dict)
    cut_after: list[int] = field(default_factory=list)
    """Of the next answers, each ends after so many bytes of its body."""
    refuse: list[int] = field(default_factory=list)
    """Status codes of the next answers."""
    wrong_hash: bool = False
    hashes: str = "md5"
    """Which hash is sent: md5, crc32c or none."""
    crc32c: str = ""
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    """(path, Range header) of every request."""
    base: str = ""


@contextmanager
def serving() -> Iterator[Bucket]:
    """A bucket on a free port of this machine."""
    bucket = Bucket()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            _answer(self, bucket)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    bucket.base = f"http://127.0.0.1:{server.server_port}"
    try:
        yield bucket
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _answer(handler: BaseHTTPRequestHandler, bucket: Bucket) -> None:
    path = unquote(handler.path)
    asked = handler.headers.get("Range")
    bucket.requests.append((path, asked))
    if bucket.refuse or path not in bucket.files:
        handler.send_response(bucket.refuse.pop(0) if bucket.refuse else 404)
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return
    content = bucket.files[path]
    digest = hashlib.md5(content).digest()
    etag = f'"{digest.hex()}"'
    body = content
    if asked is not None and handler.headers.get("If-Range") == etag:
        first = int(asked.removeprefix("bytes=").removesuffix("-"))
        body = content[first:]
        handler.send_response(206)
        handler.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
    else:
        handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.send_header("ETag", etag)
    if bucket.hashes == "md5":
        sent = hashlib.md5(b"something else").digest() if bucket.wrong_hash else digest
        handler.send_header("x-goog-hash", "crc32c=AAAAAA==")
        handler.send_header("x-goog-hash", f"md5={base64.b64encode(sent).decode()}")
    elif bucket.hashes == "crc32c":
        handler.send_header("x-goog-hash", f"crc32c={bucket.crc32c}")
    handler.end_headers()
    if bucket.cut_after:
        handler.wfile.write(body[: bucket.cut_after.pop(0)])
        handler.close_connection = True
    else:
        handler.wfile.write(body)
