"""``POST /v1/recognise`` and ``/v1/recognise/curve``: strokes in, labels with probabilities out."""

from __future__ import annotations

from typing import Any, Final

import orjson
from fastapi import APIRouter, Request, Response

from drawmate.api.errors import Problem
from drawmate.api.examples import CURVE_REQUESTS, RECOGNISE_REQUESTS, body_of
from drawmate.api.routes import PlainRoute
from drawmate.api.schemas import (
    CurveOptions,
    CurveRequest,
    CurveResponse,
    RecogniseOptions,
    RecogniseRequest,
    RecogniseResponse,
)
from drawmate.api.service import PROBLEMS, Service, ink_of, options_of
from drawmate.ink.formats import Reading, parse_json
from drawmate.recognition.preprocess import thinned
from drawmate.recognition.ranking import Recognition
from drawmate.recognition.recogniser import Recogniser

__all__ = ["MAX_CURVE", "MAX_CURVE_POINTS", "MAX_DRAWINGS", "router"]

MAX_DRAWINGS: Final = 256
"""Drawings in one request."""
MAX_CURVE: Final = 200
"""Strokes of a drawing whose curve is asked for: each costs an inference."""
MAX_CURVE_POINTS: Final = 400_000
"""Points of all beginnings of such a drawing together, of those a model sees."""

_OPTIONS: Final = frozenset(RecogniseOptions.model_fields)
_DEFAULTS: Final = RecogniseOptions()
_DOCUMENTS: Final = frozenset(("mathpix", "mlkit", "excalidraw", "tldraw"))
"""Formats of which a drawing is an object itself."""


def router(service: Service) -> APIRouter:
    """The routes of recognition."""
    routes = APIRouter(prefix="/v1", tags=["recognition"], responses=PROBLEMS, route_class=PlainRoute)

    @routes.post(
        "/recognise",
        summary="Recognise drawings",
        response_model=RecogniseResponse,
        openapi_extra=body_of(RecogniseRequest, RECOGNISE_REQUESTS),
    )
    async def recognise(request: Request) -> Response:
        """What a drawing, or each of many drawings, shows.

        A drawing without ink is `blank`, one unlike anything the model knows `unknown`; neither has a label.
        """
        batcher = service.recogniser()
        body = await service.read_object(request)
        options = _DEFAULTS if _OPTIONS.isdisjoint(body) else options_of(RecogniseOptions, body)
        terms = batcher.recogniser.terms(
            top=options.top, candidates=options.candidates, partial=options.partial
        )
        if "drawings" not in body:
            reading = ink_of(body, options.format)
            (found,) = await batcher.recognise([reading.drawing], [terms])
            return _json(_result(found, reading) | _source(batcher.recogniser, options.format))
        readings = _readings(body, options.format)
        drawings = [reading.drawing for reading in readings]
        many = await batcher.recognise(drawings, [terms] * len(drawings))
        results = [_result(each, reading) for each, reading in zip(many, readings, strict=True)]
        return _json({"results": results} | _source(batcher.recogniser, options.format))

    @routes.post(
        "/recognise/curve",
        summary="Follow a label through a drawing",
        response_model=CurveResponse,
        openapi_extra=body_of(CurveRequest, CURVE_REQUESTS),
    )
    async def curve(request: Request) -> Response:
        """How probable the target is after each stroke, and from which stroke on it is the best guess."""
        batcher = service.recogniser()
        body = await service.read_object(request)
        options = options_of(CurveOptions, body)
        index = batcher.recogniser.index(options.target, "target")
        reading = ink_of(body, options.format)
        drawing = reading.drawing
        if len(drawing) > MAX_CURVE:
            raise Problem(413, "too_many_strokes", f"a curve may have at most {MAX_CURVE} strokes")
        target = batcher.recogniser.labels[index]
        ends = drawing.offsets[1:].tolist()
        seen = thinned(drawing)
        seen_ends = seen.offsets[1:].tolist()
        if sum(seen_ends) > MAX_CURVE_POINTS:
            raise Problem(
                413,
                "too_many_points",
                f"a curve may have at most {MAX_CURVE_POINTS} points, summed over its beginnings",
            )
        everything = len(batcher.recogniser.labels)
        terms = [batcher.recogniser.terms(top=everything, partial=end / drawing.points) for end in ends]
        found = await batcher.recognise([seen.prefix(end) for end in seen_ends], terms)
        points = []
        earliest = None
        for count, (end, each) in enumerate(zip(ends, found, strict=True), 1):
            rank, probability = _place(target, each)
            points.append({"strokes": count, "points": end, "probability": probability, "rank": rank})
            earliest = (earliest or count) if rank == 1 else None
        answer = {"target": target, "curve": points, "earliest": earliest, "warnings": reading.warnings}
        return _json(answer | _source(batcher.recogniser, options.format))

    return routes


def _readings(body: dict[str, Any], form: str) -> list[Reading]:
    """The drawings of a request of many."""
    if "strokes" in body or "drawing" in body:
        raise Problem(422, "ambiguous", "give one of strokes, drawing and drawings")
    drawings = body["drawings"]
    if type(drawings) is not list:
        raise Problem(422, "wrong_shape", "must be an array of drawings", path="drawings")
    if len(drawings) > MAX_DRAWINGS:
        raise Problem(413, "too_many_drawings", f"more than {MAX_DRAWINGS} drawings", path="drawings")
    return [
        ink_of(each, form, f"drawings[{i}]")
        if type(each) is dict and (form not in _DOCUMENTS or "strokes" in each or "drawing" in each)
        else parse_json(each, form, f"drawings[{i}]")
        for i, each in enumerate(drawings)
    ]


def _result(found: Recognition, reading: Reading) -> dict[str, Any]:
    top = [{"label": guess.label, "probability": guess.probability} for guess in found.top]
    return {
        "label": found.label,
        "state": found.state,
        "reason": found.reason,
        "top": top,
        "warnings": reading.warnings,
    }


def _source(recogniser: Recogniser, form: str) -> dict[str, Any]:
    return {"model": recogniser.spec.id, "device": recogniser.network.device, "format": form}


def _place(target: str, found: Recognition) -> tuple[int, float]:
    for rank, guess in enumerate(found.top, 1):
        if guess.label == target:
            return rank, guess.probability
    raise AssertionError("all labels were asked for")


def _json(content: dict[str, Any]) -> Response:
    return Response(orjson.dumps(content), media_type="application/json")
