"""How fast the recogniser is: one drawing from strokes to labels on one thread, and batches on all cores."""

from __future__ import annotations

import math
import random
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drawmate.ink.formats import parse_json
from drawmate.recognition.recogniser import MAX_BATCH, Precision, Recogniser
from drawmate.recognition.threads import thread_count

__all__ = ["measure", "sample_strokes"]

_SAMPLES: Final = 64


def sample_strokes(count: int = _SAMPLES) -> list[list[list[list[int]]]]:
    """Made-up drawings about as large as simplified Quick, Draw! ones: some 6 strokes of 8 points, 0..255."""
    chance = random.Random(345)
    return [[_wave(chance) for _ in range(chance.randint(3, 9))] for _ in range(count)]


def measure(directory: Path, precision: Precision, seconds: float, rounds: int) -> dict[str, float]:
    """``single_ms_p50``, ``single_ms_p99`` and ``batch_per_s``, on the CPU.

    A single one goes from decoded strokes to ranked labels on one thread. A batch is already read; as many
    threads as there are cores recognise batches side by side, each with a session of its own thread.
    The median of the rounds counts.
    """
    recogniser = Recogniser.load(directory, device="cpu", precision=precision, threads=1)
    samples = sample_strokes()
    singles = [_single(recogniser, samples, seconds) for _ in range(rounds)]
    cores = thread_count()
    return {
        "single_ms_p50": statistics.median(p50 for p50, _ in singles),
        "single_ms_p99": statistics.median(p99 for _, p99 in singles),
        "batch_per_s": statistics.median(
            _batches(recogniser, samples, seconds, cores) for _ in range(rounds)
        ),
        "cores": cores,
    }


def _single(
    recogniser: Recogniser, samples: list[list[list[list[int]]]], seconds: float
) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds."""
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(taken) < 100:
        strokes = samples[len(taken) % len(samples)]
        began = time.perf_counter()
        recogniser.recognise([parse_json(strokes).drawing])
        taken.append(1000 * (time.perf_counter() - began))
    taken.sort()
    return taken[len(taken) // 2], taken[min(len(taken) - 1, math.ceil(0.99 * len(taken)))]


def _batches(
    recogniser: Recogniser, samples: list[list[list[list[int]]]], seconds: float, threads: int
) -> float:
    """Drawings a second, all threads together."""
    batch = [parse_json(strokes).drawing for strokes in samples][:MAX_BATCH]
    counts = [0] * threads
    end = time.perf_counter() + seconds

    def work(number: int) -> None:
        while time.perf_counter() < end:
            recogniser.recognise(batch)
            counts[number] += len(batch)

    return _timed(work, threads, counts)


def _timed(work: Callable[[int], None], threads: int, counts: list[int]) -> float:
    began = time.perf_counter()
    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(counts) / (time.perf_counter() - began)


def _wave(chance: random.Random) -> list[list[int]]:
    """One stroke: part of an ellipse."""
    points = chance.randint(2, 14)
    cx, cy = chance.uniform(60, 195), chance.uniform(60, 195)
    rx, ry = chance.uniform(5, 60), chance.uniform(5, 60)
    first, turn = chance.uniform(0, 6.28), chance.uniform(1, 6.28)
    angles = [first + turn * i / (points - 1) for i in range(points)]
    return [[round(cx + rx * math.cos(a)) for a in angles], [round(cy + ry * math.sin(a)) for a in angles]]
