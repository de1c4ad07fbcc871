"""What every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import httpx
import pytest

from drawmate.recognition.recogniser import Recogniser
from tests.servers import Server, started_server
from tests.tiny_model import write_tiny_model

REPOSITORY = Path(__file__).resolve().parents[1]


def missing(what: str, reason: str) -> NoReturn:
    """Skip a test that cannot run here; fail where ``DRAWMATE_REQUIRE_<what>`` is 1."""
    if os.environ.get(f"DRAWMATE_REQUIRE_{what}") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real drawings beside the repository; only for tests marked ``shared``."""
    folder = Path(os.environ.get("DRAWMATE_SHARED") or REPOSITORY.parent / "shared")
    if not folder.is_dir():
        missing("SHARED", "there is no folder of real drawings (../shared, or the one DRAWMATE_SHARED names)")
    return folder


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a small model of random weights."""
    return write_tiny_model(tmp_path_factory.mktemp("models") / "tiny-v1")


@pytest.fixture(scope="session")
def recogniser(tiny_model: Path) -> Recogniser:
    """The small model, loaded."""
    return Recogniser.load(tiny_model, device="cpu", threads=1)


@pytest.fixture(scope="session")
def real_model() -> Path:
    """The directory of the trained model."""
    found = sorted((REPOSITORY / "models").glob("recogniser-v*/spec.json"))
    if not found:
        missing("MODEL", "there is no trained model in models/")
    return found[-1].parent


@pytest.fixture(scope="session")
def server(tiny_model: Path) -> Iterator[Server]:
    """The real server with the small model, in a process of its own."""
    with started_server(DRAWMATE_MODELS=str(tiny_model)) as found:
        yield found


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    """A client of the server."""
    with server.client() as client:
        yield client
