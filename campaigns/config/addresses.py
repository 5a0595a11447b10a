"""Where this server can be reached."""

import ipaddress
import socket

from django.conf import settings

from campaigns.config.hosts import is_private


def lan_address() -> str | None:
    """This machine's address on its local network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") or not is_private(address) else address


def local_url() -> str:
    return f"{_scheme()}://localhost:{settings.PORT}"


def shared_url() -> str | None:
    """The address to give to the other people at the table; PUBLIC_URL wins."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    address = None if is_for_this_computer() else lan_address()
    return f"{_scheme()}://{address}:{settings.PORT}" if address else None


def is_for_this_computer() -> bool:
    """Whether the table listens where no other device can knock; one who gives PUBLIC_URL says how they come in."""
    if settings.PUBLIC_URL:
        return False
    try:
        return ipaddress.ip_address(settings.BIND).is_loopback
    except ValueError:
        return bool(settings.BIND == "localhost")


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.BIND, port))
        except OSError:
            return False
    return True


def _scheme() -> str:
    return "https" if settings.TLS_CERT else "http"
