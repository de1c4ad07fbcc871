"""The README names what there is: every setting, command and path of the API, and no other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from drawmate.api.app import create_app
from drawmate.cli import app
from drawmate.settings import PREFIX, Settings
from drawmate.wire.asyncapi import ADDRESS
from drawmate.wire.codes import CLOSE_REASONS, REFUSALS, Close
from tests.servers import clean_environment, started_server

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_in_the_readme_with_its_default_and_its_meaning(name: str) -> None:
    field = Settings.model_fields[name]
    (line,) = re.findall(rf"^\| `{PREFIX}{name.upper()}` \|.*$", README, re.MULTILINE)
    assert str(field.description) in line
    if field.default not in ("", (), None):
        assert f"`{str(field.default).lower() if isinstance(field.default, bool) else field.default}`" in line


def test_no_setting_is_in_the_table_that_does_not_exist() -> None:
    named = re.findall(rf"^\| `{PREFIX}(\w+)` \|", README, re.MULTILINE)
    assert {name.lower() for name in named} == set(Settings.model_fields)


def test_every_command_is_in_the_readme() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name in commands:
        assert f"`drawmate {name}" in README, name


def test_every_path_of_the_api_is_in_the_readme(tiny_model: Path) -> None:
    document = create_app(Settings(models=(tiny_model,))).openapi()
    for path in document["paths"]:
        assert path in README, path


def test_the_socket_is_in_the_readme() -> None:
    assert ADDRESS in README


@pytest.mark.parametrize("code", Close)
def test_every_close_code_is_in_the_readme_with_its_meaning(code: Close) -> None:
    assert f"\n| {code.value} | {CLOSE_REASONS[code]} | " in README


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_is_in_the_readme_with_its_meaning(code: str) -> None:
    assert f"\n| `{code}` | {REFUSALS[code]} |\n" in README


def test_the_example_of_the_client_plays_a_game(tiny_model: Path, tmp_path: Path) -> None:
    (example,) = re.findall(r"<!-- client example -->\n```python\n(.*?)```", README, re.DOTALL)
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with started_server(DRAWMATE_MODELS=str(tiny_model), DRAWMATE_DATABASE_URL=database) as server:
        program = example.replace("http://127.0.0.1:8000", server.url)
        environment = clean_environment() | {"NO_PROXY": "127.0.0.1"}
        command = [sys.executable, "-c", program]
        found = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0, found.stderr
    assert "'type': 'Outcome'" in found.stdout


def test_the_picture_and_the_files_the_readme_links_to_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
