"""A real Postgres of one's own, from Debian's package, for as long as the tests run."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS_TO_START = 60
INITDB = ("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")


def binaries() -> Path | None:
    """The folder of the newest installed server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


@contextmanager
def running_postgres(programs: Path) -> Iterator[str]:
    """Start a server on a free port of 127.0.0.1, with a password; the URL of its first database."""
    folder = Path(tempfile.mkdtemp(prefix="drawmate-postgres-"))
    owner = _owner()
    if "user" in owner:
        shutil.chown(folder, owner["user"], owner["group"])
    data, password = folder / "data", secrets.token_hex(16)
    secret = folder / "password"
    secret.write_text(password)
    secret.chmod(0o644)  # in a folder that only its owner may enter
    try:
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "drawmate", f"--pwfile={secret}", *INITDB],
            check=True,
            capture_output=True,
            cwd=folder,
            **owner,
        )
        port = _free_port()
        options = {
            "listen_addresses": "127.0.0.1",
            "port": port,
            "unix_socket_directories": "",
            "fsync": "off",
            "full_page_writes": "off",
        }
        log = folder / "log"
        with log.open("wb") as written:
            server = subprocess.Popen(
                [
                    programs / "postgres",
                    "-D",
                    data,
                    *(f"--{name}={value}" for name, value in options.items()),
                ],
                stdout=written,
                stderr=subprocess.STDOUT,
                cwd=folder,
                **owner,
            )
        try:
            _wait(server, programs, port, log)
            yield f"postgresql://drawmate:{password}@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing is to be kept
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _owner() -> dict[str, Any]:
    """Who runs the server: it refuses to be root."""
    if os.geteuid() != 0:
        return {}
    postgres = pwd.getpwnam("postgres")
    return {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(server: subprocess.Popen[bytes], programs: Path, port: int, log: Path) -> None:
    ready = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    until = time.monotonic() + SECONDS_TO_START
    while subprocess.run(ready, check=False).returncode:
        if server.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"Postgres does not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.1)
