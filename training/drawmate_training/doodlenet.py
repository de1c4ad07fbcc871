"""DoodleNet as a teacher: the network whose weights ml5 publishes under MIT, run in torch.

Needs a folder with its weights as plain arrays (``doodlenet.npz``), the list of its layers (``arch.json``) and
its labels (``class_names.txt``). It sees 28 × 28 ink; the line and margin that suit it best are in ``augment``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn


class DoodleNet(nn.Module):
    """(N, 1, 28, 28) uint8 ink to (N, L) logits in the order of ``names``, up to a constant."""

    size = 28

    def __init__(self, directory: Path, names: Sequence[str]) -> None:
        super().__init__()
        arrays = np.load(directory / "doodlenet.npz", allow_pickle=False)
        weights = {key.replace("__", "/"): torch.from_numpy(arrays[key]) for key in arrays.files}
        order = [
            line.strip().replace("_", " ")
            for line in (directory / "class_names.txt").read_text(encoding="utf-8").splitlines()
            if line.strip()
        ]
        layers: list[nn.Module] = []
        for kind, options in json.loads((directory / "arch.json").read_text(encoding="utf-8")):
            name = options.get("name", "")
            if kind == "Conv2D":
                kernel = weights[f"{name}/kernel"].permute(3, 2, 0, 1)
                conv = nn.Conv2d(kernel.shape[1], kernel.shape[0], kernel.shape[2], padding="same")
                conv.load_state_dict({"weight": kernel, "bias": weights[f"{name}/bias"]})
                layers += [conv, nn.ReLU()]
            elif kind == "MaxPooling2D":
                layers.append(nn.MaxPool2d(2))
            elif kind == "Flatten":
                layers.append(_FlattenRows())
            elif kind == "Dense":
                kernel = weights[f"{name}/kernel"].T
                dense = nn.Linear(kernel.shape[1], kernel.shape[0])
                dense.load_state_dict({"weight": kernel, "bias": weights[f"{name}/bias"]})
                layers += [dense, nn.Tanh()] if options["activation"] == "tanh" else [dense]
        self.layers = nn.Sequential(*layers)
        self.register_buffer("order", torch.tensor([order.index(name) for name in names]))
        self.requires_grad_(False).eval()

    def forward(self, ink: Tensor) -> Tensor:
        """Logits in the order of ``names``."""
        logits: Tensor = self.layers(ink.float() / 255.0)
        return logits[:, self.order]  # type: ignore[index]


class _FlattenRows(nn.Module):
    """Flatten as channels-last frameworks do: rows, columns, channels."""

    def forward(self, x: Tensor) -> Tensor:
        return x.permute(0, 2, 3, 1).flatten(1)
