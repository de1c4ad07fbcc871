"""Requests: each is answered once, and sent again it is answered the same and done no second time."""

from __future__ import annotations

from typing import Any

import pytest

from drawmate.tables.requests import hash_of
from drawmate.wire.client_messages import (
    Act,
    AddAi,
    Again,
    Chat,
    ClientMessage,
    Configure,
    InkPiece,
    Kick,
    Leave,
    Pace,
    PassHost,
    Ready,
    Start,
    Take,
    Undo,
)
from drawmate.wire.codes import Close
from tests.tables.company import Company, Hearer, company

IN_THE_LOBBY: list[Any] = [
    AddAi(id=90),
    Chat(id=90, text="hello"),
    Configure(id=90, options={"rounds": 2}),
    Kick(id=90, seat=1),
    Pace(id=90, seat=0, factor=2.0),
    PassHost(id=90, seat=1),
    Ready(id=90, ready=True),
    Start(id=90),
]


async def twice(there: Company, who: Hearer, message: ClientMessage) -> int:
    """Send a message twice; gives how many entries the second time made."""
    first = await there.ask(who, message)
    assert first["type"] == "ack", first
    before = len(there.journal.bodies)
    assert await there.ask(who, message) == first
    return len(there.journal.bodies) - before


@pytest.mark.parametrize("message", IN_THE_LOBBY, ids=lambda message: message.type)
def test_in_the_lobby_a_request_sent_again_is_acked_and_not_done_again(message: Any) -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox"), await there.sit("Owl")
        assert (await there.ask(owl, Ready, ready=True))["type"] == "ack"
        assert await twice(there, fox, message) == 0

    company(test, staff=False)


@pytest.mark.parametrize("message", IN_THE_LOBBY, ids=lambda message: message.type)
def test_a_request_is_remembered_over_a_restart(message: Any) -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox"), await there.sit("Owl")
        assert (await there.ask(owl, Ready, ready=True))["type"] == "ack"
        answer = await there.ask(fox, message)
        await there.restart()
        fox = await there.come("Fox")
        before = len(there.journal.bodies)
        assert await there.ask(fox, message) == answer
        assert len(there.journal.bodies) == before

    company(test, staff=False)


def test_in_a_game_a_request_sent_again_is_acked_and_not_done_again() -> None:
    async def test(there: Company) -> None:
        fox = await there.sit("Fox")
        await there.start(fox)
        piece = InkPiece(id=92, canvas="1.0", stroke=3, offset=0, x=[1, 2], y=[3, 4])
        for message in (
            Act(id=91, action={"type": "Ready"}),
            piece,
            piece.model_copy(update={"id": 93, "offset": 2, "end": True}),
            Undo(id=94, canvas="1.0", stroke=3),
            Act(id=95, action={"type": "Skip"}),
            Undo(id=94, canvas="1.0", stroke=3),  # its drawing is finished, and the answer is the same
            Act(id=96, action={"type": "Ready"}),
            Again(id=97),
        ):
            assert await twice(there, fox, message) == 0, message

    company(test, staff=False, rounds=1)


def test_a_kick_sent_again_after_seats_moved_up_removes_nobody_else() -> None:
    async def test(there: Company) -> None:
        await there.sit("Fox")
        await there.sit("Owl")
        bear = await there.sit("Bear")
        fox = await there.come("Fox")
        assert (await there.ask(fox, PassHost, seat=2))["type"] == "ack"
        assert await twice(there, bear, Kick(id=90, seat=0)) == 0
        assert [member.name for member in there.actor.table.members] == ["Owl", "Bear"]
        assert (bear.seat, there.actor.table.host, fox.closed) == (1, 1, Close.KICKED)

    company(test, staff=False)


def test_two_people_with_the_same_client_name_do_not_take_each_others_ids() -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox", "bot"), await there.sit("Owl", "bot")
        assert (await there.ask(fox, Ready(id=1, ready=True)))["type"] == "ack"
        assert (await there.ask(owl, Ready(id=1, ready=True)))["type"] == "ack"
        assert [member.ready for member in there.actor.table.members] == [True, True]

    company(test, staff=False)


def test_a_refused_request_is_not_taken_for_done() -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox"), await there.sit("Owl")
        start = Start(id=90)
        assert (await there.ask(fox, start))["code"] == "not_ready"
        assert (await there.ask(owl, Ready, ready=True))["type"] == "ack"
        assert (await there.ask(fox, start))["type"] == "ack"

    company(test, staff=False)


@pytest.mark.parametrize("started", [False, True])
def test_leaving_is_acked_before_the_connection_is_closed(started: bool) -> None:
    async def test(there: Company) -> None:
        fox, owl = await there.sit("Fox"), await there.sit("Owl")
        if started:
            assert (await there.ask(owl, Ready, ready=True))["type"] == "ack"
            await there.start(fox)
        assert (await there.ask(owl, Leave))["type"] == "ack"
        assert owl.closed == Close.LEFT
        assert there.actor.table.seat_of(hash_of("Owl")) is None
        assert (
            fox.of("lobby")[-1]["seats"][1:] == []
            if not started
            else not fox.of("lobby")[-1]["seats"][1]["person"]
        )

    company(test, game="duplik", staff=False)


async def with_a_free_seat(there: Company) -> Hearer:
    """A game of Fox and an AI."""
    fox = await there.sit("Fox")
    assert (await there.ask(fox, AddAi))["type"] == "ack"
    await there.start(fox)
    return fox


def test_taking_a_seat_again_gives_the_same_token_and_closes_nothing() -> None:
    async def test(there: Company) -> None:
        await with_a_free_seat(there)
        eye = await there.watch()
        take = Take(id=90, seat=1, name="Owl")
        assert await twice(there, eye, take) == 0
        token = (await there.ask(eye, take))["token"]
        assert there.actor.table.seat_of(hash_of(token)) == 1
        assert (eye.seat, eye.closed) == (1, None)
        assert eye.of("welcome")[-1]["seat"] == 1

    company(test, game="duplik", staff=False)


def test_whoever_lost_the_answer_with_the_socket_gets_the_seat_they_took() -> None:
    async def test(there: Company) -> None:
        await with_a_free_seat(there)
        eye = await there.watch("a client with a long name")
        take = Take(id=90, seat=1, name="Owl")
        token = (await there.ask(eye, take))["token"]
        again = await there.watch("a client with a long name")
        assert (await there.ask(again, take))["token"] == token
        assert (again.seat, eye.closed) == (1, Close.TAKEN_OVER)

    company(test, game="duplik", staff=False)


@pytest.mark.parametrize(("session", "restarted"), [("bot", False), ("a client with a long name", True)])
def test_a_token_is_told_to_nobody_who_may_be_another(session: str, restarted: bool) -> None:
    async def test(there: Company) -> None:
        await with_a_free_seat(there)
        eye = await there.watch(session)
        take = Take(id=90, seat=1, name="Owl")
        assert (await there.ask(eye, take))["token"]
        if restarted:
            await there.restart()
            await there.come("Fox")
        again = await there.watch(session)
        answer = await there.ask(again, take)
        assert (answer["type"], answer["code"]) == ("error", "seat_taken")
        assert again.seat is None

    company(test, game="duplik", staff=False)


def test_what_may_not_be_asked_for_is_refused_and_changes_nothing() -> None:
    async def test(there: Company) -> None:
        fox, owl, eye = await there.sit("Fox"), await there.sit("Owl"), await there.watch()
        before = len(there.journal.bodies)
        for who, message, code in (
            (owl, AddAi(id=1), "not_host"),
            (owl, Start(id=2), "not_host"),
            (owl, Kick(id=3, seat=0), "not_host"),
            (owl, Pace(id=4, seat=0, factor=2.0), "not_host"),
            (fox, Pace(id=5, seat=7, factor=2.0), "no_seat"),
            (fox, Kick(id=6, seat=7), "no_seat"),
            (fox, Configure(id=7, options={"rounds": 10_000}), "bad_option"),
            (fox, Act(id=8, action={"type": "Ready"}), "in_lobby"),
            (fox, Again(id=9), "in_lobby"),
            (fox, Take(id=10, seat=1, name="Ant"), "seat_taken"),
            (eye, Take(id=11, seat=1, name="Ant"), "in_lobby"),
            (eye, Ready(id=12, ready=True), "not_seated"),
            (eye, Leave(id=13), "not_seated"),
            (fox, Undo(id=14, canvas="1.0", stroke=0), "no_canvas"),
        ):
            answer = await there.ask(who, message)
            assert (answer["type"], answer.get("code")) == ("error", code), message
        assert len(there.journal.bodies) == before

    company(test, staff=False)
