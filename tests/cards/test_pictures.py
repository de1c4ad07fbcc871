"""The picture cards (D4.19): enough of them, each sound, no two alike."""

import hashlib
import re
import subprocess
import sys
from importlib import resources

import numpy as np
import pytest

from drawmate.cards import pictures
from drawmate.cards.arrange import CANVAS, MARGIN
from drawmate.cards.pictures import Picture, RecipeError, load_pictures, picture_by_id
from drawmate.cards.pictures.deck import MAX_POINTS, MAX_STROKES, MIN_INK, MIN_STROKES, build, read
from drawmate.ink.geometry import ink_length
from drawmate.ink.raster import rasterise_batch
from drawmate.words import by_label, languages, load

ALIKE = 0.9
"""Cosine of two blurred pictures above which they would be taken for one another."""

SCENERY = """
house tree sun cloud moon star car bus truck bicycle sailboat airplane train dog cat bird fish duck rabbit cow
horse pig sheep butterfly flower mushroom cactus grass mountain fence bridge door window chair table bed lamp
floor_lamp book clock cup bottle birthday_cake cake apple banana pear carrot pizza ice_cream hat umbrella
soccer_ball basketball kite hot_air_balloon tent campfire snowman rain lightning pond palm_tree ladder bench
mailbox streetlight traffic_light key backpack crown candle guitar drums flag rocket castle lighthouse windmill
barn standing_person sitting_person child
"""

PICTURES = load_pictures()


def digest() -> str:
    whole = hashlib.sha256()
    for picture in load_pictures():
        whole.update(picture.id.encode() + picture.drawing.x.tobytes() + picture.drawing.y.tobytes())
    return whole.hexdigest()


def test_d4_19_there_are_at_least_200_pictures() -> None:
    assert len(PICTURES) >= 200
    assert [picture.id for picture in PICTURES] == sorted((p.id for p in PICTURES), key=str.casefold)


def test_whatever_scenes_are_made_of_has_a_picture() -> None:
    ids = {picture.id for picture in PICTURES}
    assert {name.replace("_", " ") for name in SCENERY.split()} <= ids


def test_a_picture_of_a_word_is_called_like_the_word() -> None:
    assert picture_by_id("dog").spoken == by_label("dog").spoken
    assert picture_by_id("rocket").terms("hu").name == "rakéta"
    labels = {word.label for word in load() if not word.playable}
    assert not labels & {picture.id for picture in PICTURES}
    with pytest.raises(RecipeError, match="no such picture"):
        picture_by_id("nothing")


def test_every_picture_has_names_in_every_language() -> None:
    for picture in PICTURES:
        assert tuple(terms.language for terms in picture.spoken) == languages()
        for terms in picture.spoken:
            assert all(answer and answer == " ".join(answer.split()) for answer in terms.answers), picture.id


def test_ink_stays_within_the_margin_and_bounds() -> None:
    for picture in PICTURES:
        drawing = picture.drawing
        left, top, right, bottom = drawing.bounds()
        assert min(left, top) >= MARGIN - 1, picture.id
        assert max(right, bottom) <= CANVAS - MARGIN + 1, picture.id
        assert drawing.points <= MAX_POINTS, picture.id
        assert MIN_STROKES <= len(drawing) <= MAX_STROKES, picture.id
        assert drawing.canvas == (CANVAS, CANVAS)
        assert ink_length(drawing.x, drawing.y, drawing.offsets) >= MIN_INK * CANVAS, picture.id


def test_no_two_pictures_are_nearly_the_same() -> None:
    ink = rasterise_batch([picture.drawing for picture in PICTURES])[:, 0].astype(np.float64)
    for axis in (1, 2):
        for _ in range(2):
            ink = ink + np.roll(ink, 1, axis) + np.roll(ink, -1, axis)
    flat = ink.reshape(len(PICTURES), -1)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    alike = np.triu(flat @ flat.T, k=1)
    worst = divmod(int(alike.argmax()), len(PICTURES))
    assert alike.max() < ALIKE, [PICTURES[i].id for i in worst]


def test_the_deck_is_the_same_bytes_in_another_process() -> None:
    script = (
        "import hashlib; from drawmate.cards.pictures import load_pictures\n"
        "whole = hashlib.sha256()\n"
        "for p in load_pictures(): whole.update(p.id.encode() + p.drawing.x.tobytes() + p.drawing.y.tobytes())\n"
        "print(whole.hexdigest())"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == digest()


def test_every_part_is_used() -> None:
    texts = [
        file.read_text("utf-8") for file in resources.files(pictures).iterdir() if file.name.endswith(".txt")
    ]
    parts = {entry.id for text in texts for entry in read(text) if entry.part}
    assert parts == {name for text in texts for name in re.findall(r"\buse (\S+) \S+,", text)}


def test_a_card_of_its_own_needs_every_field() -> None:
    card = "== thing\nen: thing\nhu: dolog\ncategory: tool\ndifficulty: 2\n" + "oval 0,0 5\n" * 4
    (picture,) = build([card])
    assert isinstance(picture, Picture)
    assert (picture.difficulty, picture.terms("hu").answers) == (2, ("dolog",))
    for line in ("en: thing", "hu: dolog", "category: tool", "difficulty: 2"):
        with pytest.raises(RecipeError) as caught:
            build([card.replace(line + "\n", "")])
        assert caught.value.code == "bad_header"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("oval 0,0 5", "bad_header"),
        ("== dog\n", "bad_header"),
        ("== dog\nen: dog\noval 0,0 5", "bad_header"),
        ("== dog\noval 0,0 5", "bad_drawing"),
        ("== dog\n" + "oval 0,0 5\n" * 31, "bad_drawing"),
        ("== dog\n" + "oval 0,0 5\n" * 4 + "== dog\n" + "oval 0,0 5\n" * 4, "duplicate"),
        (
            "== dog\n" + "oval 0,0 5\n" * 4 + "== hound\nen: hound | dog\nhu: eb\ncategory: animal\n"
            "difficulty: 1\n" + "oval 0,0 5\n" * 4,
            "clash",
        ),
        (
            "== hound\nen: hound\nhu: eb\ncategory: beast\ndifficulty: 1\n" + "oval 0,0 5\n" * 4,
            "unknown_category",
        ),
    ],
)
def test_a_deck_that_is_not_sound_is_refused(text: str, code: str) -> None:
    with pytest.raises(RecipeError) as caught:
        build([text])
    assert caught.value.code == code
