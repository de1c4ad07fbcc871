"""The weights of a run: the averaged ones, finished or from the last checkpoint; and the mean of two runs'."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
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


def blend(first: Path, second: Path, share: float, out: Path) -> Path:
    """Write a run of the weights between two runs' and return their path; its recipe is the second's.

    ``share`` is the second's. Runs of which one began with the other's weights lie in one valley of the loss, where
    the mean is often better than both (Wortsman et al. 2022, "Model soups").

    Raises:
        ValueError: the networks differ in shape.
    """
    (network, _), (other, config) = load_network(first), load_network(second)
    ours, theirs = network.state_dict(), other.state_dict()
    if {name: value.shape for name, value in ours.items()} != {n: v.shape for n, v in theirs.items()}:
        raise ValueError(f"{first} and {second} are networks of different shapes")
    mean = {
        name: torch.lerp(ours[name], value, share) if value.is_floating_point() else value
        for name, value in theirs.items()
    }
    out.mkdir(parents=True, exist_ok=True)
    config.write(out / "recipe.json")
    path = out / "weights.safetensors"
    save_file({name: value.contiguous() for name, value in mean.items()}, path)
    return path
