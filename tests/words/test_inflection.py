"""Articles, plurals, and the endings of Hungarian."""

import pytest

from drawmate.words.inflection import bases, english, paradigm, without_article


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        ("dog", "dogs"),
        ("knife", "knives"),
        ("leaf", "leaves"),
        ("mouse", "mice"),
        ("bus", "buses"),
        ("cactus", "cacti"),
        ("mother-in-law", "mothersinlaw"),
        ("grapes", "grape"),
        ("fire hydrant", "firehydrants"),
    ],
)
def test_english_has_its_plurals_and_singulars(answer: str, form: str) -> None:
    assert form in english(answer)


@pytest.mark.parametrize("answer", ["", "-", "3", "x1", "füße", "'", "a-", "\ud83d"])
def test_what_is_no_english_word_has_no_forms(answer: str) -> None:
    assert english(answer) == frozenset()


@pytest.mark.parametrize(
    ("answer", "forms"),
    [
        ("kutya", "kutyák kutyát kutyának kutyával kutyákkal kutyákat kutyához kutyáért"),
        ("medve", "medvék medvét medvéről"),
        ("kalóz", "kalózok kalózt kalózzal kalózokkal kalóznak kalóztól"),
        ("busz", "buszok buszt busszal busszel buszon"),
        ("ló", "lovak lovat lóval lovon lóra"),
        ("cső", "csövek csövet"),
        ("kéz", "kezek kezet kézzel kézben"),
        ("madár", "madarak madarat madárral madárig"),
        ("bokor", "bokrok bokrot bokorral"),
        ("torony", "tornyok toronnyal"),
        ("hóember", "hóemberek hóembert hóemberrel"),
        ("hintaló", "hintalovak"),
    ],
)
def test_hungarian_has_its_endings(answer: str, forms: str) -> None:
    covers = paradigm(answer, ("hu",)).covers
    assert [form for form in forms.split() if not covers(form)] == []
    assert not covers(answer)
    assert not covers(answer + "ság")


def test_accents_may_be_left_out_of_forms() -> None:
    assert paradigm("kutya", ("hu",)).plain().covers("kutyaknak")
    assert not paradigm("kutya", ("hu",)).covers("kutyaknak")
    assert paradigm("tűzoltó", ("hu",)).plain().covers("tuzoltokat")


def test_a_form_belongs_to_its_language() -> None:
    assert not paradigm("kutya", ("en",)).covers("kutyák")
    assert not paradigm("dog", ("hu",)).covers("dogs")
    assert paradigm("dog", ("hu", "en")).covers("dogs")


@pytest.mark.parametrize(
    ("pieces", "language", "rest"),
    [
        (("a", "dog"), "en", ("dog",)),
        (("az", "alma"), "hu", ("alma",)),
        (("the", "alma"), "hu", ("alma",)),
        (("az", "alma"), "en", ("az", "alma")),
        (("the",), "en", ("the",)),
        (("a", "the", "x"), "en", ("the", "x")),
    ],
)
def test_one_leading_article_is_dropped(
    pieces: tuple[str, ...], language: str, rest: tuple[str, ...]
) -> None:
    assert without_article(pieces, language) == rest


def test_the_bases_of_a_form_are_among_the_guesses_at_them() -> None:
    assert "kutya" in set(bases("kutyaknak", "hu"))
    assert list(bases("horses", "en")) == ["horse"]
    assert list(bases("hor5es", "en")) == list(bases("k", "hu")) == list(bases("horses", "de")) == []
