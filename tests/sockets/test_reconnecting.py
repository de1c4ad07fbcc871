"""Coming back to one's seat, and coming twice."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.servers import Server
from tests.sockets.talking import Talk, joined, opened, talking

SLOW = {"rounds": 2, "stretch": 10}
"""Phases that do not end while a test is in them."""


def cut(talk: Talk) -> None:
    """The network fails: no close frame is sent."""
    talk.socket.socket.shutdown(socket.SHUT_RDWR)
    assert talk.closed() == 1006


def numbers(talk: Talk) -> list[int]:
    return [message["v"] for message in talk.heard if message["type"] in ("event", "skip")]


def held(seat: int) -> Any:
    """A lobby in which somebody's seat waits for them."""
    return lambda m: m["type"] == "lobby" and m["seats"][seat]["held_ms"] is not None


def begin(host: Talk, guest: Talk) -> None:
    """From the lobby to drawing."""
    guest.acked("ready", ready=True)
    host.acked("start")
    for talk in (host, guest):
        talk.acked("act", action={"type": "Ready"})
    host.hear(lambda m: m["type"] == "view" and m["view"]["phase"] == "drawing")


def test_whoever_comes_back_within_the_grace_has_their_seat_and_hears_what_they_missed(
    tables: Server,
) -> None:
    fox = opened(tables, **SLOW)
    code = fox["code"]
    with talking(tables, code, joined(tables, code)["token"]) as owl:
        with talking(tables, code, fox["token"], client="fox") as first:
            begin(first, owl)
            last = numbers(first)[-1]
            cut(first)
        lobby = owl.hear(held(0))
        away = lobby["seats"][0]
        assert (away["name"], away["person"], away["connected"]) == ("Fox", True, False)
        assert 0 < away["held_ms"] <= 30_000
        owl.acked("act", action={"type": "Skip"})
        with talking(tables, code, fox["token"], client="fox", since=last) as second:
            welcome = second.hear("welcome")
            assert (welcome["seat"], welcome["view"]["view"]["phase"]) == (0, "drawing")
            assert welcome["v"] > last
            told = second.hear(lambda m: m["type"] == "event" and m["what"]["type"] == "IsDone")
            assert told["what"]["seat"] == 1
            assert numbers(second) == list(range(last + 1, told["v"] + 1))
            owl.hear(lambda m: m["type"] == "lobby" and m["seats"][0]["connected"])
            second.number = first.number  # the same client never uses an id twice
            second.acked("act", action={"type": "Skip"})
            assert second.hear(lambda m: m["type"] == "event" and m["what"]["type"] == "Scored")


def test_a_message_that_was_sent_before_the_connection_broke_is_not_done_twice(tables: Server) -> None:
    fox = opened(tables, **SLOW)
    with talking(tables, fox["code"], fox["token"], client="fox") as first:
        first.acked("chat", text="hello")
        cut(first)
    with talking(tables, fox["code"], fox["token"], client="fox") as second:
        second.hear("welcome")
        second.acked("chat", text="hello")  # id 1 of the same client
        second.acked("resync")
        assert [line["text"] for line in second.hear("welcome")["chat"]] == ["hello"]


def test_t74_who_comes_back_before_the_drop_is_noticed_gets_in_at_once_and_the_old_tab_is_not_heard(
    tables: Server,
) -> None:
    fox = opened(tables, **SLOW)
    code = fox["code"]
    with (
        talking(tables, code) as eye,
        talking(tables, code, fox["token"], client="old") as old,
        talking(tables, code, fox["token"], client="new") as new,
    ):
        assert new.hear("welcome")["lobby"]["seats"][0]["connected"]
        with suppress(ConnectionClosed):
            for text in ("am", "I", "still", "here"):
                old.send("chat", text=text)
        assert old.closed() == 4003
        assert old.reason == "the seat is used from another connection"
        assert {"type": "closing", "code": 4003, "reason": old.reason} in old.heard
        new.acked("chat", text="newest wins")
        assert eye.hear("chat")["text"] == "newest wins"
        eye.acked("resync")
        whole = eye.hear(lambda m: m["type"] == "welcome")
        assert [line["text"] for line in whole["chat"]] == ["newest wins"]


def test_events_from_before_the_ring_are_not_asked_for(tables: Server) -> None:
    """A number that no event can have is no reason to be refused: the state is told as it is."""
    fox = opened(tables, **SLOW)
    for since in ("999999", "-1", "1e3", "", "9" * 400, "٣"):
        with talking(tables, fox["code"], fox["token"], since=since) as talk:
            assert talk.hear("welcome")["v"] == 0
            talk.acked("resync")
