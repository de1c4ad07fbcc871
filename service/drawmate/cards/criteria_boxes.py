"""Where things lie: boxes in the logical frame, and how clearly a box or two meet a spatial word.

Every judgement is a margin: 0 at the edge of what still counts, 1 where nobody would argue, negative where it
does not count, -1 where nobody would say it does. So ``margin >= 0`` is the verdict, and a judge may call
anything between -1 and 1 unsure. Only comparisons and the four operations are used: equal on every platform.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

FRAME: Final = 1000.0
"""Width and height of the logical frame; y grows downward."""
PLACE_SLACK: Final = 40.0
"""A centre this far beyond the border of a third still counts as in it, in frame units."""
PLACE_DOUBT: Final = 60.0
"""The doubtful zone of a place, in frame units."""
BESIDE_SHARE: Final = 0.4
"""Left, right, above and below ask that the centres lie apart by this part of the wider (taller) of the two."""
BESIDE_DOUBT: Final = 0.2
"""The doubtful zone of that part."""
BESIDE_LEAST: Final = 60.0
"""Thinner things are taken to be this wide (tall), in frame units."""
LEVEL_DOUBT: Final = 40.0
"""The doubtful zone of being at the same height, in frame units."""
TOUCH_GAP: Final = 15.0
"""Things this close touch, in frame units; at no gap they clearly do."""
NEAR_GAP: Final = 120.0
"""Things this close are near each other, in frame units; at half of it they clearly are."""
INSIDE_SHARE: Final = 0.8
"""The part of a box that must lie in another to be inside; all of it clearly is."""
OVERLAP_SHARE: Final = 0.1
"""The part of the smaller box that must be common to overlap."""
OVERLAP_DOUBT: Final = 0.1
"""The doubtful zone of overlapping, as a part of the smaller box."""
ON_DEPTH: Final = 0.75
"""What stands on a thing reaches no deeper into it than this part of the thing's height."""
SIZE_RATIO: Final = 1.2
"""One thing is larger than another from this ratio of areas, and taller from this ratio of heights."""
SIZE_DOUBT: Final = 0.3
"""The doubtful zone of the ratio."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle with sides longer than zero, in frame units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def x(self) -> float:
        """The centre's x."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """The centre's y."""
        return (self.top + self.bottom) / 2

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    def common(self, other: Box) -> float:
        """The area both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def gap(self, other: Box) -> float:
        """The larger of the horizontal and the vertical distance between the boxes; 0 if they meet."""
        return max(
            0.0,
            self.left - other.right,
            other.left - self.right,
            self.top - other.bottom,
            other.top - self.bottom,
        )

    def mirrored(self) -> Box:
        """The box with left and right of the frame swapped."""
        return Box(FRAME - self.right, self.top, FRAME - self.left, self.bottom)


class Zone(StrEnum):
    """A part of the frame; a thing is in it when its centre is."""

    LEFT_HALF = "left_half"
    RIGHT_HALF = "right_half"
    TOP_HALF = "top_half"
    BOTTOM_HALF = "bottom_half"
    LEFT_THIRD = "left_third"
    RIGHT_THIRD = "right_third"
    TOP_THIRD = "top_third"
    BOTTOM_THIRD = "bottom_third"
    MIDDLE = "middle"
    """The middle third both ways."""
    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"
    CORNER = "corner"
    """Any of the four corners; a corner is where two thirds cross."""


class Relation(StrEnum):
    """How one thing lies to another."""

    LEFT_OF = "left_of"
    RIGHT_OF = "right_of"
    ABOVE = "above"
    BELOW = "below"
    INSIDE = "inside"
    ON = "on"
    """Standing or lying on: the foot at the other's upper side or somewhat within it."""
    TOUCHING = "touching"
    NEAR = "near"
    OVERLAPPING = "overlapping"


class Size(StrEnum):
    """How the size of one thing compares with another's."""

    LARGER = "larger"
    SMALLER = "smaller"
    TALLER = "taller"


def zone_margin(box: Box, zone: Zone) -> float:
    """How clearly a box is in a part of the frame."""
    match zone:
        case Zone.LEFT_HALF:
            return (FRAME / 2 - box.x) / PLACE_DOUBT
        case Zone.RIGHT_HALF:
            return (box.x - FRAME / 2) / PLACE_DOUBT
        case Zone.TOP_HALF:
            return (FRAME / 2 - box.y) / PLACE_DOUBT
        case Zone.BOTTOM_HALF:
            return (box.y - FRAME / 2) / PLACE_DOUBT
        case Zone.LEFT_THIRD:
            return (FRAME / 3 + PLACE_SLACK - box.x) / PLACE_DOUBT
        case Zone.RIGHT_THIRD:
            return (box.x - FRAME * 2 / 3 + PLACE_SLACK) / PLACE_DOUBT
        case Zone.TOP_THIRD:
            return (FRAME / 3 + PLACE_SLACK - box.y) / PLACE_DOUBT
        case Zone.BOTTOM_THIRD:
            return (box.y - FRAME * 2 / 3 + PLACE_SLACK) / PLACE_DOUBT
        case Zone.MIDDLE:
            away = max(abs(box.x - FRAME / 2), abs(box.y - FRAME / 2))
            return (FRAME / 6 + PLACE_SLACK - away) / PLACE_DOUBT
        case Zone.CORNER:
            return max(_corner(box, *thirds) for thirds in _CORNERS.values())
    return _corner(box, *_CORNERS[zone])


def relation_margin(first: Box, relation: Relation, second: Box) -> float:
    """How clearly the first box lies so to the second."""
    return _RELATIONS[relation](first, second)


def size_margin(first: Box, size: Size, second: Box) -> float:
    """How clearly the first box is larger (by area), smaller, or taller than the second."""
    match size:
        case Size.LARGER:
            ratio = first.area / second.area
        case Size.SMALLER:
            ratio = second.area / first.area
        case Size.TALLER:
            ratio = first.height / second.height
    return (ratio - SIZE_RATIO) / SIZE_DOUBT


def between_margin(box: Box, one: Box, other: Box) -> float:
    """How clearly a box lies between two others, one on its left and one on its right, at about their height."""
    aside = max(min(_left(one, box), _left(box, other)), min(_left(other, box), _left(box, one)))
    level = min(box.bottom - min(one.top, other.top), max(one.bottom, other.bottom) - box.top)
    return min(aside, level / LEVEL_DOUBT)


def _corner(box: Box, side: Zone, end: Zone) -> float:
    return min(zone_margin(box, side), zone_margin(box, end))


_CORNERS: Final[Mapping[Zone, tuple[Zone, Zone]]] = {
    Zone.TOP_LEFT: (Zone.LEFT_THIRD, Zone.TOP_THIRD),
    Zone.TOP_RIGHT: (Zone.RIGHT_THIRD, Zone.TOP_THIRD),
    Zone.BOTTOM_LEFT: (Zone.LEFT_THIRD, Zone.BOTTOM_THIRD),
    Zone.BOTTOM_RIGHT: (Zone.RIGHT_THIRD, Zone.BOTTOM_THIRD),
}


def _left(a: Box, b: Box) -> float:
    """Asks for more than the centres' order, so that a dog before a wide house is not beside it."""
    part = (b.x - a.x) / max(a.width, b.width, BESIDE_LEAST)
    return (part - BESIDE_SHARE) / BESIDE_DOUBT


def _above(a: Box, b: Box) -> float:
    part = (b.y - a.y) / max(a.height, b.height, BESIDE_LEAST)
    return (part - BESIDE_SHARE) / BESIDE_DOUBT


def _inside(a: Box, b: Box) -> float:
    return (a.common(b) / a.area - INSIDE_SHARE) / (1 - INSIDE_SHARE)


def _on(a: Box, b: Box) -> float:
    foot = (a.bottom - b.top + TOUCH_GAP) / TOUCH_GAP
    depth = (b.top + ON_DEPTH * b.height - a.bottom) / TOUCH_GAP
    across = min(a.x - b.left, b.right - a.x) / TOUCH_GAP
    return min(foot, depth, across)


def _touching(a: Box, b: Box) -> float:
    return (TOUCH_GAP - a.gap(b)) / TOUCH_GAP


def _near(a: Box, b: Box) -> float:
    return (NEAR_GAP - a.gap(b)) / (NEAR_GAP / 2)


def _overlapping(a: Box, b: Box) -> float:
    return (a.common(b) / min(a.area, b.area) - OVERLAP_SHARE) / OVERLAP_DOUBT


_RELATIONS: Final[Mapping[Relation, Callable[[Box, Box], float]]] = {
    Relation.LEFT_OF: _left,
    Relation.RIGHT_OF: lambda a, b: _left(b, a),
    Relation.ABOVE: _above,
    Relation.BELOW: lambda a, b: _above(b, a),
    Relation.INSIDE: _inside,
    Relation.ON: _on,
    Relation.TOUCHING: _touching,
    Relation.NEAR: _near,
    Relation.OVERLAPPING: _overlapping,
}
