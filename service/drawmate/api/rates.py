"""Rate limits per client address, in fixed windows."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, parse_many
from limits.aio.strategies import FixedWindowRateLimiter
from limits.storage import storage_from_string
from starlette.types import ASGIApp, Receive, Scope, Send

from drawmate.api.addresses import client_key
from drawmate.api.errors import Problem

__all__ = ["RateLimit"]


class RateLimit:
    """ASGI: answers requests to ``/v1/`` beyond one client's rates (``600/minute;20000/day``) with 429."""

    def __init__(self, app: ASGIApp, rates: str, storage: str, prefix: str = "") -> None:
        self.app = app
        self.rates: list[RateLimitItem] = parse_many(rates)
        self.limiter = FixedWindowRateLimiter(storage_from_string(storage))
        self.path = prefix + "/v1/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "lifespan" and scope["path"].startswith(self.path):
            key = client_key(scope)
            for rate in self.rates:
                if not await self.limiter.hit(rate, key):
                    reset = (await self.limiter.get_window_stats(rate, key)).reset_time
                    wait = max(1, math.ceil(reset - time.time()))
                    raise Problem(
                        429,
                        "rate_limited",
                        "too many requests from this address",
                        headers={"Retry-After": str(wait)},
                    )
        await self.app(scope, receive, send)
