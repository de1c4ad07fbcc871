"""An AI at ArtBox: it puts the rolled shapes where its word's picture has lines, and matches words by recognising."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from drawmate.cards.shapes import rolled
from drawmate.games.artbox.records import PLACES, Assign, Finish, HandIn, Keep, Roll
from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.judging.seeing import Sees, ranked
from drawmate.players.deeds import do, ready
from drawmate.players.hand import Line, drawn, end_of, rest
from drawmate.players.pace import of_phase, reaction, uniform, wait
from drawmate.players.player import Deed, Plan, Sight
from drawmate.players.shape_figure import shape_figure
from drawmate.players.sketch import picture_of, sketch

CHOOSING: Final[Milliseconds] = 5_000
ROLLING: Final[Milliseconds] = 2_000
THINKING: Final[Milliseconds] = 6_000
"""Before the first shape."""
CHECKING: Final[Milliseconds] = 3_000
"""Between the last shape and handing in."""
MATCHING: Final[Milliseconds] = 4_500
"""For each drawing."""


class ArtBoxPlayer:
    """The seat of an AI at ArtBox."""

    def __init__(self, sees: Sees | None) -> None:
        self._sees = sees

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """What the phase asks for."""
        own = of_phase(sight, chance)
        match sight.view.phase:
            case "choosing":
                return _keep(sight, own), chance
            case "rolling":
                return do(sight, Roll(), reaction(own, ROLLING)[0]), chance
            case "drawing":
                return _draw(sight, own), chance
            case "matching":
                return self._match(sight, own), chance
        return ready(sight, own), chance

    def _match(self, sight: Sight, own: Chance) -> Plan:
        """Put words to drawings one by one, then finish."""
        draft = dict(enumerate(sight.view.draft))
        wanted = self._matches(sight, own)
        moment, deeds = 0, []
        for place, word in wanted.items():
            think, own = reaction(own, MATCHING)
            moment += think
            if draft.get(place) != word:
                after = wait(sight, moment)
                if after is not None:
                    deeds.append(Deed(after, Assign(place, word)))
                draft = {p: None if w == word else w for p, w in draft.items()} | {place: word}
        check, own = reaction(own, CHECKING)
        finish = do(sight, Finish(), moment + check) if not deeds else ()
        return (*deeds, *finish)

    def _matches(self, sight: Sight, own: Chance) -> dict[int, int]:
        """A different word of the row for every drawing but one's own: the likeliest pairs first, the rest by lot."""
        view: Any = sight.view
        offered = [choice.action for choice in sight.choices(Assign)]
        places = sorted({assign.place for assign in offered})
        words = sorted({assign.word for assign in offered})
        labels = {sight.contents[word]["label"]: word for word in words}
        drawings = [sight.drawing(f"{view.round}.{PLACES[place]}") for place in places]
        seen = ranked(self._sees, drawings, among=labels, top=len(labels))
        pairs = [
            (p, place, labels[label])
            for place, row in zip(places, seen, strict=True)
            for label, p in row.items()
        ]
        shuffled, own = own.shuffle([(0.0, place, word) for place in places for word in words])
        found: dict[int, int] = {}
        for _, place, word in (*sorted(pairs, key=lambda pair: -pair[0]), *shuffled):
            if place not in found and word not in found.values():
                found[place] = word
        return dict(sorted(found.items()))


def _keep(sight: Sight, own: Chance) -> Plan:
    """The easiest word that one knows a picture of."""
    moment, own = reaction(own, CHOOSING)
    keeps = [choice.action for choice in sight.choices(Keep)]
    if not keeps:
        return ()
    keeps, own = own.shuffle(keeps)  # type: ignore[assignment]
    return do(sight, min(keeps, key=lambda keep: _hardness(sight, keep.word)), moment)


def _hardness(sight: Sight, word: int) -> tuple[bool, int]:
    content = sight.contents[word]
    return picture_of(content["label"]) is None, content["difficulty"]


def _draw(sight: Sight, own: Chance) -> Plan:
    """Place the shapes; hand in once the referee has found them enough (D3.7)."""
    canvas = sight.canvas()
    if canvas is None:
        return ()
    begin, own = reaction(own, THINKING)
    label = sight.contents[sight.view.word]["label"]
    lines = _figure(label, sight.view.faces)
    span = 120_000 if sight.clock.deadline is None else sight.clock.deadline - sight.clock.since
    begun, own = drawn(lines, own, min(begin, span // 8), wobble=0.0, speed=0.5, until=round(0.7 * span))
    check, own = uniform(own, 0.5 * CHECKING, 2.0 * CHECKING)
    return (*rest(sight, canvas, begun), *do(sight, HandIn(), end_of(begun) + round(check)))


@lru_cache(256)
def _figure(label: str, faces: tuple[int, ...]) -> list[Line]:
    return shape_figure(sketch(label), rolled([face + 1 for face in faces]))
