from pathlib import Path

import numpy as np
import torch

from drawmate_training.augment import AugmentConfig
from drawmate_training.data import BalancedEpochs, Looks
from drawmate_training.shards import Shard


def _epochs(batch: int = 20, seed: int = 1) -> tuple[BalancedEpochs, np.ndarray]:
    sizes = (40, 90, 360)
    labels = np.repeat(np.arange(3, dtype=np.int16), sizes)
    return BalancedEpochs(labels, np.ones(len(labels), bool), 3, cap=160, batch=batch, seed=seed), labels


def test_a_category_counts_by_the_square_root_of_its_capped_size() -> None:
    epochs, _ = _epochs()
    ratio = epochs.quota / epochs.quota[0]
    np.testing.assert_allclose(ratio, [1, 1.5, 2], rtol=0.05)
    np.testing.assert_allclose(np.exp(epochs.log_prior()), epochs.quota / epochs.quota.sum(), rtol=1e-6)


def test_every_drawing_is_seen_before_any_is_seen_again() -> None:
    epochs, labels = _epochs()
    seen = np.zeros(len(labels), int)
    whole = np.concatenate([epochs._plan(epoch) for epoch in range(6)])
    for number in whole:
        seen[number] += 1
        own = seen[labels == labels[number]]
        # The plan of an epoch is shuffled, so turns may overlap within one, but never by more than one turn.
        assert own.max() - own.min() <= 2
    for category in range(3):
        own = seen[labels == category]
        assert own.max() - own.min() <= 1


def test_drawings_kept_apart_are_never_seen() -> None:
    labels = np.repeat(np.arange(2, dtype=np.int16), 50)
    usable = np.arange(100) % 5 != 0
    epochs = BalancedEpochs(labels, usable, 2, cap=100, batch=8, seed=2)
    seen = np.concatenate([epochs.step(n) for n in range(3 * epochs.steps)])
    assert usable[seen].all()


def test_a_step_does_not_depend_on_the_steps_before() -> None:
    forward, _ = _epochs()
    steps = [forward.step(n) for n in range(2 * forward.steps)]
    backward, _ = _epochs()
    for number in reversed(range(len(steps))):
        np.testing.assert_array_equal(backward.step(number), steps[number])


def test_two_processes_see_together_what_one_sees_alone(shard_directory: Path) -> None:
    shard = Shard.open(shard_directory)
    labels = np.asarray(shard.labels)
    epochs = BalancedEpochs(labels, np.ones(len(shard), bool), 6, cap=100, batch=12, seed=1)
    teacher = np.load(shard_directory / "teacher.npy")
    alone = Looks(shard, teacher, epochs, AugmentConfig(), 5, ink_size=28).make(3, 32)
    halves = [Looks(shard, teacher, epochs, AugmentConfig(), 5, rank, 2, 28).make(3, 32) for rank in (0, 1)]
    for name in ("pictures", "ink", "labels", "shares", "teacher"):
        parts = [getattr(half, name) for half in halves]
        together = torch.stack(parts, 1).flatten(0, 1)
        assert torch.equal(together, getattr(alone, name)), name


def test_batches_come_in_order_however_many_are_in_preparation(shard_directory: Path) -> None:
    shard = Shard.open(shard_directory)
    epochs = BalancedEpochs(np.asarray(shard.labels), np.ones(len(shard), bool), 6, cap=100, batch=12, seed=1)
    looks = Looks(shard, None, epochs, AugmentConfig(), 5)
    found = list(looks.ahead(((step, 32) for step in range(9)), depth=3))
    assert len(found) == 9
    for step, batch in enumerate(found):
        assert torch.equal(batch.pictures, looks.make(step, 32).pictures)
