"""The real server as a process, for tests over real HTTP."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, its process, and a list that grows by what it logs."""

    url: str
    process: subprocess.Popen[str]
    log: list[str]

    @property
    def address(self) -> tuple[str, int]:
        url = httpx.URL(self.url)
        return url.host, url.port or 80

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=30, trust_env=False, verify=False, **options)


@contextmanager
def started_server(*options: str, **environment: str) -> Iterator[Server]:
    """``drawmate serve`` on a free port, ready for requests; ended, and waited for, at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "drawmate.cli", "serve", "--host", "127.0.0.1", "--port", "0", *options],
        env=clean_environment() | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    log: list[str] = []
    reader = threading.Thread(target=lambda: log.extend(process.stderr or ()), daemon=True)
    reader.start()
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found is None:
            process.wait(10)
            reader.join(10)
            raise AssertionError(f"the server did not start: {line} {''.join(log)}")
        yield Server(found[0], process, log)
    finally:
        process.terminate()
        process.wait(20)
        reader.join(20)
        process.stdout.close()
        process.stderr.close()


def clean_environment() -> dict[str, str]:
    """The environment without settings of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DRAWMATE_")}
