"""How things look that a player knows: the picture of a word, from the picture cards.

Words without a picture card get a plain stand-in so far; a trained artist takes its place later.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from drawmate.cards import pen
from drawmate.cards.arrange import fitted
from drawmate.cards.pen import Strokes
from drawmate.cards.pictures import load_pictures
from drawmate.ink import Drawing
from drawmate.players.hand import Line, lines_of

_PLAIN: Final[Mapping[str, Strokes]] = {
    "circle": (pen.oval((0, 0), (1, 1)),),
    "hexagon": (pen.regular((0, 0), 1, 6),),
    "octagon": (pen.regular((0, 0), 1, 8),),
    "square": (pen.rectangle((0, 0), (1, 1)),),
    "triangle": (pen.regular((0, 0), 1, 3),),
    "zigzag": (pen.zigzag((0, 0), (3, 0), 3, 1),),
}
"""Words that are shapes."""

_ANYTHING: Final[Strokes] = (pen.rectangle((0, 0), (3, 2), 0.4), pen.oval((1.5, 1), (0.6, 0.6)))


def sketch(label: str) -> list[Line]:
    """The lines of a word or thing on the canvas of 1000 units, in the order of drawing."""
    picture = picture_of(label)
    return lines_of(picture if picture is not None else fitted(_PLAIN.get(label, _ANYTHING)))


def picture_of(label: str) -> Drawing | None:
    """The picture card of a word or thing, if there is one."""
    return _pictures().get(label)


@cache
def _pictures() -> Mapping[str, Drawing]:
    return {picture.id: picture.drawing for picture in load_pictures()}
