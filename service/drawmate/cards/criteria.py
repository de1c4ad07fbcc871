"""The criterion language: what may be asked of a drawn scene. Closed: a judge must know every kind.

A criterion is a value. What it means is in ``criteria_judging``, how it reads in ``criteria_sentences``, what
follows from it in ``criteria_implication``. Its JSON is a list, the kind first:

    ["present", "dog"]                     ["located", "sun", "top_left"]
    ["absent", "cloud"]                    ["related", "dog", "left_of", "house"]
    ["count", "exactly", 3, "bird"]        ["between", "dog", "tree", "house"]
    ["part", "house", "chimney"]           ["compared", "house", "larger", "car"]
    ["both", ["present", "dog"], ["absent", "cloud"]]

A thing is the id of an object or of a group of objects, such as ``animal`` (see ``scene_things``). Unless it
counts, a criterion asks for some thing of that name, not for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias, TypeVar, assert_never

from drawmate.cards.criteria_boxes import Relation, Size, Zone
from drawmate.cards.scene_errors import SceneError

MOST: Final = 12
"""The largest number a count may ask for."""


class Amount(StrEnum):
    """How a number is meant; ``at_most`` asks for one at least, for a blank canvas meets nothing."""

    EXACTLY = "exactly"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


@dataclass(frozen=True, slots=True)
class Present:
    """There is such a thing."""

    thing: str


@dataclass(frozen=True, slots=True)
class Absent:
    """There is something, but no such thing."""

    thing: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are; the number is 1..12, and 2 at least unless exact."""

    amount: Amount
    number: int
    thing: str


@dataclass(frozen=True, slots=True)
class Located:
    """Where in the frame the thing is."""

    thing: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Related:
    """How the first thing lies to the second, which is another object even if of the same name."""

    first: str
    relation: Relation
    second: str


@dataclass(frozen=True, slots=True)
class Between:
    """The thing has the first on one side and the second on the other, left and right."""

    thing: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Compared:
    """How large the first thing is beside the second."""

    first: str
    size: Size
    second: str


@dataclass(frozen=True, slots=True)
class HasPart:
    """The thing has a part of that name (see ``scene_things``)."""

    thing: str
    part: str


Simple: TypeAlias = Present | Absent | Count | Located | Related | Between | Compared | HasPart


@dataclass(frozen=True, slots=True)
class Both:
    """Two simple criteria at once; not necessarily of the same object."""

    first: Simple
    second: Simple


Criterion: TypeAlias = Simple | Both


def encode(criterion: Criterion) -> list[Any]:
    """The criterion as the JSON list shown above; ``decode`` gives it back."""
    match criterion:
        case Present(thing):
            return ["present", thing]
        case Absent(thing):
            return ["absent", thing]
        case Count(amount, number, thing):
            return ["count", amount.value, number, thing]
        case Located(thing, zone):
            return ["located", thing, zone.value]
        case Related(first, relation, second):
            return ["related", first, relation.value, second]
        case Between(thing, one, other):
            return ["between", thing, one, other]
        case Compared(first, size, second):
            return ["compared", first, size.value, second]
        case HasPart(thing, part):
            return ["part", thing, part]
        case Both(one_side, other_side):
            return ["both", encode(one_side), encode(other_side)]
    assert_never(criterion)


def decode(value: object, path: str = "") -> Criterion:
    """Read a criterion from its JSON list. Whether the things exist is not asked here.

    Raises:
        SceneError: ``wrong_type`` or ``bad_value``, with the place of the fault.
    """
    match value:
        case ["both", one, other]:
            return Both(_simple(one, f"{path}[1]"), _simple(other, f"{path}[2]"))
    return _simple(value, path)


def things(criterion: Criterion) -> Iterator[str]:
    """The things a criterion names, in order, as often as it names them."""
    match criterion:
        case Present(thing) | Absent(thing) | Count(_, _, thing) | Located(thing, _) | HasPart(thing, _):
            yield thing
        case Related(first, _, second) | Compared(first, _, second):
            yield from (first, second)
        case Between(thing, first, second):
            yield from (thing, first, second)
        case Both(one, other):
            yield from things(one)
            yield from things(other)
        case _:
            assert_never(criterion)


def kind(criterion: Criterion) -> str:
    """The first word of the criterion's JSON."""
    return str(encode(criterion)[0])


def _simple(value: object, path: str) -> Simple:
    match value:
        case ["present", thing]:
            return Present(_name(thing, f"{path}[1]"))
        case ["absent", thing]:
            return Absent(_name(thing, f"{path}[1]"))
        case ["count", amount, number, thing]:
            how = _word(amount, Amount, f"{path}[1]")
            if type(number) is not int or not (1 if how is Amount.EXACTLY else 2) <= number <= MOST:
                raise SceneError("bad_value", "not a number to count to", f"{path}[2]")
            return Count(how, number, _name(thing, f"{path}[3]"))
        case ["located", thing, zone]:
            return Located(_name(thing, f"{path}[1]"), _word(zone, Zone, f"{path}[2]"))
        case ["related", first, relation, second]:
            how_it_lies = _word(relation, Relation, f"{path}[2]")
            return Related(_name(first, f"{path}[1]"), how_it_lies, _name(second, f"{path}[3]"))
        case ["between", thing, first, second]:
            return Between(*(_name(one, f"{path}[{i}]") for i, one in enumerate((thing, first, second), 1)))
        case ["compared", first, size, second]:
            return Compared(
                _name(first, f"{path}[1]"), _word(size, Size, f"{path}[2]"), _name(second, f"{path}[3]")
            )
        case ["part", thing, part]:
            return HasPart(_name(thing, f"{path}[1]"), _name(part, f"{path}[2]"))
        case [*_]:
            raise SceneError("bad_value", "not a kind of criterion with its fields", path)
    raise SceneError("wrong_type", "must be a list", path)


W = TypeVar("W", bound=StrEnum)


def _word(value: object, words: type[W], path: str) -> W:
    if not isinstance(value, str) or value not in list(words):
        raise SceneError("bad_value", f"not one of {', '.join(words)}", path)
    return words(value)


def _name(value: object, path: str) -> str:
    if not isinstance(value, str) or not value:
        raise SceneError("wrong_type", "must be the name of a thing", path)
    return value
