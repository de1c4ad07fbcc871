"""A score of strangeness that is learnt: linear in the embedding and the free energy of the logits.

The network alone has seen nothing but drawings of its labels; the free energy of its logits (Liu et al. 2020)
tells strange drawings from others only a little. Showing made-up outliers to the last step helps much (outlier
exposure: Hendrycks, Mazeika, Dietterich 2019). A logistic regression on what the network says of real drawings,
finished and half-drawn, and of outliers does that in seconds and changes no other answer.

How it does on kinds of outliers it was not shown is measured too: each kind is left out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from drawmate_training.metrics import area_under_curve
from drawmate_training.model import Outputs
from drawmate_training.predictors import Answers, Predictor

FILE: Final = "openset.safetensors"
DECAY: Final = 1e-3
"""Weight of the squared coefficients, of standardised features."""

Floats = NDArray[np.float32]


class Scored(nn.Module):
    """A network whose open-set score is ``embedding · weight + energy · slope + bias``."""

    def __init__(self, network: nn.Module, weight: Tensor, slope: Tensor, bias: Tensor) -> None:
        super().__init__()
        self.network = network
        self.register_buffer("weight", weight.reshape(-1, 1).float())
        self.register_buffer("slope", slope.reshape(()).float())
        self.register_buffer("bias", bias.reshape(()).float())

    def forward(self, pictures: Tensor) -> Outputs:
        """As the network's, with another score."""
        logits, embedding, energy = self.network(pictures)
        score = (embedding @ self.weight).squeeze(1) + energy * self.slope + self.bias
        return Outputs(logits, embedding, score)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The coefficients, and how well they tell outliers from finished drawings (AUROC, 0.5 to 1).

    Attributes:
        weight: (E,), slope and bias: see ``Scored``.
        energy: AUROC of the free energy alone, for each kind of outlier.
        unseen: AUROC on each kind of a score fitted without that kind.
        seen: AUROC on each kind of the score fitted to all, on outliers it was not fitted to.
    """

    weight: Floats
    slope: float
    bias: float
    energy: dict[str, float]
    unseen: dict[str, float]
    seen: dict[str, float]

    def write(self, path: Path) -> None:
        """Write the coefficients."""
        save_file(
            {
                "weight": torch.from_numpy(self.weight),
                "slope": torch.tensor(self.slope),
                "bias": torch.tensor(self.bias),
            },
            path,
        )


def scored(network: nn.Module, path: Path) -> nn.Module:
    """The network with the score of a file written by ``Fitted.write``, or as it is when there is none."""
    return Scored(network, **load_file(path)).eval() if path.exists() else network


def fit(
    predictor: Predictor,
    finished: NDArray[np.uint8],
    begun: NDArray[np.uint8],
    outliers: Mapping[str, NDArray[np.uint8]],
) -> Fitted:
    """Fit to pictures (…, 3, S, S) of real drawings, finished and begun, and of each kind of outlier.

    Every fifth picture of each is left out of the fit and used to measure it.
    """
    real, early = _features(predictor(finished)), _features(predictor(begun))
    kinds = {name: _features(predictor(pictures)) for name, pictures in outliers.items()}
    fitted = np.arange(len(real)) % 5 > 0
    known = np.concatenate([real[fitted], early])

    def of(names: list[str]) -> tuple[Floats, float]:
        strange = np.concatenate([kinds[n][np.arange(len(kinds[n])) % 5 > 0] for n in names])
        return _regression(known, strange)

    def measured(coefficients: Floats, name: str) -> float:
        apart = kinds[name][np.arange(len(kinds[name])) % 5 == 0]
        return area_under_curve(real[~fitted] @ coefficients, apart @ coefficients)

    names = list(kinds)
    coefficients, bias = of(names)
    energy = np.zeros_like(coefficients)
    energy[-1] = 1.0
    return Fitted(
        weight=coefficients[:-1].copy(),
        slope=float(coefficients[-1]),
        bias=bias,
        energy={name: measured(energy, name) for name in names},
        unseen={
            name: measured(of([n for n in names if n != name])[0], name) for name in names if len(names) > 1
        },
        seen={name: measured(coefficients, name) for name in names},
    )


def _features(answers: Answers) -> Floats:
    """(N, E + 1): the embedding and the free energy."""
    shifted = answers.logits - answers.logits.max(1, keepdims=True)
    energy = -(np.log(np.exp(shifted).sum(1)) + answers.logits.max(1))
    return np.concatenate([answers.embedding, energy[:, None]], 1).astype(np.float32)


def _regression(known: Floats, strange: Floats) -> tuple[Floats, float]:
    """Logistic regression of strangeness, both sides counting the same: (E + 1,) coefficients and a bias."""
    x = torch.from_numpy(np.concatenate([known, strange])).double()
    y = torch.cat([torch.zeros(len(known)), torch.ones(len(strange))]).double()
    weights = torch.where(y > 0, 0.5 / len(strange), 0.5 / len(known)).double()
    mean, deviation = x.mean(0), x.std(0).clamp(min=1e-6)
    x = (x - mean) / deviation
    w = torch.zeros(x.shape[1] + 1, dtype=torch.double, requires_grad=True)
    solver = torch.optim.LBFGS([w], max_iter=60, line_search_fn="strong_wolfe")

    def step() -> Tensor:
        solver.zero_grad()
        losses = F.binary_cross_entropy_with_logits(x @ w[:-1] + w[-1], y, reduction="none")
        value = (losses * weights).sum() + DECAY * (w[:-1] ** 2).sum()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    solver.step(step)  # type: ignore[no-untyped-call]
    found = w.detach()
    coefficients = found[:-1] / deviation
    bias = float(found[-1] - (coefficients * mean).sum())
    return coefficients.float().numpy(), bias
