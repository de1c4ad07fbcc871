"""An AI at Dekalko: it traces its picture, takes a cover when it has had enough, and guesses from the tracings it sees.

It sees the picture's lines and not its title (D4.21). It guesses any word of the words; pictures that are none, it
cannot guess.
"""

from __future__ import annotations

from typing import Final

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.dekalko.records import Accept, Decline, TakeCover, VoteVoid
from drawmate.judging.seeing import Sees, ranked
from drawmate.players.deeds import do, guess, ready
from drawmate.players.hand import drawn, lines_from, longest, rest
from drawmate.players.pace import of_phase, reaction
from drawmate.players.player import Plan, Sight
from drawmate.words import by_label, load
from drawmate.words.folding import plain

ENOUGH: Final[Milliseconds] = 34_000
"""How long a player traces, about: longer tells more, but leaves the lower covers."""

LAST: Final[Milliseconds] = 12_000
"""A player that is the last one tracing is done within this time (D4.3)."""

LINES: Final = 16
"""A player leaves out all but so many lines."""

NO_TRACING: Final = 0.5
"""Precision below which a player would void a cover (D4.5)."""

THINKING: Final[Milliseconds] = 1_500


class DekalkoPlayer:
    """The seat of an AI at Dekalko."""

    def __init__(self, sees: Sees | None) -> None:
        self._sees = sees

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        """What the phase asks for."""
        own = of_phase(sight, chance)
        match sight.view.phase:
            case "tracing":
                return self._trace(sight, own), chance
            case "voiding":
                return self._vote(sight, own), chance
            case "guessing":
                return self._guess(sight, own), chance
            case "accepting":
                moment, own = reaction(own, THINKING)
                first = [choice.action for choice in sight.choices(Accept)][:1] or [Decline()]
                return do(sight, first[0], moment), chance
        return ready(sight, own), chance

    def _trace(self, sight: Sight, own: Chance) -> Plan:
        """Ink until one has had enough, then the cover as soon as the ink is found to be enough (D4.4)."""
        canvas = sight.canvas()
        if canvas is None or sight.view.card is None:
            return ()
        begin, own = reaction(own, THINKING)
        enough, own = reaction(own, ENOUGH, 0.2)
        clock, cover = sight.clock, sight.choices(TakeCover)
        if clock.deadline is not None:
            enough = min(enough, max(clock.deadline - clock.since - 2_000, LAST))
        lines = longest(lines_from(sight.contents[sight.view.card]["strokes"]), LINES)
        begun, _ = drawn(lines, own, begin, until=enough)
        ink = rest(sight, canvas, begun)
        return (*ink, *do(sight, TakeCover(), enough)) if cover else tuple(ink)

    def _vote(self, sight: Sight, own: Chance) -> Plan:
        moment, own = reaction(own, 2 * THINKING)
        precision = next((t.precision for t in sight.view.precision if t.seat == sight.view.artist), 1.0)
        return do(sight, VoteVoid(precision < NO_TRACING), moment)

    def _guess(self, sight: Sight, own: Chance) -> Plan:
        """The best label of the tracing that nobody has missed with."""
        drawing = sight.drawing(f"{sight.view.round}.{sight.view.artist}")
        words = (word.label for word in load() if word.playable)
        (found,) = ranked(self._sees, [drawing], among=words)
        missed = {plain(miss.text.casefold()) for miss in sight.view.missed}
        language = "hu" if sight.language.startswith("hu") else "en"
        for label, probability in found.items():
            name = by_label(label).terms(language).name
            if plain(name.casefold()) not in missed:
                return guess(sight, own, name, probability)
        return guess(sight, own, None, 0.0)
