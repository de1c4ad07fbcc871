from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from drawmate.api.app import create_app
from drawmate.recognition.recogniser import Recogniser
from drawmate.settings import Settings
from tests.api.inside import running, running_app
from tests.api.raw import ask, refused
from tests.servers import Server, started_server


def test_a_sane_request_id_is_kept(http: httpx.Client) -> None:
    assert http.get("/healthz", headers={"X-Request-ID": "abc-1.2_3"}).headers["x-request-id"] == "abc-1.2_3"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "<img>", "a\u00e4"])
def test_another_one_is_replaced(http: httpx.Client, given: str) -> None:
    found = http.get("/healthz", headers=[(b"X-Request-ID", given.encode())]).headers["x-request-id"]
    assert found != given
    assert len(found) == 16


def test_every_answer_has_security_headers(http: httpx.Client) -> None:
    for path in ("/healthz", "/nothing", "/v1/labels", "/docs", "/"):
        headers = http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers


def test_framework_errors_are_problems_too(http: httpx.Client) -> None:
    refused(http.get("/nothing"), 404, "not_found")
    refused(http.get("/v1/nothing"), 404, "not_found")
    refused(http.get("/..%2f..%2fetc/passwd"), 404, "not_found")
    refused(http.get("/%00"), 404, "not_found")
    response = http.get("/v1/recognise")
    refused(response, 405, "method_not_allowed")
    assert response.headers["allow"] == "POST"
    refused(http.delete("/v1/labels"), 405, "method_not_allowed")
    refused(http.post("/", json={}), 405, "method_not_allowed")


def broken_app(recogniser: Recogniser) -> FastAPI:
    app = create_app(Settings(), recogniser)

    @app.get("/broken")
    async def broken() -> None:
        raise OSError("the secret word is cat")

    return app


async def test_a_fault_of_ours_is_a_problem_that_tells_nothing(
    recogniser: Recogniser, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_app(broken_app(recogniser)) as client:
        response = await client.get("/broken")
    refused(response, 500, "internal_error")
    assert "secret" not in response.text
    logged = capsys.readouterr()
    assert response.headers["x-request-id"] in logged.out + logged.err


async def test_a_slow_body_is_given_up(server: Server, recogniser: Recogniser) -> None:
    with started_server(DRAWMATE_MODELS="", DRAWMATE_BODY_SECONDS="0.2", DRAWMATE_MODEL="") as slow:
        head = [
            "POST /v1/render HTTP/1.1",
            "Host: x",
            "Content-Type: application/json",
            "Content-Length: 100",
        ]
        refused(ask(slow, head, [b"{"]), 408, "too_slow")


async def test_other_origins_are_named_or_not_allowed(recogniser: Recogniser) -> None:
    origin = {"Origin": "https://friend.example"}
    async with running(recogniser, cors_origins=("https://friend.example",)) as client:
        response = await client.get("/v1/models", headers=origin)
        assert response.headers["access-control-allow-origin"] == "https://friend.example"
        other = await client.get("/v1/models", headers={"Origin": "https://foe.example"})
        assert "access-control-allow-origin" not in other.headers
    async with running(recogniser) as client:
        assert "access-control-allow-origin" not in (await client.get("/v1/models", headers=origin)).headers


async def test_pages_of_allowed_origins_can_read_refusals(recogniser: Recogniser) -> None:
    headers = {"Origin": "https://friend.example", "Content-Type": "application/json"}
    large = b" " * (2 * 1024 * 1024 + 1)
    bad = b'{"strokes":[],"top":0}'
    async with running(recogniser, cors_origins=("https://friend.example",), rate_limit="4/hour") as client:
        for path, content, status in (
            ("/v1/recognise", large, 413),
            ("/v1/recognise", bad, 422),
            ("/v1/recognise", b"", 422),
            ("/v1/models", bad, 405),
            ("/v1/recognise", bad, 429),
        ):
            response = await client.post(path, content=content, headers=headers)
            assert response.status_code == status
            assert response.headers["access-control-allow-origin"] == "https://friend.example"
            assert response.headers["content-type"] == "application/problem+json"
            assert response.headers["x-request-id"]
