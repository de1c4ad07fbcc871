"""What is read must fit its type to the letter; anything else is refused, and so is what cannot be written."""

from __future__ import annotations

from typing import Any

import pytest

from drawmate.games.codec import CodecError, decode, encode, loads
from drawmate.games.dekalko.records import TakeCover, Taken
from drawmate.games.races import Guess, Matched
from drawmate.games.rules import Holder, Ready


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Taken, "{"),
        (Taken, "[]"),
        (Taken, '{"type": "Guess", "seat": 1, "cover": 2}'),
        (Taken, '{"seat": 1, "cover": 2, "more": 3}'),
        (Taken, '{"seat": 1}'),
        (Taken, '{"seat": true, "cover": 2}'),
        (Taken, '{"seat": 1.5, "cover": 2}'),
        (Guess | TakeCover, '{"type": "Taken", "seat": 1, "cover": 2}'),
        (int | None, '"1"'),
        (Matched, '{"seat": 1, "kind": "maybe"}'),
        (tuple[int, ...], '{"0": 1}'),
        (tuple[int, ...], '["1"]'),
        (tuple[int, str], "[1]"),
        (frozenset[int], "1"),
    ],
)
def test_what_does_not_fit_its_type_is_refused(kind: Any, text: str) -> None:
    with pytest.raises(CodecError):
        loads(kind, text)


def test_the_type_of_a_record_decides_between_those_allowed_and_may_be_left_out_where_there_is_one() -> None:
    assert decode(Guess | TakeCover, {"type": "TakeCover"}) == TakeCover()
    assert decode(Holder, {"name": "Ana"}) == Holder("Ana")
    assert decode(int | None, None) is None
    assert decode(tuple[int, str], [1, "a"]) == (1, "a")


@pytest.mark.parametrize("value", [b"bytes", {"a": 1}, object(), (Ready(), 1j)])
def test_what_is_no_value_of_a_game_cannot_be_written(value: object) -> None:
    with pytest.raises(CodecError):
        encode(value)
