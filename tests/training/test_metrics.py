import numpy as np
import pytest

from drawmate.recognition.evaluation import calibration_error as of_the_service
from drawmate_training import metrics


def test_ranks_count_ties_against_the_right_label() -> None:
    probabilities = np.array([[0.5, 0.3, 0.2], [0.4, 0.4, 0.2], [0.1, 0.2, 0.7]])
    assert metrics.ranks(probabilities, np.array([0, 0, 0])).tolist() == [0, 1, 2]


def test_top_k_and_classes() -> None:
    places, labels = np.array([0, 1, 4, 0]), np.array([0, 0, 1, 1])
    assert metrics.top(places, 1) == 0.5
    assert metrics.top(places, 3) == 0.75
    assert metrics.top(places, 1, np.array([3.0, 1, 0, 0])) == 0.75
    np.testing.assert_array_equal(metrics.by_class(places, labels, 3), [0.5, 0.5, np.nan])


def test_confusions_are_ordered_by_how_often() -> None:
    labels, predicted = np.array([0, 0, 0, 1, 2, 2]), np.array([1, 1, 2, 1, 0, 2])
    assert metrics.confusions(predicted, labels, 3, 2) == [(0, 1, 2), (0, 2, 1)]


def test_softmax_takes_one_temperature_or_one_each() -> None:
    logits = np.array([[0.0, np.log(3.0)], [1000.0, 0.0]], np.float32)
    np.testing.assert_allclose(metrics.softmax(logits)[0], [0.25, 0.75], rtol=1e-6)
    hot = metrics.softmax(logits, np.array([1.0, 1000.0]))
    np.testing.assert_allclose(hot[1], [np.e / (1 + np.e), 1 / (1 + np.e)], rtol=1e-6)


def test_the_calibration_error_of_a_known_case() -> None:
    confidence = np.array([0.9] * 10 + [0.6] * 10)
    right = np.array([True] * 8 + [False] * 2 + [True] * 5 + [False] * 5)
    assert metrics.reliability(confidence, right).error == pytest.approx(0.1)


def test_it_is_the_services_calibration_error() -> None:
    random = np.random.default_rng(1)
    confidence, right = random.random(5000), random.random(5000) < 0.6
    assert metrics.reliability(confidence, right).error == pytest.approx(
        of_the_service(confidence, right), abs=1e-12
    )


def test_weights_count_like_repetitions() -> None:
    random = np.random.default_rng(2)
    confidence, right = random.random(200), random.random(200) < 0.5
    times = random.integers(1, 4, 200)
    weighted = metrics.reliability(confidence, right, times.astype(float)).error
    assert weighted == pytest.approx(
        metrics.reliability(np.repeat(confidence, times), np.repeat(right, times)).error
    )


def test_area_under_curve_and_quantile() -> None:
    assert metrics.area_under_curve(np.array([0.0, 1.0]), np.array([2.0, 3.0])) == 1.0
    assert metrics.area_under_curve(np.array([0.0, 1.0]), np.array([0.0, 1.0])) == 0.5
    values = np.arange(100.0)
    assert metrics.quantile(values, 0.97) == 96
    assert (values > metrics.quantile(values, 0.97)).mean() <= 0.03
