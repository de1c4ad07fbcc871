"""What a model directory says of itself: ``spec.json``, read by the service and written by training."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

SPEC_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Heat:
    """What makes probabilities of logits: a temperature, and how it grows with the network's confidence."""

    temperature: float
    slope: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Temperatures by the share of the drawing seen, and one for a drawing of unknown share.

    ``shares`` are upper edges in (0, 1], rising, the last 1.0; ``temperatures[i]`` divides the logits of a
    drawing of which at most ``shares[i]`` of the points are drawn. ``partial`` is for a drawing still being
    drawn whose share is not known. Method: Guo et al. 2017, "On Calibration of Modern Neural Networks".

    A beginning that looks like something finished makes a network too sure, one that looks like nothing too unsure,
    and no single temperature mends both. So it grows with how sure the network is: it is multiplied by
    ``exp(slope × (c − 0.5))``, c being the best probability before calibration. No slopes: all are 0.
    """

    shares: tuple[float, ...]
    temperatures: tuple[float, ...]
    partial: float
    slopes: tuple[float, ...] = ()
    partial_slope: float = 0.0

    def heat(self, share: float | None) -> Heat:
        """The temperature and slope for a share in (0, 1], or for an unknown share (None)."""
        if share is None:
            return Heat(self.partial, self.partial_slope)
        place = next((i for i, edge in enumerate(self.shares) if share <= edge + 1e-9), len(self.shares) - 1)
        return Heat(self.temperatures[place], self.slopes[place] if self.slopes else 0.0)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model: its input, outputs, calibration, thresholds and the hashes of its files.

    The network takes ``input_name`` (N, 3, size, size) uint8 pictures of ``raster_version`` and gives
    ``logits`` (N, L), ``embedding`` (N, E) and ``openset`` (N,), float32. A drawing is ``unknown`` when its
    openset score is above ``unknown_openset`` or its best calibrated probability is below
    ``unknown_probability``.
    """

    id: str
    labels_sha256: str
    files: dict[str, str]
    """File name to SHA-256; ``model.onnx`` and ``model.int8.onnx``."""
    calibration: Calibration
    unknown_openset: float
    unknown_probability: float
    raster_version: int
    raster_sha256: str
    """SHA-256 of the pictures of the golden drawings: the rasteriser's fingerprint."""
    opset: int
    embedding_size: int
    default_file: str = "model.int8.onnx"
    input_name: str = "pictures"
    size: int = 64
    line: float = 2.0
    format: int = SPEC_FORMAT
    metrics: dict[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, directory: Path) -> ModelSpec:
        """Read ``spec.json``.

        Raises:
            ValueError: the file is not a spec of this format.
        """
        try:
            data = json.loads((directory / "spec.json").read_text(encoding="utf-8"))
            data["calibration"] = Calibration(
                tuple(data["calibration"]["shares"]),
                tuple(data["calibration"]["temperatures"]),
                data["calibration"]["partial"],
                tuple(data["calibration"].get("slopes", ())),
                data["calibration"].get("partial_slope", 0.0),
            )
            spec = cls(**data)
        except (OSError, KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"{directory} has no readable spec.json: {error}") from error
        if spec.format != SPEC_FORMAT:
            raise ValueError(
                f"{directory}/spec.json has format {spec.format}, this version reads {SPEC_FORMAT}"
            )
        return spec

    def write(self, directory: Path) -> None:
        """Write ``spec.json``."""
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False)
        (directory / "spec.json").write_text(text + "\n", encoding="utf-8")


def sha256_of(path: Path) -> str:
    """Hex SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
