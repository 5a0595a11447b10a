"""The example of docs/log-format.md is what it says, and entries are as it describes them."""

import re
from pathlib import Path
from typing import Any

import pytest

from campaigns.log import canonical, chain
from campaigns.log.parts import restore
from tests.campaigns.spine import document, new_game

PAGE = (Path(__file__).parents[3] / "docs" / "log-format.md").read_text(encoding="utf-8")
TEXT_0, PROOF_0, TEXT_1, PROOF_1, HEADER, HASH = re.findall(r"```(?:json)?\n(.*?)\n```", PAGE, re.DOTALL)


def read(text: str) -> Any:
    return canonical.decode(text)


def test_the_example_is_canonical() -> None:
    for text in (TEXT_0, TEXT_1, HEADER):
        assert canonical.encode(canonical.decode(text)) == text


def test_the_example_is_committed_to_and_chained() -> None:
    for text, proof, part in zip((TEXT_0, TEXT_1), (PROOF_0, PROOF_1), read(HEADER)["parts"], strict=True):
        nonce, commitment = proof.split()
        assert chain.commit(nonce, text) == commitment == part["commitment"]

    assert chain.digest(read(HEADER)) == HASH


def test_the_example_reads_with_its_words() -> None:
    whole: Any = restore(canonical.decode(TEXT_0), lambda _position: canonical.decode(TEXT_1))

    assert whole["steps"][0]["input"]["words"] == "The candle went out."


@pytest.mark.django_db
def test_an_entry_has_the_keys_that_the_page_describes() -> None:
    game = new_game()

    entry = game.act("table.note", {"words": "The candle went out."}).entry

    assert document(entry).keys() == read(TEXT_0).keys()
    assert document(entry)["steps"][0].keys() == read(TEXT_0)["steps"][0].keys()
    assert [(part.audience, part.kind) for part in entry.parts.all()] == [("table", "act"), ("table", "text")]


@pytest.mark.django_db
def test_the_chain_is_as_the_page_describes() -> None:
    game = new_game()
    game.act("table.note", {"words": "x"})
    prev = chain.GENESIS

    for number, entry in enumerate(game.campaign.entries.order_by("seq"), start=1):
        parts = [
            {"audience": part.audience, "kind": part.kind, "commitment": part.commitment}
            for part in entry.parts.all()
        ]
        head: dict[str, Any] = {
            "format": 1,
            "campaign": str(game.campaign.pk),
            "seq": number,
            "act": str(entry.act),
        }
        head |= {"cause": None, "time": entry.time, "prev": prev, "parts": parts}
        assert chain.digest(head) == entry.hash
        prev = entry.hash
