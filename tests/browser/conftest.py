"""A Chromium, the client built from its sources, and servers to play against."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.fake_api import STATIC, FakeApi

ROOT = Path(__file__).parents[2]
WEB = ROOT / "service" / "web"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

DESK = (1280, 800)
PHONE = (390, 844)

# The page's monotonic clock, which a test may put forward as a sleeping tab finds it.
_CLOCK = """
window.leap = 0;
const real = performance.now.bind(performance);
performance.now = () => real() + window.leap;
"""


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


@pytest.fixture(scope="package")
def chromium(built_client: Path) -> Iterator[Browser]:
    """One browser for all tests of this folder; each test has a context of its own.

    It ends with the folder, since Playwright holds an event loop open that tests of other folders would trip over.
    """
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
) -> Iterator[Page]:
    """The start screen in a fresh context; a script error or a refused resource fails the test at the end."""
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
    page.add_init_script(_CLOCK)
    page.goto(url)
    yield page
    context.close()
    assert faults == []


def leap(page: Page, seconds: float) -> None:
    """Let time go by as in a tab that was hidden: nothing runs, then it is shown again."""
    page.evaluate(
        "ms => { window.leap += ms; document.dispatchEvent(new Event('visibilitychange')); }", 1000 * seconds
    )


def _is_fault(text: str) -> bool:
    return "Content Security Policy" in text or "Uncaught" in text


@pytest.fixture
def fake() -> Iterator[FakeApi]:
    """A scripted service at the root of its address."""
    with FakeApi() as api:
        yield api
