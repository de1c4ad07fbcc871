"""The built client goes with the notices of everything that is bundled into it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT, WEB

NOTICES = "THIRD-PARTY-LICENSES.txt"
# The packages that the client imports, and those that they import.
BUNDLED = ("@preact/signals", "@preact/signals-core", "perfect-freehand", "preact")


def test_every_package_that_the_client_imports_is_listed() -> None:
    wanted = json.loads((WEB / "package.json").read_text("utf-8"))["dependencies"]
    assert set(wanted) <= set(BUNDLED)


@pytest.mark.parametrize("package", BUNDLED)
def test_the_built_client_has_the_notice_of(package: str, built_client: Path) -> None:
    sections = (built_client / NOTICES).read_text("utf-8").split("\n## ")[1:]
    notice = next((section for section in sections if section.startswith(f"{package} - ")), "")
    assert "Copyright (c)" in notice
    assert "Permission is hereby granted" in notice


def test_notice_says_where_they_are() -> None:
    assert f"drawmate/static/{NOTICES}" in (ROOT / "NOTICE").read_text("utf-8")
