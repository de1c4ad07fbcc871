"""The small language that pictures are written in, one statement a line, drawn from top to bottom.

Lengths are free (most pictures use 0..100), y grows downward, angles are degrees clockwise from the right.
Arguments: a point ``x,y``; a size ``r`` or ``WxH``; numbers; ``[…]`` may be left out.

    line P P…            path P P…            smooth; ``x,y!`` is a sharp corner, as are both ends
    poly P P…            blob P P…            the same, closed
    lathe X P P…         a closed outline from its right half, top to bottom, mirrored at x = X
    oval P S [tilt]      arc P S from to      rect P S [rounding]     dot P [r]     ngon P r corners [tilt]
    wave P P bends h     zigzag P P teeth h   spiral P r turns [from] puffs P S bumps
    stamp SHAPE P size [rotation [aspect]]    a shape of the shape cards, spaces as ``_``
    use PART P S [tilt]  a named part, whose box is -10..10, scaled by S / 10

Statements that hold the indented statements below them:

    mirror X             both halves          repeat N P           copies, each P further
    ring N P [sweep]     copies around P      turn ANGLE P         move P        scale S P

Before a statement: ``front`` hides earlier ink inside its closed strokes; ``behind`` draws only what lies outside
all closed strokes so far; ``join`` does both, so that outlines unite; ``inside`` keeps what lies within the last
closed stroke; ``erase`` hides like ``front`` but leaves no ink. These see the statements of their own block only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from drawmate.cards import arrange, pen, shapes
from drawmate.cards.pen import Point, Stroke, Strokes

MODIFIERS: Final = frozenset({"front", "behind", "join", "inside", "erase"})
BLOCKS: Final = frozenset({"mirror", "repeat", "ring", "turn", "move", "scale"})
SCRAP: Final = 0.012
"""Open strokes shorter than this share of the picture's longer side are what cutting left over."""
PART: Final = 10.0
"""Half the side of a part's box."""


class RecipeError(ValueError):
    """A recipe or deck that is not sound.

    Attributes:
        code: stable machine-readable reason: ``bad_indent``, ``unknown_statement``, ``unknown_part``,
            ``bad_argument``, ``missing_argument``, ``spare_argument``, ``no_outline``; for decks ``bad_header``,
            ``duplicate``, ``clash``, ``unknown_category``, ``bad_drawing``, ``unknown_picture``.
        path: where the fault is, e.g. ``house: 4``.
    """

    def __init__(self, code: str, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.code = code
        self.path = path


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a recipe with the lines that belong to it."""

    path: str
    modifier: str
    verb: str
    arguments: tuple[str, ...]
    block: tuple[Statement, ...] = ()


Recipe = tuple[Statement, ...]
Parts = Mapping[str, Recipe]


def parse(lines: Sequence[str], name: str) -> Recipe:
    """Read the lines of one recipe; two spaces lead into a block.

    Raises:
        RecipeError: ``bad_indent``, ``unknown_statement``.
    """
    levels: list[list[Statement]] = [[]]
    for number, text in enumerate(lines, start=1):
        words = text.split()
        if not words:
            continue
        path = f"{name}: {number}"
        depth, odd = divmod(len(text) - len(text.lstrip(" ")), 2)
        if odd or depth >= len(levels):
            raise RecipeError("bad_indent", "is not indented by two spaces a level", path)
        _close(levels, depth)
        modifier = words.pop(0) if words[0] in MODIFIERS else ""
        if not words or words[0] not in BLOCKS | VERBS.keys() | {"use"}:
            raise RecipeError("unknown_statement", "no such statement", path)
        levels[-1].append(Statement(path, modifier, words[0], tuple(words[1:])))
        if words[0] in BLOCKS:
            levels.append([])
    _close(levels, 0)
    return tuple(levels[0])


def draw(recipe: Recipe, parts: Parts) -> Strokes:
    """The strokes of a recipe, in its own lengths.

    Raises:
        RecipeError: a statement that cannot be drawn; the code and path say why and where.
    """
    ink: Strokes = ()
    outlines: Strokes = ()
    for statement in recipe:
        new = _made(statement, parts)
        closed = tuple(one for one in new if pen.is_closed(one))
        modifier = statement.modifier
        if modifier == "inside":
            if not outlines:
                raise RecipeError("no_outline", "there is nothing to be inside of", statement.path)
            new, closed = arrange.within(new, outlines[-1]), ()
        if modifier in ("behind", "join"):
            new = arrange.without(new, outlines)
        if modifier in ("front", "join", "erase"):
            ink = arrange.without(ink, closed)
        if modifier != "erase":
            ink, outlines = ink + new, outlines + closed
    return ink


def without_scraps(strokes: Strokes) -> Strokes:
    """The strokes less the open ones too short to be meant."""
    points = np.vstack(strokes)
    least = SCRAP * float(np.ptp(points, axis=0).max())
    return tuple(one for one in strokes if pen.is_closed(one) or _length(one) >= least)


class _Arguments:
    """The arguments of a statement, read from left to right."""

    def __init__(self, statement: Statement) -> None:
        self._left = list(statement.arguments)
        self._path = statement.path

    def __bool__(self) -> bool:
        return bool(self._left)

    def word(self) -> str:
        if not self._left:
            raise RecipeError("missing_argument", "has too few arguments", self._path)
        return self._left.pop(0)

    def number(self, default: float | None = None) -> float:
        if default is not None and not self._left:
            return default
        return self._numbers(self.word(), "")[0]

    def count(self) -> int:
        return int(self.number())

    def point(self) -> Point:
        x, y = self._numbers(self.word(), ",")
        return x, y

    def size(self) -> Point:
        text = self.word()
        x, y = self._numbers(text, "x") if "x" in text else 2 * self._numbers(text, "")
        return x, y

    def points(self) -> tuple[list[Point], list[int]]:
        """All that are left, and which of them are corners."""
        corners = [i for i, text in enumerate(self._left) if text.endswith("!")]
        self._left = [text.rstrip("!") for text in self._left]
        points = [self.point()]
        while self._left:
            points.append(self.point())
        return points, corners

    def done(self) -> None:
        if self._left:
            raise RecipeError("spare_argument", "has too many arguments", self._path)

    def _numbers(self, text: str, between: str) -> tuple[float, ...]:
        try:
            numbers = tuple(float(part) for part in (text.split(between) if between else [text]))
        except ValueError:
            numbers = ()
        if len(numbers) != (2 if between else 1) or not np.isfinite(numbers).all():
            raise RecipeError("bad_argument", "an argument is not of its kind", self._path)
        return numbers


def _close(levels: list[list[Statement]], depth: int) -> None:
    """End the blocks deeper than this level: each belongs to the last statement of the level above."""
    while len(levels) > depth + 1:
        block = tuple(levels.pop())
        levels[-1][-1] = replace(levels[-1][-1], block=block)


def _made(statement: Statement, parts: Parts) -> Strokes:
    take = _Arguments(statement)
    if statement.verb == "use":
        name = take.word()
        if name not in parts:
            raise RecipeError("unknown_part", "no such part", statement.path)
        place, (width, height), tilt = take.point(), take.size(), take.number(0.0)
        made = arrange.scaled(draw(parts[name], parts), (width / PART, height / PART))
        made = arrange.moved(arrange.turned(made, tilt), place)
    elif statement.verb in BLOCKS:
        made = _arranged(statement.verb, draw(statement.block, parts), take)
    else:
        try:
            made = VERBS[statement.verb](take)
        except shapes.ShapeError as error:
            raise RecipeError("bad_argument", str(error), statement.path) from None
    take.done()
    return made


def _arranged(verb: str, strokes: Strokes, take: _Arguments) -> Strokes:
    match verb:
        case "mirror":
            return strokes + arrange.mirrored(strokes, take.number())
        case "repeat":
            return arrange.repeated(strokes, take.count(), take.point())
        case "ring":
            return arrange.ringed(strokes, take.count(), take.point(), take.number(360.0))
        case "turn":
            return arrange.turned(strokes, take.number(), take.point())
        case "move":
            return arrange.moved(strokes, take.point())
        case _:
            return arrange.scaled(strokes, take.size(), take.point())


def _length(one: Stroke) -> float:
    return float(np.hypot(*np.diff(one, axis=0).T).sum())


def _stamp(take: _Arguments) -> Strokes:
    shape = shapes.by_id(take.word().replace("_", " "))
    (x, y), size, rotation = take.point(), take.number(), take.number(0.0)
    aspect = take.number() if take else None
    return shapes.stamp(shape, shapes.Placement(x, y, size, rotation, aspect))


def _dot(take: _Arguments) -> Stroke:
    place, radius = take.point(), take.number(0.8)
    return pen.oval(place, (radius, radius))


VERBS: Final = {
    "line": lambda take: (pen.line(take.points()[0]),),
    "poly": lambda take: (pen.polygon(take.points()[0]),),
    "path": lambda take: (pen.curve(*take.points()),),
    "blob": lambda take: (pen.blob(*take.points()),),
    "lathe": lambda take: (pen.lathe(take.number(), *take.points()),),
    "oval": lambda take: (pen.oval(take.point(), take.size(), take.number(0.0)),),
    "arc": lambda take: (pen.arc(take.point(), take.size(), take.number(), take.number()),),
    "rect": lambda take: (pen.rectangle(take.point(), take.size(), take.number(0.0)),),
    "dot": lambda take: (_dot(take),),
    "ngon": lambda take: (pen.regular(take.point(), take.number(), take.count(), take.number(0.0)),),
    "wave": lambda take: (pen.wave(take.point(), take.point(), take.count(), take.number()),),
    "zigzag": lambda take: (pen.zigzag(take.point(), take.point(), take.count(), take.number()),),
    "spiral": lambda take: (pen.spiral(take.point(), take.number(), take.number(), take.number(0.0)),),
    "puffs": lambda take: (pen.puffs(take.point(), take.size(), take.count()),),
    "stamp": _stamp,
}
