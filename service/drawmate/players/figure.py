"""A person drawn as a simple figure with what it is known by, and half of it up to the fold.

A sheet has the canvas of 1000 units; it is folded at its middle, the left half to the left of it. Traits are drawn
where there is a picture of them: hats on the head, what is held in the hand, beings and things beside. Others are left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from drawmate.cards import pen
from drawmate.players.hand import Line, fitted, lines_of, longest
from drawmate.players.sketch import picture_of

FOLD: Final = 500.0
"""The x of the fold, in table units (D2.7)."""

Box = tuple[float, float, float, float]

_PLACES: Final[Mapping[str, Box]] = {
    "hat": (400.0, 40.0, 600.0, 175.0),
    "held": (120.0, 400.0, 330.0, 640.0),
    "companion": (90.0, 690.0, 340.0, 950.0),
    "setting": (50.0, 50.0, 330.0, 330.0),
}
"""Where traits are drawn, on the left of the figure; the right has them mirrored."""

_DETAIL: Final = 7
"""Lines of a trait at most."""


def half_figure(traits: Sequence[Mapping[str, Any]], half: str) -> list[Line]:
    """The lines of half a figure; ``half`` is ``left`` or ``right``. Nothing crosses the fold."""
    lines = [*_body(traits)]
    for trait in traits:
        box = _PLACES.get(trait["kind"])
        picture = _known(str(trait["value"]))
        if box is not None and picture:
            if half == "right":
                box = (2 * FOLD - box[2], box[1], 2 * FOLD - box[0], box[3])
            lines += fitted(longest(picture, _DETAIL), box)
    return [part for line in lines for part in _clipped(line, half)]


def _body(traits: Sequence[Mapping[str, Any]]) -> list[Line]:
    strokes = [
        pen.oval((FOLD, 270), (95, 110)),
        pen.oval((462, 250), (12, 12)),
        pen.oval((538, 250), (12, 12)),
        pen.arc((FOLD, 285), (40, 40), 20, 160),
        pen.polygon([(440, 390), (560, 390), (610, 680), (390, 680)]),
        pen.curve([(440, 410), (370, 480), (330, 560)]),
        pen.curve([(560, 410), (630, 480), (670, 560)]),
        pen.line([(450, 680), (440, 930), (390, 935)]),
        pen.line([(550, 680), (560, 930), (610, 935)]),
    ]
    values = {(trait["kind"], trait["value"]) for trait in traits}
    if ("hair", "long") in values:
        strokes += [
            pen.curve([(420, 200), (385, 320), (395, 430)]),
            pen.curve([(580, 200), (615, 320), (605, 430)]),
        ]
    return [(one[:, 0].copy(), one[:, 1].copy()) for one in strokes]


def _known(value: str) -> list[Line]:
    """The picture of a trait, or of the last word of its name: a chef hat is a hat."""
    picture = picture_of(value) or picture_of(value.rpartition(" ")[2])
    return [] if picture is None else lines_of(picture)


def _clipped(line: Line, half: str) -> list[Line]:
    """The parts of a line on one side of the fold, cut exactly at it."""
    points: list[tuple[float, float]] = []
    for x, y in zip(*(column.tolist() for column in line), strict=True):
        if points and (points[-1][0] - FOLD) * (x - FOLD) < 0:
            share = (FOLD - points[-1][0]) / (x - points[-1][0])
            points.append((FOLD, points[-1][1] + share * (y - points[-1][1])))
        points.append((x, y))
    runs: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point[0] <= FOLD if half == "left" else point[0] >= FOLD:
            runs[-1].append(point)
        else:
            runs.append([])
    parts = [np.array(run) for run in runs if len(run) > 1]
    return [(part[:, 0].copy(), part[:, 1].copy()) for part in parts]
