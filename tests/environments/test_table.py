"""Cycles, rewards, the referee and the clock of an environment, by small games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from drawmate.environments import TableEnv, env, parallel_env
from drawmate.environments.actions import FROM_REFEREE, WAIT
from drawmate.games.capsule import dump_capsule, replay_capsule
from drawmate.games.catalogue import CATALOGUE, UnknownGameError
from drawmate.games.chance import Chance
from drawmate.games.contents import cards_in, renamed
from drawmate.games.dekalko import Config as DekalkoConfig
from drawmate.games.dekalko.records import (
    Guessing,
    Inked,
    TakeCover,
    Tracing,
)
from drawmate.games.knowledge import may_know
from drawmate.games.races import Guess, Matched, Pass
from drawmate.games.rules import REFEREE, Ask, ConfigError
from drawmate.games.split_personality import Config as SplitConfig


def quick_referee(state: Any, ask: Ask, chance: Chance) -> tuple[Any, Chance]:
    """Answers at once: enough ink, nothing right."""
    return (ask.answers[-1], chance)


def silent_referee(state: Any, ask: Ask, chance: Chance) -> tuple[Any, Chance]:
    return None, chance


def numbers(table: TableEnv, kind: type) -> list[int]:
    return [n for n, action in enumerate(table.actions.numbered) if isinstance(action, kind)]


def waits(table: TableEnv, **moves: int) -> dict[str, int]:
    return dict.fromkeys(table.agents, WAIT) | moves


def cycles(table: TableEnv, seed: int, most: int = 3_000) -> Iterator[tuple[Any, ...]]:
    """Random play of a game, cycle by cycle."""
    seen, _ = table.reset(seed=seed)
    random = np.random.default_rng(seed)
    for _ in range(most):
        moves = {
            agent: int(random.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.agents
        }
        step = table.step(moves)
        seen = step[0]
        yield step
        if not table.agents:
            return


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_random_game_ends_and_its_rewards_are_its_totals(game: str) -> None:
    table = parallel_env(game, max_cycles=3_000)
    totals = dict.fromkeys(table.possible_agents, 0.0)
    for _, rewards, terminations, _, _ in cycles(table, 5):
        assert all(terminations.values()) == (not table.agents)
        for agent, reward in rewards.items():
            totals[agent] += reward
    outcome = table.match.outcome()
    assert outcome is not None
    assert tuple(totals.values()) == outcome.totals
    replay_capsule(dump_capsule(table.match))


@pytest.mark.parametrize("game", CATALOGUE)
def test_what_is_masked_in_is_never_refused_but_for_what_others_did_in_the_same_cycle(game: str) -> None:
    table = parallel_env(game)
    for _, _, _, _, infos in cycles(table, 8, 150):
        assert all(info.get("refused") != "not_offered" for info in infos.values())
        if sum(bool(info) for info in infos.values()) == len(infos):
            pytest.fail("of several moves the first is never refused")


@pytest.mark.parametrize("game", CATALOGUE)
def test_an_observation_does_not_depend_on_cards_that_its_seat_may_not_know(game: str) -> None:
    table = parallel_env(game)
    for number, (seen, *_) in enumerate(cycles(table, 3, 100)):
        if number % 10 or not table.agents:
            continue
        state = table.match.state
        for seat, agent in enumerate(table.agents):
            hidden = sorted(cards_in(state) - may_know(state, seat))
            if len(hidden) > 1:
                table.match.state = renamed(state, dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)))
                other = table._observation(seat)
                assert np.array_equal(other["observation"], seen[agent]["observation"])
                assert np.array_equal(other["action_mask"], seen[agent]["action_mask"])
                table.match.state = state


@pytest.mark.parametrize("game", CATALOGUE)
def test_columns_are_named_each_by_its_own_name(game: str) -> None:
    table = parallel_env(game)
    assert (
        len(set(table.columns))
        == len(table.columns)
        == table.observation_space("seat_0")["observation"].shape[0]
    )


@pytest.mark.parametrize("game", CATALOGUE)
def test_actions_are_distinct_and_none_is_the_referees(game: str) -> None:
    numbered = parallel_env(game).actions.numbered
    assert len(set(numbered)) == len(numbered)
    assert not {type(action).__name__ for action in numbered} & FROM_REFEREE


def test_every_kind_that_the_referee_may_answer_with_is_listed() -> None:
    kinds = set()
    for listing in CATALOGUE.values():
        table = parallel_env(listing.game.name)
        for _ in cycles(table, 1, 150):
            kinds |= {type(e.action).__name__ for e in table.match.entries if e.actor == REFEREE}
    assert kinds <= FROM_REFEREE
    assert FROM_REFEREE - kinds == {"Held"}


def test_the_clock_goes_on_at_once_while_no_seat_can_move() -> None:
    table = parallel_env("dekalko", referee=silent_referee)
    table.reset(seed=1)
    assert table.match.entries[0].action is None, "without ink the tracing lasts until its deadline"
    assert isinstance(table.match.state.phase, Guessing)


def test_the_referee_is_asked_before_the_clock() -> None:
    table = parallel_env("dekalko", referee=quick_referee)
    seen, _ = table.reset(seed=1)
    assert isinstance(table.match.state.phase, Tracing)
    assert {type(entry.action) for entry in table.match.entries} == {Inked}
    (cover,) = numbers(table, TakeCover)
    assert all(seen[agent]["action_mask"][cover] for agent in table.agents)


def test_a_question_is_answered_once() -> None:
    table = parallel_env("dekalko", referee=quick_referee)
    table.reset(seed=1)
    for _ in range(5):
        table.step(waits(table))
    assert [entry.action.seat for entry in table.match.entries] == [0, 1, 2]


def test_a_race_has_no_favourite_among_the_moves_of_a_cycle() -> None:
    table = parallel_env("dekalko", referee=quick_referee)
    first = set()
    for seed in range(12):
        table.reset(seed=seed)
        (cover,) = numbers(table, TakeCover)
        table.step(dict.fromkeys(table.agents, cover))
        first.add(table.match.state.taken[0].seat)
    assert first == {0, 1, 2}


def test_an_action_that_is_not_offered_is_refused_and_changes_nothing() -> None:
    table = parallel_env("dekalko", referee=quick_referee)
    table.reset(seed=1)
    state = table.match.state
    (guess, *_), (skip,) = numbers(table, Guess), numbers(table, Pass)
    _, _, _, _, infos = table.step(waits(table, seat_0=guess, seat_2=skip))
    assert infos == {"seat_0": {"refused": "not_offered"}, "seat_1": {}, "seat_2": {"refused": "not_offered"}}
    assert table.match.state is state


def test_a_move_for_a_phase_that_has_ended_in_the_same_cycle_is_refused() -> None:
    table = parallel_env("split_personality", seats=6, referee=quick_referee)
    refused: set[str] = set()
    for _, _, _, _, infos in cycles(table, 1, 120):
        refused |= {info["refused"] for info in infos.values() if info}
    assert "not_now" in refused
    assert refused <= {"not_now", "already_done"}, (
        "already_done: two reports at once, of which one was enough"
    )


def test_an_ai_seat_may_not_force_an_end_before_its_time() -> None:
    table = parallel_env("dekalko", persons=[True, False, False], referee=quick_referee)
    seen, _ = table.reset(seed=1)
    (cover,) = numbers(table, TakeCover)
    assert [int(seen[agent]["action_mask"][cover]) for agent in table.agents] == [1, 0, 0]
    for _ in range(25):
        seen, *_ = table.step(waits(table))
    assert [int(seen[agent]["action_mask"][cover]) for agent in table.agents] == [1, 1, 1]


def test_with_ai_seats_only_time_goes_on_to_when_they_may_act() -> None:
    table = parallel_env("dekalko", persons=[False] * 3, referee=quick_referee)
    seen, _ = table.reset(seed=1)
    (cover,) = numbers(table, TakeCover)
    assert all(seen[agent]["action_mask"][cover] for agent in table.agents)
    assert isinstance(table.match.state.phase, Tracing)


def test_a_game_that_waits_for_a_referee_that_never_answers_is_told_so() -> None:
    def no_matches(state: Any, ask: Ask, chance: Chance) -> tuple[Any, Chance]:
        return (None if isinstance(ask.answers[0], Matched) else ask.answers[0]), chance

    table = parallel_env("dekalko", config=DekalkoConfig(void_below=0, timers=False), referee=no_matches)
    table.reset(seed=1)
    (cover,) = numbers(table, TakeCover)
    table.step(dict.fromkeys(table.agents, cover))
    (guess, *_) = numbers(table, Guess)
    with pytest.raises(RuntimeError, match="nobody may act"):
        table.step(dict.fromkeys(table.agents, guess))


def test_a_seed_gives_the_same_game_and_what_follows_it_too() -> None:
    table = parallel_env("split_personality", config=SplitConfig(people=30))
    seeds = []
    for seed in (7, None, None, 7, None, None):
        table.reset(seed=seed)
        seeds.append(table.match.seed)
    assert seeds[:3] == seeds[3:]
    assert len(set(seeds)) == 3


def test_a_masked_environment_agrees_with_the_one_for_all_at_once() -> None:
    one, all_at_once = env("quick_guess", seats=2), parallel_env("quick_guess", seats=2)
    one.reset(seed=3)
    seen, _ = all_at_once.reset(seed=3)
    for agent in all_at_once.agents:
        assert np.array_equal(one.observe(agent)["observation"], seen[agent]["observation"])
    for agent in all_at_once.agents:
        assert one.agent_selection == agent
        one.step(1)
    seen, *_ = all_at_once.step(dict.fromkeys(all_at_once.agents, 1))
    for agent in all_at_once.agents:
        assert np.array_equal(one.observe(agent)["observation"], seen[agent]["observation"])


def test_it_shows_what_a_spectator_sees() -> None:
    table = parallel_env("dekalko", render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert shown is not None
    assert shown.startswith('phase: "tracing"\n')
    assert "card: null" in shown
    assert parallel_env("dekalko").render() is None


def test_unknown_games_and_options_are_refused() -> None:
    with pytest.raises(UnknownGameError):
        env("chess")
    with pytest.raises(ConfigError):
        env("dekalko", seats=9)
