"""Many simulated games of several kinds and sizes, on as many processes as one likes, with the same result on any.

What a game costs is measured by a clock that the caller gives: nothing here looks at one.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final

from drawmate.games.catalogue import listing_of
from drawmate.games.rules import IllegalAction
from drawmate.games.simulate import check, holders_of, is_troubled, play

BATCH: Final = 5
"""Games that a process is given at a time: few, so that Ctrl-C is not waited for."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What became of the games of one kind and size.

    Attributes:
        games: how many were to be played.
        finished: how many came to their end without a fault.
        replay_equal: how many of them were the same game when they were played again.
        leaks: all that views, offers and events told those who must not know it.
        games_per_s: ordinary games that one process plays in a second, without the checks.
        steps: the actions and deadlines of a finished game, on average.
        faults: what went wrong first in each bad game, with its seed.
    """

    game: str
    seats: int
    games: int
    finished: int
    replay_equal: int
    leaks: int
    games_per_s: float
    steps: float
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Games to play in one process: those of some seeds; ``clock`` gives its time in seconds."""

    game: str
    seats: int
    seeds: range
    clock: Callable[[], float]


@dataclass(frozen=True, slots=True)
class _Played:
    """What came of a game; ``took`` are the seconds it took without the checks."""

    seed: int
    took: float
    finished: bool = False
    steps: int = 0
    equal: bool = False
    leaks: int = 0
    fault: str | None = None


def series(
    tables: Sequence[tuple[str, int]], games: int, seed: int, jobs: int, clock: Callable[[], float]
) -> Iterator[Figures]:
    """The figures of every table, a game's name and a number of seats, in turn.

    Args:
        games: for each table; the first has ``seed``, the next the next.
        jobs: processes, at least 1.
        clock: a function of a module, for example ``time.process_time``.

    Raises:
        UnknownGameError, ConfigError: a game cannot be started so.
    """
    seeds = range(seed, seed + games)
    for name, seats in tables:
        listing = listing_of(name)
        for each in (seeds[0], seeds[-1]):
            listing.game.start(listing.config(), holders_of(seats, each), each, 0)
    parts = [seeds[start : start + BATCH] for start in range(0, games, BATCH)]
    batches = [_Batch(name, seats, part, clock) for name, seats in tables for part in parts]
    jobs = min(jobs, len(batches))
    if jobs == 1:
        yield from _figures(tables, games, len(parts), map(_play, batches))
        return
    # A Ctrl-C is this process's affair; the others end with the batches they are at.
    with ProcessPoolExecutor(
        jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as pool:
        yield from _figures(tables, games, len(parts), pool.map(_play, batches))


def _figures(
    tables: Sequence[tuple[str, int]], games: int, parts: int, played: Iterable[list[_Played]]
) -> Iterator[Figures]:
    """Each table's figures, as soon as its parts are played."""
    batches = iter(played)
    for name, seats in tables:
        results = [each for batch in islice(batches, parts) for each in batch]
        timed = [each for each in results if not is_troubled(each.seed)] or results
        finished = [each for each in results if each.finished]
        yield Figures(
            name,
            seats,
            games,
            len(finished),
            sum(each.equal for each in finished),
            sum(each.leaks for each in finished),
            round(len(timed) / max(sum(each.took for each in timed), 1e-6), 1),
            round(sum(each.steps for each in finished) / max(len(finished), 1), 1),
            tuple(f"seed {each.seed}: {each.fault}" for each in results if each.fault),
        )


def _play(batch: _Batch) -> list[_Played]:
    """The games of a batch, played and checked."""
    return [_one(batch, seed) for seed in batch.seeds]


def _one(batch: _Batch, seed: int) -> _Played:
    begun = batch.clock()
    try:
        match = play(listing_of(batch.game), batch.seats, seed)
        took = batch.clock() - begun
        found = check(match)
    except (RuntimeError, IllegalAction) as error:
        return _Played(seed, batch.clock() - begun, fault=str(error))
    fault = next(iter(found.leaks), None if found.replay_equal else "played again it is another game")
    return _Played(seed, took, True, found.steps, found.replay_equal, len(found.leaks), fault)
