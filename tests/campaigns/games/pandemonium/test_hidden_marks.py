"""Whom the table does not know is marked for the GM wherever they stand among others."""

import re

import pytest

from tests.campaigns.games.pandemonium.test_book_pages import page_of, write
from tests.campaigns.magic import Magic, new_magic

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MARK = "hidden from the table"


@pytest.fixture
def magic(db: None) -> Magic:
    """Magic in which Bob, the GM's, is hidden."""
    magic = new_magic()
    about = magic.sheet(magic.bob).about_with(visibility="gm")
    magic.game.act("table.edit", {"record": {"id": magic.bob}, "reason": "Unseen", "about": about})
    return magic


def marked(page: str, tag: str) -> list[str]:
    """Which elements of a page bear the mark, by their words."""
    found = (re.sub(r"<[^>]*>", " ", one) for one in re.findall(rf"<{tag}\b.*?</{tag}>", page))
    return [" ".join(one.split()) for one in found if MARK in one]


def test_a_hidden_mage_is_marked_in_the_spell_book(magic: Magic) -> None:
    assert marked(page_of(magic, "spell_book", by=magic.game.gm), "h2") == [f"Bob {MARK}"]
    assert MARK not in page_of(magic, "spell_book")


def test_somebody_hidden_is_marked_in_the_turns_of_the_round(magic: Magic) -> None:
    (line,) = marked(page_of(magic, "spells", by=magic.game.gm), "li")
    assert line.startswith(f"Bob {MARK}")
    assert MARK not in page_of(magic, "spells")


def test_somebody_hidden_is_marked_among_those_whom_a_spell_is_cast_on(magic: Magic) -> None:
    spell = write(magic)
    shown = page_of(magic, "cast_from_book", spell, by=magic.game.gm)

    assert marked(shown, "button") == [f"Bob ({MARK})"]
    assert "Bob" not in page_of(magic, "cast_from_book", spell), "whom the table does not know"


def test_somebody_hidden_is_marked_where_a_spell_is_on_them(magic: Magic) -> None:
    magic.cast(on=(magic.bob, magic.nan))
    shown = page_of(magic, "spells", by=magic.game.gm)

    told = " ".join(re.sub(r"<[^>]*>", "", shown).split())
    assert re.search(rf"\bBob: [^:]*{MARK} ", told)
    assert f"{MARK} :" not in told


def test_somebody_hidden_is_marked_among_those_whom_any_act_is_about(magic: Magic) -> None:
    shown = page_of(magic, "play_action", "pandemonium.roll", by=magic.game.gm)

    assert set(marked(shown, "option")) == {f"Bob ({MARK})"}
    assert "Bob" not in page_of(magic, "play_action", "pandemonium.roll")
