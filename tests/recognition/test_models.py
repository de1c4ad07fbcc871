from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.models import find_model, model_directories
from drawmate.recognition.recogniser import Recogniser


def copies(tmp_path: Path, model: Path, *names: str) -> list[Path]:
    return [Path(shutil.copytree(model, tmp_path / name)) for name in names]


def test_a_directory_of_models_gives_the_latest_version_first(tmp_path: Path, tiny_model: Path) -> None:
    v2, v10 = copies(tmp_path, tiny_model, "tiny-v2", "tiny-v10")
    assert model_directories([tmp_path]) == [v10, v2]
    assert find_model([tmp_path]) == v10
    assert find_model([tmp_path], "tiny-v2") == v2


def test_a_model_directory_can_be_given_itself_and_comes_in_the_order_given(
    tmp_path: Path, tiny_model: Path
) -> None:
    (other,) = copies(tmp_path, tiny_model, "other")
    assert model_directories([tiny_model, other]) == [tiny_model, other]


def test_a_missing_model_says_where_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(RecognitionError, match=str(tmp_path)) as caught:
        find_model([tmp_path], "nothing")
    assert caught.value.code == "no_model"


@pytest.mark.parametrize("file", ["model.int8.onnx", "labels.txt"])
def test_a_changed_file_is_refused(tmp_path: Path, tiny_model: Path, file: str) -> None:
    (model,) = copies(tmp_path, tiny_model, "changed")
    with (model / file).open("ab") as out:
        out.write(b"\n")
    with pytest.raises(RecognitionError, match=file) as caught:
        Recogniser.load(model, device="cpu")
    assert caught.value.code == "hash_mismatch"


def test_other_broken_models_are_refused_with_codes(tmp_path: Path, tiny_model: Path) -> None:
    gone, spec, raster = copies(tmp_path, tiny_model, "gone", "spec", "raster")
    (gone / "model.int8.onnx").unlink()
    (spec / "spec.json").write_text("[]")
    text = (raster / "spec.json").read_text()
    (raster / "spec.json").write_text(text.replace('"raster_version": 1', '"raster_version": 99'))
    for directory, code in ((gone, "missing_file"), (spec, "bad_spec"), (raster, "raster_mismatch")):
        with pytest.raises(RecognitionError) as caught:
            Recogniser.load(directory, device="cpu")
        assert caught.value.code == code


def test_precision_names_the_file(tiny_model: Path) -> None:
    assert Recogniser.load(tiny_model, device="cpu").network.file == "model.int8.onnx"
    assert Recogniser.load(tiny_model, device="cpu", precision="fp32").network.file == "model.onnx"


def test_t37_a_required_gpu_that_is_not_there_fails_and_auto_says_cpu(tiny_model: Path) -> None:
    import onnxruntime

    if "CUDAExecutionProvider" in onnxruntime.get_available_providers() and os.path.exists("/dev/nvidia0"):
        pytest.skip("there is a GPU")
    with pytest.raises(RecognitionError) as caught:
        Recogniser.load(tiny_model, device="require-gpu")
    assert caught.value.code == "no_gpu"
    network = Recogniser.load(tiny_model, device="auto").network
    assert (network.device, network.providers) == ("cpu", ("CPUExecutionProvider",))
