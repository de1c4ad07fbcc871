"""Why sockets are closed: by a code with a name, after a last word."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from drawmate.tables.actor import TICK
from tests.servers import Server, started_server
from tests.sockets.talking import Talk, joined, opened, talking


def last_word(talk: Talk) -> tuple[int, str]:
    """How a socket was closed; it was said before."""
    code = talk.closed()
    assert talk.heard[-1] == {"type": "closing", "code": code, "reason": talk.reason}
    return code, talk.reason


def test_who_leaves_is_answered_and_closed(tables: Server) -> None:
    fox = opened(tables)
    with talking(tables, fox["code"], joined(tables, fox["code"])["token"]) as owl:
        owl.acked("leave")
        assert last_word(owl) == (4000, "you left the table")
    with tables.client() as http:
        again = http.post(f"/v1/tables/{fox['code']}/seats", json={"name": "Owl"})
    assert again.json()["seat"] == 1


def test_who_is_removed_by_the_host_is_told_so(tables: Server) -> None:
    fox = opened(tables)
    owl = joined(tables, fox["code"])
    with (
        talking(tables, fox["code"], owl["token"]) as guest,
        talking(tables, fox["code"], fox["token"]) as host,
    ):
        assert guest.ask("kick", seat=0)["code"] == "not_host"
        host.acked("kick", seat=1)
        assert last_word(guest) == (4001, "the host removed you")
    with tables.client() as http:
        answer = http.post(
            f"/v1/tables/{fox['code']}/tickets", json={}, headers={"Authorization": f"Bearer {owl['token']}"}
        )
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_token")


def test_more_spectators_than_a_table_can_have_may_come_later(tiny_model: Path, tmp_path: Path) -> None:
    with started_server(
        altered={"drawmate.tables.hall.SPECTATORS": 1},
        DRAWMATE_MODELS=str(tiny_model),
        DRAWMATE_DATABASE_URL=f"sqlite:///{tmp_path / 'tables.db'}",
    ) as server:
        fox = opened(server)
        with talking(server, fox["code"]) as eye:
            eye.hear("welcome")
            with talking(server, fox["code"]) as ear:
                assert (ear.closed(), ear.reason) == (4010, "too many connections")
            with talking(server, fox["code"], fox["token"]) as host:
                assert host.hear("welcome")["seat"] == 0
        with talking(server, fox["code"]) as ear:
            assert ear.hear("welcome")["seat"] is None


def test_a_frame_beyond_the_transports_limit_closes_and_nothing_smaller_does(tables: Server) -> None:
    """T66."""
    fox = opened(tables)
    with talking(tables, fox["code"], fox["token"]) as talk:
        for frame, code in (
            ("", "bad_frame"),
            ("hello", "bad_frame"),
            (b"\x00\xff", "bad_frame"),
            ("[" * 60_000, "bad_frame"),
            ("x" * 1_000_000, "too_big"),
        ):
            talk.socket.send(frame)
            assert talk.hear("error")["code"] == code
        talk.acked("resync")
        with suppress(ConnectionClosed):
            talk.socket.send("x" * 17_000_000)
        assert talk.closed() in (1009, 1006)  # 1006: the reason was lost behind what was still being sent


def test_t71_a_server_that_ends_says_so_and_everything_is_there_when_it_is_back(
    tiny_model: Path, tmp_path: Path
) -> None:
    settings = {
        "DRAWMATE_MODELS": str(tiny_model),
        "DRAWMATE_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.db'}",
    }
    with started_server(**settings) as server:
        fox = opened(server, stretch=10)
        with talking(server, fox["code"], fox["token"]) as host, talking(server, fox["code"]) as eye:
            host.acked("start")
            host.acked("act", action={"type": "Ready"})
            before = host.hear(lambda m: m["type"] == "view" and m["view"]["phase"] == "drawing")
            host.acked("chat", text="see you")
            server.process.terminate()
            assert last_word(host) == (4006, "the server restarts; reconnect")
            assert last_word(eye) == (4006, "the server restarts; reconnect")
        server.process.wait(30)
    assert server.failures == []
    with started_server(**settings) as server, talking(server, fox["code"], fox["token"]) as host:
        welcome = host.hear("welcome")
        assert welcome["view"]["view"]["canvases"] == before["view"]["canvases"]
        assert welcome["view"]["view"]["phase"] == "drawing"
        assert 0 < welcome["view"]["left_ms"] <= before["left_ms"] + TICK
        assert [line["text"] for line in welcome["chat"]] == ["see you"]
        host.acked("act", action={"type": "Skip"})
