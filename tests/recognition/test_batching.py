from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from drawmate.ink import Drawing
from drawmate.recognition.batching import Batcher
from drawmate.recognition.errors import ClosedError, QueueFullError
from drawmate.recognition.ranking import Guess, Recognition, Terms
from drawmate.recognition.spec import Heat

TERMS = Terms(1, None, Heat(1.0))


def drawing(number: int) -> Drawing:
    return Drawing.from_strokes([[[number], [0]]])


class Gate:
    """Stands for a recogniser: says each drawing's x, notes its batches, waits for the gate to open."""

    def __init__(self, *, opened: bool = True) -> None:
        self.batches: list[list[int]] = []
        self.gate = threading.Event()
        self.entered = threading.Event()
        self.fail = False
        if opened:
            self.gate.set()

    def recognise_each(self, drawings: Sequence[Drawing], terms: Sequence[Terms]) -> list[Recognition]:
        assert len(drawings) == len(terms)
        assert threading.current_thread().name.startswith("drawmate-inference")
        self.batches.append([int(each.x[0]) for each in drawings])
        self.entered.set()
        assert self.gate.wait(10)
        if self.fail:
            raise OSError("the network broke")
        return [Recognition((Guess(str(int(each.x[0])), 1.0),), "ok", None, "gate") for each in drawings]


@asynccontextmanager
async def batching(gate: Gate, **options: Any) -> AsyncIterator[Batcher]:
    batcher = Batcher(gate, **options)  # type: ignore[arg-type]
    batcher.start()
    try:
        yield batcher
    finally:
        gate.gate.set()
        await batcher.close()


async def ask(batcher: Batcher, *numbers: int) -> list[str | None]:
    found = await batcher.recognise([drawing(n) for n in numbers], [TERMS] * len(numbers))
    return [each.label for each in found]


async def busy(batcher: Batcher, gate: Gate) -> asyncio.Task[list[str | None]]:
    """A request that is being worked on, so that what comes next has to wait."""
    task = asyncio.create_task(ask(batcher, 0))
    await asyncio.to_thread(gate.entered.wait, 10)
    return task


async def queued(batcher: Batcher, count: int) -> None:
    for _ in range(1000):
        if batcher.waiting == count:
            return
        await asyncio.sleep(0.001)
    raise AssertionError(f"{batcher.waiting} wait, not {count}")


async def test_what_waited_goes_through_together_and_everyone_gets_their_own() -> None:
    gate = Gate(opened=False)
    async with batching(gate, max_batch=4) as batcher:
        first = await busy(batcher, gate)
        others = [asyncio.create_task(ask(batcher, n)) for n in range(1, 7)]
        await queued(batcher, 6)
        gate.gate.set()
        assert await first == ["0"]
        assert await asyncio.gather(*others) == [[str(n)] for n in range(1, 7)]
    assert gate.batches == [[0], [1, 2, 3, 4], [5, 6]]


async def test_a_large_request_is_spread_over_batches_and_comes_back_whole() -> None:
    gate = Gate(opened=False)
    async with batching(gate, max_batch=4) as batcher:
        first = await busy(batcher, gate)
        many = asyncio.create_task(ask(batcher, *range(1, 8)))
        await queued(batcher, 7)
        one = asyncio.create_task(ask(batcher, 8))
        await queued(batcher, 8)
        gate.gate.set()
        assert await many == [str(n) for n in range(1, 8)]
        assert await one == ["8"]
        await first
    assert gate.batches == [[0], [1, 2, 3, 4], [5, 6, 7, 8]]


async def test_t39_a_full_queue_refuses_and_says_when_to_come_back() -> None:
    gate = Gate(opened=False)
    async with batching(gate, limit=3) as batcher:
        first = await busy(batcher, gate)
        waiting = [asyncio.create_task(ask(batcher, n)) for n in (1, 2, 3)]
        await queued(batcher, 3)
        with pytest.raises(QueueFullError) as caught:
            await ask(batcher, 4)
        assert 1 <= caught.value.retry_after <= 60
        gate.gate.set()
        assert await asyncio.gather(*waiting) == [["1"], ["2"], ["3"]]
        await first
        assert await ask(batcher, 5) == ["5"]


async def test_a_request_larger_than_the_queue_is_taken_when_nothing_waits() -> None:
    async with batching(Gate(), limit=2, max_batch=2) as batcher:
        assert len(await ask(batcher, *range(9))) == 9
        assert batcher.waiting == 0


async def test_a_cancelled_request_costs_no_inference() -> None:
    gate = Gate(opened=False)
    async with batching(gate) as batcher:
        first = await busy(batcher, gate)
        gone, kept = asyncio.create_task(ask(batcher, 1, 2)), asyncio.create_task(ask(batcher, 3))
        await queued(batcher, 3)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        gate.gate.set()
        assert await kept == ["3"]
        await first
        assert batcher.waiting == 0
    assert gate.batches == [[0], [3]]


async def test_a_request_cancelled_while_it_runs_harms_nobody() -> None:
    gate = Gate(opened=False)
    async with batching(gate) as batcher:
        gone = await busy(batcher, gate)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        gate.gate.set()
        assert await ask(batcher, 1) == ["1"]


async def test_a_failing_batch_fails_its_requests_and_nothing_else() -> None:
    gate = Gate()
    async with batching(gate, max_batch=2) as batcher:
        gate.fail = True
        with pytest.raises(RuntimeError, match="inference failed"):
            await asyncio.wait_for(ask(batcher, 1, 2, 3), 10)
        gate.fail = False
        assert await asyncio.wait_for(ask(batcher, 4), 10) == ["4"]
        assert batcher.waiting == 0


async def test_closing_finishes_what_waits_and_refuses_what_comes() -> None:
    gate = Gate(opened=False)
    async with batching(gate) as batcher:
        first = await busy(batcher, gate)
        second = asyncio.create_task(ask(batcher, 1))
        await queued(batcher, 1)
        closing = asyncio.create_task(batcher.close())
        await asyncio.sleep(0.01)
        with pytest.raises(ClosedError):
            await ask(batcher, 2)
        gate.gate.set()
        assert (await first, await second) == (["0"], ["1"])
        await closing
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("drawmate-inference")]


async def test_nothing_is_taken_before_the_start() -> None:
    with pytest.raises(ClosedError):
        await ask(Batcher(Gate()), 1)  # type: ignore[arg-type]


async def test_batches_are_observed() -> None:
    seen: list[int] = []
    async with batching(Gate(), observe=lambda size, seconds: seen.append(size)) as batcher:
        await ask(batcher, 1, 2, 3)
    assert seen == [3]


async def test_lanes_share_what_waits_and_a_request_across_them_comes_back_in_order() -> None:
    gate = Gate(opened=False)
    async with batching(gate, lanes=2, max_batch=32) as batcher:
        many = asyncio.create_task(ask(batcher, *range(10)))
        await asyncio.to_thread(gate.entered.wait, 10)
        for _ in range(1000):
            if len(gate.batches) == 2:
                break
            await asyncio.sleep(0.001)
        gate.gate.set()
        assert await many == [str(n) for n in range(10)]
    assert len(gate.batches) >= 2
    assert gate.batches[0] == [0, 1, 2, 3, 4]
    assert sorted(number for batch in gate.batches for number in batch) == list(range(10))
