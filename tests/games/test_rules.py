"""What all games share: texts, times, the pace of AI."""

from __future__ import annotations

from typing import Any

import pytest

from drawmate.games.catalogue import CATALOGUE
from drawmate.games.clock import LAG, Clock
from drawmate.games.codec import dumps, loads
from drawmate.games.dekalko.records import Traced
from drawmate.games.record import Match
from drawmate.games.rules import ConfigError, Holder, IllegalAction, Ready, plain


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \u00a0\u2003", "empty"),
        ("\u2800", "empty"),
        ("\u3164\u0301", "empty"),
        ("a\x00b", "bad_text"),
        ("a\nb", "bad_text"),
        ("\ud800", "bad_text"),
        ("a\u202eb", "bad_text"),
        ("a\u200db", "bad_text"),
        ("\u200b", "bad_text"),
        ("x" * 21, "too_long"),
        ("\u0958" * 11, "too_long"),
    ],
)
def test_d0_12_a_text_that_cannot_be_shown_is_refused(text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        plain(text, 20)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  a cat ", "a cat"),
        ("a\u0301r", "\u00e1r"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
    ],
)
def test_d0_12_a_text_is_kept_stripped_and_normalised(text: str, kept: str) -> None:
    assert plain(text, 20) == kept


@pytest.mark.parametrize(
    "text",
    [
        "\u2801\u2803\u2809",
        "\u28ff",
        "\u2588\u2588",
        "look: \u2584\u2580",
        "\u250c\u2500\u2510",
        "a \u2502 b",
        "\u2550",
        "\u25a0\u25a0\u25a0",
        "\u25b2 \u25cf  \u25bc",
        "\u25fc\u2b1b\u2b1c\u25fb",
        "\U0001fb00",
        "\U0001fbca",
    ],
)
def test_d1_9_a_text_that_draws_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        plain(text, 100)
    assert caught.value.code == "no_drawing"


@pytest.mark.parametrize(
    "text",
    [
        "\u00c1rv\u00edzt\u0171r\u0151 t\u00fck\u00f6rf\u00far\u00f3g\u00e9p",
        "A h\u00e1z bal oldal\u00e1n egy f\u00e1nyi magas l\u00e9tra; rajta macska.",
        "\u201eNagy\u201d, mondta \u2013 \u201akicsi\u2019\u2026",
        "It's a cat (or two?) \u2014 50% of 3\u00d74 + 1 = 7!",
        "x|y_z/w\\v ~ #1 *bold* [a] {b} <c> ^ `d`",
        "---",
        "\u25cf a dot",
        "\u25b2\u25bc",
        "\u25cb, \u25cb, \u25cb",
        "45\u00b0, \u2192 \u2190",
        "\u2600",
        "\U0001f408",
        "a cat \U0001f408!",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "1\ufe0f\u20e3",
        "\U0001f1ed\U0001f1fa",
    ],
)
def test_d1_9_words_and_their_punctuation_and_an_emoji_are_no_drawing(text: str) -> None:
    assert plain(text, 100) == text


@pytest.mark.parametrize("name", CATALOGUE)
def test_d0_8_what_was_done_before_the_phase_began_is_stale(name: str) -> None:
    listing = CATALOGUE[name]
    match = Match(listing.game, listing.config(), tuple(Holder(f"s{n}") for n in range(3)), 1)
    before = match.state.sitting.clock.deadline
    match.expire(before + LAG)
    since = match.state.sitting.clock.since
    assert since == before + LAG
    for seat in range(3):
        with pytest.raises(IllegalAction) as caught:
            match.apply(seat, Ready(), since - 1)
        assert caught.value.code == "stale"


def test_d0_8_a_deadline_that_comes_sooner_does_not_begin_a_phase_anew() -> None:
    assert Clock(3, 900, 250, 100).sooner(500) == Clock(3, 500, 250, 100)


@pytest.mark.parametrize("value", [1, 1.0, 0.5, -0.0, 1e300])
def test_a_number_is_written_the_same_when_it_was_read(value: float) -> None:
    text = dumps(Traced(0, value))
    assert dumps(loads(Traced, text)) == text


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        *((name, {"stretch": stretch}, "bad_option") for name in CATALOGUE for stretch in (0, 10.1, -1)),
        ("quick_guess", {"rounds": 0}, "bad_option"),
        ("quick_guess", {"rounds": 13}, "bad_option"),
        ("quick_guess", {"words": 5}, "too_few_cards"),
        ("split_personality", {"rounds": 0}, "bad_option"),
        ("split_personality", {"rounds": 7}, "bad_option"),
        ("split_personality", {"starter": 3}, "bad_option"),
        ("artbox", {"decoys": 7}, "bad_option"),
        ("artbox", {"decoys": -1}, "bad_option"),
        ("artbox", {"groups": (0,)}, "bad_option"),
        ("artbox", {"words": 20, "groups": (0,) * 20}, "too_few_cards"),
        ("dekalko", {"void_below": 1.1}, "bad_option"),
        ("dekalko", {"void_below": -0.1}, "bad_option"),
        ("duplik", {"cycles": 4}, "bad_option"),
        ("duplik", {"golden_artist": 11}, "bad_option"),
        ("duplik", {"ai": False, "ai_marks": True}, "bad_option"),
    ],
)
def test_options_that_no_game_can_be_played_with_are_refused(
    name: str, options: dict[str, Any], code: str
) -> None:
    listing = CATALOGUE[name]
    holders = tuple(Holder(f"s{n}") for n in range(3))
    with pytest.raises(ConfigError) as caught:
        listing.game.start(listing.config(**options), holders, 1, 0)
    assert caught.value.code == code


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_is_a_number_of_64_bits(seed: int) -> None:
    listing = CATALOGUE["dekalko"]
    with pytest.raises(ConfigError) as caught:
        listing.game.start(listing.config(), tuple(Holder(f"s{n}") for n in range(3)), seed, 0)
    assert caught.value.code == "bad_seed"
