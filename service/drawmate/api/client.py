"""The web client at ``/``: files built from ``service/web``, or a page that says how to build them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from drawmate.api.edge import CSP

__all__ = ["STATIC", "client"]

STATIC: Final = Path(__file__).resolve().parents[1] / "static"

_PAGE_HEADERS: Final = {
    CSP.decode(): "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    ),
    "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
    "cross-origin-opener-policy": "same-origin",
}
_UNBUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Drawmate</title>
<h1>Drawmate</h1>
<p>The service runs, but its web client is not built. In a checkout, run</p>
<pre>cd service/web &amp;&amp; npm ci &amp;&amp; npm run build</pre>
<p>and load this page again. The API is described in <a href="docs">docs</a>.</p>
</html>
"""


class ClientFiles(StaticFiles):
    """Static files: names with a hash are kept for a year, pages are asked for again each time."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, or 304, with headers for caches and browsers."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if Path(full_path).parent.name == "assets":
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        else:
            response.headers["cache-control"] = "no-cache"
        if isinstance(response, FileResponse) or response.status_code == 304:
            response.headers.update(_PAGE_HEADERS)
        return response


def client() -> ASGIApp:
    """The app for every path that no route takes."""
    if (STATIC / "index.html").is_file():
        return ClientFiles(directory=STATIC, html=True)
    return _unbuilt


async def _unbuilt(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http" or scope["path"].removeprefix(scope.get("root_path", "")) != "/":
        raise HTTPException(404)
    if scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    page = HTMLResponse(_UNBUILT, headers=_PAGE_HEADERS | {"cache-control": "no-store"})
    await page(scope, receive, send)
