"""The AI at a table: the referee who is asked when the rules want to know something, and the players of AI seats.

Models run in worker threads, a bounded number at a time for the whole process; the event loop only hands out
questions and takes answers, which enter the table like anyone's actions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog

from drawmate.games.chance import Chance
from drawmate.games.clock import Milliseconds
from drawmate.games.codec import dumps
from drawmate.games.dekalko import records as dekalko
from drawmate.games.duplik import records as duplik
from drawmate.games.rules import REFEREE, Ask
from drawmate.games.rules import Ink as InkOffer
from drawmate.ink import Drawing
from drawmate.judging.question import question_of
from drawmate.judging.referee import answer
from drawmate.players import Deed, Player, Strokes, player_for
from drawmate.players.sight import sight_of
from drawmate.tables.clock import GameTime
from drawmate.tables.entries import Drew, Entry
from drawmate.tables.sights import drawing_of
from drawmate.tables.table import Table

__all__ = ["Office", "Staff"]

log = structlog.get_logger("drawmate.tables")

AGAIN: Final[Milliseconds] = 400
"""The same question about ink is asked at most this often."""


class Desk(Protocol):
    """What the staff needs of whoever runs the table."""

    table: Table
    time: GameTime

    def enter_action(self, actor: int, action: Any) -> None:
        """Let an AI seat or the referee act."""
        ...

    def soon(self, job: Callable[[], list[Entry]]) -> None:
        """Have something done in turn."""
        ...

    def wake(self) -> None:
        """Look at the table again."""
        ...


@dataclass(frozen=True, slots=True)
class Office:
    """What the staff of all tables share: the recogniser, and the threads to think in."""

    recogniser: Any | None
    threads: Executor


@dataclass(slots=True)
class _Seat:
    """What an AI seat is about to do."""

    chance: Chance
    seen: str = ""
    thinking: bool = False
    due: list[tuple[Milliseconds, Deed]] = field(default_factory=list)


class Staff:
    """The referee and the AI seats of one table."""

    def __init__(self, office: Office, game: str, seed: int) -> None:
        self._office = office
        self._player: Player = player_for(game, office.recogniser)
        self._seed = seed
        self._seats: dict[int, _Seat] = {}
        self._asked: dict[tuple[type, Any], tuple[tuple[Any, int], Milliseconds]] = {}
        self._asking: set[tuple[type, Any]] = set()
        self._state: Any = None
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Forget what was about to be done."""
        for task in self._tasks:
            task.cancel()

    def look(self, desk: Desk) -> Milliseconds | None:
        """Do what is due, and think about what is new; gives the game time to look again at."""
        now = desk.time.now()
        waits = [*self._referee(desk, now), *self._players(desk, now)]
        return min(waits, default=None)

    def _referee(self, desk: Desk, now: Milliseconds) -> list[Milliseconds]:
        match = desk.table.playing()
        waits: list[Milliseconds] = []
        for offer in match.game.offers(match.state, REFEREE):
            if not isinstance(offer, Ask):
                continue
            name = (type(offer.answers[0]), offer.question)
            version = (offer.answers[0], self._version(desk.table, offer))
            before = self._asked.get(name)
            if name in self._asking or (before is not None and before[0] == version):
                continue
            if before is not None and now < before[1] + AGAIN:
                waits.append(before[1] + AGAIN)
                continue
            self._asked[name] = (version, now)
            self._asking.add(name)
            ink = _Ink(desk.table)
            question = question_of(match.state, offer, ink, desk.table.opened.language)
            self._begin(self._ask(desk, name, question))
        return waits

    def _version(self, table: Table, ask: Ask) -> int:
        """What else the answer depends on: it is another when this is."""
        if not isinstance(ask.question, InkOffer):
            return 0
        canvas = table.ink.canvas(ask.question.canvas)
        match ask.answers[0]:
            case dekalko.Inked(enough=False) | duplik.Inked(inked=False):
                return len(canvas.undone)  # what was enough is not too little before some of it is taken back
        return canvas.version

    async def _ask(self, desk: Desk, name: tuple[type, Any], question: Any) -> None:
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(
                self._office.threads, answer, question, self._office.recogniser
            )
        finally:
            self._asking.discard(name)
        if found is not None:
            desk.enter_action(REFEREE, found)
        desk.wake()

    def _players(self, desk: Desk, now: Milliseconds) -> list[Milliseconds]:
        match = desk.table.playing()
        changed = match.state is not self._state
        self._state = match.state
        waits: list[Milliseconds] = []
        for number, member in enumerate(desk.table.members):
            if member.person:
                self._seats.pop(number, None)
                continue
            seat = self._seats.setdefault(number, _Seat(Chance((self._seed ^ number << 32) % (1 << 63))))
            if (changed or not seat.seen) and not seat.thinking:
                self._think(desk, number, seat, now)
            while seat.due and seat.due[0][0] <= now:
                self._act(desk, number, seat.due.pop(0)[1])
            waits += [due for due, _ in seat.due[:1]]
        return waits

    def _think(self, desk: Desk, number: int, seat: _Seat, now: Milliseconds) -> None:
        match = desk.table.playing()
        offers = match.game.offers(match.state, number)
        seen = dumps((match.game.view(match.state, number), offers))
        if seen == seat.seen:
            return
        seat.seen = seen
        seat.due = [
            (due, deed) for due, deed in seat.due if deed.ink is not None and due - deed.ink.length <= now
        ]
        if not offers:
            return
        table = desk.table
        sight = sight_of(
            match.game,
            match.state,
            number,
            lambda name: drawing_of(table, name),
            now,
            table.opened.language,
            tuple(said.text for said in table.chat),
        )
        seat.thinking = True
        self._begin(self._plan(desk, number, seat, sight))

    async def _plan(self, desk: Desk, number: int, seat: _Seat, sight: Any) -> None:
        try:
            loop = asyncio.get_running_loop()
            plan, chance = await loop.run_in_executor(
                self._office.threads, self._player.plan, sight, seat.chance
            )
        except Exception:
            log.exception("an AI seat could not think", game=sight.game, phase=sight.view.phase)
            plan, chance = (), seat.chance
        finally:
            seat.thinking = False
        seat.chance = chance
        seat.due += [one for deed in plan for one in _single_strokes(sight.now + deed.after, deed)]
        seat.due.sort(key=lambda one: one[0])
        self._state = None
        desk.wake()

    def _act(self, desk: Desk, number: int, deed: Deed) -> None:
        if deed.ink is None:
            desk.enter_action(number, deed.action)
            return
        ink = deed.ink

        def draw() -> list[Entry]:
            table = desk.table
            if not table.may_draw(number, ink.canvas):
                return []
            canvas = table.ink.canvas(ink.canvas)
            first = max((*canvas.strokes, *canvas.undone), default=-1) + 1
            return [
                Drew(
                    number,
                    ink.canvas,
                    first + n,
                    0,
                    0,
                    x,
                    y,
                    tuple(round(v) for v in t),
                    True,
                    desk.time.now(),
                )
                for n, (x, y, t) in enumerate(ink.strokes)
            ]

        desk.soon(draw)

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Ink(Mapping[str, Drawing]):
    """The canvases of a table, read when they are asked for."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getitem__(self, canvas: str) -> Drawing:
        return drawing_of(self._table, canvas)

    def __contains__(self, canvas: object) -> bool:
        return isinstance(canvas, str)

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


def _single_strokes(begin: Milliseconds, deed: Deed) -> list[tuple[Milliseconds, Deed]]:
    """A deed by when it is done: ink stroke by stroke, each when its pen is lifted."""
    if deed.ink is None:
        return [(begin, deed)]
    found = []
    for x, y, t in deed.ink.strokes:
        own = tuple(moment - t[0] for moment in t)
        found.append((begin + round(t[-1]), Deed(0, ink=Strokes(deed.ink.canvas, ((x, y, own),)))))
    return found
