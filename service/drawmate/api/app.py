"""The composition root: settings in, the whole application out."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from drawmate import __version__
from drawmate.api import docs, games, health, labels, models, recognise, render, socket, tables
from drawmate.api.addresses import TrustedProxies
from drawmate.api.bodies import BodyLimit
from drawmate.api.client import client
from drawmate.api.document import add_document
from drawmate.api.edge import Edge
from drawmate.api.errors import add_handlers
from drawmate.api.prefix import PathPrefix
from drawmate.api.rates import RateLimit, rate_storage
from drawmate.api.service import Service
from drawmate.observability.logs import set_up_logging
from drawmate.observability.metrics import Metrics
from drawmate.recognition.batching import Batcher
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.models import find_model
from drawmate.recognition.recogniser import Recogniser
from drawmate.recognition.threads import thread_count
from drawmate.settings import Settings
from drawmate.storage.database import Database
from drawmate.tables.hall import Hall

__all__ = ["create_app", "from_environment", "load_recogniser"]

log = structlog.get_logger("drawmate.api")

_DESCRIPTION = """Strokes in, labels out. Strokes are Quick, Draw! columns unless `format` says otherwise.
Every refusal is a problem (RFC 9457) with a stable `code` and the `path` of the first fault."""


def create_app(settings: Settings, recogniser: Recogniser | None = None) -> FastAPI:
    """The application; loads the model that the settings name unless a recogniser is given.

    Raises:
        RecognitionError: the model cannot be used as asked (but without any model the app serves the rest).
        RateStorageError: rates cannot be counted where the settings say.
    """
    recogniser = recogniser or load_recogniser(settings)
    metrics = Metrics()
    batcher = None
    if recogniser is not None:
        batcher = Batcher(
            recogniser,
            limit=settings.queue,
            max_batch=settings.max_batch,
            lanes=lanes(settings, recogniser),
            observe=metrics.batch,
        )
    service = Service(settings, metrics, batcher)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if batcher is not None:
            batcher.start()
        # What is loaded now stays: looking through it again in every full collection would stop the world for 0.1 s.
        gc.collect()
        gc.freeze()
        async with _tables(service, recogniser):
            yield
        if batcher is not None:
            await batcher.close()

    app = FastAPI(
        title="Drawmate",
        version=__version__,
        summary="Recognises drawings from their strokes.",
        description=_DESCRIPTION,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        lifespan=lifespan,
        middleware=_layers(settings, metrics),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.service = service
    app.state.metrics = metrics
    add_handlers(app)
    for module in (recognise, render, labels, models, health, tables, games, docs):
        app.include_router(module.router(service))
    app.router.routes.append(socket.route(service))
    add_document(app)
    app.router.default = client()
    return app


@asynccontextmanager
async def _tables(service: Service, recogniser: Recogniser | None) -> AsyncIterator[None]:
    """Tables while the app runs. They have one owner: with several workers there are none."""
    settings = service.settings
    if settings.workers > 1:
        log.warning("no tables: they need a server of one worker", workers=settings.workers)
        yield
        return
    database = await Database.open(settings.database_url)
    service.hall = Hall(database, recogniser, service.metrics, retention_days=settings.retention_days)
    try:
        yield
    finally:
        await service.hall.close()
        await database.close()


def from_environment() -> FastAPI:
    """The application of the environment's settings, for servers that want a factory."""
    settings = Settings()
    set_up_logging(settings.log_format, settings.log_level)
    return create_app(settings)


def load_recogniser(settings: Settings) -> Recogniser | None:
    """The recogniser the settings ask for; None when there is no model at all and none was asked for.

    Raises:
        RecognitionError: it cannot be loaded.
    """
    try:
        directory = find_model(settings.models, settings.model)
    except RecognitionError as error:
        if settings.models or settings.model or settings.device == "require-gpu":
            raise
        log.warning("no model: drawings cannot be recognised", reason=error.message)
        return None
    return Recogniser.load(directory, device=settings.device, precision=settings.precision, threads=1)


def lanes(settings: Settings, recogniser: Recogniser) -> int:
    """Inferences that run side by side: as many as the CPU threads allowed, or one on a GPU."""
    if recogniser.network.device == "cuda":
        return 1
    return settings.threads or max(1, thread_count() // settings.workers)


def _layers(settings: Settings, metrics: Metrics) -> list[Middleware]:
    """The layers around the routes, the outermost first; all plain ASGI.

    That of other origins' pages is outside the ``Edge``, so that they can read the refusals answered there.
    """
    layers: list[Middleware] = []
    if settings.cors_origins:
        layers.append(
            Middleware(
                CORSMiddleware,
                allow_origins=list(settings.cors_origins),
                allow_methods=["GET", "POST", "DELETE"],
                allow_headers=["Authorization", "Content-Type", "X-Request-ID"],
                expose_headers=["X-Request-ID", "Retry-After"],
            )
        )
    layers.append(Middleware(Edge, metrics, access_log=settings.access_log))
    if settings.trusted_proxies:
        layers.append(Middleware(TrustedProxies, settings.trusted_proxies))
    if settings.root_path:
        layers.append(Middleware(PathPrefix, settings.root_path))
    if settings.rate_limit:
        layers.append(
            Middleware(
                RateLimit, settings.rate_limit, rate_storage(settings.rate_limit_storage), settings.root_path
            )
        )
    layers.append(Middleware(BodyLimit))
    return layers
