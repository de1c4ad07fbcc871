"""``/v1/games``: the gallery of finished games, their drawings as files, and the capsules that replay them.

Lists hold the games of listed tables only; of any other, whoever has its id, or its table's code, may see it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from typing import Annotated, Any, Final, Literal, TypeVar

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from drawmate.api.errors import Problem
from drawmate.api.service import PROBLEMS, Service
from drawmate.api.tables import hall_of, problem_of_refusal
from drawmate.ink.formats import write
from drawmate.storage.errors import StorageError
from drawmate.storage.gallery import DrawingRow, GameLine, GameRow
from drawmate.tables.archive import Archive, reading_of, summary_of
from drawmate.tables.refusals import Refusal

__all__ = ["router"]

T = TypeVar("T")

_ID: Final = re.compile(r"[0-9a-f]{32}-[1-9][0-9]{0,8}")
_BEFORE: Final = r"[0-9]{1,15}\.[0-9a-f]{32}-[1-9][0-9]{0,8}"
_LONGEST_LIST: Final = 100
_PIXELS: Final = 512
"""Side of pictures."""
_AT_ONCE: Final = 2
"""Files that are made at the same time."""
_EDITION: Final = 1
"""Part of the entity tags: rises when the same drawing gives another file."""
_CACHE: Final = "private, max-age=300"
"""Not long, and in nobody else's cache: games are deleted on request."""

Kind = Literal["svg", "png", "gif", "json"]
_TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "json": "application/json",
}


class GameModel(BaseModel):
    """A finished game; of whoever played only the seats are kept."""

    id: str
    game: str
    language: str
    finished_ms: int = Field(description="Milliseconds since 1970.")
    seats: list[Literal["person", "ai"]] = Field(description="Who held each seat at the start.")
    winners: list[int] = Field(description="Seats, several if they share the victory.")
    totals: list[int] = Field(description="Points by seat.")
    rounds: list[list[int]] = Field(description="Points of each round by seat.")
    reason: str = Field(description="Why it ended.")
    drawings: int = Field(description="How many drawings there are, numbered from 0.")


class DrawingModel(BaseModel):
    """A drawing of a game, on a canvas of 1000 by 1000 units."""

    number: int
    round: int = Field(description="From 1.")
    half: Literal["left", "right"] | None = Field(description="Of a sheet that two seats drew on.")
    seat: int | None = Field(description="Who drew it, if that was told.")
    title: str | None = Field(description="The word, picture, person or scene, if that was told.")


class WholeGameModel(GameModel):
    """A finished game and what was drawn in it."""

    listed: bool
    gallery: list[DrawingModel] = Field(description="The drawings, in order.")


class GamesModel(BaseModel):
    """A part of the gallery, latest first."""

    games: list[GameModel]
    next: str | None = Field(description="What to give as `before` for those that follow; null at the end.")


def router(service: Service) -> APIRouter:
    """The routes of finished games."""
    routes = APIRouter(tags=["games"])
    making = asyncio.Semaphore(_AT_ONCE)

    def archive() -> Archive:
        return hall_of(service).archive

    @routes.get("/v1/games", response_model=GamesModel, responses=_refusals())
    async def list_games(
        limit: Annotated[int, Query(ge=1, le=_LONGEST_LIST, description="Most games to list.")] = 24,
        before: Annotated[
            str | None, Query(pattern=f"^{_BEFORE}$", description="The `next` of the list before.")
        ] = None,
    ) -> Any:
        """Finished games of listed tables, latest first."""
        lines = await _asked(archive().recent(limit + 1, _place(before)))
        last = lines[limit - 1] if len(lines) > limit else None
        return GamesModel(
            games=[GameModel(**_line(line)) for line in lines[:limit]],
            next=None if last is None else f"{last.finished_ms}.{last.id}",
        )

    @routes.get(
        "/v1/tables/{code}/games", response_model=list[GameModel], responses=_refusals("No such table")
    )
    async def games_of_table(code: str) -> Any:
        """The finished games of a table, latest first, for whoever knows its code."""
        try:
            actor = await _asked(hall_of(service).find(code))
        except Refusal as error:
            raise problem_of_refusal(error) from None
        lines = await _asked(archive().by_table(actor.table.opened.id))
        return [GameModel(**_line(line)) for line in lines]

    @routes.get(
        "/v1/games/{game_id}", response_model=WholeGameModel, responses=_refusals("No such game (`no_game`)")
    )
    async def finished_game(game_id: str) -> Any:
        """A finished game: how it ended, and its drawings."""
        row = await _game(archive(), game_id)
        drawings = await _asked(archive().drawings(row.id))
        return WholeGameModel(
            **_line(row), listed=row.listed, gallery=[_drawing(drawing) for drawing in drawings]
        )

    @routes.get(
        "/v1/games/{game_id}/capsule",
        response_class=Response,
        responses=_refusals("No such game (`no_game`)") | _file({"application/json"}),
    )
    async def capsule(game_id: str, request: Request) -> Response:
        """All that replays the game and proves that it is the same, without names: for `drawmate replay`."""
        row = await _game(archive(), game_id)
        headers = _headers(f"{row.id}-capsule", f"{row.game}-{row.id[:8]}.capsule.json", "attachment")
        if _unchanged(request, headers):
            return Response(status_code=304, headers=headers)
        return Response(row.capsule, headers=headers, media_type="application/json")

    @routes.get(
        "/v1/games/{game_id}/drawings/{number}.{kind}",
        response_class=Response,
        responses=_refusals("No such game (`no_game`) or drawing (`no_drawing`)")
        | _file(set(_TYPES.values())),
    )
    async def drawing_file(game_id: str, number: int, kind: Kind, request: Request) -> Response:
        """A drawing as SVG, PNG, animated GIF, or a Quick, Draw! record with the colour of each stroke."""
        row = await _game(archive(), game_id)
        drawings = await _asked(archive().drawings(row.id))
        found = next((drawing for drawing in drawings if drawing.number == number), None)
        if found is None:
            raise Problem(404, "no_drawing", "the game has no such drawing", path="number")
        name = f"{row.game}-{row.id[:8]}-{number}.{kind}"
        headers = _headers(f"{row.id}-{number}-{kind}", name, "inline")
        if _unchanged(request, headers):
            return Response(status_code=304, headers=headers)
        async with making:
            content = await asyncio.to_thread(_file_of, found, kind)
        return Response(content, headers=headers, media_type=_TYPES[kind])

    @routes.delete(
        "/v1/games/{game_id}",
        status_code=204,
        response_class=Response,
        responses=_refusals("No such game (`no_game`)")
        | {403: _problem("Not the host's token (`bad_token`)")},
    )
    async def delete_game(game_id: str, request: Request) -> Response:
        """Delete a game and its drawings: with `Authorization: Bearer` and the host token of its table."""
        row = await _game(archive(), game_id)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not await _asked(archive().delete(row, token.strip())):
            raise Problem(403, "bad_token", "Authorization must be Bearer and the host token of its table")
        return Response(status_code=204)

    return routes


async def _game(archive: Archive, game_id: str) -> GameRow:
    row = await _asked(archive.get(game_id)) if _ID.fullmatch(game_id) else None
    if row is None:
        raise Problem(404, "no_game", "there is no such game", path="game_id")
    return row


async def _asked(work: Awaitable[T]) -> T:
    try:
        return await work
    except StorageError as error:
        raise Problem(503, "storage", "the storage does not answer", headers={"Retry-After": "5"}) from error


def _place(before: str | None) -> tuple[int, str] | None:
    if before is None:
        return None
    finished, _, game_id = before.partition(".")
    return int(finished), game_id


def _line(line: GameLine) -> dict[str, Any]:
    """The fields that a list shows."""
    return {
        "id": line.id,
        "game": line.game,
        "language": line.language,
        "finished_ms": line.finished_ms,
        **summary_of(line),
    }


def _drawing(row: DrawingRow) -> DrawingModel:
    """Where a drawing belongs; the seat that is in the name of its canvas is left out."""
    number, _, *half = row.canvas.split(".")
    return DrawingModel.model_validate(
        {
            "number": row.number,
            "round": int(number),
            "half": half[0] if half else None,
            "seat": row.seat,
            "title": row.title,
        }
    )


def _file_of(row: DrawingRow, kind: Kind) -> bytes:
    """The work of a request, for a thread beside the event loop."""
    reading, colors = reading_of(row)
    if kind != "json":
        return write([reading], kind, size=_PIXELS)
    record = orjson.loads(write([reading], "quickdraw"))
    return orjson.dumps(record | {"colors": colors})


def _headers(tag: str, name: str, disposition: str) -> dict[str, str]:
    """Those of a file; ``name`` is of our own making and plain ASCII."""
    return {
        "ETag": f'"{tag}-{_EDITION}"',
        "Cache-Control": _CACHE,
        "Content-Disposition": f'{disposition}; filename="{name}"',
    }


def _unchanged(request: Request, headers: dict[str, str]) -> bool:
    """Whether the client has this very file."""
    known = request.headers.get("if-none-match", "")
    return headers["ETag"] in [tag.strip().removeprefix("W/") for tag in known.split(",")]


def _problem(description: str) -> dict[str, Any]:
    return {**PROBLEMS[422], "description": description}


def _refusals(missing: str = "") -> dict[int | str, dict[str, Any]]:
    """The refusals of a route in the OpenAPI document."""
    found: dict[int | str, dict[str, Any]] = {422: PROBLEMS[422], 429: PROBLEMS[429]}
    if missing:
        found[404] = _problem(missing)
    found[503] = _problem("No tables here, or the storage does not answer; see Retry-After")
    return found


def _file(types: set[str]) -> dict[int | str, dict[str, Any]]:
    """A file in the OpenAPI document."""
    schema = {"schema": {"type": "string", "format": "binary"}}
    return {
        200: {"description": "The file", "content": dict.fromkeys(sorted(types), schema)},
        304: {"description": "The file that the client has, by If-None-Match"},
    }
