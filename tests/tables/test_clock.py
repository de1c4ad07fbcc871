"""A table's time: it runs while people are there; lag dates an action back by little; a deadline is of its phase."""

from __future__ import annotations

import asyncio

import pytest

from drawmate.games.clock import LAG
from drawmate.tables.clock import GameTime, received
from drawmate.tables.entries import Expired
from drawmate.wire.client_messages import Act, InkPiece
from tests.tables.company import Company, company


class Watch:
    """A monotonic clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_time_stands_still_until_it_goes_and_again_when_it_is_stopped() -> None:
    watch = Watch()
    time = GameTime(5_000, watch)
    watch.seconds += 60
    assert (time.running, time.now()) == (False, 5_000)
    time.go()
    watch.seconds += 1.5
    assert (time.running, time.now()) == (True, 6_500)
    time.go()
    assert time.now() == 6_500, "it goes already"
    time.stop()
    watch.seconds += 3600
    assert time.now() == 6_500
    time.go()
    watch.seconds += 0.25
    assert time.now() == 6_750
    assert time.seconds_until(7_000) == pytest.approx(0.25)
    assert time.seconds_until(1_000) == 0.0


@pytest.mark.parametrize("running", [False, True])
def test_a_new_game_begins_at_nought(running: bool) -> None:
    watch = Watch()
    time = GameTime(5_000, watch)
    if running:
        time.go()
    watch.seconds += 10
    time.restart()
    assert (time.running, time.now()) == (running, 0)


@pytest.mark.parametrize(
    ("round_trip", "counts"),
    [(0, 10_000), (100, 9_950), (2 * LAG, 10_000 - LAG), (60_000, 10_000 - LAG)],
)
def test_half_the_round_trip_is_taken_off_but_a_quarter_of_a_second_at_most(
    round_trip: int, counts: int
) -> None:
    """D0.8, T63."""
    assert received(10_000, round_trip) == counts


def test_no_action_is_dated_before_the_game() -> None:
    assert received(100, 600) == 0


@pytest.mark.parametrize(("lag_ms", "code"), [(0, "too_late"), (200, None), (60_000, None)])
def test_ink_that_arrives_just_after_the_end_counts_by_the_measured_lag(
    lag_ms: int, code: str | None
) -> None:
    """T63, D1.7: the drawing time ends; 80 ms later a piece of ink is received."""

    async def test(there: Company) -> None:
        fox = await there.sit("Fox")
        await there.start(fox)
        assert (await there.ask(fox, Act, action={"type": "Ready"}))["type"] == "ack"
        fox.lag_ms = lag_ms
        clock = there.actor.table.playing().state.sitting.clock
        assert clock.grace >= 80
        await asyncio.sleep(there.actor.time.seconds_until(clock.deadline or 0) + 0.08)
        answer = await there.ask(fox, InkPiece, canvas="1.0", stroke=0, offset=0, x=[1], y=[1])
        assert answer.get("code") == code

    company(test, staff=False)


def test_a_deadline_is_passed_once_and_none_is_passed_too_early() -> None:
    """A timer of a phase that is over does nothing in the next one."""

    async def test(there: Company) -> None:
        fox = await there.sit("Fox")
        await there.start(fox)
        clocks = []
        there.actor.table.fold = wrapped = _noting(there.actor.table, clocks)  # type: ignore[method-assign]
        await there.ask(fox, Act, action={"type": "Ready"})
        await asyncio.sleep(3)
        await there.ask(fox, Act, action={"type": "Skip"})
        while there.actor.table.phase != "over":
            await asyncio.sleep(5)
        assert wrapped is not None
        assert clocks
        assert all(now >= deadline + grace for now, deadline, grace in clocks)
        assert all(now < deadline + grace + 50 for now, deadline, grace in clocks), "and none late"
        before = len(there.journal.bodies)
        await asyncio.sleep(600)
        assert len(there.journal.bodies) == before, "a game that is over has no timer"

    company(test, staff=False)


def _noting(table: object, clocks: list[tuple[int, int, int]]) -> object:
    fold = table.fold  # type: ignore[attr-defined]

    def noting(entry: object) -> None:
        if isinstance(entry, Expired):
            clock = table.playing().state.sitting.clock  # type: ignore[attr-defined]
            clocks.append((entry.at, clock.deadline, clock.grace))
        fold(entry)

    return noting
