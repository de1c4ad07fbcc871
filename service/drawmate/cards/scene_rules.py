"""What a scene's criteria must keep among scenes: none true nearly everywhere, none saying what another says.

The second is asked in two ways: by form (``criteria_implication``, checked when a scene is read) and on trial,
over the scene's own objects misdrawn in many ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Final

from drawmate.cards.criteria import Absent, Both, Criterion, things
from drawmate.cards.criteria_boxes import FRAME, Box
from drawmate.cards.criteria_judging import Arrangement, holds
from drawmate.cards.scene_chance import Stream
from drawmate.cards.scene_things import members
from drawmate.cards.scenes import LEAST_SIDE, Scene, SceneObject

ELSEWHERE: Final = 0.6
"""No criterion is true of a greater part of other scenes."""
ALIKE: Final = 0.05
"""Two criteria that differ on a smaller part of the misdrawn scenes are the same in practice."""
MISSING, MOVED, RESIZED, EXTRA, BARE = 26, 30, 25, 12, 40
"""Percentages of objects left out, moved, of another size or drawn twice, and of parts left out."""

_FACTORS: Final = (0.5, 0.7, 1.4, 2.0)


def truth_rate(criterion: Criterion, arrangements: Sequence[Arrangement]) -> float:
    """The part of the arrangements it holds of; 0 if there are none."""
    return sum(holds(criterion, one) for one in arrangements) / max(1, len(arrangements))


def misdrawn(objects: Sequence[SceneObject], stream: Stream) -> tuple[SceneObject, ...]:
    """The objects as somebody might draw them who did not hear all of the description."""
    drawn: list[SceneObject] = []
    for one in objects:
        if not stream.percent(MISSING):
            drawn.append(_redrawn(one, stream))
        if stream.percent(EXTRA):
            drawn.append(SceneObject(one.label, _moved(one.box, stream), (), one.mirrored))
    return tuple(drawn)


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """Arrangements to try criteria on. Patterns have a bit for each, the first lowest."""

    arrangements: tuple[Arrangement, ...]
    shown: Mapping[str, int]
    """An object's id to the pattern of where there is one."""
    known: dict[Criterion, int] = field(default_factory=dict)
    """What was tried already."""

    @classmethod
    def of(cls, arrangements: Iterable[Arrangement]) -> Reference:
        """Index the arrangements."""
        kept = tuple(arrangements)
        shown: dict[str, int] = {}
        for i, arrangement in enumerate(kept):
            for one in arrangement:
                shown[one.label] = shown.get(one.label, 0) | 1 << i
        return cls(kept, shown)

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.arrangements)

    def presence(self, names: Iterable[str]) -> int:
        """Where there is something of each name."""
        pattern = (1 << self.size) - 1
        for name in names:
            pattern &= reduce(or_, (self.shown.get(label, 0) for label in members(name)))
        return pattern

    def truths(self, criterion: Criterion) -> int:
        """Where the criterion holds."""
        if criterion not in self.known:
            self.known[criterion] = self._tried(criterion)
        return self.known[criterion]

    def _tried(self, criterion: Criterion) -> int:
        match criterion:
            case Both(first, second):
                return self.truths(first) & self.truths(second)
            case Absent():
                asked = (1 << self.size) - 1
            case _:
                asked = self.presence(things(criterion))
        return sum(
            1 << i for i, one in enumerate(self.arrangements) if asked >> i & 1 and holds(criterion, one)
        )


def alike(first: int, second: int, size: int) -> bool:
    """Whether two patterns of truth hardly differ, or one never holds without the other."""
    differ = (first ^ second).bit_count()
    return differ < ALIKE * size or not first & ~second or not second & ~first


def near_duplicates(scene: Scene, stream: Stream, size: int) -> Iterator[tuple[int, int]]:
    """The pairs of the scene's criteria that are alike over so many misdrawn scenes."""
    trials = Reference.of(misdrawn(scene.objects, stream) for _ in range(size))
    patterns = [trials.truths(criterion) for criterion in scene.criteria]
    for i, first in enumerate(patterns):
        for j in range(i + 1, len(patterns)):
            if alike(first, patterns[j], size):
                yield i, j


def _redrawn(one: SceneObject, stream: Stream) -> SceneObject:
    box = one.box
    if stream.percent(RESIZED):
        box = _resized(box, stream.pick(_FACTORS))
    if stream.percent(MOVED):
        box = _moved(box, stream)
    parts = tuple(name for name in one.parts if not stream.percent(BARE))
    return SceneObject(one.label, box, parts, one.mirrored)


def _resized(box: Box, factor: float) -> Box:
    """About the middle of the lower side."""
    half = max(LEAST_SIDE, min(FRAME, box.width * factor)) / 2
    height = max(LEAST_SIDE, min(FRAME, box.height * factor))
    return Box(box.x - half, box.bottom - height, box.x + half, box.bottom)


def _moved(box: Box, stream: Stream) -> Box:
    left = float(stream.between(0, max(0, int(FRAME - box.width))))
    top = float(stream.between(0, max(0, int(FRAME - box.height))))
    return Box(left, top, left + box.width, top + box.height)
