"""Training tests need the ``train`` extra; without it every module here is skipped, or fails if compulsory."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

MISSING = [name for name in ("torch", "onnx", "tyro", "matplotlib") if importlib.util.find_spec(name) is None]


class _Absent(pytest.Module):
    def collect(self) -> list[pytest.Item]:
        reason = f"the train extra is not installed: no {', '.join(MISSING)}"
        if os.environ.get("DRAWMATE_REQUIRE_TRAINING") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason, allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return _Absent.from_parent(parent, path=module_path) if MISSING else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("training")


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> Iterator[None]:
    """Results that are compared bit for bit must not depend on the number of cores."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def shard_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shard of simple made-up drawings with a teacher's table; to be read only."""
    from tests.training.synthetic import write_shard

    return write_shard(tmp_path_factory.mktemp("shard"), each=60, seed=1)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory, shard_directory: Path) -> Path:
    """A finished run of a tiny network that tells the made-up drawings apart; to be read only."""
    from drawmate_training.train import train
    from tests.training.synthetic import tiny_config

    directory = tmp_path_factory.mktemp("run")
    train(tiny_config(steps=120, distil=0.0), shard_directory, directory)
    return directory
