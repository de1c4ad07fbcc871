"""What is behind the card numbers of each game."""

import json
from typing import Any

import pytest

from drawmate.cards.decks import Deck, DeckError, config_for, deck_of, groups_of
from drawmate.cards.scenes import load_scenes
from drawmate.games.catalogue import CATALOGUE
from drawmate.games.codec import decode
from drawmate.games.rules import Holder

GAMES = sorted(CATALOGUE)
KINDS = {
    "quick_guess": "word",
    "artbox": "word",
    "dekalko": "picture",
    "split_personality": "person",
    "duplik": "scene",
}


@pytest.fixture(params=GAMES)
def deck(request: pytest.FixtureRequest) -> Deck:
    return deck_of(request.param)


def test_every_card_has_a_content_that_is_json_in_every_language(deck: Deck) -> None:
    for number in range(len(deck)):
        for language in ("en", "hu", "hu-HU", "de"):
            content = deck.content(number, language)
            assert json.loads(json.dumps(content)) == content
            assert content["kind"] == KINDS[deck.game]
            assert deck.title(number, language)


def test_a_scene_is_told_without_its_criteria_until_they_are_read() -> None:
    """D1.5."""
    deck = deck_of("duplik")
    for number, scene in enumerate(load_scenes()):
        told = json.dumps(deck.content(number, "en"), ensure_ascii=False)
        assert not any(sentence in told for sentence in scene.sentences("en"))
        assert deck.criteria(number, "hu") == scene.sentences("hu")
        assert deck.criteria(number, "en", 0) == ()
        assert deck.criteria(number, "en", 3) == scene.sentences("en")[:3]


def test_a_picture_is_told_with_its_strokes() -> None:
    content = deck_of("dekalko").content(0, "en")
    assert len(content["strokes"]) >= 4
    assert all(len(xs) == len(ys) for xs, ys in content["strokes"])


def test_answers_are_those_of_the_languages_asked_for() -> None:
    deck = deck_of("quick_guess")
    assert [terms.language for terms in deck.answers(0, ("hu", "en"))] == ["en", "hu"]
    assert [terms.language for terms in deck.answers(0, ("en",))] == ["en"]
    assert deck_of("duplik").answers(0) == ()


def test_a_version_is_stable_and_tells_decks_apart() -> None:
    versions = {deck_of(game).version for game in GAMES}
    assert len(versions) == len(GAMES) - 1, "quick_guess and artbox have the same words"
    deck_of.cache_clear()
    assert {deck_of(game).version for game in GAMES} == versions


@pytest.mark.parametrize("game", GAMES)
def test_a_game_starts_with_the_options_that_follow_from_its_deck(game: str) -> None:
    listing = CATALOGUE[game]
    options: dict[str, Any] = config_for(game, {"timers": False, "words": 3} if game == "artbox" else {})
    config = decode(listing.config, options)
    seats = listing.game.seats.stop - 1
    listing.game.start(config, (Holder("a"),) * seats, 1, 0)


def test_synonyms_are_one_group() -> None:
    """D3.4."""
    deck = deck_of("artbox")
    groups = groups_of(deck)
    assert len(groups) == len(deck)
    for first in range(len(deck)):
        for second in range(first):
            shared = {(t.language, a) for t in deck.answers(first) for a in t.answers} & {
                (t.language, a) for t in deck.answers(second) for a in t.answers
            }
            assert not shared or groups[first] == groups[second]
    assert len(set(groups)) > 300


def test_there_is_no_deck_of_another_game_and_no_card_beyond_the_last() -> None:
    with pytest.raises(DeckError) as error:
        deck_of("chess")
    assert error.value.code == "unknown_game"
    with pytest.raises(DeckError) as error:
        deck_of("duplik").content(len(deck_of("duplik")), "en")
    assert error.value.code == "unknown_card"
    with pytest.raises(DeckError):
        deck_of("duplik").content(-1, "en")
