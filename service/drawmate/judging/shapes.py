"""Finding the rolled shapes of ArtBox in a drawing (D3.5, D3.7): lenient, for hands are.

A shape is looked for in every stroke, and in every run of strokes that follow and touch each other, so that a square
of four lines is one. What is drawn is turned in steps, its box is fitted to the box of the shape's outline, and the
mean distance of points to the nearest of the other set is taken, both ways (chamfer distance, Barrow et al. 1977).
Shapes that look nearly alike, a circle and an ellipse that is almost one, both pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from drawmate.cards.shapes import Shape, by_id
from drawmate.ink import Drawing
from drawmate.judging.ink_facts import LEAST_SHAPE, stroke_lengths

__all__ = ["has_shapes", "likeness"]

Points = NDArray[np.float64]
Numbers = NDArray[np.int64]

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
        found = sorted((_likeness(points, len(run) == 1, shape.id), run) for run, points in runs)
        options.append([frozenset(run) for away, run in found[:BEST] if away <= ENOUGH])
        if not options[-1]:
            return False
    return _apart(sorted(options, key=len), frozenset())


def likeness(strokes: Sequence[Points], shape: Shape) -> float:
    """How far strokes are from a shape at the best turn: 0 when they are it, ``FAR`` when they cannot be."""
    return _likeness(_spread(strokes), len(strokes) == 1, shape.id)


def _likeness(points: Points, single: bool, shape: str) -> float:
    straight = _straight(points) if single else FAR
    if shape == "straight":
        return straight
    if straight <= ENOUGH / 2:
        return FAR
    if shape in ("zigzag", "wave") and _alternates(points):
        return 0.0
    return _away(points.tobytes(), shape)


@lru_cache(8192)
def _away(sampled: bytes, shape: str) -> float:
    """The same is asked again with every stroke that is added to a drawing, so it is kept."""
    turned = np.frombuffer(sampled).reshape(-1, 2) @ _TURNED
    low, size = turned.min(axis=1), np.ptp(turned, axis=1)
    aspect = size[:, 0] / np.maximum(size[:, 1], 1e-9)
    lawful = np.zeros(TURNS, bool)
    for least, most in _aspects(shape):
        lawful |= (least <= aspect) & (aspect <= most)
    if not lawful.any():
        return FAR
    low, size = low[lawful][:, None], size[lawful][:, None]
    unit = np.maximum(size, FLAT * size.max(axis=2, keepdims=True))
    return float(_least((turned[lawful] - low) / unit, _outline(shape) * size / unit))


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _least(drawn: Points, meant: Points) -> Any:
    """The least sum of the mean distances, both ways, over the turns."""
    best = FAR
    for turn in range(drawn.shape[0]):
        here = np.full(drawn.shape[1], FAR)
        there = np.full(meant.shape[1], FAR)
        for i in range(drawn.shape[1]):
            for j in range(meant.shape[1]):
                x = drawn[turn, i, 0] - meant[turn, j, 0]
                y = drawn[turn, i, 1] - meant[turn, j, 1]
                square = x * x + y * y
                here[i] = min(here[i], square)
                there[j] = min(there[j], square)
        best = min(best, np.sqrt(here).mean() + np.sqrt(there).mean())
    return best


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


def _runs(drawing: Drawing) -> list[tuple[tuple[int, ...], Points]]:
    """Strokes and runs of touching strokes that are large enough to be a shape: their numbers, points along them."""
    lengths = stroke_lengths(drawing)
    longest = sorted(range(len(lengths)), key=lambda n: -lengths[n])[:MOST_STROKES]
    order = [n for n in sorted(longest) if lengths[n] > 0.0]
    if not order:
        return []
    columns = (drawing.x, drawing.y, drawing.offsets)
    touching = _touching(np.stack([_sampled(*columns, np.array([n])) for n in order]))
    runs = []
    for first in range(len(order)):
        for last in range(first, min(first + RUN, len(order))):
            if last > first and not touching[first:last, last].any():
                break
            if sum(lengths[n] for n in order[first : last + 1]) >= LEAST_SHAPE:
                runs.append(tuple(order[first : last + 1]))
    shortest = sorted(runs, key=len)[:MOST_RUNS]
    return [(run, _sampled(*columns, np.array(run))) for run in shortest]


def _spread(strokes: Sequence[Points]) -> Points:
    """``SAMPLES`` points evenly along strokes."""
    x, y = np.ascontiguousarray(np.vstack(strokes).T)
    offsets = np.cumsum([0, *map(len, strokes)])
    points: Points = _sampled(x, y, offsets, np.arange(len(strokes)))
    return points


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _sampled(x: Points, y: Points, offsets: Numbers, run: Numbers) -> Any:
    """``SAMPLES`` points evenly along some strokes, gaps between them left out."""
    whole = 0.0
    for n in run:
        for i in range(offsets[n], offsets[n + 1] - 1):
            whole += np.hypot(x[i + 1] - x[i], y[i + 1] - y[i])
    points = np.zeros((SAMPLES, 2))
    step, done, k = whole / SAMPLES, 0.0, 0
    for n in run:
        for i in range(offsets[n], offsets[n + 1] - 1):
            length = np.hypot(x[i + 1] - x[i], y[i + 1] - y[i])
            while k < SAMPLES and length > 0.0 and (k + 0.5) * step <= done + length:
                share = ((k + 0.5) * step - done) / length
                points[k, 0] = x[i] + share * (x[i + 1] - x[i])
                points[k, 1] = y[i] + share * (y[i + 1] - y[i])
                k += 1
            done += length
    return points


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _touching(points: Points) -> Any:
    """Which strokes meet or cross which of the next ``RUN``, by points along them."""
    count = points.shape[0]
    found = np.zeros((count, count), np.bool_)
    for one in range(count):
        for other in range(one + 1, min(one + RUN, count)):
            for i in range(SAMPLES):
                for j in range(SAMPLES):
                    x = points[one, i, 0] - points[other, j, 0]
                    y = points[one, i, 1] - points[other, j, 1]
                    if x * x + y * y <= TOUCH * TOUCH:
                        found[one, other] = True
    return found


@cache
def _aspects(shape: str) -> tuple[tuple[float, float], ...]:
    """Ranges of width / height that the box of a drawn shape may have."""
    one = by_id(shape)
    ranges = (*one.aspects, (one.aspect, one.aspect))
    return tuple((max(low / LAX, THINNEST), min(high * LAX, 1.0 / THINNEST)) for low, high in ranges)


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
