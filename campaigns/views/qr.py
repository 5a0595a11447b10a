"""Addresses as QR codes to be scanned from a screen."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str) -> SafeString:
    """The address as inline SVG, without any style of its own."""
    drawn = segno.make(address, micro=False).svg_inline(omitsize=True, border=0)
    return mark_safe(drawn)  # noqa: S308  # drawn by segno from modules, the address is not in it
