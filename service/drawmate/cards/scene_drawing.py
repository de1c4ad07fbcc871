"""A scene as ink: the drawing of each object fitted into its box, with its parts, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from drawmate.cards.criteria_boxes import FRAME, Box
from drawmate.cards.scene_things import part, thing
from drawmate.cards.scenes import Scene, SceneObject
from drawmate.ink.drawing import Drawing, Floats

Line = tuple[Floats, Floats]
UNIT = Box(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """A scene's drawing, and whose each stroke is."""

    drawing: Drawing
    spans: tuple[tuple[int, int], ...]
    """One entry an object of the scene: its first stroke, and the first stroke after it."""


def draw_scene(scene: Scene, picture_of: Callable[[str], Drawing]) -> DrawnScene:
    """Draw a scene on the logical canvas.

    The ink of an object with its parts fills its box to the edges, so what holds of the boxes holds of the ink.

    Args:
        scene: what to draw.
        picture_of: an object's id to a drawing of it, of any size, as a picture card shows it. It is not asked
            for the objects that ``scene_things`` draws itself.

    Raises:
        InkError: ``blank`` when a picture has no ink.
    """
    lines: list[Line] = []
    spans = []
    for one in scene.objects:
        start = len(lines)
        lines += _fitted([*_picture(one.label, picture_of), *_parts(one)], one.box, one.mirrored)
        spans.append((start, len(lines)))
    return DrawnScene(Drawing.from_strokes(lines, canvas=(FRAME, FRAME)), tuple(spans))


def _picture(label: str, picture_of: Callable[[str], Drawing]) -> Iterator[Line]:
    """The object in the unit square."""
    own = thing(label).strokes
    if own:
        yield from ((np.array(xs), np.array(ys)) for xs, ys in own)
        return
    picture = picture_of(label)
    frame = Box(*picture.bounds())
    for x, y in picture.strokes():
        yield _moved(x, y, frame, UNIT)


def _parts(one: SceneObject) -> Iterator[Line]:
    """Its parts, in and about the unit square."""
    places = thing(one.label).parts
    for name in one.parts:
        for xs, ys in part(name).strokes:
            yield _moved(np.array(xs), np.array(ys), UNIT, places[name])


def _fitted(lines: list[Line], box: Box, mirrored: bool) -> Iterator[Line]:
    xs, ys = (np.concatenate(column) for column in zip(*lines, strict=True))
    frame = Box(float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
    if mirrored:
        box = Box(box.right, box.top, box.left, box.bottom)
    for x, y in lines:
        new_x, new_y = _moved(x, y, frame, box)
        yield new_x.round(1), new_y.round(1)


def _moved(x: Floats, y: Floats, frame: Box, target: Box) -> Line:
    """From one rectangle to another; a side without length keeps to the middle."""
    across = (x - frame.left) / frame.width if frame.width else np.full_like(x, 0.5)
    down = (y - frame.top) / frame.height if frame.height else np.full_like(y, 0.5)
    return target.left + across * target.width, target.top + down * target.height
