"""``/healthz``, ``/readyz`` and ``/metrics``, for those who run the service."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Response

from drawmate.api.service import PROBLEMS, Service
from drawmate.observability.metrics import CONTENT_TYPE

__all__ = ["router"]

_TEXT: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


def router(service: Service) -> APIRouter:
    """The routes of health."""
    routes = APIRouter(tags=["health"])

    @routes.get("/healthz", summary="Is the process alive?")
    async def healthz() -> dict[str, str]:
        """Yes, if this is answered."""
        return {"status": "ok"}

    @routes.get("/readyz", summary="Can drawings be recognised?", responses={503: PROBLEMS[503]})
    async def readyz() -> dict[str, str]:
        """Whether a model is loaded and warmed up."""
        return {"status": "ready", "model": service.recogniser().recogniser.spec.id}

    if service.settings.metrics:

        @routes.get("/metrics", summary="Prometheus metrics", response_class=Response, responses=_TEXT)
        async def metrics() -> Response:
            """Requests, latencies, batches and the queue of this process."""
            if service.hall is not None:
                service.hall.measure()
            service.metrics.queue.set(service.batcher.waiting if service.batcher else 0)
            return Response(service.metrics.text(), media_type=CONTENT_TYPE)

    return routes
