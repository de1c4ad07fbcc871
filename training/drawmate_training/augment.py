"""Augmentation in stroke space and drawing into batches, compiled; every drawing has a seed of its own.

One look at a drawing: perhaps a prefix of it, perhaps without some strokes, its strokes and then the whole
moved, turned, sheared, stretched and bent a little, with a line of varying width. All randomness comes from the
look's seed (SplitMix64: Steele, Lea, Flood 2014), so a batch is a function of its seeds.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from drawmate.ink.raster import LINE, MARGIN, SIZE, draw_strokes
from drawmate_training.shards import Shard


@dataclass(frozen=True, slots=True)
class AugmentConfig:
    """How strong each change is; probabilities, and standard deviations in the units named.

    The order of the fields is the layout the compiled code reads.
    """

    prefix: float = 0.35
    """Probability of seeing only the beginning of the drawing."""
    shortest: float = 0.1
    """Least share of the points of a prefix."""
    drop: float = 0.2
    """Probability that strokes may be missing; then each is missing with a tenth."""
    jitter: float = 0.6
    """Probability that strokes are moved one by one."""
    shift: float = 3.0
    """Of a stroke, in 1/255 of the drawing."""
    turn: float = 0.13
    """Rotation of the whole, in radians."""
    shear: float = 0.12
    """Of the whole, as a slope."""
    stretch: float = 0.14
    """Of width against height, as a logarithm."""
    flip: float = 0.4
    """Probability of the mirror image."""
    bend: float = 4.0
    """Amplitude of a smooth wave across the drawing, in 1/255."""
    wobble: float = 0.9
    """Of single points, in 1/255."""
    thinnest: float = 1.4
    """Line width in pixels at 64 px, drawn between this …"""
    thickest: float = 2.9
    """… and this, on a logarithmic scale."""
    reorder: float = 0.1
    """Probability that a stroke is drawn from its other end, and that the order of the strokes turns round."""

    def parameters(self) -> NDArray[np.float64]:
        """The fields as an array, for the compiled code."""
        return np.array(astuple(self), np.float64)


PLAIN = AugmentConfig(0, 0.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, LINE, LINE, 0)
"""No change at all: the picture the service makes, byte for byte."""


def seeds(seed: int, step: int, count: int) -> NDArray[np.uint64]:
    """(count,) seeds of the looks of one step."""
    return np.random.Generator(np.random.Philox(key=[seed, step])).integers(0, 2**64, count, np.uint64)


def look_at(
    shard: Shard,
    index: NDArray[np.int64],
    look_seeds: NDArray[np.uint64],
    config: AugmentConfig,
    size: int = SIZE,
    teacher_size: int = 0,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float32]]:
    """Pictures (B, 3, size, size), the teacher's ink (B, 1, teacher_size, teacher_size) and shares seen (B,)."""
    pictures = np.zeros((len(index), 3, size, size), np.uint8)
    ink = np.zeros((len(index), 1, teacher_size, teacher_size), np.uint8)
    shares = np.ones(len(index), np.float32)
    _fill(
        shard.points,
        shard.strokes,
        shard.drawings,
        index,
        look_seeds,
        config.parameters(),
        pictures,
        ink,
        shares,
    )
    return pictures, ink, shares


@njit(cache=True)  # type: ignore[untyped-decorator]
def _uniform(state: NDArray[np.uint64]) -> float:
    state[0] += uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    z = z ^ (z >> uint64(31))
    return float(z >> uint64(11)) * 2.0**-53


@njit(cache=True)  # type: ignore[untyped-decorator]
def _normal(state: NDArray[np.uint64]) -> float:
    radius = np.sqrt(-2.0 * np.log(1.0 - _uniform(state)))
    return radius * np.cos(2.0 * np.pi * _uniform(state))  # type: ignore[no-any-return]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _fill(
    points: Any,
    strokes: Any,
    drawings: Any,
    index: Any,
    look_seeds: Any,
    p: Any,
    pictures: Any,
    ink: Any,
    shares: Any,
) -> None:
    state = np.empty(1, np.uint64)
    for item in range(index.size):
        state[0] = look_seeds[item]
        first, last = drawings[index[item]], drawings[index[item] + 1]
        begin = strokes[first]
        total = strokes[last] - begin
        shown = total
        if _uniform(state) < p[0]:
            share = p[1] + (1.0 - p[1]) * _uniform(state)
            shown = min(total, max(1, int(np.ceil(share * total))))
        shares[item] = shown / total
        x, y, offsets = np.empty(shown), np.empty(shown), np.empty(last - first + 1, np.int64)
        count = _copy(points, strokes, first, last, shown, p, state, x, y, offsets)
        offsets = offsets[: count + 1]
        kept = offsets[count]
        if p[5:11].max() > 0.0:
            _warp(x[:kept], y[:kept], p, state)
        size = pictures.shape[2]
        line = p[11] * np.exp(_uniform(state) * np.log(p[12] / p[11]))
        draw_strokes(x[:kept], y[:kept], offsets, pictures[item], line * size / SIZE, MARGIN * size / SIZE)
        if ink.shape[2]:
            unit = ink.shape[2] / 28.0
            draw_strokes(x[:kept], y[:kept], offsets, ink[item], 1.56 * unit, 1.56 * unit)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _copy(
    points: Any,
    strokes: Any,
    first: int,
    last: int,
    shown: int,
    p: Any,
    state: Any,
    x: Any,
    y: Any,
    offsets: Any,
) -> int:
    """Copy the strokes that are seen, each changed a little; returns their number."""
    begin = strokes[first]
    visible = 0
    while visible < last - first and strokes[first + visible] - begin < shown:
        visible += 1
    dropping = visible > 2 and _uniform(state) < p[2]
    backward = _uniform(state) < 0.5 * p[13]
    jittering = _uniform(state) < p[3]
    offsets[0] = 0
    count, kept = 0, 0
    for v in range(visible):
        s = first + (visible - 1 - v if backward else v)
        a, b = strokes[s], min(strokes[s + 1], begin + shown)
        if dropping and _uniform(state) < 0.1 and (count or v < visible - 1):
            continue
        turned = _uniform(state) < p[13]
        for i in range(a, b):
            j = b - 1 - (i - a) if turned else i
            x[kept + i - a] = float(points[j, 0])
            y[kept + i - a] = float(points[j, 1])
        if jittering:
            cx, cy = x[kept : kept + b - a].mean(), y[kept : kept + b - a].mean()
            grow, angle = np.exp(0.05 * _normal(state)), 0.05 * _normal(state)
            dx, dy = p[4] * _normal(state), p[4] * _normal(state)
            cos, sin = grow * np.cos(angle), grow * np.sin(angle)
            for i in range(kept, kept + b - a):
                ux, uy = x[i] - cx, y[i] - cy
                x[i] = cx + cos * ux - sin * uy + dx
                y[i] = cy + sin * ux + cos * uy + dy
        kept += b - a
        count += 1
        offsets[count] = kept
    return count


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _warp(x: Any, y: Any, p: Any, state: Any) -> None:
    """Turn, shear, stretch, mirror and bend the whole in place."""
    angle = p[5] * _normal(state)
    shear = p[6] * _normal(state)
    stretch = np.exp(0.5 * p[7] * _normal(state))
    mirror = -1.0 if _uniform(state) < p[8] else 1.0
    ax, ay = p[9] * _normal(state), p[9] * _normal(state)
    fx, fy = 0.5 + 1.5 * _uniform(state), 0.5 + 1.5 * _uniform(state)
    hx, hy = 2.0 * np.pi * _uniform(state), 2.0 * np.pi * _uniform(state)
    cos, sin = np.cos(angle), np.sin(angle)
    for i in range(x.size):
        ux = mirror * (x[i] - 127.5) * stretch
        uy = (y[i] - 127.5) / stretch
        ux += shear * uy
        vx, vy = cos * ux - sin * uy, sin * ux + cos * uy
        x[i] = vx + ax * np.sin(2.0 * np.pi * fx * vy / 255.0 + hx)
        y[i] = vy + ay * np.sin(2.0 * np.pi * fy * vx / 255.0 + hy)
        if p[10] > 0.0:
            x[i] += p[10] * _normal(state)
            y[i] += p[10] * _normal(state)
