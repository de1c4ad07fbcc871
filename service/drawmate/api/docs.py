"""``/docs``: the OpenAPI document as a plain page, which needs no script and nothing from other servers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

import orjson
from fastapi import APIRouter, Request, Response
from starlette.responses import HTMLResponse

from drawmate.api.edge import CSP
from drawmate.api.service import Service

__all__ = ["page", "router"]

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
:root { color-scheme: light dark }
section { border-top: 1px solid #8888; margin-top: 1.5rem }
h2 { font-size: 1.1rem } h2 code { font-size: 1.1rem }
pre { overflow-x: auto; padding: .6rem; border: 1px solid #8888; border-radius: .3rem }
td, th { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0 }
"""
_HEADERS: Final = {CSP.decode(): "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}


def router(service: Service) -> APIRouter:
    """The route of the page."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/docs")
    async def docs(request: Request) -> Response:
        return HTMLResponse(page(request.app.openapi(), service.settings.root_path), headers=_HEADERS)

    return routes


def page(document: dict[str, Any], root_path: str = "") -> str:
    """The page of a document; addresses are shown below ``root_path``."""
    info = document["info"]
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])} API</title>',
        f"<style>{_STYLE}</style><h1>{escape(info['title'])} API</h1><p>{escape(info['description'])}</p>",
        '<p>For programs: <a href="openapi.json">openapi.json</a></p>',
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts += _operation(
                method.upper(), root_path + path, operation, document["components"]["schemas"]
            )
    return "\n".join([*parts, "</html>"])


def _operation(method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    yield f"<section><h2><code>{method} {escape(path)}</code> {escape(operation['summary'])}</h2>"
    yield f"<p>{escape(operation.get('description', ''))}</p>"
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if content:
        yield from _fields(schemas[content["schema"]["$ref"].rpartition("/")[2]])
    for example in content.get("examples", {}).values():
        body = orjson.dumps(example["value"]).decode()
        yield f"<p>{escape(example['summary'])}:</p><pre>{escape(body)}</pre>"
    yield "<table>"
    for status, response in operation["responses"].items():
        yield f"<tr><td>{escape(status)}</td><td>{escape(response['description'])}</td></tr>"
    yield "</table></section>"


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    yield "<table>"
    for name, field in schema["properties"].items():
        default = f" (default {orjson.dumps(field['default']).decode()})" if "default" in field else ""
        yield f"<tr><td><code>{escape(name)}</code></td><td>{escape(field.get('description', '') + default)}</td></tr>"
    yield "</table>"
