"""The portrayer's description: lines of words, and nothing that draws (D1.9)."""

from __future__ import annotations

import re
from typing import Final

from drawmate.games.clock import Milliseconds
from drawmate.games.duplik.records import Line, Say
from drawmate.games.rules import IllegalAction, plain

LONGEST_LINE: Final = 300
"""Characters."""

MOST_LINES: Final = 200

_PICTURES: Final = re.compile(
    "[\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\ufe0f\u20e3"
    "\U0001f000-\U0001faff\U000e0020-\U000e007f]"
)
"""Arrows, frames, blocks, geometric shapes, dingbats and all emoji (Unicode blocks; UTS 51)."""


def said(lines: tuple[Line, ...], action: Say, now: Milliseconds) -> tuple[Line, ...]:
    """The description with one more line.

    Raises:
        IllegalAction: what ``plain`` raises, ``too_much``, ``no_drawing``.
    """
    text = plain(action.text, LONGEST_LINE)
    if len(lines) >= MOST_LINES:
        raise IllegalAction("too_much")
    if _PICTURES.search(text):
        raise IllegalAction("no_drawing")
    return (*lines, Line(text, action.spoken, now))
