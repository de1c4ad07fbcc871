"""The client at the real service: below a prefix, behind a proxy that strips it or not, and with real drawings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import visit
from tests.browser.fake_api import FakeApi
from tests.browser.playing import begin, draw, go, recognised_drawings, to_gallery
from tests.servers import Server, started_server

PREFIX = "/games/draw"


@contextmanager
def proxy(target: str, *, strip: bool) -> Iterator[str]:
    """A proxy that shows ``target`` below PREFIX; gives the address of the page."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._pass_on(None)

        def do_POST(self) -> None:
            self._pass_on(self.rfile.read(int(self.headers["content-length"])))

        def _pass_on(self, body: bytes | None) -> None:
            if not self.path.startswith(PREFIX):
                self._reply(404, b"", "text/plain")
                return
            path = self.path.removeprefix(PREFIX) if strip else self.path
            kind = {"content-type": "application/json"} if body is not None else {}
            try:
                with urlopen(Request(target + path, body, kind)) as response:
                    self._reply(response.status, response.read(), response.headers["content-type"])
            except HTTPError as error:
                with error:
                    self._reply(error.code, error.read(), error.headers["content-type"])

        def _reply(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def play_one_round(page: Page) -> None:
    begin(page)
    with page.expect_response("**/v1/recognise") as response:
        draw(page)
    assert response.value.status == 200


def test_everything_is_relative_to_the_page(chromium: Browser) -> None:
    with FakeApi(prefix=PREFIX) as fake, visit(chromium, fake.url) as page:
        play_one_round(page)


def test_the_real_service_at_the_root(chromium: Browser, server: Server) -> None:
    with visit(chromium, server.url) as page:
        play_one_round(page)
        expect(page.locator(".guesses li").or_(page.locator(".note-before")).first).to_be_visible()
        to_gallery(page)


@pytest.mark.parametrize("strip", [True, False], ids=["stripped", "kept"])
def test_the_real_service_below_a_prefix(chromium: Browser, tiny_model: Path, strip: bool) -> None:
    """T82"""
    options = ("--models", str(tiny_model), "--root-path", PREFIX)
    with (
        started_server(*options) as server,
        proxy(server.url, strip=strip) as address,
        visit(chromium, address) as page,
    ):
        play_one_round(page)


EASY = ("umbrella", "bicycle", "eyeglasses", "ladder", "star", "fish")


@pytest.mark.shared
def test_real_drawings_are_guessed(chromium: Browser, real_model: Path, shared: Path) -> None:
    """Six words, each guessed from one of its first three drawings of the test set, drawn with the mouse."""
    with started_server("--models", str(real_model)) as server, visit(chromium, server.url) as page:
        page.route("**/v1/labels", _only_easy_words)
        page.reload()
        for _ in EASY:
            word = begin(page)
            for drawing in recognised_drawings(shared, word, 3):
                draw(page, drawing, side=255)
                try:
                    expect(page.locator(".note-before, .gallery")).to_be_visible(timeout=1_500)
                    break
                except AssertionError:
                    page.get_by_role("button", name="Clear").click()
        expect(page.get_by_test_id("score")).to_have_text("6 of 6 guessed")
        assert go(page).count() == 0


def _only_easy_words(route: Route) -> None:
    response = route.fetch()
    listed = response.json()
    for entry in listed["labels"]:
        entry["playable"] = entry["label"] in EASY
    route.fulfill(response=response, body=json.dumps(listed))
