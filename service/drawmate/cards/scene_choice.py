"""Choosing ten criteria for a scene: clear, of many kinds, and such that their answers tell drawings apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

from drawmate.cards.criteria import (
    Absent,
    Amount,
    Between,
    Both,
    Compared,
    Count,
    Criterion,
    HasPart,
    Located,
    Present,
    Related,
    Simple,
    things,
)
from drawmate.cards.criteria_boxes import Relation, Size, Zone
from drawmate.cards.criteria_implication import implies
from drawmate.cards.criteria_judging import margin
from drawmate.cards.scene_chance import Stream
from drawmate.cards.scene_rules import Reference, alike
from drawmate.cards.scene_things import load_things, thing
from drawmate.cards.scenes import CLEAR, CRITERIA, SceneObject

SELDOM, OFTEN = 0.18, 0.6
"""How much of the reference a criterion may be true of."""
MOST_OF_KIND: Final = {
    Present: 1, Absent: 1, Count: 3, Located: 2, Related: 4, Between: 2, Compared: 2, HasPart: 3, Both: 1,
}  # fmt: skip
LEAST_KINDS: Final = 4
MOST_OF_RELATION: Final = 2
MOST_OF_THING: Final = 3
"""Criteria that may name the same thing."""
ENOUGH: Final = 60
"""Good candidates looked at."""
FEW, OBVIOUS = 5, 0.75
"""In so many pictures that have the things it must fail in a quarter."""
COMMON: Final = ("sun", "tree", "cloud", "person", "animal", "house")
"""Things whose absence is worth a word."""

_DIRECTIONS: Final = (Relation.LEFT_OF, Relation.RIGHT_OF, Relation.ABOVE, Relation.BELOW)


def candidates(objects: Sequence[SceneObject]) -> Iterator[Criterion]:
    """Criteria that make sense to ask of these objects and that they clearly meet."""
    return (one for one in _sensible(objects) if margin(one, objects) >= CLEAR)


def choose(
    objects: Sequence[SceneObject],
    kin: Reference,
    trials: Reference,
    others: Reference,
    stream: Stream,
    given: Sequence[Criterion] = (),
) -> tuple[Criterion, ...] | None:
    """Ten criteria for the objects; None if there are not ten good ones.

    Each is true of 20 to 60 percent of kin and trials together, of no more than 60 percent of the others, and
    not of nearly every picture in which its things are. One at a time that is chosen which splits the most pairs
    of kin and trials that those before it do not tell apart, give or take some chance. Whole numbers only, so
    that every platform chooses alike.

    Args:
        objects: what is in the scene.
        kin: other scenes of the same kind of place.
        trials: the same scene misdrawn.
        others: scenes of any place.
        stream: chance.
        given: criteria to begin with.
    """
    size = kin.size + trials.size
    cells = [(1 << size) - 1]
    chosen: list[Criterion] = []
    open_: dict[Criterion, int] = {}
    for one in stream.shuffled([*candidates(objects)]):
        pattern = kin.truths(one) | trials.truths(one) << kin.size
        if SELDOM * size <= pattern.bit_count() <= OFTEN * size and _telling(one, kin, others):
            open_[one] = pattern
        if len(open_) == ENOUGH:
            break
    waiting = list(given)
    while len(chosen) < CRITERIA:
        if waiting:
            best = waiting.pop(0)
            pattern = kin.truths(best) | trials.truths(best) << kin.size
        elif open_:
            best = max(open_, key=lambda one: _worth(one, open_[one], cells) * stream.between(60, 100))
            pattern = open_[best]
        else:
            return None
        chosen.append(best)
        cells = _split(cells, pattern)
        full = _full(chosen)
        open_ = {
            one: theirs
            for one, theirs in open_.items()
            if not full(one)
            and not alike(pattern, theirs, size)
            and not implies(one, best)
            and not implies(best, one)
        }
    if len({type(one) for one in chosen}) < LEAST_KINDS:
        return None
    return tuple(stream.shuffled(chosen))


def _telling(one: Criterion, kin: Reference, others: Reference) -> bool:
    """Whether it says more than that its things are there, as far as other scenes show."""
    if others.truths(one).bit_count() > OFTEN * others.size:
        return False
    if isinstance(one, Present | Absent | Both):
        return True
    names = set(things(one))
    there = kin.presence(names).bit_count() + others.presence(names).bit_count()
    true = kin.truths(one).bit_count() + others.truths(one).bit_count()
    return there < FEW or true <= OBVIOUS * there


def _full(chosen: Sequence[Criterion]) -> Callable[[Criterion], bool]:
    """Whether there is enough of a criterion's kind, relation or things among the chosen."""
    kinds = Counter(type(one) for one in chosen)
    relations = Counter(one.relation for one in chosen if isinstance(one, Related))
    named = Counter(name for one in chosen for name in set(things(one)))
    return lambda one: (
        kinds[type(one)] >= MOST_OF_KIND[type(one)]
        or (isinstance(one, Related) and relations[one.relation] >= MOST_OF_RELATION)
        or any(named[name] >= MOST_OF_THING for name in things(one))
    )


def _worth(one: Criterion, pattern: int, cells: Sequence[int]) -> int:
    """The pairs it newly tells apart, more for what is more fun to hear."""
    match one:
        case HasPart() | Between() | Related(_, Relation.ON | Relation.INSIDE | Relation.TOUCHING, _):
            fun = 4
        case Count(_, 1, _) | Related(_, Relation.NEAR, _):
            fun = 1
        case _:
            fun = 2
    return fun * (_gain(cells, pattern) + 1)


def _gain(cells: Sequence[int], pattern: int) -> int:
    """The pairs of reference scenes it newly tells apart."""
    return sum((cell & pattern).bit_count() * (cell & ~pattern).bit_count() for cell in cells)


def _split(cells: Sequence[int], pattern: int) -> list[int]:
    return [part for cell in cells for part in (cell & pattern, cell & ~pattern) if part.bit_count() > 1]


def _sensible(objects: Sequence[SceneObject]) -> Iterator[Criterion]:
    found = Counter(one.label for one in objects)
    lone = [label for label, often in found.items() if often == 1]
    yield from _numbers(found)
    for label in found:
        yield Present(label)
        for zone in Zone:
            yield Located(label, zone)
    for label, part in sorted({(one.label, part) for one in objects for part in one.parts}):
        yield HasPart(label, part)
    for first, second in permutations(found, 2):
        yield from _pair(first, second, found)
    for middle in lone:
        for first, second in combinations([label for label in lone if label != middle], 2):
            if thing(middle).aloft == thing(first).aloft == thing(second).aloft:
                yield Between(middle, first, second)
        for label, often in found.items():
            if often == 2 and thing(middle).aloft == thing(label).aloft:
                yield Between(middle, label, label)
    yield from _twofold(found)


def _numbers(found: Counter[str]) -> Iterator[Simple]:
    for label, often in found.items():
        if thing(label).counted:
            yield Count(Amount.EXACTLY, often, label)
            if often > 2:
                yield Count(Amount.AT_LEAST, often - 1, label)
    for name, known in load_things().items():
        kinds = [label for label in known.members if found[label]]
        if not known.drawn and len(kinds) > 1:
            often = sum(found[label] for label in kinds)
            yield Count(Amount.EXACTLY, often, name)
            yield Count(Amount.AT_LEAST, often, name)
            yield Count(Amount.AT_MOST, often + 1, name)


def _pair(first: str, second: str, found: Counter[str]) -> Iterator[Simple]:
    one, other = thing(first), thing(second)
    if other.surface:
        yield Related(first, Relation.ON, second)
    if other.container:
        yield Related(first, Relation.INSIDE, second)
    if found[second] == 1 and one.aloft == other.aloft:
        yield Related(first, Relation.NEAR, second)
    if found[first] == found[second] == 1:
        for relation in _DIRECTIONS:
            if relation in _DIRECTIONS[:2] or one.aloft == other.aloft:
                yield Related(first, relation, second)
        for size in Size:
            yield Compared(first, size, second)


def _twofold(found: Counter[str]) -> Iterator[Both]:
    counts = [Count(Amount.EXACTLY, often, label) for label, often in found.items() if often > 1]
    for one, other in combinations(counts, 2):
        yield Both(one, other)
    for name in COMMON:
        for label in found:
            if thing(label).aloft == thing(name).aloft and label not in COMMON:
                yield Both(Present(label), Absent(name))
