"""What is told to whom: events are numbered without a hole, the ring fills gaps, ink goes to whoever may see it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from drawmate.tables.fanout import RING
from drawmate.wire.client_messages import Act, Chat, InkPiece, Ready, Resync, Undo
from tests.tables.company import Company, Hearer, company


def numbers(hearer: Hearer) -> list[int]:
    """The numbers of the events that somebody heard of, skipped ones too."""
    return [frame["v"] for frame in hearer.heard if frame["type"] in ("event", "skip")]


async def three_tracers(there: Company) -> list[Hearer]:
    """A game of Dekalko in which everybody is about to trace."""
    people = [await there.sit(name) for name in ("Fox", "Owl", "Ant")]
    for each in people[1:]:
        await there.ask(each, Ready, ready=True)
    await there.start(people[0])
    return people


async def traced(there: Company, who: Hearer, stroke: int = 0) -> dict[str, object]:
    piece = {"canvas": f"1.{who.seat}", "stroke": stroke, "offset": 0, "x": [100, 900], "y": [100, 100]}
    return await there.ask(who, InkPiece, **piece, t=[0, 100], end=True)


def test_every_connection_gets_every_number_as_event_or_as_skip() -> None:
    async def test(there: Company) -> None:
        eye = await there.watch()
        people = await three_tracers(there)
        events = there.actor.table.events
        for hearer in (*people, eye):
            assert numbers(hearer) == list(range(1, len(events) + 1))
            for frame in hearer.heard:
                if frame["type"] == "skip":
                    audience = events[frame["v"] - 1].audience
                    assert audience is not None
                    assert hearer.seat not in audience
        assert eye.of("skip"), "the pictures are told to their tracers only"

    company(test, game="dekalko", staff=False)


@pytest.mark.parametrize("since", [0, 1, 3])
def test_who_comes_back_hears_what_was_missed_after_the_welcome(since: int) -> None:
    async def test(there: Company) -> None:
        await three_tracers(there)
        count = len(there.actor.table.events)
        owl = await there.come("Owl", since=since)
        assert owl.types()[0] == "welcome"
        assert owl.of("welcome")[0]["v"] == count
        assert numbers(owl) == list(range(since + 1, count + 1))

    company(test, game="dekalko", staff=False)


@pytest.mark.parametrize("since", [None, 10_000])
def test_who_knows_nothing_or_more_than_there_is_gets_the_state_alone(since: int | None) -> None:
    async def test(there: Company) -> None:
        await three_tracers(there)
        owl = await there.come("Owl", since=since)
        assert numbers(owl) == []
        assert owl.of("welcome")[0]["view"]["view"]["phase"] == "tracing"

    company(test, game="dekalko", staff=False)


def test_who_was_away_for_more_events_than_the_ring_holds_gets_the_state_alone() -> None:
    async def test(there: Company) -> None:
        await three_tracers(there)
        events = there.actor.table.events
        events.extend([events[0]] * (RING + 1 - len(events)))
        assert numbers(await there.come("Owl", since=0)) == []
        assert len(numbers(await there.come("Ant", since=1))) == RING

    company(test, game="dekalko", staff=False)


def test_resync_gives_the_whole_state_again() -> None:
    async def test(there: Company) -> None:
        fox, *_ = await three_tracers(there)
        assert (await traced(there, fox))["type"] == "ack"
        assert (await there.ask(fox, Chat, text="so fast"))["type"] == "ack"
        await there.ask(fox, Resync)
        welcome = fox.of("welcome")[-1]
        assert (welcome["seat"], welcome["v"]) == (0, len(there.actor.table.events))
        assert [stroke["x"] for canvas in welcome["canvases"] for stroke in canvas["strokes"]] == [[100, 900]]
        assert [line["text"] for line in welcome["chat"]] == ["so fast"]

    company(test, game="dekalko", staff=False)


def test_ink_is_told_to_nobody_before_the_drawing_is_shown_then_whole() -> None:
    async def test(there: Company) -> None:
        eye = await there.watch()
        fox, owl, ant = await three_tracers(there)
        assert (await traced(there, fox))["type"] == "ack"
        for hearer in (fox, owl, ant, eye):
            assert hearer.of("ink") == []
        for frame in (*owl.of("canvas"), *ant.of("canvas"), *eye.of("canvas")):
            assert frame["canvas"] != "1.0"

    company(test, game="dekalko", staff=False)


def test_ink_goes_at_once_to_who_watches_a_drawing_that_may_be_seen_and_not_back() -> None:
    async def test(there: Company) -> None:
        eye, fox = await there.watch(), await there.sit("Fox")
        second = await there.sit("Owl")
        await there.ask(second, Ready, ready=True)
        await there.start(fox)
        for hearer in (fox, second):
            await there.ask(hearer, Act, action={"type": "Ready"})
        assert (await traced(there, fox))["type"] == "ack"
        assert (await there.ask(fox, Undo, canvas="1.0", stroke=0))["type"] == "ack"
        view = eye.of("view")[-1]["view"]
        if "1.0" in view["canvases"]:
            assert [frame["x"] for frame in eye.of("ink")] == [[100, 900]]
            assert [frame["stroke"] for frame in eye.of("undo")] == [0]
        else:
            assert eye.of("ink") == eye.of("undo") == []
        assert fox.of("ink") == fox.of("undo") == []

    company(test, staff=False)


def test_a_view_is_told_only_to_those_for_whom_it_has_changed() -> None:
    async def test(there: Company) -> None:
        people = await three_tracers(there)
        before = [len(hearer.of("view")) for hearer in people]
        await traced(there, people[0])
        await there.ask(people[0], Chat, text="hello")
        assert [len(hearer.of("view")) for hearer in people] == before
        for hearer in people:
            texts = [str(frame["view"]) + str(frame["offers"]) for frame in hearer.of("view")]
            assert all(one != other for one, other in pairwise(texts))

    company(test, game="dekalko", staff=False)


def test_nothing_is_told_to_a_connection_before_its_welcome() -> None:
    async def test(there: Company) -> None:
        people = await three_tracers(there)
        owl = await there.come("Owl")
        for hearer in (*people, owl):
            assert hearer.types()[0] == "welcome"

    company(test, game="dekalko", staff=False)
