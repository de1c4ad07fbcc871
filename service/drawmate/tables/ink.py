"""The ink of a table: an append-only log keyed (canvas, stroke, offset), so that sending a piece again is harmless.

Points are in table units; nothing here knows whose turn it is or who may see what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from drawmate.ink import Drawing
from drawmate.ink.limits import MAX_POINTS, MAX_STROKES
from drawmate.tables.refusals import Refusal
from drawmate.wire.limits import CANVAS, STROKE_POINTS

__all__ = ["Canvas", "Ink", "Stroke", "clipped"]


@dataclass(slots=True)
class Stroke:
    """A stroke as far as it is drawn; ``t`` is empty when its times are not known."""

    color: int
    x: list[float] = field(default_factory=list)
    y: list[float] = field(default_factory=list)
    t: list[int] = field(default_factory=list)
    end: bool = False


@dataclass(slots=True)
class Canvas:
    """Strokes by their numbers, in the order in which they were begun; ``undone`` numbers are not used again."""

    strokes: dict[int, Stroke] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    points: int = 0
    version: int = 0
    """Rises with every change."""


class Ink:
    """All canvases of a table by name."""

    def __init__(self) -> None:
        self._canvases: dict[str, Canvas] = {}

    def canvas(self, name: str) -> Canvas:
        """The canvas of a name; an empty one when nothing was drawn on it."""
        return self._canvases.get(name) or Canvas()

    def fresh(
        self,
        name: str,
        number: int,
        offset: int,
        x: Sequence[float],
        y: Sequence[float],
        t: Sequence[int] | None,
        end: bool,
    ) -> int | None:
        """How many points of a piece are known already; None when nothing of it is new.

        Raises:
            Refusal: ``gap``, ``different_ink``, ``too_many_strokes``, ``too_many_points``, ``sealed``.
        """
        canvas = self.canvas(name)
        if number in canvas.undone:
            raise Refusal("sealed", "this stroke was taken back")
        stroke = canvas.strokes.get(number)
        have = len(stroke.x) if stroke else 0
        if offset > have:
            raise Refusal("gap", expected=have)
        known = min(have - offset, len(x))
        if stroke is not None and known:
            until = offset + known
            if stroke.x[offset:until] != list(x[:known]) or stroke.y[offset:until] != list(y[:known]):
                raise Refusal("different_ink")
        added = len(x) - known
        if stroke is not None and stroke.end:
            if added:
                raise Refusal("sealed", "this stroke has ended")
            return None
        if not added and not (end and stroke is not None):
            return None
        if stroke is None and len(canvas.strokes) >= MAX_STROKES:
            raise Refusal("too_many_strokes")
        if have + added > STROKE_POINTS or canvas.points + added > MAX_POINTS:
            raise Refusal("too_many_points")
        return known

    def draw(
        self,
        name: str,
        number: int,
        color: int,
        x: Sequence[float],
        y: Sequence[float],
        t: Sequence[int] | None,
        end: bool,
    ) -> None:
        """Append new points to a stroke."""
        canvas = self._canvases.setdefault(name, Canvas())
        stroke = canvas.strokes.setdefault(number, Stroke(color))
        timed = t is not None and len(stroke.t) == len(stroke.x)
        stroke.x.extend(x)
        stroke.y.extend(y)
        if timed and t is not None:
            stroke.t.extend(t)
        else:
            stroke.t.clear()
        stroke.end = stroke.end or end
        canvas.points += len(x)
        canvas.version += 1

    def undo(self, name: str, number: int) -> None:
        """Take a stroke back.

        Raises:
            Refusal: ``no_canvas``: there is no such stroke.
        """
        canvas = self.canvas(name)
        if number not in canvas.strokes:
            raise Refusal("no_canvas", "there is no such stroke")
        canvas.points -= len(canvas.strokes.pop(number).x)
        canvas.undone.add(number)
        canvas.version += 1

    def drawing(self, name: str, part: tuple[float, float] = (0.0, CANVAS)) -> Drawing:
        """What is on a canvas between two x."""
        strokes = [piece for stroke in self.canvas(name).strokes.values() for piece in clipped(stroke, part)]
        return Drawing.from_strokes([[s.x, s.y] for s in strokes])


def clipped(stroke: Stroke, part: tuple[float, float]) -> list[Stroke]:
    """The parts of a stroke between two x, cut where it crosses them (D2.7)."""
    low, high = part
    if all(low <= x <= high for x in stroke.x):
        return [stroke]
    found: list[Stroke] = []
    current: Stroke | None = None
    for i, (x, y) in enumerate(zip(stroke.x, stroke.y, strict=True)):
        inside = low <= x <= high
        if i:
            for edge_x, edge_y in _crossings(stroke.x[i - 1], stroke.y[i - 1], x, y, low, high):
                if current is None:
                    current = Stroke(stroke.color, end=True)
                    found.append(current)
                current.x.append(edge_x)
                current.y.append(edge_y)
                if not inside and len(current.x) > 1:
                    current = None
        if inside:
            if current is None:
                current = Stroke(stroke.color, end=True)
                found.append(current)
            current.x.append(x)
            current.y.append(y)
        else:
            current = None
    return found


def _crossings(
    x0: float, y0: float, x1: float, y1: float, low: float, high: float
) -> list[tuple[float, float]]:
    """Where a segment crosses the two edges, in its own order."""
    if x0 == x1:
        return []
    at = sorted((edge - x0) / (x1 - x0) for edge in (low, high))
    return [(x0 + u * (x1 - x0), y0 + u * (y1 - y0)) for u in at if 0 < u < 1]
