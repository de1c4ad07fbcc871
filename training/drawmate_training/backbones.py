"""Networks by name: ours, or a torchvision model with a head that gives what ours gives."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from drawmate_training.model import Network, NetworkConfig, Outputs


class Backbone(nn.Module):
    """A torchvision classifier without its last layer, with our head on it."""

    def __init__(self, name: str, config: NetworkConfig) -> None:
        super().__init__()
        from torchvision import models

        self.features = models.get_model(name, weights=None)
        last = next(k for k, m in reversed(list(self.features.named_modules())) if isinstance(m, nn.Linear))
        width = self.features.get_submodule(last).in_features
        parent, _, leaf = last.rpartition(".")
        setattr(self.features.get_submodule(parent), leaf, nn.Identity())
        self.head = nn.Linear(int(width), config.classes)

    def forward(self, pictures: Tensor) -> Outputs:
        """Logits, embedding and open-set score of uint8 or float pictures in 0..255."""
        embedding = self.features(pictures.to(self.head.weight.dtype) / 255.0)
        logits = self.head(embedding)
        return Outputs(logits, embedding, -torch.logsumexp(logits.float(), 1))


def build(name: str, config: NetworkConfig) -> nn.Module:
    """The network called ``residual`` (ours), or a torchvision model such as ``resnet18``.

    Raises:
        ValueError: torchvision knows no such model, or it is DoodleNet, which has no fresh weights.
    """
    if name == "doodlenet":
        raise ValueError("doodlenet starts from its weights: name their folder")
    return Network(config) if name == "residual" else Backbone(name, config)
