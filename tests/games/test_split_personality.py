"""Split Personality: every decision D2, by its id."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drawmate.games.chance import Chance
from drawmate.games.clock import LAG
from drawmate.games.conformance import secrets
from drawmate.games.playouts import playout
from drawmate.games.races import Guess, Matched, Missed, Pass
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Choice, ConfigError, Held, Holder, IllegalAction, Ready, Write
from drawmate.games.split_personality import Config, SplitPersonality, score
from drawmate.games.split_personality.records import (
    Accept,
    Accepting,
    Banned,
    ChoosePerson,
    Decline,
    Drawing,
    Go,
    Guessing,
    Lettering,
    Listed,
    Over,
    Portrait,
    Report,
    RunPointer,
    Seated,
    Showing,
    Shown,
    Stop,
    StopPointer,
    Waiting,
    WritePerson,
    Writing,
    Written,
)


def table(seats: int, *, people: tuple[bool, ...] | None = None, **options: object) -> Match:
    config = replace(Config(starter=0), **options)  # type: ignore[arg-type]
    persons = people or (True,) * seats
    return Match(SplitPersonality(), config, tuple(Holder(f"s{n}", p) for n, p in enumerate(persons)), 11)


def write_all(match: Match, now: int = 1_000) -> None:
    for seat in match.state.sitting.seats:
        match.apply(seat, ChoosePerson(Listed(match.state.hands[seat][0])), now)


def draw_half(match: Match, now: int) -> None:
    match.apply(match.state.start, Go(), now)
    for seat in match.state.sitting.seats:
        match.apply(seat, Stop(), now + 1_000)


def to_guessing(match: Match) -> Match:
    write_all(match)
    draw_half(match, 2_000)
    draw_half(match, 4_000)
    assert isinstance(match.state.phase, Guessing)
    return match


def guess(match: Match, seat: int, kind: str, now: int, text: str = "word") -> None:
    match.apply(seat, Guess(text), now)
    match.apply(REFEREE, Matched(seat, kind), now)  # type: ignore[arg-type]


def all_ready(match: Match, now: int) -> None:
    for seat in match.state.sitting.seats:
        if isinstance(match.state.phase, Showing) and seat not in match.state.phase.ready:
            match.apply(seat, Ready(), now)


def refused(match: Match, actor: int, action: object, now: int) -> str:
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.apply(actor, action, now)
    assert match.state is before
    return caught.value.code


def test_two_points_for_a_portrait_won_and_minus_one_for_each_artist_of_one_nobody_guessed() -> None:
    assert score(4, (Portrait(0, 2), Portrait(1, None), Portrait(2, None), Portrait(3, 2))) == (0, -1, 2, -1)
    assert score(3, (Portrait(2, None), Portrait(0, None), Portrait(1, None))) == (-2, -2, -2)


@pytest.mark.parametrize("seats", [2, 9])
def test_d2_1_two_seats_are_impossible(seats: int) -> None:
    with pytest.raises(ConfigError) as caught:
        table(seats)
    assert caught.value.code == "wrong_seats"


def test_d2_2_free_text_needs_a_person_who_can_guess_it() -> None:
    match = table(4, people=(True, True, False, False))
    assert refused(match, 0, WritePerson("a plumber"), 10) == "not_guessable"
    assert not any(isinstance(offer, Write) for offer in match.game.offers(match.state, 0))
    match.apply(1, WritePerson("a plumber"), 20)
    assert match.state.phase.people[1] == Written("a plumber")
    assert refused(match, 2, WritePerson("x" * 61), 30) == "too_long"
    assert refused(match, 2, WritePerson(""), 30) == "empty"
    assert refused(match, 2, WritePerson(" \u200b"), 30) == "bad_text"


def test_d2_2_free_text_can_be_switched_off() -> None:
    assert refused(table(4, free_text=False), 0, WritePerson("a plumber"), 10) == "not_guessable"


def test_d2_3_hands_are_dealt_without_replacement_and_only_ones_own_may_be_chosen() -> None:
    match = table(8)
    dealt = [card for hand in match.state.hands for card in hand]
    assert len(set(dealt)) == len(dealt) == 64
    assert refused(match, 0, ChoosePerson(Listed(match.state.hands[1][0])), 10) == "not_yours"


def test_d2_3_nobody_of_the_list_comes_twice_in_a_game() -> None:
    match = whole_game(39)
    chosen = [event.what.person.card for event in match.events if isinstance(event.what, Shown)]
    assert len(chosen) == 18
    assert len(set(chosen)) == 18


def whole_game(people: int) -> Match:
    """Three seats, six rounds, a list of so many people; nobody does anything."""
    config = Config(starter=0, rounds=6, people=people)
    match = Match(SplitPersonality(), config, tuple(Holder(f"s{n}") for n in range(3)), 11)
    while match.outcome() is None:
        clock = match.state.sitting.clock
        match.expire(clock.deadline + clock.grace)
    return match


def test_d2_3_a_list_too_short_for_all_rounds_is_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        whole_game(38)
    assert caught.value.code == "too_few_cards"


def test_d2_12_the_canvases_of_the_end_are_those_of_the_last_round() -> None:
    match = whole_game(39)
    seen = match.game.view(match.state, None)
    assert seen.round == 6
    assert seen.canvases[0] == "6.0.left"


def test_d2_3_free_duplicates_are_allowed() -> None:
    match = table(3)
    match.apply(0, WritePerson("a plumber"), 10)
    match.apply(1, WritePerson("a plumber"), 20)
    assert match.state.phase.people[:2] == (Written("a plumber"), Written("a plumber"))


def test_d2_4_someone_at_the_table_is_a_seat_from_the_moment_it_is_written() -> None:
    match = table(3)
    match.apply(0, ChoosePerson(Seated(1)), 10)
    match.expire(60_000 + LAG)
    assert match.state.people[0] == Seated(1)
    draw_half(match, 61_000)
    assert match.game.view(match.state, 1).person == Seated(1), "the second artist draws itself"
    assert refused(table(3), 0, ChoosePerson(Seated(3)), 10) == "unknown_seat"


def test_d2_6_most_of_those_who_are_no_artists_can_rule_a_portrait_out() -> None:
    match = to_guessing(table(5))
    artists = match.state.artists(match.state.sheet)
    others = [s for s in range(5) if s not in artists]
    assert refused(match, artists[0], Report(), 6_000) == "not_yours"
    match.apply(others[0], Report(), 6_000)
    assert refused(match, others[0], Report(), 6_000) == "already_done"
    guess(match, others[2], "right", 6_100)
    match.apply(others[1], Report(), 6_150)
    assert match.state.phase == Showing(None)
    assert match.state.portraits == (Portrait(match.state.portraits[0].sheet, None),)


def reportable(config: str) -> tuple[Match, int, list[int]]:
    """A portrait of four non-artists' table that somebody has guessed: in the tie window, or shown."""
    match = to_guessing(table(5))
    winner, *others = match.state.phase.race.guessers
    guess(match, winner, "right", 6_000)
    if config == "shown":
        match.expire(6_150 + LAG)
        assert match.state.portraits[-1].winner == winner
    return match, winner, others


@pytest.mark.parametrize("when", ["racing", "shown"])
def test_d2_6_a_portrait_can_be_reported_until_the_next_one_and_is_taken_back(when: str) -> None:
    match, _, (first, second) = reportable(when)
    assert Choice(Report()) in match.game.offers(match.state, first)
    match.apply(first, Report(), 6_300)
    match.apply(second, Report(), 6_310)
    assert match.state.portraits == (Portrait(4, None),)
    assert match.state.phase.winner is None
    assert [event.what for event in match.events].count(Banned(4)) == 1
    assert Choice(Report()) not in match.game.offers(match.state, match.state.reports.electors[0])


def test_d2_6_a_near_answer_can_be_reported_while_the_artists_think() -> None:
    match = to_guessing(table(5))
    first, second, third = match.state.phase.race.guessers
    guess(match, first, "near", 6_000)
    for seat in (second, third):
        match.apply(seat, Pass(), 6_000)
    assert isinstance(match.state.phase, Accepting)
    for seat in (second, third):
        match.apply(seat, Report(), 6_100)
    assert match.state.phase == Showing(None)


def test_d2_6_a_leaver_no_longer_counts_in_a_report() -> None:
    match, winner, (first, second) = reportable("shown")
    match.apply(first, Report(), 6_500)
    match.apply(REFEREE, Held(second, False), 6_600)
    assert match.state.portraits[-1].winner == winner
    match.apply(REFEREE, Held(winner, False), 6_700)
    assert match.state.portraits[-1].winner is None


def test_d2_6_the_next_portrait_begins_without_reports() -> None:
    match, _, (first, _) = reportable("shown")
    match.apply(first, Report(), 6_500)
    all_ready(match, 7_000)
    assert match.game.view(match.state, None).reports == ()


def test_d2_6_the_hint_of_the_model_is_shown_and_decides_nothing() -> None:
    match = to_guessing(table(4))
    match.apply(REFEREE, Lettering(True), 6_000)
    assert match.game.view(match.state, 2).lettering is True
    assert isinstance(match.state.phase, Guessing)
    assert refused(match, REFEREE, Lettering(False), 6_001) == "not_now"


def test_d2_7_the_second_artist_sees_nothing_of_the_first_half() -> None:
    match = table(4)
    write_all(match)
    draw_half(match, 2_000)
    match.apply(0, Go(), 4_000)
    for seat in range(4):
        sheet = match.state.sitting.left(seat, -1)
        assert match.game.view(match.state, seat).canvases == (match.state.canvas(sheet, "right"),)


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("seats", [3, 4, 8])
def test_d2_7_only_the_second_artist_sees_marks_and_only_while_the_right_half_is_drawn(
    shown: bool, seats: int
) -> None:
    """At every step of a game of two rounds, for every seat and for who watches."""
    match = table(seats, continuation_marks=shown, rounds=2)
    met: set[tuple[int, int]] = set()
    for _ in playout(match, Chance(seats)):
        state = match.state
        right = isinstance(state.phase, Waiting | Drawing) and state.phase.half == "right"
        for seat in (*range(seats), None):
            names = match.game.view(state, seat).canvases
            marks = tuple(name for name in names if "marks" in name)
            if not shown or not right or seat is None:
                assert marks == ()
                continue
            sheet = (seat - 1) % seats
            assert marks == (f"{state.round}.{sheet}.left.marks",)
            assert f"{state.round}.{sheet}.left" not in names
            met.add((state.round, seat))
    assert match.outcome() is not None
    assert len(met) == (2 * seats if shown else 0)


def test_d2_8_the_last_seat_has_five_seconds() -> None:
    match = table(3)
    write_all(match)
    match.apply(0, Go(), 2_000)
    match.apply(0, Stop(), 3_000)
    assert match.state.sitting.clock.deadline == 92_000
    match.apply(1, Stop(), 4_000)
    assert match.state.sitting.clock.deadline == 9_000
    match.expire(9_000 + LAG)
    assert match.state.phase == Waiting("right")


def test_d2_8_an_ai_does_not_stop_before_its_floor() -> None:
    match = table(3)
    write_all(match)
    match.apply(0, Go(), 2_000)
    assert Choice(Stop(), ai_from=27_000) in match.game.offers(match.state, 1)


def test_d0_10_where_people_have_twice_the_time_an_ai_stops_after_twice_its_floor() -> None:
    match = table(3, people=(True, False, True), stretch=2.0)
    write_all(match)
    match.apply(0, Go(), 2_000)
    assert Choice(Stop(), ai_from=52_000) in match.game.offers(match.state, 1)
    assert refused(match, 1, Stop(), 51_999) == "too_early"
    match.apply(1, Stop(), 52_000)


def test_d2_8_an_ai_that_stops_too_soon_is_refused() -> None:
    match = table(3, people=(True, False, True))
    write_all(match)
    match.apply(0, Go(), 2_000)
    assert refused(match, 1, Stop(), 26_999) == "too_early"
    match.apply(1, Stop(), 27_000)


def test_d2_8_the_soft_limit_stops_everyone() -> None:
    match = table(3)
    write_all(match)
    match.apply(0, Go(), 2_000)
    match.expire(92_000 + LAG)
    assert match.state.phase == Waiting("right")


def test_d2_9_stop_cannot_be_taken_back() -> None:
    match = table(3)
    write_all(match)
    match.apply(0, Go(), 2_000)
    match.apply(1, Stop(), 3_000)
    assert match.game.offers(match.state, 1) == ()
    assert refused(match, 1, Stop(), 3_100) == "already_done"


def test_d2_10_a_pointer_runs_along_the_hand_until_the_left_neighbour_says_stop() -> None:
    chosen = set()
    for wait in range(0, 960, 120):
        match = table(3)
        match.apply(0, RunPointer(), 1_000)
        assert refused(match, 0, ChoosePerson(Seated(1)), 1_001) == "already_done"
        assert refused(match, 2, StopPointer(), 1_001) == "not_now"
        match.apply(1, StopPointer(), 1_000 + wait)
        chosen.add(match.state.phase.people[0])
        assert match.state.phase.people[0].card in match.state.hands[0]
    assert len(chosen) == 8


def test_d2_10_a_pointer_nobody_stops_is_stopped_by_the_soft_limit() -> None:
    match = table(3)
    match.apply(0, RunPointer(), 1_000)
    match.expire(60_000 + LAG)
    assert match.state.people[0].card in match.state.hands[0]


def test_d2_11_a_seat_that_changes_hands_keeps_its_sheets() -> None:
    match = to_guessing(table(4))
    before = match.state
    match.apply(REFEREE, Held(1, False), 6_000)
    match.apply(REFEREE, Held(1, True), 6_001)
    assert replace(match.state, reports=before.reports) == before


def test_d2_12_the_start_seats_sheet_comes_first_then_clockwise() -> None:
    match = to_guessing(table(4, starter=1))
    order = []
    for now in (10_000, 20_000, 30_000, 40_000):
        order.append(match.state.sheet)
        for seat in match.state.phase.race.guessers:
            match.apply(seat, Pass(), now)
        all_ready(match, now + 100)
    assert order == [0, 1, 2, 3]


def test_d2_13_a_wrong_guess_is_out_and_shown_and_the_first_right_one_wins() -> None:
    match = to_guessing(table(5))
    first, second, third = match.state.phase.race.guessers
    guess(match, first, "wrong", 6_000, "a clown")
    assert match.game.view(match.state, third).missed == (Missed(first, "a clown"),)
    assert refused(match, first, Guess("a king"), 6_100) == "already_done"
    guess(match, second, "right", 7_000)
    assert refused(match, third, Guess("me too"), 7_500) == "too_late"
    match.expire(7_000 + 150 + LAG)
    assert match.state.portraits[-1].winner == second


def test_d2_13_sealed_guesses_are_opened_when_all_are_in() -> None:
    match = to_guessing(table(5, sealed=True))
    first, second, third = match.state.phase.race.guessers
    guess(match, first, "wrong", 6_000, "a clown")
    assert match.game.view(match.state, third).missed == ()
    second_artist = match.state.artists(match.state.sheet)[1]
    guess(match, third, "right", 7_000)
    guess(match, second, "right", 20_000)
    nearest = min((second, third), key=lambda s: (s - second_artist) % 5)
    assert match.state.portraits[-1].winner == nearest


@pytest.mark.parametrize("starter", range(6))
def test_d2_14_a_true_tie_goes_to_the_nearest_clockwise_of_the_second_artist(starter: int) -> None:
    match = to_guessing(table(6, starter=starter))
    second_artist = match.state.artists(match.state.sheet)[1]
    near, far = (second_artist + 1) % 6, (second_artist + 4) % 6
    guess(match, far, "right", 7_000)
    guess(match, near, "right", 7_100)
    match.expire(7_150 + LAG)
    assert match.state.portraits[-1].winner == near


def test_d2_15_unused_guesses_count_as_wrong_after_45_seconds() -> None:
    match = to_guessing(table(4))
    start = match.state.sitting.clock.deadline - 45_000
    assert start == 5_000
    match.expire(50_000 + LAG)
    assert match.state.phase == Showing(None)


def test_d2_16_both_artists_must_take_a_near_answer_and_an_ai_abstains() -> None:
    for persons, needed in (((True,) * 4, 2), ((True, False, True, True), 1)):
        match = to_guessing(table(4, starter=1))
        for seat, person in enumerate(persons):
            match.apply(REFEREE, Held(seat, person), 5_500)
        sheet = match.state.sheet
        assert sheet == 0
        first, second = match.state.phase.race.guessers
        guess(match, first, "near", 6_000)
        match.apply(second, Pass(), 6_000)
        assert isinstance(match.state.phase, Accepting)
        assert refused(match, first, Accept(first), 6_100) == "not_yours"
        assert refused(match, 0, Accept(second), 6_100) == "not_near"
        match.apply(0, Accept(first), 6_100)
        if needed == 2:
            assert isinstance(match.state.phase, Accepting)
            match.apply(1, Accept(first), 6_200)
        assert match.state.portraits[-1].winner == first


def test_d2_16_one_artist_who_declines_or_is_silent_for_eight_seconds_is_enough_to_refuse() -> None:
    for declines in (True, False):
        match = to_guessing(table(4))
        first, second = match.state.phase.race.guessers
        artist, other = match.state.artists(match.state.sheet)
        guess(match, first, "near", 6_000)
        match.apply(second, Pass(), 6_000)
        match.apply(artist, Accept(first), 6_100)
        if declines:
            match.apply(other, Decline(), 6_200)
        else:
            assert match.state.sitting.clock.deadline == 14_000
            match.expire(14_000 + LAG)
        assert match.state.portraits[-1].winner is None


def test_d2_18_the_artists_are_silent_while_the_others_guess() -> None:
    match = to_guessing(table(4))
    assert match.game.view(match.state, None).silent == match.state.artists(match.state.sheet)


def test_d2_20_totals_may_be_negative_and_d0_5_ties_are_shared() -> None:
    match = table(3)
    over = replace(match.state, phase=Over(), finished=((-2, -2, -2), (1, 1, -2)))
    result = SplitPersonality().outcome(over)
    assert result is not None
    assert result.totals == (-1, -1, -4)
    assert result.winners == (0, 1)


def test_d0_3_the_starter_is_named_or_drawn_by_lot_and_d0_4_moves_to_the_left() -> None:
    starts = {
        Match(SplitPersonality(), Config(), tuple(Holder(str(n)) for n in range(5)), seed).state.start
        for seed in range(30)
    }
    assert starts == set(range(5))
    match = table(3, starter=2, rounds=2)
    assert match.state.start == 2
    while len(match.state.finished) < 1:
        now = match.state.sitting.clock.deadline + LAG
        match.expire(now)
    assert match.state.start == 0
    with pytest.raises(ConfigError):
        table(3, starter=3)


def test_only_the_start_seat_calls_go_and_it_comes_by_itself() -> None:
    match = table(3)
    write_all(match)
    assert refused(match, 1, Go(), 2_000) == "not_yours"
    match.expire(11_000)
    assert isinstance(match.state.phase, Drawing)


def test_a_person_is_hidden_from_those_who_will_guess_it() -> None:
    plain, other = table(5), table(5)
    for match, name in ((plain, "a plumber"), (other, "a diver")):
        match.apply(0, WritePerson(name), 500)
        for seat in range(1, 5):
            match.apply(seat, ChoosePerson(Listed(match.state.hands[seat][0])), 1_000)

    shown: list[bool] = []

    def may_know(match: Match, seat: int | None) -> bool:
        return seat in (0, 1) or bool(shown)

    secrets(plain, other, may_know)
    for step in (2_000, 4_000):
        for match in (plain, other):
            draw_half(match, step)
        secrets(plain, other, may_know)
    for now in (10_000, 20_000):
        for match in (plain, other):
            for seat in match.state.phase.race.guessers:
                match.apply(seat, Pass(), now)
        if plain.state.portraits[-1].sheet == 0:
            shown.append(True)
        secrets(plain, other, may_know)
        for match in (plain, other):
            all_ready(match, now + 1)
    assert shown


def test_writing_is_hidden_from_the_neighbours() -> None:
    match = table(3)
    match.apply(0, ChoosePerson(Seated(2)), 10)
    assert isinstance(match.state.phase, Writing)
    assert match.game.view(match.state, 0).person == Seated(2)
    assert match.game.view(match.state, 1).person is None
    assert match.game.view(match.state, 1).written == (0,)


def test_d2_8_the_last_seat_has_five_seconds_without_timers_too() -> None:
    match = table(3, timers=False)
    write_all(match)
    match.apply(0, Go(), 2_000)
    match.apply(0, Stop(), 3_000)
    assert match.state.sitting.clock.deadline is None
    match.apply(1, Stop(), 4_000)
    assert match.state.sitting.clock.deadline == 9_000
    match.expire(9_000 + LAG)
    assert match.state.phase == Waiting("right")


def test_d2_20_points_add_up_over_the_portraits_of_a_round_and_may_be_negative() -> None:
    portraits = (Portrait(3, 1), Portrait(0, 1), Portrait(1, None), Portrait(2, None))
    assert score(4, portraits) == (0, 3, -2, -1)
    assert score(3, (Portrait(2, None), Portrait(1, None))) == (-1, -1, -2)
