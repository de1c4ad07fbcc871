"""``/v1/tables``: opening tables, joining them, tickets for their sockets."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from drawmate.api.errors import Problem
from drawmate.api.examples import JOIN_TABLES, OPEN_TABLES, TICKET_REQUESTS, body_of
from drawmate.api.schemas import JoinTable, OpenTable, TicketRequest
from drawmate.api.service import PROBLEMS, Service
from drawmate.storage.errors import StorageError
from drawmate.tables.hall import LANGUAGES, Hall
from drawmate.tables.refusals import Refusal

__all__ = ["hall_of", "problem_of_refusal", "router"]

_STATUS: Final = {
    "no_table": 404,
    "bad_token": 403,
    "not_host": 403,
    "table_full": 409,
    "in_game": 409,
    "name_taken": 409,
    "busy": 503,
    "paused": 503,
}
_MOST_LISTED: Final = 50


class PlaceModel(BaseModel):
    """A seat: whoever has the token has the seat. Told once, stored as a hash only.

    ``host_token``, for whoever opened the table, allows closing it for good and deleting its games, by a
    request each; it gives no other rights.
    """

    code: str
    seat: int
    token: str
    host_token: str | None = None


class TicketModel(BaseModel):
    """Opens one socket, within ``expires_ms``."""

    ticket: str
    expires_ms: int


class TableModel(BaseModel):
    """A listed table."""

    code: str
    game: str
    phase: str


def router(service: Service) -> APIRouter:
    """The routes of tables."""
    routes = APIRouter(tags=["tables"])
    refusals: dict[int | str, dict[str, Any]] = dict(PROBLEMS)
    refusals[404] = {**PROBLEMS[422], "description": "No such table"}
    forbidden = {**PROBLEMS[422], "description": "Not a token of this table that allows it (`bad_token`)"}
    taken = {**PROBLEMS[422], "description": "`in_game`, `table_full` or `name_taken`"}

    @routes.post(
        "/v1/tables",
        status_code=201,
        response_model=PlaceModel,
        responses=refusals,
        openapi_extra=body_of(OpenTable, OPEN_TABLES),
    )
    async def open_table(request: Request) -> Any:
        """Open a table; you sit on its first seat and are its host."""
        asked = OpenTable.model_validate(await service.read_object(request))
        if asked.language not in LANGUAGES:
            raise Problem(422, "bad_option", f"languages are {', '.join(LANGUAGES)}", path="language")
        return await _asked(
            hall_of(service).open(asked.game, asked.name, asked.options, asked.language, asked.listed)
        )

    @routes.get("/v1/tables", response_model=list[TableModel], responses={503: PROBLEMS[503]})
    async def list_tables() -> Any:
        """Listed tables that are in their lobby or playing, newest first."""
        rows = await _asked(hall_of(service).listed(_MOST_LISTED))
        return [TableModel(code=row.code, game=row.game, phase=row.phase) for row in rows]

    @routes.post(
        "/v1/tables/{code}/seats",
        status_code=201,
        response_model=PlaceModel,
        responses={**refusals, 409: taken},
        openapi_extra=body_of(JoinTable, JOIN_TABLES),
    )
    async def join_table(code: str, request: Request) -> Any:
        """Take the next seat of a table in its lobby."""
        asked = JoinTable.model_validate(await service.read_object(request))
        return await _asked(hall_of(service).join(code, asked.name))

    @routes.post(
        "/v1/tables/{code}/tickets",
        status_code=201,
        response_model=TicketModel,
        responses={**refusals, 403: forbidden, 409: taken},
        openapi_extra=body_of(TicketRequest, TICKET_REQUESTS),
    )
    async def ticket(code: str, request: Request) -> TicketModel:
        """A ticket for one socket: with ``Authorization: Bearer`` and a seat's token for that seat, else to watch."""
        asked = TicketRequest.model_validate(await service.read_object(request))
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme and (scheme.lower() != "bearer" or not token):
            raise Problem(403, "bad_token", "Authorization must be Bearer and a seat's token")
        key = await _asked(hall_of(service).ticket(code, token or None, asked.name))
        return TicketModel(ticket=key, expires_ms=30_000)

    @routes.delete(
        "/v1/tables/{code}",
        status_code=204,
        response_class=Response,
        responses={
            403: forbidden,
            **{status: refusals[status] for status in (404, 422, 429, 503)},
        },
    )
    async def delete_table(code: str, request: Request) -> Response:
        """Close a table for good: with `Authorization: Bearer` and its host token; its finished games stay."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not await _asked(hall_of(service).delete(code, token.strip())):
            raise Problem(403, "bad_token", "Authorization must be Bearer and the host token of the table")
        return Response(status_code=204)

    return routes


def hall_of(service: Service) -> Hall:
    """The tables of this process.

    Raises:
        Problem: 503 ``no_tables``: the storage could not be opened, or this server has no tables.
    """
    if service.hall is None:
        raise Problem(503, "no_tables", "this server has no tables now")
    return service.hall


def problem_of_refusal(error: Refusal) -> Problem:
    """A table's refusal over HTTP."""
    status = _STATUS.get(error.code, 422)
    headers = {"Retry-After": "1"} if status == 503 else None
    return Problem(status, error.code, str(error), path=error.path or "", headers=headers)


async def _asked(work: Any) -> Any:
    try:
        return await work
    except Refusal as error:
        raise problem_of_refusal(error) from None
    except StorageError as error:
        raise Problem(503, "storage", "the storage does not answer", headers={"Retry-After": "5"}) from error
