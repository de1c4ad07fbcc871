"""Log lines for people (console) or machines (JSON), the libraries' own included."""

from __future__ import annotations

import logging
import sys
from typing import Any, Literal

import structlog

__all__ = ["set_up_logging"]


def set_up_logging(form: Literal["console", "json"], level: str) -> None:
    """Send structlog's and the standard library's log lines to stderr in one form."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    if form == "json":
        ending: list[Any] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        ending = [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *ending],
        )
    )
    logging.getLogger("uvicorn.error").addFilter(_worth_telling)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _worth_telling(record: logging.LogRecord) -> bool:
    """Leave out the server's own lines about sockets: they hold whole addresses, and with them tickets.

    Nor is it an error of ours, with a traceback, that somebody sends what is no text.
    """
    return "WebSocket" not in record.msg and not record.msg.startswith(("connection ", "Invalid UTF-8"))
