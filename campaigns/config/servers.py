"""The two servers that can carry the application. Both end within four seconds, open streams or not."""

import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from django.conf import settings

TARGET: Final = "campaigns.config.asgi:application"
GRACE_SECONDS: Final = 3


def run(name: str) -> None:
    """Serve until interrupted."""
    if name == "granian" and find_spec("granian") is not None:
        _granian()
    else:
        _uvicorn()


def _granian() -> None:
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    logging.getLogger("_granian").setLevel(logging.WARNING)
    Granian(
        TARGET,
        address=settings.BIND,
        port=settings.PORT,
        interface=Interfaces.ASGI,
        workers=settings.PROCESSES,
        websockets=False,
        respawn_failed_workers=True,  # without it one that is killed for want of memory takes the table with it
        # Without it an open stream keeps the server from ever ending.
        workers_kill_timeout=GRACE_SECONDS,
        log_level=LogLevels.error,
        ssl_cert=Path(settings.TLS_CERT) if settings.TLS_CERT else None,
        ssl_key=Path(settings.TLS_KEY) if settings.TLS_CERT else None,
    ).serve()


def _uvicorn() -> None:
    import uvicorn

    uvicorn.run(
        TARGET,
        host=settings.BIND,
        port=settings.PORT,
        workers=settings.PROCESSES,
        ws="none",
        proxy_headers=False,
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=settings.TLS_CERT or None,
        ssl_keyfile=settings.TLS_KEY or None,
    )
