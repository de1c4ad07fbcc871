"""What every reader gives: a drawing, what was repaired on the way, and what its source says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.limits import MAX_BYTES, MAX_DRAWINGS

WARNINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "empty_stroke": "a stroke without points was left out",
        "repeated_points": "a point equal in every column to the one before it was left out",
        "times_ignored": "times were missing for some points or ran backwards; none were kept",
        "pressure_ignored": "pressures were missing for some points or outside 0..1; none were kept",
        "elements_ignored": "parts of the document that are not ink were left out",
        "background_ignored": "a filled rectangle behind the whole picture was left out",
        "pages_ignored": "only the first page with ink was read",
    }
)
"""Every warning code and what was done about it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One drawing read.

    Attributes:
        drawing: the drawing, repaired where that takes no ink away.
        warnings: codes of what was repaired (keys of ``WARNINGS``), each once.
        meta: what the source says about the drawing, where it does: ``word``, ``countrycode``, ``timestamp``
            and ``key_id`` (strings), ``recognized`` (bool). Never used to recognise the drawing.
    """

    drawing: Drawing
    warnings: tuple[str, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much one reading may take: bytes, also after unpacking, and drawings."""

    bytes: int = MAX_BYTES
    drawings: int = MAX_DRAWINGS

    def check_drawings(self, drawings: int) -> None:
        """Refuse more drawings than allowed.

        Raises:
            InkError: ``too_many_drawings``.
        """
        if drawings > self.drawings:
            raise InkError("too_many_drawings", f"more than {self.drawings} drawings")
