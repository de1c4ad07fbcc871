"""``svg``: the outlines of an SVG picture as strokes, and drawings as SVG.

Read are path, line, polyline, polygon, rect, circle and ellipse under any nesting of g, a, svg and
transforms; each part of a path is a stroke, a closed one returns to its start. Styles are looked at only to
leave out what is not shown and a background. Text, images, ``use`` and style sheets are not read. Source:
SVG 1.1 (W3C, 2011).
"""

from __future__ import annotations

import math
import re
from typing import Final
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

import numpy as np

from drawmate.ink.drawing import Drawing
from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import check_range, positive_pair, settle
from drawmate.ink.formats.markup import clean, local, parse_xml
from drawmate.ink.formats.reading import Allowance, Reading
from drawmate.ink.formats.svg_path import Matrix, Strokes

_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LENGTH: Final = re.compile(rf"\s*({_NUMBER.pattern})(px|%)?\s*")
_TRANSFORM: Final = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")
_GROUPS: Final = frozenset(("g", "a", "svg", "switch"))
_SILENT: Final = frozenset(("title", "desc", "metadata", "defs", "style", "namedview", "script", ""))
_INK: Final = "#1a1a1a"
_THIN: Final = 0.008
"""Width of the written line, as a part of the longer side."""


def read(data: bytes, allowance: Allowance) -> list[Reading]:
    """The one drawing of a picture; its canvas is the view box, if that begins at 0, 0.

    Raises:
        InkError: ``bad_xml``, ``too_deep``, ``too_many_elements``, ``wrong_shape`` (the root is not svg),
            ``bad_path``, ``not_a_number``, ``out_of_range``, ``too_many_strokes``, ``too_many_points``.
    """
    root = parse_xml(data, allowance)
    if local(root) != "svg":
        raise InkError("wrong_shape", "the root element must be svg")
    walk = _Walk(_view(root))
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is out of range
        walk.children(root, np.eye(2, 3), stroked=False)
    x, y = np.array(walk.strokes.points).reshape(-1, 2).T.copy()
    check_range(x, y, walk.strokes.sizes, lambda i, k, axis: f"strokes[{i}][{k}].{axis}")
    title = next((e.text for e in root if local(e) == "title" and e.text), "").strip()
    left, top, width, height = walk.view or (1.0, 0.0, 0.0, 0.0)
    return [
        settle(
            x, y, walk.strokes.sizes,
            canvas=positive_pair(width, height) if left == 0 and top == 0 else None,
            warnings=walk.warnings,
            meta={"word": title[:200]} if title else None,
        )
    ]  # fmt: skip


def write(reading: Reading) -> bytes:
    """The drawing as polylines, its word as the title. Times and pressure are lost."""
    drawing = reading.drawing
    left, top, width, height = _frame(drawing)
    line = max(width, height) * _THIN
    word = escape(clean(str(reading.meta.get("word", ""))))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left!r} {top!r} {width!r} {height!r}">',
        f"<title>{word}</title>" if word else "",
        f'<g fill="none" stroke="{_INK}" stroke-width="{line:.6g}"',
        ' stroke-linecap="round" stroke-linejoin="round">',
    ]
    for x, y in drawing.strokes():
        points = [f"{a!r},{b!r}" for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        parts.append(f'<polyline points="{" ".join(points * 2 if len(points) == 1 else points)}"/>')
    parts.append("</g></svg>\n")
    return "\n".join(p for p in parts if p).encode("utf-8")


class _Walk:
    """A walk over the elements, gathering strokes and warnings."""

    def __init__(self, view: tuple[float, float, float, float] | None) -> None:
        self.view = view
        self.strokes = Strokes()
        self.warnings: list[str] = []

    def children(self, parent: Element, matrix: Matrix, stroked: bool) -> None:
        for element in parent:
            name = local(element)
            if name in _SILENT or _style(element, "display") == "none":
                continue
            inner = matrix_product(matrix, transform(element.get("transform", "")))
            stroke = _style(element, "stroke")
            shown = stroked if stroke is None else stroke != "none"
            if name in _GROUPS:
                if name == "svg":
                    inner = matrix_product(inner, self._nested(element))
                self.children(element, inner, shown)
            elif name in ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse"):
                self._shape(element, name, inner, shown)
            else:
                self.warnings.append("elements_ignored")

    def _shape(self, element: Element, name: str, matrix: Matrix, stroked: bool) -> None:
        if name == "rect" and not stroked and self._covers(element):
            self.warnings.append("background_ignored")
            return
        path = f"{name}[{len(self.strokes.sizes)}]"
        data = element.get("d", "") if name == "path" else self._outline(element, name, path)
        if data:
            self.strokes.add_path(data, matrix, path)

    def _outline(self, element: Element, name: str, path: str) -> str:
        """Path data of a basic shape; empty if the shape shows nothing."""
        if name in ("polyline", "polygon"):
            text = element.get("points", "")
            values = _NUMBER.findall(text)
            if _NUMBER.sub("", text).strip(" ,\t\r\n"):
                raise InkError("not_a_number", "points must be numbers", path)
            if len(values) < 2:
                return ""
            return f"M{' '.join(values[: len(values) // 2 * 2])}{'Z' if name == 'polygon' else ''}"

        def length(key: str, across: int | None = None) -> float:
            return self._length(element.get(key, "0"), path, across)

        match name:
            case "line":
                return f"M{length('x1', 0)!r} {length('y1', 1)!r}L{length('x2', 0)!r} {length('y2', 1)!r}"
            case "rect":
                x, y, w, h = length("x", 0), length("y", 1), length("width", 0), length("height", 1)
                rx, ry = (
                    length(k, a) if element.get(k, "auto") != "auto" else None
                    for k, a in (("rx", 0), ("ry", 1))
                )
                return _rect(x, y, w, h, rx, ry)
            case "circle":
                return _ellipse(length("cx", 0), length("cy", 1), length("r"), length("r"))
            case _:
                return _ellipse(length("cx", 0), length("cy", 1), length("rx", 0), length("ry", 1))

    def _length(self, text: str, path: str, across: int | None = None) -> float:
        """A length in user units; a percentage is of the view box's width (0), height (1) or diagonal."""
        found = _LENGTH.fullmatch(text)
        if found is None:
            raise InkError("not_a_number", "a length must be a number, in px or per cent", path)
        value = float(found[1])
        if found[2] != "%":
            return value
        width, height = self.view[2:] if self.view else (100.0, 100.0)
        whole = math.hypot(width, height) / math.sqrt(2) if across is None else (width, height)[across]
        return value / 100.0 * whole

    def _covers(self, rect: Element) -> bool:
        """Whether a rectangle lies behind the whole picture."""
        if rect.get("width") == "100%" and rect.get("height") == "100%":
            return True
        if self.view is None or rect.get("transform"):
            return False
        x, y, w, h = (self._length(rect.get(k, "0"), "rect") for k in ("x", "y", "width", "height"))
        left, top, width, height = self.view
        return x <= left and y <= top and x + w >= left + width and y + h >= top + height

    def _nested(self, element: Element) -> Matrix:
        """Where an inner svg element puts its contents: at x, y, its view box fitted in the middle."""
        x, y = (self._length(element.get(k, "0"), "svg", a) for a, k in enumerate(("x", "y")))
        place = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
        view = _view(element)
        if view is None or view[2] <= 0 or view[3] <= 0:
            return place
        size = [
            self._length(element.get(k, default), "svg", a)
            for a, (k, default) in enumerate((("width", f"{view[2]!r}"), ("height", f"{view[3]!r}")))
        ]
        scale = min(size[0] / view[2], size[1] / view[3])
        shift = [(size[a] - scale * view[2 + a]) / 2 - scale * view[a] for a in (0, 1)]
        return matrix_product(place, np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]]))


def matrix_product(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies ``inner`` first and ``outer`` then."""
    return np.column_stack((outer[:, :2] @ inner[:, :2], outer[:, :2] @ inner[:, 2] + outer[:, 2]))


def transform(text: str) -> Matrix:
    """The matrix of a ``transform`` attribute.

    Raises:
        InkError: ``bad_transform``.
    """
    matrix: Matrix = np.eye(2, 3)
    position = 0
    text = text.strip()
    while position < len(text):
        found = _TRANSFORM.match(text, position)
        if found is None:
            raise InkError("bad_transform", "this is no list of transforms")
        position = found.end()
        matrix = matrix_product(
            matrix, _one_transform(found[1], [float(v) for v in _NUMBER.findall(found[2])])
        )
    return matrix


def _one_transform(name: str, v: list[float]) -> Matrix:
    match name, v:
        case "matrix", [a, b, c, d, e, f]:
            return np.array([[a, c, e], [b, d, f]])
        case "translate", [x, *rest] if len(rest) < 2:
            return np.array([[1.0, 0.0, x], [0.0, 1.0, rest[0] if rest else 0.0]])
        case "scale", [x, *rest] if len(rest) < 2:
            return np.array([[x, 0.0, 0.0], [0.0, rest[0] if rest else x, 0.0]])
        case "rotate", [angle, *centre] if len(centre) in (0, 2):
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = centre or (0.0, 0.0)
            return np.array([[c, -s, x - c * x + s * y], [s, c, y - s * x - c * y]])
        case "skewX", [angle]:
            return np.array([[1.0, math.tan(math.radians(angle)), 0.0], [0.0, 1.0, 0.0]])
        case "skewY", [angle]:
            return np.array([[1.0, 0.0, 0.0], [math.tan(math.radians(angle)), 1.0, 0.0]])
    raise InkError("bad_transform", "this is no list of transforms")


def _rect(x: float, y: float, w: float, h: float, rx: float | None, ry: float | None) -> str:
    if w <= 0 or h <= 0:
        return ""
    rx, ry = (rx if rx is not None else ry or 0.0), (ry if ry is not None else rx or 0.0)
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x!r} {y!r}h{w!r}v{h!r}h{-w!r}Z"
    corner = f"a{rx!r} {ry!r} 0 0 1 "
    return (
        f"M{x + rx!r} {y!r}h{w - 2 * rx!r}{corner}{rx!r} {ry!r}v{h - 2 * ry!r}{corner}{-rx!r} {ry!r}"
        f"h{2 * rx - w!r}{corner}{-rx!r} {-ry!r}v{2 * ry - h!r}{corner}{rx!r} {-ry!r}Z"
    )


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    half = f"a{rx!r} {ry!r} 0 0 1 "
    return f"M{cx - rx!r} {cy!r}{half}{2 * rx!r} 0{half}{-2 * rx!r} 0"


def _view(element: Element) -> tuple[float, float, float, float] | None:
    values = [float(v) for v in _NUMBER.findall(element.get("viewBox", ""))]
    if len(values) == 4:
        return values[0], values[1], values[2], values[3]
    size = [_LENGTH.fullmatch(element.get(key, "")) for key in ("width", "height")]
    if size[0] and size[1] and size[0][2] != "%" and size[1][2] != "%":
        return 0.0, 0.0, float(size[0][1]), float(size[1][1])
    return None


def _style(element: Element, key: str) -> str | None:
    """A property of the element itself: from its style attribute, else the attribute of that name."""
    for declaration in element.get("style", "").split(";"):
        name, _, value = declaration.partition(":")
        if name.strip() == key:
            return value.strip()
    return element.get(key)


def _frame(drawing: Drawing) -> tuple[float, float, float, float]:
    """left, top, width, height of the written view box: the canvas, or the ink and a margin."""
    if drawing.canvas is not None:
        return 0.0, 0.0, drawing.canvas[0], drawing.canvas[1]
    if drawing.blank:
        return 0.0, 0.0, 1.0, 1.0
    left, top, right, bottom = drawing.bounds()
    margin = max(right - left, bottom - top, 1.0) * 0.05
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin
