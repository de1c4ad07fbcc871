"""Touch, pen and keyboard at the board, through the browser's own input."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.conftest import PHONE, visit
from tests.browser.fake_api import FakeApi, answer
from tests.browser.playing import begin, board, draw, go, strokes_on


def _touch(devtools: CDPSession, kind: str, *points: tuple[float, float, int]) -> None:
    touches = [{"x": x, "y": y, "id": finger} for x, y, finger in points]
    devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def _pen(devtools: CDPSession, kind: str, x: float, y: float) -> None:
    devtools.send(
        "Input.dispatchMouseEvent",
        {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "pointerType": "pen", "clickCount": 1},
    )


def _middle(page: Page) -> tuple[float, float]:
    box = board(page).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _columns(fake: FakeApi, page: Page) -> list[list[list[float]]]:
    page.wait_for_timeout(900)
    strokes: list[list[list[float]]] = fake.requests[-1]["strokes"]
    return strokes


def test_a_finger_draws_and_does_not_scroll(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, size=(390, 500), touch=True) as page:
        begin(page)
        devtools = page.context.new_cdp_session(page)
        board(page).scroll_into_view_if_needed()
        x, y = _middle(page)
        scrolled = page.evaluate("scrollY")
        _touch(devtools, "touchStart", (x, y, 1))
        for step in range(1, 8):
            _touch(devtools, "touchMove", (x, y - 12 * step, 1))
        _touch(devtools, "touchEnd")
        assert strokes_on(page) == 1
        assert page.evaluate("scrollY") == scrolled
        assert len(_columns(fake, page)[0][0]) >= 5


def test_a_tap_is_a_dot(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, size=PHONE, touch=True) as page:
        begin(page)
        page.touchscreen.tap(*_middle(page))
        assert strokes_on(page) == 1
        assert [len(column) for column in _columns(fake, page)[0]] == [1, 1, 1]


def test_a_cancelled_touch_keeps_its_points(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, size=PHONE, touch=True) as page:
        begin(page)
        devtools = page.context.new_cdp_session(page)
        x, y = _middle(page)
        _touch(devtools, "touchStart", (x, y, 1))
        _touch(devtools, "touchMove", (x + 40, y + 40, 1))
        _touch(devtools, "touchCancel")
        assert strokes_on(page) == 1
        draw(page, [[[10, 20], [10, 10]]])
        assert strokes_on(page) == 2


def test_while_the_pen_is_down_a_palm_leaves_nothing(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, touch=True) as page:
        begin(page)
        devtools = page.context.new_cdp_session(page)
        x, y = _middle(page)
        _pen(devtools, "mousePressed", x, y)
        _pen(devtools, "mouseMoved", x + 30, y)
        _touch(devtools, "touchStart", (x + 120, y + 120, 5))
        _touch(devtools, "touchMove", (x + 150, y + 120, 5))
        _touch(devtools, "touchEnd")
        _pen(devtools, "mouseMoved", x + 60, y)
        _pen(devtools, "mouseReleased", x + 60, y)
        assert strokes_on(page) == 1
        page.touchscreen.tap(x, y + 100)
        assert strokes_on(page) == 2


def test_all_touches_draw_when_the_player_says_so(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, touch=True) as page:
        begin(page)
        toggle = page.get_by_role("button", name="Fingers always draw")
        expect(toggle).to_have_attribute("aria-pressed", "false")
        toggle.click()
        expect(toggle).to_have_attribute("aria-pressed", "true")
        devtools = page.context.new_cdp_session(page)
        x, y = _middle(page)
        _pen(devtools, "mousePressed", x, y)
        _touch(devtools, "touchStart", (x + 120, y + 120, 5))
        _touch(devtools, "touchEnd")
        _pen(devtools, "mouseReleased", x, y)
        assert strokes_on(page) == 2


def test_the_board_may_move_in_the_middle_of_a_stroke(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url, size=PHONE) as page:
        begin(page)
        x, y = _middle(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.evaluate("document.querySelector('.task').style.paddingBottom = '40px'")
        moved_x, moved_y = _middle(page)
        assert moved_y > y
        page.mouse.move(moved_x, moved_y)
        page.mouse.up()
        xs, ys, _ = _columns(fake, page)[0]
        assert abs(xs[-1] - 500) < 5
        assert abs(ys[-1] - 500) < 5


def test_a_whole_game_by_keyboard(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        expect(page.get_by_role("button", name="Start drawing")).to_be_enabled()
        for _ in range(10):
            if page.evaluate("document.activeElement.textContent") == "Start drawing":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        for number in range(6):
            expect(go(page)).to_be_focused()
            page.keyboard.press("Enter")
            expect(board(page)).to_be_focused()
            if number == 0:
                _draw_with_keys(page, fake)
            else:
                page.keyboard.press("s")
        expect(page.locator(".card")).to_have_count(6)
        expect(page.get_by_test_id("score")).to_have_text("1 of 6 guessed")
        expect(page.get_by_role("heading", level=1)).to_be_focused()


def _draw_with_keys(page: Page, fake: FakeApi) -> None:
    word = page.get_by_test_id("word").inner_text()
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_have_text("Pen down")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Space")
    xs, ys, _ = _columns(fake, page)[0]
    assert (xs, ys) == ([500, 520, 540, 540, 480], [500, 500, 500, 520, 520])
    page.keyboard.press("2")
    assert strokes_on(page) == 2
    page.keyboard.press("u")
    assert strokes_on(page) == 1
    page.keyboard.press("Control+z")
    assert strokes_on(page) == 0
    page.keyboard.press("4")
    page.keyboard.press("c")
    assert strokes_on(page) == 0
    fake.script = _sure(word)
    page.keyboard.press("1")


def _sure(word: str) -> Any:
    return lambda body: answer((word, 0.9), label=word)
