"""The client against the real server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from drawmate.client import Closed, Refused, create_table, join, watch
from drawmate.wire.codes import Close
from tests.servers import started_server

pytestmark = pytest.mark.anyio


async def test_a_game_of_quick_guess_from_opening_the_table_to_the_outcome(
    tiny_model: Path, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with started_server(DRAWMATE_MODELS=str(tiny_model), DRAWMATE_DATABASE_URL=database) as server:
        async with asyncio.timeout(120):
            seat = await create_table(server.url, game="quick_guess", name="Fox")
            other = await join(server.url, seat.code, "Owl")
            async with (
                seat.connect() as fox,
                other.connect() as owl,
                watch(server.url, seat.code).connect() as eye,
            ):
                await fox.configure({"rounds": 1})
                with pytest.raises(Refused) as refused:
                    await owl.start()
                assert refused.value.code == "not_host"
                await owl.ready()
                await fox.start()
                await fox.act({"type": "Ready"})
                await owl.act({"type": "Ready"})
                assert {"type": "Ink", "canvas": "1.0"} in fox.offers
                assert await fox.draw("1.0", [[[100, 900], [100, 900], [0, 300]], [[1], [2]]]) == [0, 1]
                await fox.undo("1.0", 1)
                assert await fox.draw("1.0", [[[3], [4]]]) == [2]
                await fox.act({"type": "Skip"})
                await owl.act({"type": "Skip"})
                for player in (fox, owl):
                    await player.act({"type": "Ready"})
                async for message in eye:
                    if message["type"] == "lobby" and message["phase"] == "over":
                        break
                assert eye.view is not None
                assert eye.view["outcome"]["totals"] == [0, 0]
                assert eye.seat is None
                assert eye.canvases["1.0"][0].x == [100.0, 900.0]
                assert eye.v == fox.v > 0
                # A second connection of the seat takes it over; the first does not fight for it.
                async with seat.connect():
                    with pytest.raises(Closed) as closed:
                        await fox.chat("still me?")
                    assert closed.value.code == Close.TAKEN_OVER
                await owl.leave()
                assert [m async for m in owl][-1]["type"] == "closing"
        with pytest.raises(Refused) as refused:
            await join(server.url, "NOSUCHTABLE", "Fox")
        assert refused.value.code == "no_table"


async def test_a_server_that_restarts_loses_no_stroke(tiny_model: Path, tmp_path: Path) -> None:
    settings = {
        "DRAWMATE_MODELS": str(tiny_model),
        "DRAWMATE_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.db'}",
    }
    with started_server(**settings) as server:
        seat = await create_table(server.url, game="dekalko", name="Fox", options={"timers": False})
        table = seat.connect()
        async with asyncio.timeout(60):
            await table.__aenter__()
            await table.start()
        canvas = next(offer["canvas"] for offer in table.offers if offer["type"] == "Ink")
        strokes = [[[n, n + 1], [n, n - 1]] for n in range(300)]
        drawing = asyncio.create_task(table.draw(canvas, strokes))
        while not table.canvases[canvas]:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.process.terminate)
        await asyncio.to_thread(server.process.wait, 20)
    assert not drawing.done()
    with started_server("--port", str(urlsplit(server.url).port), **settings):
        async with asyncio.timeout(60):
            assert await drawing == list(range(300))
            await table.close()
            async with seat.connect() as later:
                found = later.canvases[canvas]
    assert [[found[n].x, found[n].y] for n in range(300)] == strokes
