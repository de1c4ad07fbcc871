"""Which drawings each step sees, and getting them ready while the last step computes.

An epoch is balanced: a category's share of it is the square root of its number of drawings (capped), so that
large ones do not drown small ones, and every drawing of a category is seen before any is seen again. Steps are a
pure function of (seed, step): a run that was cut off goes on exactly as it would have.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from drawmate_training.augment import AugmentConfig, look_at, seeds
from drawmate_training.shards import Shard


class BalancedEpochs:
    """Endless steps of drawing numbers.

    Args:
        labels: (N,) the category of each drawing.
        usable: (N,) which drawings may be used at all.
        cap: a category counts as no larger than this.
        batch: drawings a step, over all processes.
    """

    def __init__(
        self,
        labels: NDArray[np.int16],
        usable: NDArray[np.bool_],
        classes: int,
        cap: int,
        batch: int,
        seed: int,
    ) -> None:
        self._members = [np.flatnonzero(usable & (labels == c)) for c in range(classes)]
        sizes = np.array([len(m) for m in self._members])
        weight = np.sqrt(np.minimum(sizes, cap))
        self.quota = np.maximum(1, np.round(weight * np.median(weight))).astype(np.int64) * (sizes > 0)
        self._batch, self._seed = batch, seed
        self.steps = int(self.quota.sum()) // batch
        """Steps an epoch."""
        self._planned = (-1, np.empty(0, np.int64))

    def log_prior(self) -> NDArray[np.float32]:
        """(L,) log of each category's share of the steps."""
        share = np.maximum(self.quota, 1) / self.quota.sum()
        logarithm: NDArray[np.float32] = np.log(share).astype(np.float32)
        return logarithm

    def step(self, number: int) -> NDArray[np.int64]:
        """(batch,) the drawings of one step."""
        epoch, place = divmod(number, self.steps)
        if self._planned[0] != epoch:
            self._planned = (epoch, self._plan(epoch))
        return self._planned[1][place * self._batch : (place + 1) * self._batch]

    def _plan(self, epoch: int) -> NDArray[np.int64]:
        chosen = []
        for category, (members, quota) in enumerate(zip(self._members, self.quota, strict=True)):
            taken, wanted = epoch * quota, quota
            while wanted:
                turn, start = divmod(int(taken), len(members))
                order = np.random.default_rng([self._seed, category, turn]).permutation(len(members))
                part = members[order[start : start + wanted]]
                chosen.append(part)
                taken += len(part)
                wanted -= len(part)
        plan = np.concatenate(chosen)
        return plan[np.random.default_rng([self._seed, 1 << 20, epoch]).permutation(len(plan))]


@dataclass(frozen=True, slots=True)
class Batch:
    """One step's looks.

    pictures (B, 3, S, S) uint8, ink (B, 1, I, I) uint8, labels (B,), shares seen (B,), teacher (B, L) or None.
    """

    pictures: Tensor
    ink: Tensor
    labels: Tensor
    shares: Tensor
    teacher: Tensor | None


class Looks:
    """Makes the batches of a run for one process, some steps ahead, in background threads."""

    def __init__(
        self,
        shard: Shard,
        teacher: NDArray[np.float16] | None,
        epochs: BalancedEpochs,
        augment: AugmentConfig,
        seed: int,
        rank: int = 0,
        world: int = 1,
        ink_size: int = 0,
    ) -> None:
        self._ink_size = ink_size
        self._shard, self._teacher, self._epochs = shard, teacher, epochs
        self._augment, self._seed, self._rank, self._world = augment, seed, rank, world
        self._labels = np.asarray(shard.labels, np.int64)

    def make(self, step: int, size: int) -> Batch:
        """The looks of one step at a picture size."""
        index = self._epochs.step(step)
        mine = slice(self._rank, None, self._world)
        looks, index = seeds(self._seed, step, len(index))[mine], index[mine]
        pictures, ink, shares = look_at(self._shard, index, looks, self._augment, size, self._ink_size)
        return Batch(
            torch.from_numpy(pictures).contiguous(memory_format=torch.channels_last),
            torch.from_numpy(ink).contiguous(memory_format=torch.channels_last),
            torch.from_numpy(self._labels[index]),
            torch.from_numpy(shares),
            None if self._teacher is None else torch.from_numpy(self._teacher[index]).float(),
        )

    def ahead(self, steps: Iterator[tuple[int, int]], depth: int = 4) -> Iterator[Batch]:
        """The batches of (step, size) pairs in order, ``depth`` of them in preparation."""
        with ThreadPoolExecutor(1) as pool:
            waiting = [pool.submit(self.make, *pair) for pair in islice(steps, depth)]
            while waiting:
                yield waiting.pop(0).result()
                waiting.extend(pool.submit(self.make, *pair) for pair in islice(steps, 1))
