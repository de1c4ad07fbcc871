"""The reading of a vocabulary document: what is accepted, and the code of each refusal."""

import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest

import drawmate.words
from drawmate.words import Category, Terms, WordsError, by_label, languages, load
from drawmate.words.vocabulary import parse

DOCUMENT: dict[str, Any] = {
    "languages": ["en", "hu"],
    "shared": {"hu": {"maci": ["bear", "teddy-bear"]}},
    "words": [
        {
            "label": "bear",
            "category": "animal",
            "difficulty": 2,
            "names": {"en": "bear", "hu": "medve"},
            "aliases": {"hu": ["maci"]},
            "near": {"en": ["animal"]},
        },
        {
            "label": "squiggle",
            "category": "shape",
            "difficulty": 1,
            "names": {"en": "squiggle", "hu": "kacskaringó"},
            "playable": False,
            "reason": "abstract",
        },
        {
            "label": "teddy-bear",
            "category": "play",
            "difficulty": 2,
            "names": {"en": "teddy bear", "hu": "plüssmackó"},
            "aliases": {"en": ["teddy"], "hu": ["maci"]},
        },
    ],
}


def changed(where: list[str | int], value: object) -> str:
    """The document with one place changed; None takes it away."""
    document = copy.deepcopy(DOCUMENT)
    place: Any = document
    for step in where[:-1]:
        place = place[step]
    if value is None:
        del place[where[-1]]
    else:
        place[where[-1]] = value
    return json.dumps(document)


def test_a_sound_document_is_read() -> None:
    vocabulary = parse(json.dumps(DOCUMENT))
    bear, squiggle, _ = vocabulary.words
    assert vocabulary.languages == ("en", "hu")
    assert bear.category is Category.ANIMAL
    assert bear.spoken == (Terms("en", "bear", (), ("animal",)), Terms("hu", "medve", ("maci",)))
    assert bear.terms("hu").answers == ("medve", "maci")
    assert bear.playable
    assert not bear.reason
    assert not squiggle.playable
    assert squiggle.reason == "abstract"


@pytest.mark.parametrize(
    ("code", "where", "value"),
    [
        ("unknown_key", ["extra"], 1),
        ("unknown_key", ["words", 0, "colour"], "brown"),
        ("unknown_key", ["words", 0, "names"], {"en": "bear", "hu": "medve", "xx": "?"}),
        ("unknown_key", ["words", 0, "near", "de"], ["Tier"]),
        ("unknown_key", ["shared", "de"], {}),
        ("missing_key", ["shared"], None),
        ("missing_key", ["words", 0, "label"], None),
        ("missing_key", ["words", 0, "names", "hu"], None),
        ("wrong_type", ["words"], {}),
        ("wrong_type", ["words", 0], "bear"),
        ("wrong_type", ["words", 0, "names", "hu"], 3),
        ("wrong_type", ["words", 0, "aliases", "hu"], "maci"),
        ("wrong_type", ["words", 0, "aliases", "hu"], []),
        ("bad_text", ["words", 0, "names", "hu"], ""),
        ("bad_text", ["words", 0, "names", "hu"], " medve"),
        ("bad_text", ["words", 0, "names", "hu"], "barna\u00a0medve"),
        ("bad_text", ["words", 1, "names", "hu"], "kacskaringo\u0301"),
        ("bad_value", ["words", 0, "difficulty"], 4),
        ("bad_value", ["words", 0, "difficulty"], True),
        ("bad_value", ["words", 0, "category"], "beast"),
        ("bad_value", ["words", 0, "playable"], False),
        ("bad_value", ["words", 1, "playable"], "no"),
        ("bad_value", ["words", 1, "reason"], None),
        ("bad_value", ["words", 0, "label"], "zebra"),
        ("duplicate", ["words", 0, "label"], "squiggle"),
        ("duplicate", ["words", 0, "aliases", "hu"], ["maci", "Medve"]),
        ("duplicate", ["words", 0, "near", "hu"], ["maci"]),
        ("clash", ["words", 0, "names", "en"], "Teddy"),
        ("clash", ["words", 0, "aliases", "en"], ["teddy bear"]),
        ("clash", ["shared", "hu"], None),
        ("clash", ["words", 1, "aliases"], {"hu": ["maci"]}),
        ("stale_share", ["shared", "en"], {"cub": ["bear", "teddy-bear"]}),
        ("stale_share", ["words", 0, "aliases"], None),
        ("stale_share", ["shared", "en"], {"teddy": ["teddy-bear"]}),
    ],
)
def test_a_document_with_a_fault_is_refused(code: str, where: list[str | int], value: object) -> None:
    with pytest.raises(WordsError) as caught:
        parse(changed(where, value))
    assert caught.value.code == code


def test_a_name_is_never_shared() -> None:
    document = copy.deepcopy(DOCUMENT)
    document["words"][0]["names"]["hu"] = "maci"
    del document["words"][0]["aliases"]
    with pytest.raises(WordsError) as caught:
        parse(json.dumps(document))
    assert caught.value.code == "clash"


def test_what_is_not_json_or_repeats_a_key_is_refused() -> None:
    with pytest.raises(WordsError) as caught:
        parse("{")
    assert caught.value.code == "not_json"
    with pytest.raises(WordsError) as caught:
        parse('{"languages": ["en"], "languages": ["hu"], "shared": {}, "words": []}')
    assert (caught.value.code, caught.value.path) == ("duplicate_key", "languages")


def test_the_path_of_a_fault_names_the_word() -> None:
    with pytest.raises(WordsError, match=r"^words\[bear\]\.names\.hu: ") as caught:
        parse(changed(["words", 0, "names", "hu"], ""))
    assert caught.value.path == "words[bear].names.hu"


def test_words_are_found_by_label_as_the_data_set_spells_it() -> None:
    assert by_label("The Mona Lisa").terms("en").name == "Mona Lisa"
    for label in ("mona lisa", "the mona lisa", ""):
        with pytest.raises(WordsError) as caught:
            by_label(label)
        assert caught.value.code == "unknown_label"


def test_a_language_without_names_is_refused() -> None:
    with pytest.raises(WordsError) as caught:
        by_label("dog").terms("xx")
    assert caught.value.code == "unknown_language"


def test_words_are_loaded_once_and_cannot_be_changed() -> None:
    word = load()[0]
    assert load() is load()
    assert {pickle.loads(pickle.dumps(word))} == {word}
    with pytest.raises(dataclasses.FrozenInstanceError):
        word.difficulty = 1  # type: ignore[misc]


def test_the_first_languages_are_english_and_hungarian() -> None:
    assert languages() == ("en", "hu")


def test_the_public_names_exist() -> None:
    assert drawmate.words.__all__ == sorted(drawmate.words.__all__)
    assert all(hasattr(drawmate.words, name) for name in drawmate.words.__all__)
