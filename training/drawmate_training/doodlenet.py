"""DoodleNet as a teacher: the network whose weights ml5 publishes under MIT, run in torch.

Needs a folder with its weights as plain arrays (``doodlenet.npz``), the list of its layers (``arch.json``) and
its labels (``class_names.txt``). It sees 28 × 28 ink; the line and margin that suit it best are in ``augment``.
It only knows finished drawings; trained a little further on prefixes (``train --backbone doodlenet``) and saved in
the same form, it is a tutor for those too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from drawmate_training.model import Outputs


class DoodleNet(nn.Module):
    """(N, 1, 28, 28) uint8 ink to (N, L) logits in the order of ``names``, up to a constant.

    Raises:
        ValueError: it does not know one of the names.
        FileNotFoundError: a file of the folder is missing.
    """

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
        self._directory = directory
        self.layers = nn.Sequential(*layers[:-1])
        self.head = layers[-1]
        self.register_buffer("order", torch.tensor([order.index(name) for name in names]))

    def forward(self, ink: Tensor) -> Outputs:
        """Logits in the order of ``names``, the last hidden layer, and the open-set score."""
        hidden = self.layers(ink.to(self.head.get_parameter("weight").dtype) / 255.0)
        logits: Tensor = self.head(hidden)[:, self.order]
        return Outputs(logits, hidden, -torch.logsumexp(logits.float(), 1))

    def save(self, directory: Path) -> None:
        """Write a folder of the same form, with the weights as they are now."""
        directory.mkdir(parents=True, exist_ok=True)
        for name in ("arch.json", "class_names.txt"):
            (directory / name).write_bytes((self._directory / name).read_bytes())
        trained = [m for m in (*self.layers, self.head) if isinstance(m, nn.Conv2d | nn.Linear)]
        names = [
            options["name"]
            for kind, options in json.loads((directory / "arch.json").read_text(encoding="utf-8"))
            if kind in {"Conv2D", "Dense"}
        ]
        arrays: dict[str, np.ndarray] = {}
        for name, layer in zip(names, trained, strict=True):
            kernel = layer.weight.detach().cpu()
            kernel = kernel.permute(2, 3, 1, 0) if kernel.ndim == 4 else kernel.T
            arrays[f"{name}__kernel"] = kernel.contiguous().numpy()
            arrays[f"{name}__bias"] = layer.get_parameter("bias").detach().cpu().numpy()
        np.savez(directory / "doodlenet.npz", allow_pickle=False, **arrays)


class _FlattenRows(nn.Module):
    """Flatten as channels-last frameworks do: rows, columns, channels."""

    def forward(self, x: Tensor) -> Tensor:
        return x.permute(0, 2, 3, 1).flatten(1)
