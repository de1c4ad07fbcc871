"""Micro-batching for an asyncio server: whatever waits when the network is free goes through it together.

A lone drawing is not delayed: a batch is what queued up while others ran. Several lanes, each a thread beside
the event loop that runs the network on one CPU, share the queue, which is bounded: that is faster than one
call spread over as many threads, which wait for each other in every layer.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from drawmate.ink import Drawing
from drawmate.recognition.errors import ClosedError, QueueFullError, RecognitionError
from drawmate.recognition.ranking import Recognition, Terms
from drawmate.recognition.recogniser import MAX_BATCH, Recogniser

__all__ = ["DEFAULT_QUEUE", "Batcher", "Observer"]

DEFAULT_QUEUE: Final = 512
"""Drawings that may wait."""

Observer = Callable[[int, float], None]
"""Called after each batch, in the inference thread, with its size and the seconds it took."""


@dataclass(slots=True)
class _Job:
    """A request's drawings; ``future`` is resolved in the event loop with their recognitions.

    ``taken`` of them have left the queue, ``left`` are not recognised yet; both change under the lock.
    """

    drawings: Sequence[Drawing]
    terms: Sequence[Terms]
    future: asyncio.Future[list[Recognition]]
    results: list[Recognition | None]
    left: int
    taken: int = 0


class Batcher:
    """Runs a recogniser in ``lanes`` threads of its own, for one event loop.

    ``limit`` bounds the drawings that wait; a request of more than that is taken when nothing waits.
    """

    def __init__(
        self,
        recogniser: Recogniser,
        *,
        limit: int = DEFAULT_QUEUE,
        max_batch: int = MAX_BATCH,
        lanes: int = 1,
        observe: Observer | None = None,
    ) -> None:
        self.recogniser = recogniser
        self.lanes = lanes
        self._limit = limit
        self._max_batch = max_batch
        self._observe = observe
        self._jobs: deque[_Job] = deque()
        self._waiting = 0
        self._pace = 0.001
        self._closed = False
        self._wake = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._threads: list[threading.Thread] = []

    @property
    def waiting(self) -> int:
        """Drawings in the queue."""
        return self._waiting

    def start(self) -> None:
        """Start the threads; call from the event loop that will ask."""
        self._loop = asyncio.get_running_loop()
        self._threads = [
            threading.Thread(target=self._work, name=f"drawmate-inference-{lane}", daemon=True)
            for lane in range(self.lanes)
        ]
        for thread in self._threads:
            thread.start()

    async def close(self) -> None:
        """Refuse new drawings, finish those that wait, and end the threads."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._threads = []

    async def recognise(self, drawings: Sequence[Drawing], terms: Sequence[Terms]) -> list[Recognition]:
        """Recognise N drawings under N terms. A cancelled call costs no inference if none has begun.

        Raises:
            QueueFullError: too many drawings wait.
            ClosedError: ``close`` has been called, or ``start`` has not.
        """
        if not drawings:
            return []
        if self._loop is None:
            raise ClosedError
        count = len(drawings)
        job = _Job(drawings, terms, self._loop.create_future(), [None] * count, count)
        with self._wake:
            if self._closed:
                raise ClosedError
            if self._waiting and self._waiting + count > self._limit:
                raise QueueFullError(self._retry_after())
            self._jobs.append(job)
            self._waiting += count
            self._wake.notify(1 if count == 1 else self.lanes)
        return await job.future

    def _retry_after(self) -> int:
        """Whole seconds until the queue is probably empty, at the pace of the latest batches."""
        return max(1, min(60, round(self._waiting * self._pace)))

    def _work(self) -> None:
        while True:
            with self._wake:
                while not self._jobs and not self._closed:
                    self._wake.wait()
                batch = self._take()
            if batch:
                self._run(batch)
            elif self._closed:
                return

    def _take(self) -> list[tuple[_Job, int, int]]:
        """A lane's share of what waits, as parts (job, first, last) of jobs, oldest first. Holds the lock."""
        batch: list[tuple[_Job, int, int]] = []
        room = min(self._max_batch, -(-self._waiting // self.lanes))
        while room and self._jobs:
            job = self._jobs[0]
            first, left = job.taken, len(job.drawings) - job.taken
            if job.future.done():  # cancelled, or an earlier part failed
                self._jobs.popleft()
                self._waiting -= left
                continue
            count = min(room, left)
            job.taken += count
            room -= count
            self._waiting -= count
            batch.append((job, first, first + count))
            if count == left:
                self._jobs.popleft()
        return batch

    def _run(self, batch: list[tuple[_Job, int, int]]) -> None:
        drawings = [drawing for job, first, last in batch for drawing in job.drawings[first:last]]
        terms = [each for job, first, last in batch for each in job.terms[first:last]]
        began = time.perf_counter()
        try:
            results = self.recogniser.recognise_each(drawings, terms)
        except Exception as error:  # the batch fails, the thread lives
            self._post([(job, None, error) for job, _, _ in batch])
            return
        seconds = time.perf_counter() - began
        self._pace = 0.9 * self._pace + 0.1 * seconds / len(drawings)
        finished: list[tuple[_Job, list[Recognition] | None, Exception | None]] = []
        at = 0
        with self._wake:
            for job, first, last in batch:
                job.results[first:last] = results[at : at + last - first]
                at += last - first
                job.left -= last - first
                if not job.left:
                    finished.append((job, cast(list[Recognition], job.results), None))
        self._post(finished)
        if self._observe is not None:
            self._observe(len(drawings), seconds)

    def _post(self, done: list[tuple[_Job, list[Recognition] | None, Exception | None]]) -> None:
        if done and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_resolve, done)


def _resolve(done: list[tuple[_Job, list[Recognition] | None, Exception | None]]) -> None:
    for job, results, error in done:
        if job.future.done():
            continue
        if results is not None:
            job.future.set_result(results)
        else:
            job.future.set_exception(
                error if isinstance(error, RecognitionError) else RuntimeError("inference failed")
            )
