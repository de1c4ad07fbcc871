from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from drawmate_training import commands
from drawmate_training.export import folded
from drawmate_training.openset import FILE, Scored, fit, scored
from drawmate_training.predictors import Answers, from_network, from_onnx
from drawmate_training.weights import load_network


def told_apart_by_one_feature(pictures: NDArray[np.uint8]) -> Answers:
    """An embedding whose second value is how bright the picture is; logits that know nothing."""
    random = np.random.default_rng(int(pictures.sum()) % 1000)
    embedding = random.normal(0, 1, (len(pictures), 4)).astype(np.float32)
    embedding[:, 1] = pictures.mean((1, 2, 3)) / 50
    logits = random.normal(0, 1, (len(pictures), 6)).astype(np.float32)
    return Answers(logits, embedding, np.zeros(len(pictures), np.float32))


def _pictures(brightness: int, count: int = 200) -> NDArray[np.uint8]:
    random = np.random.default_rng(brightness)
    return random.integers(0, brightness, (count, 3, 8, 8)).astype(np.uint8)


def test_what_tells_outliers_apart_is_found_also_for_unseen_kinds() -> None:
    kinds = {"bright": _pictures(200), "brighter": _pictures(250)}
    found = fit(told_apart_by_one_feature, _pictures(60), _pictures(80), kinds)
    assert set(found.seen) == set(found.unseen) == set(found.energy) == set(kinds)
    assert min(found.seen.values()) > 0.98
    assert min(found.unseen.values()) > 0.95
    assert max(found.energy.values()) < 0.75
    assert np.abs(found.weight).argmax() == 1


def test_the_score_is_in_the_file_and_nothing_else_changes(
    run: Path, shard_directory: Path, tmp_path: Path
) -> None:
    for name in ("recipe.json", "weights.safetensors"):
        (tmp_path / name).write_bytes((run / name).read_bytes())
    network, _ = load_network(tmp_path)
    assert scored(network, tmp_path / FILE) is network
    commands.openset(tmp_path, shard_directory, drawings=60, each=10)
    commands.export(tmp_path)
    with_score = scored(network, tmp_path / FILE)
    assert isinstance(with_score, Scored)
    pictures = np.random.default_rng(1).integers(0, 256, (4, 3, 64, 64), dtype=np.uint8)
    plain, ours, theirs = (
        from_network(network)(pictures),
        from_network(with_score)(pictures),
        from_onnx(tmp_path / "model.onnx")(pictures),
    )
    np.testing.assert_array_equal(plain.logits, ours.logits)
    assert np.abs(plain.openset - ours.openset).max() > 0.01
    np.testing.assert_allclose(ours.openset, theirs.openset, atol=1e-3)
    with torch.inference_mode():
        shown = torch.from_numpy(pictures)
        torch.testing.assert_close(
            folded(with_score)(shown).openset, with_score(shown).openset, atol=1e-3, rtol=1e-3
        )


def test_without_a_score_the_free_energy_is_used(run: Path) -> None:
    network, _ = load_network(run)
    answers = from_network(network)(np.zeros((1, 3, 64, 64), np.uint8))
    assert answers.openset[0] == pytest.approx(
        -np.log(np.exp(answers.logits[0].astype(float)).sum()), abs=1e-4
    )
