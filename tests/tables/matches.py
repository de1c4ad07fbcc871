"""One whole match on a fast loop: AI seats, and people who act at random, leave, come back, take seats, watch."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from drawmate.games.catalogue import CATALOGUE
from drawmate.games.codec import encode
from drawmate.games.rules import Choice, Write
from drawmate.games.rules import Ink as InkOffer
from drawmate.tables.actor import Actor
from drawmate.tables.entries import Sat, Started
from drawmate.tables.ink import Ink
from drawmate.tables.requests import hash_of
from drawmate.tables.table import replayed
from drawmate.wire.client_messages import Act, Chat, InkPiece, Kick, Leave, Resync, Take, Undo
from drawmate.wire.codes import Close
from tests.tables.fast_forward import WITNESSES, FastLoop, MemoryJournal, Timekeeper, fast, opened_table
from tests.tables.leaks import Ear, Search

LONGEST = 6 * 3600.0
"""Seconds of game after which a match is taken not to end."""
TEXTS = ("cat", "a house", "macska", "zebra", "Angel", "something round")


@dataclass(slots=True)
class Report:
    """What became of a match; everything but the figures should be empty."""

    game: str
    seed: int
    ended: bool = False
    replayed: bool = False
    seconds: float = 0.0
    missed: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    phases: frozenset[str] = frozenset()
    frames: int = 0
    characters: int = 0
    points: int = 0
    entries: int = 0
    departures: int = 0

    @property
    def good(self) -> bool:
        return self.ended and self.replayed and not (self.missed or self.leaks or self.unanswered)


def play(game: str, seed: int, *, searched: bool = True, leaving: bool = True, **options: Any) -> Report:
    """Play a match: its size, its people and what they do follow from the seed. ``searched``: for secrets."""
    return fast(lambda loop: _play(loop, game, seed, searched, leaving, options), seed)


async def _play(
    loop: FastLoop, game: str, seed: int, searched: bool, leaving: bool, options: dict[str, Any]
) -> Report:
    random = Random(f"{game} {seed}")
    sizes = CATALOGUE[game].game.seats
    size = random.randint(max(2, sizes.start), min(6, sizes.stop - 1))
    count = random.randint(1, size - 1)
    actor, journal = opened_table(loop, game, seed, random.choice(("en", "hu")), **options)
    report = Report(game, seed)
    search, clock = Search(actor.table) if searched else None, Timekeeper(actor.table)
    tokens = [hash_of(f"{seed} {number}") for number in range(count)]
    order: list[str | None] = [*tokens, *[None] * (size - count)]
    random.shuffle(order)
    names = ("Ana", "Béla", "Cili", "Dóra", "Emil", "Flóra")
    sat = [Sat(f"AI {n}" if t is None else names[n], t) for n, t in enumerate(order)]
    await actor.do(lambda: list(sat))
    crowd = [Person(actor, search, Random(f"{game} {seed} {n}"), t, leaving) for n, t in enumerate(tokens)]
    watching = Ear(None, "watching", search, "Eye")
    await actor.connect(watching, None)
    for person in crowd:
        await person.come()
    await actor.do(lambda: [Started(random.randrange(1 << 62))])
    lives = [asyncio.create_task(person.live()) for person in crowd]
    began = loop.time()
    while actor.table.phase != "over" and loop.time() < began + LONGEST and actor.closed is None:
        await asyncio.sleep(1)
    await asyncio.sleep(3)
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    for life in lives:
        if not life.cancelled() and life.exception() is not None:
            raise life.exception() or AssertionError
    await asyncio.sleep(1)
    report.ended = actor.table.phase == "over"
    report.seconds = loop.time() - began
    report.replayed = _equal(actor, journal)
    report.missed, report.phases = clock.missed, frozenset(clock.phases)
    if search is not None:
        report.leaks = search.found
        report.frames, report.characters, report.points = search.frames, search.characters, search.points
    report.unanswered = [problem for person in crowd for problem in person.unanswered()]
    report.entries, report.departures = len(journal.bodies), sum(person.departures for person in crowd)
    await actor.close(Close.TABLE_CLOSED)
    WITNESSES.clear()
    return report


def _equal(actor: Actor, journal: MemoryJournal) -> bool:
    """Whether the journal leads to the table as it is."""
    again, table = replayed(journal.entries()), actor.table
    assert again.match is not None
    assert table.match is not None
    return (
        again.match.digest() == table.match.digest()
        and (again.members, again.host, again.keys) == (table.members, table.host, table.keys)
        and canvases_of(again.ink) == canvases_of(table.ink)
        and (again.entries, again.time, list(again.chat)) == (table.entries, table.time, list(table.chat))
    )


def canvases_of(ink: Ink) -> dict[str, Any]:
    """The canvases of a table."""
    return dict(vars(ink))


class Person:
    """Somebody with a seat who does what is offered, at random, and is not always there."""

    def __init__(
        self, actor: Actor, search: Search | None, random: Random, token: str, leaving: bool
    ) -> None:
        self._actor, self._search, self._random, self._leaving = actor, search, random, leaving
        self._token: str | None = token
        self._ear: Ear | None = None
        self._number = 0
        self._visits = 0
        self._sent: dict[tuple[str, int], Ear] = {}
        self.departures = 0

    async def come(self) -> None:
        self._visits += 1
        ear = Ear(None, f"{id(self)}-{self._visits}", self._search, "Gus")
        known = self._actor.table.seat_of(self._token) if self._token else None
        await self._actor.connect(
            ear, self._random.choice((None, 0, 3)), self._token if known is not None else None
        )
        self._ear = ear

    async def live(self) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(0.1, 4.0))
            if self._ear is None:
                await self.come()
                continue
            if self._ear.closed is not None:
                self._gone()
                continue
            chance = self._random.random()
            if self._leaving and chance < 0.02:
                self._actor.disconnect(self._ear)
                self._gone()
                await asyncio.sleep(self._random.choice((0.05, 2, 15, 29.99, 30, 45, 100)))
            elif self._leaving and chance < 0.024 and self._ear.seat is not None:
                await self._ask(Leave(id=self._next()))
                self.departures += 1
            elif self._leaving and chance < 0.028:
                await self._ask(Kick(id=self._next(), seat=self._random.randrange(6)))
            elif chance < 0.04:
                await self._ask(Chat(id=self._next(), text=self._random.choice(TEXTS)))
            elif chance < 0.05:
                await self._ask(Resync(id=self._next()))
            elif self._ear.seat is None:
                await self._take()
            elif self._actor.table.match is not None:
                await self._act(self._ear.seat)

    def unanswered(self) -> list[str]:
        """Requests of connections that stayed which were not answered, or more than once."""
        found = []
        for (session, number), ear in self._sent.items():
            answers = sum(one == number for one, _ in ear.answers)
            if answers > 1 or (answers == 0 and ear is self._ear and ear.closed is None):
                found.append(f"{session}: request {number} was answered {answers} times")
        return found

    def _gone(self) -> None:
        self._ear = None
        self.departures += 1

    def _next(self) -> int:
        self._number += 1
        return self._number

    async def _ask(self, message: Any) -> None:
        assert self._ear is not None
        self._sent[(self._ear.session, message.id)] = self._ear
        await self._actor.submit(self._ear, message)

    async def _take(self) -> None:
        assert self._ear is not None
        free = [n for n, m in enumerate(self._actor.table.members) if not m.person]
        if not free:
            return
        number = self._next()
        await self._ask(Take(id=number, seat=self._random.choice(free), name=f"Guest {number}"))
        await asyncio.sleep(0.5)
        if token := self._ear.tokens.get(number):
            self._token = hash_of(token)

    async def _act(self, seat: int) -> None:
        match = self._actor.table.match
        assert match is not None
        offers = match.game.offers(match.state, seat)
        if not offers:
            return
        match self._random.choice(offers):
            case Choice(action):
                await self._ask(Act(id=self._next(), action=encode(action)))
            case Write() as offer:
                text = self._random.choice(TEXTS)[: offer.longest]
                await self._ask(Act(id=self._next(), action=encode(offer.fill(text))))
            case InkOffer(canvas):
                await self._draw(canvas)

    async def _draw(self, canvas: str) -> None:
        if self._random.random() < 0.1:
            await self._ask(Undo(id=self._next(), canvas=canvas, stroke=self._random.randrange(4)))
            return
        length = self._random.randint(1, 12)
        x, y = ([round(self._random.uniform(0, 1000), 3) for _ in range(length)] for _ in "xy")
        stroke = 1_000 + self._number % 400
        piece = InkPiece(
            id=self._next(), canvas=canvas, stroke=stroke, offset=0, x=x, y=y, end=self._random.random() < 0.8
        )
        await self._ask(piece)


def describe(report: Report) -> str:
    """One line of JSON."""
    return json.dumps(
        {name: getattr(report, name) for name in ("game", "seed", "ended", "replayed", "seconds", "frames")}
        | {"missed": report.missed[:3], "leaks": report.leaks[:3], "unanswered": report.unanswered[:3]},
        ensure_ascii=False,
    )
