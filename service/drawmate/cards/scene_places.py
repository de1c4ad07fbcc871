"""Places: what the generator knows of a beach or a kitchen, as slots that objects are drawn into.

The content is ``scene_places.json``. How a place becomes objects with boxes is in ``scene_layout``.
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
from drawmate.cards.scene_things import LANGUAGES, part, thing

Range = tuple[int, int]
"""Lowest and highest, both included."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Where on or in a host its guests stand, in hundredths of the host's box."""

    slot: str
    """The host's slot."""
    inside: bool
    """Whether the whole box must lie in the host's."""
    depth: Range
    """The foot below the host's top."""
    across: Range
    """The centre from the host's left."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Some objects of a place that are chosen and laid out alike."""

    things: tuple[str, ...]
    """One is chosen for the slot, or one an object when ``mixed``."""
    count: Range
    ground: Box | Hold
    """Where the foot, the middle of the lower side, may be."""
    height: Range
    width: Range | None = None
    """In place of the thing's own aspect."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """A part to the percentage of those who can have it that do."""
    mixed: bool = False
    name: str = ""
    """For guests to find it."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title, for scenes of the place in which there is a certain thing."""

    words: Mapping[str, str]
    needs: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of place. The slots are in drawing order, hosts before guests."""

    id: str
    titles: tuple[Title, ...]
    slots: tuple[Slot, ...]


@cache
def load_places() -> tuple[Place, ...]:
    """Every place, in the order of the file."""
    return parse_places(resources.files(__package__).joinpath("scene_places.json").read_text("utf-8"))


def parse_places(text: str) -> tuple[Place, ...]:
    """Read a document of places.

    Raises:
        SceneError: ``not_json``, ``wrong_type``, ``missing_key``, ``bad_value``, ``unknown_thing``,
            ``unknown_part``.
    """
    try:
        places = tuple(_place(entry) for entry in json.loads(text)["places"])
    except json.JSONDecodeError as error:
        raise SceneError("not_json", str(error)) from None
    except KeyError as error:
        raise SceneError("missing_key", f"has no {error}") from None
    except (TypeError, AttributeError, ValueError) as error:
        if isinstance(error, SceneError):
            raise
        raise SceneError("wrong_type", str(error)) from None
    for place in places:
        _check(place)
    return places


def _place(entry: dict[str, Any]) -> Place:
    return Place(
        entry["id"],
        tuple(
            Title(MappingProxyType({code: title[code] for code in LANGUAGES}), title.get("needs"))
            for title in entry["titles"]
        ),
        tuple(_slot(slot) for slot in entry["slots"]),
    )


def _slot(entry: dict[str, Any]) -> Slot:
    host = entry.get("on") or entry.get("in")
    return Slot(
        things=tuple(entry["is"]),
        count=_range(entry["count"]),
        ground=Hold(host, "in" in entry, _range(entry["depth"]), _range(entry["across"]))
        if host
        else Box(*map(float, entry["foot"])),
        height=_range(entry["height"]),
        width=_range(entry["width"]) if "width" in entry else None,
        parts=MappingProxyType(dict(entry.get("parts", {}))),
        mixed=bool(entry.get("mixed", False)),
        name=entry.get("name", ""),
    )


def _range(pair: list[int]) -> Range:
    low, high = pair
    if type(low) is not int or type(high) is not int or low > high:
        raise SceneError("bad_value", "must be two whole numbers, the lower first")
    return low, high


def _check(place: Place) -> None:
    """Things, parts and hosts are known, and some title fits whatever is there."""
    hosts: set[str] = set()
    for i, slot in enumerate(place.slots):
        path = f"places[{place.id}].slots[{i}]"
        if not all(thing(name).drawn for name in slot.things):
            raise SceneError("unknown_thing", "a group cannot be drawn", path)
        for name in slot.parts:
            part(name)
        if isinstance(slot.ground, Hold) and slot.ground.slot not in hosts:
            raise SceneError("bad_value", "its host is not a slot before it", path)
        hosts.add(slot.name)
    if all(title.needs for title in place.titles):
        raise SceneError("bad_value", "every title needs something", f"places[{place.id}]")
