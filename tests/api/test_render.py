from __future__ import annotations

import threading
from dataclasses import replace
from io import BytesIO
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image

from drawmate.ink import Drawing
from drawmate.recognition.preprocess import picture
from drawmate.recognition.recogniser import Recogniser
from tests.api.inside import running
from tests.api.raw import refused

HOUSE = [[[20, 20, 100, 100, 20], [60, 120, 120, 60, 60]], [[10, 60, 110], [62, 15, 62]]]


def render(http: httpx.Client, **body: Any) -> np.ndarray[Any, Any]:
    response = http.post("/v1/render", json={"strokes": HOUSE} | body)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/png"
    return np.asarray(Image.open(BytesIO(response.content)))


def test_the_picture_is_the_one_the_model_sees(http: httpx.Client) -> None:
    seen = picture(Drawing.from_strokes(HOUSE))
    assert np.array_equal(render(http), seen.transpose(1, 2, 0))
    for number, channel in enumerate(("ink", "time", "order")):
        assert np.array_equal(render(http, channel=channel), seen[number])


def test_it_can_be_enlarged(http: httpx.Client) -> None:
    large = render(http, scale=4, channel="ink")
    assert large.shape == (256, 256)
    assert np.array_equal(large[::4, ::4], render(http, channel="ink"))


def test_no_ink_is_black(http: httpx.Client) -> None:
    assert not render(http, strokes=[]).any()


@pytest.mark.parametrize("options", [{"scale": 0}, {"scale": 17}, {"scale": "2"}, {"channel": "red"}])
def test_other_wishes_are_refused(http: httpx.Client, options: dict[str, Any]) -> None:
    refused(http.post("/v1/render", json={"strokes": HOUSE} | options), 422, "bad_value", next(iter(options)))


async def test_a_picture_is_made_beside_the_event_loop(
    recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def drawn(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return picture(*given)

    monkeypatch.setattr("drawmate.api.render.picture", drawn)
    async with running(recogniser) as client:
        assert (await client.post("/v1/render", json={"strokes": HOUSE})).status_code == 200
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


async def test_it_has_the_size_and_line_of_the_models_spec(recogniser: Recogniser) -> None:
    spec = replace(recogniser.spec, size=32, line=3.0)
    async with running(Recogniser(spec, recogniser.labels, recogniser.network)) as client:
        response = await client.post("/v1/render", json={"strokes": HOUSE})
    seen = picture(Drawing.from_strokes(HOUSE), 32, 3.0)
    assert np.array_equal(np.asarray(Image.open(BytesIO(response.content))), seen.transpose(1, 2, 0))
