"""axe finds nothing serious on any screen, in either language, on a phone or a desk, by day or by night."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE, WEB, missing, visit
from tests.browser.fake_api import FakeApi, answer
from tests.browser.playing import draw, go

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def faults(page: Page) -> list[str]:
    """What axe calls serious or critical on the page as it is."""
    if not AXE.is_file():
        missing("axe-core is not installed: run `npm ci` in service/web")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_screen(
    chromium: Browser, fake: FakeApi, language: str, size: tuple[int, int], scheme: Any
) -> None:
    fake.script = lambda body: answer(("potato", 0.6), ("cloud", 0.2), ("rock", 0.1), label="potato")
    with visit(chromium, fake.url, size=size, language=language) as page:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".button-big")).to_be_enabled()
        assert faults(page) == []
        page.locator(".button-big").click()
        assert faults(page) == []
        go(page).click()
        assert faults(page) == []
        draw(page)
        expect(page.locator(".bubble-guess")).to_be_visible()
        page.locator(".keys summary").click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.context.set_offline(True)
        expect(page.locator(".banner")).to_be_visible()
        assert faults(page) == []
        page.context.set_offline(False)
        expect(page.locator(".banner")).to_have_count(0)
        page.locator(".tools-row .tool").nth(2).click()
        expect(page.locator(".note-before.is-skipped")).to_be_visible()
        assert faults(page) == []
        for _ in range(5):
            page.locator(".note .button").nth(1).click()
        expect(page.locator(".card")).to_have_count(6)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_small_phone_needs_no_sideways_scrolling(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, size=(320, 568), language="hu") as page:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator(".button-big").click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        go(page).click()
        draw(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_language_is_chosen_and_remembered(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        page.get_by_text("Magyar").click()
        expect(page.get_by_role("button", name="Kezdjünk rajzolni")).to_be_enabled()
        page.reload()
        expect(page.get_by_role("button", name="Kezdjünk rajzolni")).to_be_enabled()
        expect(page.locator("html")).to_have_attribute("lang", "hu")
