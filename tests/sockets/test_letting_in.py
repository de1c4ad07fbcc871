"""Who gets in: tickets, origins, path prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server, started_server
from tests.sockets.talking import joined, opened, talking, ticket

ELSEWHERE = "https://elsewhere.example"
FRIEND = "https://friend.example"


def test_a_ticket_lets_in_once(tables: Server) -> None:
    fox = opened(tables)
    once = ticket(tables, fox["code"], fox["token"])
    with talking(tables, fox["code"], pass_=once) as first:
        assert first.hear("welcome")["seat"] == 0
        with talking(tables, fox["code"], pass_=once) as second:
            assert second.closed() == 4004
        first.acked("resync")


@pytest.mark.parametrize("kind", ["none", "made up", "a token", "of another table", "twice the right one"])
def test_a_wrong_ticket_does_not(tables: Server, kind: str) -> None:
    fox = opened(tables)
    right = ticket(tables, fox["code"], fox["token"])
    wrong = {
        "none": "",
        "made up": "x" * 32,
        "a token": fox["token"],
        "of another table": ticket(tables, opened(tables)["code"]),
        "twice the right one": right + right,
    }[kind]
    with talking(tables, fox["code"], pass_=wrong) as talk:
        assert talk.closed() == 4004
        assert talk.reason == "the ticket is not valid, or was used before"
        assert talk.heard == []


def test_a_ticket_without_a_token_only_watches(tables: Server) -> None:
    fox = opened(tables)
    with talking(tables, fox["code"]) as eye:
        assert eye.hear("welcome")["seat"] is None
        assert eye.ask("start")["code"] == "not_seated"


def test_whose_seat_was_given_up_has_no_use_for_its_ticket(tables: Server) -> None:
    fox = opened(tables)
    code = fox["code"]
    owl = joined(tables, code)
    late = ticket(tables, code, owl["token"])
    with talking(tables, code, fox["token"]) as host:
        host.acked("kick", seat=1)
        with talking(tables, code, pass_=late) as talk:
            assert talk.closed() == 4004


def test_at_a_table_that_is_not_there_no_ticket_is_right(tables: Server) -> None:
    elsewhere = ticket(tables, opened(tables)["code"])
    for code in ("NOSUCHTABLE", "%2e%2e", "%F0%9F%8E%A8", "A" * 4000):
        with talking(tables, code, pass_=elsewhere) as talk:
            assert talk.closed() == 4004


def test_a_ticket_expires(tiny_model: Path, tmp_path: Path) -> None:
    with started_server(
        altered={"drawmate.tables.hall.TICKET_SECONDS": -1.0},
        DRAWMATE_MODELS=str(tiny_model),
        DRAWMATE_DATABASE_URL=f"sqlite:///{tmp_path / 'tables.db'}",
    ) as server:
        fox = opened(server)
        with talking(server, fox["code"], fox["token"]) as talk:
            assert talk.closed() == 4004


@pytest.fixture(scope="module")
def below(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server below a prefix that lets a friend's pages in."""
    database = f"sqlite:///{tmp_path_factory.mktemp('below') / 'tables.db'}"
    with started_server(
        DRAWMATE_MODELS=str(tiny_model),
        DRAWMATE_DATABASE_URL=database,
        DRAWMATE_ROOT_PATH="/games/draw",
        DRAWMATE_CORS_ORIGINS=FRIEND,
    ) as server:
        yield server
    assert server.failures == []


@pytest.mark.parametrize("prefix", ["", "/games/draw"], ids=["stripped", "kept"])
def test_t82_the_socket_works_below_a_prefix_that_the_proxy_strips_or_not(below: Server, prefix: str) -> None:
    fox = opened(below)
    with talking(below, fox["code"], fox["token"], prefix=prefix) as talk:
        assert talk.hear("welcome")["seat"] == 0
        talk.acked("chat", text="here")


def test_pages_of_our_own_and_of_allowed_origins_may_connect(below: Server) -> None:
    fox = opened(below)
    host, port = below.address
    for origin in (f"http://{host}:{port}", f"https://{host}:{port}", FRIEND, None):
        with talking(below, fox["code"], fox["token"], origin=origin) as talk:
            assert talk.hear("welcome")["seat"] == 0


@pytest.mark.parametrize(
    "origin", [ELSEWHERE, "null", "http://127.0.0.1", f"{FRIEND}.evil.example", "http://[", "x"]
)
def test_foreign_pages_may_not_and_use_up_no_ticket(below: Server, origin: str) -> None:
    fox = opened(below)
    once = ticket(below, fox["code"], fox["token"])
    with talking(below, fox["code"], pass_=once, origin=origin) as talk:
        assert talk.closed() == 4008
        assert talk.heard == []
    with talking(below, fox["code"], pass_=once) as talk:
        assert talk.hear("welcome")["seat"] == 0
