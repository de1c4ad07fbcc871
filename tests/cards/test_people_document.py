"""The reading of a document of people: what is accepted, and the code of each refusal."""

import copy
import dataclasses
import json
from typing import Any

import pytest

from drawmate.cards.people import Trait, TraitKind, parse
from drawmate.words import Terms, WordsError

DOCUMENT: dict[str, Any] = {
    "languages": ["en", "hu"],
    "traits": {
        **{kind: ["plain"] for kind in TraitKind},
        "hat": ["crown", "plain"],
        "face": ["beard", "plain", "scar"],
    },
    "seated": [{"id": "myself", "offset": 0, "names": {"en": "myself", "hu": "saját magam"}}],
    "people": [
        {
            "id": "everyman",
            "difficulty": 3,
            "names": {"en": "everyman", "hu": "akárki"},
            "aliases": {"en": ["anyone"]},
            "near": {"hu": ["senki"]},
            "traits": dict.fromkeys(TraitKind, "plain"),
        },
        {
            "id": "king",
            "difficulty": 1,
            "names": {"en": "king", "hu": "király"},
            "traits": {"hat": "crown", "face": ["beard", "scar"]},
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
    deck = parse(json.dumps(DOCUMENT))
    everyman, king = deck.people
    assert everyman.spoken == (Terms("en", "everyman", ("anyone",)), Terms("hu", "akárki", (), ("senki",)))
    assert king.traits == (
        Trait(TraitKind.HAT, "crown"),
        Trait(TraitKind.FACE, "beard"),
        Trait(TraitKind.FACE, "scar"),
    )
    assert deck.values[TraitKind.HAT] == ("crown", "plain")
    assert deck.seated[0].offset == 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        king.difficulty = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("code", "where", "value"),
    [
        ("unknown_key", ["extra"], 1),
        ("unknown_key", ["traits", "tail"], ["long"]),
        ("unknown_key", ["people", 0, "age"], 7),
        ("unknown_key", ["people", 1, "traits", "tail"], "long"),
        ("unknown_key", ["people", 0, "aliases"], {"de": ["jedermann"]}),
        ("missing_key", ["seated"], None),
        ("missing_key", ["traits", "pose"], None),
        ("missing_key", ["people", 1, "names", "hu"], None),
        ("missing_key", ["seated", 0, "offset"], None),
        ("wrong_type", ["people"], {}),
        ("wrong_type", ["seated"], 1),
        ("wrong_type", ["seated", 0, "offset"], True),
        ("wrong_type", ["people", 1, "traits"], []),
        ("wrong_type", ["people", 1, "traits", "hat"], 1),
        ("bad_text", ["people", 1, "names", "en"], " king"),
        ("bad_value", ["people", 1, "difficulty"], 0),
        ("bad_value", ["people", 1, "difficulty"], True),
        ("bad_value", ["people", 1, "traits"], {"hat": "crown", "face": "beard"}),
        ("bad_value", ["people", 1, "traits", "hat"], "bowler hat"),
        ("bad_value", ["people", 1, "id"], "cook"),
        ("duplicate", ["people", 1, "id"], "everyman"),
        ("duplicate", ["people", 1, "traits", "face"], ["beard", "beard"]),
        ("duplicate", ["people", 1, "traits"], DOCUMENT["people"][0]["traits"]),
        ("duplicate", ["people", 0, "aliases", "en"], ["Every Man"]),
        ("duplicate", ["people", 0, "near", "hu"], ["akarki"]),
        ("duplicate", ["traits", "hat"], ["crown", "plain", "crown"]),
        ("clash", ["people", 1, "names", "en"], "Anyone!"),
        ("clash", ["people", 1, "names", "hu"], "sajat-magam"),
        ("stale_trait", ["traits", "hat"], ["crown", "fez", "plain"]),
    ],
)
def test_a_document_with_a_fault_is_refused(code: str, where: list[str | int], value: object) -> None:
    with pytest.raises(WordsError) as caught:
        parse(changed(where, value))
    assert caught.value.code == code


def test_the_path_of_a_fault_names_the_person() -> None:
    with pytest.raises(WordsError) as caught:
        parse(changed(["people", 1, "traits", "hat"], "bowler hat"))
    assert caught.value.path == "people[king].traits"
