"""Where others can reach this table, and who was seen trying."""

import socket
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

from campaigns.config import addresses
from campaigns.config.hosts import is_private

SEEN = "devices-seen"
KEPT_SECONDS = 600


@dataclass(frozen=True)
class Device:
    """A device that opened the link, and how long ago in seconds."""

    address: str
    ago: int


def table_urls() -> list[str]:
    """Addresses to try, the likeliest first: PUBLIC_URL, then what this machine is called on its networks."""
    found = [url for url in (addresses.shared_url(),) if url]
    scheme = "https" if settings.TLS_CERT else "http"
    if not addresses.is_for_this_computer():
        found += [f"{scheme}://{address}:{settings.PORT}" for address in _lan_addresses()]
    return list(dict.fromkeys(found)) or [addresses.local_url()]


def note_device(address: str) -> None:
    """Remember that a device at this address got here."""
    seen: dict[str, float] = cache.get(SEEN, {})
    newest = sorted({**seen, address: time.time()}.items(), key=lambda one: -one[1])[:10]
    cache.set(SEEN, dict(newest), KEPT_SECONDS)


def devices_seen() -> list[Device]:
    """Devices that opened the link in the last minutes, the latest first."""
    now = time.time()
    seen: dict[str, float] = cache.get(SEEN, {})
    recent = sorted(seen.items(), key=lambda one: -one[1])
    return [Device(address, round(now - when)) for address, when in recent if now - when < KEPT_SECONDS]


def _lan_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        found = []
    named = [str(one[4][0]) for one in found]
    routed = addresses.lan_address()
    every = [routed, *named] if routed else named
    return [one for one in every if is_private(one) and not one.startswith("127.")]
