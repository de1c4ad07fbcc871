"""What a network says about pictures, whatever runs it: torch or ONNX Runtime."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnxruntime as ort
import torch
from numpy.typing import NDArray
from torch import nn

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


class Answers(NamedTuple):
    """Of N pictures: logits (N, L), embedding (N, E) and open-set scores (N,), float32."""

    logits: Floats
    embedding: Floats
    openset: Floats


Predictor = Callable[[Pixels], Answers]
"""Pictures (N, 3, S, S) uint8 to answers; N may be large, the work is done in parts."""


def from_network(network: nn.Module, part: int = 256) -> Predictor:
    """A predictor of a torch network, in float32 on the CPU or wherever its weights are."""
    device = next(network.parameters()).device

    @torch.inference_mode()
    def predict(pictures: Pixels) -> Answers:
        def run(pixels: Pixels) -> Answers:
            shown = torch.from_numpy(pixels).to(device).contiguous(memory_format=torch.channels_last)
            return Answers(*(value.float().cpu().numpy() for value in network(shown)))

        return _joined([run(pictures[i : i + part]) for i in range(0, len(pictures), part)])

    return predict


def from_onnx(path: Path, threads: int = 1, part: int = 64) -> Predictor:
    """A predictor of an ONNX file on the CPU.

    Raises:
        ValueError: the file is missing or is not a recogniser.
    """
    session = open_session(path, threads)
    name = session.get_inputs()[0].name

    def predict(pictures: Pixels) -> Answers:
        parts = (pictures[i : i + part] for i in range(0, len(pictures), part))
        return _joined([Answers(*session.run(list(Answers._fields), {name: pixels})) for pixels in parts])

    return predict


def open_session(path: Path, threads: int = 1) -> ort.InferenceSession:
    """An ONNX Runtime session on the CPU.

    Raises:
        ValueError: the file is missing or is not a recogniser.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if not path.exists():
        raise ValueError(f"{path} does not exist")
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    outputs = [output.name for output in session.get_outputs()]
    if not set(Answers._fields) <= set(outputs):
        raise ValueError(f"{path} gives {', '.join(outputs)}, not {', '.join(Answers._fields)}")
    return session


def _joined(parts: Sequence[Answers]) -> Answers:
    if not parts:
        raise ValueError("there are no pictures")
    return Answers(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
