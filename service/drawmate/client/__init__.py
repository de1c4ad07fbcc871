"""A client of tables, for players and tools written in Python: open or join a table, connect, act, draw.

``async with (await create_table(url, game="quick_guess", name="Fox")).connect() as table: await table.start()``
"""

from drawmate.client.connection import Connection
from drawmate.client.errors import Closed, Refused
from drawmate.client.known import Message, Stroke
from drawmate.client.seats import Seat, create_table, join, watch

__all__ = ["Closed", "Connection", "Message", "Refused", "Seat", "Stroke", "create_table", "join", "watch"]
