"""Quick Guess: six words, twenty seconds each."""

from __future__ import annotations

from drawmate.games.clock import LAG
from drawmate.games.quick_guess import Config, Drawing, QuickGuess, Recognised, Showing, Skip
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Holder, Ready


def table(seats: int = 1, **options: object) -> Match:
    return Match(QuickGuess(), Config(**options), tuple(Holder(f"s{n}") for n in range(seats)), 3)  # type: ignore[arg-type]


def ready(match: Match, now: int) -> None:
    for seat in match.state.sitting.seats:
        match.apply(seat, Ready(), now)


def test_a_word_is_drawn_for_twenty_seconds_and_a_point_goes_to_who_is_recognised() -> None:
    match = table(2)
    ready(match, 1_000)
    assert match.state.phase == Drawing(1_000)
    assert match.state.sitting.clock.deadline == 21_000
    match.apply(REFEREE, Recognised(1), 9_000)
    assert match.state.times == (None, 8_000)
    match.expire(21_000 + LAG)
    assert isinstance(match.state.phase, Showing)
    ready(match, 22_000)
    assert match.state.finished == ((0, 1),)


def test_six_rounds_with_six_words_end_the_game() -> None:
    match = table()
    words = []
    now = 0
    while match.outcome() is None:
        now += 1_000
        if isinstance(match.state.phase, Drawing):
            words.append(match.game.view(match.state, 0).word)
            match.apply(0, Skip(), now)
        else:
            ready(match, now)
    assert len(set(words)) == len(words) == 6
    assert match.outcome().totals == (0,)  # type: ignore[union-attr]


def test_the_twenty_seconds_run_in_a_game_without_timers_too() -> None:
    match = table(timers=False)
    assert match.state.sitting.clock.deadline is None
    ready(match, 1_000)
    assert match.state.sitting.clock.deadline == 21_000


def test_drawings_of_others_are_seen_when_the_round_is_over() -> None:
    match = table(2)
    ready(match, 1_000)
    assert match.game.view(match.state, 0).canvases == ("1.0",)
    assert match.game.view(match.state, None).canvases == ()
    match.expire(21_000 + LAG)
    assert match.game.view(match.state, None).canvases == ("1.0", "1.1")
