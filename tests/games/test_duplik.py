"""Duplik from the opening roll to the passing of canvases, points and the end: decisions D1.1–D1.12, D1.25–D1.32."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.games.duplik_tables import (
    choices,
    clock,
    drawing,
    drawn,
    evaluated,
    happened,
    mark_all,
    read_on,
    refused,
    run_out,
    table,
)

from drawmate.games.chance import Chance
from drawmate.games.clock import LAG
from drawmate.games.duplik import Config, Duplik, portrayed, score
from drawmate.games.duplik.description import LONGEST_LINE, MOST_LINES
from drawmate.games.duplik.happenings import Announced, Dealt, Passed, Scored, Stopped
from drawmate.games.duplik.play import AI_FLOOR, AI_PAUSE
from drawmate.games.duplik.records import (
    Announcing,
    Assigned,
    Begin,
    Box,
    Choose,
    Choosing,
    Describing,
    Done,
    Finish,
    Gallery,
    Inked,
    LastCall,
    Line,
    Mark,
    Marking,
    Object,
    Objecting,
    Over,
    PassCanvases,
    Passing,
    Read,
    Roll,
    Rolled,
    Round,
    Row,
    Say,
)
from drawmate.games.duplik.rounds import first_portrayer, opening_roll
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, ConfigError, Held, Holder, Ink, Ready, Write


def totalled(match: Match, answer: str = "yes") -> Match:
    """A round whose ten criteria all get the same answer, up to the gallery."""
    evaluated(match)
    read_on(match, 9, answer)  # type: ignore[arg-type]
    mark_all(match, answer)  # type: ignore[arg-type]
    if isinstance(match.state.phase, LastCall):
        run_out(match)
    return match


def start_error(config: Config, seats: int = 4, *, ai: int = 0) -> str:
    with pytest.raises(ConfigError) as caught:
        Match(Duplik(), config, tuple(Holder(f"s{n}", n >= ai) for n in range(seats)), 1)
    return caught.value.code


def test_d1_1_the_die_is_uniform_from_1_to_10() -> None:
    values: Counter[int] = Counter()
    for seed in range(1_000):
        opening, _ = opening_roll(range(4), Chance(seed))
        values.update(roll.value for roll in opening[0].rolls)
    assert sorted(values) == list(range(1, 11))
    assert all(330 < number < 470 for number in values.values())


def test_d1_2_only_those_tied_for_the_highest_roll_again() -> None:
    longest = 0
    for seed in range(300):
        opening, _ = opening_roll(range(5), Chance(seed))
        longest = max(longest, len(opening))
        assert [roll.seat for roll in opening[0].rolls] == [0, 1, 2, 3, 4]
        for before, after in pairwise(opening):
            most = max(roll.value for roll in before.rolls)
            assert [r.seat for r in after.rolls] == [r.seat for r in before.rolls if r.value == most]
        last = [roll.value for roll in opening[-1].rolls]
        assert last.count(max(last)) == 1
    assert longest > 2
    assert first_portrayer((Rolled((Roll(0, 3), Roll(1, 3))), Rolled((Roll(0, 2), Roll(1, 9))))) == 1


def test_d1_2_the_highest_roll_portrays_first_and_all_see_the_rolls() -> None:
    match = table(4)
    assert match.game.view(match.state, None).opening == match.state.opening
    assert first_portrayer(match.state.opening) == match.state.round.portrayer
    assert happened(match, Rolled) == list(match.state.opening)


def test_d1_3_one_unseen_scene_is_dealt_to_the_portrayer_alone() -> None:
    match = table(4)
    dealt = next(event for event in match.events if isinstance(event.what, Dealt))
    assert dealt.audience == {0}
    assert match.game.view(match.state, 0).cards == dealt.what.cards == (match.state.round.card,)
    assert all(match.game.view(match.state, seat).cards == () for seat in (1, 2, 3, None))


def test_d1_3_no_scene_comes_twice_in_a_game() -> None:
    match = table(3, config=Config(cards=9, cycles=3))
    scenes = [match.state.round.card]
    while match.outcome() is None:
        run_out(match)
        if match.state.round.card != scenes[-1]:
            scenes.append(match.state.round.card)
    assert sorted(scenes) == list(range(9))
    assert start_error(Config(cards=11, cycles=3)) == "too_few_cards"
    assert start_error(Config(cards=7, choose_scene=True)) == "too_few_cards"


def test_d1_3_with_the_option_the_portrayer_takes_one_of_two() -> None:
    match = table(3, config=Config(choose_scene=True))
    phase = match.state.phase
    assert isinstance(phase, Choosing)
    view = match.game.view(match.state, 0)
    assert view.cards == phase.cards
    assert (view.titled, view.golden) == (False, None)
    assert choices(match, 1) == {}
    assert refused(match, 1, Choose(phase.cards[1])) == "not_yours"
    assert refused(match, 0, Choose(match.state.deck[0])) == "bad_value"
    match.apply(0, Choose(phase.cards[1]), 500)
    assert match.state.round.card == phase.cards[1]
    assert phase.cards[0] not in match.state.deck
    assert isinstance(match.state.phase, Announcing)


def test_d1_3_d0_9_without_a_choice_the_first_scene_is_taken() -> None:
    match = table(3, config=Config(choose_scene=True))
    phase = match.state.phase
    assert isinstance(phase, Choosing)
    run_out(match)
    assert match.state.round.card == phase.cards[0]


def test_d1_4_the_golden_number_and_the_title_are_public_before_drawing() -> None:
    match = table(4)
    golden = match.state.round.golden
    assert 1 <= golden <= 10
    assert happened(match, Announced) == [Announced(1, 0, golden)]
    for seat in (*range(4), None):
        view = match.game.view(match.state, seat)
        assert (view.golden, view.titled) == (golden, True)


def test_d1_5_criteria_are_public_by_number_and_only_when_read_out() -> None:
    match = table(4)
    for seat in (*range(4), None):
        assert match.game.view(match.state, seat).read == ()
    evaluated(match)
    assert match.game.view(match.state, None).read == (1,)
    read_on(match, 2)
    assert {match.game.view(match.state, seat).read for seat in (*range(4), None)} == {(1, 2, 3)}


def test_d1_6_the_portrayer_starts_the_timer_or_it_starts_after_15_s() -> None:
    match = table(4)
    assert match.state.sitting.clock.deadline == 15_000
    assert refused(match, 1, Begin(), 10) == "not_yours"
    match.apply(0, Begin(), 2_000)
    assert match.state.sitting.clock.deadline == 92_000
    alone = table(4)
    run_out(alone)
    assert isinstance(alone.state.phase, Describing)


def test_d1_6_drawing_ends_early_when_every_artist_is_done_and_the_portrayer_agrees() -> None:
    match = drawing(table(4))
    assert refused(match, 0, Done(True)) == "not_yours"
    assert refused(match, 1, Finish()) == "not_yours"
    for seat in (1, 2, 3):
        assert refused(match, 0, Finish()) == "not_now"
        match.apply(seat, Done(True), clock(match))
        assert refused(match, seat, Done(True)) == "already_done"
    match.apply(2, Done(False), clock(match))
    assert refused(match, 0, Finish()) == "not_now"
    match.apply(2, Done(True), clock(match))
    match.apply(0, Finish(), clock(match))
    assert isinstance(match.state.phase, Passing)
    assert happened(match, Stopped) == [Stopped()]


def test_d1_7_ink_may_arrive_250_ms_late_and_nothing_later() -> None:
    match = drawing(table(4))
    deadline = match.state.sitting.clock.deadline
    assert match.state.sitting.clock.grace == LAG == 250
    match.expire(deadline + 249)
    assert Ink("1.1") in match.game.offers(match.state, 1)
    assert refused(match, 1, Done(True), deadline + 1) == "too_late"
    match.apply(REFEREE, Inked(1, False), deadline + 200)
    match.expire(deadline + 250)
    assert isinstance(match.state.phase, Passing)
    assert Ink("1.1") not in match.game.offers(match.state, 1)
    assert refused(match, REFEREE, Inked(1, True)) == "not_now"


def test_d1_8_until_evaluation_an_artist_sees_only_their_own_canvas() -> None:
    match = drawing(table(4))
    for state in (match.state, drawn(table(4)).state):
        seen = {seat: match.game.view(state, seat).canvases for seat in (*range(4), None)}
        assert seen == {0: (), 1: ("1.1",), 2: ("1.2",), 3: ("1.3",), None: ()}
    match = evaluated(table(4))
    for seat in (*range(4), None):
        assert match.game.view(match.state, seat).canvases == ("1.1", "1.2", "1.3")


def test_d1_8_artists_are_silent_and_the_portrayer_does_not_draw() -> None:
    match = drawing(table(4))
    assert not any(isinstance(offer, Write) for offer in match.game.offers(match.state, 1))
    assert not any(isinstance(offer, Ink) for offer in match.game.offers(match.state, 0))
    assert refused(match, 1, Say("a house")) == "not_yours"


def test_d1_9_the_description_is_kept_and_everyone_hears_it() -> None:
    match = drawing(table(4))
    match.apply(0, Say("a house  "), 3_000)
    match.apply(0, Say("fölötte 3 felhő, 45°", spoken=True), 4_000)
    lines = (Line("a house", False, 3_000), Line("fölötte 3 felhő, 45°", True, 4_000))
    assert happened(match, Line) == list(lines)
    for seat in (*range(4), None):
        assert match.game.view(match.state, seat).lines == lines
    assert evaluated(table(4)).state.round.lines == ()


@pytest.mark.parametrize("text", ["a 🏠", "look →", "☀", "┌──┐", "█", "1️⃣", "🇭🇺"])
def test_d1_9_the_description_draws_nothing(text: str) -> None:
    assert refused(drawing(table(4)), 0, Say(text)) == "no_drawing"


@pytest.mark.parametrize("text", ["two\nlines", "\x1b[1m", "a\u202eb"])
def test_d1_9_the_description_is_one_line_of_plain_text(text: str) -> None:
    assert refused(drawing(table(4)), 0, Say(text)) == "bad_text"


def test_d1_9_t66_the_description_has_bounds() -> None:
    match = drawing(table(4))
    assert refused(match, 0, Say("  ")) == "empty"
    assert refused(match, 0, Say("a" * (LONGEST_LINE + 1))) == "too_long"
    for _ in range(MOST_LINES):
        match.apply(0, Say("more"), clock(match))
    assert refused(match, 0, Say("more")) == "too_much"
    assert not any(isinstance(offer, Write) for offer in match.game.offers(match.state, 0))


def test_d1_11_canvases_go_round_the_ring_of_artists_the_way_the_portrayer_says() -> None:
    for direction, receivers in (("left", (2, 3, 1)), ("right", (3, 1, 2))):
        match = drawn(table(4))
        assert refused(match, 1, PassCanvases("left")) == "not_yours"
        assert refused(match, 0, PassCanvases("up")) == "bad_value"  # type: ignore[arg-type]
        match.apply(0, PassCanvases(direction), clock(match))  # type: ignore[arg-type]
        given = tuple(Assigned(seat, to) for seat, to in zip((1, 2, 3), receivers, strict=True))
        assert match.state.round.evaluators == given
        assert happened(match, Passed) == [Passed(direction, given)]  # type: ignore[arg-type]


def test_d1_11_left_if_there_is_no_choice_in_10_s() -> None:
    match = drawn(table(5))
    assert match.state.sitting.clock.deadline == clock(match) + 10_000
    run_out(match)
    assert match.state.round.evaluators == (Assigned(1, 2), Assigned(2, 3), Assigned(3, 4), Assigned(4, 1))


def test_d1_11_the_portrayer_is_skipped_wherever_they_sit() -> None:
    match = totalled(table(4))
    run_out(match)
    evaluated(match)
    assert match.state.round.portrayer == 1
    assert match.state.round.evaluators == (Assigned(2, 3), Assigned(3, 0), Assigned(0, 2))


def test_d1_12_two_artists_swap_and_are_not_asked_which_way() -> None:
    match = drawn(table(3))
    assert isinstance(match.state.phase, Marking)
    assert match.state.round.evaluators == (Assigned(1, 2), Assigned(2, 1))


def rows_of(*met: str) -> tuple[Row, ...]:
    """One string a criterion, one letter an artist, seats 1, 2, …: y, n, or Y and N for what a vote said."""
    answers = {"y": ("yes", None), "n": ("no", None), "Y": ("no", True), "N": ("uncertain", False)}
    return tuple(
        tuple(
            Box(seat, answers[c][0], answers[c][1] is not None, answers[c][1])  # type: ignore[arg-type]
            for seat, c in enumerate(row, start=1)
        )
        for row in met
    )


BY_HAND = rows_of("yn", "nn", "yy", "nY", "NN", "ny", "nn", "yn", "yY", "nn")
"""Seat 1 met 1, 3, 8, 9; seat 2 met 3, 4, 6, 9; nobody met 2, 5, 7, 10."""


@pytest.mark.parametrize(
    ("golden", "points"), [(1, (6, 6, 4)), (2, (6, 4, 4)), (3, (6, 6, 6)), (4, (6, 4, 6)), (9, (6, 6, 6))]
)
def test_d1_25_d1_27_points_counted_by_hand(golden: int, points: tuple[int, ...]) -> None:
    assert score(3, Config(), Round(1, 0, (1, 2), 0, golden, rows=BY_HAND)) == points


def test_d1_25_the_portrayers_boxes_are_derived_after_disputes() -> None:
    met = (True, False, True, True, False, True, False, True, True, False)
    assert portrayed(BY_HAND) == met
    match = evaluated(table(4))
    mark_all(match, "no", but=[(2, "yes")])
    assert match.game.view(match.state, None).portrayed == (True,)


def test_d1_27_at_most_12_for_an_artist_and_10_for_the_portrayer() -> None:
    match = totalled(table(4))
    assert happened(match, Scored) == [Scored((10, 12, 12, 12), match.state.round.card)]


def test_d1_27_options_for_the_golden_criterion() -> None:
    config = Config(golden_artist=5, golden_portrayer=2)
    assert score(3, config, Round(1, 0, (1, 2), 0, 3, rows=BY_HAND)) == (7, 8, 8)
    assert start_error(Config(golden_artist=-1)) == start_error(Config(golden_portrayer=11)) == "bad_option"


def test_d1_30_points_of_past_rounds_are_frozen() -> None:
    match = totalled(table(3), "no")
    points = match.state.finished
    assert refused(match, 1, Object(3)) == "too_late"
    run_out(match)
    for action in (Object(3), Mark(1, "yes"), Read()):
        assert refused(match, 1, action) == "not_now"
    while match.state.round.number == 2:
        run_out(match)
    assert match.state.finished[:1] == points


def test_d1_32_the_scene_is_shown_only_after_the_totals_then_the_gallery() -> None:
    match = evaluated(table(3))
    card = match.state.round.card
    read_on(match, 9)
    assert match.game.view(match.state, 1).scenes == ()
    mark_all(match)
    assert isinstance(match.state.phase, Gallery)
    for seat in (*range(3), None):
        view = match.game.view(match.state, seat)
        assert view.scenes == (card,)
        assert view.canvases == ("1.1", "1.2")
        assert view.scores == ((10, 12, 12),)


def test_d1_32_the_gallery_ends_when_all_people_have_seen_enough_or_after_30_s() -> None:
    match = totalled(table(3))
    assert match.state.sitting.clock.deadline == clock(match) + 30_000
    match.apply(REFEREE, Held(2, False), clock(match))
    match.apply(0, Ready(), clock(match))
    assert refused(match, 0, Ready()) == "already_done"
    match.apply(2, Ready(), clock(match))
    assert isinstance(match.state.phase, Gallery)
    match.apply(REFEREE, Held(1, False), clock(match))
    assert match.state.round.number == 2


def test_d0_1_the_next_portrayer_sits_to_the_left() -> None:
    match = table(4)
    portrayers = []
    while match.outcome() is None:
        if isinstance(match.state.phase, Announcing):
            portrayers.append(match.state.round.portrayer)
        run_out(match)
    assert portrayers == [0, 1, 2, 3]


@pytest.mark.parametrize(("cycles", "times"), [(1, "once"), (2, "twice"), (3, "three times")])
def test_d0_13_the_game_ends_after_the_cycles_with_totals_and_the_reason(cycles: int, times: str) -> None:
    match = table(3, config=Config(cycles=cycles))
    while match.outcome() is None:
        run_out(match)
    outcome = match.outcome()
    assert outcome is not None
    assert len(outcome.rounds) == 3 * cycles
    assert outcome.reason == f"every seat has portrayed {times}"
    assert match.events[-2].what == outcome
    assert match.game.view(match.state, None).canvases[:3] == ("1.1", "1.2", "2.0")
    assert start_error(Config(cycles=4)) == "bad_option"


def test_d0_5_equal_totals_share_the_victory() -> None:
    match = totalled(table(3))
    state = replace(match.state, phase=Over(), finished=((3, 9, 4), (6, 0, 4), (0, 0, 1)))
    outcome = match.game.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.totals) == ((0, 1, 2), (9, 9, 9))


def test_d0_2_d1_13_too_few_seats_and_ai_switched_off_are_refused() -> None:
    assert start_error(Config(), 2) == start_error(Config(), 11) == "wrong_seats"
    assert start_error(Config(ai=False), 3, ai=1) == "ai_off"
    assert start_error(Config(ai=False, ai_marks=True), 3) == "bad_option"


def test_d0_9_without_timers_only_the_90_s_are_left() -> None:
    match = table(4, config=Config(timers=False, choose_scene=True))
    assert match.state.sitting.clock.deadline is None
    match.apply(0, Choose(match.state.round.card), 0)
    assert match.state.sitting.clock.deadline is None
    match.apply(0, Begin(), 0)
    assert match.state.sitting.clock.deadline == 90_000
    run_out(match)
    assert match.state.sitting.clock.deadline is None
    match.apply(0, PassCanvases("left"), clock(match))
    assert isinstance(match.state.phase, Objecting)
    assert match.state.sitting.clock.deadline is None


def test_d0_9_stretch_gives_people_more_time() -> None:
    match = table(4, config=Config(stretch=2.0))
    assert match.state.sitting.clock.deadline == 30_000
    match.apply(0, Begin(), 0)
    assert match.state.sitting.clock.deadline == 180_000
    assert choices(match, 1)[Done(True)] == 2 * AI_FLOOR
    assert start_error(Config(stretch=0.01)) == "bad_option"


def test_d0_10_no_ai_may_hurry_people() -> None:
    match = table(4, ai=[0, 1])
    assert choices(match, 0) == {Begin(): AI_PAUSE}
    drawing(match)
    began = clock(match)
    assert choices(match, 1) == {Done(True): began + AI_FLOOR}
    for seat in (2, 3):
        match.apply(seat, Done(True), clock(match))
    match.apply(1, Done(True), began + AI_FLOOR)
    assert choices(match, 0) == {Finish(): began + AI_FLOOR}


def test_d0_6_points_stay_with_the_seat_and_the_state_with_the_change_of_holder() -> None:
    match = totalled(table(3))
    before = match.state
    match.apply(REFEREE, Held(2, False), clock(match))
    assert match.state.finished == before.finished
    match.apply(REFEREE, Held(2, True), clock(match))
    assert match.state == before
    assert refused(match, REFEREE, Held(7, True)) == "unknown_seat"


def test_strangers_and_finished_games_are_refused() -> None:
    match = table(3)
    assert refused(match, 9, Begin()) == "unknown_seat"
    assert match.game.offers(match.state, 9) == ()
    while match.outcome() is None:
        run_out(match)
    assert refused(match, 0, Ready()) == "not_now"
    assert refused(match, REFEREE, Held(0, False)) == "game_over"
    assert match.game.offers(match.state, 0) == match.game.offers(match.state, REFEREE) == ()
    assert match.game.expire(match.state, 10**9).state is match.state


def test_ink_facts_are_of_artists_and_change() -> None:
    match = drawing(table(3), blank=[2])
    assert refused(match, REFEREE, Inked(0, True)) == "unknown_seat"
    assert refused(match, REFEREE, Inked(1, True)) == "already_done"
    match.apply(REFEREE, Inked(1, False), clock(match))
    assert match.state.round.inked == frozenset()


def test_d0_10_an_ai_portrayer_that_begins_too_soon_is_refused() -> None:
    match = table(4, ai=(0,))
    assert refused(match, 0, Begin(), AI_PAUSE - 1) == "too_early"
    match.apply(0, Begin(), AI_PAUSE)


def test_d0_10_an_ai_artist_that_is_done_too_soon_is_refused() -> None:
    match = table(4, ai=(1,))
    match.apply(0, Begin(), 1_000)
    assert refused(match, 1, Done(True), 1_000 + AI_FLOOR - 1) == "too_early"
    match.apply(1, Done(True), 1_000 + AI_FLOOR)
