"""Searches every frame that a connection is sent for what its seat must not know then.

Four things are looked for, each said here apart from the code that makes the frames: numbers of hidden cards in views,
offers, events and contents (``games.knowledge``); the names of hidden cards of the round in both languages, and
criteria that were not read; points of drawings that are hidden; and who drew what, in ArtBox.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from drawmate.cards.decks import deck_of
from drawmate.games import artbox, dekalko, duplik, quick_guess, split_personality
from drawmate.games.artbox import records as art
from drawmate.games.codec import decode
from drawmate.games.contents import cards_in
from drawmate.games.dekalko import records as dek
from drawmate.games.duplik import records as dup
from drawmate.games.knowledge import may_know
from drawmate.games.rules import Over
from drawmate.games.split_personality import records as split
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Acted, Drew, Entry, Said
from drawmate.tables.sights import MARKS, may_hear
from drawmate.tables.table import Table
from drawmate.wire.vocabulary import VOCABULARIES
from tests.tables.fast_forward import WITNESSES

LANGUAGES = ("en", "hu")


class Ear(Connection):
    """A connection that listens to what it is sent instead of sending it on."""

    def __init__(self, seat: int | None, session: str, search: Search | None = None, name: str = "") -> None:
        super().__init__(seat, session, name)
        self.search = search
        self.answers: list[tuple[int, str]] = []
        self.tokens: dict[int, str] = {}

    def send_text(self, text: str) -> None:
        if self.closed is not None:
            return
        if self.search is None and not text.startswith(('{"type":"ack"', '{"type":"error"')):
            return
        frame = json.loads(text)
        if frame["type"] in ("ack", "error") and frame["id"] is not None:
            self.answers.append((frame["id"], frame.get("code", "ack")))
            if frame.get("token"):
                self.tokens[frame["id"]] = frame["token"]
        if self.search is not None:
            self.search.frame(self, text, frame)


class Search:
    """What is found in the frames of one table; ``found`` stays empty when nothing leaks."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._game = table.opened.game
        self._words = VOCABULARIES[self._game]
        self._deck = deck_of(self._game)
        self._around: dict[int, tuple[Any, Any]] = {}
        self._drawn: dict[tuple[float, float], set[str]] = {}
        self._said: set[str] = set()
        self._texts: dict[tuple[int, int | None], list[str]] = {}
        self._state: Any = None
        self.found: list[str] = []
        self.frames = 0
        self.characters = 0
        self.points = 0
        WITNESSES.setdefault(table.opened.id, []).append(self)

    def __call__(self, entry: Entry, before: Any, after: Any, told: int) -> None:
        """Note what was known around each event, whose points are whose, and what players say themselves."""
        for number in range(told + 1, len(self._table.events) + 1):
            self._around[number] = (before, after)
        if isinstance(entry, Drew):
            for point in zip(entry.x, entry.y, strict=True):
                self._drawn.setdefault(point, set()).add(entry.canvas)
        if isinstance(entry, Said):
            self._said.add(entry.text.casefold())
        if isinstance(entry, Acted):
            self._said.update(
                value.casefold() for value in json.loads(entry.action).values() if isinstance(value, str)
            )
        if after is not self._state:
            self._state = after
            self._texts.clear()

    def frame(self, ear: Ear, text: str, frame: dict[str, Any]) -> None:
        self.frames += 1
        self.characters += len(text)
        match = self._table.match
        if match is None:
            return
        seat, state = ear.seat, match.state
        known = may_know(state, seat)
        views = [frame] if frame["type"] == "view" else []
        if frame["type"] == "welcome" and frame["view"] is not None:
            views = [frame["view"]]
        for one in views:
            shown = cards_in(decode(self._words.view, one["view"]))
            shown |= _numbers(one["cards"])
            for offer in one["offers"]:
                if "action" in offer:
                    shown |= cards_in(decode(self._table.listing.action, offer["action"]))
            self._report(shown - known, ear, frame, "cards")
            expected = {str(card) for card in shown}
            assert one["cards"].keys() - {"scene"} <= expected
        if frame["type"] == "event":
            known = self._event(ear, frame)
        if self._game != "quick_guess" or seat is None or not isinstance(state.phase, Over):
            self._search_texts(ear, frame, known)
        for canvas, x, y in _ink_of(frame):
            self._ink(ear, frame, canvas, x, y)

    def _event(self, ear: Ear, frame: dict[str, Any]) -> frozenset[int]:
        """The cards that may be known around an event."""
        event = self._table.events[frame["v"] - 1]
        before, after = self._around[frame["v"]]
        known = may_know(after, ear.seat)
        if before is not None:
            known |= may_know(before, ear.seat)
        kinds = {kind.__name__: kind for kind in self._words.events}
        what = decode(kinds[frame["what"]["type"]], frame["what"])
        if what != event.what or not may_hear(event, ear.seat):
            self.found.append(f"seat {ear.seat} hears event {frame['v']}, which is not for it")
        self._report((cards_in(what) | _numbers(frame["cards"])) - known, ear, frame, "cards")
        return known

    def _report(self, shown: Any, ear: Ear, frame: dict[str, Any], what: str) -> None:
        if shown:
            self.found.append(
                f"{self._game}: seat {ear.seat} is told {what} {sorted(shown)[:3]} in {frame['type']}: "
                f"{json.dumps(frame, ensure_ascii=False)[:600]}"
            )

    def _search_texts(self, ear: Ear, frame: dict[str, Any], known: frozenset[int]) -> None:
        assert self._table.match is not None
        key = (id(self._table.match.state), ear.seat)
        if key not in self._texts:
            self._texts[key] = list(self._secret_texts(ear.seat))
        secrets = self._texts[key]
        if not secrets:
            return
        values = [value for value in _strings(frame, self._exempt(frame, known)) if value not in self._said]
        whole = "\n".join(values)
        for secret in secrets:
            if secret in whole and re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", whole):
                self._report([secret], ear, frame, "the text")

    def _exempt(self, frame: dict[str, Any], known: frozenset[int]) -> set[int]:
        """Contents of cards that may be known, where they are just what the deck says: not searched for names."""
        found = set()
        for part in (frame, frame.get("view") if frame["type"] == "welcome" else None):
            for number, content in ((part or {}).get("cards") or {}).items():
                if number != "scene" and int(number) in known and self._is_lawful(int(number), content):
                    found.add(id(content))
        return found

    def _is_lawful(self, card: int, content: dict[str, Any]) -> bool:
        """Whether a content says no more of a card that may be known than the deck does."""
        whole = _content(self._game, card, self._table.opened.language)
        if "criteria" in content or {name: whole.get(name) for name in content} != content:
            return False
        return self._game != "dekalko" or "name" not in content or not self._hides_title(card)

    def _hides_title(self, card: int) -> bool:
        """D4.21: a tracer gets the picture of its card and not its name, until it is shown."""
        assert self._table.match is not None
        state = self._table.match.state
        shown = [turn.seat for turn in state.order[: state.place]]
        if isinstance(state.phase, dek.Showing | Over) and state.order:
            shown.append(state.artist)
        return card in state.cards and all(state.cards[seat] != card for seat in shown)

    def _secret_texts(self, seat: int | None) -> Iterator[str]:
        assert self._table.match is not None
        state = self._table.match.state
        known = may_know(state, seat)
        live: set[int] = set()
        match state:
            case dekalko.State():
                live = {card for card in state.cards if self._hides_title(card)}
                known -= live
            case artbox.State():
                live = {*state.words, *state.row}
                if isinstance(state.phase, art.Choosing):
                    live = {card for two in state.phase.dealt for card in two}
            case split_personality.State():
                people = state.people
                if isinstance(state.phase, split.Writing):
                    people = tuple(person for person in state.phase.people if person is not None)
                live = {person.card for person in people if isinstance(person, split.Listed)}
                written = [
                    p.text
                    for s, p in enumerate(people)
                    if isinstance(p, split.Written) and self._hidden(s, seat)
                ]
                yield from (text.casefold() for text in written)
            case quick_guess.State():
                live = set(state.words)
            case duplik.State():
                read = len(state.round.rows)
                chosen = not isinstance(state.phase, dup.Choosing)
                for language in LANGUAGES:
                    sentences = self._deck.criteria(state.round.card, language)
                    if not isinstance(state.phase, dup.Gallery | Over):
                        yield from (s.casefold() for s in sentences[read:] if s not in sentences[:read])
                    if not chosen and seat != state.round.portrayer:
                        assert isinstance(state.phase, dup.Choosing)
                        yield from (self._deck.title(c, language).casefold() for c in state.phase.cards)
                return
        for card in live - known:
            for terms in self._deck.answers(card):
                yield from (answer.casefold() for answer in terms.answers)

    def _hidden(self, sheet: int, seat: int | None) -> bool:
        """Whether what was written freely on a sheet is hidden from a seat."""
        assert self._table.match is not None
        state = self._table.match.state
        if seat == sheet or any(portrait.sheet == sheet for portrait in state.portraits):
            return False
        right_begun = not isinstance(state.phase, split.Writing) and not (
            isinstance(state.phase, split.Waiting | split.Drawing) and state.phase.half == "left"
        )
        return not (right_begun and seat is not None and state.sitting.left(seat, -1) == sheet)

    def _ink(self, ear: Ear, frame: dict[str, Any], shown: str, x: list[float], y: list[float]) -> None:
        assert self._table.match is not None
        state, seat = self._table.match.state, ear.seat
        for point in zip(x, y, strict=True):
            canvases = self._drawn.get(point, set())
            self.points += bool(canvases)
            if canvases and not any(may_see(state, seat, canvas, shown) for canvas in canvases):
                self._report(canvases, ear, frame, "points of")
                return
        own = seat is not None and shown == state.canvas(seat) if isinstance(state, artbox.State) else True
        if isinstance(state.phase, art.Matching) and not own and re.fullmatch(r"\d+\.\d+", shown):
            self._report([shown], ear, frame, "the author of")


def may_see(state: Any, seat: int | None, canvas: str, shown: str) -> bool:
    """Whether a seat may see a drawing of which it is sent a point under the name ``shown``."""
    number, author, *half = canvas.split(".")
    current = state.round if isinstance(state.round, int) else state.round.number
    if int(number) != current or isinstance(state.phase, Over):
        return True
    owner = int(author)
    match state:
        case quick_guess.State():
            return owner == seat or isinstance(state.phase, quick_guess.Showing)
        case duplik.State():
            hidden = dup.Choosing | dup.Announcing | dup.Describing | dup.Passing
            return owner == seat or not isinstance(state.phase, hidden)
        case artbox.State():
            return owner == seat or isinstance(state.phase, art.Matching | art.Showing)
        case dekalko.State():
            revealed = [] if isinstance(state.phase, dek.Tracing) else state.order[: state.place + 1]
            return owner == seat or owner in [turn.seat for turn in revealed]
        case split_personality.State():
            if isinstance(state.phase, split.Guessing | split.Accepting | split.Showing):
                sheets = {portrait.sheet for portrait in state.portraits} | {state.sheet}
                if not isinstance(state.phase, split.Showing):
                    return owner in sheets
                return owner in {portrait.sheet for portrait in state.portraits}
            drawer = owner if half == ["left"] else state.sitting.left(owner)
            right = seat is not None and state.sitting.left(owner) == seat
            if shown.endswith(MARKS):
                return right and state.config.continuation_marks and state.phase.half == "right"
            return drawer == seat and half == [state.phase.half]
    raise TypeError


@lru_cache(4096)
def _content(game: str, card: int, language: str) -> dict[str, Any]:
    return deck_of(game).content(card, language)


def _numbers(cards: dict[str, Any]) -> frozenset[int]:
    return frozenset(int(number) for number in cards if number != "scene")


def _strings(value: Any, exempt: set[int]) -> Iterator[str]:
    """All texts in a frame, without keys, the names of records, and contents that may be known."""
    if isinstance(value, str):
        yield value.casefold()
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, exempt)
    elif isinstance(value, dict) and id(value) not in exempt:
        for key, item in value.items():
            if key != "type":
                yield from _strings(item, exempt)


def _ink_of(frame: dict[str, Any]) -> Iterator[tuple[str, list[float], list[float]]]:
    """The points of a frame, by the name of their canvas."""
    if frame["type"] == "ink":
        yield frame["canvas"], frame["x"], frame["y"]
    for canvas in frame.get("canvases", [frame] if frame["type"] == "canvas" else []):
        for stroke in canvas["strokes"]:
            yield canvas["canvas"], stroke["x"], stroke["y"]
