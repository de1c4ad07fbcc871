"""The event loop of the load tests: uvloop's where it is installed, as in the server."""

from __future__ import annotations

import asyncio

__all__ = ["quickest_loop"]


def quickest_loop() -> asyncio.AbstractEventLoop:
    """A new event loop, the quickest there is."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
    return loop
