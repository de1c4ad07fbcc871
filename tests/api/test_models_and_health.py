from __future__ import annotations

from pathlib import Path

import httpx

from drawmate.api.app import create_app
from drawmate.recognition import models as places
from drawmate.recognition.recogniser import Recogniser
from drawmate.settings import Settings
from tests.api.inside import running, running_app
from tests.api.raw import refused
from tests.tiny_model import LABELS


def test_labels_have_names_in_two_languages(http: httpx.Client) -> None:
    found = http.get("/v1/labels").json()
    assert found["model"] == "tiny-v1"
    assert [each["label"] for each in found["labels"]] == LABELS
    cat = found["labels"][0]
    assert list(cat) == ["label", "names", "playable", "difficulty"]
    assert (cat["names"]["en"], cat["names"]["hu"], cat["playable"]) == ("cat", "macska", True)
    assert cat["difficulty"] in (1, 2, 3)
    assert found["labels"][-1]["names"] == {"en": "thing 339"}


def test_the_model_in_use_is_described(http: httpx.Client) -> None:
    found = http.get("/v1/models").json()
    (model,) = found["models"]
    assert found["device"] == model["device"] == "cpu"
    assert (model["id"], model["file"], model["opset"], model["labels"]) == (
        "tiny-v1",
        "model.int8.onnx",
        17,
        345,
    )
    assert model["providers"] == ["CPUExecutionProvider"]
    assert model["threads"] >= 1
    assert model["metrics"] == {"top1": 0.0029}


def test_health(http: httpx.Client) -> None:
    assert http.get("/healthz").json() == {"status": "ok"}
    assert http.get("/readyz").json() == {"status": "ready", "model": "tiny-v1"}


def test_metrics_count_by_route_and_never_by_address(http: httpx.Client) -> None:
    http.get("/made/up/by/a/client")
    http.post("/v1/recognise", json={"strokes": [[[0, 9], [0, 5]]]})
    text = http.get("/metrics").text
    assert 'drawmate_requests_total{method="POST",route="/v1/recognise",status="200"}' in text
    assert "drawmate_batch_size_count" in text
    assert "drawmate_inference_seconds_sum" in text
    assert "drawmate_queue_drawings 0.0" in text
    assert "made" not in text


async def test_metrics_can_be_turned_off(recogniser: Recogniser) -> None:
    async with running(recogniser, metrics=False) as client:
        assert (await client.get("/metrics")).status_code == 404


async def test_without_a_model_the_rest_is_served(monkeypatch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(places, "_PLACES", (tmp_path,))
    async with running_app(create_app(Settings())) as client:
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.get("/v1/models")).json() == {"models": [], "device": None}
        for response in (
            await client.get("/readyz"),
            await client.get("/v1/labels"),
            await client.post("/v1/recognise", json={"strokes": []}),
        ):
            refused(response, 503, "no_model")
            assert response.headers["retry-after"]
