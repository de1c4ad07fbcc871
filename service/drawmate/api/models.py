"""``GET /v1/models``: the model in use and where it really runs."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from drawmate.api.schemas import ModelList
from drawmate.api.service import Service
from drawmate.recognition.recogniser import Recogniser

__all__ = ["router"]


def router(service: Service) -> APIRouter:
    """The route of models."""
    routes = APIRouter(prefix="/v1", tags=["models"])

    @routes.get("/models", summary="List the models in use", response_model=ModelList)
    async def models() -> dict[str, Any]:
        """The loaded model; none when the server was started without."""
        found = [describe(service.batcher.recogniser, service.batcher.lanes)] if service.batcher else []
        return {"models": found, "device": found[0]["device"] if found else None}

    return routes


def describe(recogniser: Recogniser, lanes: int) -> dict[str, Any]:
    """What there is to know of a loaded model that runs in so many lanes."""
    spec, network = recogniser.spec, recogniser.network
    return {
        "id": spec.id,
        "file": network.file,
        "device": network.device,
        "providers": list(network.providers),
        "threads": lanes * network.threads,
        "raster_version": spec.raster_version,
        "opset": spec.opset,
        "labels": len(recogniser.labels),
        "metrics": spec.metrics,
    }
