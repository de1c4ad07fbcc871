"""The application in this process, for tests of settings that would each need a server of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI

from drawmate.api.app import create_app
from drawmate.recognition.recogniser import Recogniser
from drawmate.settings import Settings


@asynccontextmanager
async def running(
    recogniser: Recogniser, *, peer: str = "10.0.0.7", **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client, at the address ``peer``, of the application with these settings."""
    async with running_app(create_app(Settings(**settings), recogniser), peer=peer) as client:
        yield client


@asynccontextmanager
async def running_app(app: FastAPI, *, peer: str = "10.0.0.7") -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application between its start and its end."""
    transport = httpx.ASGITransport(app, client=(peer, 4711))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        yield client
