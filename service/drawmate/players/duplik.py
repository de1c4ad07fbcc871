"""An AI at Duplik: it describes its scene thing by thing, or draws what it hears where it hears it.

An AI portrayer has the scene without its criteria (D1.5). Marks and votes are not the seat's: the model marks for AI
seats, and they vote by its verdict (D1.14, D1.23). It objects when a person denied it what the model would have given.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.duplik.description import LONGEST_LINE
from drawmate.games.duplik.records import (
    Begin,
    Cast,
    Choose,
    Done,
    Finish,
    Mark,
    Object,
    PassCanvases,
    Read,
    Say,
)
from drawmate.games.passing import Direction
from drawmate.games.rules import Write
from drawmate.players.deeds import do, ready
from drawmate.players.hand import Begun, drawn, end_of, fitted, longest, rest
from drawmate.players.pace import LATEST, fork, of_phase, reaction
from drawmate.players.player import Deed, Plan, Sight
from drawmate.players.sketch import sketch
from drawmate.players.telling import Told, described, heard

READING: Final[Milliseconds] = 6_000
CHOOSING: Final[Milliseconds] = 5_000
TALKING: Final[Milliseconds] = 4_200
"""For a line, about."""
PASSING: Final[Milliseconds] = 3_000
OBJECTING: Final[Milliseconds] = 2_500
LISTENING: Final[Milliseconds] = 1_200
"""Between hearing of a thing and drawing it."""
WAITING: Final[Milliseconds] = 9_000
"""How long an artist waits for another line before it is done, about."""
DETAIL: Final = 6
"""Lines of a thing at most: there are ninety seconds for all of them."""
SPEED: Final = 0.8
SPAN: Final[Milliseconds] = 90_000


class DuplikPlayer:
    """The seat of an AI at Duplik."""

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """What the phase asks for."""
        own = of_phase(sight, chance)
        return (*_objection(sight, fork(own, 1)), *_move(sight, own)), chance


def _move(sight: Sight, own: Chance) -> Plan:
    """What the phase asks of everybody."""
    match sight.view.phase:
        case "choosing":
            return _first(sight, Choose, reaction(own, CHOOSING)[0])
        case "announcing":
            return do(sight, Begin(), reaction(own, READING)[0])
        case "describing" if sight.seat == sight.view.portrayer:
            return _describe(sight, own)
        case "describing":
            return _draw(sight, own)
        case "passing":
            return _pass(sight, own)
        case "marking":
            uncertain = [c.action for c in sight.choices(Mark) if c.action.answer == "uncertain"]
            moment, _ = reaction(own, READING)
            return do(sight, uncertain[0], moment) if uncertain else ()
        case "voting":
            return do(sight, Cast(None), reaction(own, READING)[0])
        case "objecting":
            return do(sight, Read(), reaction(own, READING)[0])
    return ready(sight, own)


def _objection(sight: Sight, own: Chance) -> Plan:
    """To the first box of one's own canvas that was denied though the model's verdict is yes (D1.18)."""
    met = {
        opinion.number
        for opinion in sight.view.opinions
        if opinion.seat == sight.seat and opinion.verdict.answer == "yes"
    }
    denied = [choice.action for choice in sight.choices(Object) if choice.action.number in met]
    return do(sight, denied[0], reaction(own, OBJECTING)[0]) if denied else ()


def _first(sight: Sight, kind: type, moment: Milliseconds) -> Plan:
    return do(sight, sight.choices(kind)[0].action, moment) if sight.choices(kind) else ()


def _pass(sight: Sight, own: Chance) -> Plan:
    directions: tuple[Direction, ...] = ("left", "right")
    way, own = own.choose(directions)
    return do(sight, PassCanvases(way), reaction(own, PASSING)[0])


def _describe(sight: Sight, own: Chance) -> Plan:
    """A line for each thing; the end, once every artist is done (D1.6)."""
    deeds: list[Deed] = []
    moment, end = 0, sight.clock.deadline
    offer = next((o for o in sight.offers if isinstance(o, Write) and isinstance(o.action, Say)), None)
    objects = sight.contents[sight.view.cards[0]]["objects"]
    lines = described(objects, sight.language)
    pace = TALKING if end is None else min(TALKING, round(0.7 * (end - sight.clock.since) / len(lines)))
    for number, line in enumerate(lines):
        pause, own = reaction(own, pace, 0.15)
        moment += pause
        at = sight.clock.since + moment
        if number >= len(sight.lines) and offer is not None and (end is None or at < end):
            deeds.append(Deed(max(0, at - sight.now), offer.fill(line[:LONGEST_LINE])))
    pause, own = reaction(own, PASSING)
    soonest = sight.now - sight.clock.since + pause
    return (*deeds, *(do(sight, Finish(), max(moment, soonest)) if not deeds else ()))


def _draw(sight: Sight, own: Chance) -> Plan:
    """Draw each thing soon after it was named; done when there has been no other for a while."""
    end = sight.clock.deadline
    span = SPAN if end is None else end - sight.clock.since
    begun: tuple[Begun, ...] = ()
    last = 0
    for number, line in enumerate(sight.view.lines):
        said = line.at - sight.clock.since
        last = max(last, said)
        told = heard(line.text, sight.language)
        if told is not None:
            hand = fork(own, number)
            listen, hand = reaction(hand, LISTENING)
            start = max(said, end_of(begun)) + listen
            begun = (*begun, *_thing(told, hand, start, round(0.97 * span)))
    pause, _ = reaction(own, min(WAITING, span // 5), 0.2)
    canvas = sight.canvas()
    if canvas is None:  # done already: draw again if there is more to draw
        mine = sight.drawing(f"{sight.view.round}.{sight.seat}")
        more_to_draw = len(begun) > len(mine) and end_of(begun) + pause < LATEST * span
        return do(sight, Done(False), sight.now - sight.clock.since) if more_to_draw else ()
    return (*rest(sight, canvas, begun), *do(sight, Done(True), max(end_of(begun), last) + pause))


@lru_cache(4096)
def _thing(told: Told, hand: Chance, start: Milliseconds, until: Milliseconds) -> tuple[Begun, ...]:
    """A thing that was told of, drawn into its box; plans are asked for often, so it is kept."""
    lines = fitted(longest(sketch(told.label), DETAIL), told.box, keep=False)
    return drawn(lines, hand, start, speed=SPEED, wobble=2.0, until=until)[0]
