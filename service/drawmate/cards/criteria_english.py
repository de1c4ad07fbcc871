"""English clauses for simple criteria, without capital and full stop."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, assert_never

from drawmate.cards.criteria import (
    Absent,
    Amount,
    Between,
    Compared,
    Count,
    HasPart,
    Located,
    Present,
    Related,
    Simple,
)
from drawmate.cards.criteria_boxes import Relation, Size, Zone
from drawmate.cards.scene_things import part, thing

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

_ZONES: Final[Mapping[Zone, str]] = {
    Zone.LEFT_HALF: "in the left half of the picture",
    Zone.RIGHT_HALF: "in the right half of the picture",
    Zone.TOP_HALF: "in the top half of the picture",
    Zone.BOTTOM_HALF: "in the bottom half of the picture",
    Zone.LEFT_THIRD: "in the left third of the picture",
    Zone.RIGHT_THIRD: "in the right third of the picture",
    Zone.TOP_THIRD: "in the top third of the picture",
    Zone.BOTTOM_THIRD: "in the bottom third of the picture",
    Zone.MIDDLE: "in the middle of the picture",
    Zone.TOP_LEFT: "in the top left corner",
    Zone.TOP_RIGHT: "in the top right corner",
    Zone.BOTTOM_LEFT: "in the bottom left corner",
    Zone.BOTTOM_RIGHT: "in the bottom right corner",
    Zone.CORNER: "in a corner of the picture",
}

_RELATIONS: Final[Mapping[Relation, str]] = {
    Relation.LEFT_OF: "{a} is to the left of {b}",
    Relation.RIGHT_OF: "{a} is to the right of {b}",
    Relation.ABOVE: "{a} is above {b}",
    Relation.BELOW: "{a} is below {b}",
    Relation.INSIDE: "{a} is inside {b}",
    Relation.ON: "{a} is on {b}",
    Relation.TOUCHING: "{a} touches {b}",
    Relation.NEAR: "{a} is near {b}",
    Relation.OVERLAPPING: "{a} and {b} overlap",
}

_MUTUAL: Final[Mapping[Relation, str]] = {
    Relation.TOUCHING: "two {many} touch each other",
    Relation.NEAR: "two {many} are near each other",
    Relation.OVERLAPPING: "two {many} overlap",
}

_SIZES: Final[Mapping[Size, str]] = {
    Size.LARGER: "{a} is larger than {b}",
    Size.SMALLER: "{a} is smaller than {b}",
    Size.TALLER: "{a} is taller than {b}",
}


def clause(criterion: Simple, single: Collection[str]) -> str:
    """The criterion in words; ``single`` are the things to speak of as the only one."""
    match criterion:
        case Present(name):
            return _there(name, "")
        case Absent(name):
            return _there(name, "no")
        case Count(amount, number, name):
            return _count(amount, number, name)
        case Located(name, zone):
            return f"{_the(name, single)} is {_ZONES[zone]}"
        case Related(first, relation, second):
            if first == second and relation in _MUTUAL:
                return _MUTUAL[relation].format(many=_many(first))
            return _RELATIONS[relation].format(a=_the(first, single), b=_other(second, first, single))
        case Compared(first, size, second):
            return _SIZES[size].format(a=_the(first, single), b=_other(second, first, single))
        case Between(name, first, second):
            if first == second:
                others = f"two {'other ' if name == first else ''}{_many(first)}"
            else:
                others = f"{_other(first, name, single)} and {_other(second, name, single)}"
            return f"{_the(name, single)} is between {others}"
        case HasPart(name, what):
            return part(what).says["en"].format(a=_the(name, single))
    assert_never(criterion)


def _there(name: str, no: str) -> str:
    noun = thing(name).en.name
    if thing(name).lone:
        return f"the {noun} is {'not ' if no else ''}in the picture"
    if no or thing(name).en.plural is None:
        return f"there is {no}{' ' if no else ''}{noun} in the picture"
    return f"there is {_a(noun)} {noun} in the picture"


def _count(amount: Amount, number: int, name: str) -> str:
    things = thing(name).en.name if number == 1 else _many(name)
    match amount:
        case Amount.EXACTLY:
            verb = "is" if number == 1 else "are"
            return f"there {verb} exactly {_NUMBERS[number]} {things} in the picture"
        case Amount.AT_LEAST:
            return f"there are at least {_NUMBERS[number]} {things} in the picture"
        case Amount.AT_MOST:
            return f"there is at least one {thing(name).en.name}, but no more than {_NUMBERS[number]}"


def _the(name: str, single: Collection[str]) -> str:
    if name in single or not thing(name).counted:
        return f"the {thing(name).en.name}"
    return f"one of the {_many(name)}"


def _other(name: str, first: str, single: Collection[str]) -> str:
    return f"another {thing(name).en.name}" if name == first else _the(name, single)


def _many(name: str) -> str:
    return thing(name).en.plural or thing(name).en.name


def _a(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
