"""Finding the rolled shapes of ArtBox in a drawing (D3.5, D3.7): lenient, for hands are.

A shape is looked for in every stroke, and in every run of strokes that follow and touch each other, so that a square
of four lines is one. What is drawn is turned in steps, its box is fitted to the box of the shape's outline, and the
mean distance of points to the nearest of the other set is taken, both ways (chamfer distance, Barrow et al. 1977).
Shapes that look nearly alike, a circle and an ellipse that is almost one, both pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawmate.cards.shapes import Shape, by_id
from drawmate.ink import Drawing
from drawmate.judging.ink_facts import LEAST_SHAPE, stroke_lengths

__all__ = ["has_shapes", "likeness"]

Points = NDArray[np.float64]

ENOUGH: Final = 0.16
"""Distance, in sides of the box, up to which something is taken for a shape."""
RUN: Final = 12
"""Strokes that one shape is drawn with at most."""
BEST: Final = 12
"""Places of a shape that are considered."""
MOST_STROKES: Final = 40
"""Of a drawing that are looked at, the longest."""
MOST_RUNS: Final = 120
"""That are looked at, the shortest; bounds the work that a scribble makes."""
TOUCH: Final = 45.0
"""Table units within which the ends of strokes of one shape lie."""
SAMPLES: Final = 24
TURNS: Final = 36
BENT: Final = 0.13
"""How far a straight line may lie from its chord, in lengths of the chord."""
LAX: Final = 1.35
"""Factor by which the width / height of a shape may miss what is lawful."""
BENDS: Final = 2
BEND: Final = 0.05
"""What counts as a bend to the other side, in lengths of the way."""
THINNEST: Final = 0.08
"""Width / height, or height / width, of the box of anything but a straight line."""
FLAT: Final = 0.5
"""Of flat shapes the shorter side counts like this share of the longer at least, or a hand's wobble would decide."""
FAR: Final = 9.0

_ANGLES: Final = np.linspace(0.0, 2.0 * np.pi, TURNS, endpoint=False)
_TURNED: Final = np.stack(
    [np.stack([np.cos(_ANGLES), -np.sin(_ANGLES)], -1), np.stack([np.sin(_ANGLES), np.cos(_ANGLES)], -1)], -1
)
"""The matrices of all turns."""


def has_shapes(drawing: Drawing, shapes: Sequence[Shape]) -> bool:
    """Whether every shape is somewhere in a drawing in table units, each in strokes of its own."""
    runs = _runs(drawing)
    options = []
    for shape in shapes:
        found = sorted((likeness(strokes, shape), run) for run, strokes in runs)
        options.append([frozenset(run) for away, run in found[:BEST] if away <= ENOUGH])
    return _apart(sorted(options, key=len), frozenset())


def likeness(strokes: Sequence[Points], shape: Shape) -> float:
    """How far strokes are from a shape at the best turn: 0 when they are it, ``FAR`` when they cannot be."""
    points = _spread(strokes)
    straight = _straight(points) if len(strokes) == 1 else FAR
    if shape.id == "straight":
        return straight
    if straight <= ENOUGH / 2:
        return FAR
    if shape.id in ("zigzag", "wave") and _alternates(points):
        return 0.0
    return _away(points.tobytes(), shape.id)


@lru_cache(8192)
def _away(sampled: bytes, shape: str) -> float:
    """The same is asked again with every stroke that is added to a drawing, so it is kept."""
    turned = np.frombuffer(sampled).reshape(-1, 2) @ _TURNED
    low, size = turned.min(axis=1), np.ptp(turned, axis=1)
    lawful = [_lawful(by_id(shape), width, height) for width, height in size.tolist()]
    if not any(lawful):
        return FAR
    low, size = low[lawful][:, None], size[lawful][:, None]
    unit = np.maximum(size, FLAT * size.max(axis=2, keepdims=True))
    drawn, meant = (turned[lawful] - low) / unit, _outline(shape) * size / unit
    away = np.linalg.norm(drawn[:, :, None] - meant[:, None], axis=-1)
    return float((away.min(axis=2).mean(axis=1) + away.min(axis=1).mean(axis=1)).min())


def _lawful(shape: Shape, width: float, height: float) -> bool:
    """Whether a box may be that of the shape, by its width / height."""
    if min(width, height) < THINNEST * max(width, height):
        return False
    aspect = width / height
    own = shape.aspect
    return own / LAX <= aspect <= own * LAX or any(
        low / LAX <= aspect <= high * LAX for low, high in shape.aspects
    )


def _straight(points: Points) -> float:
    """How far points of one stroke lie from the chord between the first and the last."""
    chord = points[-1] - points[0]
    length = float(np.hypot(*chord))
    if length < LEAST_SHAPE:
        return FAR
    offset = points - points[0]
    away = np.abs(offset[:, 0] * chord[1] - offset[:, 1] * chord[0]) / length
    return ENOUGH * float(away.max()) / length / BENT


def _alternates(points: Points) -> bool:
    """Whether points go to and fro across their way at least ``BENDS`` times: teeth and waves may be any number."""
    way = points[-1] - points[0]
    length = float(np.hypot(*way))
    if length < LEAST_SHAPE:
        return False
    along = (points - points[0]) @ way / length
    across = (points - points[0]) @ np.array([-way[1], way[0]]) / length
    bends, side, extreme = 0, 0, float(across[0])
    for value in across.tolist():
        if side * (value - extreme) >= 0.0 and side:
            extreme = value
        elif abs(value - extreme) > BEND * length:
            bends, side, extreme = bends + 1, 1 if value > extreme else -1, value
    return bends > BENDS and float((np.diff(along) > -0.02 * length).mean()) > 0.9


def _runs(drawing: Drawing) -> list[tuple[tuple[int, ...], list[Points]]]:
    """Strokes and runs of touching strokes that are large enough to be a shape, by their numbers."""
    lengths = stroke_lengths(drawing)
    longest = sorted(range(len(lengths)), key=lambda n: -lengths[n])[:MOST_STROKES]
    columns = [np.column_stack(pair) for pair in drawing.strokes()]
    strokes = {n: columns[n] for n in sorted(longest) if lengths[n] > 0.0}
    spread = {n: _spread([stroke]) for n, stroke in strokes.items()}
    order = list(strokes)
    found = []
    for first in range(len(order)):
        for last in range(first, min(first + RUN, len(order))):
            run = order[first : last + 1]
            if last > first and not _touches(spread[run[-1]], [spread[n] for n in run[:-1]]):
                break
            if sum(lengths[n] for n in run) >= LEAST_SHAPE:
                found.append((tuple(run), [strokes[n] for n in run]))
    return sorted(found, key=lambda one: len(one[0]))[:MOST_RUNS]


def _touches(stroke: Points, others: Sequence[Points]) -> bool:
    """Whether a stroke meets or crosses one of the others."""
    points = np.vstack(others)
    return bool((np.linalg.norm(stroke[:, None] - points[None], axis=-1) <= TOUCH).any())


def _spread(strokes: Sequence[Points]) -> Points:
    """``SAMPLES`` points evenly along strokes, gaps left out."""
    starts = np.concatenate([one[:-1] for one in strokes])
    steps = np.concatenate([np.diff(one, axis=0) for one in strokes])
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    kept = lengths > 0.0
    starts, steps, lengths = starts[kept], steps[kept], lengths[kept]
    along = np.concatenate(([0.0], np.cumsum(lengths)))
    at = (np.arange(SAMPLES) + 0.5) / SAMPLES * along[-1]
    place = np.clip(np.searchsorted(along, at, side="right") - 1, 0, len(lengths) - 1)
    spread: Points = starts[place] + steps[place] * ((at - along[place]) / lengths[place])[:, None]
    return spread


@cache
def _outline(shape: str) -> Points:
    """Points along a shape, its box made the unit square."""
    points = _spread(by_id(shape).outline)
    boxed: Points = (points - points.min(axis=0)) / np.maximum(np.ptp(points, axis=0), 1e-9)
    return boxed


def _apart(options: Sequence[Sequence[frozenset[int]]], used: frozenset[int]) -> bool:
    """Whether one option of each can be had without any stroke twice."""
    if not options:
        return True
    return any(_apart(options[1:], used | one) for one in options[0] if not used & one)
