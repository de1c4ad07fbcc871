"""The kind of route the API is made of."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

__all__ = ["PlainRoute"]


class PlainRoute(APIRoute):
    """A documented route whose function takes the request and gives the response.

    FastAPI's work on parameters and return values, of which such a function has none, is left out.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function itself."""
        handler: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint
        return handler
