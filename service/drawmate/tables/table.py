"""A table as its journal tells it: who sits where, the game, the ink and the chat.

``fold`` takes one entry and changes the table, or raises and leaves it as it was; folding the same entries again
gives the same table. Nothing here waits, looks at a clock or knows of sockets: that is the ``actor``.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final, Literal, assert_never

from drawmate.games.catalogue import Listing, listing_of
from drawmate.games.clock import Milliseconds
from drawmate.games.codec import CodecError, loads
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Event, Held, Holder, IllegalAction
from drawmate.games.rules import Ink as InkOffer
from drawmate.tables.entries import (
    Acted,
    Configured,
    Drew,
    Entry,
    Expired,
    Hosted,
    Left,
    Opened,
    Paced,
    Readied,
    Reopened,
    Said,
    Sat,
    Started,
    Ticked,
    Took,
    Undid,
)
from drawmate.tables.ink import Ink
from drawmate.tables.options import config_of, paced
from drawmate.tables.refusals import Refusal

__all__ = ["CHAT_KEPT", "Member", "Table"]

CHAT_KEPT: Final = 100
"""Chat lines that somebody who joins is shown."""
KEYS_KEPT: Final = 2_000
"""Requests that are remembered as done."""

Phase = Literal["lobby", "playing", "over"]


@dataclass(slots=True)
class Member:
    """Who has a seat. ``token`` is the hash of a person's, None for an AI that nobody may come back to.

    ``here`` is false while an AI plays for a person who may come back (D0.6). ``pace`` is how many times as long as
    usual they need.
    """

    name: str
    token: str | None = None
    ready: bool = False
    here: bool = True
    pace: float = 1.0

    @property
    def person(self) -> bool:
        """Whether a person acts on the seat now."""
        return self.token is not None and self.here


@dataclass(slots=True)
class Table:
    """The state of a table. ``events`` are those of the running game; the number of an event is its place, from 1."""

    opened: Opened
    listing: Listing
    options: dict[str, Any]
    members: list[Member] = field(default_factory=list)
    host: int | None = None
    match: Match | None = None
    ink: Ink = field(default_factory=Ink)
    chat: deque[Said] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    games: int = 0
    time: Milliseconds = 0
    """Of the last entry: how far the game is at least."""
    entries: int = 1
    keys: dict[str, None] = field(default_factory=dict)

    @classmethod
    def open(cls, opened: Opened) -> Table:
        """The table that its first entry makes.

        Raises:
            UnknownGameError, Refusal: it cannot be opened like this.
        """
        listing = listing_of(opened.game)
        options = json.loads(opened.options)
        config_of(listing, options)
        return cls(opened, listing, options)

    @property
    def phase(self) -> Phase:
        """Where the table is between opening and the end of its game."""
        if self.match is None:
            return "lobby"
        return "playing" if self.match.outcome() is None else "over"

    @property
    def events(self) -> list[Event]:
        """The events of the running game."""
        return [] if self.match is None else self.match.events

    def fold(self, entry: Entry) -> None:
        """Change the table as an entry says.

        Raises:
            Refusal, IllegalAction, CodecError: it cannot be so; the table is as before.
        """
        self._fold(entry)
        self.entries += 1
        self.time = max(self.time, getattr(entry, "at", 0))
        key = getattr(entry, "key", None)
        if key is not None:
            self.keys[key] = None
            while len(self.keys) > KEYS_KEPT:
                del self.keys[next(iter(self.keys))]

    def may_draw(self, seat: int, canvas: str) -> bool:
        """Whether the rules let a seat draw on a canvas now."""
        if self.match is None:
            return False
        return InkOffer(canvas) in self.match.game.offers(self.match.state, seat)

    def playing(self) -> Match:
        """The running game.

        Raises:
            Refusal: ``in_lobby``.
        """
        if self.match is None:
            raise Refusal("in_lobby")
        return self.match

    def _fold(self, entry: Entry) -> None:
        match entry:
            case Acted(actor, action, at):
                match_ = self.playing()
                match_.apply(actor, self.read_action(action), at)
            case Drew(_, canvas, stroke, _, color, x, y, t, end):
                self.ink.draw(canvas, stroke, color, x, y, t, end)
            case Undid(_, canvas, stroke):
                self.ink.undo(canvas, stroke)
            case Expired(at):
                self.playing().expire(at)
            case Ticked():
                pass
            case Said():
                self.chat.append(entry)
            case Sat() | Readied() | Paced() | Configured() | Started():
                self._in_lobby(entry)
            case Took():
                self._took(entry)
            case Left():
                self._left(entry)
            case Hosted(seat):
                self.host = seat
            case Reopened():
                self._reopen()
            case Opened():
                raise Refusal("in_game", "a table is opened once")
            case _:
                assert_never(entry)

    def read_action(self, text: str) -> Any:
        """The action in a JSON text.

        Raises:
            CodecError: it is none of the game's.
        """
        return loads(self.listing.action, text)

    def _in_lobby(self, entry: Sat | Readied | Paced | Configured | Started) -> None:
        if self.match is not None:
            raise Refusal("in_game")
        match entry:
            case Sat(name, token):
                if len(self.members) >= self.listing.game.seats.stop - 1:
                    raise Refusal("table_full")
                self.members.append(Member(name, token, ready=token is None))
                if self.host is None and token is not None:
                    self.host = len(self.members) - 1
            case Readied(seat, ready):
                self.member(seat).ready = ready
            case Paced(seat, pace):
                self.member(seat).pace = pace
            case Configured(options):
                given = json.loads(options)
                config_of(self.listing, given)
                self.options = given
                for member in self.members:
                    member.ready = member.token is None
            case Started(seed):
                stretched = paced(self.options, (member.pace for member in self.members))
                config = config_of(self.listing, stretched, len(self.members))
                holders = tuple(Holder(member.name, member.person) for member in self.members)
                self.match = Match(self.listing.game, config, holders, seed)
                self.ink = Ink()
                self.games += 1
                self.time = 0

    def member(self, seat: int) -> Member:
        """Who has a seat.

        Raises:
            Refusal: ``no_seat``.
        """
        if not 0 <= seat < len(self.members):
            raise Refusal("no_seat")
        return self.members[seat]

    def _took(self, entry: Took) -> None:
        member = self.member(entry.seat)
        if member.person:
            raise Refusal("seat_taken")
        self._hold(entry.seat, True, entry.at, entry.name)
        if entry.token is not None:
            member.token = entry.token
            member.name = entry.name or member.name
        member.here = True
        if self.host is None:
            self.host = entry.seat

    def _left(self, entry: Left) -> None:
        member = self.member(entry.seat)
        if self.match is None:
            del self.members[entry.seat]
            if self.host is not None and self.host > entry.seat:
                self.host -= 1
            elif self.host == entry.seat:
                self.host = self.next_host()
            return
        if member.person:
            self._hold(entry.seat, False, entry.at)
        member.here = False
        if entry.for_good:
            member.token = None
        if self.host == entry.seat:
            self.host = self.next_host()

    def _hold(self, seat: int, person: bool, at: Milliseconds, name: str | None = None) -> None:
        """Tell the rules who holds a seat; a finished game does not care."""
        if self.match is not None and self.match.outcome() is None:
            self.match.apply(REFEREE, Held(seat, person, name), at)

    def staying(self) -> list[int]:
        """The seats that are kept when the lobby opens again: all but those whose people are away."""
        return [seat for seat, m in enumerate(self.members) if m.person or m.token is None]

    def seat_of(self, token: str) -> int | None:
        """The seat whose token has this hash."""
        for seat, member in enumerate(self.members):
            if member.token is not None and secrets.compare_digest(member.token, token):
                return seat
        return None

    def next_host(self) -> int | None:
        """The first person who is there."""
        return next((seat for seat, member in enumerate(self.members) if member.person), None)

    def _reopen(self) -> None:
        if self.playing().outcome() is None:
            raise Refusal("in_game")
        staying = [self.members[seat] for seat in self.staying()]
        self.match = None
        self.ink = Ink()
        self.members = [Member(m.name, m.token, m.token is None, pace=m.pace) for m in staying]
        self.host = self.next_host()


def replayed(entries: list[Entry]) -> Table:
    """The table that a whole journal leads to.

    Raises:
        ValueError: it is no journal of a table.
    """
    first, *rest = entries
    if not isinstance(first, Opened):
        raise ValueError("a journal begins with the opening of its table")
    table = Table.open(first)
    for number, entry in enumerate(rest, 1):
        try:
            table.fold(entry)
        except (Refusal, IllegalAction, CodecError) as error:
            raise ValueError(f"entry {number} cannot be folded: {error}") from error
    return table
