"""What teachers say of every drawing of a shard, once: ``teacher.npy``, (N, L) float16 log-probabilities.

Each teacher looks at some views of the finished drawing, plain and mirrored and slightly bent. Its views are
averaged as probabilities, the teachers as log-probabilities: the average is a better teacher than any single look,
and the second way less unsure. A student then learns from it however its own look was changed (Hinton, Vinyals,
Dean 2015, "Distilling the Knowledge in a Neural Network").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from tqdm import tqdm

from drawmate_training.augment import PLAIN, AugmentConfig, look_at, seeds
from drawmate_training.shards import Shard

Answer = Callable[[Tensor, Tensor], Tensor]
"""(B, 3, S, S) uint8 pictures and (B, 1, 28, 28) uint8 ink to (B, L) logits."""

_MILD: Final = replace(PLAIN, turn=0.05, shear=0.05, stretch=0.06, bend=1.5)
VIEWS: Final = (PLAIN, _MILD, _MILD, replace(PLAIN, flip=1.0), replace(_MILD, flip=1.0))


@dataclass(frozen=True, slots=True)
class Teacher:
    """One that answers, and how many of the views it is asked about: the first ones."""

    answer: Answer
    views: int = len(VIEWS)


def of_pictures(network: nn.Module) -> Answer:
    """A network of ours as a teacher: it looks at the pictures."""
    return lambda pictures, ink: network(pictures).logits


def of_ink(network: nn.Module) -> Answer:
    """DoodleNet and its like: it looks at the ink alone."""
    return lambda pictures, ink: network(ink).logits


def teach(
    directory: Path, teachers: Sequence[Teacher], views: Sequence[AugmentConfig] = VIEWS, batch: int = 1024
) -> Path:
    """Write ``teacher.npy`` beside the columns of a shard and return its path."""
    shard = Shard.open(directory)
    path = directory / "teacher.npy"
    unfinished = directory / "teacher.unfinished.npy"
    table = np.lib.format.open_memmap(
        unfinished, mode="w+", dtype=np.float16, shape=(len(shard), len(shard.names))
    )
    for index, answers in _answers(shard, teachers, views, batch):
        table[index] = answers.astype(np.float16)
    table.flush()
    unfinished.rename(path)
    return path


@torch.inference_mode()
def _answers(
    shard: Shard, teachers: Sequence[Teacher], views: Sequence[AugmentConfig], batch: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    for start in tqdm(range(0, len(shard), batch), desc="teaching", unit="batch"):
        index = np.arange(start, min(start + batch, len(shard)))
        answers: list[list[Tensor]] = [[] for _ in teachers]
        for number, view in enumerate(views):
            pictures, ink, _ = look_at(shard, index, seeds(number, start, len(index)), view, teacher_size=28)
            layout = torch.channels_last
            shown = torch.from_numpy(pictures).contiguous(memory_format=layout)
            lines = torch.from_numpy(ink).contiguous(memory_format=layout)
            for teacher, given in zip(teachers, answers, strict=True):
                if number < teacher.views:
                    with torch.autocast("cpu", torch.bfloat16):
                        given.append(teacher.answer(shown, lines).float().softmax(1))
        if not teachers or not views:
            raise ValueError("no teacher or no view")
        logs = [torch.stack(given).mean(0).clamp_min(1e-6).log() for given in answers]
        yield index, torch.stack(logs).mean(0).log_softmax(1).numpy()
