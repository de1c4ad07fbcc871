"""Criteria in words: every kind in every language, articles, plurals and endings."""

from typing import Any

import pytest

from drawmate.cards.criteria import HasPart, Located, Present, Related, decode
from drawmate.cards.criteria_boxes import Relation, Zone
from drawmate.cards.criteria_sentences import sentence
from drawmate.cards.scene_errors import SceneError
from drawmate.cards.scene_things import LANGUAGES, load_parts, load_things

SINGLE = frozenset({"dog", "house", "pond", "duck", "cat", "airplane", "umbrella", "castle", "owl"})
GOLDEN: list[tuple[list[Any], str, str]] = [
    (["present", "owl"], "There is an owl in the picture.", "Van bagoly a képen."),
    (["present", "grass"], "There is grass in the picture.", "Van fű a képen."),
    (["present", "sun"], "The sun is in the picture.", "Látszik a nap a képen."),
    (["absent", "animal"], "There is no animal in the picture.", "Nincs állat a képen."),
    (["absent", "moon"], "The moon is not in the picture.", "Nem látszik a hold a képen."),
    (
        ["count", "exactly", 1, "umbrella"],
        "There is exactly one umbrella in the picture.",
        "Pontosan egy esernyő van a képen.",
    ),
    (
        ["count", "exactly", 3, "child"],
        "There are exactly three children in the picture.",
        "Pontosan három gyerek van a képen.",
    ),
    (
        ["count", "at_least", 2, "fruit"],
        "There are at least two pieces of fruit in the picture.",
        "Legalább két gyümölcs van a képen.",
    ),
    (
        ["count", "at_most", 4, "person"],
        "There is at least one person, but no more than four.",
        "Legalább egy, de legfeljebb négy ember van a képen.",
    ),
    (
        ["located", "airplane", "top_right"],
        "The airplane is in the top right corner.",
        "A repülőgép a jobb felső sarokban van.",
    ),
    (
        ["located", "tree", "left_third"],
        "One of the trees is in the left third of the picture.",
        "Az egyik fa a kép bal harmadában van.",
    ),
    (
        ["related", "dog", "left_of", "house"],
        "The dog is to the left of the house.",
        "A kutya a háztól balra van.",
    ),
    (
        ["related", "umbrella", "right_of", "tree"],
        "The umbrella is to the right of one of the trees.",
        "Az esernyő az egyik fától jobbra van.",
    ),
    (["related", "owl", "above", "castle"], "The owl is above the castle.", "A bagoly a vár fölött van."),
    (["related", "duck", "on", "pond"], "The duck is on the pond.", "A kacsa a tavon van."),
    (["related", "duck", "inside", "pond"], "The duck is inside the pond.", "A kacsa a tóban van."),
    (["related", "cat", "touching", "dog"], "The cat touches the dog.", "A macska és a kutya összeér."),
    (["related", "tree", "near", "tree"], "Two trees are near each other.", "Két fa közel van egymáshoz."),
    (
        ["related", "tree", "above", "tree"],
        "One of the trees is above another tree.",
        "Az egyik fa egy másik fa fölött van.",
    ),
    (["between", "dog", "tree", "tree"], "The dog is between two trees.", "A kutya két fa között van."),
    (
        ["between", "owl", "cat", "house"],
        "The owl is between the cat and the house.",
        "A bagoly a macska és a ház között van.",
    ),
    (
        ["compared", "house", "larger", "cat"],
        "The house is larger than the cat.",
        "A ház nagyobb, mint a macska.",
    ),
    (["part", "house", "chimney"], "The house has a chimney.", "A háznak van kéménye."),
    (["part", "tree", "nest"], "There is a nest in one of the trees.", "Az egyik fán fészek van."),
    (
        ["both", ["present", "dog"], ["absent", "cat"]],
        "There is a dog, and there is no cat in the picture.",
        "Van kutya, és nincs macska a képen.",
    ),
]


@pytest.mark.parametrize(("value", "english", "hungarian"), GOLDEN)
def test_golden_sentences(value: list[Any], english: str, hungarian: str) -> None:
    criterion = decode(value)
    assert sentence(criterion, "en", SINGLE) == english
    assert sentence(criterion, "hu", SINGLE) == hungarian


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_and_part_can_be_spoken_of(language: str) -> None:
    spoken = set()
    for name, thing in load_things().items():
        for single in ((), {name}):
            for relation in Relation:
                sentence(Related(name, relation, "house"), language, single)
                text = sentence(Related("house", relation, name), language, single)
                assert text[0].isupper()
                assert text.endswith(".")
                assert "{" not in text
                assert "  " not in text
            sentence(Located(name, Zone.MIDDLE), language, single)
        spoken.add(sentence(Present(name), language))
        for part in thing.parts:
            assert "{" not in sentence(HasPart(name, part), language)
    assert len(spoken) == len(load_things())
    used = {part for thing in load_things().values() for part in thing.parts}
    assert used == load_parts().keys()


def test_hungarian_articles_and_harmony() -> None:
    vowels = "aáeéiíoóöőuúüű"
    for name, thing in load_things().items():
        noun = thing.hu
        article = "az" if noun.name[0] in vowels else "a"
        assert (
            sentence(Located(name, Zone.MIDDLE), "hu", {name}).lower().startswith(f"{article} {noun.name} ")
        )
        back = noun.away.endswith("tól")
        assert noun.within.endswith("ban" if back else "ben")
        assert noun.owner.endswith("nak" if back else "nek")


def test_an_unknown_language_or_thing_is_refused() -> None:
    with pytest.raises(SceneError) as refused:
        sentence(Present("dog"), "xx")
    assert refused.value.code == "unknown_language"
    with pytest.raises(SceneError) as refused:
        sentence(Present("gizmo"), "en")
    assert refused.value.code == "unknown_thing"
