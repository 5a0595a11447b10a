"""Secrets that travel in links and codes. Only their SHA-256 is ever stored."""

import hashlib
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_token() -> str:
    """128 random bits for a link."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A code to be typed, such as `7QKM-2XWD-HRTB`: twelve letters and digits that are not taken for one another."""
    letters = [secrets.choice(ALPHABET) for _place in range(12)]
    return "-".join("".join(letters[start : start + 4]) for start in (0, 4, 8))


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def code_digest(code: str) -> str:
    """The digest of a typed code: small letters, spaces and missing dashes do not matter."""
    return digest("".join(letter for letter in code.upper() if letter in ALPHABET))
