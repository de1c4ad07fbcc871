"""The content of people.json: complete, fair, drawable, and nobody's."""

import re
from collections import Counter

import pytest

from drawmate.cards import people
from drawmate.cards.people import TraitKind, by_id, known, load, seated, shipped
from drawmate.words import WordsError
from drawmate.words import load as words
from drawmate.words.matching import Kind, match
from drawmate.words.secret import written

HUNGARIAN = re.compile(r"[a-záéíóöőúüű]+(?:[ -][a-záéíóöőúüű]+)*", re.IGNORECASE)
NO_HUNGARIAN_WORD = {"DJ"}


def test_there_are_at_least_160_people_d2_2() -> None:
    assert len(load()) >= 160
    assert load() is load()


def test_each_has_names_in_every_language_and_three_traits_d2_2() -> None:
    for person in load():
        assert [terms.language for terms in person.spoken] == ["en", "hu"]
        assert len(person.traits) >= 3
        assert person.difficulty in (1, 2, 3)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", person.id)


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_there_are_people_of_every_difficulty(difficulty: int) -> None:
    assert sum(person.difficulty == difficulty for person in load()) >= 40


def test_hungarian_is_written_in_hungarian_letters() -> None:
    for person in load():
        terms = person.terms("hu")
        for text in (*terms.answers, *terms.near):
            assert text in NO_HUNGARIAN_WORD or HUNGARIAN.fullmatch(text), text


def test_no_name_has_a_digit_d2_6() -> None:
    texts = [text for person in load() for terms in person.spoken for text in terms.answers]
    assert not [text for text in texts if any(map(str.isdigit, text))]


@pytest.mark.parametrize("language", ["en", "hu"])
def test_an_answer_is_right_for_one_person_only(language: str) -> None:
    answers = {text: person for person in load() for text in person.terms(language).answers}
    for i, person in enumerate(load()):
        for text, owner in list(answers.items())[i % 7 :: 7]:
            verdict = match(text, person.spoken, language, known())
            assert verdict.right == (owner is person), (person.id, text)


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_answer_is_right_and_every_near_one_is_near(language: str) -> None:
    for person in load():
        terms = person.terms(language)
        for text in terms.answers:
            assert match(text, person.spoken, language, known()).kind in (Kind.EXACT, Kind.ALIAS)
        for text in terms.near:
            assert match(text, person.spoken, language, known()).code == "listed", text


def test_guesses_at_people_are_lenient_as_with_words() -> None:
    assert match("a tüzoltok", by_id("firefighter").spoken, "hu", known()).right
    assert match("red ridinghood", by_id("red-riding-hood").spoken, "en", known()).right
    assert match("vampir", by_id("vampire").spoken, "hu", known()).right
    assert match("queen of heart", by_id("queen-of-hearts").spoken, "en", known()).right
    assert match("queen", by_id("queen-of-hearts").spoken, "en", known()).near
    assert not match("queen of hearts", by_id("king-of-hearts").spoken, "en", known()).right


def test_a_trait_is_spelled_as_the_label_of_the_word_it_is() -> None:
    labels = {word.label for word in words()}
    joined = {label.replace(" ", "").replace("-", ""): label for label in labels}
    for kind, values in shipped().values.items():
        for value in values:
            assert joined.get(value.replace(" ", ""), value) == value, (kind, value)
    drawn = {trait.value for person in load() for trait in person.traits} & labels
    assert len(drawn) >= 100


def test_most_people_have_something_on_their_body_to_draw() -> None:
    kinds = Counter(kind for person in load() for kind in {trait.kind for trait in person.traits})
    assert set(kinds) == set(TraitKind)
    for person in load():
        outside = {TraitKind.SETTING, TraitKind.COMPANION}
        assert any(trait.kind not in outside for trait in person.traits), person.id


def test_the_seats_are_on_the_list_and_mean_a_seat_d2_4() -> None:
    seats = {person.id: person for person in seated()}
    assert seats["myself"].seat(2, 5) == 2
    assert seats["left-neighbour"].seat(4, 5) == 0
    assert seats["right-neighbour"].seat(0, 5) == 4
    assert seats["left-neighbour"].terms("en").name == "my left neighbour"
    assert match("otto", written("Otto")).right, "the answer is the nickname"


def test_who_is_not_known_is_refused() -> None:
    with pytest.raises(WordsError) as caught:
        by_id("nobody")
    assert caught.value.code == "unknown_person"
    with pytest.raises(WordsError) as caught:
        load()[0].terms("xx")
    assert caught.value.code == "unknown_language"
    with pytest.raises(WordsError) as caught:
        people.seated()[0].terms("xx")
    assert caught.value.code == "unknown_language"
