"""The deck of picture cards (D4.19): the recipes of this folder, drawn, named and checked.

A card begins with ``== id``. If the id is a label of ``drawmate.words`` its names, category and difficulty come
from there; any other card gives them itself, in lines ``en: name | alias``, ``hu: …``, ``category: …`` and
``difficulty: 1..3``. ``-- name`` begins a part for ``use``. The lines below are the recipe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Final

from drawmate.cards.arrange import CANVAS, fitted
from drawmate.cards.pictures.recipe import Parts, Recipe, RecipeError, draw, parse, without_scraps
from drawmate.ink.drawing import Drawing
from drawmate.ink.geometry import ink_length
from drawmate.words import Category, Terms, Word, languages, load

MAX_POINTS: Final = 600
MIN_STROKES: Final = 4
MAX_STROKES: Final = 30
MIN_INK: Final = 2.0
"""Least length of ink, in sides of the canvas."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture card."""

    id: str
    """The label of the word it shows, or a name of its own."""
    category: Category
    difficulty: int
    """How hard it is to draw so that it is recognised: 1 easy, 2, 3 hard."""
    spoken: tuple[Terms, ...]
    """One entry a language, in the vocabulary's order."""
    drawing: Drawing
    """On the logical canvas of 1000 × 1000, without times; strokes in the order of drawing."""

    def terms(self, language: str) -> Terms:
        """What the picture is called in a language; raises ``RecipeError`` ``unknown_picture``."""
        for terms in self.spoken:
            if terms.language == language:
                return terms
        raise RecipeError("unknown_picture", "no names in this language", self.id)


@dataclass(frozen=True, slots=True)
class Entry:
    """A card or part as written: its id, header fields and recipe."""

    id: str
    part: bool
    header: tuple[tuple[str, str], ...]
    recipe: Recipe


@cache
def load_pictures() -> tuple[Picture, ...]:
    """Every picture card, sorted by id without regard to case."""
    files = sorted(resources.files(__package__).iterdir(), key=lambda file: file.name)
    return build([file.read_text("utf-8") for file in files if file.name.endswith(".txt")])


def picture_by_id(picture: str) -> Picture:
    """The picture card of an id; raises ``RecipeError`` ``unknown_picture``."""
    for one in load_pictures():
        if one.id == picture:
            return one
    raise RecipeError("unknown_picture", "no such picture")


def build(texts: Sequence[str]) -> tuple[Picture, ...]:
    """Draw and check the cards of these documents; parts may be used across documents.

    Raises:
        RecipeError: a card or part is not sound; the code and path say where.
    """
    entries = [entry for text in texts for entry in read(text)]
    ids = [(entry.part, entry.id) for entry in entries]
    for one in ids:
        if ids.count(one) > 1:
            raise RecipeError("duplicate", "two entries have this id", one[1])
    parts = {entry.id: entry.recipe for entry in entries if entry.part}
    words = {word.label: word for word in load()}
    pictures = [_picture(entry, parts, words.get(entry.id)) for entry in entries if not entry.part]
    pictures.sort(key=lambda picture: picture.id.casefold())
    _check_names(pictures)
    return tuple(pictures)


def read(text: str) -> Iterator[Entry]:
    """The cards and parts of one document, not yet drawn; a line that begins with ``#`` is a remark."""
    lines = [line.rstrip() for line in text.splitlines() if not line.startswith("#")]
    starts = [i for i, line in enumerate(lines) if line.startswith(("== ", "-- "))]
    if any(lines[: starts[0]] if starts else lines):
        raise RecipeError("bad_header", "does not begin with a card or part")
    for a, b in zip(starts, [*starts[1:], len(lines)], strict=True):
        name = lines[a][3:]
        header = list(takewhile(lambda line: line.split(" ")[0].endswith(":"), lines[a + 1 : b]))
        fields = tuple((key, value) for key, _, value in (line.partition(": ") for line in header))
        recipe = parse(lines[a + 1 + len(header) : b], name)
        if not recipe:
            raise RecipeError("bad_header", "has no recipe", name)
        yield Entry(name, lines[a].startswith("--"), fields, recipe)


def _picture(entry: Entry, parts: Parts, word: Word | None) -> Picture:
    if word is not None:
        if entry.header:
            raise RecipeError("bad_header", "the words already name it", entry.id)
        return Picture(word.label, word.category, word.difficulty, word.spoken, _drawing(entry, parts))
    fields = dict(entry.header)
    if fields.keys() != {*languages(), "category", "difficulty"} or len(fields) != len(entry.header):
        raise RecipeError("bad_header", "lacks a field, has one twice or an unknown one", entry.id)
    if fields["category"] not in list(Category):
        raise RecipeError("unknown_category", "not a category", entry.id)
    if fields["difficulty"] not in ("1", "2", "3"):
        raise RecipeError("bad_header", "a difficulty is 1, 2 or 3", entry.id)
    spoken = tuple(_terms(code, fields[code]) for code in languages())
    category, difficulty = Category(fields["category"]), int(fields["difficulty"])
    return Picture(entry.id, category, difficulty, spoken, _drawing(entry, parts))


def _terms(language: str, text: str) -> Terms:
    name, *aliases = (part.strip() for part in text.split("|"))
    return Terms(language, name, tuple(aliases))


def _drawing(entry: Entry, parts: Parts) -> Drawing:
    drawing = fitted(without_scraps(draw(entry.recipe, parts)))
    ink = ink_length(drawing.x, drawing.y, drawing.offsets) / CANVAS
    if drawing.points > MAX_POINTS:
        raise RecipeError("bad_drawing", f"has {drawing.points} points, more than {MAX_POINTS}", entry.id)
    if not MIN_STROKES <= len(drawing) <= MAX_STROKES:
        raise RecipeError("bad_drawing", f"has {len(drawing)} strokes", entry.id)
    if ink < MIN_INK:
        raise RecipeError("bad_drawing", f"has {ink:.1f} canvas sides of ink, less than {MIN_INK}", entry.id)
    return drawing


def _check_names(pictures: Sequence[Picture]) -> None:
    """Within a language no answer belongs to two pictures, unless both are words that share it."""
    labels = {word.label for word in load()}
    for code in languages():
        owners: dict[str, str] = {}
        for picture in pictures:
            for answer in (text.casefold() for text in picture.terms(code).answers):
                other = owners.setdefault(answer, picture.id)
                if other != picture.id and not {other, picture.id} <= labels:
                    raise RecipeError(
                        "clash", f"an answer to {other} too", f"{picture.id} in {code}: {answer}"
                    )
