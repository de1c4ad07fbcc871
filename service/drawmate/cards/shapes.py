"""The four shape cards of six shapes, one a die face (D3.6): what they look like and how they may be placed (D3.5).

A shape's outline is drawn on the unit square, centred and as large as fits. A placement moves, sizes and turns it;
it also stretches it where the result is still that shape and no other of the cards. Reading freehand shapes is
the judge's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from drawmate.cards import pen
from drawmate.cards.arrange import moved, scaled, turned
from drawmate.cards.pen import Strokes, line, polygon, regular, stroke
from drawmate.words import Terms

FACES: Final = 6

Range = tuple[float, float]


class ShapeError(ValueError):
    """A shape, die face or placement that is not lawful.

    Attributes:
        code: stable machine-readable reason: ``unknown_shape``, ``bad_face``, ``bad_aspect``, ``bad_size``,
            ``bad_roll``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of a card."""

    id: str
    """Its English name."""
    card: str
    """The id of its card."""
    face: int
    """The die face that gives it, 1..6."""
    spoken: tuple[Terms, ...]
    """What it is called: English, then Hungarian."""
    outline: Strokes
    """On the unit square, y downward; one stroke, or two for the cross."""
    aspects: tuple[Range, ...]
    """Ranges of width / height it may be stretched to; none: its own only."""

    @property
    def aspect(self) -> float:
        """Width / height as drawn on the unit square; infinite for the straight line."""
        width, height = np.ptp(np.vstack(self.outline), axis=0)
        return float(width / height) if height > 0.0 else float("inf")

    def lawful(self, aspect: float) -> bool:
        """Whether it may be stretched to a width / height."""
        return any(low <= aspect <= high for low, high in self.aspects)


@dataclass(frozen=True, slots=True)
class ShapeCard:
    """Six shapes of a kind, by die face."""

    id: str
    spoken: tuple[Terms, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a shape lies on the canvas."""

    x: float
    y: float
    """The middle of its box, in canvas units."""
    size: float
    """The longer side of its box before it is turned, in canvas units; more than 0."""
    rotation: float = 0.0
    """Degrees, clockwise."""
    aspect: float | None = None
    """Width / height of the box before it is turned; None for the shape's own."""


def stamp(shape: Shape, placement: Placement) -> Strokes:
    """The shape's strokes at that place.

    Raises:
        ShapeError: ``bad_size`` when it would have none, ``bad_aspect`` when it would become another shape.
    """
    if not placement.size > 0.0:
        raise ShapeError("bad_size", "the size of a shape is more than 0")
    middle = (placement.x, placement.y)
    strokes = moved(shape.outline, (-0.5, -0.5))
    if placement.aspect is not None:
        if not shape.lawful(placement.aspect):
            raise ShapeError("bad_aspect", "stretched like this it is another shape")
        width, height = min(1.0, placement.aspect), min(1.0, 1.0 / placement.aspect)
        own = shape.aspect
        strokes = scaled(strokes, (width / min(1.0, own), height / min(1.0, 1.0 / own)))
    return moved(turned(scaled(strokes, (placement.size, placement.size)), placement.rotation), middle)


def by_id(shape: str) -> Shape:
    """The shape of an id; raises ``ShapeError`` ``unknown_shape``."""
    for card in CARDS:
        for one in card.shapes:
            if one.id == shape:
                return one
    raise ShapeError("unknown_shape", "no such shape")


def by_face(card: ShapeCard, face: int) -> Shape:
    """The shape a die face gives on a card; raises ``ShapeError`` ``bad_face``."""
    if not 1 <= face <= FACES:
        raise ShapeError("bad_face", f"a die face is 1..{FACES}")
    return card.shapes[face - 1]


def rolled(faces: Sequence[int]) -> tuple[Shape, ...]:
    """The shapes of one roll: the n-th die lies on the n-th card, so they are always different (D3.5).

    Raises:
        ShapeError: ``bad_roll`` unless there is one die a card, ``bad_face``.
    """
    if len(faces) != len(CARDS):
        raise ShapeError("bad_roll", "there is one die for each card")
    return tuple(by_face(card, face) for card, face in zip(CARDS, faces, strict=True))


def _full(strokes: Strokes) -> Strokes:
    """Centred on the unit square, as large as fits; round-off taken out."""
    points = np.vstack(strokes)
    low, high = points.min(axis=0), points.max(axis=0)
    return tuple(
        stroke(np.round((one - (low + high) / 2.0) / (high - low).max() + 0.5, 9)) for one in strokes
    )


def _star() -> Strokes:
    outer = regular((0.0, 0.0), 1.0, 5)[:-1]
    inner = regular((0.0, 0.0), 0.4, 5, 36.0)[:-1]
    points = np.stack((outer, inner), axis=1).reshape(-1, 2)
    return (stroke(np.vstack((points, points[:1]))),)


def _heart() -> Strokes:
    """From the notch; the known curve of powers of the sine and multiples of the cosine."""
    t = np.linspace(0.0, -2.0 * np.pi, 73)
    x = 16.0 * np.sin(t) ** 3
    y = 13.0 * np.cos(t) - 5.0 * np.cos(2.0 * t) - 2.0 * np.cos(3.0 * t) - np.cos(4.0 * t)
    points = np.column_stack((x, -y))
    points[-1] = points[0]
    return (stroke(points),)


def _crescent() -> Strokes:
    """A circle less a smaller one that reaches over its right side."""
    outer = pen.arc((0.0, 0.0), (1.0, 1.0), -55.0, -305.0)
    x, y = float(np.cos(np.radians(55.0))), float(np.sin(np.radians(55.0)))
    across = 0.95
    centre = x - float(np.sqrt(across**2 - y**2)) + 0.9
    angle = float(np.degrees(np.arctan2(y, x - centre)))
    inner = pen.arc((centre, 0.0), (across, across), angle, 360.0 - angle)
    return (stroke(np.vstack((outer, inner[1:-1], outer[:1]))),)


def _drop() -> Strokes:
    """A circle with two tangents that meet in a point above."""
    radius, tip = 0.5, 1.25
    touch = float(np.degrees(np.arcsin(radius / tip)))
    round_part = pen.arc((0.0, 0.0), (radius, radius), 180.0 + touch, -touch)
    return (stroke(np.vstack(((0.0, -tip), round_part, (0.0, -tip)))),)


def _half_circle() -> Strokes:
    bow = pen.arc((0.0, 0.0), (1.0, 1.0), 180.0, 360.0)
    return (stroke(np.vstack((bow, bow[:1]))),)


def _spiral() -> Strokes:
    return (stroke(pen.spiral((0.0, 0.0), 1.0, 3.0) @ pen.rotation(-90.0)),)


ANY: Final[tuple[Range, ...]] = ((0.2, 5.0),)
LONG: Final[tuple[Range, ...]] = ((0.2, 0.8), (1.25, 5.0))
"""Never nearly as wide as high, or an ellipse would be a circle."""
OWN: Final[tuple[Range, ...]] = ()

_Row = tuple[str, str, Callable[[], Strokes], tuple[Range, ...]]

_LINES: Final[tuple[_Row, ...]] = (
    ("straight", "egyenes", lambda: (line([(0, 0), (1, 0)]),), OWN),
    ("corner", "sarok", lambda: (line([(0, 0), (0, 1), (1, 1)]),), ANY),
    ("zigzag", "cikcakk", lambda: (pen.zigzag((0, 0), (1, 0), 3, 0.3),), ((1.5, 8.0),)),
    ("wave", "hullám", lambda: (pen.wave((0, 0), (1, 0), 4, 0.13),), ((1.5, 8.0),)),
    ("spiral", "csiga", _spiral, ((0.6, 1.7),)),
    ("cross", "kereszt", lambda: (line([(1, 0), (1, 2)]), line([(0, 1), (2, 1)])), ANY),
)
_ROUNDS: Final[tuple[_Row, ...]] = (
    ("circle", "kör", lambda: (pen.oval((0, 0), (1, 1)),), OWN),
    ("ellipse", "ellipszis", lambda: (pen.oval((0, 0), (1, 0.62)),), LONG),
    ("half circle", "félkör", _half_circle, OWN),
    ("arc", "ív", lambda: (pen.arc((0, 0), (1, 1), 210, 330),), ((1.6, 8.0),)),
    ("crescent", "félhold", _crescent, ((0.4, 1.0),)),
    ("drop", "csepp", _drop, ((0.35, 0.9),)),
)
_ANGLES: Final[tuple[_Row, ...]] = (
    ("triangle", "háromszög", lambda: (polygon([(0.5, 0), (0, 0.866), (1, 0.866)]),), ANY),
    ("right triangle", "derékszögű háromszög", lambda: (polygon([(0, 0), (0, 1), (1, 1)]),), ANY),
    ("square", "négyzet", lambda: (polygon([(0, 0), (0, 1), (1, 1), (1, 0)]),), OWN),
    ("rectangle", "téglalap", lambda: (polygon([(0, 0), (0, 0.6), (1, 0.6), (1, 0)]),), LONG),
    ("diamond", "rombusz", lambda: (polygon([(0.35, 0), (0, 0.5), (0.35, 1), (0.7, 0.5)]),), LONG),
    ("trapezoid", "trapéz", lambda: (polygon([(0.24, 0), (0, 0.55), (1, 0.55), (0.76, 0)]),), ((0.5, 5.0),)),
)
_FIGURES: Final[tuple[_Row, ...]] = (
    ("star", "csillag", _star, ((0.7, 1.4),)),
    ("heart", "szív", _heart, ((0.7, 1.5),)),
    (
        "arrow",
        "nyíl",
        lambda: (
            polygon([(1, 0.5), (0.6, 0.15), (0.6, 0.36), (0, 0.36), (0, 0.64), (0.6, 0.64), (0.6, 0.85)]),
        ),
        ((0.7, 5.0),),
    ),
    ("pentagon", "ötszög", lambda: (regular((0, 0), 1, 5),), ((0.7, 1.4),)),
    ("hexagon", "hatszög", lambda: (regular((0, 0), 1, 6, 30),), ((0.7, 1.7),)),
    (
        "lightning",
        "villám",
        lambda: (polygon([(0.62, 0), (0.1, 0.58), (0.42, 0.58), (0.28, 1), (0.8, 0.38), (0.48, 0.38)]),),
        ((0.35, 1.2),),
    ),
)


def _spoken(en: str, hu: str) -> tuple[Terms, ...]:
    return (Terms("en", en), Terms("hu", hu))


def _card(en: str, hu: str, rows: tuple[_Row, ...]) -> ShapeCard:
    shapes = tuple(
        Shape(name, en, face, _spoken(name, magyar), _full(draw()), aspects)
        for face, (name, magyar, draw, aspects) in enumerate(rows, start=1)
    )
    return ShapeCard(en, _spoken(en, hu), shapes)


CARDS: Final[tuple[ShapeCard, ...]] = (
    _card("lines", "vonalak", _LINES),
    _card("rounds", "kerekek", _ROUNDS),
    _card("angles", "szögletesek", _ANGLES),
    _card("figures", "alakzatok", _FIGURES),
)
"""In the order of the dice."""
