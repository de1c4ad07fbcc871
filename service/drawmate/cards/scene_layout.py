"""Laying out a place: which objects it gets this time, and a box for each without ugly overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from drawmate.cards.criteria_boxes import FRAME, Box
from drawmate.cards.scene_chance import Stream
from drawmate.cards.scene_places import Hold, Place, Slot
from drawmate.cards.scene_things import thing
from drawmate.cards.scenes import FEWEST, MOST, SECONDS, SceneObject, drawing_time

EDGE: Final = 12.0
"""Least distance from the frame, in frame units."""
APART: Final = 14.0
"""Least distance of objects, unless one is the other's host."""
WIDE: Final = 1.5
"""Things wider than this for their height are made lower, so as not to be larger than the others."""
TRIES: Final = 40
"""Boxes tried for an object before it is given up."""


@dataclass(frozen=True, slots=True)
class _Wish:
    slot: Slot
    thing: SceneObject
    """Not yet in its place."""


@dataclass(frozen=True, slots=True)
class _Stand:
    slot: Slot
    thing: SceneObject


def lay_out(place: Place, stream: Stream) -> tuple[SceneObject, ...] | None:
    """Objects of the place, 5 to 12 and quick enough to draw; None if it does not work out this time."""
    wishes = _trimmed([wish for slot in place.slots for wish in _wishes(slot, stream)], stream)
    stands: list[_Stand] = []
    for wish in wishes:
        stand = _stand(wish, stands, stream)
        if stand is not None:
            stands.append(stand)
        elif _count(wish.slot, wishes) <= wish.slot.count[0] and not isinstance(wish.slot.ground, Hold):
            return None
    if not FEWEST <= len(stands) <= MOST:
        return None
    objects = tuple(stand.thing for stand in stands)
    return tuple(map(_turned, objects)) if stream.percent(50) else objects


def _wishes(slot: Slot, stream: Stream) -> list[_Wish]:
    count = stream.between(*slot.count)
    one = stream.pick(slot.things)
    labels = [stream.pick(slot.things) if slot.mixed else one for _ in range(count)]
    return [_Wish(slot, _sized(label, slot, stream)) for label in labels]


def _sized(label: str, slot: Slot, stream: Stream) -> SceneObject:
    aspect = thing(label).aspect
    height = int(stream.between(*slot.height) * (1.0 if slot.width else min(1.0, WIDE / aspect)) + 0.5)
    width = stream.between(*slot.width) if slot.width else int(height * aspect + 0.5)
    can = thing(label).parts
    parts = tuple(name for name, percent in slot.parts.items() if name in can and stream.percent(percent))
    return SceneObject(label, Box(0.0, 0.0, float(width), float(height)), parts, stream.percent(50))


def _trimmed(wishes: list[_Wish], stream: Stream) -> list[_Wish]:
    """Without as many as are too many, or take too long, as far as the slots' least counts allow."""
    while len(wishes) > MOST or drawing_time(tuple(wish.thing for wish in wishes)) > SECONDS:
        spare = [i for i, wish in enumerate(wishes) if _count(wish.slot, wishes) > wish.slot.count[0]]
        if not spare:
            return []
        del wishes[stream.pick(spare)]
    return wishes


def _stand(wish: _Wish, stands: Sequence[_Stand], stream: Stream) -> _Stand | None:
    ground = wish.slot.ground
    host = None
    if isinstance(ground, Hold):
        hosts = [stand.thing for stand in stands if stand.slot.name == ground.slot]
        if not hosts:
            return None
        host = stream.pick(hosts)
    for _ in range(TRIES):
        box = _box(wish.thing.box, ground, host, stream)
        if _fits(box, wish.slot, host, stands):
            sized = wish.thing
            return _Stand(wish.slot, SceneObject(sized.label, box, sized.parts, sized.mirrored))
    return None


def _box(size: Box, ground: Box | Hold, host: SceneObject | None, stream: Stream) -> Box:
    """The size moved to a foot of chance; whole units."""
    if isinstance(ground, Hold) and host is not None:
        around = host.box
        x = around.left + around.width * stream.between(*ground.across) // 100
        y = around.top + around.height * stream.between(*ground.depth) // 100
    else:
        assert isinstance(ground, Box)
        x = float(stream.between(int(ground.left), int(ground.right)))
        y = float(stream.between(int(ground.top), int(ground.bottom)))
    left = x - size.width // 2
    return Box(left, y - size.height, left + size.width, y)


def _fits(box: Box, slot: Slot, host: SceneObject | None, stands: Sequence[_Stand]) -> bool:
    if min(box.left, box.top) < EDGE or max(box.right, box.bottom) > FRAME - EDGE:
        return False
    if host is not None and isinstance(slot.ground, Hold) and slot.ground.inside:
        around = host.box
        if box.left < around.left or box.right > around.right or box.top < around.top:
            return False
        if box.bottom > around.bottom:
            return False
    return all(stand.thing is host or box.gap(stand.thing.box) >= APART for stand in stands)


def _turned(one: SceneObject) -> SceneObject:
    return SceneObject(one.label, one.box.mirrored(), one.parts, not one.mirrored)


def _count(slot: Slot, wishes: Sequence[_Wish]) -> int:
    return sum(wish.slot is slot for wish in wishes)
