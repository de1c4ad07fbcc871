"""A whole game against a scripted service: winning, losing, late answers, undo, the clock, the gallery."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.conftest import leap, visit
from tests.browser.fake_api import PUZZLED, WORDS, Answer, FakeApi, answer
from tests.browser.playing import begin, board, draw, go, strokes_on, to_gallery


def test_a_round_is_won_when_the_word_comes_first(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        word = begin(page)
        fake.script = lambda body: answer((word, 0.92), ("potato", 0.04), ("rock", 0.01), label=word)
        draw(page)
        expect(page.locator(".note-before.is-guessed")).to_contain_text(word)
        assert fake.most_at_once == 1
        assert all(set(body) == {"strokes", "top", "partial"} for body in fake.requests)


def test_what_it_sees_is_said_while_the_drawing_grows(chromium: Browser, fake: FakeApi) -> None:
    fake.script = lambda body: answer(("potato", 0.6), ("cloud", 0.2), ("rock", 0.1), label="potato")
    with visit(chromium, fake.url, language="hu") as page:
        begin(page)
        draw(page)
        expect(page.locator(".bubble-guess")).to_have_text("krumpli?")
        expect(page.get_by_role("status")).to_contain_text("krumpli")
        assert fake.requests[-1]["partial"] is True


def test_a_lucky_first_place_does_not_win(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        word = begin(page)
        fake.script = lambda body: answer((word, 0.06), ("potato", 0.05), state="unknown")
        draw(page)
        expect(page.locator(".bubble-guess")).to_have_text(f"{word}?")
        expect(board(page)).to_be_visible()


def test_a_late_answer_for_an_earlier_word_is_dropped(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        begin(page)
        fake.delay = 0.8
        fake.script = lambda body: answer(*((word, 0.12) for word in WORDS))
        with page.expect_request("**/v1/recognise"):
            draw(page)
        page.get_by_role("button", name="Skip").click()
        go(page).click()
        page.wait_for_timeout(1200)
        expect(page.locator(".bubble-guess")).to_have_count(0)
        expect(board(page)).to_be_visible()


def test_times_up_is_followed_by_one_last_look(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        begin(page)
        draw(page)
        leap(page, 20)
        expect(page.locator(".note-before.is-missed")).to_be_visible()
        assert [body["partial"] for body in fake.requests].count(False) == 1
        assert fake.requests[-1]["partial"] is False


def test_a_minute_in_a_hidden_tab(chromium: Browser, fake: FakeApi) -> None:
    """T69: on return the time is right and the strokes are there."""
    with visit(chromium, fake.url) as page:
        page.get_by_text("60 s").click()
        begin(page)
        draw(page)
        timer = page.get_by_role("timer")
        before = int(timer.inner_text())
        leap(page, 30)
        assert before - 33 <= int(timer.inner_text()) <= before - 30
        assert strokes_on(page) == 2
        leap(page, 60)
        expect(page.locator(".note-before.is-missed")).to_be_visible()


def test_the_time_shown_never_rises(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        begin(page)
        page.evaluate(
            """() => {
                const timer = document.querySelector('[role=timer]');
                window.shown = [Number(timer.textContent)];
                const note = () => window.shown.push(Number(timer.textContent));
                new MutationObserver(note).observe(timer, {subtree: true, childList: true, characterData: true});
            }"""
        )
        draw(page)
        page.wait_for_timeout(2_500)
        shown: list[int] = page.evaluate("window.shown")
        assert len(shown) >= 3
        assert shown == sorted(shown, reverse=True)


def test_undo_and_clear(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        begin(page)
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_disabled()
        draw(page)
        draw(page, [[[50], [50]]])
        assert strokes_on(page) == 3
        undo.click()
        assert strokes_on(page) == 2
        page.get_by_role("button", name="Clear").click()
        assert strokes_on(page) == 0
        expect(undo).to_be_disabled()


def test_strokes_on_the_wire_are_logical_units_with_times(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        begin(page)
        draw(page)
        page.wait_for_timeout(800)
        strokes = fake.requests[-1]["strokes"]
        times = [t for _, _, ts in strokes for t in ts]
        assert times[0] == 0
        assert times == sorted(times)
        assert [round(x) for x in strokes[0][0]][-1] in range(750, 765)  # 7 % + 86 % of 80 %


def test_the_gallery_shows_replays_and_hands_out_every_drawing(chromium: Browser, fake: FakeApi) -> None:
    with visit(chromium, fake.url) as page:
        word = begin(page)
        fake.script = lambda body: answer((word, 0.92), ("potato", 0.04), ("rock", 0.01), label=word)
        draw(page)
        expect(page.locator(".note-before.is-guessed")).to_be_visible()
        fake.script = lambda body: PUZZLED
        to_gallery(page)
        expect(page.get_by_test_id("score")).to_have_text("1 of 6 guessed")
        card = page.locator(".card").first
        expect(card).to_contain_text(word)
        expect(card.locator(".guesses li").first).to_contain_text("92%")
        expect(page.locator(".card").nth(1)).to_contain_text("Nothing drawn")

        drawn = card.locator(".card-picture path").count()
        card.get_by_role("button", name="Replay").click()
        expect(card.get_by_role("button", name="Stop")).to_be_visible()
        expect(card.locator(".card-picture path")).to_have_count(drawn)
        expect(card.get_by_role("button", name="Replay")).to_be_visible(timeout=10_000)

        record = json.loads(_downloaded(page, card.get_by_role("button", name="JSON")))
        assert record["word"] == word
        assert len(record["drawing"]) == drawn
        assert record["drawing"][0][2][0] == 0
        svg = _downloaded(page, card.get_by_role("button", name="SVG"))
        assert svg.startswith("<svg ")
        assert len(re.findall("<path ", svg)) == drawn

        page.get_by_role("button", name="Play again").click()
        expect(go(page)).to_be_focused()


def test_a_slow_service_is_asked_one_thing_at_a_time(chromium: Browser, fake: FakeApi) -> None:
    fake.delay = 0.7
    with visit(chromium, fake.url) as page:
        begin(page)
        for at in range(6):
            draw(page, [[[10.0 * at, 50], [5, 90]]])
            page.wait_for_timeout(250)
        page.wait_for_timeout(900)
        assert fake.most_at_once == 1
        assert len(fake.requests[-1]["strokes"]) == 6


def test_a_drawing_the_service_will_not_read_does_not_stop_the_game(chromium: Browser, fake: FakeApi) -> None:
    def refuse(body: dict[str, Any]) -> Answer | int:
        return 413

    fake.script = refuse
    with visit(chromium, fake.url) as page:
        begin(page)
        draw(page)
        expect(page.locator(".bubble-line")).to_have_text("I cannot read this drawing.")
        page.get_by_role("button", name="Clear").click()
        fake.script = lambda body: PUZZLED
        draw(page)
        expect(page.locator(".bubble-guess")).to_have_text("potato?")


def _downloaded(page: Any, button: Any) -> str:
    with page.expect_download() as download:
        button.click()
    with open(download.value.path(), encoding="utf-8") as file:
        return file.read()
