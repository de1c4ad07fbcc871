"""A small network of random weights in a directory like any model's: quick to make, deterministic, knows nothing.

Its openset score is the share of the picture that is inked; above 0.6 a drawing is ``unknown``.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from drawmate.ink.raster import RASTER_VERSION
from drawmate.recognition.spec import Calibration, ModelSpec, sha256_of

LABELS = ["cat", "dog", "line", "circle", "The Eiffel Tower"] + [f"thing {i}" for i in range(340)]
EMBEDDING = 16


def write_tiny_model(directory: Path, *, name: str = "tiny-v1", seed: int = 7) -> Path:
    """Write model.onnx, model.int8.onnx (the same network), labels.txt and spec.json; returns the directory."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "labels.txt").write_text("\n".join(LABELS) + "\n", encoding="utf-8")
    network = _network(seed)
    for file in ("model.onnx", "model.int8.onnx"):
        onnx.save(network, directory / file)
    ModelSpec(
        id=name,
        labels_sha256=sha256_of(directory / "labels.txt"),
        files={file: sha256_of(directory / file) for file in ("model.onnx", "model.int8.onnx")},
        calibration=Calibration((0.5, 1.0), (2.0, 1.0), 1.5),
        unknown_openset=0.6,
        unknown_probability=0.0,
        raster_version=RASTER_VERSION,
        raster_sha256=hashlib.sha256(b"").hexdigest(),
        opset=17,
        embedding_size=EMBEDDING,
        metrics={"top1": 0.0029},
    ).write(directory)
    return directory


def _network(seed: int) -> onnx.ModelProto:
    random = np.random.default_rng(seed)
    weights = {
        "first": random.normal(0, 0.5, (3 * 8 * 8, EMBEDDING)).astype(np.float32),
        "second": random.normal(0, 1.0, (EMBEDDING, len(LABELS))).astype(np.float32),
        "scale": np.float32(1 / 255),
        "channel": np.array([0], np.int64),
    }
    nodes = [
        helper.make_node("Cast", ["pictures"], ["float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["float", "scale"], ["unit"]),
        helper.make_node("AveragePool", ["unit"], ["small"], kernel_shape=[8, 8], strides=[8, 8]),
        helper.make_node("Flatten", ["small"], ["flat"]),
        helper.make_node("MatMul", ["flat", "first"], ["hidden"]),
        helper.make_node("Tanh", ["hidden"], ["embedding"]),
        helper.make_node("MatMul", ["embedding", "second"], ["logits"]),
        helper.make_node("Gather", ["unit", "channel"], ["ink"], axis=1),
        helper.make_node("ReduceMean", ["ink"], ["openset"], axes=[1, 2, 3], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("pictures", TensorProto.UINT8, ["N", 3, 64, 64])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["N", len(LABELS)]),
            helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["N", EMBEDDING]),
            helper.make_tensor_value_info("openset", TensorProto.FLOAT, ["N"]),
        ],
        [numpy_helper.from_array(np.asarray(value), key) for key, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model
