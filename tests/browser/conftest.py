"""A Chromium, the client built from its sources, and servers to play against."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser.fake_api import STATIC, FakeApi
from tiny_model import write_tiny_model

ROOT = Path(__file__).parents[2]
WEB = ROOT / "service" / "web"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

DESK = (1280, 800)
PHONE = (390, 844)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def missing(reason: str) -> None:
    """Skip, or fail where browsers are compulsory."""
    if os.environ.get("DRAWMATE_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def built_client() -> Path:
    """The client, built from the sources as they are now where Node and its packages are there."""
    if (WEB / "node_modules").is_dir() and (npm := shutil.which("npm")):
        subprocess.run([npm, "run", "build"], cwd=WEB, check=True, capture_output=True)
    if not (STATIC / "index.html").is_file():
        missing("the web client is not built: run `npm ci && npm run build` in service/web")
    return STATIC


@pytest.fixture(scope="session")
def chromium(built_client: Path) -> Iterator[Browser]:
    """One browser for all tests; each test has a context of its own."""
    program = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if program is None:
        missing(f"no Chromium on PATH ({', '.join(CHROMIUMS)})")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def visit(
    browser: Browser,
    url: str,
    *,
    size: tuple[int, int] = DESK,
    language: str = "en",
    touch: bool = False,
    frozen: bool = False,
) -> Iterator[Page]:
    """The start screen in a fresh context; a script error or a refused resource fails the test at the end.

    With ``frozen`` the page's clocks stand still until the test moves them.
    """
    context: BrowserContext = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        has_touch=touch,
        reduced_motion="reduce",
        accept_downloads=True,
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if _is_fault(message.text) else None)
    if frozen:
        page.clock.install()
    page.goto(url)
    yield page
    context.close()
    assert faults == []


def _is_fault(text: str) -> bool:
    return "Content Security Policy" in text or "Uncaught" in text


@pytest.fixture
def fake() -> Iterator[FakeApi]:
    """A scripted service at the root of its address."""
    with FakeApi() as api:
        yield api


@contextmanager
def served(*options: str) -> Iterator[str]:
    """A real service in a process of its own; gives its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "drawmate.cli", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield next(line.split(" on ")[1].strip() for line in server.stdout if line.startswith("Drawmate on "))
    finally:
        server.terminate()
        server.wait(20)
        if server.stdout is not None:
            server.stdout.close()


@pytest.fixture(scope="session")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that answers at once and knows nothing."""
    return write_tiny_model(tmp_path_factory.mktemp("models") / "tiny-v1")


@pytest.fixture(scope="session")
def service(untrained: Path) -> Iterator[str]:
    """The real service with the model that knows nothing."""
    with served("--models", str(untrained)) as url:
        yield url


@pytest.fixture(scope="session")
def trained_service() -> Iterator[str]:
    """The real service with the model of this repository."""
    if not list((ROOT / "models").glob("*/spec.json")):
        missing("there is no trained model in models/")
    with served() as url:
        yield url
