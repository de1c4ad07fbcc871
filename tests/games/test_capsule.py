"""A capsule plays again, and one that was tampered with is found out."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from drawmate.cards.decks import deck_of
from drawmate.games.capsule import CapsuleError, dump_capsule, replay_capsule
from drawmate.games.catalogue import CATALOGUE, UnknownGameError
from drawmate.games.chance import Chance
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.simulate import holders_of


def played(name: str, steps: int | None = None) -> Match:
    listing = CATALOGUE[name]
    match = Match(listing.game, listing.config(), holders_of(3, 2), 2)
    for number, _ in enumerate(playout(match, Chance(2))):
        if number == steps:
            break
    return match


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_finished_game_replays_from_its_capsule(name: str) -> None:
    match = played(name)
    replay = replay_capsule(dump_capsule(match, ["recogniser-v1"]))
    assert replay.match.digest() == match.digest()
    assert replay.match.outcome() == match.outcome()
    assert (replay.entries, replay.events) == (len(match.entries), len(match.events))


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_capsule_says_which_cards_it_was_played_with_and_one_of_other_cards_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = dump_capsule(played(name, 5))
    assert json.loads(text)["cards"] == deck_of(name).version
    newer = replace(deck_of(name), version="0123456789abcdef")
    monkeypatch.setattr("drawmate.games.capsule.deck_of", lambda game: newer)
    with pytest.raises(CapsuleError, match="made with other cards") as caught:
        replay_capsule(text)
    assert caught.value.code == "other_cards"


def test_a_running_game_replays_too() -> None:
    match = played("dekalko", 20)
    assert replay_capsule(dump_capsule(match)).match.state == match.state


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("seed", 3, "illegal_entry"),
        ("events", [], "different_events"),
        ("outcome", None, "different_outcome"),
        ("format", 1, "bad_capsule"),
        ("cards", "0123456789abcdef", "other_cards"),
        ("cards", 7, "bad_capsule"),
        ("holders", [{"name": "x"}], "bad_capsule"),
        ("entries", [["now", 0, {"type": "Ready"}]], "bad_capsule"),
        ("config", {"type": "Config", "cards": "many"}, "bad_capsule"),
        ("config", {"type": "Config", "people": 10_001}, "bad_capsule"),
        ("begun", 0.5, "bad_capsule"),
        ("begun", True, "bad_capsule"),
        ("seed", 2.0, "bad_capsule"),
        ("entries", None, "bad_capsule"),
        ("entries", [7], "bad_capsule"),
        ("entries", [[1]], "bad_capsule"),
        ("entries", [[1, 0]], "bad_capsule"),
        ("entries", [[1, -2, {"type": "Ready"}]], "bad_capsule"),
        ("entries", [[1, 0, {"type": "Ready"}, 3]], "bad_capsule"),
        ("events", None, "bad_capsule"),
        ("events", [1], "bad_capsule"),
        ("game", [], "bad_capsule"),
    ],
)
def test_a_changed_capsule_is_refused(field: str, value: object, code: str) -> None:
    capsule = json.loads(dump_capsule(played("split_personality")))
    capsule[field] = value
    with pytest.raises(CapsuleError) as caught:
        replay_capsule(json.dumps(capsule))
    assert caught.value.code == code


@pytest.mark.parametrize(
    "field", ["format", "game", "cards", "config", "holders", "seed", "begun", "entries", "events", "outcome"]
)
def test_a_capsule_that_lacks_a_field_is_refused(field: str) -> None:
    capsule = json.loads(dump_capsule(played("quick_guess")))
    del capsule[field]
    with pytest.raises(CapsuleError) as caught:
        replay_capsule(json.dumps(capsule))
    assert caught.value.code == "bad_capsule"


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"format": 1}'])
def test_what_is_no_capsule_is_refused(text: str) -> None:
    with pytest.raises(CapsuleError) as caught:
        replay_capsule(text)
    assert caught.value.code == "bad_capsule"


def test_a_game_we_do_not_know_is_refused() -> None:
    capsule = json.loads(dump_capsule(played("quick_guess")))
    capsule["game"] = "chess"
    with pytest.raises(UnknownGameError):
        replay_capsule(json.dumps(capsule))
