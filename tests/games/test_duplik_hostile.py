"""Duplik under secrets that must not show, hostile actions, leaps of the clock and leavers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.games.duplik_tables import NO, YES, clock, evaluated, evaluator, mark, refused, run_out, table

from drawmate.games import playouts
from drawmate.games.chance import Chance
from drawmate.games.codec import dumps
from drawmate.games.conformance import secrets
from drawmate.games.duplik import Config, Duplik
from drawmate.games.duplik.records import (
    Action,
    Begin,
    Cast,
    Choose,
    Done,
    Finish,
    Gallery,
    Inked,
    Judged,
    Mark,
    Object,
    Over,
    PassCanvases,
    Read,
    Say,
    Verdict,
    Voting,
)
from drawmate.games.playouts import legal, playout
from drawmate.games.record import CLOCK, Match
from drawmate.games.rules import REFEREE, Held, Holder, Ready


def step_alike(match: Match, other: Match) -> None:
    """Do in the other game what was done last in this one."""
    entry = match.entries[-1]
    if entry.actor == CLOCK:
        other.expire(entry.now)
    else:
        other.apply(entry.actor, entry.action, entry.now)


@pytest.mark.parametrize("people", [4, 2, 0])
def test_d1_3_d1_5_t81_who_may_not_know_the_scene_sees_no_trace_of_it(people: int) -> None:
    holders = tuple(Holder(f"s{n}", n < people) for n in range(4))
    match, other = (Match(Duplik(), Config(), holders, 3) for _ in range(2))
    scene = match.state.round.card
    other.state = replace(other.state, round=replace(other.state.round, card=(scene + 1) % 60))
    portrayer = match.state.round.portrayer
    secrets(match, other, lambda _, seat: seat == portrayer)
    for number, _ in enumerate(playout(match, Chance(5))):
        step_alike(match, other)
        if isinstance(match.state.phase, Gallery):
            break
        if number % 5 == 0:
            secrets(match, other, lambda _, seat: seat == portrayer)
    assert isinstance(match.state.phase, Gallery)
    with pytest.raises(AssertionError):
        secrets(match, other, lambda _, seat: seat == portrayer)


def test_d1_3_the_scene_that_was_not_chosen_stays_the_portrayers_secret() -> None:
    match, other = (table(3, config=Config(choose_scene=True)) for _ in range(2))
    cards = match.state.phase.cards
    other.state = replace(other.state, phase=replace(other.state.phase, cards=(cards[0], 99)))
    for _ in range(3):
        secrets(match, other, lambda _, seat: seat == 0)
        run_out(match)
        run_out(other)


def test_d1_14_t81_a_sealed_verdict_leaves_no_trace_until_the_box_is_marked() -> None:
    match, other = (evaluated(table(4)) for _ in range(2))
    match.apply(REFEREE, Judged(1, (YES,) * 10), clock(match))
    other.apply(REFEREE, Judged(1, (NO,) * 10), clock(other))
    secrets(match, other, lambda *_: False)
    for number in range(1, 11):
        for seat in (2, 3):
            mark(match, seat, "yes")
            step_alike(match, other)
        if number == 1:
            secrets(match, other, lambda *_: False)
        views = [dumps(replace(game.game.view(game.state, 2), opinions=())) for game in (match, other)]
        assert views[0] == views[1]
        mark(match, 1, "yes")
        step_alike(match, other)
        opinions = [game.game.view(game.state, 2).opinions for game in (match, other)]
        assert len(opinions[0]) == len(opinions[1]) == number
        assert all(a.verdict == YES and b.verdict == NO for a, b in zip(*opinions, strict=True))
        if number < 10:
            match.apply(0, Read(), clock(match))
            step_alike(match, other)


def test_t81_a_leavers_verdicts_stay_sealed_with_the_next_evaluator() -> None:
    match, other = (evaluated(table(5)) for _ in range(2))
    for game, verdict in ((match, YES), (other, NO)):
        game.apply(REFEREE, Judged(1, (verdict,) * 10), clock(game))
        game.apply(REFEREE, Held(2, False), clock(game))
    assert evaluator(match, 1) == 3
    secrets(match, other, lambda *_: False)


@pytest.mark.parametrize("seats", [3, 4, 10])
@pytest.mark.parametrize("people", ["all", "none"])
def test_d0_9_a_game_in_which_nobody_ever_acts_ends(seats: int, people: str) -> None:
    match = table(seats, ai=range(seats) if people == "none" else ())
    for _ in range(5_000):
        if match.outcome() is not None:
            break
        run_out(match)
    assert match.outcome() is not None
    assert match.replayed().digest() == match.digest()


@pytest.mark.parametrize("timers", [True, False])
@pytest.mark.parametrize("ai", [(), (0, 1, 2, 3), (0,), (1, 2, 3)])
@pytest.mark.parametrize("choose", [True, False])
def test_random_games_end_with_every_mix_of_people_and_options(
    timers: bool, ai: tuple[int, ...], choose: bool
) -> None:
    config = Config(timers=timers, choose_scene=choose, people_decide=timers, ai_marks=choose or None)
    match = table(4, ai=ai, config=config)
    for _ in playout(match, Chance(11)):
        pass
    outcome = match.outcome()
    assert outcome is not None
    assert match.replayed().digest() == match.digest()


def test_d1_2_the_same_seed_is_the_same_game() -> None:
    digests = {Match(Duplik(), Config(), (Holder("s"),) * 4, seed).digest() for seed in (1, 1, 2)}
    assert len(digests) == 2


def test_a_seat_cannot_speak_for_the_referee_nor_the_referee_for_a_seat() -> None:
    match = evaluated(table(4))
    for action in (Judged(1, (YES,) * 10), Inked(1, True), Held(1, False)):
        assert refused(match, 2, action) == "not_now"
    for action in (Mark(1, "yes"), Read(), Object(1), Cast(True), Ready()):
        assert refused(match, REFEREE, action) == "not_now"


SEATS = 4
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Choose, st.integers(-1, 60)),
    st.sampled_from([Begin(), Finish(), Read(), Ready()]),
    st.builds(Say, st.text(max_size=8), st.booleans()),
    st.builds(Done, st.booleans()),
    st.builds(PassCanvases, st.sampled_from(["left", "right"])),
    st.builds(Mark, st.integers(-1, SEATS), st.sampled_from(["yes", "no", "uncertain"])),
    st.builds(Object, st.integers(-1, 11)),
    st.builds(Cast, st.sampled_from([True, False, None])),
    st.builds(Inked, st.integers(-1, SEATS), st.booleans()),
    st.builds(
        Judged,
        st.integers(-1, SEATS),
        st.sampled_from([(YES,) * 10, (NO,) * 10, (Verdict("uncertain"),) * 10, (YES,) * 3]),
    ),
    st.builds(Held, st.integers(-1, SEATS), st.booleans()),
)


class HostileTable(RuleBasedStateMachine):
    """Anyone tries anything at any time; people leave and come back; the clock leaps."""

    @initialize(
        seed=st.integers(0, 2**64 - 1), people=st.integers(0, 15), timers=st.booleans(), ai=st.booleans()
    )
    def begin(self, seed: int, people: int, timers: bool, ai: bool) -> None:
        holders = tuple(Holder(f"s{n}", not ai or bool(people >> n & 1)) for n in range(SEATS))
        self.match = Match(Duplik(), Config(cards=SEATS, timers=timers, ai=ai), holders, seed)
        self.now = 0
        self.points: tuple[tuple[int, ...], ...] = ()

    @rule(actor=st.integers(-3, SEATS), action=ACTIONS)
    def attack(self, actor: int, action: Action) -> None:
        before = dumps(self.match.state)
        code = playouts.refused(self.match, actor, action, self.now)
        assert dumps(self.match.state) == before
        if code is None:
            self.match.apply(actor, action, self.now)
        else:
            assert code.isidentifier()

    @rule(actor=st.integers(-1, SEATS - 1), pick=st.integers(0, 10**6), times=st.integers(1, 12))
    def play(self, actor: int, pick: int, times: int) -> None:
        for turn in range(times):
            actions, _ = legal(self.match, (actor + 1 + turn) % (SEATS + 1) - 1, Chance(pick), self.now)
            phase = self.match.state.sitting.clock
            if actions and phase.since <= self.now and not phase.late(self.now):
                action = actions[pick % len(actions)]
                self.match.apply((actor + 1 + turn) % (SEATS + 1) - 1, action, self.now)

    @rule(leap=st.sampled_from([-250, 1, 700, 9_000, 40_000, 10**7]))
    def wait(self, leap: int) -> None:
        self.now = max(0, self.now + leap)
        self.match.expire(self.now)

    @rule()
    def run_out(self) -> None:
        phase = self.match.state.sitting.clock
        if phase.deadline is not None:
            self.now = max(self.now, phase.deadline + phase.grace)
            self.match.expire(self.now)

    @invariant()
    def points_are_within_bounds_and_frozen(self) -> None:
        finished = self.match.state.finished
        assert finished[: len(self.points)] == self.points
        self.points = finished
        for points in finished:
            assert all(0 <= p <= 12 for p in points)
            assert sum(p > 10 for p in points) <= SEATS - 1

    @invariant()
    def a_round_is_whole(self) -> None:
        turn, phase = self.match.state.round, self.match.state.phase
        assert turn.portrayer not in turn.artists
        assert all(given.seat != given.evaluator for given in turn.evaluators)
        assert all(row and [b.seat for b in row] == list(turn.artists) for row in turn.rows)
        assert len(turn.rows) <= 10
        if isinstance(phase, Gallery | Over):
            assert not any(b.open or b.answer is None for row in turn.rows for b in row)
        if isinstance(phase, Voting):
            assert set(phase.vote.electors) <= set(turn.artists)

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        for seat in range(SEATS):
            if self.match.outcome() is None:
                self.match.apply(REFEREE, Held(seat, True), self.now)
        if self.match.config.timers:
            while self.match.outcome() is None:
                self.run_out()
        assert self.match.replayed().digest() == self.match.digest()


HostileTable.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestHostileTable = HostileTable.TestCase
