"""One visible training loop, for one process or many.

One machine:      python -m drawmate_training train --data data/train --run runs/v1
Several GPUs:     torchrun --nproc-per-node 4 -m drawmate_training train --data … --run …
Cut off? The same command goes on from the last checkpoint, and ends with the same weights, bit for bit.
"""

from __future__ import annotations

import contextlib
import copy
import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from drawmate_training.backbones import build
from drawmate_training.config import TrainConfig
from drawmate_training.data import BalancedEpochs, Batch, Looks
from drawmate_training.doodlenet import DoodleNet
from drawmate_training.shards import Shard, held_out


@dataclass(slots=True)
class State:
    """What a checkpoint holds: enough to go on as if nothing had happened."""

    step: int
    network: nn.Module
    average: nn.Module
    optimiser: torch.optim.Optimizer

    def save(self, path: Path) -> None:
        """Write atomically."""
        unfinished = path.with_suffix(".unfinished")
        torch.save(
            {
                "step": self.step,
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
            },
            unfinished,
        )
        unfinished.replace(path)

    def load(self, path: Path) -> None:
        """Take everything from a checkpoint."""
        saved = torch.load(path, map_location="cpu", weights_only=True)
        self.step = saved["step"]
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimiser.load_state_dict(saved["optimiser"])


def train(
    config: TrainConfig,
    data: Path,
    run: Path,
    *,
    start: nn.Module | None = None,
    tutors: Sequence[nn.Module] = (),
    finished_tutors: Sequence[nn.Module] = (),
    checkpoint_s: float = 180.0,
    stop: int | None = None,
    finished: Callable[[State], None] | None = None,
) -> Path:
    """Train on a shard and return the path of the averaged weights, ``weights.safetensors``.

    ``start`` is the network to begin with, a fresh one by default. ``teacher.npy`` knows the finished drawing
    unchanged; ``tutors`` answer every unfinished look, and ``finished_tutors`` every finished one, just as it is.
    Tutors of a kind are averaged as log-probabilities; table and tutors weigh ``config.distil`` together.
    ``run`` receives checkpoint.pt, recipe.json and tensorboard events. ``stop`` ends early, at a step, with a
    checkpoint: to try how a run goes on. ``finished`` is called at the end, in every process.

    Raises:
        ValueError: the run directory belongs to another recipe.
    """
    rank, world, device = _start_processes()
    _claim(run, config, rank)
    shard = Shard.open(data)
    usable = ~held_out(np.asarray(shard.keys), config.holdout)
    epochs = BalancedEpochs(
        np.asarray(shard.labels), usable, config.network.classes, config.cap, config.batch, config.seed
    )
    table = data / "teacher.npy"
    teacher = np.load(table, mmap_mode="r") if config.distil and table.exists() else None
    if config.distil and teacher is None:
        raise ValueError(f"{table} is missing: run teach, or set distil to 0")
    torch.manual_seed(config.seed)
    network = build(config.backbone, config.network) if start is None else start
    seeing_ink = any(isinstance(each, DoodleNet) for each in (network, *tutors, *finished_tutors))
    ink_size = DoodleNet.size if seeing_ink else 0
    looks = Looks(shard, teacher, epochs, config.augment, config.seed, rank, world, ink_size)
    prior = torch.from_numpy(epochs.log_prior()).to(device)

    state = _new_state(config, network, device)
    checkpoint = run / "checkpoint.pt"
    if checkpoint.exists():
        state.load(checkpoint)
    model = nn.parallel.DistributedDataParallel(state.network) if world > 1 else state.network
    last = config.steps if stop is None else min(stop, config.steps)
    events = SummaryWriter(str(run)) if rank == 0 else None
    bar = tqdm(total=config.steps, initial=state.step, unit="step", disable=rank > 0, mininterval=5)
    saved = time.monotonic()
    todo = ((step, config.size_at(step)) for step in range(state.step, last))
    for batch in looks.ahead(todo):
        torch.manual_seed(config.seed * 1_000_003 + state.step * world + rank)
        for group in state.optimiser.param_groups:
            group["lr"] = learning_rate(config, state.step)
        state.network.train()
        with torch.autocast(device.type, torch.bfloat16):
            shown = batch.ink if isinstance(network, DoodleNet) else batch.pictures
            logits = model(shown.to(device)).logits
        tutored = [
            answers(asked, batch, torch.nonzero(looks_asked).flatten(), device)
            for asked, looks_asked in ((tutors, batch.shares < 1), (finished_tutors, batch.shares == 1))
            if asked
        ]
        value = loss(logits.float(), batch, prior, config, tutored)
        state.optimiser.zero_grad(set_to_none=True)
        value.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(state.network.parameters(), config.clip)
        state.optimiser.step()
        state.step += 1
        update_average(state, config.average)
        if rank == 0:
            bar.update()
            if state.step % 100 == 0 and events is not None:
                events.add_scalar("loss", value.item(), state.step)
                events.add_scalar("top1", (logits.argmax(1).cpu() == batch.labels).float().mean(), state.step)
                bar.set_postfix(loss=f"{value.item():.3f}", refresh=False)
            if time.monotonic() - saved > checkpoint_s or state.step == last:
                state.save(checkpoint)
                saved = time.monotonic()
    bar.close()
    weights = run / "weights.safetensors"
    if rank == 0:
        save_file({k: v.contiguous().cpu() for k, v in state.average.state_dict().items()}, weights)
        if events is not None:
            events.close()
    if finished is not None:
        finished(state)
    if world > 1:
        dist.barrier()
        dist.destroy_process_group()
    return weights


@torch.no_grad()
def answers(
    tutors: Sequence[nn.Module], batch: Batch, which: Tensor, device: torch.device
) -> tuple[Tensor, Tensor]:
    """The numbers (K,) of the looks asked about, and the mean of the tutors' log-probabilities (K, L) for them."""
    given = []
    for tutor in tutors:
        shown = batch.ink if isinstance(tutor, DoodleNet) else batch.pictures
        with torch.autocast(device.type, torch.bfloat16):
            seen = shown[which].to(device).contiguous(memory_format=torch.channels_last)
            given.append(tutor.to(device)(seen).logits.float().log_softmax(1))
    return which.to(device), torch.stack(given).mean(0)


def loss(
    logits: Tensor,
    batch: Batch,
    prior: Tensor,
    config: TrainConfig,
    tutored: Sequence[tuple[Tensor, Tensor]] = (),
) -> Tensor:
    """Cross-entropy with the labels, corrected for the categories' shares (Menon et al. 2021), and with teachers.

    The teacher's table knows the finished drawing, so its weight falls with the square of the share that is seen;
    the rest of that weight is the tutors', who saw what the network sees, or the label's where there are none.
    Where tutors answer finished looks, the table keeps ``config.table`` of its weight there.
    """
    labels = F.cross_entropy(logits + prior, batch.labels.to(logits.device), reduction="none")
    shares = batch.shares.to(logits.device)
    weight, taught = torch.zeros_like(labels), torch.zeros_like(labels)
    if batch.teacher is not None:
        weight = config.distil * shares**2
        for which, _ in tutored:
            weight[which] *= torch.where(shares[which] < 1, 1.0, config.table)
        taught = weight * _distance(logits, batch.teacher.to(logits.device), config.softness)
    for which, given in tutored:
        rest = config.distil - weight[which]
        weight = weight.index_add(0, which, rest)
        taught = taught.index_add(0, which, rest * _distance(logits[which], given, config.softness))
    return ((1 - weight) * labels + taught).mean()


def _distance(logits: Tensor, answers: Tensor, softness: float) -> Tensor:
    """(N,) Kullback–Leibler divergence from softened answers, scaled as their gradients are (Hinton et al. 2015)."""
    target = (answers / softness).log_softmax(1)
    own = (logits / softness).log_softmax(1)
    return (target.exp() * (target - own)).sum(1) * softness**2


def learning_rate(config: TrainConfig, step: int) -> float:
    """The learning rate of a step."""
    warm = config.warmup * config.steps
    if step < warm:
        return config.learning_rate * (step + 1) / warm
    done = (step - warm) / max(1.0, config.steps - warm)
    return config.learning_rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))


@torch.no_grad()
def update_average(state: State, decay: float) -> None:
    """Move the averaged weights towards the current ones; at the start faster, so that it forgets."""
    keep = min(decay, (1 + state.step) / (10 + state.step))
    ours, theirs = state.average.state_dict(), state.network.state_dict()
    floats = [name for name, value in ours.items() if value.is_floating_point()]
    torch._foreach_lerp_([ours[n] for n in floats], [theirs[n] for n in floats], 1 - keep)


def _new_state(config: TrainConfig, network: nn.Module, device: torch.device) -> State:
    network = network.to(device).to(memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    average.requires_grad_(False).eval()
    decayed = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [
        {"params": decayed, "weight_decay": config.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    return State(0, network, average, torch.optim.AdamW(groups, lr=config.learning_rate, fused=True))


def _start_processes() -> tuple[int, int, torch.device]:
    """(rank, world, device), joining the group that torchrun made if there is one."""
    world = int(os.environ.get("WORLD_SIZE", "1"))
    rank, local = int(os.environ.get("RANK", "0")), int(os.environ.get("LOCAL_RANK", "0"))
    device = torch.device("cuda", local) if torch.cuda.is_available() else torch.device("cpu")
    if world > 1 and not dist.is_initialized():
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return rank, world, device


def _claim(run: Path, config: TrainConfig, rank: int) -> None:
    run.mkdir(parents=True, exist_ok=True)
    recipe = run / "recipe.json"
    if recipe.exists():
        if TrainConfig.read(recipe) != config:
            raise ValueError(f"{run} belongs to another recipe; choose a new directory or its own recipe")
    elif rank == 0:
        with contextlib.suppress(FileExistsError):
            config.write(recipe)
