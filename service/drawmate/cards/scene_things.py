"""What scenes are made of: objects, groups of objects and parts, with their words in every language.

The content is ``scene_things.json``. Hungarian endings that a template needs are stored or follow from a
stored form by rule, never guessed. The strokes here are those of parts, and of objects whose picture card shows
more than the object, such as a moon with stars; the others are drawn as on their picture cards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from drawmate.cards.criteria_boxes import Box
from drawmate.cards.scene_errors import SceneError

LANGUAGES = ("en", "hu")

Polylines = tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]
"""The x and y columns of strokes."""


@dataclass(frozen=True, slots=True)
class English:
    """English forms; a noun without a plural is not counted."""

    name: str
    plural: str | None


@dataclass(frozen=True, slots=True)
class Hungarian:
    """Hungarian forms; numerals take the plain name."""

    name: str
    away: str
    """Moving or lying away from it: ``háztól``."""
    upon: str
    """On it: ``házon``."""

    @property
    def within(self) -> str:
        """In it: ``házban``. Stem and harmony are those of ``away``."""
        return self.away[:-3] + ("ban" if self.away.endswith("tól") else "ben")

    @property
    def owner(self) -> str:
        """The one who has: ``háznak``."""
        return self.away[:-3] + ("nak" if self.away.endswith("tól") else "nek")


@dataclass(frozen=True, slots=True)
class Thing:
    """An object, or a group of objects that a criterion may name at once."""

    id: str
    en: English
    hu: Hungarian
    members: tuple[str, ...]
    """The objects it stands for: itself, and what else people would call so, as a duck is a bird."""
    drawn: bool = True
    """Whether it is an object; a group cannot be drawn."""
    aspect: float = 1.0
    """Usual width over height."""
    seconds: int = 0
    """How long a simple drawing of it takes; of a group, 0."""
    surface: bool = False
    """Whether things may stand or lie on it."""
    container: bool = False
    """Whether things may be inside it."""
    aloft: bool = False
    """Whether it is usually up in the air."""
    lone: bool = False
    """Whether it is by nature the only one, as the sun."""
    labels: tuple[str, ...] = ()
    """Further names a recogniser may give it."""
    strokes: Polylines = ()
    """How it is drawn in a scene, in the unit square, when its picture card shows too much."""
    parts: Mapping[str, Box] = field(default_factory=dict)
    """The parts it may have, and where: its own box is the unit square, and a part may stick out."""

    @property
    def counted(self) -> bool:
        """Whether there can be two of it."""
        return self.en.plural is not None and not self.lone


@dataclass(frozen=True, slots=True)
class Part:
    """Something an object may have."""

    id: str
    says: Mapping[str, str]
    """Language to a sentence with a place for the owner: ``{a}``, or in Hungarian ``{to} {on} {in}``."""
    strokes: Polylines
    """How it is drawn, in the unit square."""


def load_things() -> Mapping[str, Thing]:
    """Every object and group, by id."""
    return _catalogue()[0]


def load_parts() -> Mapping[str, Part]:
    """Every part, by id."""
    return _catalogue()[1]


def thing(name: str) -> Thing:
    """The object or group of this id; raises ``SceneError`` ``unknown_thing``."""
    try:
        return load_things()[name]
    except KeyError:
        raise SceneError("unknown_thing", "no such object or group") from None


def part(name: str) -> Part:
    """The part of this id; raises ``SceneError`` ``unknown_part``."""
    try:
        return load_parts()[name]
    except KeyError:
        raise SceneError("unknown_part", "no such part") from None


@cache
def members(name: str) -> frozenset[str]:
    """The objects a name stands for; raises ``SceneError`` ``unknown_thing``."""
    return frozenset(thing(name).members)


def parse_things(text: str) -> tuple[Mapping[str, Thing], Mapping[str, Part]]:
    """Read a catalogue: objects, groups and parts.

    Raises:
        SceneError: ``not_json``, ``wrong_type``, ``missing_key``, ``bad_value``, ``duplicate``,
            ``unknown_thing`` (a member) or ``unknown_part``.
    """
    try:
        document = json.loads(text)
        parts = [_part(entry) for entry in document["parts"]]
        objects = [_object(entry) for entry in document["objects"]]
        groups = [_group(entry) for entry in document["groups"]]
    except json.JSONDecodeError as error:
        raise SceneError("not_json", str(error)) from None
    except KeyError as error:
        raise SceneError("missing_key", f"has no {error}") from None
    except (TypeError, AttributeError) as error:
        raise SceneError("wrong_type", str(error)) from None
    _check_names([*objects, *groups], parts)
    _check_links(objects, groups, {one.id for one in parts})
    return (
        MappingProxyType({one.id: one for one in (*objects, *groups)}),
        MappingProxyType({one.id: one for one in parts}),
    )


@cache
def _catalogue() -> tuple[Mapping[str, Thing], Mapping[str, Part]]:
    return parse_things(resources.files(__package__).joinpath("scene_things.json").read_text("utf-8"))


def _object(entry: dict[str, Any]) -> Thing:
    if not (0.1 <= entry["aspect"] <= 10 and 1 <= entry["seconds"] <= 20):
        raise SceneError("bad_value", "aspect or seconds out of range", entry["id"])
    return Thing(
        id=entry["id"],
        en=_english(entry),
        hu=_hungarian(entry),
        members=(entry["id"], *entry.get("kinds", ())),
        aspect=float(entry["aspect"]),
        seconds=int(entry["seconds"]),
        surface="on" in entry.get("holds", ()),
        container="in" in entry.get("holds", ()),
        aloft=bool(entry.get("aloft", False)),
        lone=bool(entry.get("lone", False)),
        labels=tuple(entry.get("labels", ())),
        strokes=_strokes(entry.get("strokes", []), entry["id"]),
        parts=MappingProxyType({name: Box(*box) for name, box in entry.get("parts", {}).items()}),
    )


def _group(entry: dict[str, Any]) -> Thing:
    members = tuple(entry["members"])
    return Thing(entry["id"], _english(entry), _hungarian(entry), members, drawn=False)


def _part(entry: dict[str, Any]) -> Part:
    says = MappingProxyType({code: entry[code] for code in LANGUAGES})
    return Part(entry["id"], says, _strokes(entry["strokes"], entry["id"]))


def _strokes(lists: list[list[list[float]]], path: str) -> Polylines:
    strokes = tuple((tuple(map(float, xs)), tuple(map(float, ys))) for xs, ys in lists)
    if any(len(xs) != len(ys) or not all(-0.01 <= v <= 1.01 for v in xs + ys) for xs, ys in strokes):
        raise SceneError("bad_value", "a stroke is ragged or leaves the unit square", path)
    return strokes


def _english(entry: dict[str, Any]) -> English:
    name, *plural = entry["en"]
    return English(name, plural[0] if plural else None)


def _hungarian(entry: dict[str, Any]) -> Hungarian:
    name, away, upon = entry["hu"]
    if not away.endswith(("tól", "től")) or not upon.endswith("n"):
        raise SceneError("bad_value", "not the forms asked for", entry["id"])
    return Hungarian(name, away, upon)


def _check_names(named: list[Thing], parts: list[Part]) -> None:
    for names in (
        [one.id for one in named],
        [one.en.name for one in named],
        [one.hu.name for one in named],
        [one.id for one in parts],
    ):
        for name in names:
            if names.count(name) > 1:
                raise SceneError("duplicate", "two have this name", name)


def _check_links(objects: list[Thing], groups: list[Thing], parts: set[str]) -> None:
    known = {one.id for one in objects}
    for group in groups:
        if len(group.members) < 2:
            raise SceneError("bad_value", "a group needs two members", group.id)
    for one in (*objects, *groups):
        if not known.issuperset(one.members):
            raise SceneError("unknown_thing", "stands for an object that is not described", one.id)
        if not parts.issuperset(one.parts):
            raise SceneError("unknown_part", "has a part that is not described", one.id)
