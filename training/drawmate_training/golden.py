"""Drawings that go with a model, with the answers expected of it, so that any client can check its own chain.

They are made here, as coordinate lists and by arithmetic, and belong to nobody's data set. Their pictures are
also the fingerprint of the rasteriser.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np

from drawmate.ink import Drawing
from drawmate.recognition.preprocess import picture
from drawmate.recognition.spec import ModelSpec
from drawmate_training.metrics import softmax
from drawmate_training.predictors import Predictor

Strokes = list[list[list[int]]]
TOP: Final = 3


def golden_drawings() -> dict[str, Strokes]:
    """Name to strokes, as Quick, Draw! columns of whole numbers; ``blank`` has none."""
    return _BY_HAND | {
        "circle": [_arc(128, 128, 120, 120, 0, 360)],
        "half circle": [_arc(128, 128, 120, 120, 180, 360)],
        "square": [[[10, 245, 245, 10, 10], [10, 10, 245, 245, 10]]],
        "triangle": [[[128, 250, 5, 128], [10, 230, 230, 10]]],
        "star": [_star(5, 120, 48)],
        "zigzag": [[[0, 32, 64, 96, 128, 160, 192, 224, 255], [200, 90, 200, 90, 200, 90, 200, 90, 200]]],
        "spiral": [_spiral(5)],
        "sun": [_arc(128, 128, 55, 55, 0, 360), *_rays(12, 70, 120)],
        "donut": [_arc(128, 128, 120, 118, 0, 360), _arc(128, 128, 42, 40, 0, 360)],
        "smiley face": [
            _arc(128, 128, 120, 120, 0, 360), _arc(88, 95, 9, 12, 0, 360), _arc(168, 95, 9, 12, 0, 360),
            _arc(128, 140, 70, 62, 20, 160),
        ],
        "clock": [_arc(128, 128, 122, 122, 0, 360), [[128, 128], [128, 50]], [[128, 182], [128, 150]]],
        "snowman": [
            _arc(128, 200, 54, 54, 0, 360), _arc(128, 110, 38, 38, 0, 360), _arc(128, 48, 26, 26, 0, 360),
        ],
    }  # fmt: skip


_BY_HAND: Final[dict[str, Strokes]] = {
    "blank": [],
    "dot": [[[128], [128]]],
    "line": [[[0, 255], [120, 132]]],
    "house": [
        [[40, 40, 215, 215], [110, 240, 240, 110]],
        [[20, 128, 235], [118, 20, 118]],
        [[105, 105, 150, 150], [240, 165, 165, 240]],
    ],
    "half a house": [[[40, 40, 215, 215], [110, 240, 240, 110]]],
    "ladder": [
        [[70, 78], [0, 255]], [[180, 172], [0, 255]],
        *([[72, 178], [y, y + 2]] for y in (30, 75, 120, 165, 210)),
    ],
    "envelope": [[[0, 255, 255, 0, 0], [50, 50, 205, 205, 50]], [[0, 128, 255], [50, 140, 50]]],
    "table": [[[0, 255, 255, 0, 0], [60, 60, 85, 85, 60]], [[25, 25], [85, 220]], [[230, 230], [85, 220]]],
    "stairs": [[[0, 0, 60, 60, 120, 120, 180, 180, 240, 240], [240, 190, 190, 140, 140, 90, 90, 40, 40, 0]]],
    "lightning": [[[150, 70, 130, 60, 200, 135, 190, 150], [0, 130, 125, 255, 100, 105, 0, 0]]],
    "mountain": [[[0, 70, 110, 170, 255], [220, 60, 130, 20, 220]], [[145, 160, 172, 185, 195], [60, 75, 58, 78, 66]]],
    "tree": [
        [[110, 112, 100], [250, 180, 150]], [[146, 144, 156], [250, 180, 150]],
        [[100, 60, 35, 50, 40, 80, 110, 150, 190, 215, 205, 220, 190, 156],
         [150, 152, 120, 90, 50, 25, 8, 10, 30, 60, 90, 120, 150, 150]],
    ],
    "fish": [
        [[200, 150, 90, 40, 10, 40, 90, 150, 200, 250, 250, 200],
         [128, 80, 62, 85, 125, 165, 185, 170, 128, 80, 175, 128]],
        [[50], [115]],
    ],
    "umbrella": [
        [[5, 20, 60, 128, 195, 235, 250], [120, 70, 25, 8, 25, 70, 120]],
        [[5, 46, 87, 128, 169, 210, 250], [120, 100, 120, 100, 120, 100, 120]],
        [[128, 128, 120, 104, 96], [100, 225, 243, 243, 228]],
    ],
}  # fmt: skip


def fingerprint(size: int, line: float) -> str:
    """SHA-256 of the pictures of the golden drawings, in order."""
    digest = hashlib.sha256()
    for strokes in golden_drawings().values():
        digest.update(picture(Drawing.from_strokes(strokes), size, line).tobytes())
    return digest.hexdigest()


def golden_cases(predictor: Predictor, labels: tuple[str, ...], spec: ModelSpec) -> dict[str, Any]:
    """The content of ``golden.json``: for each drawing the three best labels, their probabilities and the state.

    Every drawing is answered as a finished one.
    """
    cases = []
    for name, strokes in golden_drawings().items():
        case: dict[str, Any] = {"name": name, "drawing": strokes, "top": [], "state": "blank"}
        if strokes:
            answers = predictor(picture(Drawing.from_strokes(strokes), spec.size, spec.line)[None])
            heat = spec.calibration.heat(1.0)
            found = softmax(answers.logits, heat.temperature, heat.slope)[0]
            best = np.argsort(-found, kind="stable")[:TOP]
            case["top"] = [{"label": labels[i], "probability": round(float(found[i]), 6)} for i in best]
            strange = answers.openset[0] > spec.unknown_openset or found[best[0]] < spec.unknown_probability
            case["state"] = "unknown" if strange else "ok"
        cases.append(case)
    return {"model": spec.id, "file": spec.default_file, "cases": cases}


def _arc(cx: float, cy: float, rx: float, ry: float, first: float, last: float) -> list[list[int]]:
    """Part of an ellipse, from one angle to another in degrees, clockwise from the right."""
    count = max(3, int(abs(last - first) / 12) + 1)
    angle = np.radians(np.linspace(first, last, count))
    return _whole(cx + rx * np.cos(angle), cy + ry * np.sin(angle))


def _star(points: int, outer: float, inner: float) -> list[list[int]]:
    angle = np.pi * np.arange(2 * points + 1) / points - np.pi / 2
    radius = np.where(np.arange(2 * points + 1) % 2, inner, outer)
    return _whole(128 + radius * np.cos(angle), 128 + radius * np.sin(angle))


def _spiral(turns: int) -> list[list[int]]:
    t = np.linspace(0.0, 1.0, turns * 16)
    return _whole(
        128 + 120 * t * np.cos(2 * np.pi * turns * t), 128 + 120 * t * np.sin(2 * np.pi * turns * t)
    )


def _rays(count: int, inner: float, outer: float) -> list[list[list[int]]]:
    ends = np.array([inner, outer])
    angles = 2 * np.pi * np.arange(count) / count
    return [_whole(128 + ends * np.cos(a), 128 + ends * np.sin(a)) for a in angles]


def _whole(x: np.ndarray, y: np.ndarray) -> list[list[int]]:
    return [np.rint(x).astype(int).tolist(), np.rint(y).astype(int).tolist()]
