"""Hashes of the log, format 1: parts are committed to, headers are chained."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaigns.log import canonical
from campaigns.models import Entry, Part
from rules.kernel.values import Value, Values

FORMAT = 1
GENESIS = "0" * 64


@dataclass(frozen=True)
class PartDraft:
    """A part before it is written: who may read it, `act` or `text`, its exact text, nonce and commitment."""

    audience: str
    kind: str
    text: str
    nonce: str
    commitment: str
    opened: None = None
    readers: str = ""


def draft(audience: str, kind: str, document: Value) -> PartDraft:
    """A part of a document, under a nonce of its own so that a short text cannot be guessed from its commitment."""
    text = canonical.encode(document)
    nonce = secrets.token_hex(32)
    return PartDraft(audience, kind, text, nonce, commit(nonce, text))


def commit(nonce: str, text: str) -> str:
    """HMAC-SHA256 of a part's exact text under its nonce (hex)."""
    # The nonce keeps a short text ("yes", a die) from being guessed by hashing every candidate.
    return hmac.new(bytes.fromhex(nonce), text.encode(), hashlib.sha256).hexdigest()


def header(
    *,
    campaign: str,
    seq: int,
    act: str,
    cause: int | None,
    time: int,
    prev: str,
    parts: Sequence[Mapping[str, str]],
) -> Values:
    """What an entry's hash covers. `parts` are `{"audience", "kind", "commitment"}` in order."""
    return {
        "format": FORMAT,
        "campaign": campaign,
        "seq": seq,
        "act": act,
        "cause": cause,
        "time": time,
        "prev": prev,
        "parts": parts,
    }


def header_of(entry: Entry, parts: Iterable[Part]) -> Values:
    """The header of an entry as it is stored, with its parts in order."""
    committed = [
        {"audience": part.audience, "kind": part.kind, "commitment": part.commitment} for part in parts
    ]
    head = header(
        campaign=str(entry.campaign_id),
        seq=entry.seq,
        act=str(entry.act),
        cause=entry.cause,
        time=entry.time,
        prev=entry.prev,
        parts=committed,
    )
    # The entry's own: each entry proves itself by the format that it was written in.
    return {**head, "format": entry.format}


def digest(head: Values) -> str:
    """SHA-256 of a header's canonical text (hex): the entry's hash, and the next one's `prev`."""
    return hashlib.sha256(canonical.encode(head).encode()).hexdigest()
