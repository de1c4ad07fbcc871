import numpy as np
import pytest
from numpy.typing import NDArray

from drawmate.ink.limits import MODEL_POINTS
from drawmate.recognition.spec import Calibration
from drawmate_training.calibrate import sample
from drawmate_training.outliers import KINDS, outliers
from drawmate_training.predictors import Answers
from drawmate_training.shards import Shard
from drawmate_training.unknown import choose_thresholds
from tests.training.synthetic import write_shard


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Shard:
    return Shard.open(write_shard(tmp_path_factory.mktemp("valid"), each=30, seed=5, unrecognised=0.0))


def test_outliers_are_the_same_from_the_same_seed(shard: Shard) -> None:
    first, again, other = outliers(1, 4, shard), outliers(1, 4, shard), outliers(2, 4, shard)
    assert list(first) == [*KINDS, "mixed"]
    assert first == again
    assert first != other
    for kind, drawings in first.items():
        assert len(drawings) == 4
        for drawing in drawings:
            assert 0 < drawing.points < MODEL_POINTS, kind
            assert np.isfinite(drawing.x).all()


def test_a_frame_is_no_square(shard: Shard) -> None:
    for drawing in outliers(3, 50)["frame"]:
        left, top, right, bottom = drawing.bounds()
        ratio = (right - left) / (bottom - top)
        assert max(ratio, 1 / ratio) > 1.3


def inky(pictures: NDArray[np.uint8]) -> Answers:
    """Thinks that much ink is strange, and is a little less sure then."""
    ink = (pictures[:, 0] > 0).mean((1, 2), dtype=np.float32)
    logits = np.zeros((len(pictures), 6), np.float32)
    logits[:, 0] = 6 - 4 * ink
    return Answers(logits, np.zeros((len(pictures), 4), np.float32), ink)


def test_thresholds_keep_to_what_is_allowed_and_catch_what_they_can(shard: Shard) -> None:
    calibration = Calibration((1.0,), (1.0,), 1.5)
    strange = outliers(1, 40, shard)
    found = choose_thresholds(inky, sample(shard), strange, calibration, 64)
    assert found.finished <= 0.03
    assert found.half <= 0.15
    assert found.caught["scribble"] > 0.5
    assert set(found.caught) == set(found.certain) == set(strange)
    generous = choose_thresholds(
        inky, sample(shard), strange, calibration, 64, allowed_finished=0.3, allowed_half=0.3
    )
    assert np.mean(list(generous.caught.values())) >= np.mean(list(found.caught.values()))


def test_a_recogniser_that_knows_no_difference_refuses_little(shard: Shard) -> None:
    def always_the_same(pictures: NDArray[np.uint8]) -> Answers:
        answers = inky(pictures)
        return answers._replace(logits=answers.logits * 0 + 1, openset=answers.openset * 0)

    found = choose_thresholds(
        always_the_same, sample(shard), outliers(1, 5), Calibration((1.0,), (1.0,), 1.0), 64
    )
    assert found.finished == found.half == 0
    assert found.auroc_openset == 0.5
