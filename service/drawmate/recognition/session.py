"""An ONNX Runtime session of one model file: which device it really runs on, and with how many threads."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from drawmate.recognition.errors import RecognitionError

__all__ = ["Device", "Network", "open_network"]

Device = Literal["auto", "cpu", "require-gpu"]

_CUDA: Final = "CUDAExecutionProvider"
_CPU: Final = "CPUExecutionProvider"
_ERRORS_ONLY: Final = 3


@dataclass(frozen=True, slots=True)
class Network:
    """A loaded model file.

    Attributes:
        device: ``cuda`` or ``cpu``, where it really runs.
        providers: ONNX Runtime's providers in use, first choice first.
        threads: threads that work on one call on the CPU.
    """

    session: Any
    input_name: str
    file: str
    device: Literal["cuda", "cpu"]
    providers: tuple[str, ...]
    threads: int

    def run(self, outputs: Sequence[str], pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """The named outputs for pictures (N, 3, size, size)."""
        found: list[NDArray[np.float32]] = self.session.run(outputs, {self.input_name: pictures})
        return found


def gpu_present() -> bool:
    """Whether this build of ONNX Runtime can use an NVIDIA GPU at all."""
    return _CUDA in ort.get_available_providers()


def open_network(path: Path, sha256: str, input_name: str, *, device: Device, threads: int) -> Network:
    """Open a model file whose SHA-256 must be ``sha256``.

    Raises:
        RecognitionError: ``missing_file``, ``hash_mismatch``, ``no_gpu``, ``bad_model``.
    """
    content = read_checked(path, sha256)
    wanted = [_CUDA, _CPU] if device != "cpu" and gpu_present() else [_CPU]
    if device == "require-gpu" and wanted == [_CPU]:
        raise RecognitionError(
            "no_gpu",
            "a GPU is required, but this ONNX Runtime has no CUDA provider: install onnxruntime-gpu",
        )
    try:
        session = _session(content, wanted, threads)
    except Exception as error:
        if wanted == [_CPU]:
            raise RecognitionError("bad_model", f"{path.name} cannot be loaded: {_reason(error)}") from error
        if device == "require-gpu":
            raise RecognitionError(
                "no_gpu", f"a GPU is required, but CUDA cannot be used: {_reason(error)}"
            ) from error
        session = _session(content, [_CPU], threads)
    providers = tuple(session.get_providers())
    if device == "require-gpu" and _CUDA not in providers:
        raise RecognitionError(
            "no_gpu", "a GPU is required, but ONNX Runtime fell back to the CPU: is the NVIDIA driver there?"
        )
    return Network(
        session, input_name, path.name, "cuda" if _CUDA in providers else "cpu", providers, threads
    )


def read_checked(path: Path, sha256: str) -> bytes:
    """The bytes of a file whose SHA-256 must be ``sha256``.

    Raises:
        RecognitionError: ``missing_file``, ``hash_mismatch``.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RecognitionError("missing_file", f"{path} cannot be read: {error.strerror}") from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise RecognitionError(
            "hash_mismatch", f"{path} is not the file its spec.json names: the SHA-256 differs"
        )
    return content


def _session(content: bytes, providers: list[str], threads: int) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = _ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return ort.InferenceSession(content, options, providers=providers)


def _reason(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
