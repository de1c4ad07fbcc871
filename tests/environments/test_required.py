"""The modules beside this one skip themselves without PettingZoo; where it is compulsory, this test fails."""

from __future__ import annotations

from importlib.util import find_spec

from tests.conftest import missing


def test_pettingzoo_is_installed_where_it_is_required() -> None:
    if find_spec("pettingzoo") is None:
        missing("ENVIRONMENTS", "PettingZoo is not installed (the extra environments)")
