from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from drawmate_training import calibrate
from drawmate_training.calibrate import FITS, sample
from drawmate_training.metrics import softmax
from drawmate_training.predictors import Answers
from drawmate_training.shards import Shard
from tests.training.synthetic import write_shard


def overconfident(
    count: int, temperature: float, seed: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Logits whose probabilities are right only after division by the temperature, and labels drawn from them."""
    random = np.random.default_rng(seed)
    fair = random.normal(0, 2.0, (count, 8))
    chances = np.exp(fair) / np.exp(fair).sum(1, keepdims=True)
    labels = (chances.cumsum(1) < random.random((count, 1))).sum(1)
    return (fair * temperature).astype(np.float32), labels


@pytest.mark.parametrize("temperature", [0.6, 1.0, 2.5])
@pytest.mark.parametrize("criterion", FITS)
def test_a_known_temperature_is_found(criterion: str, temperature: float) -> None:
    logits, labels = overconfident(20_000, temperature)
    found = FITS[criterion](logits, labels, np.ones(len(labels)))
    assert found.temperature == pytest.approx(temperature, rel=0.08)


def test_weights_decide_between_two_populations() -> None:
    sure, sure_labels = overconfident(10_000, 1.0)
    wild, wild_labels = overconfident(10_000, 3.0, seed=1)
    logits, labels = np.concatenate([sure, wild]), np.concatenate([sure_labels, wild_labels])
    first = np.repeat([1.0, 0.0], 10_000)
    assert FITS["likelihood"](logits, labels, first).temperature == pytest.approx(1.0, rel=0.08)
    assert FITS["likelihood"](logits, labels, 1 - first).temperature == pytest.approx(3.0, rel=0.08)


def test_a_temperature_that_grows_with_the_confidence_is_found() -> None:
    random = np.random.default_rng(3)
    fair = random.normal(0, 2.0, (20_000, 8))
    chances = softmax(fair, 1.0, 0.45)
    labels = (chances.cumsum(1) < random.random((len(fair), 1))).sum(1)
    found = FITS["sloped"](fair.astype(np.float32), labels, np.ones(len(labels)))
    assert found.slope == 0.45
    assert found.temperature == pytest.approx(1.0, rel=0.08)


def test_the_calibrated_error_is_small_on_drawings_that_were_not_fitted() -> None:
    logits, labels = overconfident(8_000, 2.0)
    folds = np.arange(len(labels)) % 5
    found = calibrate.fit(logits, labels, np.ones(len(labels)), folds)
    for fitted in found.values():
        assert fitted.uncalibrated > 0.1
        assert max(fitted.errors.values()) < 0.03


def test_unrecognised_drawings_weigh_what_they_do_in_the_game(tmp_path: Path) -> None:
    valid = Shard.open(write_shard(tmp_path / "valid", each=10, seed=1, unrecognised=0.0))
    train = Shard.open(write_shard(tmp_path / "train", each=80, seed=2, unrecognised=0.3))
    drawings = sample(valid, train, holdout=0.3)
    assert len(valid) < len(drawings) < len(valid) + len(train) * 0.45
    recognised = np.concatenate([np.asarray(s.recognised) for s in (valid, train)])
    place = drawings.index + np.where(drawings.source == 1, len(valid), 0)
    known = recognised[place]
    assert drawings.weights[~known].sum() / drawings.weights.sum() == pytest.approx(0.07)
    by_label = np.bincount(drawings.labels[known], drawings.weights[known])
    np.testing.assert_allclose(by_label, by_label[0])
    assert drawings.weights.mean() == pytest.approx(1)
    few = sample(valid, train, holdout=0.3, limit=40)
    assert len(few) < len(drawings)


def test_every_share_gets_a_temperature_of_its_own(tmp_path: Path) -> None:
    valid = Shard.open(write_shard(tmp_path, each=50, seed=3, unrecognised=0.0))
    drawings = sample(valid)

    def predictor(pictures: NDArray[np.uint8]) -> Answers:
        """Right four times in five, with a confidence that has nothing to do with it."""
        kinds = np.arange(len(pictures))
        logits = np.zeros((len(pictures), 6), np.float32)
        logits[kinds, np.where(kinds % 5, 1, 2)] = 9.0
        return Answers(logits, np.zeros((len(pictures), 4), np.float32), np.zeros(len(pictures), np.float32))

    report = calibrate.calibrate(predictor, drawings, 64, edges=(0.5, 1.0))
    assert report.calibration.shares == (0.5, 1.0)
    assert len(report.by_share) == len(report.calibration.temperatures) == 2
    for fitted in (*report.by_share, report.partial):
        assert fitted.errors[fitted.criterion] == min(fitted.errors.values())
    assert report.calibration.partial > 1
