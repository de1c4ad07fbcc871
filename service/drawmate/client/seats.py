"""Seats at tables: opening a table, joining one, watching one, and the tickets that let a socket in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

import httpx

from drawmate.client.connection import Connection
from drawmate.client.errors import Refused

__all__ = ["Seat", "create_table", "join", "watch"]

TIMEOUT_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table, or (``seat`` None) a place to watch it from; whoever has the token has the seat."""

    base_url: str
    code: str
    seat: int | None = None
    token: str | None = field(default=None, repr=False)
    host_token: str | None = field(default=None, repr=False)
    name: str = ""
    """A spectator's, for the chat."""

    @property
    def socket_url(self) -> str:
        """Of the table's socket, without its query."""
        return f"ws{self.base_url.removeprefix('http')}/v1/tables/{quote(self.code)}/socket"

    async def ticket(self) -> str:
        """A ticket for one socket.

        Raises:
            Refused: ``no_table``, ``bad_token``, …; httpx.TransportError.
        """
        path = f"/v1/tables/{quote(self.code)}/tickets"
        answer = await _post(self.base_url, path, {"name": self.name}, self.token)
        return str(answer["ticket"])

    def connect(self) -> Connection:
        """A connection, to be entered with ``async with``; an older one of the same seat is taken over."""
        return Connection(self)


async def create_table(
    base_url: str,
    *,
    game: str,
    name: str,
    options: Mapping[str, Any] | None = None,
    language: str = "en",
    listed: bool = False,
) -> Seat:
    """Open a table; you sit on its first seat and are its host. ``base_url`` is e.g. ``http://127.0.0.1:8000``.

    Raises:
        Refused: ``unknown_game``, ``bad_name``, ``bad_option``, …; httpx.TransportError.
    """
    body = {
        "game": game,
        "name": name,
        "options": dict(options or {}),
        "language": language,
        "listed": listed,
    }
    return await _seat(base_url, "/v1/tables", body)


async def join(base_url: str, code: str, name: str) -> Seat:
    """Take the next seat of a table in its lobby.

    Raises:
        Refused: ``no_table``, ``in_game``, ``table_full``, ``name_taken``, ``bad_name``, …; httpx.TransportError.
    """
    return await _seat(base_url, f"/v1/tables/{quote(code)}/seats", {"name": name})


def watch(base_url: str, code: str, name: str = "") -> Seat:
    """A spectator's place; nothing is asked of the server before it connects."""
    return Seat(base_url.rstrip("/"), code, name=name)


async def _seat(base_url: str, path: str, body: Mapping[str, Any]) -> Seat:
    base_url = base_url.rstrip("/")
    place = await _post(base_url, path, body)
    return Seat(base_url, place["code"], place["seat"], place["token"], place.get("host_token"))


async def _post(
    base_url: str, path: str, body: Mapping[str, Any], token: str | None = None
) -> dict[str, Any]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:
        answer = await http.post(base_url + path, json=body, headers=headers)
    try:
        content = answer.json()
    except ValueError:
        content = None
    if answer.status_code == 201 and isinstance(content, dict):
        return content
    problem = content if isinstance(content, dict) else {}
    raise Refused(
        str(problem.get("code", "refused")),
        str(problem.get("detail", f"HTTP {answer.status_code}")),
        path=problem.get("path"),
        status=answer.status_code,
    )
