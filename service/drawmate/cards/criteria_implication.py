"""What follows from a criterion by its form alone, whatever the picture.

Sound, not complete: when ``implies(p, q)`` no arrangement meets p and misses q, but not every such pair is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

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
from drawmate.cards.scene_things import members

Sides = tuple[str, str]

_ZONES: Final[Mapping[Zone, frozenset[Zone]]] = {
    Zone.LEFT_THIRD: frozenset({Zone.LEFT_HALF}),
    Zone.RIGHT_THIRD: frozenset({Zone.RIGHT_HALF}),
    Zone.TOP_THIRD: frozenset({Zone.TOP_HALF}),
    Zone.BOTTOM_THIRD: frozenset({Zone.BOTTOM_HALF}),
    Zone.TOP_LEFT: frozenset({Zone.TOP_THIRD, Zone.LEFT_THIRD, Zone.TOP_HALF, Zone.LEFT_HALF, Zone.CORNER}),
    Zone.TOP_RIGHT: frozenset(
        {Zone.TOP_THIRD, Zone.RIGHT_THIRD, Zone.TOP_HALF, Zone.RIGHT_HALF, Zone.CORNER}
    ),
    Zone.BOTTOM_LEFT: frozenset(
        {Zone.BOTTOM_THIRD, Zone.LEFT_THIRD, Zone.BOTTOM_HALF, Zone.LEFT_HALF, Zone.CORNER}
    ),
    Zone.BOTTOM_RIGHT: frozenset(
        {Zone.BOTTOM_THIRD, Zone.RIGHT_THIRD, Zone.BOTTOM_HALF, Zone.RIGHT_HALF, Zone.CORNER}
    ),
}
"""A zone to the zones around it."""

_RELATIONS: Final[Mapping[Relation, frozenset[Relation]]] = {
    Relation.INSIDE: frozenset({Relation.OVERLAPPING, Relation.TOUCHING, Relation.NEAR}),
    Relation.ON: frozenset({Relation.TOUCHING, Relation.NEAR}),
    Relation.OVERLAPPING: frozenset({Relation.TOUCHING, Relation.NEAR}),
    Relation.TOUCHING: frozenset({Relation.NEAR}),
}
"""A relation to the weaker ones it brings along."""

_TURNED: Final[Mapping[Relation, Relation]] = {
    Relation.RIGHT_OF: Relation.LEFT_OF,
    Relation.BELOW: Relation.ABOVE,
}
_MUTUAL: Final = frozenset({Relation.TOUCHING, Relation.NEAR, Relation.OVERLAPPING})


def implies(given: Criterion, then: Criterion) -> bool:
    """Whether every arrangement that meets the first must meet the second."""
    if isinstance(then, Both):
        return implies(given, then.first) and implies(given, then.second)
    if isinstance(given, Both):
        return implies(given.first, then) or implies(given.second, then)
    return _follows(_plain(given), _plain(then))


def _plain(criterion: Simple) -> Simple:
    """One of the two ways to say left and right, above and below, larger and smaller."""
    match criterion:
        case Related(first, relation, second) if relation in _TURNED:
            return Related(second, _TURNED[relation], first)
        case Compared(first, Size.SMALLER, second):
            return Compared(second, Size.LARGER, first)
    return criterion


def _follows(given: Simple, then: Simple) -> bool:
    match then:
        case Present(name):
            return any(_kind_of(one, name) for one in _shown(given))
        case Absent(name):
            return isinstance(given, Absent) and _kind_of(name, given.thing)
        case Count(amount, number, name):
            return _counts(given, amount, number, name)
        case Located(name, zone):
            return (
                isinstance(given, Located)
                and _kind_of(given.thing, name)
                and (given.zone is zone or zone in _ZONES.get(given.zone, ()))
            )
        case Related():
            return _relates(given, then)
        case Between(name, first, second):
            return (
                isinstance(given, Between)
                and _kind_of(given.thing, name)
                and _both_ways((given.first, given.second), (first, second))
            )
        case Compared(first, size, second):
            return (
                isinstance(given, Compared)
                and given.size is size
                and _as_given((given.first, given.second), (first, second))
            )
        case HasPart(name, part):
            return isinstance(given, HasPart) and given.part == part and _kind_of(given.thing, name)
    assert_never(then)


def _counts(given: Simple, amount: Amount, number: int, name: str) -> bool:
    if amount is Amount.AT_LEAST:
        if isinstance(given, Count):
            enough = given.amount is not Amount.AT_MOST and given.number >= number
            return enough and _kind_of(given.thing, name)
        return sum(_kind_of(one, name) for one in _shown(given)) >= number
    if not isinstance(given, Count) or members(given.thing) != members(name):
        return False
    if amount is Amount.AT_MOST:
        return given.amount is not Amount.AT_LEAST and given.number <= number
    return given.amount is Amount.EXACTLY and given.number == number


def _relates(given: Simple, then: Related) -> bool:
    wanted = (then.first, then.second)
    match given:
        case Related(first, relation, second):
            if relation is not then.relation and then.relation not in _RELATIONS.get(relation, ()):
                return False
            sides = (first, second)
            return _both_ways(sides, wanted) if then.relation in _MUTUAL else _as_given(sides, wanted)
        case Between(name, first, second) if then.relation is Relation.LEFT_OF:
            return all(
                _as_given((one, name), wanted) or _as_given((name, other), wanted)
                for one, other in ((first, second), (second, first))
            )
    return False


def _shown(given: Simple) -> Iterator[str]:
    """The things there must be, each another object."""
    return iter(()) if isinstance(given, Absent) else things(given)


def _kind_of(one: str, other: str) -> bool:
    return members(one) <= members(other)


def _as_given(sides: Sides, wanted: Sides) -> bool:
    return _kind_of(sides[0], wanted[0]) and _kind_of(sides[1], wanted[1])


def _both_ways(sides: Sides, wanted: Sides) -> bool:
    return _as_given(sides, wanted) or _as_given(sides[::-1], wanted)
