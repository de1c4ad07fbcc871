"""Example requests for the OpenAPI document, and how a body that we read ourselves is described there."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel

__all__ = [
    "CURVE_REQUESTS",
    "JOIN_TABLES",
    "OPEN_TABLES",
    "RECOGNISE_REQUESTS",
    "RENDER_REQUESTS",
    "TICKET_REQUESTS",
    "body_of",
]

_HOUSE: Final = [
    [[20, 20, 100, 100, 20], [60, 120, 120, 60, 60]],
    [[10, 60, 110], [62, 15, 62]],
    [[50, 50, 70, 70], [120, 90, 90, 120]],
]

RECOGNISE_REQUESTS: Final[dict[str, Any]] = {
    "one": {"summary": "One drawing, Quick, Draw! columns", "value": {"strokes": _HOUSE}},
    "unfinished": {
        "summary": "A drawing in progress, five labels",
        "value": {"strokes": _HOUSE[:1], "partial": True, "top": 5},
    },
    "many": {"summary": "Many drawings", "value": {"drawings": [_HOUSE, {"drawing": _HOUSE[:2]}]}},
    "rows": {
        "summary": "Points as rows of [x, y]",
        "value": {"format": "rows", "strokes": [[[20, 60], [60, 15], [100, 60]]]},
    },
}
CURVE_REQUESTS: Final[dict[str, Any]] = {
    "house": {"summary": "From which stroke on is it a line?", "value": {"strokes": _HOUSE, "target": "line"}}
}
RENDER_REQUESTS: Final[dict[str, Any]] = {
    "large": {
        "summary": "The ink alone, eight times as large",
        "value": {"strokes": _HOUSE, "scale": 8, "channel": "ink"},
    }
}


OPEN_TABLES: Final[dict[str, Any]] = {
    "alone": {"summary": "Quick Guess, alone", "value": {"game": "quick_guess", "name": "Fox"}},
    "options": {
        "summary": "Dekalko in Hungarian, without time limits",
        "value": {"game": "dekalko", "name": "Róka", "language": "hu", "options": {"timers": False}},
    },
}

JOIN_TABLES: Final[dict[str, Any]] = {"join": {"summary": "A seat", "value": {"name": "Owl"}}}

TICKET_REQUESTS: Final[dict[str, Any]] = {
    "seat": {"summary": "For one's own seat, with its token in the header", "value": {}},
    "watch": {"summary": "To watch", "value": {"name": "Heron"}},
}


def body_of(model: type[BaseModel], examples: dict[str, Any]) -> dict[str, Any]:
    """The ``requestBody`` of an operation; its schema is put among the components by ``api.document``."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": schema, "examples": examples}},
        }
    }
