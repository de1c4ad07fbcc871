"""Rates of messages: what comes too fast is not used up (T64)."""

from __future__ import annotations

import time

from tests.servers import Server
from tests.sockets.talking import opened, talking


def test_t64_the_sixth_act_of_a_second_is_slowed_down_and_not_used_up(tables: Server) -> None:
    fox = opened(tables, rounds=1, stretch=10)
    with talking(tables, fox["code"], fox["token"], client="fox") as talk:
        talk.hear("welcome")
        talk.acked("start")
        for _ in range(5):
            talk.send("act", action={"type": "Skip"})
        number = talk.send("act", action={"type": "Ready"})
        for refused in range(number - 5, number):
            assert talk.answer(refused)["code"] == "not_now"
        answer = talk.answer(number)
        assert (answer["type"], answer["code"]) == ("error", "slow_down")
        assert 0 < answer["retry_ms"] <= 1000
        talk.acked("resync")
        assert talk.hear("welcome")["view"]["view"]["phase"] == "reading"
        time.sleep(answer["retry_ms"] / 1000)
        talk.number = number - 1
        talk.acked("act", action={"type": "Ready"})
        talk.hear(lambda m: m["type"] == "view" and m["view"]["phase"] == "drawing")


def test_each_kind_of_message_has_a_rate_of_its_own_and_each_socket_its_own(tables: Server) -> None:
    fox = opened(tables)
    with talking(tables, fox["code"], fox["token"]) as talk, talking(tables, fox["code"]) as eye:
        numbers = [talk.send("chat", text="spam") for _ in range(30)]
        talk.acked("resync")
        eye.acked("chat", text="no spam")
        answers = [talk.answer(number) for number in numbers]
        done = [answer for answer in answers if answer["type"] == "ack"]
        assert 5 <= len(done) < 30
        assert {answer["code"] for answer in answers if answer not in done} == {"slow_down"}


def test_a_pen_may_be_quicker_than_a_hundred_guesses(tables: Server) -> None:
    fox = opened(tables, game="quick_guess", stretch=10)
    with talking(tables, fox["code"], fox["token"]) as talk:
        talk.acked("start")
        talk.acked("act", action={"type": "Ready"})
        piece = {"canvas": "1.0", "stroke": 0, "y": [1.0], "end": False}
        numbers = [talk.send("ink", offset=n, x=[float(n)], **piece) for n in range(60)]
        assert [talk.answer(number)["type"] for number in numbers] == ["ack"] * 60


def test_a_flood_of_refused_frames_is_read_slowly_and_the_socket_stays(tables: Server) -> None:
    fox = opened(tables)
    with talking(tables, fox["code"], fox["token"]) as talk:
        began = time.monotonic()
        for _ in range(250):
            talk.socket.send("[]")
        for _ in range(250):
            assert talk.hear("error")["code"] == "bad_frame"
        assert time.monotonic() - began > 1
        talk.acked("resync")
