"""The decisions of RULES.md: every one has a test that cites it, in its name or in its text, and here are some.

Those that belong to no single game, or to what a game leaves out, are tested in this module.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from drawmate.cards.pictures import load_pictures
from drawmate.games import dekalko
from drawmate.games.catalogue import CATALOGUE, Listing
from drawmate.games.chance import Chance
from drawmate.games.contents import cards_in, renamed
from drawmate.games.dekalko.records import Dealt, Showing
from drawmate.games.knowledge import may_know
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Held, Holder, IllegalAction, Ready

TESTS = Path(__file__).parents[1]
SEATS = 4

every_game = pytest.mark.parametrize("listing", CATALOGUE.values(), ids=CATALOGUE)


def citations() -> Iterator[tuple[str, str]]:
    """The decisions that tests cite, and where; what stands outside a test, in a heading for one, does not count."""
    for path in sorted(TESTS.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                body = "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
                found = re.findall(r"d(\d)_(\d+)(?=_)", node.name) + re.findall(r"\bD(\d)\.(\d+)", body)
                for game, number in found:
                    yield f"D{game}.{number}", f"{path.relative_to(TESTS)}: {node.name}"


@pytest.mark.shared
def test_every_decision_has_a_test_that_cites_it_and_no_other_is_cited(shared: Path) -> None:
    rules = (shared / "RULES.md").read_text(encoding="utf-8")
    decisions = re.findall(r"^\| *(D\d+\.\d+) *\|", rules, re.MULTILINE)
    assert len(decisions) > 80, "the tables of RULES.md are read by their first column"
    cited: dict[str, str] = dict(citations())
    assert [decision for decision in decisions if decision not in cited] == []
    assert {decision: where for decision, where in cited.items() if decision not in decisions} == {}


def table(listing: Listing, people: frozenset[int] = frozenset({0, 2})) -> Match:
    """A table of four, two of them AIs."""
    holders = tuple(Holder(f"seat {seat}", seat in people) for seat in range(SEATS))
    return Match(listing.game, listing.config(), holders, 7)


def phases(match: Match) -> Iterator[int]:
    """Play a game at random and stop as each phase begins, and once in its middle; gives the time."""
    met: Counter[int] = Counter()
    for _ in playout(match, Chance(7)):
        epoch = match.state.sitting.clock.epoch
        met[epoch] += 1
        if met[epoch] in (1, 4):
            yield match.entries[-1].now
    assert match.outcome() is not None
    assert len(met) > 5


@every_game
def test_d0_7_a_late_arrival_watches_from_any_moment_on_and_may_do_nothing(listing: Listing) -> None:
    match = table(listing)
    for now in phases(match):
        assert cards_in(match.game.view(match.state, None)) <= may_know(match.state, None)
        assert match.game.offers(match.state, SEATS) == ()
        with pytest.raises(IllegalAction) as caught:
            match.game.apply(match.state, SEATS, Ready(), now)
        assert caught.value.code == "unknown_seat"


@every_game
def test_d0_7_a_late_arrival_takes_an_ai_held_seat_when_a_phase_has_begun(listing: Listing) -> None:
    """The person goes on where the AI was, and is waited for from then on."""
    match = table(listing)
    for now in phases(match):
        state = match.state
        if match.outcome() is not None:
            break
        step = match.game.apply(state, REFEREE, Held(1, True), now)
        after = step.state.sitting
        assert after.persons() == {0, 1, 2}
        assert [holder.name for holder in after.holders] == [holder.name for holder in state.sitting.holders]
        assert after.waits_for() == {0, 1, 2}
        assert match.game.view(step.state, 1).scores == match.game.view(state, 1).scores, "points stay"
        with pytest.raises(IllegalAction) as caught:
            match.game.apply(state, REFEREE, Held(SEATS, True), now)
        assert caught.value.code == "unknown_seat", "no seat is added to a table"


@every_game
def test_d0_11_an_ai_sees_what_a_person_on_its_seat_would_see(listing: Listing) -> None:
    """All views are the same but for who is said to sit there; so is what the seat is told, whoever holds it."""
    match = table(listing)
    for _ in phases(match):
        state = match.state
        for seat in range(SEATS):
            turned = tuple(
                replace(holder, person=not holder.person) if number == seat else holder
                for number, holder in enumerate(state.sitting.holders)
            )
            other = replace(state, sitting=replace(state.sitting, holders=turned))
            view = match.game.view(state, seat)
            assert match.game.view(other, seat) == replace(view, holders=turned)


@every_game
def test_d0_11_what_an_ai_may_do_tells_it_nothing_that_its_view_hides(listing: Listing) -> None:
    match = table(listing, people=frozenset())
    for _ in phases(match):
        state = match.state
        for seat in range(SEATS):
            known = may_know(state, seat)
            offers = match.game.offers(state, seat)
            hidden = sorted(cards_in(state) - known)
            turned = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
            assert match.game.offers(renamed(state, turned), seat) == offers
            assert cards_in_offers(offers) <= known


def cards_in_offers(offers: tuple[Any, ...]) -> frozenset[int]:
    """The cards that the actions of offers name."""
    return frozenset().union(*(cards_in(getattr(offer, "action", None)) for offer in offers))


def test_d4_2_a_picture_card_has_one_side_and_does_not_come_back_as_another() -> None:
    """Seats are dealt a picture, not a card to turn; every picture is a card of its own, with a drawing of its own."""
    pictures = load_pictures()
    assert len({picture.id for picture in pictures}) == len(pictures)
    assert len({picture.drawing for picture in pictures}) == len(pictures)
    kinds = get_args(dekalko.Action)
    assert not [kind.__name__ for kind in kinds if "side" in kind.__dataclass_fields__ or cards_in_type(kind)]
    rounds, seats = dekalko.records.ROUNDS[6], 6
    holders = tuple(Holder(f"seat {seat}") for seat in range(seats))
    match = Match(dekalko.Dekalko(), dekalko.Config(cards=rounds * seats), holders, 3)
    dealt: list[int] = [event.what.card for event in match.events if isinstance(event.what, Dealt)]
    heard = len(match.events)
    for _ in playout(match, Chance(3)):
        dealt += [event.what.card for event in match.events[heard:] if isinstance(event.what, Dealt)]
        heard = len(match.events)
        if isinstance(match.state.phase, Showing):
            view = match.game.view(match.state, None)
            assert view.card == match.state.cards[match.state.artist], "what is shown is what was traced"
    assert sorted(dealt) == list(range(rounds * seats))


def cards_in_type(kind: type) -> bool:
    """Whether actions of a type name a card, and so could choose one."""
    return any("Card" in str(field.type) for field in kind.__dataclass_fields__.values())  # type: ignore[attr-defined]
