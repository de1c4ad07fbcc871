"""``inkml``: W3C Ink Markup Language, traces in and out.

Channels X, Y, T and F are used, others passed over; formats may come from contexts, sources and definitions,
as far as references stay within the document. Brushes, mappings, views and canvas transforms are not applied.
Source: W3C Recommendation InkML, 20 September 2011.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

import numpy as np

from drawmate.ink.errors import InkError
from drawmate.ink.formats.assembly import Floats, check_counts, check_range, settle
from drawmate.ink.formats.inkml_trace import DEFAULT, TraceFormat, format_of, points_of
from drawmate.ink.formats.markup import XML_ID, clean, local, parse_xml
from drawmate.ink.formats.reading import Allowance, Reading
from drawmate.ink.limits import MAX_DOCUMENT_DEPTH, MAX_TIME

NAMESPACE: Final = "http://www.w3.org/2003/InkML"


def read(data: bytes, allowance: Allowance) -> list[Reading]:
    """The one drawing of a document: every pen-down trace is a stroke, unless it continues another.

    An annotation of type ``truth`` becomes the word.

    Raises:
        InkError: ``bad_xml``, ``too_deep``, ``too_many_elements``, ``wrong_shape`` (the root is not ink, or a
            format has no X or Y), ``bad_trace``, ``ragged_stroke``, ``not_a_number``, ``out_of_range``,
            ``too_many_strokes``, ``too_many_points``.
    """
    root = parse_xml(data, allowance)
    if local(root) != "ink":
        raise InkError("wrong_shape", "the root element must be ink")
    document = _Document(root)
    document.walk(root, None)
    return [document.reading()]


def write(reading: Reading) -> bytes:
    """The drawing as traces with explicit values; its word as an annotation. The canvas is lost."""
    drawing = reading.drawing
    word = clean(str(reading.meta.get("word", "")))
    channels = ['<channel name="X" type="decimal"/>', '<channel name="Y" type="decimal"/>']
    columns = [drawing.x, drawing.y]
    if drawing.t is not None:
        channels.append('<channel name="T" type="decimal" units="ms"/>')
        columns.append(drawing.t)
    if drawing.pressure is not None:
        channels.append('<channel name="F" type="decimal" min="0" max="1"/>')
        columns.append(drawing.pressure)
    parts = [
        f'<ink xmlns="{NAMESPACE}">',
        f'<annotation type="truth">{escape(word)}</annotation>' if word else "",
        f"<context><traceFormat>{''.join(channels)}</traceFormat></context>",
    ]
    for a, b in zip(drawing.offsets[:-1], drawing.offsets[1:], strict=True):
        rows = zip(*(c[a:b].tolist() for c in columns), strict=True)
        parts.append(f"<trace>{','.join(' '.join(map(_number, row)) for row in rows)}</trace>")
    parts.append("</ink>\n")
    return "\n".join(p for p in parts if p).encode("utf-8")


def _number(value: float) -> str:
    return repr(int(value)) if value.is_integer() else repr(value)


class _Document:
    """Traces gathered from a document, with the formats they refer to."""

    def __init__(self, root: Element) -> None:
        self.by_id: Mapping[str, Element] = {
            e.get(XML_ID, e.get("id", "")): e for e in root.iter() if e.get(XML_ID) or e.get("id")
        }
        self.current: TraceFormat = DEFAULT
        self.columns: list[Floats] = []  # (4, N) a stroke: x, y, t, pressure; NaN where not known
        self.by_trace: dict[str, int] = {}
        self.traces = 0
        self.points = 0
        self.word = ""

    def walk(self, parent: Element, inherited: TraceFormat | None) -> None:
        """Take the traces below an element, in the order of the document."""
        for element in parent:
            name = local(element)
            if name == "trace":
                self._trace(element, inherited)
            elif name == "traceGroup":
                self.walk(element, self._referred(element) or inherited)
            elif name == "context":
                self.current = self._context(element, 0) or self.current
            elif name == "traceFormat":
                self.current = format_of(element)
            elif name == "annotation" and element.get("type") == "truth" and not self.word:
                self.word = (element.text or "").strip()[:200]

    def reading(self) -> Reading:
        """The drawing of all traces taken."""
        sizes = [c.shape[1] for c in self.columns]
        x, y, t, pressure = np.concatenate(self.columns, axis=1) if self.columns else np.empty((4, 0))
        check_range(x, y, sizes, lambda i, k, axis: f"strokes[{i}][{k}].{axis}")
        warnings = []
        known: list[Floats | None] = []
        for column, warning in ((t, "times_ignored"), (pressure, "pressure_ignored")):
            good = np.abs(column) <= MAX_TIME
            if good.any() and not good.all():
                warnings.append(warning)
            known.append(column if good.all() else None)
        meta: dict[str, Any] = {"word": self.word} if self.word else {}
        return settle(x, y, sizes, known[0], known[1], warnings=warnings, meta=meta)

    def _trace(self, element: Element, inherited: TraceFormat | None) -> None:
        path = f"trace[{self.traces}]"
        self.traces += 1
        if element.get("type") in ("penUp", "indeterminate"):
            return
        channels = self._referred(element) or inherited or self.current
        names = [c.name for c in channels]
        if "X" not in names or "Y" not in names:
            raise InkError("wrong_shape", "the format of the trace has no X or no Y", path)
        rows = points_of("".join(element.itertext()), channels, path)
        self.points += len(rows)
        check_counts(len(self.columns) + 1, self.points)
        table = np.array(rows, np.float64).reshape(-1, len(channels))
        table = table * [c.factor for c in channels]
        stroke = np.full((4, len(rows)), np.nan)
        for row, name in enumerate("XYTF"):
            if name in names:
                stroke[row] = table[:, names.index(name)]
        missing = np.isnan(stroke[:2]).any(axis=0)
        if missing.any():
            raise InkError("not_a_number", "X or Y is not reported", f"{path}[{int(missing.argmax())}]")
        place = len(self.columns)
        if element.get("continuation") in ("middle", "end"):
            place = self.by_trace.get(element.get("priorRef", "").lstrip("#"), place)
        if place < len(self.columns):
            self.columns[place] = np.concatenate((self.columns[place], stroke), axis=1)
        else:
            self.columns.append(stroke)
        name = element.get(XML_ID, element.get("id", ""))
        if name:
            self.by_trace[name] = place

    def _referred(self, element: Element) -> TraceFormat | None:
        """The format of the context an element refers to."""
        context = self._target(element, "contextRef")
        return self._context(context, 0) if context is not None else None

    def _context(self, element: Element, depth: int) -> TraceFormat | None:
        """The format that a context gives, itself or through what it refers to."""
        if depth > MAX_DOCUMENT_DEPTH:
            raise InkError("too_deep", "contexts refer to each other")
        for holder in (element, *(e for e in element if local(e) == "inkSource")):
            for child in holder:
                if local(child) == "traceFormat":
                    return format_of(child)
        for key in ("traceFormatRef", "inkSourceRef", "contextRef"):
            target = self._target(element, key)
            if target is None:
                continue
            found = format_of(target) if local(target) == "traceFormat" else self._context(target, depth + 1)
            if found is not None:
                return found
        return None

    def _target(self, element: Element, key: str) -> Element | None:
        """The element of this document that an attribute refers to."""
        reference = element.get(key, "")
        return self.by_id.get(reference[1:]) if reference.startswith("#") else None
