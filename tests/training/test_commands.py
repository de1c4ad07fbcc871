import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from drawmate_training.__main__ import main
from drawmate_training.commands import read_labels, read_recipe
from drawmate_training.config import TrainConfig
from tests.training.synthetic import tiny_config

COMMANDS = (
    "download", "import", "teach", "train", "evaluate", "openset", "export", "quantise", "calibrate", "promote",
)  # fmt: skip


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    page = capsys.readouterr().out
    assert all(command in page for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert "(required)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "--run", "/nowhere"],
        ["import", "--source", "/nowhere", "--out", "/nowhere/x"],
        ["train", "--data", "/nowhere", "--run", "/dev/null/x"],
        ["train", "--data", "x", "--run", "y", "--recipe", "no-such-recipe"],
        ["teach", "--data", "/nowhere"],
        ["evaluate", "--of", "/nowhere", "--data", "/nowhere"],
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert message.startswith("drawmate_training: ")
    assert message.count("\n") == 1


def test_a_recipe_gives_the_values_and_options_override_it(shard_directory: Path, tmp_path: Path) -> None:
    tiny_config().write(tmp_path / "mine.json")
    main([
        "train", "--recipe", str(tmp_path / "mine.json"), "--data", str(shard_directory),
        "--run", str(tmp_path / "run"), "--steps", "2", "--augment.flip", "0.25", "--threads", "1",
    ])  # fmt: skip
    found = TrainConfig.read(tmp_path / "run" / "recipe.json")
    assert (found.steps, found.augment.flip) == (2, 0.25)
    assert found.network == tiny_config().network
    assert (tmp_path / "run" / "weights.safetensors").exists()


def test_recipes_come_with_the_package() -> None:
    assert read_recipe("recogniser-v1").network.classes == 345
    with pytest.raises(ValueError, match="no recipe"):
        read_recipe("recogniser-v0")


def test_the_345_labels_come_with_the_package() -> None:
    labels = read_labels(None)
    assert len(labels) == len(set(labels)) == 345
    assert labels == sorted(labels)


def test_import_teach_by_a_run_train_evaluate(run: Path, tmp_path: Path) -> None:
    records = [{"drawing": [[[0, 255], [0, n]]], "key_id": str(n)} for n in range(12)]
    lines = "\n".join(map(json.dumps, records))
    for name in ("bar", "comb", "cross", "oval", "saw", "tent"):
        (tmp_path / f"{name}.ndjson").write_text(lines)
    data = tmp_path / "data"
    main(["import", "--source", *map(str, sorted(tmp_path.glob("*.ndjson"))), "--out", str(data)])
    main(["teach", "--data", str(data), "--teachers", str(run), "--threads", "1"])
    assert (data / "teacher.npy").exists()
    main(
        [
            "evaluate",
            "--of",
            str(run),
            "--data",
            str(data),
            "--out",
            str(tmp_path / "out"),
            "--shares",
            "0.5",
            "1.0",
        ]
    )
    assert json.loads((tmp_path / "out" / "evaluation.json").read_text())["drawings"] == 12
    assert (tmp_path / "out" / "report.html").exists()
    assert (tmp_path / "out" / "by-share.png").exists()


def test_it_runs_as_a_module() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "drawmate_training", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)
    assert done.returncode == 0
    assert "python -m drawmate_training" in done.stdout
