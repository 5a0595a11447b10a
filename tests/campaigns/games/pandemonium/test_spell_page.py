"""What a spell does to a record: what is over is told no more."""

from typing import Any

from campaigns.games.pandemonium.spell_page import effect_of, spells_on
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext

SPELL = "blight"
KNOWN = Member(
    SPELL,
    "pandemonium.spell",
    "Blight",
    None,
    "table",
    {"state": "active", "potency": 2, "tenacity": 2, "duration": "lasting"},
)


def reading(left: int) -> RecordContext:
    kept: dict[str, Any] = {"kind": "bashing", "left": left, "interval": "day"}
    fields = {f"ongoing.{SPELL}": kept}
    return RecordContext(Member("bob", "pandemonium.character", "Bob", None, "table", fields), {SPELL: KNOWN})


def test_wounds_that_fall_in_time_are_told_until_the_last_has_fallen() -> None:
    assert list(spells_on(reading(2))) == [SPELL]
    assert effect_of(reading(2), SPELL).does == ("2 bashing to come, one per day",)
    assert list(spells_on(reading(0))) == []
    assert effect_of(reading(0), SPELL).does == ()
