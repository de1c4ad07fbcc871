import numpy as np
import pytest

from drawmate.recognition.ranking import Terms, rank
from drawmate.recognition.spec import Calibration, Heat, ModelSpec

LABELS = ("cat", "dog", "fox", "owl")
SPEC = ModelSpec("test", "", {}, Calibration((1.0,), (1.0,), 1.0), 9.0, 0.0, 1, "", 1, 1)


@pytest.mark.parametrize("heat", [Heat(1.0), Heat(2.0), Heat(0.8, 0.45)])
def test_the_temperature_grows_with_the_best_plain_probability(heat: Heat) -> None:
    logits = np.random.default_rng(1).normal(0, 3, (5, 4)).astype(np.float32)
    plain = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    temperature = heat.temperature * np.exp(heat.slope * (plain.max(1, keepdims=True) - 0.5))
    expected = np.exp(logits / temperature)
    expected = -np.sort(-expected / expected.sum(1, keepdims=True), axis=1)
    found = rank(logits.copy(), np.zeros(5, np.float32), [Terms(4, None, heat)] * 5, LABELS, SPEC)
    probabilities = np.array([[guess.probability for guess in each.top] for each in found])
    np.testing.assert_allclose(probabilities, expected, rtol=1e-5)


def test_a_calibration_without_slopes_has_none() -> None:
    calibration = Calibration((0.5, 1.0), (2.0, 1.5), 1.7)
    assert calibration.heat(0.4) == Heat(2.0)
    assert calibration.heat(0.9) == Heat(1.5)
    assert calibration.heat(None) == Heat(1.7)
    sloped = Calibration((0.5, 1.0), (2.0, 1.5), 1.7, (0.1, 0.0), 0.3)
    assert (sloped.heat(0.5), sloped.heat(None)) == (Heat(2.0, 0.1), Heat(1.7, 0.3))
