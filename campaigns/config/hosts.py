"""Which names a table on a local network may be called by. Anything else could be a foreign page's trick."""

from ipaddress import ip_address

from django.conf import settings
from django.http.request import split_domain_port, validate_host


def is_private(name: str) -> bool:
    """Whether a host name without its port belongs to this machine or a local network."""
    if name == "localhost" or name.endswith((".localhost", ".local")):
        return True
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


def is_allowed(host: str) -> bool:
    """Whether a Host header names this server; Django checks again in the profiles that list their names."""
    name, _ = split_domain_port(host)
    if not name:
        return False
    if settings.ALLOW_PRIVATE_HOSTS:
        return is_private(name) or validate_host(name, settings.KNOWN_HOSTS)
    return validate_host(name, settings.ALLOWED_HOSTS)
