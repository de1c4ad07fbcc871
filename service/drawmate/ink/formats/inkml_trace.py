"""The text of an InkML trace: what its numbers, signs and prefixes mean, by the trace's format.

Source: W3C Recommendation InkML (2011), sections on ``traceFormat``, ``channel`` and ``trace``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final
from xml.etree.ElementTree import Element

from drawmate.ink.errors import InkError
from drawmate.ink.formats.markup import local
from drawmate.ink.limits import MAX_POINTS

_NUMBER: Final = r"#[0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN: Final = re.compile(rf"([!'\"])?\s*(-)?\s*({_NUMBER})|([TF*?,])")
_MILLISECONDS: Final = {"s": 1e3, "ms": 1.0, "us": 1e-3, "ns": 1e-6}


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel: its name, the factor that brings it to our units, and whether it may be left out."""

    name: str
    factor: float = 1.0
    intermittent: bool = False


TraceFormat = tuple[Channel, ...]
DEFAULT: Final[TraceFormat] = (Channel("X"), Channel("Y"))


def format_of(element: Element) -> TraceFormat:
    """The channels of a ``traceFormat`` element, regular ones first."""
    regular = [_channel(e) for e in element if local(e) == "channel"]
    rest = [
        _channel(e)
        for group in element
        if local(group) == "intermittentChannels"
        for e in group
        if local(e) == "channel"
    ]
    return (*regular, *(replace(c, intermittent=True) for c in rest))


def _channel(element: Element) -> Channel:
    name = element.get("name", "")
    factor = -1.0 if element.get("orientation") == "-ve" else 1.0
    if name == "T":
        factor = _MILLISECONDS.get(element.get("units", "ms"), 1.0)
    if name == "F":
        try:
            largest = float(element.get("max", "nan"))
        except ValueError:
            largest = math.nan
        factor = 1.0 / largest if largest > 0 else math.nan
    return Channel(name, factor)


def points_of(text: str, channels: TraceFormat, path: str) -> list[list[float]]:
    """The points of a trace, a value for each channel, NaN where it is not reported; before any factor.

    A value may be explicit (``!``), a first difference (``'``) or a second difference (``"``), and stays so
    for its channel until another prefix comes. ``*`` repeats the channel's last value, or goes on with its
    last speed or acceleration; ``?`` is a value not reported; booleans are read as 1 and 0.

    Raises:
        InkError: ``bad_trace``, ``ragged_stroke``, ``too_many_points``.
    """
    text = " ".join(text.split())
    if _TOKEN.sub("", text).strip():
        raise InkError("bad_trace", "the trace has characters that belong to no value", path)
    if text.count(",") > MAX_POINTS:
        raise InkError("too_many_points", f"more than {MAX_POINTS} points")
    text = text.removesuffix(",").rstrip()
    states = [_ChannelState() for _ in channels]
    regular = sum(not c.intermittent for c in channels)
    points: list[list[float]] = []
    point: list[float] = []
    for prefix, minus, number, other in [*_TOKEN.findall(text), ("", "", "", ",")] if text else []:
        if other == ",":
            if len(point) < regular:
                raise InkError("ragged_stroke", "a point lacks values", f"{path}[{len(points)}]")
            points.append(point + [math.nan] * (len(channels) - len(point)))
            point = []
        elif len(point) == len(channels):
            raise InkError("ragged_stroke", "a point has too many values", f"{path}[{len(points)}]")
        else:
            point.append(states[len(point)].next(prefix, minus, number, other))
    return points


@dataclass(slots=True)
class _ChannelState:
    """What a channel's next value builds on."""

    order: str = "!"
    value: float = 0.0
    speed: float = 0.0
    change: float = 0.0
    started: bool = False

    def next(self, prefix: str, minus: str, number: str, other: str) -> float:
        if other in ("T", "F"):
            return 1.0 if other == "T" else 0.0
        if other == "?":
            return math.nan
        if other == "*":
            given = {"!": self.value, "'": self.speed, '"': self.change}[self.order]
        else:
            self.order = prefix or self.order
            given = (
                float(int(number[1:], 16))
                if number.startswith("#") and len(number) < 20
                else _decimal(number)
            )
            given = -given if minus else given
        before, speed = self.value if self.started or self.order != "!" else given, self.speed
        self.started = True
        match self.order:
            case "!":
                self.value = given
            case "'":
                self.value += given
            case _:
                self.value += self.speed + given
        self.speed = self.value - before
        self.change = self.speed - speed
        return self.value


def _decimal(number: str) -> float:
    return math.inf if number.startswith("#") else float(number)
