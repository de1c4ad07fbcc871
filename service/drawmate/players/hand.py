"""A hand: lines become strokes with a pace and a wobble, begun one after the other.

The same lines, chance and beginning give the same strokes, so a plan can be taken up again where its ink ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.ink import Drawing
from drawmate.players.pace import uniform
from drawmate.players.player import Deed, Sight, Stroke, Strokes

Floats = NDArray[np.float64]
Line = tuple[Floats, Floats]

SPEED: Final = 0.9
"""Table units a millisecond that a hand in a hurry draws."""

LIFT: Final[Milliseconds] = 160
"""The pen is in the air this long between strokes, about."""

STEP: Final = 12.0
"""Table units between the points of a stroke."""

WOBBLE: Final = 5.0
"""Table units by which a line sways at most."""

SIDE: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Begun:
    """A stroke and when it begins, in ms since whatever the drawing is counted from."""

    at: Milliseconds
    stroke: Stroke

    @property
    def end(self) -> Milliseconds:
        """When the pen is lifted."""
        return self.at + self.stroke[2][-1]


def lines_of(drawing: Drawing) -> list[Line]:
    """The lines of a drawing."""
    return [(x, y) for x, y in drawing.strokes()]


def lines_from(strokes: Sequence[Sequence[ArrayLike]]) -> list[Line]:
    """The lines of strokes as JSON has them: ``[[xs, ys], …]``."""
    return [(np.asarray(s[0], np.float64), np.asarray(s[1], np.float64)) for s in strokes]


def fitted(lines: Sequence[Line], box: tuple[float, float, float, float], *, keep: bool = True) -> list[Line]:
    """Lines moved and sized into a box (left, top, right, bottom), centred; ``keep``: in their own proportions."""
    if not lines:
        return []
    xs, ys = np.concatenate([x for x, _ in lines]), np.concatenate([y for _, y in lines])
    width, height = max(float(np.ptp(xs)), 1.0), max(float(np.ptp(ys)), 1.0)
    across, down = (box[2] - box[0]) / width, (box[3] - box[1]) / height
    if keep:
        across = down = min(across, down)
    middle = (float(xs.min() + xs.max()) / 2, float(ys.min() + ys.max()) / 2)
    centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return [(centre[0] + (x - middle[0]) * across, centre[1] + (y - middle[1]) * down) for x, y in lines]


def longest(lines: Sequence[Line], most: int) -> list[Line]:
    """The longest lines, in their own order."""
    lengths = [float(np.hypot(np.diff(x), np.diff(y)).sum()) for x, y in lines]
    kept = sorted(sorted(range(len(lines)), key=lambda i: -lengths[i])[:most])
    return [lines[i] for i in kept]


def drawn(
    lines: Iterable[Line],
    chance: Chance,
    begin: Milliseconds,
    *,
    speed: float = SPEED,
    wobble: float = WOBBLE,
    until: Milliseconds | None = None,
    sides: tuple[float, float] = (0.0, SIDE),
) -> tuple[tuple[Begun, ...], Chance]:
    """Draw lines one after the other from ``begin`` on, within these x.

    What would not be finished ``until`` then is left out.
    """
    begun: list[Begun] = []
    at = begin
    for x, y in lines:
        stroke, chance = _stroke(x, y, chance, speed, wobble, sides)
        one = Begun(at, stroke)
        if until is not None and one.end > until:
            break
        begun.append(one)
        lift, chance = uniform(chance, 0.6 * LIFT, 1.6 * LIFT)
        at = one.end + round(lift)
    return tuple(begun), chance


def rest(sight: Sight, canvas: str, begun: Sequence[Begun]) -> list[Deed]:
    """The deeds for what is not on the canvas yet of a drawing whose times count from the beginning of the phase."""
    late = sight.clock.since - sight.now
    left = begun[len(sight.drawing(canvas)) :]
    return [Deed(max(0, one.at + late), ink=Strokes(canvas, (one.stroke,))) for one in left]


def end_of(begun: Sequence[Begun], default: Milliseconds = 0) -> Milliseconds:
    """When the last stroke ends."""
    return begun[-1].end if begun else default


def _stroke(
    x: Floats, y: Floats, chance: Chance, speed: float, wobble: float, sides: tuple[float, float]
) -> tuple[Stroke, Chance]:
    """One line, evenly spaced, swaying slowly to both sides, all on the canvas."""
    along = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    length = float(along[-1])
    at = np.linspace(0.0, length, max(2, int(length / STEP) + 1))
    if length > 0.0:
        kept = np.unique(np.concatenate((at, along)))
        at = kept[np.concatenate(([True], np.diff(kept) > 1e-6))]
    columns = []
    for column, (low, high) in ((x, sides), (y, (0.0, SIDE))):
        phase, chance = uniform(chance, 0.0, 6.28)
        waves, chance = uniform(chance, 90.0, 220.0)
        sway = wobble * np.sin(phase + at / waves)
        points = np.interp(at, along, column) if length > 0.0 else np.full(at.size, float(column[0]))
        columns.append(tuple(np.clip(points + sway, low, high).round(1).tolist()))
    times = tuple(int(t) for t in np.maximum.accumulate(np.round(at / speed)))
    return (columns[0], columns[1], times), chance
