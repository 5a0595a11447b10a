"""Fair draws: each result follows from a secret that was committed to before the act, and from what the player adds.

`docs/fair-draws.md` says what this proves. The same numbers are made by `static/js/fair.js` in the player's browser.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from rules.kernel.draws import Drawn
from rules.kernel.errors import BadDraw

WORD = 2**32


def commitment(secret: bytes) -> str:
    """The SHA-256 of a period's secret (hex): published before the first draw of the period."""
    return hashlib.sha256(secret).hexdigest()


def first_seed(period_commitment: str) -> str:
    """The seed (hex) with which a period begins, before anybody has taken a seat."""
    return _digest("pactbook seed 1", period_commitment)


def seated(seed: str, member: str, word: str) -> str:
    """The seed after a member took a seat and gave a word or their browser's randomness."""
    return _digest("seat", seed, member, word)


def after_act(seed: str, slot: int, nonce: str) -> str:
    """The seed after an act that drew from a slot with its nonce; what is drawn later depends on it."""
    return _digest("act", seed, str(slot), nonce)


def words(secret: bytes, slot: int, seed: str, nonce: str) -> Iterator[int]:
    """The endless stream of 32-bit integers of one slot: HMAC-SHA256 of secret over slot, seed, nonce and block."""
    block = 0
    while True:
        message = "\n".join(("pactbook draw 1", str(slot), seed, nonce, str(block)))
        digest = hmac.new(secret, message.encode(), hashlib.sha256).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


class FairDraws:
    """Draws of one slot. Each result is uniform: words that would favour some results are thrown away."""

    def __init__(self, secret: bytes, slot: int, seed: str, nonce: str) -> None:
        self._words = words(secret, slot, seed, nonce)
        self.taken: list[Drawn] = []

    def die(self, sides: int) -> int:
        face = self._below(sides) + 1
        self.taken.append((sides, face))
        return face

    def index(self, count: int) -> int:
        value = self._below(count)
        self.taken.append((f"index:{count}", value))
        return value

    def card(self, allowed: Sequence[str]) -> str:
        if not allowed:
            raise BadDraw("no card can be drawn here", field=f"draws.{len(self.taken)}")
        card = allowed[0] if len(allowed) == 1 else allowed[self._below(len(allowed))]
        self.taken.append(("card", card))
        return card

    def _below(self, count: int) -> int:
        fair_top = WORD - WORD % count
        while True:
            word = next(self._words)
            if word < fair_top:
                return word % count


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
