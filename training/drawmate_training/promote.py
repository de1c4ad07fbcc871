"""Assembling a model directory from a run, if everything that was exported holds what it promises.

A run holds, besides its weights: ``model.onnx`` (export), ``model.int8.onnx`` and ``quantise.json`` (quantise),
``calibration.json`` (calibrate), and perhaps ``figures.json``, figures that somebody measured before.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from drawmate.ink import Drawing
from drawmate.ink.raster import LINE, RASTER_VERSION, SIZE
from drawmate.recognition.preprocess import picture
from drawmate.recognition.spec import Calibration, ModelSpec, sha256_of
from drawmate_training.card import card
from drawmate_training.export import INPUT, OPSET, TOLERANCE
from drawmate_training.figures import FIGURES, read_figures
from drawmate_training.golden import fingerprint, golden_cases, golden_drawings
from drawmate_training.parity import largest_difference
from drawmate_training.predictors import from_onnx
from drawmate_training.quantise import ALLOWED_LOSS
from drawmate_training.weights import load_network

FULL: Final = "model.onnx"
SMALL: Final = "model.int8.onnx"


def promote(
    run: Path,
    labels: Sequence[str],
    target: Path,
    *,
    figures: Sequence[Path] = (),
    notes: Mapping[str, Any] | None = None,
    allowed_loss: float = ALLOWED_LOSS,
) -> ModelSpec:
    """Write ``target`` (models/<id>) from a run; what was there before is replaced as a whole.

    ``figures`` are JSON files to merge into the card and the spec (of ``drawmate evaluate --json`` and
    ``drawmate bench --json``); ``notes`` are the further arguments of ``card``.

    Raises:
        ValueError: a step is missing, the files do not agree with the weights or with each other, or 8 bits
            lose more than ``allowed_loss`` top-1.
    """
    network, config = load_network(run)
    quantised = _read(run / "quantise.json", "quantise")
    calibrated = _read(run / "calibration.json", "calibrate")
    measured = _check(run, network, quantised, allowed_loss)
    measured |= _summary(quantised, calibrated)
    measured |= {
        "model_mb": (run / FULL).stat().st_size / 1e6,
        "int8_mb": (run / SMALL).stat().st_size / 1e6,
        "parameters": float(sum(p.numel() for p in network.parameters())),
    }
    measured |= read_figures([p for p in (run / "figures.json",) if p.exists()] + list(figures))

    unfinished = target.with_name(target.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for name in (FULL, SMALL, "recipe.json"):
        shutil.copyfile(run / name, unfinished / name)
    (unfinished / "labels.txt").write_text("\n".join(labels) + "\n", encoding="utf-8")
    predict = from_onnx(unfinished / SMALL)
    c = calibrated["calibration"]
    spec = ModelSpec(
        id=target.name,
        labels_sha256=sha256_of(unfinished / "labels.txt"),
        files={name: sha256_of(unfinished / name) for name in (FULL, SMALL)},
        calibration=Calibration(
            tuple(c["shares"]), tuple(c["temperatures"]), c["partial"], tuple(c["slopes"]), c["partial_slope"]
        ),
        unknown_openset=calibrated["thresholds"]["openset"],
        unknown_probability=calibrated["thresholds"]["probability"],
        raster_version=RASTER_VERSION,
        raster_sha256=fingerprint(SIZE, LINE),
        opset=OPSET,
        embedding_size=predict(_golden_pictures()[:1]).embedding.shape[1],
        default_file=SMALL,
        input_name=INPUT,
        size=SIZE,
        line=LINE,
        metrics={f.name: measured[f.name] for f in FIGURES if f.name in measured},
    )
    if len(labels) != config.network.classes:
        raise ValueError(f"{len(labels)} labels do not fit a network of {config.network.classes}")
    spec.write(unfinished)
    _write_json(unfinished / "golden.json", golden_cases(predict, tuple(labels), spec))
    text = card(spec, config, measured, **(notes or {}))
    (unfinished / "CARD.md").write_text(text, encoding="utf-8")
    shutil.rmtree(target, ignore_errors=True)
    unfinished.rename(target)
    return spec


def _check(run: Path, network: Any, quantised: dict[str, Any], allowed_loss: float) -> dict[str, float]:
    """Compare the files with the weights and with each other."""
    for name in (FULL, SMALL):
        if not (run / name).exists():
            raise ValueError(f"{run / name} is missing: run {'export' if name == FULL else 'quantise'} first")
    if quantised["source_sha256"] != sha256_of(run / FULL):
        raise ValueError(f"{run / SMALL} was made from another {FULL}: run quantise again")
    difference = largest_difference(network, run / FULL)
    if not difference <= TOLERANCE:
        raise ValueError(f"{run / FULL} differs from the weights by {difference:.2g}: run export again")
    if quantised["chosen"]["loss"]["top1"] > allowed_loss:
        raise ValueError(f"8 bits lose {quantised['chosen']['loss']['top1']:.2%} of top-1")
    pictures = _golden_pictures()
    full, small = (from_onnx(run / name)(pictures).logits for name in (FULL, SMALL))
    if (full.argmax(1) == small.argmax(1)).mean() < 0.5:
        raise ValueError(f"{SMALL} does not agree with {FULL} on the golden drawings")
    return {"export_difference": difference}


def _summary(quantised: dict[str, Any], calibrated: dict[str, Any]) -> dict[str, float]:
    loss, thresholds = quantised["chosen"]["loss"], calibrated["thresholds"]
    return {
        "int8_top1_loss": loss["top1"],
        "int8_divergence": loss["divergence"],
        "unknown_finished": thresholds["finished"],
        "unknown_caught": float(np.mean(list(thresholds["caught"].values()))),
        "unknown_auroc": thresholds["auroc_openset"],
    }


def _golden_pictures() -> Any:
    inked = [strokes for strokes in golden_drawings().values() if strokes]
    return np.stack([picture(Drawing.from_strokes(strokes)) for strokes in inked])


def _read(path: Path, command: str) -> dict[str, Any]:
    if not path.exists():
        raise ValueError(f"{path} is missing: run {command} first")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _write_json(path: Path, content: dict[str, Any]) -> None:
    cases = ",\n".join("  " + json.dumps(case, ensure_ascii=False) for case in content["cases"])
    head = json.dumps({k: v for k, v in content.items() if k != "cases"}, ensure_ascii=False)
    path.write_text(f'{head[:-1]}, "cases": [\n{cases}\n]}}\n', encoding="utf-8")
