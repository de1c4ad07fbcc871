"""Measured figures of a model: flat names to numbers, merged from the JSON that several commands print."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the card: the figure's name, what it means, how it is written, and where it comes from."""

    name: str
    meaning: str
    form: str
    source: str


_EVALUATE: Final = "drawmate evaluate"
_PARTIAL: Final = "drawmate evaluate --share 0.5-0.7"
_OURS: Final = "drawmate_training"

FIGURES: Final = (
    Figure("top1", "finished drawings: right label first", "{:.4f}", _EVALUATE),
    Figure("top3", "finished drawings: right label among three", "{:.4f}", _EVALUATE),
    Figure("top5", "finished drawings: right label among five", "{:.4f}", _EVALUATE),
    Figure("macro_top1", "mean of the categories' top-1", "{:.4f}", f"{_OURS} evaluate"),
    Figure("ece", "finished drawings: calibration error (15 bins)", "{:.4f}", _EVALUATE),
    Figure("top1_partial", "50–70 % of the points: right label first", "{:.4f}", _PARTIAL),
    Figure("top3_partial", "50–70 % of the points: right label among three", "{:.4f}", _PARTIAL),
    Figure("ece_partial", "50–70 % of the points: calibration error (15 bins)", "{:.4f}", _PARTIAL),
    Figure("ece_partial_known", "the same when the share is told", "{:.4f}", _PARTIAL),
    Figure("int8_top1_loss", "top-1 the 8-bit file loses (validation)", "{:.4f}", f"{_OURS} quantise"),
    Figure("int8_divergence", "mean KL of its probabilities, nats", "{:.5f}", f"{_OURS} quantise"),
    Figure("export_difference", "largest difference of a logit, torch against ONNX", "{:.1e}", f"{_OURS} export"),
    Figure("unknown_finished", "real finished drawings called unknown (held out)", "{:.4f}", f"{_OURS} calibrate"),
    Figure("unknown_caught", "drawings of nothing called unknown", "{:.4f}", f"{_OURS} calibrate"),
    Figure("unknown_auroc", "open-set score, strange against real: AUROC", "{:.4f}", f"{_OURS} calibrate"),
    Figure("single_ms_p50", "one drawing, strokes to labels, one thread: median, ms", "{:.3f}", "drawmate bench"),
    Figure("single_ms_p99", "the same: 99th percentile, ms", "{:.3f}", "drawmate bench"),
    Figure("batch_per_s", "drawings a second, all cores", "{:,.0f}", "drawmate bench"),
    Figure("http_per_s", "POST /v1/recognise a second, one worker", "{:,.0f}", "drawmate bench"),
    Figure("model_mb", "model.onnx, MB", "{:.2f}", f"{_OURS} promote"),
    Figure("int8_mb", "model.int8.onnx, MB", "{:.2f}", f"{_OURS} promote"),
    Figure("parameters", "weights of the network", "{:,.0f}", f"{_OURS} promote"),
)  # fmt: skip
"""Every figure a card may show, in order."""


def read_figures(paths: Sequence[Path]) -> dict[str, float]:
    """Merge JSON objects; later files win. Nested objects get flat names (``whole.top3`` is ``whole_top3``).

    Values that are not numbers are left out.

    Raises:
        ValueError: a file is not a JSON object.
    """
    merged: dict[str, float] = {}
    for path in paths:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, json.JSONDecodeError) as error:
            raise ValueError(f"{path} cannot be read as JSON: {error}") from error
        if not isinstance(data, dict):
            raise ValueError(f"{path} is not a JSON object")
        merged |= _flat(data)
    return merged


def table(figures: Mapping[str, float]) -> str:
    """The figures as a Markdown table; one that was not measured says so."""
    lines = ["| figure | value | measured by |", "|---|---|---|"]
    for figure in FIGURES:
        value = figure.form.format(figures[figure.name]) if figure.name in figures else "not measured"
        lines.append(f"| {figure.meaning} | {value} | `{figure.source}` |")
    return "\n".join(lines)


def _flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, float]:
    flat: dict[str, float] = {}
    for key, value in data.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{name}_")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            flat[name] = float(value)
    return flat
