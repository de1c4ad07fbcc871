"""Problems (RFC 9457): a refusal has a status, a code that never changes, and the path of the first fault."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from drawmate.ink import InkError
from drawmate.recognition.errors import QueueFullError, RecognitionError

__all__ = [
    "PROBLEM_JSON",
    "BodyProblem",
    "Problem",
    "add_handlers",
    "first_fault",
    "problem_of",
    "problem_response",
]

PROBLEM_JSON: Final = "application/problem+json"

_STATUS: Final = {
    "bad_json": 400,
    "not_json": 400,
    "invalid_json": 400,
    "too_many_points": 413,
    "too_many_strokes": 413,
    "too_many_drawings": 413,
    "too_big": 413,
    "too_large": 413,
    "queue_full": 503,
    "shutting_down": 503,
    "no_model": 503,
}
"""Status of the codes of the packages below; of all others 422."""

_CODES: Final = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


class Problem(HTTPException):
    """A refusal.

    ``detail`` never echoes the input; ``path`` says where the first fault is, e.g. ``strokes[0][1][7]``.
    """

    def __init__(
        self, status: int, code: str, detail: str, *, path: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, dict(headers) if headers else None)
        self.code = code
        self.path = path


class BodyProblem(Problem):
    """A refusal while the body still comes: only the ``Edge`` can answer it and let the client finish."""


def problem_of(error: Exception) -> Problem | None:
    """The problem an exception means, or None when it is a fault of ours."""
    match error:
        case Problem():
            return error
        case InkError():
            return Problem(_STATUS.get(error.code, 422), error.code, error.message, path=error.path)
        case QueueFullError():
            return Problem(503, error.code, error.message, headers={"Retry-After": str(error.retry_after)})
        case RecognitionError():
            status = _STATUS.get(error.code, 422)
            return Problem(
                status,
                error.code,
                error.message,
                path=error.path,
                headers={"Retry-After": "5"} if status == 503 else None,
            )
        case RequestValidationError() | ValidationError():
            return first_fault(error)
        case HTTPException():
            code = _CODES.get(error.status_code, "refused")
            return Problem(error.status_code, code, str(error.detail), headers=error.headers)
        case _:
            return None


def first_fault(error: RequestValidationError | ValidationError, at: str = "") -> Problem:
    """The first of pydantic's errors, without the input."""
    first = error.errors()[0]
    location = [part for part in first["loc"] if part not in ("body", "query", "path")]
    path = at
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return Problem(422, "bad_value", str(first["msg"]).removeprefix("Value error, ")[:200], path=path)


def problem_response(problem: Problem, request_id: str) -> Response:
    """The ``application/problem+json`` response of a problem."""
    content: dict[str, Any] = {
        "type": f"urn:drawmate:problem:{problem.code}",
        "title": HTTPStatus(problem.status_code).phrase,
        "status": problem.status_code,
        "detail": problem.detail,
        "code": problem.code,
    }
    if problem.path:
        content["path"] = problem.path
    content["request_id"] = request_id
    return Response(
        orjson.dumps(content), problem.status_code, headers=problem.headers, media_type=PROBLEM_JSON
    )


def add_handlers(app: FastAPI) -> None:
    """Answer every known exception of this app's routes with a problem."""
    app.add_exception_handler(BodyProblem, _leave_to_edge)
    for kind in (InkError, RecognitionError, RequestValidationError, ValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)


async def _leave_to_edge(_: Request, error: Exception) -> Response:
    raise error


async def _answer(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    assert problem is not None
    state = request.app.state
    state.metrics.refused.labels(problem.code).inc()
    return problem_response(problem, request.scope.get("request_id", ""))
