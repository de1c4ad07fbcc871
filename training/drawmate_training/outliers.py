"""Drawings of nothing the labels name, made from a seed: what a recogniser should not be sure about.

Scribbles that fill the box, spirals, random walks, writing-like strokes, single dots, a frame and nothing in it,
and strokes mixed from different real drawings. Circles, squares, lines, zigzags and squiggles are labels, so
what comes near them is left out or kept unlike them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate_training.shards import Shard

Strokes = list[list[NDArray[np.float64]]]


def outliers(seed: int, each: int, shard: Shard | None = None) -> dict[str, list[Drawing]]:
    """``each`` drawings of every kind; the mixed ones need the drawings of a shard."""
    kinds = dict(KINDS)
    if shard is not None:
        kinds["mixed"] = lambda random: _mixed(random, shard)
    return {
        name: [
            Drawing.from_strokes(make(np.random.default_rng([seed, place, number]))) for number in range(each)
        ]
        for place, (name, make) in enumerate(kinds.items())
    }


def _scribble(random: Generator) -> Strokes:
    """Back and forth over the whole box, in one to four strokes that cover one another."""
    strokes: Strokes = []
    for _ in range(random.integers(1, 5)):
        lines = int(random.integers(12, 45))
        t = np.linspace(0.0, 1.0, lines * 6)
        swing = np.sin(np.pi * lines * t + random.uniform(0, 2 * np.pi))
        along, across = 2 * t - 1, swing * (1 - 0.4 * random.random() * np.abs(2 * t - 1))
        x = along + 0.08 * _smooth(random, len(t))
        y = across + 0.15 * _smooth(random, len(t))
        strokes.append(_turned(x, y, random.uniform(0, 2 * np.pi), 100.0))
    return strokes


def _spiral(random: Generator) -> Strokes:
    turns = random.uniform(4, 10)
    t = np.linspace(0.02, 1.0, int(turns * 24))
    radius = t ** random.uniform(0.6, 1.3) * 100.0
    angle = random.choice([-1.0, 1.0]) * 2 * np.pi * turns * t + random.uniform(0, 2 * np.pi)
    flat = random.uniform(0.6, 1.0)
    x, y = radius * np.cos(angle), flat * radius * np.sin(angle)
    return [[x + 2 * _smooth(random, len(t)), y + 2 * _smooth(random, len(t))]]


def _walk(random: Generator) -> Strokes:
    strokes: Strokes = []
    for _ in range(random.integers(2, 8)):
        count = int(random.integers(10, 80))
        heading = np.cumsum(random.normal(0.0, random.uniform(0.3, 1.2), count))
        x = random.uniform(-80, 80) + np.cumsum(6 * np.cos(heading))
        y = random.uniform(-80, 80) + np.cumsum(6 * np.sin(heading))
        strokes.append([x, y])
    return strokes


def _writing(random: Generator) -> Strokes:
    """Letter-like shapes side by side: each two or three short strokes, bowls, stems and bars."""
    strokes: Strokes = []
    for place in range(random.integers(3, 8)):
        left = 34.0 * place + random.normal(0, 2)
        for _ in range(random.integers(1, 4)):
            form = random.integers(3)
            t = np.linspace(0.0, 1.0, 12)
            if form == 0:
                lean = random.normal(0, 4)
                x, y = left + random.uniform(0, 22) + lean * t, 40 * t
            elif form == 1:
                x, y = left + 24 * t, random.choice([0.0, 20.0, 40.0]) + random.normal(0, 2) * t
            else:
                begin, sweep = random.uniform(0, 2 * np.pi), random.uniform(2.0, 5.5)
                x = left + 12 + 12 * np.cos(begin + sweep * t)
                y = random.choice([10.0, 20.0, 30.0]) + 11 * np.sin(begin + sweep * t)
            strokes.append([x, np.asarray(y)])
    return strokes


def _dots(random: Generator) -> Strokes:
    """One dot, or a few scattered ones."""
    count = int(random.integers(1, 4))
    return [[np.array([x]), np.array([y])] for x, y in random.uniform(-100, 100, (count, 2))]


def _frame(random: Generator) -> Strokes:
    """The outline of a wide or tall rectangle and nothing in it; a square would be a label."""
    ratio = random.uniform(1.4, 2.4)
    width, height = (100.0 * ratio, 100.0) if random.random() < 0.5 else (100.0, 100.0 * ratio)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]) * [width, height]
    if random.random() < 0.5:
        return [[corners[i : i + 2, 0], corners[i : i + 2, 1]] for i in range(4)]
    return [[corners[:, 0], corners[:, 1]]]


def _mixed(random: Generator, shard: Shard) -> Strokes:
    """Strokes of three to six drawings, thrown together, each moved and scaled."""
    strokes: Strokes = []
    for number in random.integers(0, len(shard), random.integers(3, 7)):
        drawn = shard.strokes_of(int(number))
        for _ in range(random.integers(1, 4)):
            x, y = (np.array(c, np.float64) for c in drawn[random.integers(len(drawn))])
            scale = random.uniform(0.4, 1.0)
            strokes.append([scale * x + random.uniform(-60, 60), scale * y + random.uniform(-60, 60)])
    return strokes


KINDS: Final[dict[str, Callable[[Generator], Strokes]]] = {
    "scribble": _scribble,
    "spiral": _spiral,
    "walk": _walk,
    "writing": _writing,
    "dots": _dots,
    "frame": _frame,
}
"""What can be made without real drawings, by name."""


def _turned(
    x: NDArray[np.float64], y: NDArray[np.float64], angle: float, scale: float
) -> list[NDArray[np.float64]]:
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    return [cos * x - sin * y, sin * x + cos * y]


def _smooth(random: Generator, count: int) -> NDArray[np.float64]:
    """A smooth random curve of about unit size."""
    knots = random.normal(0.0, 1.0, max(2, count // 8))
    return np.interp(np.linspace(0, len(knots) - 1, count), np.arange(len(knots)), knots)
