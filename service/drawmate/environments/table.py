"""A table of any game as a PettingZoo environment whose agents are the seats.

**A cycle.** Several seats may act at once in these games, so every seat moves once in every cycle: it takes an
action or waits. All moves of a cycle have the same time and are applied in an order of chance, so that no seat is
always first in a race; one whose phase has ended meanwhile is refused, as at a table. Then the referee is asked,
and a ``tick`` of time goes by. ``env`` is the same environment with one agent at a time (the moves of a cycle take
effect after its last seat).

**The referee** (verdicts of models, facts about ink) is no agent. The environment plays it by a function; the
standard one answers by seeded chance. Each question is answered once.

**The clock.** When time is up the game's own defaults are applied. While no seat can do anything but wait, time
goes on at once: to the referee's next answer, to when an AI may act, or to the deadline.

**Observations** are made of ``game.view`` for that seat and nothing else. ``action_mask`` has a 1 for waiting,
always, and for all that is offered. An action that is not offered counts as waiting; ``infos`` says why it was
refused. **Rewards** are changes of one's own score, which come when rounds are scored.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from drawmate.environments.actions import WAIT, Actions, actions_of, awaited
from drawmate.environments.encoding import Part, part_of
from drawmate.environments.meaning import sizes_of
from drawmate.environments.referee import Referee, random_referee
from drawmate.games.catalogue import Listing, listing_of
from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.codec import dumps
from drawmate.games.playouts import WORDS
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Ask, Holder, IllegalAction, Offer, Seat

TICK: Final[Milliseconds] = 1_000
LONGEST_WAIT: Final = 2_000
"""Steps of time without a seat that can move, after which the referee is taken to have left the game hanging."""

Observation = dict[str, Any]


class TableEnv(ParallelEnv):  # type: ignore[misc]
    """All seats of a table at once; made by ``parallel_env``.

    Attributes:
        match: the game that is played, with its record: ``dump_capsule(env.unwrapped.match)`` keeps it.
        actions: what the numbers of actions mean.
        columns: what the numbers of an observation mean.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        listing: Listing,
        *,
        seats: int | None = None,
        config: Any = None,
        persons: Sequence[bool] | None = None,
        texts: Sequence[str] = WORDS,
        referee: Referee = random_referee,
        tick: Milliseconds = TICK,
        max_cycles: int = 1_000,
        render_mode: str | None = None,
    ) -> None:
        count = listing.game.seats.start if seats is None else seats
        kinds = (True,) * count if persons is None else tuple(persons)
        self.metadata = {
            "name": f"drawmate_{listing.game.name}",
            "render_modes": ["ansi"],
            "is_parallelizable": True,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self.agents: list[str] = []
        self._game, self._config = listing.game, listing.config() if config is None else config
        self._holders = tuple(Holder(agent, p) for agent, p in zip(self.possible_agents, kinds, strict=True))
        self._referee, self._tick = referee, tick
        self._random: np.random.Generator | None = None
        self._now: Milliseconds = 0
        self._chance = Chance(0)
        self._answered: set[tuple[Any, type]] = set()
        self.match = self._started(0)
        sizes = sizes_of(self.match.state, tuple(texts))
        self.actions: Actions = actions_of(listing.action, sizes)
        self._part: Part = part_of(type(self._game.view(self.match.state, None)), sizes)
        self.columns = (*(f"own{agent[4:]}" for agent in self.possible_agents), *self._part.columns)
        size = len(self.actions.numbered)
        self._action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1, 1, (len(self.columns),), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """A vector in -1..1 and the mask of actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of ``actions``."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; without a seed the next one of the sequence that the last seed began. No ``options``."""
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self.match = self._started(int(self._random.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.cycles = 0
        self._settle()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """A cycle: every seat's move, the referee's answers, a tick of time."""
        before = self._totals()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        may = {agent: self._may(seat) for seat, agent in enumerate(self.agents)}
        epoch = self.match.state.sitting.clock.epoch
        order, self._chance = self._chance.shuffle(range(len(self.agents)))
        for seat in order:
            agent = self.agents[seat]
            code = self._move(seat, actions.get(agent), may[agent], epoch)
            if code is not None:
                infos[agent] = {"refused": code}
        self.cycles += 1
        self._ask()
        self._now += self._tick
        self._settle()
        agents, over = self.agents, self.match.outcome() is not None
        cut = not over and self.cycles >= self.max_cycles
        gained = [float(after - b) for after, b in zip(self._totals(), before, strict=True)]
        seen = self._observations()
        if over or cut:
            self.agents = []
        return (
            seen,
            dict(zip(agents, gained, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def render(self) -> str | None:
        """With ``render_mode="ansi"`` what a spectator sees, a field a line."""
        if self.render_mode != "ansi":
            return None
        view = self._game.view(self.match.state, None)
        return "\n".join(f"{f.name}: {dumps(getattr(view, f.name))}" for f in dataclasses.fields(view))

    def close(self) -> None:
        """Nothing is held open."""

    def _started(self, seed: int) -> Match:
        self._now, self._chance, self._answered = 0, Chance(seed ^ 0xE17), set()
        return Match(self._game, self._config, self._holders, seed)

    def _offers(self, seat: Seat) -> tuple[Offer, ...]:
        late = self.match.outcome() is not None or self.match.state.sitting.clock.late(self._now)
        return () if late else self._game.offers(self.match.state, seat)

    def _may(self, seat: Seat) -> frozenset[int]:
        return self.actions.now(self._offers(seat), person=self._holders[seat].person, now=self._now)

    def _move(self, seat: Seat, number: int | None, may: frozenset[int], epoch: int) -> str | None:
        """Apply a move; the code of the refusal if it was refused."""
        if number is None or number == WAIT:
            return None
        if number not in may:
            return "not_offered"
        if self.match.state.sitting.clock.epoch != epoch:
            return "not_now"
        try:
            self.match.apply(seat, self.actions.numbered[number], self._now)
        except IllegalAction as error:
            return error.code
        return None

    def _open(self) -> list[Ask]:
        """The questions that have not been answered."""
        asks = [o for o in self._game.offers(self.match.state, REFEREE) if isinstance(o, Ask)]
        return [ask for ask in asks if (ask.question, type(ask.answers[0])) not in self._answered]

    def _ask(self) -> bool:
        """Ask the referee every open question; whether anything was answered."""
        answered = False
        for ask in self._open():
            if ask not in self._game.offers(self.match.state, REFEREE):
                continue
            answer, self._chance = self._referee(self.match.state, ask, self._chance)
            if answer is not None:
                self.match.apply(REFEREE, answer, self._now)
                self._answered.add((ask.question, type(answer)))
                answered = True
        return answered

    def _settle(self) -> None:
        """Let referee and clock go on until a seat may move or the game is over.

        Raises:
            RuntimeError: that never comes to be.
        """
        seats = self.match.state.sitting.seats
        for _ in range(LONGEST_WAIT):
            clock = self.match.state.sitting.clock
            if self.match.outcome() is not None:
                return
            if clock.over(self._now) or clock.late(self._now):
                self._now = max(self._now, clock.deadline + clock.grace)
                self.match.expire(self._now)
            elif any(self._may(seat) for seat in seats):
                return
            elif self._open():
                self._now += 0 if self._ask() else self._tick
            else:
                times = [time for seat in seats for time in awaited(self._offers(seat), self._now)]
                times += [] if clock.deadline is None else [clock.deadline + clock.grace]
                if not times:
                    break
                self._now = min(times)
        raise RuntimeError(f"{self._game.name}: nobody may act, and neither referee nor clock goes on")

    def _totals(self) -> tuple[int, ...]:
        scores = self._game.view(self.match.state, None).scores
        return tuple(sum(column) for column in zip(*scores, strict=True)) or (0,) * len(self._holders)

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.agents)}

    def _observation(self, seat: Seat) -> Observation:
        own = [float(seat == other) for other in range(len(self._holders))]
        seen = self._part.write(self._game.view(self.match.state, seat), self._now)
        mask = np.zeros(len(self.actions.numbered), np.int8)
        mask[[WAIT, *self._may(seat)]] = 1
        return {"observation": np.array([*own, *seen], np.float32), "action_mask": mask}


def parallel_env(game: str, **options: Any) -> TableEnv:
    """An environment in which all seats of a game move at once.

    Args:
        game: a name of the catalogue, e.g. ``dekalko``.
        options: ``seats`` (the fewest), ``config`` (the game's own options), ``persons`` (for each seat, whether it
            is a person or an AI: all are persons), ``texts`` (what can be written), ``referee``, ``tick`` (milliseconds
            of a cycle), ``max_cycles``, ``render_mode`` (``ansi``).

    Raises:
        UnknownGameError: there is no such game.
        ConfigError: a game cannot be started with these options.
    """
    return TableEnv(listing_of(game), **options)


def env(game: str, **options: Any) -> AECEnv:
    """The environment of ``parallel_env`` with one seat at a time."""
    return parallel_to_aec(parallel_env(game, **options))
