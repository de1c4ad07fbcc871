"""The referee's answers: one for every question that a game asks of REFEREE.

A plain function, to be run in a worker thread. Its answer is an action of the actor REFEREE, or None for "not yet":
then the same question may be put again, at the earliest when its ink has changed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from drawmate.cards.pictures import Picture
from drawmate.cards.scenes import Scene
from drawmate.cards.shapes import rolled
from drawmate.games.artbox.records import Checked
from drawmate.games.dekalko.records import Inked as TracingInked
from drawmate.games.dekalko.records import Traced
from drawmate.games.duplik.records import Inked as CanvasInked
from drawmate.games.duplik.records import Judged
from drawmate.games.quick_guess import Recognised
from drawmate.games.races import Attempt, Matched, MatchKind
from drawmate.games.split_personality.records import Lettering
from drawmate.judging.criteria import judge_scene
from drawmate.judging.ink_facts import inked, traced_enough
from drawmate.judging.lettering import written_in
from drawmate.judging.question import Question
from drawmate.judging.seeing import Sees
from drawmate.judging.shapes import has_shapes
from drawmate.judging.tracing import trace
from drawmate.words import Word, load
from drawmate.words.matching import match

__all__ = ["answer"]


def answer(question: Question, recogniser: Sees | None) -> Any:
    """The referee's action, or None as long as there is nothing to say.

    Raises:
        ValueError: no game asks this.
    """
    first = question.ask.answers[0]
    match first:
        case Recognised(seat):
            return Recognised(seat) if _recognised(question, recogniser) else None
        case TracingInked(seat):
            return _changed(question, TracingInked(seat, traced_enough(question.drawing)))
        case CanvasInked(seat):
            return _changed(question, CanvasInked(seat, inked(question.drawing)))
        case Checked(seat):
            return _changed(question, Checked(seat, _shapes(question)))
        case Traced(seat):
            return Traced(seat, _precision(question))
        case Matched(seat):
            return Matched(seat, _matched(question))
        case Lettering():
            return Lettering(any(written_in(half) for half in question.drawings.values()))
        case Judged(seat):
            assert isinstance(question.card, Scene)
            return Judged(seat, judge_scene(question.card.criteria, question.drawing, recogniser))
    raise ValueError(f"no game asks for a {type(first).__name__}")


def _changed(question: Question, fact: Any) -> Any:
    """A fact about ink, if it is news: the game asks whether it is now the other way."""
    return fact if fact in question.ask.answers else None


def _recognised(question: Question, sees: Sees | None) -> bool:
    """Whether the best label among the words of the game is the word, and the recogniser is sure enough to say one."""
    if sees is None or question.drawing.blank or not isinstance(question.card, Word):
        return False
    candidates = _playable(sees.labels)
    if question.card.label not in candidates:
        return False
    (seen,) = sees.recognise([question.drawing], top=1, candidates=sorted(candidates), partial=True)
    return seen.label == question.card.label


@cache
def _playable(labels: tuple[str, ...]) -> frozenset[str]:
    """The labels that are words of the game."""
    return frozenset(word.label for word in load() if word.playable).intersection(labels)


def _precision(question: Question) -> float:
    """The share of the tracing that follows the picture (D4.5); 0 without ink, so that the table is asked."""
    assert isinstance(question.card, Picture)
    return round(trace(question.drawing, question.card.drawing).precision, 4)


def _matched(question: Question) -> MatchKind:
    """The matcher's word on a guess, in the room's language and English (D0.12, D2.16, D4.13)."""
    attempt = question.ask.question
    assert isinstance(attempt, Attempt)
    verdict = match(attempt.text or "", question.secret, question.language, question.vocabulary)
    return "right" if verdict.right else "near" if verdict.near else "wrong"


def _shapes(question: Question) -> bool:
    """Whether each rolled shape is in a drawing, in strokes of its own (D3.5, D3.7).

    That there is nothing else is not checked: what a hand draws is like many shapes.
    """
    return has_shapes(question.drawing, rolled([face + 1 for face in question.faces]))
