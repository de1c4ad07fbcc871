"""Scene cards: a picture as a graph of objects in the logical frame, with a title and ten criteria.

The hand-written cards are ``scenes.json``; ``scene_generator`` makes more. How objects lie to each other
follows from their boxes and is not stored. The rules a card must keep by itself are checked on reading.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from drawmate.cards.criteria import Both, Criterion, HasPart, decode, encode, things
from drawmate.cards.criteria_boxes import FRAME, Box
from drawmate.cards.criteria_implication import implies
from drawmate.cards.criteria_judging import margin
from drawmate.cards.criteria_sentences import sentence
from drawmate.cards.scene_errors import SceneError
from drawmate.cards.scene_things import LANGUAGES, load_things, part, thing

CRITERIA: Final = 10
"""Criteria on a card."""
FEWEST: Final = 5
MOST: Final = 12
"""Objects in a scene."""
SECONDS: Final = 80
"""The longest the objects of a scene may take to draw, of the ninety there are."""
PART_SECONDS: Final = 2
CLEAR: Final = 1.0
"""The margin by which a scene meets its own criteria, so that a faithful drawing does."""
SMALL: Final = 150.0
LARGE: Final = 350.0
"""Longer sides below and above which an object is small and large, in frame units."""
LEAST_SIDE: Final = 20.0

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class SceneObject:
    """An object of a scene."""

    label: str
    """The id of an object of ``scene_things``."""
    box: Box
    """Within the frame, in whole units."""
    parts: tuple[str, ...] = ()
    """Parts that it shows beyond what its picture always has."""
    mirrored: bool = False
    """Whether it is drawn the other way round."""

    @property
    def size(self) -> str:
        """``small``, ``medium`` or ``large``, by the longer side."""
        side = max(self.box.width, self.box.height)
        return "small" if side < SMALL else "large" if side > LARGE else "medium"


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene card. The objects are in drawing order, the farthest first."""

    id: str
    titles: Mapping[str, str]
    """By language."""
    objects: tuple[SceneObject, ...]
    criteria: tuple[Criterion, ...]

    @property
    def single(self) -> frozenset[str]:
        """The objects and groups of which there is one."""
        return single(self.objects)

    @property
    def seconds(self) -> int:
        """How long its objects take to draw simply."""
        return drawing_time(self.objects)

    def sentences(self, language: str) -> tuple[str, ...]:
        """The criteria in words; raises ``SceneError`` ``unknown_language``."""
        lone = self.single
        return tuple(sentence(criterion, language, lone) for criterion in self.criteria)


def load_scenes() -> tuple[Scene, ...]:
    """The hand-written scenes, in the order of the file."""
    return _shipped()


def scene_by_id(name: str) -> Scene:
    """The hand-written scene of this id; raises ``SceneError`` ``unknown_scene``."""
    for scene in load_scenes():
        if scene.id == name:
            return scene
    raise SceneError("unknown_scene", "no such scene")


def single(objects: tuple[SceneObject, ...]) -> frozenset[str]:
    """The objects and groups of which there is exactly one."""
    found = Counter(one.label for one in objects)
    return frozenset(
        name for name, known in load_things().items() if sum(found[label] for label in known.members) == 1
    )


def drawing_time(objects: tuple[SceneObject, ...]) -> int:
    """Seconds that simple drawings of the objects take together."""
    return sum(thing(one.label).seconds + PART_SECONDS * len(one.parts) for one in objects)


def parse_scenes(text: str) -> tuple[Scene, ...]:
    """Read a document of scenes.

    Raises:
        SceneError: the document or a scene is not sound; the code and path say what and where.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise SceneError("not_json", str(error)) from None
    entries = _fields(document, "", {"scenes"})["scenes"]
    scenes = tuple(decode_scene(entry, f"scenes[{i}]") for i, entry in enumerate(_list(entries, "scenes")))
    for name, often in Counter(scene.id for scene in scenes).items():
        if often > 1:
            raise SceneError("duplicate", "two scenes have this id", f"scenes[{name}]")
    return scenes


def decode_scene(value: object, path: str = "scene") -> Scene:
    """Read one scene and check it; raises ``SceneError``."""
    fields = _fields(value, path, {"id", "titles", "objects", "criteria"})
    name = fields["id"]
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise SceneError("bad_value", "must be words of a-z and 0-9 joined by hyphens", f"{path}.id")
    path = f"scenes[{name}]"
    titles = _fields(fields["titles"], f"{path}.titles", set(LANGUAGES))
    objects = _list(fields["objects"], f"{path}.objects")
    criteria = _list(fields["criteria"], f"{path}.criteria")
    scene = Scene(
        name,
        MappingProxyType({code: _title(titles[code], f"{path}.titles.{code}") for code in LANGUAGES}),
        tuple(_object(entry, f"{path}.objects[{i}]") for i, entry in enumerate(objects)),
        tuple(decode(entry, f"{path}.criteria[{i}]") for i, entry in enumerate(criteria)),
    )
    check_scene(scene)
    return scene


def encode_scene(scene: Scene) -> dict[str, Any]:
    """The scene as JSON; ``decode_scene`` gives it back."""
    return {
        "id": scene.id,
        "titles": dict(scene.titles),
        "objects": [_encoded(one) for one in scene.objects],
        "criteria": [encode(criterion) for criterion in scene.criteria],
    }


def check_scene(scene: Scene) -> None:
    """Check what a scene must keep by itself; rules among scenes are in ``scene_rules``.

    Raises:
        SceneError: ``bad_value`` (number of objects or criteria, drawing time), ``bad_box``,
            ``unknown_thing``, ``unknown_part``, ``not_met`` (a criterion its own picture does not clearly meet),
            ``redundant`` (a criterion that another one implies).
    """
    path = f"scenes[{scene.id}]"
    if not FEWEST <= len(scene.objects) <= MOST:
        raise SceneError("bad_value", f"must have {FEWEST} to {MOST} objects", path)
    if len(scene.criteria) != CRITERIA:
        raise SceneError("bad_value", f"must have {CRITERIA} criteria", path)
    for i, one in enumerate(scene.objects):
        _check_object(one, f"{path}.objects[{i}]")
    if scene.seconds > SECONDS:
        raise SceneError("bad_value", f"takes {scene.seconds} s to draw, more than {SECONDS}", path)
    for i, criterion in enumerate(scene.criteria):
        _check_known(criterion, f"{path}.criteria[{i}]")
        if margin(criterion, scene.objects) < CLEAR:
            raise SceneError("not_met", "the scene does not clearly meet it", f"{path}.criteria[{i}]")
        for j, other in enumerate(scene.criteria):
            if i != j and implies(other, criterion):
                raise SceneError("redundant", f"follows from criteria[{j}]", f"{path}.criteria[{i}]")


@cache
def _shipped() -> tuple[Scene, ...]:
    return parse_scenes(resources.files(__package__).joinpath("scenes.json").read_text("utf-8"))


def _check_object(one: SceneObject, path: str) -> None:
    known, box = thing(one.label), one.box
    if not known.drawn:
        raise SceneError("unknown_thing", "a group cannot be drawn", path)
    if len(set(one.parts)) < len(one.parts) or not set(one.parts) <= known.parts.keys():
        raise SceneError("unknown_part", "a part it cannot have, or twice", path)
    inside = min(box.left, box.top) >= 0 and max(box.right, box.bottom) <= FRAME
    if not inside or min(box.width, box.height) < LEAST_SIDE:
        raise SceneError("bad_box", "leaves the frame or is too small", path)


def _check_known(criterion: Criterion, path: str) -> None:
    for name in things(criterion):
        if name not in load_things():
            raise SceneError("unknown_thing", "no such object or group", path)
    for one in (criterion.first, criterion.second) if isinstance(criterion, Both) else (criterion,):
        if isinstance(one, HasPart):
            part(one.part)


def _object(value: object, path: str) -> SceneObject:
    fields = _fields(value, path, {"is", "box"}, {"parts", "mirrored"})
    label, mirrored = fields["is"], fields.get("mirrored", False)
    if not isinstance(label, str) or type(mirrored) is not bool:
        raise SceneError("wrong_type", "is takes a text and mirrored a truth value", path)
    box = _list(fields["box"], f"{path}.box")
    if len(box) != 4 or any(type(side) is not int for side in box):
        raise SceneError("bad_box", "must be four whole numbers: left, top, right, bottom", f"{path}.box")
    parts = _list(fields.get("parts", []), f"{path}.parts")
    if not all(isinstance(one, str) for one in parts):
        raise SceneError("wrong_type", "must be texts", f"{path}.parts")
    return SceneObject(label, Box(*map(float, box)), tuple(parts), mirrored)


def _encoded(one: SceneObject) -> dict[str, Any]:
    box = one.box
    entry: dict[str, Any] = {
        "is": one.label,
        "box": [int(side) for side in (box.left, box.top, box.right, box.bottom)],
    }
    if one.parts:
        entry["parts"] = list(one.parts)
    if one.mirrored:
        entry["mirrored"] = True
    return entry


def _fields(value: object, path: str, needed: set[str], optional: set[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SceneError("wrong_type", "must be an object", path)
    for key in sorted(needed - value.keys()):
        raise SceneError("missing_key", f"has no {key}", path)
    for key in sorted(value.keys() - needed - (optional or set())):
        raise SceneError("unknown_key", f"{key} is not known", path)
    return value


def _list(value: object, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise SceneError("wrong_type", "must be a list", path)
    return value


def _title(value: object, path: str) -> str:
    if not isinstance(value, str) or not value or value != unicodedata.normalize("NFC", value.strip()):
        raise SceneError("bad_text", "is empty, has stray spaces or is not NFC", path)
    return value
