"""The OpenAPI document: what FastAPI finds by itself, and the request bodies that we read ourselves."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from drawmate.api.schemas import (
    CurveRequest,
    JoinTable,
    OpenTable,
    RecogniseRequest,
    RenderRequest,
    TicketRequest,
)  # fmt: skip

__all__ = ["add_document"]

_BODIES: Final = (RecogniseRequest, CurveRequest, RenderRequest, OpenTable, JoinTable, TicketRequest)
"""Request bodies that routes read themselves."""


def add_document(app: FastAPI) -> None:
    """Make ``app.openapi`` give the complete document."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        tags=app.openapi_tags,
        license_info=app.license_info,
    )
    _, bodies = models_json_schema(
        [(model, "validation") for model in _BODIES],
        ref_template="#/components/schemas/{model}",
    )
    document["components"]["schemas"].update(bodies["$defs"])
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    response["content"].pop("application/json", None)
    return document
