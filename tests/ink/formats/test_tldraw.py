"""tldraw documents: three ways to write points, and where shapes lie."""

import base64
import math
from typing import Any

import numpy as np
import pytest

from drawmate.ink import InkError
from drawmate.ink.formats import parse_json, read

POINTS = [(0.0, 0.0, 0.5), (10.0, 5.0, 0.5), (20.5, 5.0, 0.5)]


def shape(segments: Any = None, **changes: Any) -> dict[str, Any]:
    segments = [{"type": "free", "points": objects(POINTS)}] if segments is None else segments
    return {
        "id": "shape:a", "typeName": "shape", "type": "draw", "x": 100, "y": 50, "rotation": 0, "index": "a1",
        "parentId": "page:p", "props": {"segments": segments, "isComplete": True, "scale": 1},
    } | changes  # fmt: skip


def objects(points: list[tuple[float, float, float]]) -> list[dict[str, float]]:
    return [dict(zip("xyz", p, strict=True)) for p in points]


def halves(points: list[tuple[float, ...]]) -> str:
    return base64.b64encode(np.array(points, "<f2").tobytes()).decode()


def path(points: list[tuple[float, ...]], dim: int = 3) -> str:
    rows = np.array(points)[:, :dim]
    return base64.b64encode(
        rows[0].astype("<f4").tobytes() + np.diff(rows, axis=0).astype("<f2").tobytes()
    ).decode()


def document(*shapes: dict[str, Any]) -> dict[str, Any]:
    others = [
        {"id": "document:document", "typeName": "document"},
        {"id": "page:p", "typeName": "page", "name": "P"},
    ]
    return {"tldrawFileFormatVersion": 1, "schema": {"schemaVersion": 2}, "records": [*others, *shapes]}


EXPECTED = [[[100, 110, 120.5], [50, 55, 55]]]


@pytest.mark.parametrize(
    "segment",
    [
        {"type": "free", "points": objects(POINTS)},
        {"type": "free", "points": halves(POINTS)},
        {"type": "free", "path": path(POINTS)},
        {"type": "free", "path": path(POINTS, 2), "dim": 2},
        {"type": "free", "path": path(POINTS), "dim": 3},
    ],
    ids=["objects", "half floats", "path", "path without z", "path with z"],
)
def test_points_in_every_encoding(segment: dict[str, Any]) -> None:
    reading = parse_json(document(shape([segment])), "tldraw")
    assert reading.drawing.to_strokes() == EXPECTED
    assert reading.drawing.pressure is None
    assert reading.warnings == ()


@pytest.mark.parametrize(
    "wrap",
    [
        lambda d: d,
        lambda d: {"store": {r["id"]: r for r in d["records"]}, "schema": {}},
        lambda d: {"document": {"store": {r["id"]: r for r in d["records"]}}, "session": {}},
        lambda d: {"shapes": d["records"][2:], "rootShapeIds": []},
        lambda d: d["records"],
    ],
    ids=["file", "store", "snapshot", "clipboard", "records"],
)
def test_documents_of_every_kind(wrap: Any) -> None:
    assert parse_json(wrap(document(shape())), "tldraw").drawing.to_strokes() == EXPECTED


def test_segments_of_a_shape_are_one_stroke() -> None:
    second = {"type": "straight", "points": objects([(20.5, 5, 0.5), (0, 0, 0.5)])}
    reading = parse_json(document(shape([{"type": "free", "points": objects(POINTS)}, second])), "tldraw")
    assert reading.drawing.to_strokes() == [[[100, 110, 120.5, 100], [50, 55, 55, 50]]]


def test_groups_and_turns() -> None:
    """The group lies at 1000, 0 and is turned by a quarter; the shape is turned by another."""
    group = {"id": "shape:g", "typeName": "shape", "type": "group", "x": 1000, "y": 0, "rotation": math.pi / 2,
             "parentId": "page:p", "index": "a1", "props": {}}  # fmt: skip
    reading = parse_json(document(group, shape(parentId="shape:g", rotation=math.pi / 2)), "tldraw")
    x, y = reading.drawing.to_strokes()[0]
    assert x == pytest.approx([950, 940, 929.5])
    assert y == pytest.approx([100, 95, 95])


def test_lazy_resizing() -> None:
    record = shape()
    record["props"] |= {"scaleX": -2, "scaleY": 0.5}
    assert parse_json(document(record), "tldraw").drawing.to_strokes() == [[[100, 80, 59], [50, 52.5, 52.5]]]


def test_strokes_come_in_the_order_of_their_index() -> None:
    late = shape(id="shape:z", index="a2", x=0)
    reading = parse_json(document(late, shape()), "tldraw")
    assert [x[0] for x, _ in reading.drawing.strokes()] == [100, 0]


def test_measured_pressure_is_kept() -> None:
    points = [(0, 0, 0.25), (1, 1, 0.75)]
    pressure = parse_json(document(shape([{"points": objects(points)}])), "tldraw").drawing.pressure
    assert pressure is not None
    assert pressure.tolist() == [0.25, 0.75]


def test_one_page_is_read_and_the_rest_noted() -> None:
    text = {"id": "shape:t", "typeName": "shape", "type": "text", "parentId": "page:p", "props": {}}
    reading = parse_json(document(shape(), shape(id="shape:b", parentId="page:q"), text), "tldraw")
    assert len(reading.drawing) == 1
    assert reading.warnings == ("elements_ignored", "pages_ignored")


SEGMENT = "records[2].props.segments[0]"


@pytest.mark.parametrize(
    ("record", "code", "place"),
    [
        (shape([{"points": [{"x": 1, "y": "2"}]}]), "not_a_number", f"{SEGMENT}.points[0].y"),
        (shape([{"points": [{"x": 1}]}]), "missing_coordinate", f"{SEGMENT}.points[0]"),
        (shape([{"points": "&&&&"}]), "bad_base64", f"{SEGMENT}.points"),
        (shape([{"points": halves([(1, 2)])}]), "bad_base64", f"{SEGMENT}.points"),
        (shape([{"path": "AAAA"}]), "bad_base64", f"{SEGMENT}.path"),
        (shape([{"path": "€"}]), "bad_base64", f"{SEGMENT}.path"),
        (shape([{"path": 5}]), "wrong_shape", f"{SEGMENT}.path"),
        (shape([{}]), "wrong_shape", f"{SEGMENT}.path"),
        (shape([{"points": halves([(math.inf, 0, 0)])}]), "out_of_range", "records[2].props.segments"),
        (shape([{"path": path([(math.nan, 0, 0)])}]), "out_of_range", "records[2].props.segments"),
        (shape([{"path": path([(0, 0, 0)] * 50_001)}]), "too_many_points", ""),
        (shape([{"points": "A" * 1_000_000}]), "too_many_points", ""),
        (shape("x"), "wrong_shape", "records[2].props.segments"),
        (shape(props=None), "wrong_shape", "records[2].props"),
        (shape(x="1"), "not_a_number", "records[2].x"),
        (shape(rotation=1e99), "out_of_range", "records[2].rotation"),
        (shape(parentId="shape:a"), "too_deep", ""),
    ],
)
def test_faults(record: dict[str, Any], code: str, place: str) -> None:
    with pytest.raises(InkError) as refused:
        parse_json(document(record), "tldraw")
    assert (refused.value.code, refused.value.path) == (code, place)


def test_a_circle_of_parents_is_refused() -> None:
    a = shape(id="shape:a", parentId="shape:b")
    b = shape(id="shape:b", parentId="shape:a")
    with pytest.raises(InkError) as refused:
        parse_json(document(a, b), "tldraw")
    assert refused.value.code == "too_deep"


def test_an_empty_shape_is_an_empty_stroke() -> None:
    reading = parse_json(document(shape([{"type": "free", "path": ""}]), shape([], id="shape:b")), "tldraw")
    assert reading.drawing.blank
    assert reading.warnings == ("empty_stroke",)


def test_a_file_with_a_text_shape_is_not_too_deep() -> None:
    data = b"""{"tldrawFileFormatVersion":1,"schema":{},"records":[{"id":"shape:t","typeName":"shape","type":"text",
    "props":{"richText":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x"}]}]}}}]}"""
    assert read(data, name="board.tldr")[0].warnings == ("elements_ignored",)
