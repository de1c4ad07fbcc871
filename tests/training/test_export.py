from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
import torch

from drawmate.ink.raster import SIZE
from drawmate.recognition.spec import ModelSpec
from drawmate_training.backbones import build
from drawmate_training.export import INPUT, OPSET, OUTPUTS, export, folded
from drawmate_training.model import Network, NetworkConfig
from drawmate_training.parity import largest_difference, walk
from drawmate_training.predictors import from_network, from_onnx
from drawmate_training.weights import load_network


def restless(config: NetworkConfig) -> Network:
    """A network whose batch normalisations do something, as after training."""
    torch.manual_seed(3)
    network = Network(config)
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            assert module.running_mean is not None
            assert module.running_var is not None
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.3, 2.0)
            module.weight.data.uniform_(0.5, 1.5)
            module.bias.data.normal_(0, 0.2)
    return network.eval()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Network, Path]:
    network = restless(NetworkConfig(widths=(8, 16), depths=(1, 1), classes=6))
    path = tmp_path_factory.mktemp("export") / "model.onnx"
    export(network, path)
    return network, path


def test_t41_the_file_computes_what_the_network_computes(exported: tuple[Network, Path]) -> None:
    network, path = exported
    assert largest_difference(network, path) <= 1e-4
    pictures = np.random.default_rng(0).integers(0, 256, (7, 3, SIZE, SIZE), dtype=np.uint8)
    ours, theirs = from_network(network)(pictures), from_onnx(path)(pictures)
    for name, a, b in zip(OUTPUTS, ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-4, err_msg=name)


def test_folding_changes_no_answer(exported: tuple[Network, Path]) -> None:
    network, _ = exported
    pictures = torch.randint(0, 256, (3, 3, SIZE, SIZE), dtype=torch.uint8)
    with torch.inference_mode():
        for a, b in zip(network(pictures), folded(network)(pictures), strict=True):
            torch.testing.assert_close(a, b, atol=1e-5, rtol=1e-4)


def test_names_types_and_sizes_are_those_of_the_spec(exported: tuple[Network, Path]) -> None:
    _, path = exported
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    assert ModelSpec.__dataclass_fields__["input_name"].default == INPUT
    assert (given.name, given.type, given.shape[1:]) == (INPUT, "tensor(uint8)", [3, SIZE, SIZE])
    assert isinstance(given.shape[0], str)
    assert [(o.name, o.type) for o in session.get_outputs()] == [(name, "tensor(float)") for name in OUTPUTS]


def test_the_graph_is_one_file_without_normalisations_or_traces_of_its_making(
    exported: tuple[Network, Path],
) -> None:
    _, path = exported
    model = onnx.load(path)
    operators = {node.op_type for node in model.graph.node}
    assert not operators & {"BatchNormalization", "SpaceToDepth", "Div", "Dropout"}
    assert model.opset_import[0].version == OPSET
    assert [p.name for p in path.parent.iterdir()] == ["model.onnx"]
    assert str(Path(__file__).parents[2]).encode() not in path.read_bytes()


def test_a_file_that_computes_something_else_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drawmate_training.export.largest_difference", lambda *_: 0.5)
    with pytest.raises(ValueError, match="differ"):
        export(restless(NetworkConfig(widths=(8,), depths=(0,), classes=3)), tmp_path / "model.onnx")
    assert list(tmp_path.iterdir()) == []


def test_a_torchvision_backbone_can_be_exported(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = build("resnet18", NetworkConfig(classes=5)).eval()
    assert export(network, tmp_path / "model.onnx") <= 1e-4


def test_weights_are_read_from_a_finished_and_from_an_unfinished_run(run: Path, tmp_path: Path) -> None:
    for name in ("recipe.json", "checkpoint.pt"):
        (tmp_path / name).write_bytes((run / name).read_bytes())
    finished, unfinished = load_network(run)[0], load_network(tmp_path)[0]
    for name, value in finished.state_dict().items():
        assert torch.equal(value, unfinished.state_dict()[name]), name
    (tmp_path / "checkpoint.pt").unlink()
    with pytest.raises(ValueError, match="does not exist"):
        load_network(tmp_path)


@pytest.mark.parametrize("points", [1, 2, 50, 500])
def test_a_walk_has_the_points_it_says(points: int) -> None:
    assert walk(points, 4).points == points
    assert walk(points, 4) == walk(points, 4)
