"""Finished games over HTTP."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from PIL import Image

from drawmate.api.app import create_app
from drawmate.games.capsule import replay_capsule
from drawmate.recognition.recogniser import Recogniser
from drawmate.settings import Settings
from drawmate.tables.hall import Hall
from tests.api.inside import running_app
from tests.tables.played import again, played, token_of

pytestmark = pytest.mark.anyio

NO_GAME = f"{'0' * 32}-1"
PATHS = {
    "/v1/games": {"get"},
    "/v1/games/{game_id}": {"get", "delete"},
    "/v1/games/{game_id}/capsule": {"get"},
    "/v1/games/{game_id}/drawings/{number}.{kind}": {"get"},
    "/v1/tables/{code}/games": {"get"},
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def serving(
    recogniser: Recogniser, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[httpx.AsyncClient, Hall]]:
    """A client and the tables; the random recogniser is not asked, so that games go as they are played."""
    monkeypatch.setattr("drawmate.tables.staff.answer", lambda *_: None)
    app = create_app(Settings(database_url=f"sqlite:///{folder / 'drawmate.db'}"), recogniser)
    async with running_app(app) as http:
        hall = app.state.service.hall
        assert isinstance(hall, Hall)
        yield http, hall


async def test_a_finished_game_is_in_the_gallery(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(recogniser, tmp_path, monkeypatch) as (http, hall):
        actor, connection = await played(hall, listed=True)
        await again(actor, connection)
        await hall.archive.settled()
        first = (await http.get("/v1/games", params={"limit": 1})).json()
        second = (await http.get("/v1/games", params={"limit": 1, "before": first["next"]})).json()
        assert second["next"] is None
        table = actor.table.opened
        games = first["games"] + second["games"]
        assert {game["id"] for game in games} == {f"{table.id}-1", f"{table.id}-2"}
        assert (await http.get(f"/v1/tables/{table.code}/games")).json() == games

        answer = await http.get(f"/v1/games/{table.id}-1")
        whole = answer.json()
        assert (whole["game"], whole["seats"], whole["totals"]) == ("quick_guess", ["person"], [0])
        assert table.host not in answer.text
        [drawing] = whole["gallery"]
        assert drawing["title"]
        assert drawing | {"title": ""} == {"number": 0, "round": 1, "half": None, "seat": 0, "title": ""}

        capsule = await http.get(f"/v1/games/{table.id}-1/capsule")
        assert capsule.headers["content-type"] == "application/json"
        assert replay_capsule(capsule.text).match.outcome() is not None
        assert capsule.json()["models"] == [recogniser.spec.id]


async def test_drawings_are_files(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(recogniser, tmp_path, monkeypatch) as (http, hall):
        actor, _ = await played(hall)
        await hall.archive.settled()
        base = f"/v1/games/{actor.table.opened.id}-1/drawings/0"

        svg = await http.get(f"{base}.svg")
        assert svg.headers["content-type"] == "image/svg+xml"
        assert "default-src 'none'" in svg.headers["content-security-policy"]
        assert len(ElementTree.fromstring(svg.text).findall(".//{*}polyline")) == 2

        png = await http.get(f"{base}.png")
        assert png.headers["content-type"] == "image/png"
        assert Image.open(io.BytesIO(png.content)).size == (512, 512)

        gif = await http.get(f"{base}.gif")
        assert gif.headers["content-type"] == "image/gif"
        assert getattr(Image.open(io.BytesIO(gif.content)), "n_frames", 1) > 1

        record = (await http.get(f"{base}.json")).json()
        assert record["colors"] == [3, 0]
        assert record["drawing"][0] == [[100, 900], [100, 900], [0, 400]]
        assert record["word"]

        known = {"If-None-Match": png.headers["etag"]}
        assert (await http.get(f"{base}.png", headers=known)).status_code == 304
        assert png.headers["cache-control"] == "private, max-age=300"
        assert png.headers["content-disposition"].endswith('-0.png"')


async def test_a_game_of_an_unlisted_table_is_in_no_list(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(recogniser, tmp_path, monkeypatch) as (http, hall):
        actor, _ = await played(hall)
        await hall.archive.settled()
        assert (await http.get("/v1/games")).json() == {"games": [], "next": None}
        found = await http.get(f"/v1/games/{actor.table.opened.id}-1")
        assert (found.status_code, found.json()["listed"]) == (200, False)


async def test_only_the_host_deletes(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(recogniser, tmp_path, monkeypatch) as (http, hall):
        actor, _ = await played(hall, listed=True)
        await hall.archive.settled()
        path = f"/v1/games/{actor.table.opened.id}-1"
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {token_of(actor)}"}):
            refused = await http.delete(path, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (403, "bad_token")
        gone = await http.delete(path, headers={"Authorization": f"Bearer {token_of(actor)}"})
        assert (gone.status_code, gone.content) == (204, b"")
        for left in (path, f"{path}/capsule", f"{path}/drawings/0.png"):
            assert (await http.get(left)).json()["code"] == "no_game"
        assert (await http.get("/v1/games")).json()["games"] == []
        assert (await http.get(f"/v1/tables/{actor.table.opened.code}/games")).json() == []


async def test_refusals_and_the_document(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(recogniser, tmp_path, monkeypatch) as (http, hall):
        actor, _ = await played(hall)
        await hall.archive.settled()
        game = f"/v1/games/{actor.table.opened.id}-1"
        for path, status, code in (
            (f"/v1/games/{NO_GAME}", 404, "no_game"),
            ("/v1/games/x%00y", 404, "no_game"),
            (f"/v1/games/{NO_GAME}/capsule", 404, "no_game"),
            (f"/v1/games/{NO_GAME}/drawings/0.svg", 404, "no_game"),
            (f"{game}/drawings/1.svg", 404, "no_drawing"),
            (f"{game}/drawings/-1.svg", 404, "no_drawing"),
            (f"{game}/drawings/0.exe", 422, "bad_value"),
            (f"{game}/drawings/x.png", 422, "bad_value"),
            ("/v1/games?limit=0", 422, "bad_value"),
            ("/v1/games?before=yesterday", 422, "bad_value"),
            ("/v1/tables/NOBODY/games", 404, "no_table"),
        ):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (status, code), path
            assert answer.headers["content-type"] == "application/problem+json"

        document = (await http.get("/openapi.json")).json()
        for path, methods in PATHS.items():
            operations = document["paths"][path]
            assert operations.keys() == methods
            for operation in operations.values():
                assert operation["summary"]
                assert operation["description"]
                for status, response in operation["responses"].items():
                    problem = set(response.get("content", {})) == {"application/problem+json"}
                    assert problem == (int(status) >= 400), (path, status)
