"""What each of two processes runs under torchrun: a short run, whose parameters and losses it writes down."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import torch

from drawmate_training.augment import PLAIN
from drawmate_training.shards import Shard
from drawmate_training.train import State, train
from tests.training.synthetic import tiny_config


def main(data: Path, out: Path) -> None:
    torch.set_num_threads(1)
    config = tiny_config(steps=60, batch=16, sizes=((1.0, 32),))
    shard = Shard.open(data)

    def finished(state: State) -> None:
        from drawmate_training.backbones import build

        torch.manual_seed(config.seed)
        untrained = build(config.backbone, config.network).eval()
        record = {
            "parameters": dict(state.network.named_parameters()),
            "loss_before": _loss(untrained, shard),
            "loss": _loss(state.network.eval(), shard),
        }
        torch.save(record, out / f"rank{os.environ['RANK']}.pt")

    train(config, data, out / "run", finished=finished)


@torch.inference_mode()
def _loss(network: torch.nn.Module, shard: Shard) -> float:
    import numpy as np

    from drawmate_training.augment import look_at

    index = np.arange(0, len(shard), 4)
    pictures, _, _ = look_at(shard, index, index.astype(np.uint64), PLAIN, 32)
    logits = network(torch.from_numpy(pictures)).logits
    labels = torch.from_numpy(np.asarray(shard.labels, np.int64)[index])
    return float(torch.nn.functional.cross_entropy(logits, labels))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
