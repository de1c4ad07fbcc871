"""Rate limits per client address, in fixed windows."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Final

import structlog
from limits import RateLimitItem, parse_many
from limits.aio.storage import Storage
from limits.aio.strategies import FixedWindowRateLimiter
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from starlette.types import ASGIApp, Receive, Scope, Send

from drawmate.api.addresses import client_key
from drawmate.api.errors import Problem

__all__ = ["RateLimit", "RateStorageError", "rate_storage"]

_STORAGE_SECONDS: Final = 1.0
"""How long a count may take before the request goes on without it."""
_QUIET_SECONDS: Final = 60.0
"""Between two log lines about a storage that fails."""

log = structlog.get_logger("drawmate.api")


class RateStorageError(ValueError):
    """Rates cannot be counted where the settings say."""

    code = "bad_rate_storage"


def rate_storage(address: str) -> Storage:
    """The storage of an address such as ``async+memory://``; it is not connected to yet.

    Raises:
        RateStorageError: there is no such storage, or the library it needs is not installed.
    """
    try:
        storage = storage_from_string(address)
    except (ConfigurationError, ValueError, TypeError, ImportError) as error:
        raise RateStorageError(f"rate_limit_storage cannot be used: {error}") from error
    if not isinstance(storage, Storage):
        raise RateStorageError("rate_limit_storage must begin with async+, as async+memory:// does")
    return storage


class RateLimit:
    """ASGI: answers requests to ``/v1/`` beyond one client's rates (``600/minute;20000/day``) with 429.

    While the storage fails, requests pass uncounted and the log says so: a broken counter closes no service.
    """

    def __init__(self, app: ASGIApp, rates: str, storage: Storage, prefix: str = "") -> None:
        self.app = app
        self.rates: list[RateLimitItem] = parse_many(rates)
        self.limiter = FixedWindowRateLimiter(storage)
        self.path = prefix + "/v1/"
        self.logged = -math.inf

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "lifespan" and scope["path"].startswith(self.path):
            wait = await self._wait(client_key(scope))
            if wait is not None:
                raise Problem(
                    429,
                    "rate_limited",
                    "too many requests from this address",
                    headers={"Retry-After": str(max(1, math.ceil(wait)))},
                )
        await self.app(scope, receive, send)

    async def _wait(self, key: str) -> float | None:
        """Count a request; seconds until the client may come again if it is beyond a rate."""
        try:
            async with asyncio.timeout(_STORAGE_SECONDS):
                for rate in self.rates:
                    if not await self.limiter.hit(rate, key):
                        reset = (await self.limiter.get_window_stats(rate, key)).reset_time
                        return reset - time.time()
        except Exception as error:  # of whichever library stores
            now = time.monotonic()
            if now - self.logged >= _QUIET_SECONDS:
                self.logged = now
                log.error("rates are not counted: their storage fails", reason=type(error).__name__)
        return None
