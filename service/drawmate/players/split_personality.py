"""An AI at Split Personality: it writes an easy person, draws half a figure with what the person is known by, and
guesses whom a portrait shows by the things that it recognises in it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from drawmate.cards.people import Person, load
from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.split_personality.records import ChoosePerson, Go, Listed, Stop, StopPointer
from drawmate.ink import Drawing
from drawmate.judging.scene import grouped, part_of
from drawmate.judging.seeing import Sees, ranked
from drawmate.players.deeds import do, guess, ready
from drawmate.players.figure import FOLD, half_figure
from drawmate.players.hand import SIDE, drawn, end_of, rest
from drawmate.players.pace import of_phase, reaction, uniform
from drawmate.players.player import Plan, Sight
from drawmate.words.folding import plain

WRITING: Final[Milliseconds] = 9_000
POINTING: Final[Milliseconds] = 2_500
CALLING: Final[Milliseconds] = 3_000
THINKING: Final[Milliseconds] = 2_000
FINISHING: Final[Milliseconds] = 3_000
"""Between the last line and Stop."""

LIKELY: Final = 0.3
"""How sure a player is of a person it found something of."""


class SplitPersonalityPlayer:
    """The seat of an AI at Split Personality."""

    def __init__(self, sees: Sees | None) -> None:
        self._sees = sees

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """What the phase asks for; near answers are not an AI's to accept (D2.16), and it reports nobody."""
        own = of_phase(sight, chance)
        match sight.view.phase:
            case "writing":
                return _write(sight, own), chance
            case "waiting":
                return do(sight, Go(), reaction(own, CALLING)[0]), chance
            case "drawing":
                return _draw(sight, own), chance
            case "guessing":
                return self._guess(sight, own), chance
        return ready(sight, own), chance

    def _guess(self, sight: Sight, own: Chance) -> Plan:
        """Whoever is known by the things one recognises, and whom nobody has missed with; else anybody."""
        view = sight.view
        portrait = _joined([sight.drawing(f"{view.round}.{view.sheet}.{half}") for half in ("left", "right")])
        found: dict[str, float] = {}
        for labels in ranked(self._sees, [part_of(portrait, group) for group in grouped(portrait)], top=3):
            for label, probability in labels.items():
                found[label] = max(found.get(label, 0.0), probability)
        missed = {plain(miss.text.casefold()) for miss in view.missed}
        language = "hu" if sight.language.startswith("hu") else "en"
        people, own = own.shuffle(load())
        names = [(_likeness(person, found), person.terms(language).name) for person in people]
        open_names = [(like, name) for like, name in names if plain(name.casefold()) not in missed]
        like, name = max(open_names, key=lambda pair: pair[0])
        return guess(sight, own, name, LIKELY if like > 0 else 0.0)


def _write(sight: Sight, own: Chance) -> Plan:
    """Stop the neighbour's pointer by chance (D2.10); write one of the easiest people of the hand."""
    point, own = uniform(own, 0.4 * POINTING, 1.6 * POINTING)
    moment, own = reaction(own, WRITING)
    listed = [c.action for c in sight.choices(ChoosePerson) if isinstance(c.action.person, Listed)]
    written: Plan = ()
    if listed:
        order, own = own.shuffle(listed)
        easiest = min(order, key=lambda one: sight.contents[one.person.card]["difficulty"])
        written = do(sight, easiest, moment)
    running = max((pointer.since for pointer in sight.view.pointers), default=0)
    stopped = do(sight, StopPointer(), max(0, running - sight.clock.since) + round(point))
    return (*stopped, *written)


def _draw(sight: Sight, own: Chance) -> Plan:
    """Half of the person one is shown; whoever is not on the list is drawn as a figure without traits."""
    canvas = sight.canvas()
    if canvas is None:
        return ()
    person: Any = sight.view.person
    traits = sight.contents[person.card]["traits"] if isinstance(person, Listed) else ()
    begin, own = reaction(own, THINKING)
    span = 90_000 if sight.clock.deadline is None else sight.clock.deadline - sight.clock.since
    half = sight.view.half
    sides = (0.0, FOLD) if half == "left" else (FOLD, SIDE)
    lines = half_figure(traits, half)
    begun, own = drawn(lines, own, min(begin, span // 8), until=round(0.8 * span), sides=sides)
    end, own = reaction(own, FINISHING)
    return (*rest(sight, canvas, begun), *do(sight, Stop(), end_of(begun) + end))


def _joined(halves: list[Drawing]) -> Drawing:
    return Drawing.from_strokes([s for half in halves for s in half.to_strokes(times=False)])


def _likeness(person: Person, found: dict[str, float]) -> float:
    """How much of what a person is known by was recognised."""
    return sum(found.get(name, 0.0) for name in _tokens(person))


@cache
def _tokens(person: Person) -> tuple[str, ...]:
    values = [trait.value for trait in person.traits]
    return tuple(dict.fromkeys([*values, *(value.rpartition(" ")[2] for value in values)]))
