"""Scene cards: the shipped ones keep every rule, and the reading refuses those that do not."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drawmate.cards.criteria import Present, kind
from drawmate.cards.criteria_boxes import FRAME, Box
from drawmate.cards.criteria_judging import holds, margin
from drawmate.cards.pictures.deck import load_pictures
from drawmate.cards.scene_chance import Stream
from drawmate.cards.scene_drawing import draw_scene
from drawmate.cards.scene_errors import SceneError
from drawmate.cards.scene_rules import ELSEWHERE, misdrawn, near_duplicates, truth_rate
from drawmate.cards.scene_things import LANGUAGES, load_things, parse_things, part, thing
from drawmate.cards.scenes import (
    CLEAR,
    SECONDS,
    Scene,
    SceneObject,
    decode_scene,
    encode_scene,
    load_scenes,
    parse_scenes,
    scene_by_id,
)
from drawmate.ink.drawing import Drawing

SCENES = load_scenes()
SQUARE = Drawing.from_strokes([[[0, 10, 10, 0, 0], [0, 0, 10, 10, 0]]])


def test_there_are_scenes_enough_and_they_differ() -> None:
    assert len(SCENES) >= 60
    for language in LANGUAGES:
        assert len({scene.titles[language] for scene in SCENES}) == len(SCENES)
    labels = [frozenset(one.label for one in scene.objects) for scene in SCENES]
    assert len(set(labels)) == len(SCENES)
    assert len(frozenset().union(*labels)) >= 120


def test_no_criterion_is_true_of_most_other_scenes() -> None:
    for scene in SCENES:
        others = [other.objects for other in SCENES if other is not scene]
        for criterion in scene.criteria:
            assert truth_rate(criterion, others) <= ELSEWHERE


def test_no_criterion_says_what_another_says() -> None:
    """By form it was checked on reading; here on trial."""
    for scene in SCENES:
        assert list(near_duplicates(scene, Stream(7), 300)) == []


def test_a_misdrawn_scene_loses_points_but_not_all() -> None:
    rates = []
    for number, scene in enumerate(SCENES):
        stream = Stream(1).branch(number)
        trials = [misdrawn(scene.objects, stream) for _ in range(40)]
        rates += [truth_rate(criterion, trials) for criterion in scene.criteria]
    assert 0.4 <= sum(rates) / len(rates) <= 0.65
    assert sum(0.2 <= rate <= 0.8 for rate in rates) >= 0.95 * len(rates)


def test_kinds_are_mixed() -> None:
    for scene in SCENES:
        often = Counter(map(kind, scene.criteria))
        assert len(often) >= 4
        assert max(often.values()) <= 5
    everywhere = Counter(kind(one) for scene in SCENES for one in scene.criteria)
    assert everywhere.keys() >= {
        "present",
        "count",
        "located",
        "related",
        "between",
        "compared",
        "part",
        "both",
    }


def test_criteria_are_clearly_met_and_drawable_in_time() -> None:
    for scene in SCENES:
        assert all(margin(one, scene.objects) >= CLEAR for one in scene.criteria)
        assert scene.seconds <= SECONDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_different_sentences(language: str) -> None:
    for scene in SCENES:
        assert len(set(scene.sentences(language))) == 10


def test_json_round_trip() -> None:
    for scene in SCENES:
        assert decode_scene(json.loads(json.dumps(encode_scene(scene)))) == scene
    assert scene_by_id(SCENES[3].id) is SCENES[3]
    with pytest.raises(SceneError, match="no such scene"):
        scene_by_id("nowhere")


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """A document with the first shipped scene, changed."""
    entry = encode_scene(SCENES[0])
    change(entry)
    return json.dumps({"scenes": [entry]})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda s: s.update(id="Not So"), "bad_value"),
        (lambda s: s.update(extra=1), "unknown_key"),
        (lambda s: s.pop("titles"), "missing_key"),
        (lambda s: s["titles"].update(hu=" "), "bad_text"),
        (lambda s: s.update(objects=s["objects"][:3]), "bad_value"),
        (lambda s: s["criteria"].pop(), "bad_value"),
        (lambda s: s["objects"][0].update(box=[0, 0, 10, 10]), "bad_box"),
        (lambda s: s["objects"][0].update(box=[900, 0, 1100, 100]), "bad_box"),
        (lambda s: s["objects"][0].update(box=[0, 0, 1.5, 100]), "bad_box"),
        (lambda s: s["objects"][0].update({"is": "gizmo"}), "unknown_thing"),
        (lambda s: s["objects"][0].update({"is": "animal"}), "unknown_thing"),
        (lambda s: s["objects"][0].update(parts=["chimney"]), "unknown_part"),
        (lambda s: s["objects"][0].update(mirrored=1), "wrong_type"),
        (lambda s: s["criteria"].__setitem__(0, ["present", "gizmo"]), "unknown_thing"),
        (lambda s: s["criteria"].__setitem__(0, ["part", "house", "gizmo"]), "unknown_part"),
        (lambda s: s["criteria"].__setitem__(0, ["present", "whale"]), "not_met"),
        (lambda s: s["criteria"].__setitem__(0, s["criteria"][1]), "redundant"),
        (lambda s: s["objects"].extend([{"is": "train", "box": [0, 0, 300, 100]}] * 9), "bad_value"),
        (lambda s: s["objects"].extend([{"is": "bicycle", "box": [0, 0, 300, 100]}] * 3), "bad_value"),
    ],
)
def test_an_unsound_scene_is_refused(change: Callable[[dict[str, Any]], object], code: str) -> None:
    with pytest.raises(SceneError) as refused:
        parse_scenes(changed(change))
    assert refused.value.code == code


def test_an_unsound_document_is_refused() -> None:
    for text, code in (("{", "not_json"), ("[]", "wrong_type"), ("{}", "missing_key")):
        with pytest.raises(SceneError) as refused:
            parse_scenes(text)
        assert refused.value.code == code
    entry = encode_scene(SCENES[0])
    with pytest.raises(SceneError) as refused:
        parse_scenes(json.dumps({"scenes": [entry, entry]}))
    assert refused.value.code == "duplicate"


def test_the_ink_of_an_object_fills_its_box() -> None:
    for scene in SCENES:
        drawn = draw_scene(scene, lambda _: SQUARE)
        assert drawn.drawing.canvas == (FRAME, FRAME)
        assert drawn.spans[0][0] == 0
        assert drawn.spans[-1][1] == len(drawn.drawing)
        strokes = list(drawn.drawing.strokes())
        for one, (start, end) in zip(scene.objects, drawn.spans, strict=True):
            xs, ys = (np.concatenate(column) for column in zip(*strokes[start:end], strict=True))
            box = one.box
            assert (xs.min(), ys.min(), xs.max(), ys.max()) == (box.left, box.top, box.right, box.bottom)


def test_a_mirrored_object_is_drawn_the_other_way_round() -> None:
    hook = Drawing.from_strokes([[[0, 10, 10], [0, 0, 10]]])
    plain = SceneObject("dog", Box(100, 100, 200, 200))
    turned = SceneObject("dog", Box(100, 100, 200, 200), mirrored=True)
    scene = Scene("x", {}, (plain, turned), ())
    one, other = draw_scene(scene, lambda _: hook).drawing.strokes()
    assert (one[0] + other[0]).tolist() == [300, 300, 300]
    assert one[1].tolist() == other[1].tolist()


def test_every_object_can_be_drawn() -> None:
    pictures = {picture.id for picture in load_pictures()}
    for name, known in load_things().items():
        assert not known.drawn or known.strokes or name in pictures


def test_a_scene_is_drawn_from_the_picture_cards() -> None:
    pictures = {picture.id: picture.drawing for picture in load_pictures()}
    for scene in SCENES:
        assert all(end > start for start, end in draw_scene(scene, pictures.__getitem__).spans)


def test_sizes_are_named() -> None:
    sizes = [SceneObject("dog", Box(0, 0, side, 20)).size for side in (149, 150, 350, 351)]
    assert sizes == ["small", "medium", "medium", "large"]


@pytest.mark.parametrize(
    ("objects", "groups", "parts", "code"),
    [
        (
            '[{"id": "a", "en": ["a"], "hu": ["a", "a", "an"], "aspect": 1, "seconds": 5}]',
            "[]",
            "[]",
            "bad_value",
        ),
        (
            '[{"id": "a", "en": ["a"], "hu": ["a", "atól", "an"], "aspect": 99, "seconds": 5}]',
            "[]",
            "[]",
            "bad_value",
        ),
        ('[{"id": "a", "en": ["a"]}]', "[]", "[]", "missing_key"),
        ("[3]", "[]", "[]", "wrong_type"),
        (
            "[]",
            '[{"id": "g", "en": ["g"], "hu": ["g", "gtől", "gn"], "members": ["a", "b"]}]',
            "[]",
            "unknown_thing",
        ),
        ("[]", "[]", '[{"id": "p", "en": "", "hu": "", "strokes": [[[0, 1], [0]]]}]', "bad_value"),
        ("[", "[]", "[]", "not_json"),
    ],
)
def test_an_unsound_catalogue_is_refused(objects: str, groups: str, parts: str, code: str) -> None:
    with pytest.raises(SceneError) as refused:
        parse_things(f'{{"objects": {objects}, "groups": {groups}, "parts": {parts}}}')
    assert refused.value.code == code


def test_a_duck_is_a_bird_and_an_animal() -> None:
    assert "duck" in thing("bird").members
    assert holds_of_a_duck("bird")
    assert holds_of_a_duck("animal")
    for name in ("gizmo", "chimney"):
        with pytest.raises(SceneError):
            thing(name)
    with pytest.raises(SceneError):
        part("gizmo")


def holds_of_a_duck(name: str) -> bool:
    return holds(Present(name), [SceneObject("duck", Box(0, 0, 50, 50))])


def test_whoever_is_a_kind_of_a_member_is_a_member() -> None:
    for known in load_things().values():
        for label in known.members:
            assert set(thing(label).members) <= set(known.members)
