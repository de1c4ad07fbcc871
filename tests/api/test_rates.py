from __future__ import annotations

import sys
from typing import Any

import pytest

from drawmate.api.app import create_app
from drawmate.api.rates import RateStorageError
from drawmate.recognition.recogniser import Recogniser
from drawmate.settings import Settings
from tests.api.inside import running
from tests.api.raw import refused


async def test_a_client_beyond_its_rate_is_told_when_to_come_back(recogniser: Recogniser) -> None:
    async with running(recogniser, rate_limit="3/hour") as client:
        statuses = [(await client.get("/v1/models")).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        response = await client.get("/v1/models")
        refused(response, 429, "rate_limited")
        assert 1 <= int(response.headers["retry-after"]) <= 3600
        assert (await client.get("/healthz")).status_code == 200


async def test_by_default_the_forwarded_header_is_ignored(recogniser: Recogniser) -> None:
    async with running(recogniser, rate_limit="1/hour") as client:
        statuses = [
            (await client.get("/v1/models", headers={"X-Forwarded-For": f"9.9.9.{n}"})).status_code
            for n in range(3)
        ]
        assert statuses == [200, 429, 429]


async def test_behind_a_trusted_proxy_each_client_has_its_own_rate(recogniser: Recogniser) -> None:
    async with running(recogniser, rate_limit="1/hour", trusted_proxies="10.0.0.0/8") as client:

        async def status(forwarded: str) -> int:
            return (await client.get("/v1/models", headers={"X-Forwarded-For": forwarded})).status_code

        assert await status("9.9.9.1") == 200
        assert await status("9.9.9.2") == 200
        assert await status("9.9.9.1") == 429
        assert await status("1.1.1.1, 9.9.9.1, 10.0.0.9") == 429, "what stands left of the client is made up"


async def test_no_limit_without_a_setting(recogniser: Recogniser) -> None:
    async with running(recogniser) as client:
        assert {(await client.get("/v1/models")).status_code for _ in range(50)} == {200}


@pytest.mark.parametrize("storage", ["foo://", "nonsense", "async+redis://[bad", "memory://"])
def test_a_storage_that_cannot_be_used_stops_the_start(recogniser: Recogniser, storage: str) -> None:
    with pytest.raises(RateStorageError, match="rate_limit_storage") as caught:
        create_app(Settings(rate_limit="3/hour", rate_limit_storage=storage), recogniser)
    assert caught.value.code == "bad_rate_storage"
    create_app(Settings(rate_limit_storage=storage), recogniser)


def test_a_storage_whose_library_is_missing_stops_the_start(
    recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("coredis", "redis", "redis.asyncio"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(RateStorageError):
        create_app(Settings(rate_limit="3/hour", rate_limit_storage="async+redis://localhost"), recogniser)


async def test_while_the_storage_fails_requests_pass_and_the_log_says_so(
    recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(*_: Any, **__: Any) -> int:
        raise ConnectionError("no one is there")

    monkeypatch.setattr("limits.aio.storage.MemoryStorage.incr", broken)
    async with running(recogniser, rate_limit="1/hour") as client:
        assert {(await client.get("/v1/models")).status_code for _ in range(3)} == {200}
    logged = capsys.readouterr()
    assert (logged.out + logged.err).count("rates are not counted") == 1
