"""The content of labels.json: complete, spelled well, and fair."""

import json
import re
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest

from drawmate.words import Category, by_label, languages, load

HUNGARIAN = re.compile(r"[a-záéíóöőúüű]+(?:[ -][a-záéíóöőúüű]+)*", re.IGNORECASE)
PROPER = {"Eiffel Tower", "Great Wall of China", "Mona Lisa", "Eiffel-torony"}


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def bare(text: str) -> str:
    """The text without case, accents, spaces and hyphens."""
    return "".join(c for c in unicodedata.normalize("NFD", folded(text)) if c.isalnum())


def test_there_is_a_word_for_each_of_the_345_labels() -> None:
    assert len(load()) == len({word.label for word in load()}) == 345


@pytest.mark.shared
def test_the_labels_are_those_of_the_drawings(shared: Path) -> None:
    counts = json.loads((shared / "quickdraw" / "counts.json").read_text("utf-8"))
    assert {word.label for word in load()} == counts.keys()


@pytest.mark.parametrize("language", languages())
def test_names_are_unique_and_no_alias_is_the_name_of_another_word(language: str) -> None:
    names = {folded(word.terms(language).name): word.label for word in load()}
    assert len(names) == 345
    for word in load():
        for alias in word.terms(language).aliases:
            assert folded(alias) not in names, alias


@pytest.mark.parametrize("language", languages())
def test_an_alias_says_more_than_its_neighbours_without_accents_and_spaces(language: str) -> None:
    for word in load():
        answers = [bare(answer) for answer in word.terms(language).answers]
        assert len(set(answers)) == len(answers), word.label


def test_no_near_answer_is_a_right_answer_in_any_language() -> None:
    for word in load():
        answers = {bare(answer) for terms in word.spoken for answer in terms.answers}
        near = {bare(text) for terms in word.spoken for text in terms.near}
        assert not answers & near, word.label


def test_words_that_only_accents_tell_apart_are_known() -> None:
    """A matcher that folds accents must try the exact answers of every word first."""
    owners: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for word in load():
        for terms in word.spoken:
            for answer in terms.answers:
                owners[bare(answer)][word.label].add(folded(answer))
    alike = {
        answer: set(labels)
        for answer, labels in owners.items()
        if len(labels) > 1 and not set.intersection(*labels.values())
    }
    assert alike == {
        "agy": {"bed", "brain"},
        "teve": {"camel", "television"},
        "sun": {"sun", "hedgehog"},
    }


def test_an_answer_shared_between_words_is_the_exception() -> None:
    owners = defaultdict(set)
    for word in load():
        for terms in word.spoken:
            for answer in terms.answers:
                owners[folded(answer)].add(word.label)
    assert {answer for answer, labels in owners.items() if len(labels) > 1} == {
        "phone", "lolly", "telefon", "maci", "mackó", "kisteherautó",
    }  # fmt: skip


def test_hungarian_is_written_in_hungarian_letters() -> None:
    for word in load():
        terms = word.terms("hu")
        for text in (*terms.answers, *terms.near):
            assert HUNGARIAN.fullmatch(text), text


@pytest.mark.parametrize("language", languages())
def test_names_are_lower_case_unless_proper(language: str) -> None:
    for word in load():
        name = word.terms(language).name
        assert name == name.lower() or name in PROPER, name


def test_the_label_itself_is_a_right_answer_in_english() -> None:
    for word in load():
        label = bare(word.label.removeprefix("The "))
        assert label in map(bare, word.terms("en").answers), word.label


def test_every_playable_word_has_a_difficulty_and_names() -> None:
    for word in load():
        assert word.difficulty in (1, 2, 3)
        assert [terms.language for terms in word.spoken] == list(languages())
        assert all(terms.name for terms in word.spoken)


def test_abstract_words_are_not_played_and_say_why() -> None:
    left_out = {word.label for word in load() if not word.playable}
    assert left_out == {"animal migration", "camouflage", "line", "squiggle"}
    assert all(by_label(label).reason for label in left_out)


def test_every_category_and_difficulty_has_words_to_choose_from() -> None:
    playable = [word for word in load() if word.playable]
    for category in Category:
        assert sum(word.category is category for word in playable) >= 3, category
    for difficulty in (1, 2, 3):
        assert sum(word.difficulty == difficulty for word in playable) >= 60


@pytest.mark.parametrize(
    ("label", "english", "hungarian"),
    [
        ("bat", "bat", "denevér"),
        ("mouse", "mouse", "egér"),
        ("nail", "nail", "szög"),
        ("drill", "drill", "fúró"),
        ("compass", "compass", "iránytű"),
        ("bandage", "bandage", "sebtapasz"),
        ("stitches", "stitches", "varrat"),
        ("purse", "purse", "kézitáska"),
        ("fan", "fan", "ventilátor"),
        ("feather", "feather", "madártoll"),
        ("leaf", "leaf", "falevél"),
        ("pliers", "pliers", "fogó"),
        ("bottlecap", "bottle cap", "kupak"),
        ("teddy-bear", "teddy bear", "plüssmackó"),
        ("aircraft carrier", "aircraft carrier", "repülőgép-hordozó"),
        ("The Great Wall of China", "Great Wall of China", "kínai nagy fal"),
    ],
)
def test_names_have_the_sense_that_is_drawn(label: str, english: str, hungarian: str) -> None:
    word = by_label(label)
    assert (word.terms("en").name, word.terms("hu").name) == (english, hungarian)


@pytest.mark.parametrize(
    ("label", "language", "right", "close"),
    [
        ("dog", "en", [], ["animal", "poodle", "puppy"]),
        ("dog", "hu", ["eb"], ["állat", "uszkár"]),
        ("t-shirt", "en", ["tee shirt"], ["shirt"]),
        ("couch", "en", ["sofa"], ["furniture"]),
        ("cell phone", "hu", ["mobil", "telefon", "okostelefon"], ["táblagép"]),
        ("potato", "hu", ["krumpli", "burgonya"], ["zöldség"]),
        ("bicycle", "hu", ["kerékpár", "bringa"], ["tricikli"]),
        ("sailboat", "en", [], ["boat", "ship"]),
        ("mug", "hu", [], ["csésze"]),
    ],
)
def test_synonyms_are_right_and_kinds_are_close(
    label: str, language: str, right: list[str], close: list[str]
) -> None:
    terms = by_label(label).terms(language)
    assert set(right) <= set(terms.answers)
    assert set(close) <= set(terms.near)
