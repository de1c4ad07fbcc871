"""The referee's answers to what the games ask."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from drawmate.cards.criteria import Absent, Criterion, HasPart, Located, Present
from drawmate.cards.criteria_boxes import Zone
from drawmate.cards.decks import config_for, deck_of
from drawmate.cards.pictures import load_pictures
from drawmate.cards.shapes import Placement, rolled, stamp
from drawmate.games.artbox.records import Checked
from drawmate.games.catalogue import CATALOGUE
from drawmate.games.codec import decode
from drawmate.games.dekalko.records import Inked as TracingInked
from drawmate.games.dekalko.records import TakeCover, Traced
from drawmate.games.duplik.records import Inked as CanvasInked
from drawmate.games.quick_guess import Drawing as Drawing20
from drawmate.games.quick_guess import Recognised
from drawmate.games.races import Attempt, Guess, Matched, MatchKind
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Ask, Holder, Ink, Ready
from drawmate.games.split_personality.records import Lettering, Listed, Seated, Written
from drawmate.ink import Drawing
from drawmate.judging.criteria import judge_scene
from drawmate.judging.question import Question, question_of
from drawmate.judging.referee import answer
from drawmate.judging.scene import grouped, read_scene
from drawmate.recognition.ranking import Guess as Seen
from drawmate.recognition.ranking import Recognition
from drawmate.words import by_label
from drawmate.words.lexicon import lexicon
from drawmate.words.secret import written

BLANK = Drawing.from_strokes([])
DOT = Drawing.from_strokes([[[500], [500]]])


class Says:
    """Sees the given label in everything that has ink."""

    def __init__(self, label: str, probability: float = 0.9) -> None:
        self.labels = (label, "cat", "dog", "sun", "house", "cloud")
        self.said = Seen(label, probability)

    def recognise(
        self,
        drawings: Sequence[Drawing],
        *,
        top: int = 3,
        candidates: Iterable[str] | None = None,
        partial: object = None,
    ) -> list[Recognition]:
        return [Recognition((self.said,), "ok", None, "says") for _ in drawings]


def begun(game: str, seats: int = 3, **options: Any) -> Match:
    listing = CATALOGUE[game]
    holders = tuple(Holder(f"seat {n}") for n in range(seats))
    return Match(listing.game, decode(listing.config, config_for(game, options)), holders, 7)


def asked(match: Match, kind: type, ink: dict[str, Drawing]) -> list[Question]:
    asks = [offer for offer in match.game.offers(match.state, REFEREE) if isinstance(offer, Ask)]
    return [question_of(match.state, ask, ink, "en") for ask in asks if isinstance(ask.answers[0], kind)]


def test_a_word_is_recognised_when_it_is_the_best_label() -> None:
    match = begun("quick_guess", 2)
    for seat in range(2):
        match.apply(seat, Ready(), 100)
    assert isinstance(match.state.phase, Drawing20)
    word = deck_of("quick_guess").content(match.state.words[0], "en")["label"]
    ink = {"1.0": load_pictures()[0].drawing}
    first, second = asked(match, Recognised, ink)
    assert answer(first, Says(word)) == Recognised(0)
    assert answer(first, Says("cat" if word != "cat" else "dog")) is None
    assert answer(first, None) is None
    assert answer(second, Says(word)) is None, "its canvas is blank"
    match.apply(REFEREE, answer(first, Says(word)), 500)


def test_the_least_ink_of_a_tracing_is_one_stroke_of_two_hundredths() -> None:
    """D4.4."""
    match = begun("dekalko")
    enough = Drawing.from_strokes([[[0, 21], [0, 0]]])
    short = Drawing.from_strokes([[[0, 19], [0, 0]], [[50, 69], [0, 0]]])
    questions = asked(match, TracingInked, {"1.0": enough, "1.1": short, "1.2": BLANK})
    assert [answer(question, None) for question in questions] == [TracingInked(0, True), None, None]
    match.apply(REFEREE, TracingInked(0, True), 100)
    (gone, *_) = asked(match, TracingInked, {"1.0": BLANK})
    assert answer(gone, None) == TracingInked(0, False), "it was undone"


def test_the_precision_of_a_tracing_is_that_to_its_own_picture() -> None:
    """D4.5."""
    match = begun("dekalko")
    match.apply(REFEREE, TracingInked(0, True), 100)
    match.apply(0, TakeCover(), 200)
    picture = load_pictures()[match.state.cards[0]].drawing
    (question,) = asked(match, Traced, {"1.0": picture})
    assert answer(question, None) == Traced(0, 1.0)
    (question,) = asked(match, Traced, {"1.0": BLANK})
    assert answer(question, None) == Traced(0, 0.0)


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("cat", "en", "right"),
        ("Cats", "en", "right"),
        ("macska", "hu", "right"),
        ("macska", "en", "wrong"),
        ("cat", "hu", "right"),
        ("dog", "en", "wrong"),
        ("kitty cat house", "en", "near"),
        ("!!!", "en", "wrong"),
    ],
)
def test_guesses_are_matched_in_the_language_of_the_room_and_english(
    text: str, language: str, kind: MatchKind
) -> None:
    """D0.12."""
    attempt = Attempt(2, text, 900)
    ask = Ask(attempt, (Matched(2, "right"), Matched(2, "near"), Matched(2, "wrong")))
    deck = deck_of("dekalko")
    question = Question("dekalko", ask, {}, language, secret=by_label("cat").spoken, vocabulary=deck.lexicon)
    assert answer(question, None) == Matched(2, kind)


def test_a_seat_is_guessed_by_its_name_and_no_other_name_is_a_slip_for_it() -> None:
    """D2.4."""
    names = [written(f"seat {n}") for n in range(3)]
    ask = Ask(Attempt(2, "seat 2", 900), (Matched(2, "right"),))
    right = Question("split_personality", ask, {}, "en", secret=names[2], vocabulary=lexicon(names))
    assert answer(right, None) == Matched(2, "right")
    assert answer(replace(right, secret=names[1]), None) != Matched(2, "right")


def test_the_secret_of_a_sheet_is_who_is_written_on_it() -> None:
    match = begun("split_personality")
    ask = Ask(Attempt(2, "x", 0), (Matched(2, "right"),))
    people = (Listed(3), Written("Grandma"), Seated(1))
    secrets = []
    for start in range(3):
        state = replace(match.state, people=people, start=start)
        question = question_of(state, ask, {}, "en")
        secrets.append((state.sheet, question.secret[0].name))
    wanted = {0: deck_of("split_personality").answers(3)[0].name, 1: "Grandma", 2: "seat 1"}
    assert dict(secrets) == wanted


def test_letters_are_left_to_people_so_far() -> None:
    """D2.6."""
    ask = Ask(Ink("1.0.left"), (Lettering(True), Lettering(False)))
    assert answer(Question("split_personality", ask, {"1.0.left": DOT}, "en"), None) == Lettering(False)


def test_a_drawing_of_shapes_needs_each_rolled_shape() -> None:
    """D3.5, D3.7."""
    ask = Ask(Ink("1.0"), (Checked(0, True),))
    wanted = Question("artbox", ask, {}, "en", faces=(0, 0, 0, 0))
    strokes = [
        stroke
        for place, shape in enumerate(rolled([1, 1, 1, 1]))
        for stroke in stamp(shape, Placement(200.0 + 200 * place, 500.0, 150.0))
    ]
    whole = [[one[:, 0].tolist(), one[:, 1].tolist()] for one in strokes]
    line = [[100, 300], [100, 100]]
    for drawn, enough in (([], False), ([line] * 4, False), (whole[:3], False), (whole, True)):
        question = replace(wanted, drawings={"1.0": Drawing.from_strokes(drawn)})
        assert answer(question, None) == (Checked(0, True) if enough else None)


def test_a_dot_is_ink_on_a_canvas_of_duplik() -> None:
    """D1.28."""
    for drawing, offered, said in (
        (BLANK, True, None),
        (DOT, True, CanvasInked(1, True)),
        (DOT, False, None),
        (BLANK, False, CanvasInked(1, False)),
    ):
        ask = Ask(Ink("1.1"), (CanvasInked(1, offered),))
        assert answer(Question("duplik", ask, {"1.1": drawing}, "en"), None) == said


def at(x: float, y: float, start: float) -> list[list[float]]:
    return [[x, x + 100, x + 100], [y, y, y + 100], [start, start + 100, start + 200]]


TWO = Drawing.from_strokes([at(50, 50, 0), at(60, 60, 300), at(800, 800, 5_000)])
CRITERIA: tuple[Criterion, ...] = (
    Present("dog"),
    Located("dog", Zone.TOP_LEFT),
    Absent("dog"),
    Present("cat"),
    HasPart("house", "chimney"),
    Present("fox"),
)


def test_strokes_that_follow_each_other_closely_are_one_object() -> None:
    assert grouped(TWO) == ((0, 1), (2,))
    untimed = Drawing.from_strokes(TWO.to_strokes(times=False))
    assert grouped(untimed) == ((0, 1), (2,))
    later = Drawing.from_strokes([at(50, 50, 0), at(60, 60, 3_000)])
    assert grouped(later) == ((0,), (1,))


def test_a_scene_is_judged_by_what_is_seen_in_it() -> None:
    seen = read_scene(TWO, Says("dog"))
    assert [one.label for one in seen] == ["dog", "dog"]
    verdicts = judge_scene(CRITERIA, TWO, Says("dog"))
    assert [verdict.answer for verdict in verdicts] == ["yes", "yes", "no", "no", "uncertain", "uncertain"]
    assert verdicts[1].strokes == (0, 1), "the evidence"
    assert all(verdict.reason for verdict in verdicts)


def test_what_could_not_be_told_may_be_what_is_missing() -> None:
    verdicts = judge_scene(CRITERIA, TWO, Says("dog", 0.2))
    assert {verdict.answer for verdict in verdicts} == {"uncertain"}


def test_without_a_recogniser_every_criterion_is_uncertain_and_on_a_blank_canvas_no() -> None:
    """D1.28."""
    assert {v.answer for v in judge_scene(CRITERIA, TWO, None)} == {"uncertain"}
    assert {v.answer for v in judge_scene(CRITERIA, BLANK, Says("dog"))} == {"no"}


def test_no_game_asks_anything_else() -> None:
    with pytest.raises(ValueError, match="no game asks"):
        answer(Question("dekalko", Ask(None, (Guess("x"),)), {}, "en"), None)
