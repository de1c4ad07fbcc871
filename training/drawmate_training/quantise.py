"""From the ONNX file to one of 8-bit weights and activations: static QDQ, U8 activations, S8 weights per channel.

The ranges of the activations are measured on looks at training drawings, finished and unfinished, by several
methods, and the form whose answers stay nearest to the original's on other drawings is kept. The picture's
bytes enter the first convolution as they are; the head stays in float32, where it costs nothing.

Seven or eight bits of weight: CPUs with VNNI (AVX-512 or AVX-VNNI) and ARM sum products of U8 and S8 in
32 bits, and nothing can overflow. CPUs with AVX2 alone add two products in 16 bits with saturation first, which
clips where weights and activations are large; weights of seven bits (``reduce_range``) rule that out. So seven
bits, equally fast and the same answers on every CPU, unless eight are better by more than ``WORTH_A_BIT``.
Source: ONNX Runtime's documentation, "Quantize ONNX models", section on U8S8 and saturation.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from drawmate_training.looks import prefixes, whole
from drawmate_training.parity import Loss, loss_between
from drawmate_training.predictors import from_onnx
from drawmate_training.shards import Shard

OPERATORS: Final = ("Conv", "Relu", "MaxPool", "Add", "Concat", "AveragePool")
"""What becomes 8-bit; the pooling at the end and the head stay in float32."""
WORTH_A_BIT: Final = 0.001
"""Top-1 that full-range weights must gain to be chosen over seven-bit ones."""
ALLOWED_LOSS: Final = 0.002
"""Top-1 that may be lost against the file in float32."""
_PART: Final = 32
_PARTS_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True)
class Method:
    """A way to choose the range of an activation: all of it, or what clips least by a criterion."""

    name: str
    calibration: CalibrationMethod
    options: dict[str, Any] = field(default_factory=dict)


METHODS: Final = (
    Method("minmax", CalibrationMethod.MinMax),
    Method("percentile-99.99", CalibrationMethod.Percentile, {"CalibPercentile": 99.99}),
    Method("percentile-99.999", CalibrationMethod.Percentile, {"CalibPercentile": 99.999}),
    Method("entropy", CalibrationMethod.Entropy),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way that was tried: the method's name, whether weights have seven bits, and what was lost."""

    method: str
    reduce_range: bool
    loss: Loss


def quantise(
    source: Path,
    target: Path,
    train: Shard,
    valid: Shard,
    *,
    drawings: int = 1024,
    seed: int = 1,
    methods: tuple[Method, ...] = METHODS,
    allowed: float = ALLOWED_LOSS,
    limit: int = 0,
) -> tuple[Choice, list[Choice]]:
    """Write the 8-bit form of ``source`` and return the choice that was made and all that were tried.

    ``drawings`` of ``train`` measure the ranges, half of them unfinished; those of ``valid``, finished and
    unfinished, decide: all, or every so-manieth so that there are at most ``limit``.

    Raises:
        ValueError: more than ``allowed`` top-1 would be lost; nothing is written.
    """
    size = _size_of(source)
    reader = _Reader(_calibration_pictures(train, drawings, seed, size))
    pictures, labels = _judging_pictures(valid, limit, seed, size)
    original = from_onnx(source)(pictures)
    tried: list[Choice] = []
    written: dict[Choice, Path] = {}
    with tempfile.TemporaryDirectory() as folder, _quiet():
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)

        def attempt(method: Method, reduce_range: bool) -> Choice:
            path = Path(folder) / f"{method.name}-{reduce_range}.onnx"
            _write(prepared, path, reader, method, reduce_range)
            choice = Choice(
                method.name, reduce_range, loss_between(original, from_onnx(path)(pictures), labels)
            )
            tried.append(choice)
            written[choice] = path
            return choice

        best = min((attempt(method, True) for method in methods), key=lambda c: c.loss.divergence)
        full = attempt(next(m for m in methods if m.name == best.method), False)
        if best.loss.top1 - full.loss.top1 > WORTH_A_BIT:
            best = full
        if best.loss.top1 > allowed:
            raise ValueError(f"8 bits lose {best.loss.top1:.2%} of top-1, more than {allowed:.2%}")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(written[best].read_bytes())
    return best, tried


def _write(prepared: Path, path: Path, reader: _Reader, method: Method, reduce_range: bool) -> None:
    reader.rewind()
    quantize_static(
        str(prepared),
        str(path),
        reader,
        quant_format=QuantFormat.QDQ,
        op_types_to_quantize=list(OPERATORS),
        per_channel=True,
        reduce_range=reduce_range,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        calibrate_method=method.calibration,
        extra_options={"CalibStridedMinMax": _PARTS_AT_ONCE, **method.options},
    )
    model = onnx.load(path)
    feed_bytes(model)
    model.producer_name, model.producer_version = "drawmate_training", ""
    del model.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, path)


def feed_bytes(model: onnx.ModelProto) -> None:
    """Let the picture's bytes be the first quantised tensor, in place: Cast and QuantizeLinear at the start go.

    Bytes 0..255 are exact as U8 of scale 1 and zero point 0, whatever range was measured.
    """
    graph = model.graph
    name = graph.input[0].name
    cast = next((n for n in graph.node if n.op_type == "Cast" and list(n.input) == [name]), None)
    if cast is None:
        return
    after = [n for n in graph.node if cast.output[0] in n.input]
    if len(after) != 1 or after[0].op_type != "QuantizeLinear":
        return
    quantise = after[0]
    graph.initializer.append(numpy_helper.from_array(np.float32(1.0), "pictures_scale"))
    graph.initializer.append(onnx.helper.make_tensor("pictures_zero_point", TensorProto.UINT8, (), [0]))
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] == quantise.output[0]:
            del node.input[:]
            node.input.extend([name, "pictures_scale", "pictures_zero_point"])
    graph.node.remove(cast)
    graph.node.remove(quantise)
    used = {value for node in graph.node for value in node.input}
    for tensor in [t for t in graph.initializer if t.name not in used]:
        graph.initializer.remove(tensor)


class _Reader(CalibrationDataReader):  # type: ignore[misc]
    """Gives pictures in parts of equal size; ONNX Runtime asks for some parts at a time."""

    def __init__(self, pictures: NDArray[np.uint8]) -> None:
        self._parts = [pictures[i : i + _PART] for i in range(0, len(pictures), _PART)]
        self._next, self._end = 0, len(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def set_range(self, start_index: int, end_index: int) -> None:
        self._next, self._end = start_index, end_index

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        if self._next >= self._end:
            return None
        self._next += 1
        return {"pictures": self._parts[self._next - 1]}

    def rewind(self) -> None:
        self._next, self._end = 0, len(self._parts)


def _calibration_pictures(train: Shard, drawings: int, seed: int, size: int) -> NDArray[np.uint8]:
    unit = 2 * _PART * _PARTS_AT_ONCE
    count = -(-drawings // unit) * unit // 2
    random = np.random.default_rng([seed, 8])
    index = random.integers(0, len(train), 2 * count)
    begun = prefixes(train, index[count:], random.integers(0, 2**64, count, np.uint64), 0.1, size)
    return np.concatenate([whole(train, index[:count], size), begun])[random.permutation(2 * count)]


def _judging_pictures(
    valid: Shard, limit: int, seed: int, size: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    index = np.arange(0, len(valid), -(-len(valid) // limit) if limit else 1)
    begun = prefixes(
        valid, index, np.random.default_rng([seed, 9]).integers(0, 2**64, len(index), np.uint64), 0.4, size
    )
    labels = np.asarray(valid.labels, np.int64)[index]
    return np.concatenate([whole(valid, index, size), begun]), np.concatenate([labels, labels])


def _size_of(path: Path) -> int:
    shape = onnx.load(path, load_external_data=False).graph.input[0].type.tensor_type.shape
    return int(shape.dim[2].dim_value)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without ONNX Runtime's advice on how to prepare a model, which was followed."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(level)
