"""No connection, a busy service, and what may be claimed meanwhile: nothing."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.conftest import leap, visit
from tests.browser.fake_api import PUZZLED, FakeApi, answer
from tests.browser.playing import begin, draw, go, strokes_on

# The banner that comes and goes, or says something else.
_COUNT_BANNER_CHANGES = """
window.bannerChanges = 0;
const isBanner = node => node.matches?.(".banner") || node.parentElement?.closest(".banner");
new MutationObserver(changes => {
  for (const { target, addedNodes, removedNodes } of changes)
    if (isBanner(target) || [...addedNodes, ...removedNodes].some(isBanner)) window.bannerChanges += 1;
}).observe(document.body, { childList: true, subtree: true, characterData: true });
"""


def test_offline_in_a_round_stops_the_clock_and_keeps_the_ink(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        word = begin(page)
        page.context.set_offline(True)
        expect(page.get_by_role("alert")).to_contain_text("No connection")
        left = page.get_by_role("timer").inner_text()
        draw(page)
        page.wait_for_timeout(1_500)
        assert page.get_by_role("timer").inner_text() == left
        expect(page.get_by_role("button", name="Skip")).to_be_disabled()
        expect(page.locator(".bubble-guess")).to_have_count(0)

        fake.script = lambda body: answer((word, 0.9), label=word)
        page.context.set_offline(False)
        expect(page.locator(".note-before.is-guessed")).to_be_visible()
        expect(page.locator(".banner")).to_have_count(0)


def test_a_dead_service_stops_the_clock_and_keeps_the_banner(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        word = begin(page)
        draw(page)
        expect(page.locator(".bubble-guess")).to_be_visible()
        fake.gone = True
        draw(page)
        expect(page.get_by_role("alert")).to_contain_text("No connection")
        left = page.get_by_role("timer").inner_text()
        called = len(fake.called)
        page.evaluate(_COUNT_BANNER_CHANGES)
        # Two probes at least; neither may be answered by the browser's cache.
        page.wait_for_timeout(4_000)
        assert fake.called[called:].count("v1/labels") >= 2
        assert "v1/recognise" not in fake.called[called:]
        assert page.evaluate("window.bannerChanges") == 0
        expect(page.get_by_role("alert")).to_contain_text("No connection")
        assert page.get_by_role("timer").inner_text() == left

        fake.script = lambda body: answer((word, 0.9), label=word)
        fake.gone = False
        expect(page.locator(".note-before.is-guessed")).to_be_visible(timeout=10_000)
        expect(page.locator(".banner")).to_have_count(0)


def test_losing_the_connection_at_the_end_is_never_a_guess(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        begin(page)
        draw(page)
        expect(page.locator(".bubble-guess")).to_be_visible()
        page.route("**/v1/*", lambda route: route.abort())
        leap(page, 20)
        expect(page.get_by_role("alert")).to_contain_text("No connection")
        page.get_by_role("button", name="Go on without a verdict").click()
        expect(page.locator(".note-before.is-unjudged")).to_contain_text("could not be judged")
        expect(go(page)).to_be_disabled()


def test_offline_at_the_start_disables_the_start_until_it_is_back(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        start = page.get_by_role("button", name="Start drawing")
        expect(start).to_be_enabled()
        page.context.set_offline(True)
        expect(start).to_be_disabled()
        page.context.set_offline(False)
        expect(start).to_be_enabled()


def test_busy_is_said_waited_for_and_got_over(chromium: Browser, fake: FakeApi) -> None:
    fake.script = lambda body: 503
    with visit(chromium, fake.url) as page:
        begin(page)
        draw(page)
        expect(page.get_by_role("alert")).to_contain_text("busy")
        asked = len(fake.requests)
        fake.script = lambda body: PUZZLED
        expect(page.locator(".bubble-guess")).to_have_text("potato?")
        assert len(fake.requests) == asked + 1
        assert strokes_on(page) == 2
