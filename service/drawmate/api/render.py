"""``POST /v1/render``: the picture a model sees of a drawing."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any, Final

import numpy as np
from fastapi import APIRouter, Request, Response
from numpy.typing import NDArray
from PIL import Image

from drawmate.api.examples import RENDER_REQUESTS, body_of
from drawmate.api.routes import PlainRoute
from drawmate.api.schemas import RenderOptions, RenderRequest
from drawmate.api.service import PROBLEMS, Service, ink_of, options_of
from drawmate.ink import Drawing
from drawmate.ink.raster import LINE, SIZE
from drawmate.recognition.preprocess import as_taught, picture

__all__ = ["png", "router"]

_CHANNELS: Final = {"ink": 0, "time": 1, "order": 2}
_PNG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}


def router(service: Service) -> APIRouter:
    """The route of rendering."""
    routes = APIRouter(prefix="/v1", tags=["recognition"], responses=PROBLEMS, route_class=PlainRoute)

    @routes.post(
        "/render",
        summary="Show what the model sees",
        response_class=Response,
        responses=_PNG,
        openapi_extra=body_of(RenderRequest, RENDER_REQUESTS),
    )
    async def render(request: Request) -> Response:
        """A PNG: ink in red, time in green, order of strokes in blue; or one of them in grey."""
        body = await service.read_object(request)
        options = options_of(RenderOptions, body)
        drawing = ink_of(body, options.format).drawing
        size, line = SIZE, LINE
        if service.batcher is not None:
            spec = service.batcher.recogniser.spec
            size, line = spec.size, spec.line
        content = await asyncio.to_thread(_picture, drawing, options, size, line)
        return Response(content, media_type="image/png")

    return routes


def _picture(drawing: Drawing, options: RenderOptions, size: int, line: float) -> bytes:
    """The work of a request, for a thread beside the event loop."""
    return png(picture(as_taught(drawing), size, line), options.scale, options.channel)


def png(pixels: NDArray[np.uint8], scale: int = 1, channel: str = "all") -> bytes:
    """A picture (3, H, W) as a PNG of W·scale × H·scale pixels."""
    if channel == "all":
        image = Image.fromarray(np.ascontiguousarray(pixels.transpose(1, 2, 0)))
    else:
        image = Image.fromarray(pixels[_CHANNELS[channel]])
    if scale > 1:
        image = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
