"""How records become vectors, and where the meaning of a number is taken from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

pytest.importorskip("pettingzoo")

from drawmate.environments.encoding import part_of
from drawmate.environments.meaning import SEAT, TIME, Sizes, fields_of, mark_of, values_of
from drawmate.games.clock import Milliseconds
from drawmate.games.dekalko.records import Taken
from drawmate.games.races import Attempt
from drawmate.games.rules import Card, Seat

SIZES = Sizes(seats=3, cards=4, texts=("cat", "dog"), phases=("one", "two"))


@dataclass(frozen=True)
class Thing:
    """A record with a field of every kind."""

    name: str
    phase: str
    at: Milliseconds
    took: Milliseconds
    card: Card | None
    seats: frozenset[Seat]
    kind: Literal["a", "b"]
    said: tuple[str, ...]
    which: Taken | Attempt


THING = Thing("Bo", "two", 1_000, 20_000, 3, frozenset({0, 2}), "b", ("dog",) * 4, Taken(1, 10))


def encoded(thing: Thing, now: int = 1_000) -> dict[str, float]:
    part = part_of(Thing, SIZES)
    values = part.write(thing, now)
    assert len(values) == len(part.columns) == len(set(part.columns))
    return dict(zip(part.columns, values, strict=True))


def test_seats_and_times_are_told_from_other_numbers() -> None:
    assert [mark_of(kind) for kind in fields_of(Taken).values()] == [SEAT, None]
    assert [mark_of(kind) for kind in fields_of(Attempt).values()] == [SEAT, None, TIME, None]


def test_names_are_left_out() -> None:
    assert not any("name" in column for column in encoded(THING))


def test_a_choice_is_one_column_a_value() -> None:
    values = encoded(THING)
    assert (values[".phase=one"], values[".phase=two"]) == (0, 1)
    assert (values[".kind=a"], values[".kind=b"]) == (0, 1)
    assert [values[f".seats={seat}"] for seat in range(3)] == [1, 0, 1]


def test_points_in_time_are_counted_from_now_and_durations_are_not() -> None:
    assert encoded(THING)[".at"] == 0
    assert encoded(THING, now=21_000)[".at"] == -0.5
    assert encoded(THING)[".took"] == encoded(THING, now=21_000)[".took"] == 0.5


def test_what_is_missing_is_told_from_zero() -> None:
    assert (encoded(THING)[".card?"], encoded(THING)[".card"]) == (1, 1)
    without = encoded(Thing("", "one", 0, 0, None, frozenset(), "a", (), Taken(0, 0)))
    assert (without[".card?"], without[".card"]) == (0, 0)


def test_a_tuple_has_room_for_so_many_and_keeps_the_last() -> None:
    values = encoded(
        Thing("", "one", 0, 0, 1, frozenset(), "a", ("dog", "cat", "cat", "a horse"), Taken(0, 0))
    )
    assert [values[f".said[{place}]?"] for place in range(3)] == [1, 1, 1]
    assert [values[f".said[{place}]=cat"] for place in range(3)] == [1, 1, 0]
    assert values[".said[2]=dog"] == 0, "a text that is not of the vocabulary"


def test_a_union_has_room_for_each_of_its_kinds() -> None:
    values = encoded(THING)
    assert (values[".which.Taken?"], values[".which.Attempt?"]) == (1, 0)
    assert values[".which.Taken.cover"] == 0.5


def test_all_values_of_a_record_are_listed() -> None:
    assert len(list(values_of(Literal["a", "b"] | None, SIZES))) == 3
    with pytest.raises(KeyError):
        list(values_of(Taken, SIZES))


def test_a_type_that_cannot_be_encoded_is_refused() -> None:
    with pytest.raises(TypeError):
        part_of(dict[str, int], SIZES)
