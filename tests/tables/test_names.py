"""Names at a table: visible, short enough, and no two that look alike (T50 to T53)."""

from __future__ import annotations

import pytest

from drawmate.tables.names import checked_name, same_look
from drawmate.tables.refusals import Refusal

FAMILY = "\U0001f468‍\U0001f469‍\U0001f467‍\U0001f466"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Fox", "Fox"),
        ("  Fox the   second ", "Fox the second"),
        ("Zoë", "Zoë"),
        (FAMILY * 4, FAMILY * 4),
        ("\u202fNBSP", "NBSP"),
        ("שלום", "שלום"),
    ],
)
def test_a_name_is_kept_as_it_is_seen(given: str, kept: str) -> None:
    assert checked_name(given, ()) == kept


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "​​", "a\x00b", "abc‮gnp", "\ud83d", "\u3164", "⠀", "x" * 25,
        FAMILY * 25, "e" + "\u0301" * 250, "a\nb\u2028", "▀▄▀▄",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_or_is_too_long_is_no_name(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_name(name, ())
    assert (refused.value.code, refused.value.path) == ("bad_name", "name")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Fox", " fox"), ("Fox", "Fоx"), ("Fox", "F0x"), ("lilly", "IiIIy"), ("Zoë", "Zoë"), ("Owl", "O w l")],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert same_look(one, other)
    with pytest.raises(Refusal) as refused:
        checked_name(other, ["Ant", one])
    assert refused.value.code == "name_taken"


@pytest.mark.parametrize(("one", "other"), [("Fox", "Box"), ("Fox", "Fox 2"), ("Ana", "Anna"), ("房", "间")])
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    assert not same_look(one, other)
    assert checked_name(other, [one]) == other
