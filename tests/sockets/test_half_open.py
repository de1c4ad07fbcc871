"""T72: a peer that is gone without a word is dropped, and nobody else waits for it."""

from __future__ import annotations

import base64
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from drawmate.wire.limits import PING_SECONDS
from tests.servers import Server, started_server
from tests.sockets.talking import joined, opened, talking, ticket

QUICK = 2.0
"""Seconds between pings here."""


@pytest.fixture(scope="module")
def tables(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.db'}"
    altered = {"drawmate.api.socket.PING_SECONDS": QUICK}
    with started_server(
        altered=altered, DRAWMATE_MODELS=str(tiny_model), DRAWMATE_DATABASE_URL=database
    ) as server:
        yield server
    assert server.failures == []


def mute(server: Server, code: str, token: str) -> socket.socket:
    """A WebSocket whose peer reads the answer to its handshake, and from then on does nothing."""
    query = urlencode({"ticket": ticket(server, code, token)})
    key = base64.b64encode(os.urandom(16)).decode()
    connection = socket.create_connection(server.address, 60)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.sendall(
        f"GET /v1/tables/{code}/socket?{query} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert connection.recv(12) == b"HTTP/1.1 101"
    return connection


def test_the_wait_is_short_enough() -> None:
    """A ping may go out just before the peer is gone: the next one is what is not answered."""
    assert 2 * PING_SECONDS <= 20


def test_a_peer_that_does_nothing_is_dropped_and_the_others_play_on(tables: Server) -> None:
    fox = opened(tables)
    code = fox["code"]
    with talking(tables, code, joined(tables, code)["token"]) as owl:
        gone = mute(tables, code, fox["token"])
        try:
            owl.hear(lambda m: m["type"] == "lobby" and m["seats"][0]["connected"])
            began = time.monotonic()
            owl.acked("chat", text="still there?")
            lobby = owl.hear(lambda m: m["type"] == "lobby" and not m["seats"][0]["connected"])
            assert time.monotonic() - began < 2 * QUICK + 10
            assert lobby["seats"][0]["held_ms"] > 0
        finally:
            gone.close()


def test_a_peer_that_reads_but_answers_no_ping_is_told_why(tables: Server) -> None:
    fox = opened(tables)
    with talking(tables, fox["code"], fox["token"], answers_pings=False) as talk:
        assert talk.closed() == 4007
        assert talk.reason == "no answer to a ping"


def test_a_peer_that_answers_stays(tables: Server) -> None:
    fox = opened(tables)
    with talking(tables, fox["code"], fox["token"]) as talk:
        until = time.monotonic() + 3 * QUICK
        while time.monotonic() < until:
            talk.acked("resync")
            time.sleep(0.3)


def test_a_peer_that_reads_nothing_of_all_it_asks_for_is_dropped(tables: Server) -> None:
    fox = opened(tables)
    code = fox["code"]
    frame = bytes([0x81, 0x82, 0, 0, 0, 0]) + b"[]"  # text, masked by 0: no message
    with talking(tables, code, joined(tables, code)["token"]) as owl:
        deaf = mute(tables, code, fox["token"])
        try:
            owl.hear(lambda m: m["type"] == "lobby" and m["seats"][0]["connected"])
            deaf.settimeout(0.2)
            try:
                for _ in range(200):
                    deaf.sendall(frame * 500)
            except OSError:
                pass  # the server does not read it any more
            owl.hear(lambda m: m["type"] == "lobby" and not m["seats"][0]["connected"])
            owl.acked("chat", text="quiet at last")
        finally:
            deaf.close()
