"""Cards are found and renamed by the annotations of the records that hold them."""

from __future__ import annotations

from drawmate.games import artbox, dekalko
from drawmate.games.artbox.records import Choosing
from drawmate.games.contents import cards_in, renamed
from drawmate.games.dekalko.records import Dealt, Taken
from drawmate.games.record import Match
from drawmate.games.rules import Holder

HOLDERS = tuple(Holder(f"s{n}") for n in range(3))


def test_a_card_is_what_is_annotated_so_and_nothing_else() -> None:
    assert cards_in(Dealt(7)) == {7}
    assert cards_in(Taken(1, 3)) == frozenset()
    assert cards_in(Choosing(((1, 2), (3, 4)), (None, 4))) == {1, 2, 3, 4}


def test_every_card_of_a_state_is_found_in_its_unions_and_tuples() -> None:
    state = Match(artbox.ArtBox(), artbox.Config(words=20), HOLDERS, 1).state
    assert cards_in(state) == set(range(20))


def test_renaming_swaps_cards_and_twice_is_the_same_again() -> None:
    state = Match(dekalko.Dekalko(), dekalko.Config(cards=15), HOLDERS, 1).state
    names = {3: 4, 4: 3}
    other = renamed(state, names)
    assert other != state
    assert other.sitting == state.sitting
    assert renamed(other, names) == state
