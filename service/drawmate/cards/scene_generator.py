"""Scenes without end: a seed gives a place, a layout, a title and ten criteria that the layout clearly meets."""

from __future__ import annotations

from functools import cache
from typing import Final

from drawmate.cards.criteria_judging import Arrangement
from drawmate.cards.scene_chance import Stream
from drawmate.cards.scene_choice import choose
from drawmate.cards.scene_errors import SceneError
from drawmate.cards.scene_layout import lay_out
from drawmate.cards.scene_places import load_places
from drawmate.cards.scene_rules import Reference, misdrawn
from drawmate.cards.scenes import Scene, SceneObject, check_scene, load_scenes

SIBLINGS: Final = 24
"""Other layouts of the same place that a scene's criteria are chosen against."""
TRIALS: Final = 56
"""Misdrawn copies of the scene that they are chosen against."""
ATTEMPTS: Final = 200


def generate(seed: int) -> Scene:
    """The scene of a seed: the same for ever, on every platform, as long as the cards' data are the same.

    Args:
        seed: any whole number; taken modulo 2**64.

    Raises:
        SceneError: ``no_scene`` if no attempt worked out, which no seed is known to do.
    """
    place = Stream(seed).pick(load_places())
    for attempt in range(ATTEMPTS):
        stream = Stream(seed).branch(attempt)
        objects = lay_out(place, stream)
        if objects is None:
            continue
        trials = Reference.of(misdrawn(objects, stream) for _ in range(TRIALS))
        criteria = choose(objects, _siblings(place.id), trials, _shipped(), stream)
        if criteria is None:
            continue
        titles = [title.words for title in place.titles if _suits(title.needs, objects)]
        scene = Scene(f"{place.id}-{seed % 2**64}", stream.pick(titles), objects, criteria)
        check_scene(scene)
        return scene
    raise SceneError("no_scene", "no attempt gave a scene")


@cache
def _siblings(place_id: str) -> Reference:
    place = next(place for place in load_places() if place.id == place_id)
    stream = Stream(0)
    found: list[Arrangement] = []
    while len(found) < SIBLINGS:
        objects = lay_out(place, stream)
        if objects is not None:
            found.append(objects)
    return Reference.of(found)


@cache
def _shipped() -> Reference:
    return Reference.of(scene.objects for scene in load_scenes())


def _suits(needs: str | None, objects: tuple[SceneObject, ...]) -> bool:
    return needs is None or any(one.label == needs for one in objects)
