import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import pytest

from drawmate.recognition.golden import verify
from drawmate.recognition.recogniser import Recogniser
from drawmate.recognition.spec import ModelSpec
from drawmate_training import commands
from drawmate_training.figures import read_figures, table
from drawmate_training.golden import golden_drawings
from drawmate_training.predictors import from_onnx
from drawmate_training.quantise import METHODS, feed_bytes, quantise
from drawmate_training.shards import Shard
from tests.training.synthetic import KINDS, write_shard

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:onnxruntime")


@pytest.fixture(scope="module")
def ready(run: Path, shard_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run after export, quantise and calibrate; to be read only."""
    directory = tmp_path_factory.mktemp("ready") / "run"
    shutil.copytree(run, directory)
    valid = write_shard(directory.parent / "valid", each=25, seed=7, unrecognised=0.0)
    commands.export(directory)
    commands.quantise(directory, shard_directory, valid, drawings=256, allowed_loss=0.05)
    commands.calibrate(directory, valid, shard_directory, each=5)
    return directory


def promoted(ready: Path, tmp_path: Path, **options: object) -> Path:
    labels = tmp_path / "labels"
    labels.write_text("\n".join(KINDS) + "\n")
    commands.promote(ready, "tiny-v1", tmp_path / "models", labels, allowed_loss=0.05, **options)  # type: ignore[arg-type]
    return tmp_path / "models" / "tiny-v1"


def test_eight_bits_lose_little_and_keep_the_names(ready: Path) -> None:
    pictures = np.random.default_rng(0).integers(0, 2, (5, 3, 64, 64), dtype=np.uint8) * 255
    full, small = (from_onnx(ready / name)(pictures) for name in ("model.onnx", "model.int8.onnx"))
    assert [a.shape for a in full] == [a.shape for a in small]
    record = json.loads((ready / "quantise.json").read_text())
    assert record["chosen"]["loss"]["top1"] <= 0.05
    assert record["chosen"]["loss"]["divergence"] < 0.05
    assert len(record["tried"]) == len(METHODS) + 1


def test_the_pictures_bytes_enter_the_first_convolution_as_they_are(ready: Path) -> None:
    model = onnx.load(ready / "model.int8.onnx")
    (first,) = [node for node in model.graph.node if "pictures" in node.input]
    assert first.op_type == "DequantizeLinear"
    weights = {t.name: t for t in model.graph.initializer}
    assert onnx.numpy_helper.to_array(weights[first.input[1]]) == 1.0
    kinds = Counter(t.data_type for t in model.graph.initializer)
    assert kinds[onnx.TensorProto.INT8] >= 4
    before = model.SerializeToString()
    feed_bytes(model)
    assert model.SerializeToString() == before


def test_too_large_a_loss_writes_nothing(ready: Path, shard_directory: Path, tmp_path: Path) -> None:
    shard = Shard.open(shard_directory)
    with pytest.raises(ValueError, match="8 bits lose"):
        quantise(
            ready / "model.onnx",
            tmp_path / "x.onnx",
            shard,
            shard,
            drawings=256,
            methods=METHODS[:1],
            allowed=-1,
        )
    assert not (tmp_path / "x.onnx").exists()


def test_a_promoted_model_is_one_the_service_reads_and_verifies(ready: Path, tmp_path: Path) -> None:
    directory = promoted(ready, tmp_path)
    names = {path.name for path in directory.iterdir()}
    assert names == {
        "model.onnx", "model.int8.onnx", "spec.json", "labels.txt", "golden.json", "recipe.json", "CARD.md",
    }  # fmt: skip
    spec = ModelSpec.read(directory)
    assert (spec.id, spec.embedding_size) == ("tiny-v1", 16)
    assert spec.metrics["int8_top1_loss"] <= 0.05
    report = verify(directory, device="cpu")
    assert report.faults == ()
    assert report.cases == len(golden_drawings())
    for file in ("int8", "fp32"):
        recogniser = Recogniser.load(directory, device="cpu", precision=file, threads=1)  # type: ignore[arg-type]
        assert recogniser.labels == KINDS


def test_golden_drawings_hold_a_blank_a_dot_and_ink_within_the_box(ready: Path, tmp_path: Path) -> None:
    drawings = golden_drawings()
    assert len(drawings) >= 24
    assert drawings["blank"] == []
    assert drawings["dot"] == [[[128], [128]]]
    for name, strokes in drawings.items():
        for xs, ys in strokes:
            assert len(xs) == len(ys) > 0, name
            assert all(type(v) is int and 0 <= v <= 255 for v in (*xs, *ys)), name
    golden = json.loads((promoted(ready, tmp_path) / "golden.json").read_text())
    assert golden["model"] == "tiny-v1"
    for case in golden["cases"]:
        assert case["state"] in ("ok", "blank", "unknown")
        assert len(case["top"]) == (3 if case["drawing"] else 0)


def test_the_card_tells_figures_licence_and_how_to_make_it_again(ready: Path, tmp_path: Path) -> None:
    (tmp_path / "figures.json").write_text(
        '{"top1": 0.75, "partial": {"note": "no number"}, "single_ms_p50": 0.4}'
    )
    (tmp_path / "notes.json").write_text(
        '{"data": "Six kinds of scribbles.", "tried": ["A wider one: no better."]}'
    )
    directory = promoted(ready, tmp_path, figures=(tmp_path / "figures.json",), notes=tmp_path / "notes.json")
    card = (directory / "CARD.md").read_text()
    for text in (
        "Creative Commons Attribution 4.0", "0.7500", "0.400", "not measured", "Six kinds of scribbles.",
        "- A wider one: no better.", "drawmate_training train --recipe",
    ):  # fmt: skip
        assert text in card
    assert "$" not in card
    assert ModelSpec.read(directory).metrics["top1"] == 0.75


def test_promotion_replaces_what_was_there(ready: Path, tmp_path: Path) -> None:
    (tmp_path / "models" / "tiny-v1").mkdir(parents=True)
    (tmp_path / "models" / "tiny-v1" / "old").touch()
    assert not (promoted(ready, tmp_path) / "old").exists()
    assert [p.name for p in (tmp_path / "models").iterdir()] == ["tiny-v1"]


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("weights", "export again"),
        ("other file", "quantise again"),
        ("no calibration", "run calibrate first"),
        ("loss", "8 bits lose"),
    ],
)
def test_nothing_is_promoted_when_parity_fails(ready: Path, tmp_path: Path, fault: str, says: str) -> None:
    run = tmp_path / "run"
    shutil.copytree(ready, run)
    if fault == "weights":
        from safetensors.torch import load_file, save_file

        weights = load_file(run / "weights.safetensors")
        weights["head.bias"] += 1
        save_file(weights, run / "weights.safetensors")
    elif fault == "other file":
        model = onnx.load(run / "model.onnx")
        model.producer_version = "another"
        onnx.save(model, run / "model.onnx")
    elif fault == "no calibration":
        (run / "calibration.json").unlink()
    else:
        record = json.loads((run / "quantise.json").read_text())
        record["chosen"]["loss"]["top1"] = 0.2
        (run / "quantise.json").write_text(json.dumps(record))
    with pytest.raises(ValueError, match=says):
        promoted(run, tmp_path)
    assert not (tmp_path / "models").exists()


def test_figures_of_several_files_are_merged(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"top1": 0.5, "model": "x", "ok": true, "http": {"per_s": 3}}')
    (tmp_path / "b.json").write_text('{"top1": 0.6}')
    found = read_figures([tmp_path / "a.json", tmp_path / "b.json"])
    assert found == {"top1": 0.6, "http_per_s": 3}
    assert "| 0.6000 | `drawmate evaluate` |" in table(found)
    (tmp_path / "b.json").write_text("[]")
    with pytest.raises(ValueError, match="not a JSON object"):
        read_figures([tmp_path / "b.json"])
