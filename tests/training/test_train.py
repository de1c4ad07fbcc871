import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from drawmate_training.config import TrainConfig
from drawmate_training.data import Batch
from drawmate_training.model import NetworkConfig
from drawmate_training.train import learning_rate, loss, train
from drawmate_training.weights import blend, load_network
from tests.training.synthetic import tiny_config

REPOSITORY = Path(__file__).parents[2]


def test_a_run_that_was_cut_off_ends_with_the_same_weights_bit_for_bit(
    shard_directory: Path, tmp_path: Path
) -> None:
    config = tiny_config()
    straight = train(config, shard_directory, tmp_path / "straight")
    train(config, shard_directory, tmp_path / "cut", stop=5)
    assert torch.load(tmp_path / "cut" / "checkpoint.pt", weights_only=True)["step"] == 5
    train(config, shard_directory, tmp_path / "cut", stop=8)
    resumed = train(config, shard_directory, tmp_path / "cut")
    assert resumed.read_bytes() == straight.read_bytes()


def test_another_recipe_is_refused_in_the_directory_of_a_run(shard_directory: Path, tmp_path: Path) -> None:
    train(tiny_config(steps=2), shard_directory, tmp_path)
    with pytest.raises(ValueError, match="another recipe"):
        train(tiny_config(steps=3), shard_directory, tmp_path)


def test_distilling_needs_the_teachers_table(tmp_path: Path) -> None:
    from tests.training.synthetic import write_shard

    bare = write_shard(tmp_path / "data", each=8, seed=2, teacher=False)
    with pytest.raises(ValueError, match="run teach"):
        train(tiny_config(), bare, tmp_path / "run")


def test_it_learns(run: Path, tmp_path: Path) -> None:
    from drawmate_training.evaluate import evaluate
    from drawmate_training.predictors import from_network
    from drawmate_training.shards import Shard
    from tests.training.synthetic import write_shard

    fresh = Shard.open(write_shard(tmp_path, each=20, seed=99, teacher=False))
    network, _ = load_network(run)
    assert evaluate(from_network(network), fresh, shares=(1.0,)).whole.top1 > 0.9


def test_two_processes_under_torchrun_keep_the_same_weights_and_learn(
    shard_directory: Path, tmp_path: Path
) -> None:
    command = [
        sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
        str(Path(__file__).with_name("two_processes.py")), str(shard_directory), str(tmp_path),
    ]  # fmt: skip
    path = os.pathsep.join([str(REPOSITORY), *sys.path])
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": path}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    first, second = (torch.load(tmp_path / f"rank{rank}.pt", weights_only=True) for rank in (0, 1))
    for name, value in first["parameters"].items():
        assert torch.equal(value, second["parameters"][name]), name
    assert first["loss"] < 0.8 * first["loss_before"]
    assert set(load_file(tmp_path / "run" / "weights.safetensors")) >= set(first["parameters"])


def test_the_learning_rate_warms_up_and_comes_down() -> None:
    config = TrainConfig(steps=1000, warmup=0.1, learning_rate=1.0)
    rates = np.array([learning_rate(config, step) for step in range(1000)])
    assert rates[:100].argmax() == 99
    assert rates.max() == 1.0
    assert (np.diff(rates[100:]) <= 0).all()
    assert rates[-1] == pytest.approx(0.01, abs=1e-4)


def test_the_teacher_counts_less_for_less_of_a_drawing() -> None:
    config = TrainConfig(distil=1.0, softness=1.0)
    logits = torch.zeros(1, 3)
    teacher = torch.tensor([[0.9, 0.05, 0.05]]).log()
    prior = torch.zeros(3)

    def at(share: float) -> float:
        shown = torch.zeros(1, 3, 8, 8, dtype=torch.uint8)
        batch = Batch(shown, shown[:, :1], torch.tensor([0]), torch.tensor([share]), teacher)
        return float(loss(logits, batch, prior, config))

    by_label = float(np.log(3))
    by_teacher = float((teacher.exp() * (teacher + np.log(3))).sum())
    assert at(1.0) == pytest.approx(by_teacher, abs=1e-5)
    assert at(0.5) == pytest.approx(0.75 * by_label + 0.25 * by_teacher, abs=1e-5)


def test_the_tutor_has_the_part_of_the_weight_that_the_teacher_of_finished_drawings_leaves() -> None:
    config = TrainConfig(distil=0.8, softness=1.0)
    logits = torch.zeros(2, 3)
    teacher = torch.tensor([[0.9, 0.05, 0.05]]).log().expand(2, 3)
    tutored = (torch.tensor([1]), torch.tensor([[0.1, 0.8, 0.1]]).log())
    shown = torch.zeros(2, 3, 8, 8, dtype=torch.uint8)
    batch = Batch(shown, shown[:, :1], torch.tensor([0, 0]), torch.tensor([1.0, 0.5]), teacher)

    def against(answers: list[float]) -> float:
        return sum(a * np.log(3 * a) for a in answers)

    by_label, by_teacher, by_tutor = np.log(3), against([0.9, 0.05, 0.05]), against([0.1, 0.8, 0.1])
    finished = 0.2 * by_label + 0.8 * by_teacher
    unfinished = 0.2 * by_label + 0.2 * by_teacher + 0.6 * by_tutor
    found = float(loss(logits, batch, torch.zeros(3), config, [tutored]))
    assert found == pytest.approx((finished + unfinished) / 2, abs=1e-5)
    shared = replace(config, table=0.25)
    of_finished = (torch.tensor([0]), tutored[1])
    found = float(loss(logits, batch, torch.zeros(3), shared, [tutored, of_finished]))
    finished = 0.2 * by_label + 0.2 * by_teacher + 0.6 * by_tutor
    assert found == pytest.approx((finished + unfinished) / 2, abs=1e-5)


def test_a_recipe_survives_being_written(tmp_path: Path) -> None:
    config = tiny_config(seed=9)
    config.write(tmp_path / "recipe.json")
    assert TrainConfig.read(tmp_path / "recipe.json") == config
    (tmp_path / "recipe.json").write_text('{"stepz": 3}')
    with pytest.raises(ValueError, match="stepz"):
        TrainConfig.read(tmp_path / "recipe.json")


def test_a_torchvision_backbone_can_be_named() -> None:
    from drawmate_training.backbones import build
    from drawmate_training.model import NetworkConfig

    network = build("shufflenet_v2_x0_5", NetworkConfig(classes=6)).eval()
    found = network(torch.zeros(2, 3, 64, 64, dtype=torch.uint8))
    assert (found.logits.shape, found.openset.shape, found.embedding.shape[0]) == ((2, 6), (2,), 2)
    with pytest.raises(ValueError, match="no_such_model"):
        build("no_such_model", NetworkConfig())


def test_the_mean_of_two_runs_weights(run: Path, shard_directory: Path, tmp_path: Path) -> None:
    longer = tmp_path / "longer"
    train(tiny_config(steps=3), shard_directory, longer, start=load_network(run)[0].requires_grad_(True))
    blended = load_file(blend(run, longer, 0.25, tmp_path / "mean"))
    first, second = load_network(run)[0].state_dict(), load_network(longer)[0].state_dict()
    for name, value in blended.items():
        if value.is_floating_point():
            torch.testing.assert_close(value, 0.75 * first[name] + 0.25 * second[name])
    assert not torch.equal(first["head.weight"], second["head.weight"])
    assert load_network(tmp_path / "mean")[1] == load_network(longer)[1]
    wider = tmp_path / "wider"
    train(
        tiny_config(steps=1, network=NetworkConfig(widths=(8, 8), depths=(0, 1), classes=6)),
        shard_directory,
        wider,
    )
    with pytest.raises(ValueError, match="shapes"):
        blend(run, wider, 0.5, tmp_path / "none")
