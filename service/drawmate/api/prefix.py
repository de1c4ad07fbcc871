"""A path prefix in front of everything, whether the proxy strips it or not."""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["PathPrefix"]


class PathPrefix:
    """ASGI: makes ``root_path`` known to the app, and the path begin with it, as ASGI wants it.

    The prefix without a slash at its end is redirected, for the page's relative addresses to work.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        prefix = self.prefix
        if not prefix or scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        if path == prefix and scope["type"] == "http":
            await RedirectResponse(prefix + "/", 308)(scope, receive, send)
            return
        if not path.startswith(prefix + "/"):
            path = prefix + path
        await self.app({**scope, "path": path, "root_path": prefix}, receive, send)
