"""The criterion language: JSON, what holds of an arrangement, and what follows by form."""

import math
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawmate.cards.criteria import (
    Absent,
    Amount,
    Between,
    Both,
    Compared,
    Count,
    Criterion,
    HasPart,
    Located,
    Present,
    Related,
    Simple,
    decode,
    encode,
    kind,
    things,
)
from drawmate.cards.criteria_boxes import Box, Relation, Size, Zone
from drawmate.cards.criteria_implication import implies
from drawmate.cards.criteria_judging import evidence, holds, margin
from drawmate.cards.scene_errors import SceneError


@dataclass(frozen=True)
class Seen:
    label: str
    box: Box
    parts: tuple[str, ...] = ()


PICTURE = (
    Seen("house", Box(300, 300, 600, 600), ("chimney",)),
    Seen("dog", Box(80, 500, 200, 600)),
    Seen("tree", Box(700, 250, 900, 600)),
    Seen("tree", Box(100, 100, 200, 300)),
    Seen("duck", Box(400, 700, 480, 780)),
    Seen("pond", Box(300, 740, 700, 900)),
)

NAMES = ("dog", "house", "tree", "palm tree", "duck", "bird", "animal", "pond", "sun")
names = st.sampled_from(NAMES)
simple: st.SearchStrategy[Simple] = st.one_of(
    st.builds(Present, names),
    st.builds(Absent, names),
    st.builds(Count, st.sampled_from(Amount), st.integers(2, 4), names),
    st.builds(Count, st.just(Amount.EXACTLY), st.just(1), names),
    st.builds(Located, names, st.sampled_from(Zone)),
    st.builds(Related, names, st.sampled_from(Relation), names),
    st.builds(Between, names, names, names),
    st.builds(Compared, names, st.sampled_from(Size), names),
    st.builds(HasPart, names, st.sampled_from(("chimney", "nest"))),
)
criteria: st.SearchStrategy[Criterion] = st.one_of(simple, st.builds(Both, simple, simple))


@st.composite
def seen(draw: st.DrawFn) -> Seen:
    left, top = draw(st.integers(0, 18)) * 50, draw(st.integers(0, 18)) * 50
    width, height = draw(st.integers(1, 12)) * 50, draw(st.integers(1, 12)) * 50
    label = draw(st.sampled_from([name for name in NAMES if name != "animal"]))
    parts = draw(st.sampled_from([(), ("chimney",), ("nest",)]))
    return Seen(label, Box(float(left), float(top), float(left + width), float(top + height)), parts)


arrangements = st.lists(seen(), max_size=7).map(tuple)


@given(criteria)
def test_json_round_trip(criterion: Criterion) -> None:
    assert decode(encode(criterion)) == criterion
    assert kind(criterion) == encode(criterion)[0]


def test_the_json_is_the_documented_one() -> None:
    assert encode(Both(Count(Amount.AT_MOST, 3, "bird"), Related("dog", Relation.LEFT_OF, "house"))) == [
        "both",
        ["count", "at_most", 3, "bird"],
        ["related", "dog", "left_of", "house"],
    ]
    assert encode(Between("dog", "tree", "house")) == ["between", "dog", "tree", "house"]
    assert encode(Compared("dog", Size.TALLER, "tree")) == ["compared", "dog", "taller", "tree"]
    assert encode(HasPart("house", "chimney")) == ["part", "house", "chimney"]
    assert encode(Located("sun", Zone.TOP_LEFT)) == ["located", "sun", "top_left"]


@pytest.mark.parametrize(
    ("value", "code", "path"),
    [
        ("present", "wrong_type", "c"),
        (["present"], "bad_value", "c"),
        (["shiny", "dog"], "bad_value", "c"),
        (["present", 3], "wrong_type", "c[1]"),
        (["present", ""], "wrong_type", "c[1]"),
        (["count", "about", 3, "dog"], "bad_value", "c[1]"),
        (["count", "exactly", 0, "dog"], "bad_value", "c[2]"),
        (["count", "at_least", 1, "dog"], "bad_value", "c[2]"),
        (["count", "exactly", 13, "dog"], "bad_value", "c[2]"),
        (["count", "exactly", True, "dog"], "bad_value", "c[2]"),
        (["located", "dog", "nowhere"], "bad_value", "c[2]"),
        (["related", "dog", "loves", "cat"], "bad_value", "c[2]"),
        (["compared", "dog", "fatter", "cat"], "bad_value", "c[2]"),
        (["between", "dog", "cat", None], "wrong_type", "c[3]"),
        (["both", ["present", "dog"], ["both", ["present", "a"], ["present", "b"]]], "bad_value", "c[2]"),
    ],
)
def test_what_is_not_a_criterion_is_refused(value: Any, code: str, path: str) -> None:
    with pytest.raises(SceneError) as refused:
        decode(value, "c")
    assert (refused.value.code, refused.value.path) == (code, path)


@pytest.mark.parametrize(
    ("value", "so"),
    [
        (["present", "dog"], True),
        (["present", "animal"], True),
        (["present", "cat"], False),
        (["absent", "cat"], True),
        (["absent", "animal"], False),
        (["count", "exactly", 2, "tree"], True),
        (["count", "exactly", 1, "tree"], False),
        (["count", "at_least", 2, "animal"], True),
        (["count", "at_least", 3, "animal"], False),
        (["count", "at_most", 2, "tree"], True),
        (["count", "at_most", 2, "cat"], False),
        (["located", "tree", "top_left"], True),
        (["located", "tree", "right_third"], True),
        (["located", "house", "middle"], True),
        (["located", "dog", "right_half"], False),
        (["related", "dog", "left_of", "house"], True),
        (["related", "house", "left_of", "dog"], False),
        (["related", "tree", "above", "tree"], True),
        (["related", "dog", "near", "dog"], False),
        (["related", "duck", "on", "pond"], True),
        (["related", "bird", "on", "pond"], True),
        (["between", "house", "tree", "tree"], True),
        (["between", "dog", "tree", "tree"], False),
        (["between", "house", "dog", "tree"], True),
        (["compared", "house", "larger", "dog"], True),
        (["compared", "tree", "taller", "tree"], True),
        (["part", "house", "chimney"], True),
        (["part", "building", "chimney"], True),
        (["part", "tree", "nest"], False),
        (["both", ["present", "dog"], ["absent", "cat"]], True),
        (["both", ["present", "cat"], ["absent", "sun"]], False),
    ],
)
def test_every_kind_is_judged(value: list[Any], so: bool) -> None:
    assert holds(decode(value), PICTURE) is so


@given(criteria)
def test_nothing_holds_of_a_blank_canvas(criterion: Criterion) -> None:
    """D1.28."""
    assert not holds(criterion, ())


def test_a_label_nobody_knows_is_something_but_nothing_asked_for() -> None:
    odd = (Seen("gizmo", Box(0, 0, 10, 10)),)
    assert holds(Absent("dog"), odd)
    assert not holds(Present("dog"), odd)


def test_evidence_points_at_the_objects() -> None:
    assert evidence(Related("dog", Relation.LEFT_OF, "house"), PICTURE) == (1, 0)
    assert evidence(Located("tree", Zone.TOP_LEFT), PICTURE) == (3,)
    assert evidence(Count(Amount.EXACTLY, 2, "tree"), PICTURE) == (2, 3)
    assert evidence(Absent("cat"), PICTURE) == ()
    assert evidence(Both(Present("dog"), Present("house")), PICTURE) == (1, 0)


def test_the_margin_is_that_of_the_clearest_pair() -> None:
    assert margin(Present("dog"), PICTURE) == math.inf
    assert margin(Present("cat"), PICTURE) == -math.inf
    assert margin(Compared("tree", Size.TALLER, "tree"), PICTURE) == pytest.approx((1.75 - 1.2) / 0.3)


@settings(max_examples=400)
@given(criteria, criteria, arrangements)
def test_implication_is_sound(first: Criterion, then: Criterion, arrangement: tuple[Seen, ...]) -> None:
    if implies(first, then) and holds(first, arrangement):
        assert holds(then, arrangement)


@given(criteria)
def test_everything_implies_itself(criterion: Criterion) -> None:
    assert implies(criterion, criterion)


@pytest.mark.parametrize(
    ("given_", "then"),
    [
        (["related", "dog", "left_of", "house"], ["related", "house", "right_of", "dog"]),
        (["related", "dog", "left_of", "house"], ["present", "animal"]),
        (["related", "duck", "inside", "pond"], ["related", "pond", "near", "bird"]),
        (["related", "dog", "near", "duck"], ["count", "at_least", 2, "animal"]),
        (["count", "exactly", 3, "duck"], ["count", "at_least", 2, "bird"]),
        (["count", "exactly", 3, "duck"], ["count", "at_most", 4, "duck"]),
        (["absent", "animal"], ["absent", "dog"]),
        (["located", "sun", "top_left"], ["located", "sun", "corner"]),
        (["located", "sun", "left_third"], ["located", "sun", "left_half"]),
        (["between", "dog", "tree", "tree"], ["related", "tree", "left_of", "dog"]),
        (["compared", "house", "larger", "dog"], ["compared", "dog", "smaller", "house"]),
        (["both", ["present", "dog"], ["absent", "sun"]], ["present", "animal"]),
        (["part", "house", "chimney"], ["part", "building", "chimney"]),
    ],
)
def test_what_follows_is_seen(given_: list[Any], then: list[Any]) -> None:
    assert implies(decode(given_), decode(then))


@pytest.mark.parametrize(
    ("given_", "then"),
    [
        (["present", "animal"], ["present", "dog"]),
        (["count", "exactly", 3, "duck"], ["count", "exactly", 3, "bird"]),
        (["count", "at_most", 3, "duck"], ["count", "at_most", 4, "bird"]),
        (["located", "sun", "corner"], ["located", "sun", "top_left"]),
        (["between", "dog", "tree", "house"], ["related", "tree", "left_of", "dog"]),
        (["absent", "dog"], ["absent", "animal"]),
    ],
)
def test_what_does_not_follow_is_not(given_: list[Any], then: list[Any]) -> None:
    assert not implies(decode(given_), decode(then))


def test_the_things_of_a_criterion() -> None:
    assert list(things(Both(Between("a", "b", "c"), Absent("d")))) == ["a", "b", "c", "d"]
