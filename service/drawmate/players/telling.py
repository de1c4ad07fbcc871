"""A scene in words, and back: a line for each thing, what it is and where.

"The sun: at the top, on the left; small." A listener finds any name of a thing and any words of place or size in a
line, so that it follows a person who speaks in short lines too. How things lie to each other it does not understand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from drawmate.cards.scene_things import load_things

THIRD: Final = 1000.0 / 3
SIDES: Final[Mapping[str, float]] = {"small": 150.0, "medium": 260.0, "large": 420.0}
"""Table units that the longer side of a thing is drawn with."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language for places, left to right and top to bottom, and for sizes."""

    across: tuple[str, str, str]
    down: tuple[str, str, str]
    sizes: tuple[str, str, str]
    heard: Mapping[str, tuple[str, int]]
    """Beginnings of words that are understood: which of the three they change, and to what."""


_ENGLISH: Final = Words(
    ("on the left", "in the middle", "on the right"),
    ("at the top", "at half height", "at the bottom"),
    ("small", "of medium size", "large"),
    {
        "left": ("across", 0), "right": ("across", 2), "middle": ("across", 1), "center": ("across", 1),
        "centre": ("across", 1), "top": ("down", 0), "up": ("down", 0), "above": ("down", 0),
        "bottom": ("down", 2), "below": ("down", 2), "down": ("down", 2), "half": ("down", 1),
        "small": ("size", 0), "little": ("size", 0), "tiny": ("size", 0), "medium": ("size", 1),
        "large": ("size", 2), "big": ("size", 2), "huge": ("size", 2),
    },
)  # fmt: skip
_HUNGARIAN: Final = Words(
    ("bal oldalon", "középen", "jobb oldalon"),
    ("felül", "félmagasan", "alul"),
    ("kicsi", "közepes", "nagy"),
    {
        "bal": ("across", 0), "jobb": ("across", 2), "középen": ("across", 1), "fent": ("down", 0),
        "felül": ("down", 0), "lent": ("down", 2), "alul": ("down", 2), "félmagas": ("down", 1),
        "kicsi": ("size", 0), "kis": ("size", 0), "közepes": ("size", 1), "nagy": ("size", 2),
    },
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A thing that was named, and the box it is drawn into: left, top, right, bottom in table units."""

    label: str
    box: tuple[float, float, float, float]


def described(objects: Sequence[Mapping[str, Any]], language: str) -> tuple[str, ...]:
    """A line for each object of a scene, as ``Deck.content`` gives them, the largest first."""
    words = _words(language)
    lines = []
    for one in sorted(objects, key=_size, reverse=True):
        left, top, right, bottom = one["box"]
        across = words.across[_third((left + right) / 2)]
        down = words.down[_third((top + bottom) / 2)]
        size = words.sizes[("small", "medium", "large").index(one["size"])]
        name = f"{one['name'][0].upper()}{one['name'][1:]}"
        lines.append(f"{name}: {down}, {across}; {size}.")
    return tuple(lines)


@lru_cache(4096)
def heard(line: str, language: str) -> Told | None:
    """The thing a line tells of; None when it names none that one knows."""
    said = re.findall(r"[\w-]+", line.casefold())
    label = _named(" ".join(said), language)
    if label is None:
        return None
    at = {"across": 1, "down": 1, "size": 1}
    for word in said:
        for beginning, (what, value) in _words(language).heard.items():
            if word == beginning or (len(beginning) > 4 and word.startswith(beginning)):
                at[what] = value
    side = list(SIDES.values())[at["size"]]
    aspect = load_things()[label].aspect
    width, height = side * min(1.0, aspect), side * min(1.0, 1.0 / aspect)
    x, y = _centre(at["across"], width), _centre(at["down"], height)
    return Told(label, (x - width / 2, y - height / 2, x + width / 2, y + height / 2))


def _named(said: str, language: str) -> str | None:
    """The thing with the longest name among those that are said."""
    spoken = f" {said} "
    found = [(len(name), label) for name, label in _names(_spoken(language)) if f" {name} " in spoken]
    return max(found)[1] if found else None


@cache
def _names(language: str) -> tuple[tuple[str, str], ...]:
    drawn = [one for one in load_things().values() if one.drawn]
    if language == "hu":
        return tuple((one.hu.name.casefold(), one.id) for one in drawn)
    pairs = [(one.en.name, one.id) for one in drawn]
    pairs += [(one.en.plural, one.id) for one in drawn if one.en.plural is not None]
    return tuple((name.casefold(), label) for name, label in pairs)


def _words(language: str) -> Words:
    return _HUNGARIAN if _spoken(language) == "hu" else _ENGLISH


def _spoken(language: str) -> str:
    return "hu" if language.partition("-")[0].lower() == "hu" else "en"


def _size(one: Mapping[str, Any]) -> float:
    left, top, right, bottom = one["box"]
    return float((right - left) * (bottom - top))


def _third(value: float) -> int:
    return min(2, max(0, int(value / THIRD)))


def _centre(third: int, length: float) -> float:
    return min(1000.0 - length / 2, max(length / 2, THIRD * (third + 0.5)))
