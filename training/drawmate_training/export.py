"""From a trained network to one ONNX file that ONNX Runtime runs fast.

The exported graph computes what the network computes, with less work: batch normalisations are folded into the
convolutions before them, the division by 255 into the first one, and the rearrangement of 2 × 2 pixels into
channels together with the 3 × 3 convolution after it is one 6 × 6 convolution of stride 2. What comes out is
compared with the network itself before the file is kept.
"""

from __future__ import annotations

import copy
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import onnx
import torch
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from drawmate.ink.raster import SIZE
from drawmate_training.model import Network, Outputs
from drawmate_training.openset import Scored
from drawmate_training.parity import largest_difference

OPSET: Final = 18
INPUT: Final = "pictures"
OUTPUTS: Final = Outputs._fields
TOLERANCE: Final = 1e-4
"""Largest absolute difference of a logit between the network and its file."""


def export(network: nn.Module, path: Path, *, size: int = SIZE) -> float:
    """Write the network, or one with a learnt open-set score, as ONNX; return the largest difference of a logit.

    The input is ``pictures`` (N, 3, size, size) uint8; the outputs are ``logits`` (N, L), ``embedding`` (N, E)
    and ``openset`` (N,), float32. Weights are inside the file.

    Raises:
        ValueError: the file does not compute what the network computes; it is not kept.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished.onnx")
    example = torch.zeros(2, 3, size, size, dtype=torch.uint8)
    with _quiet():
        torch.onnx.export(
            folded(network),
            (example,),
            unfinished,
            input_names=[INPUT],
            output_names=list(OUTPUTS),
            opset_version=OPSET,
            dynamic_shapes=({0: torch.export.Dim("batch", min=1, max=1 << 16)},),
            external_data=False,
            dynamo=True,
            verbose=False,
        )
    _tidy(unfinished)
    difference = largest_difference(network, unfinished, size)
    if not difference <= TOLERANCE:
        unfinished.unlink()
        raise ValueError(
            f"the file's logits differ from the network's by {difference:.2g}, more than {TOLERANCE:g}"
        )
    unfinished.replace(path)
    return difference


def folded(network: nn.Module) -> nn.Module:
    """A copy of an evaluating network with its cheap steps folded into the convolutions; others as they are."""
    ready = copy.deepcopy(network).float().eval()
    if isinstance(ready, Scored):
        ready.network = folded(ready.network)
        return ready
    if not isinstance(ready, Network):
        return ready
    _fold_normalisations(ready)
    return _Folded(ready)


class _Folded(nn.Module):
    """Our own network as it is exported."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        first = network.features[1]
        conv = first[0] if isinstance(first, nn.Sequential) else first
        assert isinstance(conv, nn.Conv2d)
        self.first = _merged_with_unshuffle(conv)
        self.features = nn.Sequential(*list(network.features)[2:])
        self.head = network.head

    def forward(self, pictures: Tensor) -> Outputs:
        x = self.features(self.first(pictures.float()))
        embedding = nn.functional.adaptive_avg_pool2d(x, 1).flatten(1)
        logits = self.head(embedding)
        return Outputs(logits, embedding, -torch.logsumexp(logits, 1))


def _merged_with_unshuffle(conv: nn.Conv2d) -> nn.Conv2d:
    """One 6 × 6 convolution for /255, PixelUnshuffle(2) and a 3 × 3 convolution with padding 1.

    Channel ``4 c + 2 i + j`` of an unshuffled picture is row ``i``, column ``j`` of each 2 × 2 patch of channel
    ``c``, so weight ``[o, 4 c + 2 i + j, u, v]`` looks at row ``2 u + i``, column ``2 v + j`` of a 6 × 6 window.
    """
    outputs, inputs = conv.weight.shape[:2]
    merged = nn.Conv2d(inputs // 4, outputs, 6, stride=2, padding=2)
    weight = conv.weight.detach().double().reshape(outputs, inputs // 4, 2, 2, 3, 3)
    merged.weight = nn.Parameter(
        (weight.permute(0, 1, 4, 2, 5, 3).reshape(outputs, inputs // 4, 6, 6) / 255.0).float(),
        requires_grad=False,
    )
    assert conv.bias is not None
    merged.bias = nn.Parameter(conv.bias.detach().clone(), requires_grad=False)
    return merged


def _fold_normalisations(module: nn.Module) -> None:
    """Replace every (convolution, batch normalisation) pair by one convolution with a bias, in place."""
    for name, child in module.named_children():
        if isinstance(child, nn.Sequential) and len(child) == 2:
            conv, norm = child[0], child[1]
            if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                setattr(module, name, fuse_conv_bn_eval(conv, norm))
                continue
        _fold_normalisations(child)


def _tidy(path: Path) -> None:
    """Leave out what the exporter noted about its own run, and check the graph."""
    model = onnx.load(path)
    model.producer_name, model.producer_version, model.doc_string = "drawmate_training", "", ""
    del model.metadata_props[:]
    del model.graph.metadata_props[:]
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    for value in (*model.graph.input, *model.graph.output, *model.graph.value_info):
        del value.metadata_props[:]
    for tensor in model.graph.initializer:
        del tensor.metadata_props[:]
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the exporter's notes on its own insides."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(level)
