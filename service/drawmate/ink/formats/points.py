"""``points``: strokes as lists of objects, ``{"x": 1, "y": 2, "t": 3?, "pressure": 0.5?}``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats, Where, check_counts, numbers, settle
from drawmate.ink.formats.reading import Reading
from drawmate.ink.formats.shapes import as_array, strokes_of

_OBJECTS: Final = frozenset((dict,))


@dataclass(slots=True)
class ObjectPoints:
    """Points gathered stroke by stroke from objects that name their numbers."""

    time_key: str = "t"
    pressure_key: str = "pressure"
    xs: list[Any] = field(default_factory=list)
    ys: list[Any] = field(default_factory=list)
    ts: list[Any] = field(default_factory=list)
    pressures: list[Any] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def add(self, stroke: Any, path: str) -> None:
        """Take one stroke's points.

        Raises:
            InkError: ``wrong_shape``, ``missing_coordinate``, ``too_many_points``.
        """
        points = as_array(stroke, path, "an array of points {x, y}")
        check_counts(0, len(self.xs) + len(points))
        if not _OBJECTS.issuperset(map(type, points)):
            wrong = next(k for k, p in enumerate(points) if type(p) is not dict)
            raise InkError("wrong_shape", "a point must be an object {x, y}", f"{path}[{wrong}]")
        try:
            self.xs += [p["x"] for p in points]
            self.ys += [p["y"] for p in points]
        except KeyError:
            wrong = next(k for k, p in enumerate(points) if not ("x" in p and "y" in p))
            raise InkError("missing_coordinate", "a point has no x or no y", f"{path}[{wrong}]") from None
        self.ts += [p.get(self.time_key) for p in points]
        self.pressures += [p.get(self.pressure_key) for p in points]
        self.sizes.append(len(points))

    def columns(self, where: Where) -> tuple[Floats, Floats, Floats | None, Floats | None]:
        """The x, y, t and pressure of all strokes taken; None for a column that is not known for every point.

        Raises:
            InkError: ``not_a_number``, ``out_of_range``.
        """

        def place(stroke: int, point: int, axis: str) -> str:
            return where(stroke, point, {"t": self.time_key, "pressure": self.pressure_key}.get(axis, axis))

        return numbers(
            self.xs, self.ys, self.sizes, place,
            ts=None if None in self.ts else self.ts,
            pressures=None if None in self.pressures else self.pressures,
        )  # fmt: skip

    def reading(self, where: Where, canvas: tuple[float, float] | None = None) -> Reading:
        """The drawing of all strokes taken; one missing time or pressure drops them all.

        Raises:
            InkError: ``not_a_number``, ``out_of_range``.
        """
        x, y, t, pressure = self.columns(where)
        warnings = []
        for values, warning in ((self.ts, "times_ignored"), (self.pressures, "pressure_ignored")):
            if 0 < values.count(None) < len(values):
                warnings.append(warning)
        return settle(x, y, self.sizes, t, pressure, canvas=canvas, warnings=warnings)


def parse(value: Any, path: str = "strokes") -> Reading:
    """Strokes as lists of objects.

    Raises:
        InkError: ``wrong_shape``, ``missing_coordinate``, ``not_a_number``, ``out_of_range``,
            ``too_many_strokes``, ``too_many_points``.
    """
    strokes, path = strokes_of(value, path)
    strokes = as_array(strokes, path, "an array of strokes")
    check_counts(len(strokes), 0)
    points = ObjectPoints()
    for i, stroke in enumerate(strokes):
        points.add(stroke, f"{path}[{i}]")
    return points.reading(lambda i, k, axis: f"{path}[{i}][{k}].{axis}")
