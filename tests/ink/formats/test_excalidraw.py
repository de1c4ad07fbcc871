"""Excalidraw documents."""

import math
from typing import Any

import pytest

from drawmate.ink import InkError
from drawmate.ink.formats import loads, parse_json, read


def freedraw(**changes: Any) -> dict[str, Any]:
    return {
        "id": "a", "type": "freedraw", "x": 100, "y": 200, "width": 20, "height": 10, "angle": 0, "isDeleted": False,
        "points": [[0, 0], [20, 0], [20, 10]], "pressures": [], "simulatePressure": True, "strokeColor": "#1e1e1e",
    } | changes  # fmt: skip


def document(*elements: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "excalidraw",
        "version": 2,
        "source": "x",
        "elements": list(elements),
        "appState": {},
        "files": {},
    }


def test_points_lie_at_the_element() -> None:
    reading = parse_json(document(freedraw(), freedraw(x=0, y=0, points=[[1, 1]])), "excalidraw")
    assert reading.drawing.to_strokes() == [[[100, 120, 120], [200, 200, 210]], [[1], [1]]]
    assert reading.warnings == ()


def test_elements_turn_about_the_centre_of_their_points() -> None:
    """A quarter turn clockwise on screen, whatever width and height say."""
    reading = parse_json(document(freedraw(angle=math.pi / 2, width=999)), "excalidraw")
    x, y = reading.drawing.to_strokes()[0]
    assert x == pytest.approx([115, 115, 105])
    assert y == pytest.approx([195, 215, 215])


def test_deleted_elements_are_skipped_and_others_noted() -> None:
    reading = parse_json(
        document(freedraw(isDeleted=True), {"type": "rectangle", "x": 0, "y": 0}, freedraw()), "excalidraw"
    )
    assert len(reading.drawing) == 1
    assert reading.warnings == ("elements_ignored",)


def test_pressures_are_kept_if_all_were_measured() -> None:
    pen = freedraw(pressures=[0.25, 0.5, 1], simulatePressure=False)
    pressure = parse_json([pen], "excalidraw").drawing.pressure
    assert pressure is not None
    assert pressure.tolist() == [0.25, 0.5, 1]
    mixed = parse_json([pen, freedraw()], "excalidraw")
    assert mixed.drawing.pressure is None
    assert mixed.warnings == ("pressure_ignored",)


@pytest.mark.parametrize(
    ("elements", "code", "path"),
    [
        ([freedraw(points=[[0, 0], [1, "2"]])], "not_a_number", "elements[0].points[1][1]"),
        ([freedraw(), freedraw(points="M0 0")], "wrong_shape", "elements[1].points"),
        ([freedraw(points=[[0]])], "wrong_shape", "elements[0].points[0]"),
        ([freedraw(x="1")], "not_a_number", "elements[0].x"),
        ([freedraw(angle=True)], "not_a_number", "elements[0].angle"),
        ([freedraw(y=1e7)], "out_of_range", "elements[0].y"),
        ([freedraw(x=1e6)], "out_of_range", "elements[0].points[1]"),
        ([freedraw(points=[[0, 0]] * 50_001)], "too_many_points", ""),
        ([freedraw(points=[[0, 0]])] * 1_501, "too_many_strokes", ""),
        ([None] * 20_001, "too_many_elements", "elements"),
    ],
)
def test_faults(elements: Any, code: str, path: str) -> None:
    with pytest.raises(InkError) as refused:
        parse_json({"elements": elements}, "excalidraw")
    assert (refused.value.code, refused.value.path) == (code, path)


def test_a_file_may_be_deeper_than_strokes() -> None:
    data = b'{"type":"excalidraw","elements":[{"type":"text","customData":{"a":[[[[[[[1]]]]]]]}}]}'
    assert read(data, name="x.excalidraw")[0].drawing.blank
    with pytest.raises(InkError):
        loads(data)
