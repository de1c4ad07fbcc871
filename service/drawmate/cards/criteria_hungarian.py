"""Hungarian clauses for simple criteria, without capital and full stop.

The templates are chosen so that few endings are needed; those come from the catalogue of things.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
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
from drawmate.cards.scene_things import Hungarian, part, thing

_NUMBERS: Final = (
    "nulla", "egy", "két", "három", "négy", "öt", "hat",
    "hét", "nyolc", "kilenc", "tíz", "tizenegy", "tizenkét",
)  # fmt: skip

_ZONES: Final[Mapping[Zone, str]] = {
    Zone.LEFT_HALF: "a kép bal felében",
    Zone.RIGHT_HALF: "a kép jobb felében",
    Zone.TOP_HALF: "a kép felső felében",
    Zone.BOTTOM_HALF: "a kép alsó felében",
    Zone.LEFT_THIRD: "a kép bal harmadában",
    Zone.RIGHT_THIRD: "a kép jobb harmadában",
    Zone.TOP_THIRD: "a kép felső harmadában",
    Zone.BOTTOM_THIRD: "a kép alsó harmadában",
    Zone.MIDDLE: "a kép közepén",
    Zone.TOP_LEFT: "a bal felső sarokban",
    Zone.TOP_RIGHT: "a jobb felső sarokban",
    Zone.BOTTOM_LEFT: "a bal alsó sarokban",
    Zone.BOTTOM_RIGHT: "a jobb alsó sarokban",
    Zone.CORNER: "a kép egyik sarkában",
}

_RELATIONS: Final[Mapping[Relation, str]] = {
    Relation.LEFT_OF: "{a} {b.away} balra van",
    Relation.RIGHT_OF: "{a} {b.away} jobbra van",
    Relation.ABOVE: "{a} {b} fölött van",
    Relation.BELOW: "{a} {b} alatt van",
    Relation.INSIDE: "{a} {b.within} van",
    Relation.ON: "{a} {b.upon} van",
    Relation.TOUCHING: "{a} és {b} összeér",
    Relation.NEAR: "{a} {b} közelében van",
    Relation.OVERLAPPING: "{a} és {b} részben fedi egymást",
}

_MUTUAL: Final[Mapping[Relation, str]] = {
    Relation.TOUCHING: "két {noun} összeér",
    Relation.NEAR: "két {noun} közel van egymáshoz",
    Relation.OVERLAPPING: "két {noun} részben fedi egymást",
}

_SIZES: Final[Mapping[Size, str]] = {
    Size.LARGER: "{a} nagyobb, mint {b}",
    Size.SMALLER: "{a} kisebb, mint {b}",
    Size.TALLER: "{a} magasabb, mint {b}",
}


def clause(criterion: Simple, single: Collection[str]) -> str:
    """The criterion in words; ``single`` are the things to speak of as the only one."""
    match criterion:
        case Present(name):
            return _there(name, "van", "látszik")
        case Absent(name):
            return _there(name, "nincs", "nem látszik")
        case Count(amount, number, name):
            return _count(amount, number, thing(name).hu.name)
        case Located(name, zone):
            return f"{_the(name, single)} {_ZONES[zone]} van"
        case Related(first, relation, second):
            if first == second and relation in _MUTUAL:
                return _MUTUAL[relation].format(noun=thing(first).hu.name)
            return _RELATIONS[relation].format(a=_the(first, single), b=_other(second, first, single))
        case Compared(first, size, second):
            return _SIZES[size].format(a=_the(first, single), b=_other(second, first, single))
        case Between(name, first, second):
            if first == second:
                others = f"két {'másik ' if name == first else ''}{thing(first).hu.name}"
            else:
                others = f"{_other(first, name, single)} és {_other(second, name, single)}"
            return f"{_the(name, single)} {others} között van"
        case HasPart(name, what):
            owner = _the(name, single)
            return (
                part(what).says["hu"].format(a=owner, to=owner.owner, on=owner.upon, **{"in": owner.within})
            )
    assert_never(criterion)


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A noun with what stands before it; as text, the subject."""

    before: str
    noun: Hungarian

    def __str__(self) -> str:
        return f"{self.before} {self.noun.name}"

    @property
    def away(self) -> str:
        return f"{self.before} {self.noun.away}"

    @property
    def upon(self) -> str:
        return f"{self.before} {self.noun.upon}"

    @property
    def within(self) -> str:
        return f"{self.before} {self.noun.within}"

    @property
    def owner(self) -> str:
        return f"{self.before} {self.noun.owner}"


def _there(name: str, verb: str, lone_verb: str) -> str:
    noun = thing(name).hu.name
    return f"{lone_verb} {_a(noun)} {noun} a képen" if thing(name).lone else f"{verb} {noun} a képen"


def _count(amount: Amount, number: int, noun: str) -> str:
    match amount:
        case Amount.EXACTLY:
            return f"pontosan {_NUMBERS[number]} {noun} van a képen"
        case Amount.AT_LEAST:
            return f"legalább {_NUMBERS[number]} {noun} van a képen"
        case Amount.AT_MOST:
            return f"legalább egy, de legfeljebb {_NUMBERS[number]} {noun} van a képen"


def _the(name: str, single: Collection[str]) -> _Phrase:
    only = name in single or not thing(name).counted
    return _Phrase(_a(thing(name).hu.name) if only else "az egyik", thing(name).hu)


def _other(name: str, first: str, single: Collection[str]) -> _Phrase:
    return _Phrase("egy másik", thing(name).hu) if name == first else _the(name, single)


def _a(noun: str) -> str:
    return "az" if noun[0] in "aáeéiíoóöőuúüű" else "a"
