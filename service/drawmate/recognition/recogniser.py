"""The recogniser: drawings in; ranked labels, calibrated probabilities and a state out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal, Self

import numpy as np
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.ink.raster import RASTER_VERSION
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.preprocess import as_taught, pictures
from drawmate.recognition.ranking import DEFAULT_TOP, Recognition, Terms, blank, rank
from drawmate.recognition.session import Device, Network, open_network, read_checked
from drawmate.recognition.spec import Heat, ModelSpec
from drawmate.recognition.threads import thread_count

__all__ = ["MAX_BATCH", "Partial", "Precision", "Recogniser"]

MAX_BATCH: Final = 32
"""Drawings that go through the network in one call."""
Partial = bool | float | None
"""None or False: the drawing is finished; True: it is being drawn; a share in (0, 1]: so much is drawn."""
Precision = Literal["auto", "int8", "fp32"]

_FILES: Final = {"int8": "model.int8.onnx", "fp32": "model.onnx"}
_WARM_UP: Final = Drawing.from_strokes([[[0, 9, 9, 0], [0, 0, 9, 9]], [[4], [4]]])


class Recogniser:
    """One model, ready to use; safe to call from several threads.

    Attributes:
        spec: what the model says of itself.
        labels: the L labels, in the order of the logits.
        network: the loaded file, with the device it really runs on.
    """

    def __init__(self, spec: ModelSpec, labels: tuple[str, ...], network: Network) -> None:
        self.spec = spec
        self.labels = labels
        self.network = network
        self._index = {label.casefold(): i for i, label in enumerate(labels)}

    @classmethod
    def load(
        cls,
        directory: Path,
        *,
        device: Device = "auto",
        precision: Precision = "auto",
        threads: int | None = None,
    ) -> Self:
        """Load and warm up the model of a directory.

        ``precision`` auto is the file the spec prefers. ``threads`` is what one call may use on the CPU; by
        default all CPUs this process may use.

        Raises:
            RecognitionError: ``bad_spec``, ``missing_file``, ``hash_mismatch``, ``raster_mismatch``,
                ``bad_model``, ``no_gpu``.
        """
        try:
            spec = ModelSpec.read(directory)
        except ValueError as error:
            raise RecognitionError("bad_spec", str(error)) from error
        if spec.raster_version != RASTER_VERSION:
            raise RecognitionError(
                "raster_mismatch",
                f"{spec.id} needs pictures of version {spec.raster_version}, these are of {RASTER_VERSION}",
            )
        labels = tuple(read_checked(directory / "labels.txt", spec.labels_sha256).decode().splitlines())
        file = _FILES.get(precision, spec.default_file)
        if file not in spec.files:
            raise RecognitionError("missing_file", f"{spec.id} has no {file}")
        count = threads or thread_count()
        network = open_network(
            directory / file, spec.files[file], spec.input_name, device=device, threads=count
        )
        found = cls(spec, labels, network)
        found._warm_up()
        return found

    def recognise(
        self,
        drawings: Sequence[Drawing],
        *,
        top: int = DEFAULT_TOP,
        candidates: Iterable[str] | None = None,
        partial: Partial = None,
    ) -> list[Recognition]:
        """Recognise drawings, in their order; a blank one never reaches the model.

        ``candidates`` are the only labels possible; probabilities sum to 1 over them.

        Raises:
            RecognitionError: ``bad_top``, ``unknown_label``, ``no_candidates``, ``bad_partial``.
        """
        terms = self.terms(top=top, candidates=candidates, partial=partial)
        return self.recognise_each(drawings, [terms] * len(drawings))

    def terms(
        self, *, top: int = DEFAULT_TOP, candidates: Iterable[str] | None = None, partial: Partial = None
    ) -> Terms:
        """Check and resolve how a drawing is to be ranked.

        Raises:
            RecognitionError: ``bad_top``, ``unknown_label``, ``no_candidates``, ``bad_partial``.
        """
        if not 1 <= top <= len(self.labels):
            raise RecognitionError("bad_top", f"must be 1 to {len(self.labels)}", "top")
        indices = None if candidates is None else self.indices(candidates)
        return Terms(top, indices, self._heat(partial))

    def indices(self, names: Iterable[str]) -> NDArray[np.intp]:
        """The (C,) places of candidates named in any case, without repetition.

        Raises:
            RecognitionError: ``unknown_label``, ``no_candidates`` when there is no name.
        """
        found = dict.fromkeys(self.index(name, f"candidates[{i}]") for i, name in enumerate(names))
        if not found:
            raise RecognitionError("no_candidates", "there must be at least one", "candidates")
        return np.fromiter(found, np.intp, len(found))

    def index(self, name: str, path: str = "") -> int:
        """The place of a label named in any case; ``path`` is how the name is called in a refusal.

        Raises:
            RecognitionError: ``unknown_label``.
        """
        found = self._index.get(name.casefold())
        if found is None:
            raise RecognitionError("unknown_label", "this is no label of the model", path)
        return found

    def recognise_each(self, drawings: Sequence[Drawing], terms: Sequence[Terms]) -> list[Recognition]:
        """Recognise N drawings under N terms of their own."""
        results = [blank(self.spec.id)] * len(drawings)
        inked = [i for i, drawing in enumerate(drawings) if not drawing.blank]
        for start in range(0, len(inked), MAX_BATCH):
            part = inked[start : start + MAX_BATCH]
            logits, openset = self.network.run(
                ("logits", "openset"), self._pictures([drawings[i] for i in part])
            )
            ranked = rank(logits, openset, [terms[i] for i in part], self.labels, self.spec)
            for i, recognition in zip(part, ranked, strict=True):
                results[i] = recognition
        return results

    def probabilities(
        self, drawings: Sequence[Drawing], *, partial: Partial | Sequence[float] = None
    ) -> NDArray[np.float32]:
        """Calibrated probabilities of all labels (N, L); all zero for a blank drawing. ``partial`` may be one each."""
        out = np.zeros((len(drawings), len(self.labels)), np.float32)
        each = partial if isinstance(partial, Sequence) else [partial] * len(drawings)
        heats = [self._heat(one) for one in each]
        temperature = np.array([[heat.temperature] for heat in heats], np.float32)
        slope = np.array([[heat.slope] for heat in heats], np.float32)
        inked = [i for i, drawing in enumerate(drawings) if not drawing.blank]
        for start in range(0, len(inked), MAX_BATCH):
            part = inked[start : start + MAX_BATCH]
            (logits,) = self.network.run(("logits",), self._pictures([drawings[i] for i in part]))
            logits -= logits.max(axis=1, keepdims=True)
            sure = 1.0 / np.exp(logits).sum(axis=1, keepdims=True)
            logits = np.exp(logits / (temperature[part] * np.exp(slope[part] * (sure - 0.5))))
            out[part] = logits / logits.sum(axis=1, keepdims=True)
        return out

    def embed(self, drawings: Sequence[Drawing]) -> NDArray[np.float32]:
        """Embeddings (N, E); all zero for a blank drawing."""
        out = np.zeros((len(drawings), self.spec.embedding_size), np.float32)
        inked = [i for i, drawing in enumerate(drawings) if not drawing.blank]
        for start in range(0, len(inked), MAX_BATCH):
            part = inked[start : start + MAX_BATCH]
            (out[part],) = self.network.run(("embedding",), self._pictures([drawings[i] for i in part]))
        return out

    def _pictures(self, drawings: Sequence[Drawing]) -> NDArray[np.uint8]:
        return pictures([as_taught(drawing) for drawing in drawings], self.spec.size, self.spec.line)

    def _heat(self, partial: Partial) -> Heat:
        if partial is None or partial is False:
            return self.spec.calibration.heat(1.0)
        if partial is True:
            return self.spec.calibration.heat(None)
        if not 0.0 < partial <= 1.0:
            raise RecognitionError("bad_partial", "a share must be above 0 and at most 1", "partial")
        return self.spec.calibration.heat(float(partial))

    def _warm_up(self) -> None:
        """Run the network as it will be run, which also compiles, allocates and checks its shapes."""
        for count in (1, MAX_BATCH):
            logits, openset, embedding = self.network.run(
                ("logits", "openset", "embedding"), self._pictures([_WARM_UP] * count)
            )
            shapes = (logits.shape, openset.shape, embedding.shape)
            if shapes != ((count, len(self.labels)), (count,), (count, self.spec.embedding_size)):
                raise RecognitionError(
                    "bad_model", f"{self.network.file} gives shapes {shapes}, not those of its spec.json"
                )
