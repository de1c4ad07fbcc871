"""The README names what there is: every setting, command and path of the API, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from drawmate.api.app import create_app
from drawmate.cli import app
from drawmate.settings import PREFIX, Settings

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


def test_the_picture_and_the_files_the_readme_links_to_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
