"""Finished games in the gallery: what is kept of them, when, and for how long.

A game is put away once, after its end is in the journal; if that fails or the process dies before, it is put away when
the table is brought back. No table ever waits for it. Names of players are not kept: seats are. A game that somebody
deleted leaves an empty row behind, so that its table's journal, as long as there is one, does not bring it back.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import orjson
import structlog
from sqlalchemy import delete, insert

from drawmate.cards.decks import deck_of
from drawmate.games.capsule import dump_capsule
from drawmate.games.record import CLOCK, Match
from drawmate.games.rules import Held, Holder
from drawmate.games.split_personality.records import Listed, Seated, Written
from drawmate.ink import Drawing
from drawmate.ink.formats import Reading
from drawmate.storage.database import Database
from drawmate.storage.errors import StorageError
from drawmate.storage.gallery import DrawingRow, Gallery, GameLine, GameRow
from drawmate.storage.schema import games
from drawmate.tables.entries import Entry, Opened
from drawmate.tables.ink import Ink, Stroke, clipped
from drawmate.tables.requests import hash_of
from drawmate.tables.table import Table
from drawmate.wire.limits import CANVAS

__all__ = [
    "Archive",
    "Finished",
    "Shown",
    "archived",
    "finished_in",
    "finished_of",
    "reading_of",
    "summary_of",
]

log = structlog.get_logger("drawmate.tables")

RETRIES: Final = (2.0, 20.0)
"""Seconds until a game that could not be written is written again; after these the table's return heals it."""
PAUSE: Final = 250
"""Milliseconds between two strokes; how long people really paused is not kept."""
DAY_MS: Final = 24 * 3600 * 1000
RETAIN_SECONDS: Final = 600.0
"""How often the gallery is looked through for games that are too old."""
CLOSE_SECONDS: Final = 10.0
"""For what is being put away when the server stops."""
FOLD: Final = CANVAS / 2
_DELETED: Final = ""
"""The summary and the capsule of a game that somebody deleted."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that came to its end at a table: nothing of it changes any more. ``number`` counts from 1."""

    opened: Opened
    number: int
    match: Match
    ink: Ink

    @property
    def id(self) -> str:
        """By which the game is found; not to be guessed, as little as the table's."""
        return f"{self.opened.id}-{self.number}"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the rules told everybody of a canvas: who drew on it, and the word, picture, person or scene."""

    seat: int
    title: str | None = None


def finished_of(table: Table) -> Finished | None:
    """The game of a table, if it is over."""
    if table.match is None or table.phase != "over":
        return None
    return Finished(table.opened, table.games, table.match, table.ink)


def finished_in(entries: Iterable[Entry]) -> list[Finished]:
    """All games that ended in a journal.

    Raises:
        ValueError: it is no journal.
    """
    first, *rest = entries
    if not isinstance(first, Opened):
        raise ValueError("a journal begins with the opening of its table")
    table = Table.open(first)
    found: dict[int, Finished] = {}
    for entry in rest:
        table.fold(entry)
        if table.games not in found and (game := finished_of(table)) is not None:
            found[game.number] = game
    return list(found.values())


def archived(
    game: Finished, finished_ms: int, models: Sequence[str] = ()
) -> tuple[GameRow, list[DrawingRow]]:
    """What is kept of a game, and its drawings: every canvas with ink.

    Raises:
        ValueError: the game does not play again without the names.
    """
    match, shown = _nameless(game.match, game.opened.language)
    outcome = match.outcome()
    if outcome is None or outcome != game.match.outcome():
        raise ValueError("without names the game has another outcome")
    drawings = [
        DrawingRow(
            number,
            canvas,
            told.seat if (told := shown.get(canvas)) else None,
            told.title if told else None,
            _strokes(game.ink, canvas),
        )
        for number, canvas in enumerate(_inked(game, match))
    ]
    summary = {
        "host": game.opened.host,
        "seats": ["person" if holder.person else "ai" for holder in match.holders],
        "winners": outcome.winners,
        "totals": outcome.totals,
        "rounds": outcome.rounds,
        "reason": outcome.reason,
        "drawings": len(drawings),
    }
    row = GameRow(
        game.id,
        game.opened.id,
        game.opened.game,
        game.opened.language,
        finished_ms,
        game.opened.listed,
        orjson.dumps(summary).decode(),
        dump_capsule(match, models),
    )
    return row, drawings


def summary_of(line: GameLine) -> dict[str, Any]:
    """What a list says of a game: seats, winners, totals, rounds, reason, and how many drawings there are."""
    found: dict[str, Any] = orjson.loads(line.summary)
    del found["host"]
    return found


def reading_of(row: DrawingRow) -> tuple[Reading, list[int]]:
    """A drawing as it was made, titled if its title is known, and the colour of each stroke."""
    strokes = orjson.loads(row.strokes)
    columns: list[list[Any]] = []
    begin = 0
    for stroke in strokes:
        column = [stroke["x"], stroke["y"]]
        if stroke["t"]:
            column.append([begin + t - stroke["t"][0] for t in stroke["t"]])
            begin = column[2][-1] + PAUSE
        columns.append(column)
    drawing = Drawing.from_strokes(columns, canvas=(float(CANVAS), float(CANVAS)))
    return Reading(drawing, meta={"word": row.title} if row.title else {}), [s["color"] for s in strokes]


class Archive:
    """Puts finished games in the gallery, finds them, deletes them."""

    def __init__(self, database: Database, models: Sequence[str] = (), retention_days: int = 0) -> None:
        self._database = database
        self._gallery = Gallery(database)
        self._models = tuple(models)
        self._retention_ms = retention_days * DAY_MS
        self._retained = -RETAIN_SECONDS
        self._tasks: set[asyncio.Task[None]] = set()

    def keep_soon(self, game: Finished) -> None:
        """Put away a game that has just ended; returns at once and never fails."""
        self._begin(self._keep(game, _now_ms()))

    def heal_soon(self, table: Table, entries: Sequence[Entry], touched_ms: int) -> None:
        """Put away what a table that was brought back played and is not there; returns at once and never fails.

        When exactly those games ended is not known: ``touched_ms``, of the journal's last entry, is taken. What might
        be older than is to be kept is left out.
        """
        played = table.games - (table.phase == "playing")
        if played and table.opened.created >= self._oldest():
            self._begin(self._heal(table.opened.id, played, entries, touched_ms))

    async def settled(self) -> None:
        """Returns when nothing is being put away."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Finish what is being put away, but not for long."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
        for task in self._tasks:
            task.cancel()

    async def get(self, game_id: str) -> GameRow | None:
        """A game, listed or not."""
        row = await self._gallery.get(game_id)
        return None if row is None or row.summary == _DELETED else row

    async def drawings(self, game_id: str) -> list[DrawingRow]:
        """The drawings of a game, in order."""
        return await self._gallery.drawings(game_id)

    async def recent(self, limit: int, before: tuple[int, str] | None = None) -> list[GameLine]:
        """Listed games, latest first; ``before`` is when the last one seen finished, and its id."""
        return await self._gallery.recent(limit, before)

    async def by_table(self, table_id: str) -> list[GameLine]:
        """The games of a table, latest first."""
        return [line for line in await self._gallery.by_table(table_id) if line.summary != _DELETED]

    async def delete(self, row: GameRow, token: str) -> bool:
        """Delete a game for good; False when the token is not that of its table's host."""
        if not secrets.compare_digest(orjson.loads(row.summary)["host"], hash_of(token)):
            return False
        empty = replace(row, listed=False, summary=_DELETED, capsule=_DELETED)
        await self._database.write(
            delete(games).where(games.c.id == row.id), insert(games).values(asdict(empty))
        )
        return True

    async def retain(self) -> None:
        """Delete what is older than the retention setting allows; looks every ``RETAIN_SECONDS`` only."""
        if not self._retention_ms or time.monotonic() < self._retained + RETAIN_SECONDS:
            return
        self._retained = time.monotonic()
        gone = await self._gallery.retain(self._oldest())
        if gone:
            log.info("old games were deleted", games=gone)

    async def forget(self, tables: Iterable[str]) -> None:
        """Drop the empty rows of tables that are gone for good."""
        for table in tables:
            for line in await self._gallery.by_table(table):
                if line.summary == _DELETED:
                    await self._gallery.delete(line.id)

    def _oldest(self) -> int:
        """When a game must have finished to be kept now."""
        return _now_ms() - self._retention_ms if self._retention_ms else 0

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="drawmate-archive")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _heal(self, table_id: str, played: int, entries: Sequence[Entry], at: int) -> None:
        try:
            kept = {line.id for line in await self._gallery.by_table(table_id)}
            if all(f"{table_id}-{number}" in kept for number in range(1, played + 1)):
                return
            for game in await asyncio.to_thread(finished_in, entries):
                if game.id not in kept:
                    await self._keep(game, at)
        except Exception:
            log.exception("the games of a table could not be looked for", table=table_id)

    async def _keep(self, game: Finished, at: int) -> None:
        try:
            row, drawings = await asyncio.to_thread(archived, game, at, self._models)
            for wait in (*RETRIES, None):
                try:
                    await self._gallery.add(row, drawings)
                except StorageError as error:
                    if wait is None or error.code != "database_unreachable":
                        raise
                    log.warning("a game is not in the gallery yet", game=game.id, code=error.code)
                    await asyncio.sleep(wait)
                else:
                    return
        except Exception:
            log.exception("a game could not be put in the gallery", game=game.id)


def _nameless(match: Match, language: str) -> tuple[Match, dict[str, Shown]]:
    """The same game with seats for names, and what was shown to everybody of its canvases."""
    holders = tuple(Holder(_seat_name(seat), holder.person) for seat, holder in enumerate(match.holders))
    again = Match(match.game, match.config, holders, match.seed, match.begun)
    shown = dict[str, Shown]()
    for entry in match.entries:
        if entry.actor == CLOCK:
            again.expire(entry.now)
        else:
            action = entry.action
            if isinstance(action, Held) and action.name is not None:
                action = replace(action, name=_seat_name(action.seat))
            again.apply(entry.actor, action, entry.now)
        for canvas, told in _told(again, language):
            before = shown.get(canvas)
            shown[canvas] = before if told.title is None and before is not None else told
    return again, shown


def _told(match: Match, language: str) -> Iterator[tuple[str, Shown]]:
    """What a spectator sees now of whose drawings, and what they show."""
    game, state = match.game.name, match.state
    view, deck = match.game.view(state, None), deck_of(game)

    def title(card: int | None) -> str | None:
        return None if card is None else deck.title(card, language)

    if game == "artbox":  # drawings lie under letters until their authors are told (D3.21)
        for seat in view.authors:
            yield f"{view.round}.{seat}", Shown(seat, title(view.words[seat]))
        return
    for canvas in view.canvases:
        number, seat, *half = canvas.split(".")
        drawer, now = int(seat), int(number) == view.round
        found = None
        match game:
            case "quick_guess":
                found = title(view.word)
            case "duplik" if now and view.titled:
                found = title(state.round.card)
            case "dekalko" if now and drawer == view.artist:
                found = title(view.card)
            case "split_personality":
                if now and drawer == view.sheet:
                    found = _person(view.person, language)
                drawer = state.artists(drawer)[half == ["right"]]
        yield canvas, Shown(drawer, found)


def _person(person: Any, language: str) -> str | None:
    match person:
        case Listed(card):
            return deck_of("split_personality").title(card, language)
        case Written(text):
            return str(text)
        case Seated(seat):
            return _seat_name(seat)
    return None


def _inked(game: Finished, match: Match) -> Iterator[str]:
    """The canvases with ink on them, by round and seat."""
    outcome, current = match.outcome(), match.state.round
    rounds = max(len(outcome.rounds) if outcome else 0, current if type(current) is int else current.number)
    for number in range(1, rounds + 1):
        for seat in range(len(match.holders)):
            for half in ("", ".left", ".right"):
                canvas = f"{number}.{seat}{half}"
                if game.ink.canvas(canvas).strokes:
                    yield canvas


def _strokes(ink: Ink, canvas: str) -> str:
    """The ink of a canvas as JSON; of half a sheet only what is on that half (D2.7)."""
    half = canvas.rpartition(".")[2]
    part = (0.0, FOLD) if half == "left" else (FOLD, CANVAS) if half == "right" else (-CANVAS, 2 * CANVAS)
    pieces = [piece for stroke in ink.canvas(canvas).strokes.values() for piece in clipped(stroke, part)]
    return orjson.dumps([_stroke(piece) for piece in pieces if piece.x]).decode()


def _stroke(stroke: Stroke) -> dict[str, Any]:
    timed = len(stroke.t) == len(stroke.x)
    return {"color": stroke.color, "x": stroke.x, "y": stroke.y, "t": stroke.t if timed else None}


def _seat_name(seat: int) -> str:
    return f"Seat {seat + 1}"


def _now_ms() -> int:
    return int(time.time() * 1000)
