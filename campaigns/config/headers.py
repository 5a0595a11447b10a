"""Headers that go out with every answer, whoever makes it: Django, the stream or the server shell."""

from typing import Final

CONTENT_SECURITY: Final = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "manifest-src": ["'self'"],
}
CONTENT_SECURITY_LINE: Final = "; ".join(
    f"{name} {' '.join(values)}" for name, values in CONTENT_SECURITY.items()
)

HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
