"""Running the application under uvicorn, in one process or several."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import Any, Final

import uvicorn

from drawmate.api.app import create_app, load_recogniser
from drawmate.api.heads import BoundedHeads
from drawmate.api.rates import rate_storage
from drawmate.observability.logs import set_up_logging
from drawmate.settings import Settings

__all__ = ["run"]

_SWITCH_SECONDS: Final = 0.0005
"""How long a busy event loop keeps the threads beside it waiting: each commit needs a turn of the database's several
times, and with Python's 5 ms a loaded server would answer later by as much each time."""
_FACTORY = "drawmate.api.app:from_environment"


def run(settings: Settings) -> None:
    """Serve until told to stop; prints the address once it listens.

    Raises:
        RecognitionError: the model cannot be used as asked.
        RateStorageError: rates cannot be counted where the settings say.
        OSError: the address cannot be listened on.
    """
    set_up_logging(settings.log_format, settings.log_level)
    sys.setswitchinterval(_SWITCH_SECONDS)
    options: dict[str, Any] = {
        "log_config": None,
        "access_log": False,
        "lifespan": "on",
        "http": BoundedHeads,
        "server_header": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": 10,
        "timeout_keep_alive": 30,
        "ws_max_size": 1024 * 1024,
        # Messages are small: compressing each would cost more than sending it, and 100 kB of memory a socket.
        "ws_per_message_deflate": False,
    }
    if settings.workers == 1:
        app = create_app(settings)
        with _listen(settings) as listener:
            _announce(settings, listener.getsockname()[1])
            _Server(uvicorn.Config(app, **options)).run(sockets=[listener])
        return
    load_recogniser(settings)
    if settings.rate_limit:
        rate_storage(settings.rate_limit_storage)
    settings.hand_down()
    with _listen(settings) as listener:
        port = listener.getsockname()[1]
    _announce(settings, port)
    uvicorn.run(_FACTORY, factory=True, host=settings.host, port=port, workers=settings.workers, **options)


class _Server(uvicorn.Server):
    """Tells those at tables that it restarts before their sockets are closed."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the tables, then everything else."""
        service = self.config.loaded_app.state.service if hasattr(self.config.loaded_app, "state") else None
        if service is not None and service.hall is not None:
            await service.hall.close()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {settings.host} port {settings.port}: {error.strerror}") from error
    listener.listen(2048)
    listener.setblocking(False)
    return listener


def _announce(settings: Settings, port: int) -> None:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    print(f"Drawmate on http://{host}:{port}{settings.root_path}/", flush=True)
