"""Beginning a run from the weights of another one, whose network may be smaller, larger or shallower.

A block goes to the block of the same stage and place; tensors of another shape are copied as far as they overlap,
and what is new keeps its fresh values. A block that is new in a stage begins as the identity (its last norm starts
at zero), so little of what was learnt is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from drawmate_training.backbones import build
from drawmate_training.config import TrainConfig
from drawmate_training.doodlenet import DoodleNet
from drawmate_training.model import Network, NetworkConfig
from drawmate_training.weights import load_network


def begin(config: TrainConfig, start: Path, names: Sequence[str]) -> nn.Module:
    """The network of a recipe with the weights of a run, or of DoodleNet's folder if the recipe's backbone is that.

    Raises:
        ValueError: the weights do not fit; the run is of a torchvision model of another name.
    """
    if config.backbone == "doodlenet":
        return DoodleNet(start, names)
    source, theirs = load_network(start)
    network = build(config.backbone, config.network)
    if isinstance(network, Network) and theirs.backbone == config.backbone:
        transplant(source.state_dict(), theirs.network, network)
    elif theirs.backbone == config.backbone:
        network.load_state_dict(source.state_dict())
    else:
        raise ValueError(f"{start} is of the backbone {theirs.backbone}, not {config.backbone}")
    return network


def open_tutor(path: Path, names: Sequence[str]) -> nn.Module:
    """The network of a run, or DoodleNet from a folder of its weights, ready to answer.

    Raises:
        ValueError: it is neither.
    """
    if (path / "doodlenet.npz").exists():
        return DoodleNet(path, names).eval()
    return load_network(path)[0].to(memory_format=torch.channels_last)


def transplant(weights: Mapping[str, Tensor], source: NetworkConfig, network: Network) -> int:
    """Copy a network's state (of shape ``source``) into another, in place; returns the values copied.

    Raises:
        ValueError: nothing fits.
    """
    theirs = {name: prefix for prefix, name in layers(source).items()}
    ours = {prefix: theirs.get(name) for prefix, name in layers(network.config).items()}
    copied = 0
    for key, value in network.state_dict().items():
        prefix = next(p for p in ours if key.startswith(p))
        found = weights.get(f"{ours[prefix]}{key.removeprefix(prefix)}")
        if found is not None and found.ndim == value.ndim:
            place = tuple(slice(min(a, b)) for a, b in zip(found.shape, value.shape, strict=True))
            with torch.no_grad():
                value[place] = found[place]
            copied += found[place].numel()
    if not copied:
        raise ValueError("no tensor of these weights fits the network")
    return copied


def layers(config: NetworkConfig) -> dict[str, str]:
    """The prefix of each layer's names in the state, and what the layer is."""
    found = {"features.1.": "stem", "head.": "head"}
    number = 3
    for stage, depth in enumerate(config.depths):
        for block in range(depth):
            found[f"features.{number}."] = f"stage {stage} block {block}"
            number += 1
    return found
