"""``GET /v1/labels``: what the model knows, with names in every language we have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from fastapi import APIRouter, Response

from drawmate.api.schemas import LabelList
from drawmate.api.service import PROBLEMS, Service
from drawmate.words import Word
from drawmate.words import load as words_of_package

__all__ = ["router"]


def router(service: Service) -> APIRouter:
    """The route of labels."""
    routes = APIRouter(prefix="/v1", tags=["models"], responses={503: PROBLEMS[503]})
    recogniser = service.batcher.recogniser if service.batcher else None
    content = b""
    if recogniser is not None:
        content = orjson.dumps({"model": recogniser.spec.id, "labels": _labels(recogniser.labels)})

    @routes.get("/labels", summary="List the labels", response_model=LabelList)
    async def labels() -> Response:
        """Every label in the model's order."""
        service.recogniser()
        return Response(content, media_type="application/json", headers={"Cache-Control": "max-age=300"})

    return routes


def _labels(labels: Sequence[str]) -> list[dict[str, Any]]:
    words = {word.label: word for word in words_of_package()}
    return [_label(label, words.get(label)) for label in labels]


def _label(label: str, word: Word | None) -> dict[str, Any]:
    """A label as shown; one that our words lack (of somebody's own model) goes by its own name."""
    if word is None:
        return {"label": label, "names": {"en": label}, "playable": True, "difficulty": 2}
    names = {terms.language: terms.name for terms in word.spoken}
    return {"label": label, "names": names, "playable": word.playable, "difficulty": word.difficulty}
