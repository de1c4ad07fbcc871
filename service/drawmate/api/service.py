"""What the routers share: settings, metrics, the recogniser behind its queue, and the request's drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar

from starlette.requests import Request

from drawmate.api.bodies import read_json
from drawmate.api.errors import Problem
from drawmate.api.schemas import ProblemModel, Strict
from drawmate.ink.formats import Reading, parse_json, parser_of
from drawmate.observability.metrics import Metrics
from drawmate.recognition.batching import Batcher
from drawmate.recognition.errors import RecognitionError
from drawmate.settings import Settings
from drawmate.tables.hall import Hall

__all__ = ["INK_KEYS", "PROBLEMS", "Service", "ink_of", "options_of"]

Options = TypeVar("Options", bound=Strict)

INK_KEYS: Final = ("strokes", "drawing")

PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "description": text,
        "model": ProblemModel,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemModel"}}},
    }
    for status, text in {
        400: "Not JSON",
        408: "The body came too slowly",
        413: "Too large: bytes, strokes, points or drawings",
        415: "Not application/json",
        422: "Refused; `path` is where the first fault is",
        429: "Too many requests; see Retry-After",
        503: "No model, or too many drawings wait; see Retry-After",
    }.items()
}
"""Responses in the OpenAPI document of every operation that reads drawings."""


@dataclass(slots=True)
class Service:
    """One app's parts. ``batcher`` is None when no model was found; ``hall`` is there while the app runs."""

    settings: Settings
    metrics: Metrics
    batcher: Batcher | None
    hall: Hall | None = None

    def recogniser(self) -> Batcher:
        """The batcher.

        Raises:
            RecognitionError: ``no_model``.
        """
        if self.batcher is None:
            raise RecognitionError("no_model", "this server has no model")
        return self.batcher

    async def read_object(self, request: Request) -> dict[str, Any]:
        """The JSON object in a request's body.

        Raises:
            Problem, InkError: it is too large or slow, not JSON, or not an object.
        """
        body = await read_json(request.scope, request.receive, self.settings.body_seconds)
        if type(body) is not dict:
            raise Problem(422, "wrong_shape", "the body must be an object")
        return body


def options_of(kind: type[Options], body: dict[str, Any]) -> Options:
    """The small fields of a body, checked; its ink is not looked at.

    Raises:
        ValidationError: a field is not what it should be.
        InkError: ``unknown_format``.
    """
    options = kind.model_validate({key: body[key] for key in kind.model_fields if key in body})
    if "format" in body:
        parser_of(body["format"])
    return options


def ink_of(body: dict[str, Any], form: str, path: str = "") -> Reading:
    """The one drawing under ``strokes`` or ``drawing`` of an object that is at ``path``.

    Raises:
        Problem: 422 ``no_strokes``, ``ambiguous``.
        InkError: it cannot be read.
    """
    found = [key for key in INK_KEYS if key in body]
    if not found:
        raise Problem(422, "no_strokes", "give strokes (or drawing)", path=path)
    if len(found) > 1:
        raise Problem(422, "ambiguous", "give one of strokes and drawing", path=path)
    return parse_json(body[found[0]], form, f"{path}.{found[0]}" if path else found[0])
