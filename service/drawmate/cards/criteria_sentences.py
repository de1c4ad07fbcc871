"""Criteria as sentences, in every language of the cards. One module a language holds its grammar."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from drawmate.cards import criteria_english, criteria_hungarian
from drawmate.cards.criteria import Both, Criterion, Simple
from drawmate.cards.scene_errors import SceneError

Clause = Callable[[Simple, Collection[str]], str]

_CLAUSES: Final[Mapping[str, tuple[Clause, str, str]]] = {
    "en": (criteria_english.clause, " in the picture", ", and "),
    "hu": (criteria_hungarian.clause, " a képen", ", és "),
}
"""Language to its clauses, the ending two of them need once only, and what joins them."""


def sentence(criterion: Criterion, language: str, single: Collection[str] = ()) -> str:
    """The criterion as a sentence.

    Args:
        criterion: what to say.
        language: ``en`` or ``hu``.
        single: the things of which the scene has one: "the dog" instead of "one of the dogs".

    Raises:
        SceneError: ``unknown_language``, ``unknown_thing``, ``unknown_part``.
    """
    try:
        clause, ending, joint = _CLAUSES[language]
    except KeyError:
        raise SceneError("unknown_language", "no sentences in this language") from None
    if isinstance(criterion, Both):
        first = clause(criterion.first, single).removesuffix(ending)
        text = first + joint + clause(criterion.second, single)
    else:
        text = clause(criterion, single)
    return f"{text[0].upper()}{text[1:]}."
