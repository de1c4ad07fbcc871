"""PettingZoo's own tests, of every game; their warnings are errors, but for two that no dict is spared.

PettingZoo advises against observations that are no array, except in environments it knows by name, which need a
dict for the same reason: the mask of actions.
"""

from __future__ import annotations

import functools
import types
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

from drawmate.environments import env, parallel_env
from drawmate.games.catalogue import CATALOGUE

pytestmark = [
    pytest.mark.parametrize("game", CATALOGUE),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def seeded(environment: Any) -> Any:
    for number, agent in enumerate(environment.possible_agents):
        environment.action_space(agent).seed(number)
    return environment


def test_api(game: str) -> None:
    api_test(seeded(env(game)), num_cycles=60)


def test_parallel_api(game: str) -> None:
    parallel_api_test(seeded(parallel_env(game)), num_cycles=60)


def test_seed(game: str) -> None:
    seed_test(functools.partial(env, game), num_cycles=60)


def test_max_cycles(game: str) -> None:
    module = types.SimpleNamespace(
        env=functools.partial(env, game), parallel_env=functools.partial(parallel_env, game)
    )
    max_cycles_test(module)
