"""The real server as a process, for tests over real HTTP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
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

    @property
    def failures(self) -> list[str]:
        """Its log from the first line on that tells of what should not have happened."""
        signs = ("Traceback", "[error", "[critical")
        first = next((n for n, line in enumerate(self.log) if any(s in line for s in signs)), None)
        return [] if first is None else self.log[first : first + 100]

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=30, trust_env=False, verify=False, **options)


@contextmanager
def started_server(
    *options: str, altered: Mapping[str, object] | None = None, **environment: str
) -> Iterator[Server]:
    """``drawmate serve`` on a free port, ready for requests; ended, and waited for, at the end.

    ``altered`` are constants that are changed in it, by module and name (``tests.sockets.altered``).
    """
    command = ["drawmate.cli"]
    if altered is not None:
        changes = [f"{name}={json.dumps(value)}" for name, value in altered.items()]
        command = ["tests.sockets.altered", *changes, "--"]
    process = subprocess.Popen(
        [sys.executable, "-m", *command, "serve", "--host", "127.0.0.1", "--port", "0", *options],
        env=clean_environment() | environment,
        cwd=None if altered is None else Path(__file__).parents[1],
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
