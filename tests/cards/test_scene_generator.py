"""Scenes without end: each keeps the rules of a card, and a seed is for ever."""

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drawmate.cards.criteria import kind
from drawmate.cards.criteria_judging import margin
from drawmate.cards.scene_chance import Stream
from drawmate.cards.scene_generator import generate
from drawmate.cards.scene_places import load_places
from drawmate.cards.scene_rules import ELSEWHERE, truth_rate
from drawmate.cards.scene_things import LANGUAGES, thing
from drawmate.cards.scenes import CLEAR, Scene, check_scene, decode_scene, encode_scene, load_scenes

LIBRARY = [scene.objects for scene in load_scenes()]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**64 - 1))
def test_a_generated_scene_keeps_every_rule(seed: int) -> None:
    scene = generate(seed)
    check_scene(scene)
    assert decode_scene(encode_scene(scene)) == scene
    assert all(margin(one, scene.objects) >= CLEAR for one in scene.criteria)
    assert all(truth_rate(one, LIBRARY) <= ELSEWHERE for one in scene.criteria)
    assert len(set(map(kind, scene.criteria))) >= 4
    assert all(len(set(scene.sentences(language))) == 10 for language in LANGUAGES)
    assert nothing_lies_across_another(scene)


def nothing_lies_across_another(scene: Scene) -> bool:
    """Boxes meet only where one holds the other."""
    for i, one in enumerate(scene.objects):
        for other in scene.objects[i + 1 :]:
            holds_it = thing(one.label).surface or thing(one.label).container
            if one.box.common(other.box) and not holds_it:
                return False
    return True


def test_a_seed_gives_the_same_scene_again() -> None:
    scenes = [generate(seed) for seed in range(4)]
    assert [generate(seed) for seed in range(4)] == scenes
    assert generate(2**64 + 1) == scenes[1]


def test_seeds_give_varied_scenes() -> None:
    scenes = [generate(seed) for seed in range(40)]
    assert len({scene.id for scene in scenes}) == 40
    assert len({tuple(one.label for one in scene.objects) for scene in scenes}) == 40
    assert len({scene.id.rsplit("-", 1)[0] for scene in scenes}) >= 12
    often = Counter(kind(one) for scene in scenes for one in scene.criteria)
    assert often.keys() >= {"count", "located", "related", "between", "compared", "part", "both"}
    assert max(often.values()) <= 0.45 * often.total()


def test_the_places_are_many_and_each_can_be_titled() -> None:
    places = load_places()
    assert len(places) >= 20
    assert all(len(place.titles) >= 3 for place in places)


def test_the_numbers_of_chance_are_those_of_every_platform() -> None:
    stream = Stream(42)
    numbers = [stream.below(1000) for _ in range(6)] + [stream.branch(3).between(5, 9)]
    assert numbers == [413, 291, 858, 764, 250, 62, 8]
    assert sorted(Stream(1).shuffled(range(20))) == list(range(20))
    assert Stream(7).branch(1) != Stream(7).branch(2)
