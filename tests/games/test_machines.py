"""Every game under hostile hands: wrong actors, stale actions, made-up fields, leaping clocks, leavers.

Hypothesis drives a table of each game through legal and other actions. Whatever comes, a refused action changes
nothing and an accepted one was offered; states and views survive JSON; no view or event tells a secret; a game that is
not over waits for somebody or for its deadline; its record replays to the same game; and left alone, it ends.
"""

from __future__ import annotations

import dataclasses
import types
from itertools import islice
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from drawmate.games import artbox, dekalko, duplik, quick_guess, split_personality
from drawmate.games.catalogue import CATALOGUE, Listing
from drawmate.games.chance import Chance
from drawmate.games.clock import LAG
from drawmate.games.codec import decode, dumps, encode
from drawmate.games.knowledge import leaks, told
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Ask, Choice, Held, Holder, IllegalAction, Offer, Write

MOST_SEATS = 5
TEXT = "a cat"

CONFIGS: dict[str, tuple[Any, ...]] = {
    "duplik": (
        duplik.Config(cards=12),
        duplik.Config(cards=12, choose_scene=True, ai_marks=True, people_decide=True),
        duplik.Config(cards=12, ai_marks=False, timers=False),
    ),
    "split_personality": (
        split_personality.Config(people=50),
        split_personality.Config(people=50, rounds=1, sealed=True, free_text=False, stretch=0.5),
    ),
    "artbox": (
        artbox.Config(words=20),
        artbox.Config(words=40, groups=tuple(n // 2 for n in range(40)), decoys=2, stretch=2),
    ),
    "dekalko": (dekalko.Config(cards=20), dekalko.Config(cards=25, void_below=1.0)),
    "quick_guess": (
        quick_guess.Config(words=12, rounds=12),
        quick_guess.Config(words=2, rounds=1, stretch=3),
    ),
}

PROFILE = settings(
    max_examples=20,
    stateful_step_count=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type, likely ones and others."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return values(arguments[0])
    if origin in (Union, types.UnionType):
        return st.one_of(*(values(argument) for argument in arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.one_of(
            *(st.lists(values(arguments[0]), min_size=n, max_size=n).map(tuple) for n in (0, 10))
        )
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return st.builds(kind, **{name: values(hint) for name, hint in get_type_hints(kind).items()})
    if kind is int:
        return st.integers(-1, 12) | st.integers()
    if kind is float:
        return st.floats(0, 1) | st.floats()
    if kind is str:
        return st.text(max_size=8) | st.sampled_from(["", " ", "x" * 1_000, "\u2014\U0001f408"])
    return {bool: st.booleans(), type(None): st.none()}[kind]


def offered(offers: tuple[Offer, ...], action: Any) -> bool:
    """Whether an action is what one of the offers means; of the referee's answers the kind and the seat decide."""
    if isinstance(action, Held):
        return True
    for offer in offers:
        match offer:
            case Choice(choice) if choice == action:
                return True
            case Write(blank, field, longest) if type(blank) is type(action):
                text = getattr(action, field)
                if offer.fill(text) == action and 0 < len(text) <= longest:
                    return True
            case Ask(_, answers):
                seats = {(type(answer), getattr(answer, "seat", None)) for answer in answers}
                if (type(action), getattr(action, "seat", None)) in seats:
                    return True
    return False


def examples(offer: Offer) -> tuple[Any, ...]:
    match offer:
        case Choice(action):
            return (action,)
        case Write():
            return (offer.fill(TEXT),)
        case Ask(_, answers):
            return answers
        case _:
            return ()


class Table(RuleBasedStateMachine):
    """A table at which anything is tried."""

    listing: Listing

    @initialize(
        data=st.data(), seed=st.integers(0, (1 << 64) - 1), ahead=st.integers(0, 25) | st.integers(0, 150)
    )
    def begin(self, data: st.DataObject, seed: int, ahead: int) -> None:
        """A game that has gone on for some moves of random legal players."""
        game = self.listing.game
        seats = data.draw(st.integers(game.seats.start, min(MOST_SEATS, game.seats.stop - 1)))
        people = data.draw(st.lists(st.booleans(), min_size=seats, max_size=seats))
        config = data.draw(st.sampled_from(CONFIGS[game.name]))
        holders = tuple(Holder(f"s{seat}", person) for seat, person in enumerate(people))
        self.match = Match(game, config, holders, seed)
        for _ in islice(playout(self.match, Chance(seed)), ahead):
            pass
        self.now = self.match.entries[-1].now if self.match.entries else 0
        self.heard, self.before = len(self.match.events), self.match.state
        self.hostile_actions = values(self.listing.action)

    @property
    def actors(self) -> tuple[int, ...]:
        return (REFEREE, *self.match.state.sitting.seats)

    @property
    def over(self) -> bool:
        return self.match.outcome() is not None

    def floor(self, actor: int, offer: Offer) -> int:
        """The time from which an actor may take an offer: an AI has to wait for some (D0.10)."""
        waits = actor != REFEREE and not self.match.state.sitting.holders[actor].person
        return (waits and getattr(offer, "ai_from", None)) or -LAG

    def attempt(self, actor: int, action: Any, now: int) -> bool:
        """Apply an action that may be refused; a refused one changes nothing, an accepted one was offered."""
        state, text = self.match.state, dumps(self.match.state)
        offers = self.match.game.offers(state, actor)
        try:
            self.match.apply(actor, action, now)
        except IllegalAction as refusal:
            code = refusal.code
        else:
            code = None
        assert dumps(state) == text
        if code is not None:
            assert code.replace("_", "").isalpha()
            assert self.match.state is state
            return False
        assert offered(offers, action), f"{actor}: {action}"
        report = isinstance(action, split_personality.records.Report)
        assert actor == REFEREE or report or not state.sitting.clock.late(now), (
            "D2.6: only reports may be late"
        )
        self.now = max(self.now, now)
        return True

    @precondition(lambda self: not self.over)
    @rule(pick=st.integers(0, 1_000), leap=st.integers(0, 3_000), lag=st.sampled_from([0, 0, LAG]))
    def act(self, pick: int, leap: int, lag: int) -> None:
        """Something legal; as long as it is not late it is accepted."""
        now = self.now + leap - lag
        moves = [
            (actor, action)
            for actor in self.actors
            for offer in self.match.game.offers(self.match.state, actor)
            if self.floor(actor, offer) <= now
            for action in examples(offer)
        ]
        if moves:
            actor, action = moves[pick % len(moves)]
            late = self.match.state.sitting.clock.late(now)
            done = self.attempt(actor, action, now)
            assert done or late or lag, f"{actor}: {action} was offered and refused"

    @rule(data=st.data())
    def meddle(self, data: st.DataObject) -> None:
        """Some action with fields of any value, by anyone."""
        actor = data.draw(st.sampled_from((*self.actors, -2, len(self.actors), 1 << 70)))
        self.attempt(actor, data.draw(self.hostile_actions), self.now)

    @precondition(lambda self: self.match.entries)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """An action that was legal once, by its actor or by another."""
        past = [entry.action for entry in self.match.entries[-30:] if entry.action is not None]
        if past:
            actor = data.draw(st.sampled_from(self.actors))
            self.attempt(actor, data.draw(st.sampled_from(past)), self.now)

    @rule(leap=st.integers(0, 20_000) | st.integers(0, 10_000_000))
    def leap(self, leap: int) -> None:
        """Time goes by, and nobody wakes the clock."""
        self.now += leap

    @rule(times=st.integers(1, 3))
    def wake(self, times: int) -> None:
        """The clock is asked now, early or late, and more than once."""
        for number in range(times):
            state = self.match.state
            self.match.expire(self.now)
            if number or not state.sitting.clock.over(self.now):
                assert self.match.state is state

    @precondition(lambda self: self.match.state.sitting.clock.deadline is not None)
    @rule(late=st.sampled_from([-1, 0, 1, 60_000]))
    def run_out(self, late: int) -> None:
        """The clock is asked at the end of the phase, or just before."""
        state = self.match.state
        clock = state.sitting.clock
        self.now = max(self.now, clock.deadline + clock.grace + late)
        self.match.expire(self.now)
        assert (self.match.state is state) == (not clock.over(self.now))

    @precondition(lambda self: not self.over)
    @rule(seat=st.integers(0, MOST_SEATS - 1), person=st.booleans())
    def change_holder(self, seat: int, person: bool) -> None:
        known = seat in self.match.state.sitting.seats
        assert self.attempt(REFEREE, Held(seat, person), self.now) == known

    @precondition(lambda self: not self.over)
    @rule(person=st.booleans())
    def change_all_holders(self, person: bool) -> None:
        for seat in self.match.state.sitting.seats:
            if not self.over:
                self.attempt(REFEREE, Held(seat, person), self.now)

    @invariant()
    def states_and_views_survive_json(self) -> None:
        state = self.match.state
        assert decode(type(state), encode(state)) == state
        for seat in (*state.sitting.seats, None):
            view = self.match.game.view(state, seat)
            assert decode(type(view), encode(view)) == view

    @invariant()
    def nothing_leaks(self) -> None:
        assert leaks(self.match.game, self.match.state) == []
        for event in self.match.events[self.heard :]:
            assert told(event, self.before, self.match.state) == []
        self.heard, self.before = len(self.match.events), self.match.state

    @invariant()
    def somebody_or_the_clock_is_waited_for(self) -> None:
        state = self.match.state
        if not self.over and state.sitting.clock.deadline is None:
            offers = (o for actor in self.actors for o in self.match.game.offers(state, actor))
            assert any(examples(offer) for offer in offers)

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        again = self.match.replayed()
        assert again.digest() == self.match.digest()
        self.leave_alone()

    def leave_alone(self) -> None:
        """With nobody but the referee and the clock (where there are no timers: whoever may act) it ends."""
        for _ in range(3_000):
            if self.over:
                return
            state = self.match.state
            clock = state.sitting.clock
            if clock.deadline is not None:
                self.now = max(self.now, clock.deadline + clock.grace)
                self.match.expire(self.now)
                continue
            offers = [(a, o) for a in self.actors for o in self.match.game.offers(state, a) if examples(o)]
            actor, offer = offers[0]
            self.now = max(self.now, self.floor(actor, offer))
            self.match.apply(actor, examples(offer)[-1], self.now)
        pytest.fail("a game that is left alone must end")


@pytest.mark.parametrize("name", CATALOGUE)
def test_whatever_is_tried_at_a_table_its_game_stays_sound(name: str) -> None:
    machine = type(f"Table_{name}", (Table,), {"listing": CATALOGUE[name]})
    run_state_machine_as_test(machine, settings=PROFILE)
