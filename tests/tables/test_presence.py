"""Presence: the newest tab has the seat, seats are held for a while, and time stands still while nobody is there."""

from __future__ import annotations

import asyncio

import pytest

from drawmate.tables.presence import GRACE, LOBBY_GRACE
from drawmate.wire.client_messages import Act, AddAi, Again, Chat, Kick, Leave, Ready
from drawmate.wire.codes import Close
from tests.tables.company import Company, company


def test_the_newest_tab_has_the_seat_and_the_old_one_is_heard_no_more() -> None:
    async def test(there: Company) -> None:
        old = await there.sit("Fox")
        await there.actor.submit(old, Chat(id=1, text="from the old tab"))
        new = await there.come("Fox")
        assert (old.closed, new.closed) == (Close.TAKEN_OVER, None)
        assert old.types()[-1] == "closing"
        await there.actor.submit(old, Chat(id=2, text="still from the old tab"))
        await there.settle()
        assert [line["text"] for line in new.of("welcome")[0]["chat"]] == []
        assert there.actor.connections == [new]
        there.actor.disconnect(old)
        await there.settle()
        assert new.of("lobby")[-1]["seats"][0]["connected"]

    company(test, staff=False)


def test_a_seat_is_held_for_half_a_minute_then_an_ai_plays_and_the_person_may_come_back() -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox"), await there.sit("Owl")
        await there.ask(owl, Ready, ready=True)
        await there.start(fox)
        there.actor.disconnect(owl)
        await asyncio.sleep(GRACE - 1)
        lobby = fox.of("lobby")[-1]["seats"][1]
        assert (lobby["person"], lobby["connected"], lobby["held_ms"]) == (True, False, 30_000)
        await asyncio.sleep(2)
        lobby = fox.of("lobby")[-1]["seats"][1]
        assert (lobby["person"], lobby["held_ms"]) == (False, None)
        owl = await there.come("Owl")
        assert fox.of("lobby")[-1]["seats"][1]["person"]
        assert owl.of("welcome")[0]["seat"] == 1
        await asyncio.sleep(2 * GRACE)
        assert fox.of("lobby")[-1]["seats"][1]["person"]

    company(test, game="duplik", staff=False)


def test_in_the_lobby_a_seat_is_held_for_longer_and_then_given_up() -> None:
    async def test(there: Company) -> None:
        fox, owl, ant = await there.sit("Fox"), await there.sit("Owl"), await there.sit("Ant")
        there.actor.disconnect(owl)
        await asyncio.sleep(LOBBY_GRACE - 1)
        assert len(there.actor.table.members) == 3
        await asyncio.sleep(2)
        assert [member.name for member in there.actor.table.members] == ["Fox", "Ant"]
        assert (fox.seat, ant.seat) == (0, 1)

    company(test, staff=False)


def test_whoever_has_another_seat_number_now_is_told() -> None:
    async def test(there: Company) -> None:
        fox, owl, ant = await there.sit("Fox"), await there.sit("Owl"), await there.sit("Ant")
        for each in (fox, owl, ant):
            each.heard.clear()
        await there.ask(owl, Leave)
        (welcome,) = ant.of("welcome")
        assert welcome["seat"] == 1
        assert [seat["name"] for seat in welcome["lobby"]["seats"]] == ["Fox", "Ant"]
        assert ant.types()[0] == "welcome", "nothing comes before the new number is known"
        assert not fox.of("welcome")
        assert (await there.ask(ant, Ready, ready=True))["type"] == "ack"
        assert [member.ready for member in there.actor.table.members] == [False, True]

    company(test, staff=False)


def test_after_a_game_the_seats_of_those_who_are_away_are_gone_and_later_ones_move_up() -> None:
    async def test(there: Company) -> None:
        fox, owl, ant = await there.sit("Fox"), await there.sit("Owl"), await there.sit("Ant")
        for each in (owl, ant):
            await there.ask(each, Ready, ready=True)
        await there.start(fox)
        there.actor.disconnect(owl)
        while there.actor.table.phase != "over":
            await asyncio.sleep(60)
        ant.heard.clear()
        assert (await there.ask(fox, Again))["type"] == "ack"
        assert [member.name for member in there.actor.table.members] == ["Fox", "Ant"]
        assert [welcome["seat"] for welcome in ant.of("welcome")] == [1]

    company(test, game="dekalko", staff=False)


def test_a_host_who_leaves_hands_on_and_whoever_comes_first_hosts() -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox"), await there.sit("Owl")
        await there.ask(fox, Leave)
        assert (there.actor.table.host, owl.seat) == (0, 0)
        assert (await there.ask(owl, AddAi))["type"] == "ack"
        assert (await there.ask(owl, Kick, seat=0))["type"] == "ack"
        assert (owl.closed, there.actor.table.host) == (Close.KICKED, None)
        ant = await there.sit("Ant")
        assert (there.actor.table.host, ant.seat) == (1, 1)

    company(test, staff=False)


def test_time_stands_still_while_no_person_is_there_and_watching_does_not_count() -> None:
    async def test(there: Company) -> None:
        fox = await there.sit("Fox")
        await there.start(fox)
        await asyncio.sleep(2)
        there.actor.disconnect(fox)
        stood = there.actor.time.now()
        eye = await there.watch()
        await asyncio.sleep(600)
        assert there.actor.time.now() == stood
        assert eye.of("welcome")[0]["lobby"]["paused"]
        fox = await there.come("Fox")
        assert not eye.of("lobby")[-1]["paused"]
        await asyncio.sleep(5)
        assert there.actor.time.now() == pytest.approx(stood + 5_000, abs=50)
        assert there.actor.table.members[0].person, "an empty table takes no seat away"

    company(test, staff=False)


def test_after_a_restart_a_game_waits_for_people_and_goes_on_where_it_was() -> None:
    async def test(there: Company) -> None:
        fox = await there.sit("Fox")
        await there.start(fox)
        assert (await there.ask(fox, Act, action={"type": "Ready"}))["type"] == "ack"
        await asyncio.sleep(7)
        before = there.actor.time.now()
        await there.restart()
        await asyncio.sleep(600)
        assert not there.actor.time.running
        assert before - 5_000 <= there.actor.time.now() <= before
        left = (await there.come("Fox")).of("welcome")[0]["view"]["left_ms"]
        assert 13_000 <= left <= 18_100
        await asyncio.sleep(left / 1000 + 1)
        assert type(there.actor.table.playing().state.phase).__name__ != "Drawing"

    company(test, staff=False)


def test_a_connection_that_ended_before_its_turn_is_not_let_in() -> None:
    async def test(there: Company) -> None:
        fox = await there.sit("Fox")
        entering = asyncio.create_task(there.watch())
        await asyncio.sleep(0)
        entering.cancel()
        await asyncio.gather(entering, return_exceptions=True)
        await there.settle()
        assert there.actor.connections == [fox]

    company(test, staff=False)
