"""A training run as data: one frozen record, read from a recipe file or the command line."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from drawmate_training.augment import AugmentConfig
from drawmate_training.model import NetworkConfig


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """Everything that decides a run's result, except the data itself."""

    steps: int = 20_000
    batch: int = 256
    """Drawings a step, over all processes."""
    sizes: tuple[tuple[float, int], ...] = ((0.8, 48), (1.0, 64))
    """Picture size until a share of the steps is done: small first, which is cheaper, then full."""
    learning_rate: float = 3e-3
    """Peak of AdamW's; warmed up, then down on a cosine to a hundredth."""
    warmup: float = 0.03
    """Share of the steps."""
    weight_decay: float = 0.05
    clip: float = 1.0
    """Largest norm of the gradient."""
    average: float = 0.999
    """Decay of the running average of the weights, which is what is kept."""
    distil: float = 0.6
    """Weight of the teacher's answers against the labels for a finished drawing; less for less of one."""
    table: float = 0.5
    """What the table keeps of that weight for a finished drawing where tutors see the same look."""
    softness: float = 2.0
    """Temperature of the teacher's answers."""
    cap: int = 2_000
    """A category counts as no larger than this when an epoch is balanced."""
    holdout: float = 0.02
    """Share of the training drawings kept apart, by a hash of their keys."""
    seed: int = 1
    backbone: str = "residual"
    """Our own network, or the name of a torchvision model."""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    augment: AugmentConfig = field(default_factory=AugmentConfig)

    def size_at(self, step: int) -> int:
        """The picture size of a step."""
        return next(size for share, size in self.sizes if step < share * self.steps)

    def write(self, path: Path) -> None:
        """Write as a recipe file."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> TrainConfig:
        """Read a recipe file.

        Raises:
            ValueError: unknown or missing fields.
        """
        data = json.loads(path.read_text(encoding="utf-8"))
        try:
            network: dict[str, Any] = {
                k: tuple(v) if isinstance(v, list) else v for k, v in data.pop("network", {}).items()
            }
            augment = AugmentConfig(**data.pop("augment", {}))
            sizes = tuple((float(share), int(size)) for share, size in data.pop("sizes", cls().sizes))
            return cls(**data, sizes=sizes, network=NetworkConfig(**network), augment=augment)
        except TypeError as error:
            raise ValueError(f"{path}: {error}") from error
