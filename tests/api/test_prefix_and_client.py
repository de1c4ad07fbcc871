from __future__ import annotations

from pathlib import Path

import pytest

from drawmate.api import client as client_module
from drawmate.recognition.recogniser import Recogniser
from tests.api.inside import running

PAGE = "<!doctype html><title>Drawmate</title><script type=module src=./assets/index-Ab12.js></script>"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built client."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets" / "index-Ab12.js").write_text("1")
    monkeypatch.setattr(client_module, "STATIC", tmp_path)
    return tmp_path


@pytest.mark.parametrize("stripped", [False, True], ids=["kept", "stripped"])
async def test_t82_everything_works_below_a_prefix_that_the_proxy_strips_or_not(
    built: Path, recogniser: Recogniser, stripped: bool
) -> None:
    prefix = "" if stripped else "/games/draw"
    async with running(recogniser, root_path="/games/draw/", rate_limit="1000/minute") as client:
        assert (await client.get(f"{prefix}/")).text == PAGE
        assert (await client.get(f"{prefix}/assets/index-Ab12.js")).text == "1"
        answer = await client.post(f"{prefix}/v1/recognise", json={"strokes": [[[1, 2], [3, 4]]]})
        assert answer.json()["format"] == "columns"
        assert (await client.get(f"{prefix}/healthz")).status_code == 200
        docs = await client.get(f"{prefix}/docs")
        assert 'href="openapi.json"' in docs.text
        assert "/games/draw/v1/recognise" in docs.text
        document = (await client.get(f"{prefix}/openapi.json")).json()
        assert document["servers"] == [{"url": "/games/draw"}]
        assert "/v1/recognise" in document["paths"]
        assert (await client.get(f"{prefix}/nothing")).status_code == 404


async def test_the_prefix_alone_is_led_to_the_page(built: Path, recogniser: Recogniser) -> None:
    async with running(recogniser, root_path="games/draw") as client:
        response = await client.get("/games/draw")
        assert (response.status_code, response.headers["location"]) == (308, "/games/draw/")


async def test_rates_below_a_prefix(recogniser: Recogniser) -> None:
    async with running(recogniser, root_path="/x", rate_limit="1/hour") as client:
        paths = ("/x/v1/models", "/v1/models", "/x/healthz", "/healthz")
        assert [(await client.get(path)).status_code for path in paths] == [200, 429, 200, 200]


async def test_pages_are_asked_for_again_and_hashed_files_kept(built: Path, recogniser: Recogniser) -> None:
    async with running(recogniser) as client:
        page = await client.get("/")
        assert page.headers["cache-control"] == "no-cache"
        assert "script-src" not in page.headers["content-security-policy"], (
            "default-src 'self' covers scripts"
        )
        assert "microphone=(self)" in page.headers["permissions-policy"]
        asset = await client.get("/assets/index-Ab12.js")
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert asset.headers["content-type"].startswith("text/javascript")
        again = await client.get("/", headers={"If-None-Match": page.headers["etag"]})
        assert again.status_code == 304
        assert (await client.head("/")).status_code == 200
        assert (await client.get("/assets/../../../conftest.py")).status_code == 404


async def test_an_unbuilt_client_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recogniser: Recogniser
) -> None:
    monkeypatch.setattr(client_module, "STATIC", tmp_path)
    async with running(recogniser) as client:
        page = await client.get("/")
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
        assert "npm run build" in page.text
        assert (await client.get("/index.html")).status_code == 404
        assert (await client.post("/")).status_code == 405
