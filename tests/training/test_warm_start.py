import json
from pathlib import Path

import numpy as np
import pytest
import torch

from drawmate_training.doodlenet import DoodleNet
from drawmate_training.model import Network, NetworkConfig
from drawmate_training.train import answers, train
from drawmate_training.warm_start import begin, layers, open_tutor, transplant
from drawmate_training.weights import load_network
from tests.training.synthetic import KINDS, tiny_config

SMALL = NetworkConfig(widths=(8, 16), depths=(0, 1), classes=6, dropout=0.0)


def pictures() -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(3).integers(0, 256, (4, 3, 32, 32), np.uint8))


def logits(network: Network) -> torch.Tensor:
    with torch.inference_mode():
        found: torch.Tensor = network.eval()(pictures()).logits
        return found


def busy(config: NetworkConfig, seed: int) -> Network:
    torch.manual_seed(seed)
    network = Network(config)
    for parameter in network.parameters():
        if parameter.ndim == 1:
            torch.nn.init.normal_(parameter, 1, 0.2)
    return network


def test_the_names_of_the_layers_are_those_of_the_network() -> None:
    config = NetworkConfig(widths=(4, 8, 8), depths=(1, 2, 1))
    prefixes = tuple(layers(config))
    assert all(key.startswith(prefixes) for key in Network(config).state_dict())


def test_the_same_shape_takes_everything() -> None:
    first, second = busy(SMALL, 1), busy(SMALL, 2)
    transplant(first.state_dict(), SMALL, second)
    assert torch.equal(logits(first), logits(second))


def test_a_block_more_changes_no_answer() -> None:
    deeper = NetworkConfig(widths=(8, 16), depths=(0, 2), classes=6, dropout=0.0)
    first, second = busy(SMALL, 1), Network(deeper)
    transplant(first.state_dict(), SMALL, second)
    torch.testing.assert_close(logits(second), logits(first))


def test_a_wider_network_keeps_the_old_channels_and_a_shallower_one_the_first_blocks() -> None:
    source = NetworkConfig(widths=(8, 16), depths=(1, 2), classes=6)
    other = NetworkConfig(widths=(8, 24), depths=(1, 1), classes=6)
    first, second = busy(source, 1), Network(other)
    transplant(first.state_dict(), source, second)
    old, new = first.state_dict(), second.state_dict()
    assert torch.equal(new["features.4.first.0.weight"][:16], old["features.4.first.0.weight"])
    assert torch.equal(new["head.weight"][:, :16], old["head.weight"])


def test_weights_that_fit_nowhere_are_refused() -> None:
    with pytest.raises(ValueError, match="fits"):
        transplant({"other": torch.zeros(1)}, SMALL, Network(SMALL))


def test_a_run_begins_with_the_weights_of_another(run: Path) -> None:
    config = tiny_config(network=NetworkConfig(widths=(8, 20), depths=(0, 1), classes=6))
    network = begin(config, run, KINDS)
    old, new = load_network(run)[0].state_dict(), network.state_dict()
    assert torch.equal(new["features.1.0.weight"], old["features.1.0.weight"])
    with pytest.raises(ValueError, match="backbone"):
        begin(tiny_config(backbone="resnet18"), run, KINDS)


@pytest.fixture(scope="module")
def doodlenet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of DoodleNet's form, too small to know anything."""
    folder = tmp_path_factory.mktemp("doodlenet")
    random = np.random.default_rng(1)
    shapes = {"conv": (3, 3, 1, 4), "dense": (4 * 14 * 14, 8), "dense_1": (8, 6)}
    arrays = {}
    for name, shape in shapes.items():
        arrays[f"{name}__kernel"] = random.normal(0, 0.1, shape).astype(np.float32)
        arrays[f"{name}__bias"] = np.zeros(shape[-1], np.float32)
    np.savez(folder / "doodlenet.npz", **arrays)  # type: ignore[arg-type]
    kinds = [("Conv2D", {"name": "conv"}), ("MaxPooling2D", {}), ("Dropout", {}), ("Flatten", {})]
    dense = [
        ("Dense", {"name": "dense", "activation": "tanh"}),
        ("Dense", {"name": "dense_1", "activation": "softmax"}),
    ]
    (folder / "arch.json").write_text(json.dumps([*kinds, *dense]))
    (folder / "class_names.txt").write_text("\n".join(reversed(KINDS)) + "\n")
    return folder


def test_a_doodlenet_is_trained_further_saved_in_its_own_form_and_tutors(
    doodlenet: Path, run: Path, shard_directory: Path, tmp_path: Path
) -> None:
    config = tiny_config(backbone="doodlenet", steps=4, sizes=((1.0, 32),))
    start = begin(config, doodlenet, KINDS)
    trained: list[DoodleNet] = []
    train(
        config,
        shard_directory,
        tmp_path / "run",
        start=start,
        finished=lambda state: trained.append(state.average),
    )
    trained[0].save(tmp_path / "saved")
    again = DoodleNet(tmp_path / "saved", KINDS)
    for name, value in trained[0].state_dict().items():
        assert torch.equal(value, again.state_dict()[name]), name
    assert not torch.equal(again.head.weight, DoodleNet(doodlenet, KINDS).head.weight)
    cut = {"tutors": [again.eval(), load_network(run)[0]], "finished_tutors": [again.eval()]}
    whole = train(tiny_config(steps=4), shard_directory, tmp_path / "whole", **cut)
    train(tiny_config(steps=4), shard_directory, tmp_path / "cut", stop=2, **cut)
    assert (
        train(tiny_config(steps=4), shard_directory, tmp_path / "cut", **cut).read_bytes()
        == whole.read_bytes()
    )
    untutored = train(tiny_config(steps=4), shard_directory, tmp_path / "untutored")
    assert untutored.read_bytes() != whole.read_bytes()


def test_tutors_answer_the_looks_they_are_asked_about_and_are_averaged_as_logarithms(doodlenet: Path) -> None:
    from drawmate_training.data import Batch

    ink = torch.from_numpy(np.random.default_rng(1).integers(0, 256, (3, 1, 28, 28), np.uint8))
    batch = Batch(ink, ink, torch.zeros(3), torch.tensor([1.0, 0.5, 0.2]), None)
    tutor, other = open_tutor(doodlenet, KINDS), open_tutor(doodlenet, KINDS)
    torch.nn.init.zeros_(other.head.weight)
    asked, cpu = torch.tensor([1, 2]), torch.device("cpu")
    which, given = answers([tutor], batch, asked, cpu)
    assert (which.tolist(), given.shape) == ([1, 2], (2, 6))
    torch.testing.assert_close(given.exp().sum(1), torch.ones(2))
    flat = answers([other], batch, asked, cpu)[1]
    torch.testing.assert_close(answers([tutor, other], batch, asked, cpu)[1], (given + flat) / 2)
