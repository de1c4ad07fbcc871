from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import pytest
from pydantic import ValidationError

from drawmate.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of whoever runs the tests."""
    import os

    for name in os.environ:
        if name.startswith(PREFIX):
            monkeypatch.delenv(name)


def test_every_setting_says_what_it_is_for() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description[0].isupper() or field.description.startswith("auto"), name
        assert field.description.endswith("."), name


def test_lists_are_written_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWMATE_MODELS", "/a:/b/c")
    monkeypatch.setenv("DRAWMATE_TRUSTED_PROXIES", "10.0.0.0/8, ::1,172.17.0.1")
    monkeypatch.setenv("DRAWMATE_CORS_ORIGINS", "https://a.example, https://b.example")
    found = Settings()
    assert found.models == (Path("/a"), Path("/b/c"))
    assert found.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"), ip_network("172.17.0.1"))
    assert found.cors_origins == ("https://a.example", "https://b.example")


def test_options_win_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWMATE_PORT", "1234")
    assert Settings().port == 1234
    assert Settings(port=99).port == 99


@pytest.mark.parametrize(
    ("text", "path"), [("", ""), ("/", ""), ("/games/draw", "/games/draw"), ("games/draw/", "/games/draw")]
)
def test_a_prefix_is_a_plain_path(text: str, path: str) -> None:
    assert Settings(root_path=text).root_path == path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "70000"),
        ("DEVICE", "gpu"),
        ("ROOT_PATH", "/a?b"),
        ("ROOT_PATH", "/a/../b"),
        ("RATE_LIMIT", "often"),
        ("TRUSTED_PROXIES", "my-proxy"),
        ("WORKERS", "0"),
        ("QUEUE", "0"),
    ],
)
def test_wrong_settings_are_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert caught.value.errors()[0]["loc"][0] in (name.lower(), PREFIX + name, (PREFIX + name).lower())


def test_children_are_handed_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Settings(
        port=1,
        models=(Path("/a"), Path("/b")),
        trusted_proxies="10.0.0.0/8",
        access_log=True,
        threads=3,
        device="cpu",
    )
    environment = given.environment()
    assert environment == {
        "DRAWMATE_PORT": "1",
        "DRAWMATE_MODELS": "/a:/b",
        "DRAWMATE_TRUSTED_PROXIES": "10.0.0.0/8",
        "DRAWMATE_ACCESS_LOG": "True",
        "DRAWMATE_THREADS": "3",
        "DRAWMATE_DEVICE": "cpu",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Settings() == given


def test_nothing_else_reads_the_environment() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "service" / "drawmate").rglob("*.py")
        if "os.environ" in path.read_text("utf-8") or "getenv" in path.read_text("utf-8")
    ]
    assert sorted(readers) == ["service/drawmate/settings.py"]
