"""Our own residual network: plain 3×3 convolutions, which is what CPUs train and run fastest.

Pictures (N, 3, S, S) uint8 in; logits (N, L), an embedding (N, E) and an open-set score (N,) out.
Blocks follow He et al. 2016, "Deep Residual Learning for Image Recognition"; the open-set score is the
negative free energy of Liu et al. 2020, "Energy-based Out-of-distribution Detection", so higher means stranger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class NetworkConfig:
    """The shape of the network: the widths and the number of blocks of its stages, each half as large."""

    widths: tuple[int, ...] = (32, 64, 128, 256)
    depths: tuple[int, ...] = (0, 2, 2, 1)
    classes: int = 345
    dropout: float = 0.1


class Outputs(NamedTuple):
    """What the network gives: logits (N, L), embedding (N, E), openset (N,)."""

    logits: Tensor
    embedding: Tensor
    openset: Tensor


class Block(nn.Module):
    """Two 3×3 convolutions and a shortcut."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.shrink = nn.Identity() if stride == 1 else nn.MaxPool2d(stride)
        self.first = _convolution(inputs, outputs, 3)
        self.second = _convolution(outputs, outputs, 3)
        nn.init.zeros_(self.second[1].weight)  # type: ignore[arg-type]
        self.shortcut = nn.Identity() if inputs == outputs else _convolution(inputs, outputs, 1)

    def forward(self, x: Tensor) -> Tensor:
        """(N, inputs, H, W) to (N, outputs, H / stride, W / stride)."""
        x = self.shrink(x)
        return torch.relu(self.second(torch.relu(self.first(x))) + self.shortcut(x))


class Network(nn.Module):
    """The recogniser's network; works on any picture size of at least 32."""

    def __init__(self, config: NetworkConfig) -> None:
        super().__init__()
        self.config = config
        layers: list[nn.Module] = [nn.PixelUnshuffle(2), _convolution(12, config.widths[0], 3), nn.ReLU()]
        inputs = config.widths[0]
        for stage, (width, depth) in enumerate(zip(config.widths, config.depths, strict=True)):
            for block in range(depth):
                layers.append(Block(inputs, width, 2 if stage and not block else 1))
                inputs = width
        self.features = nn.Sequential(*layers)
        self.dropout = nn.Dropout(config.dropout)
        self.head = nn.Linear(inputs, config.classes)

    def forward(self, pictures: Tensor) -> Outputs:
        """Logits, embedding and open-set score of uint8 or float pictures in 0..255."""
        x = pictures.to(self.head.weight.dtype) / 255.0
        embedding = self.features(x).mean((2, 3))
        logits = self.head(self.dropout(embedding))
        return Outputs(logits, embedding, -torch.logsumexp(logits.float(), 1))


def _convolution(inputs: int, outputs: int, kernel: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False), nn.BatchNorm2d(outputs)
    )
