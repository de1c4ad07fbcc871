"""How tables end: closed for good by their host; and games that a crash kept out of the gallery."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from drawmate.api.app import create_app
from drawmate.recognition.recogniser import Recogniser
from drawmate.settings import Settings
from drawmate.tables.archive import Archive
from drawmate.tables.hall import Hall
from drawmate.wire.codes import Close
from tests.api.inside import running_app
from tests.api.raw import refused
from tests.tables.played import played, token_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_the_host_closes_a_table_for_good_and_its_games_stay(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drawmate.tables.staff.answer", lambda *_: None)
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'drawmate.db'}"), recogniser)
    async with running_app(app) as http:
        hall: Hall = app.state.service.hall
        actor, connection = await played(hall, listed=True)
        await hall.archive.settled()
        code = actor.table.opened.code
        place = (await http.post("/v1/tables", json={"game": "duplik", "name": "Fox"})).json()
        path = f"/v1/tables/{code}"
        for headers in ({}, bearer("x"), bearer(place["host_token"]), bearer(place["token"])):
            refused(await http.delete(path, headers=headers), 403, "bad_token")
        assert actor.closed is None
        assert (await http.delete(path, headers=bearer(token_of(actor)))).status_code == 204
        assert connection.closed == Close.TABLE_CLOSED
        refused(await http.delete(path, headers=bearer(token_of(actor))), 404, "no_table")
        refused(await http.post(f"{path}/tickets", json={}), 404, "no_table")
        assert len((await http.get("/v1/games")).json()["games"]) == 1
        other = f"/v1/tables/{place['code']}"
        assert (await http.post(f"{other}/tickets", json={})).status_code == 201


async def test_codes_that_are_no_tables_leave_nothing_behind(recogniser: Recogniser) -> None:
    app = create_app(Settings(database_url="sqlite://"), recogniser)
    async with running_app(app) as http:
        hall: Hall = app.state.service.hall
        asked = (http.post(f"/v1/tables/NONE{n}/tickets", json={}) for n in range(20))
        for answer in await asyncio.gather(*asked):
            refused(answer, 404, "no_table")
        assert hall._opening == {}


async def test_a_game_that_a_crash_kept_out_of_the_gallery_is_put_there_at_the_next_start(
    recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drawmate.tables.staff.answer", lambda *_: None)
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'drawmate.db'}")
    with monkeypatch.context() as crash:
        crash.setattr(Archive, "keep_soon", lambda *_: None)
        app = create_app(settings, recogniser)
        async with running_app(app) as http:
            actor, _ = await played(app.state.service.hall, listed=True)
            assert (await http.get("/v1/games")).json()["games"] == []
    app = create_app(settings, recogniser)
    async with running_app(app) as http, asyncio.timeout(60):
        while not (games := (await http.get("/v1/games")).json()["games"]):
            await asyncio.sleep(0.05)
        assert app.state.service.hall.actors == {}
    assert [game["id"] for game in games] == [f"{actor.table.opened.id}-1"]


async def test_a_server_that_ends_finds_no_table_any_more(recogniser: Recogniser) -> None:
    app = create_app(Settings(database_url="sqlite://"), recogniser)
    async with running_app(app) as http:
        place = (await http.post("/v1/tables", json={"game": "duplik", "name": "Fox"})).json()
        await app.state.service.hall.close()
        answer: httpx.Response = await http.post(f"/v1/tables/{place['code']}/tickets", json={})
        refused(answer, 503, "paused")
        assert answer.headers["retry-after"] == "1"
