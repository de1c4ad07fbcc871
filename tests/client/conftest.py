from __future__ import annotations

from collections.abc import Iterator

import pytest

import drawmate.client.line


@pytest.fixture(scope="package")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def in_a_hurry() -> Iterator[None]:
    """No proxy, and short waits before connecting again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setattr(drawmate.client.line, "FIRST_WAIT", 0.01)
        patch.setattr(drawmate.client.line, "LONGEST_WAIT", 0.5)
        yield
