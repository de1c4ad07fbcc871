"""Reading the weights of a run: the averaged ones, finished or from the last checkpoint."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

from drawmate_training.backbones import build
from drawmate_training.config import TrainConfig


def load_network(run: Path, weights: Path | None = None) -> tuple[nn.Module, TrainConfig]:
    """The averaged network of a run, ready to evaluate, and its recipe.

    ``run`` holds recipe.json and weights.safetensors or, while it is still going on, checkpoint.pt; ``weights``
    names another file of either kind.

    Raises:
        ValueError: there is no recipe or there are no weights, or they do not fit together.
    """
    recipe = run / "recipe.json"
    if not recipe.exists():
        raise ValueError(f"{run} is not a run: it has no recipe.json")
    config = TrainConfig.read(recipe)
    finished, unfinished = run / "weights.safetensors", run / "checkpoint.pt"
    path = weights or (finished if finished.exists() else unfinished)
    if not path.exists():
        raise ValueError(f"{path} does not exist")
    network = build(config.backbone, config.network)
    try:
        if path.suffix == ".safetensors":
            tensors = load_file(path)
        else:
            tensors = torch.load(path, map_location="cpu", weights_only=True)["average"]
        network.load_state_dict(tensors)
    except (RuntimeError, KeyError) as error:
        raise ValueError(f"{path} does not fit {recipe}: {str(error).splitlines()[0]}") from error
    network.requires_grad_(False)
    return network.eval(), config
