"""The server of the live pages: one loopback address, one secret, until it is interrupted."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

import uvicorn

from gitmem.ui.site import OpenMemory, site

LOOPBACK = "127.0.0.1"
_SECRET_BYTES = 24


def serve(open_memory: OpenMemory, port: int, tell: Callable[[str], None]) -> None:
    """Serves until it is interrupted; `tell` gets the address once it answers.

    `port` 0 takes any free one. Raises `OSError` when the port is taken, `KeyboardInterrupt` at its end.
    """
    token = secrets.token_urlsafe(_SECRET_BYTES)
    config = uvicorn.Config(
        site(open_memory, token), log_level="error", access_log=False, lifespan="off", server_header=False
    )
    with socket.create_server((LOOPBACK, port)) as listening:
        tell(f"http://{LOOPBACK}:{listening.getsockname()[1]}/{token}/")
        uvicorn.Server(config).run(sockets=[listening])
    raise KeyboardInterrupt  # nothing else ends it, and uvicorn passes that on only now and then
