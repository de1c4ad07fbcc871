import json
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from drawmate.ink import Drawing
from drawmate.recognition import evaluation as service
from drawmate.recognition.spec import Calibration
from drawmate_training.evaluate import evaluate, share_of
from drawmate_training.looks import beginning
from drawmate_training.parity import walk
from drawmate_training.predictors import Answers, from_network
from drawmate_training.report import plots, report
from drawmate_training.shards import Shard
from drawmate_training.subjects import open_data, open_subject
from drawmate_training.weights import load_network
from tests.training.synthetic import KINDS, write_shard


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Shard:
    return Shard.open(write_shard(tmp_path_factory.mktemp("valid"), each=12, seed=6))


def test_drawings_are_cut_where_the_service_cuts_them() -> None:
    for points in (1, 2, 9, 80):
        drawing = walk(points, 3)
        share = share_of(drawing, (0.5, 0.7))
        assert share == service.share_of(drawing, (0.5, 0.7))
        assert beginning(drawing, share) == service.seen(drawing, share)


def test_a_finished_drawing_is_recognised_better_than_its_beginning(run: Path, shard: Shard) -> None:
    found = evaluate(from_network(load_network(run)[0]), shard, shares=(0.1, 0.5, 1.0))
    assert found.whole.top1 > 0.9
    assert found.whole.top1 >= found.partial.top1
    assert found.by_share[0.1].top1 < found.by_share[1.0].top1
    assert found.by_share[1.0] is found.whole
    assert found.drawings == 12 * len(KINDS)
    assert [row[:2] for row in found.by_class] == [(kind, 12) for kind in KINDS]
    assert found.macro == pytest.approx(found.whole.top1)
    assert found.recognised is not None
    figures = found.figures()
    assert figures["top3_partial"] == found.partial.top3
    assert json.loads(json.dumps(found.as_dict()))["whole"]["top1"] == found.whole.top1


def test_temperatures_are_those_of_the_share(shard: Shard) -> None:
    def predictor(pictures: NDArray[np.uint8]) -> Answers:
        logits = np.zeros((len(pictures), len(KINDS)), np.float32)
        logits[:, 0] = 2.0
        return Answers(logits, np.zeros((len(pictures), 4), np.float32), np.zeros(len(pictures), np.float32))

    found = evaluate(predictor, shard, Calibration((0.5, 1.0), (4.0, 1.0), 2.0), shares=(0.5, 1.0))

    def expected(temperature: float) -> float:
        return float(np.exp(2 / temperature) / (np.exp(2 / temperature) + len(KINDS) - 1))

    assert found.whole.confidence == pytest.approx(expected(1.0), abs=1e-6)
    assert found.by_share[0.5].confidence == pytest.approx(expected(4.0), abs=1e-6)
    assert found.partial.confidence == pytest.approx(expected(2.0), abs=1e-6)
    assert found.partial_known.confidence == pytest.approx(expected(1.0), abs=1e-6)
    assert found.confusions[0][1] == KINDS[0]


def test_the_report_is_one_page_that_needs_nothing_else(run: Path, shard: Shard) -> None:
    found = evaluate(from_network(load_network(run)[0]), shard, shares=(0.3, 0.6, 1.0))
    page = report(found, "A <tiny> one", "On made-up drawings.")
    assert "A &lt;tiny&gt; one" in page
    assert page.count("data:image/png;base64,") == 5
    assert not re.search(r"""(src|href)=["'](?!data:)""", page)
    for kind in KINDS:
        assert f">{kind}<" in page
    for name, picture in plots(found).items():
        assert picture.startswith(b"\x89PNG"), name


def test_what_is_evaluated_may_be_a_run_and_ndjson_files(run: Path, tmp_path: Path) -> None:
    line = json.dumps({"word": "bar", "drawing": [[[0, 255], [0, 9]]]})
    (tmp_path / "bar.ndjson").write_text(f"{line}\n")
    predictor, calibration = open_subject(run)
    assert calibration.heat(0.2).temperature == 1.0
    with open_data(tmp_path) as shard:
        assert (len(shard), shard.names) == (1, ("bar",))
        assert predictor(np.zeros((1, 3, 64, 64), np.uint8)).logits.shape == (1, len(KINDS))
    with pytest.raises(ValueError, match="is not a run"):
        open_subject(tmp_path)


def test_the_share_is_uniform() -> None:
    shares = [share_of(Drawing.from_strokes([[[0, n], [0, 1]]]), (0.5, 0.7)) for n in range(2000)]
    counts, _ = np.histogram(shares, 4, (0.5, 0.7))
    assert counts.min() > 400
