from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from drawmate.ink import Drawing
from drawmate.ink.limits import MODEL_POINTS
from drawmate.recognition import preprocess
from drawmate.recognition.errors import RecognitionError
from drawmate.recognition.preprocess import as_taught, picture, pictures
from drawmate.recognition.recogniser import MAX_BATCH, Recogniser
from tests.corpus.strategies import drawings as any_drawing
from tests.tiny_model import EMBEDDING, LABELS

HOUSE = Drawing.from_strokes(
    [[[20, 20, 100, 100, 20], [60, 120, 120, 60, 60]], [[10, 60, 110], [62, 15, 62]]]
)
SCRIBBLE = Drawing.from_strokes([[[0, 64] * 64, [i / 2 for i in range(128)]]])
BLANK = Drawing.from_strokes([])


def test_every_drawing_gets_ranked_probabilities(recogniser: Recogniser) -> None:
    (found,) = recogniser.recognise([HOUSE], top=345)
    probabilities = [guess.probability for guess in found.top]
    assert probabilities == sorted(probabilities, reverse=True)
    assert math.isclose(sum(probabilities), 1.0, rel_tol=1e-6)
    assert sorted(guess.label for guess in found.top) == sorted(LABELS)
    assert (found.state, found.reason, found.model, found.label) == (
        "ok",
        None,
        "tiny-v1",
        found.top[0].label,
    )


def test_a_blank_drawing_never_reaches_the_model(recogniser: Recogniser) -> None:
    first, second, third = recogniser.recognise([BLANK, HOUSE, BLANK])
    assert first == third
    assert (first.state, first.reason, first.label, first.top) == ("blank", "blank", None, ())
    assert second.state == "ok"
    assert not recogniser.probabilities([BLANK]).any()
    assert recogniser.recognise([]) == []


def test_what_is_unlike_anything_is_unknown_without_a_label(recogniser: Recogniser) -> None:
    (found,) = recogniser.recognise([SCRIBBLE])
    assert (found.state, found.reason, found.label) == ("unknown", "unfamiliar", None)
    assert len(found.top) == 3


def test_a_batch_gives_what_one_by_one_gives(recogniser: Recogniser) -> None:
    drawings = [HOUSE.prefix(n) for n in range(1, HOUSE.points + 1)] * 6
    assert len(drawings) > MAX_BATCH
    together = recogniser.probabilities(drawings)
    alone = np.concatenate([recogniser.probabilities([drawing]) for drawing in drawings])
    assert np.abs(together - alone).max() < 1e-5


def test_candidates_are_the_only_labels_and_share_out_the_probability(recogniser: Recogniser) -> None:
    (everything,) = recogniser.recognise([HOUSE], top=345)
    given_ = {guess.label: guess.probability for guess in everything.top}
    (found,) = recogniser.recognise([HOUSE], top=10, candidates=["CAT", "the eiffel tower", "cat"])
    assert sorted(guess.label for guess in found.top) == ["The Eiffel Tower", "cat"]
    assert math.isclose(sum(guess.probability for guess in found.top), 1.0, rel_tol=1e-6)
    ratio = found.top[0].probability / found.top[1].probability
    assert math.isclose(ratio, given_[found.top[0].label] / given_[found.top[1].label], rel_tol=1e-4)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"candidates": ["cat", "no such thing"]}, "unknown_label"),
        ({"candidates": []}, "no_candidates"),
        ({"top": 0}, "bad_top"),
        ({"top": 346}, "bad_top"),
        ({"partial": 0.0}, "bad_partial"),
        ({"partial": 1.5}, "bad_partial"),
        ({"partial": math.nan}, "bad_partial"),
    ],
)
def test_impossible_wishes_are_refused(recogniser: Recogniser, options: dict[str, object], code: str) -> None:
    with pytest.raises(RecognitionError) as caught:
        recogniser.recognise([HOUSE], **options)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_the_temperature_follows_the_share(recogniser: Recogniser) -> None:
    def best(partial: bool | float | None) -> float:
        return recogniser.recognise([HOUSE], partial=partial)[0].top[0].probability

    assert best(None) == best(False) == best(1.0) > best(True) > best(0.5) == best(0.1)


def test_probabilities_are_those_of_the_ranking(recogniser: Recogniser) -> None:
    (found,) = recogniser.recognise([HOUSE], top=5, partial=True)
    row = recogniser.probabilities([HOUSE], partial=True)[0]
    for guess in found.top:
        assert math.isclose(row[LABELS.index(guess.label)], guess.probability, rel_tol=1e-4)


def test_embeddings_have_the_shape_of_the_spec(recogniser: Recogniser) -> None:
    found = recogniser.embed([HOUSE, BLANK])
    assert found.shape == (2, EMBEDDING)
    assert found[0].any()
    assert not found[1].any()


@settings(max_examples=25, deadline=None)
@given(any_drawing())
def test_many_pictures_are_byte_equal_to_each_alone(drawing: Drawing) -> None:
    many = [drawing, HOUSE, BLANK, drawing, SCRIBBLE]
    assert np.array_equal(pictures(many), np.stack([picture(each) for each in many]))


def test_a_drawing_in_the_data_sets_form_is_left_alone() -> None:
    simplified = Drawing.from_strokes([[[0, 100, 200, 255], [0, 1, 0, 255]]])
    assert as_taught(simplified) is simplified


def test_t15_points_between_say_nothing() -> None:
    dense = Drawing.from_strokes(
        [[[x * 4.2 for x in range(101)] + [420.0] * 100, [0.0] * 101 + list(range(1, 101))]]
    )
    sparse = Drawing.from_strokes([[[0, 420, 420], [0, 0, 100]]])
    assert as_taught(dense) == sparse
    assert np.array_equal(picture(as_taught(dense)), picture(sparse))


def test_the_worst_case_of_simplification_is_thinned_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A zigzag of falling height: unthinned, every split takes one point off 50,000."""
    count = 49_999
    zigzag = [0.01 * i for i in range(count)], [(count - i) * (1.0 if i % 2 else -1.0) for i in range(count)]
    drawing = Drawing.from_strokes([zigzag])
    come: list[int] = []

    def counted(x: Any, y: Any, offsets: Any, tolerance: float) -> Any:
        come.append(x.size)
        return without_joints(x, y, offsets, tolerance)

    without_joints = preprocess._without_joints
    monkeypatch.setattr(preprocess, "_without_joints", counted)
    found = as_taught(drawing)
    assert len(come) == 1
    assert come[0] <= MODEL_POINTS
    assert found.points <= MODEL_POINTS
    assert np.array_equal(found.x[[0, -1]], drawing.x[[0, -1]])


@settings(max_examples=50, deadline=None)
@given(any_drawing(times=True))
def test_no_stroke_and_no_end_of_one_is_lost(drawing: Drawing) -> None:
    found = as_taught(drawing)
    assert len(found) == len(drawing)
    assert np.array_equal(found.x[found.offsets[:-1]], drawing.x[drawing.offsets[:-1]])
    assert np.array_equal(found.y[found.offsets[1:] - 1], drawing.y[drawing.offsets[1:] - 1])


def test_fp32_and_int8_names_of_the_same_network_agree(tiny_model: Path, recogniser: Recogniser) -> None:
    other = Recogniser.load(tiny_model, device="cpu", precision="fp32", threads=2)
    assert other.recognise([HOUSE])[0].label == recogniser.recognise([HOUSE])[0].label
    assert other.network.threads == 2
