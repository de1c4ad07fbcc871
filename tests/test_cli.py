from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from drawmate import __version__
from drawmate.cli import main
from drawmate.games.capsule import dump_capsule
from drawmate.games.catalogue import listing_of
from drawmate.games.simulate import play
from tests.servers import clean_environment, started_server

RECORDS = [
    {"word": "cat", "drawing": [[[0, 9, 9, 0], [0, 0, 9, 9]]]},
    {"word": "cat", "drawing": [[[0, 90], [0, 40]], [[5], [9]]]},
]


@dataclass(frozen=True, slots=True)
class Result:
    """What a command printed, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Result]


@pytest.fixture
def drawmate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    """The command, run in this process, which saves it the imports."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level

    def run(*arguments: str | Path, **environment: str) -> Result:
        for name in set(os.environ) - set(clean_environment()):
            monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["drawmate", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        status = ended.value.code
        return Result(status if isinstance(status, int) else 0, printed.out, printed.err)

    yield run
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def drawings(tmp_path: Path) -> Path:
    """A file of two drawings, named after a label."""
    path = tmp_path / "cat.ndjson"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    return path


def in_one_line(result: Result, code: str) -> str:
    """The refusal of a command."""
    assert result.returncode == 2, result
    (line,) = result.stderr.splitlines()
    assert line.endswith(f"[{code}]")
    return line


def test_help_names_every_command_and_costs_little(drawmate: Command) -> None:
    result = drawmate("--help")
    assert result.returncode == 0
    for command in ("serve", "recognise", "evaluate", "bench", "convert", "simulate", "replay", "models"):
        assert command in result.stdout
    imported = subprocess.run(
        [sys.executable, "-c", "import drawmate.cli, sys; print(*sys.modules)"],
        env=clean_environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    heavy = {"numpy", "numba", "onnxruntime", "fastapi", "uvicorn", "pydantic_settings", "PIL", "svg.path"}
    assert not heavy & set(imported.stdout.split())


def test_the_version(drawmate: Command) -> None:
    assert drawmate("--version").stdout == f"{__version__}\n"


def test_recognise_prints_a_line_a_drawing(drawmate: Command, drawings: Path, tiny_model: Path) -> None:
    result = drawmate("recognise", drawings, "--top", "2", DRAWMATE_MODELS=str(tiny_model))
    assert result.returncode == 0, result.stderr
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        f"{drawings}[0]",
        f"{drawings}[1]",
    ]
    result = drawmate("recognise", drawings, "--json", DRAWMATE_MODELS=str(tiny_model))
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["number"], each["state"], len(each["top"])) for each in found] == [
        (0, "ok", 3),
        (1, "ok", 3),
    ]
    assert found[0]["model"] == "tiny-v1"


def test_evaluate_prints_the_figures(drawmate: Command, drawings: Path, tiny_model: Path) -> None:
    result = drawmate(
        "evaluate", drawings.parent, "--json", "--share", "0.5-0.7", DRAWMATE_MODELS=str(tiny_model)
    )
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["drawings"] == 2
    assert {"top1", "top3", "top5", "ece", "ms_per_drawing", "top1_partial", "ece_partial"} <= found.keys()


def test_bench_prints_the_figures(drawmate: Command, tiny_model: Path) -> None:
    result = drawmate("bench", "--json", "--rounds", "1", "--seconds", "0.3", DRAWMATE_MODELS=str(tiny_model))
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    for name in ("single_ms_p50", "single_ms_p99", "batch_per_s", "http_per_s", "echo_per_s", "http_ratio"):
        assert found[name] > 0


def test_convert_goes_by_the_endings(drawmate: Command, drawings: Path, tmp_path: Path) -> None:
    one = tmp_path / "one.ndjson"
    one.write_text(json.dumps(RECORDS[0]))
    assert drawmate("convert", one, tmp_path / "one.svg").returncode == 0
    assert "<svg" in (tmp_path / "one.svg").read_text()
    assert drawmate("convert", one, tmp_path / "one.json").returncode == 0
    assert json.loads((tmp_path / "one.json").read_text()) == RECORDS[0]["drawing"]
    in_one_line(drawmate("convert", drawings, tmp_path / "two.svg"), "one_drawing")
    in_one_line(drawmate("convert", one, tmp_path / "one.x", "--to", "no such format"), "unknown_format")


def test_convert_writes_one_of_many(drawmate: Command, drawings: Path, tmp_path: Path) -> None:
    assert drawmate("convert", drawings, tmp_path / "two.svg", "--index", "1").returncode == 0
    in_one_line(drawmate("convert", drawings, tmp_path / "x.svg", "--index", "9"), "no_such_drawing")


def test_simulate_prints_the_figures_of_every_number_of_seats(drawmate: Command) -> None:
    result = drawmate("simulate", "quick_guess", "--games", "2", "--seats", "3", "--json")
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    assert (found["games"], found["finished"], found["replay_equal"], found["leaks"]) == (2, 2, 2, 0)
    assert found["games_per_s"] > 0
    every = drawmate("simulate", "quick_guess", "--games", "1", "--json").stdout.splitlines()
    assert [json.loads(line)["seats"] for line in every] == list(range(1, 9))
    in_one_line(drawmate("simulate", "chess"), "unknown_game")
    in_one_line(drawmate("simulate", "dekalko", "--seats", "2"), "wrong_seats")


def test_replay_verifies_a_capsule(drawmate: Command, tmp_path: Path) -> None:
    capsule = tmp_path / "game.json"
    capsule.write_text(dump_capsule(play(listing_of("quick_guess"), 2, 4)))
    result = drawmate("replay", capsule, "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["verified"] is True
    capsule.write_text(capsule.read_text().replace('"seed":4', '"seed":5'))
    in_one_line(drawmate("replay", capsule), "different_events")
    changed = {**json.loads(capsule.read_text()), "cards": "0123456789abcdef"}
    capsule.write_text(json.dumps(changed))
    assert "made with other cards" in in_one_line(drawmate("replay", capsule), "other_cards")


def test_models_are_verified(drawmate: Command, tiny_model: Path, real_model: Path) -> None:
    result = drawmate("models", "verify", "--json", DRAWMATE_MODELS=str(tiny_model))
    assert result.returncode == 2
    assert json.loads(result.stdout)["code"] == "missing_file"
    result = drawmate("models", "verify", "--json", DRAWMATE_MODELS=str(real_model))
    assert result.returncode == 0, result.stdout
    assert json.loads(result.stdout)["ok"] is True


def test_refusals_are_one_line_with_a_code(drawmate: Command, tmp_path: Path, tiny_model: Path) -> None:
    environment = {"DRAWMATE_MODELS": str(tiny_model)}
    assert "nothing.json" in in_one_line(drawmate("recognise", "nothing.json", **environment), "cannot_open")
    (tmp_path / "bad.json").write_text("[[[1],[1,2]]]")
    in_one_line(drawmate("recognise", tmp_path / "bad.json", **environment), "ragged_stroke")
    in_one_line(drawmate("recognise", "x", DRAWMATE_MODELS=str(tmp_path)), "no_model")
    in_one_line(drawmate("evaluate", tmp_path, **environment), "no_drawings")
    in_one_line(drawmate("evaluate", tmp_path, "--share", "7", **environment), "bad_share")
    in_one_line(drawmate("serve", DRAWMATE_PORT="http"), "bad_setting")
    in_one_line(drawmate("serve", "--models", tmp_path), "no_model")


def test_t37_a_required_gpu_that_is_absent_ends_serving_at_once(drawmate: Command, tiny_model: Path) -> None:
    import onnxruntime

    if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        pytest.skip("this ONNX Runtime may have a GPU")
    line = in_one_line(
        drawmate("serve", "--port", "0", "--device", "require-gpu", DRAWMATE_MODELS=str(tiny_model)), "no_gpu"
    )
    assert "CUDA" in line


def test_a_port_in_use_is_refused(drawmate: Command, tiny_model: Path) -> None:
    with started_server(DRAWMATE_MODELS=str(tiny_model)) as server:
        line = in_one_line(
            drawmate("serve", "--port", str(server.address[1]), DRAWMATE_MODELS=str(tiny_model)), "failed"
        )
    assert "cannot listen" in line


def test_several_workers_serve_one_port(tiny_model: Path) -> None:
    with started_server("--workers", "2", DRAWMATE_MODELS=str(tiny_model)) as server, server.client() as http:
        deadline = time.monotonic() + 60
        while True:
            try:
                assert http.get("/readyz").json()["model"] == "tiny-v1"
                break
            except OSError as error:
                raise AssertionError(str(error)) from error
            except Exception:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)


def test_sigterm_ends_the_server_cleanly(tiny_model: Path) -> None:
    with started_server(DRAWMATE_MODELS=str(tiny_model), DRAWMATE_LOG_FORMAT="json") as server:
        with server.client() as http:
            assert http.get("/healthz").status_code == 200
        server.process.terminate()
        assert server.process.wait(20) in (0, -15)
    assert "Traceback" not in "".join(server.log)
    assert all(json.loads(line)["level"] for line in server.log)
