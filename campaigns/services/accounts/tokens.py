"""Secrets that travel in links and codes. Only their SHA-256 is ever stored."""

import hashlib
import secrets

from django.utils.crypto import salted_hmac

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_token() -> str:
    """128 random bits for a link."""
    return secrets.token_urlsafe(16)


def code_for(purpose: str, of: str) -> str:
    """A code to be typed, such as `7QKM-2XWD-HRTB`: twelve letters and digits that are not taken for one another.

    Whoever has the installation's secret key finds it again; it stands nowhere, and is new for another `of`.
    """
    found = salted_hmac(f"pactbook.{purpose}", of, algorithm="sha256").digest()
    number, letters = int.from_bytes(found), ""
    for _place in range(12):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return "-".join(letters[start : start + 4] for start in (0, 4, 8))


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def code_digest(code: str) -> str:
    """The digest of a typed code: small letters, spaces and missing dashes do not matter."""
    return digest("".join(letter for letter in code.upper() if letter in ALPHABET))
