"""The spell book: a spell is written once, cast from there, and what its casting said is read by what follows."""

from typing import Any

import pytest

from campaigns.models import Membership, Pending
from campaigns.policy import NotAllowed
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.errors import InvalidInput
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

COLD: dict[str, Any] = {
    "name": "Cold hand",
    "aspect": "vulgar",
    "kind": "direct",
    "arcanum": "death",
    "wound": "lethal",
    "resistant": True,
    "compared": "stamina",
    "resisted_by": ["stamina", "power"],
    "mana": 1,
}


@pytest.fixture
def magic(db: None) -> Magic:
    return new_magic()


def write(magic: Magic, caster: str, by: Membership | None = None, **said: Any) -> str:
    given = {"spell": {**COLD, **said}, "caster": {"id": caster}}
    return str(input_of(magic.play("write_spell", given, by=by))["spell"]["id"])


def cast_from(magic: Magic, entry: str, caster: str, *, by: Membership, on: str, **more: Any) -> str:
    kept = magic.sheet(entry)
    spell = {name: kept[name] for name in ("aspect", "kind", "arcanum")}
    damage = {"kind": kept["wound"], "resistant": kept["resistant"]}
    given = {"spell": spell, "caster": {"id": caster}, "targets": [on], "damage": damage, **more}
    step = Request("pandemonium.cast", given, known={"book": entry})
    return str(input_of(play(by, ActRequest(magic.game.key(), (step,))))["spell"]["id"])


@pytest.mark.clause("PAN-TRACK-09")
def test_a_player_writes_for_their_own_mage_and_casts_from_their_own_book_alone(magic: Magic) -> None:
    player, other = magic.game.player, magic.game.other_player

    entry = write(magic, magic.mira, by=player)

    kept = magic.sheet(entry)
    assert (kept.name, kept["caster"], kept["wound"], kept["resistant"]) == (
        "Cold hand",
        magic.mira,
        "lethal",
        True,
    )
    assert kept.about["owner"] == str(player.pk)
    with pytest.raises(NotAllowed):
        write(magic, magic.mira, by=other)
    with refused("PAN-TRACK-09"):
        write(magic, magic.nan, by=other, id=entry, name="")
    with refused("PAN-TRACK-09"):
        cast_from(magic, entry, magic.nan, by=other, on=magic.bob)


def test_what_is_written_anew_keeps_its_name_and_changes_no_spell_that_was_cast(magic: Magic) -> None:
    entry = write(magic, magic.mira)
    spell = cast_from(magic, entry, magic.mira, by=magic.game.player, on=magic.bob)

    write(magic, magic.mira, id=entry, name="", wound="bashing", resistant=False)

    assert (magic.sheet(entry).name, magic.sheet(entry)["wound"]) == ("Cold hand", "bashing")
    assert (magic.sheet(spell)["wound"], magic.sheet(spell)["book"]) == ("lethal", entry)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"kind": "drain", "resistant": False}, "wound"),
        ({"wound": None}, "wound"),
        ({"resisted_by": ["wits", "wits"]}, "resisted_by"),
        ({"kind": "control", "resistant": False, "interval": "day"}, "interval"),
        ({"temporary": True, "interval": "day"}, "interval"),
        ({"kind": "control", "resistant": False, "delayed": True}, "delayed"),
    ],
)
def test_what_does_not_fit_together_is_refused(magic: Magic, said: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as told:
        write(magic, magic.mira, **said)

    assert field in str(told.value.field)


@pytest.mark.clause("PAN-TRACK-01")
def test_what_a_casting_said_is_read_by_the_harm_it_does_and_only_the_gm_overrides_it(magic: Magic) -> None:
    entry = write(magic, magic.mira)
    spell = cast_from(magic, entry, magic.mira, by=magic.game.player, on=magic.bob, paid={"mana": 2})

    stored = magic.sheet(spell)
    assert (stored["timing"], stored["paid"], stored["compared"]) == ("instant", 2, "stamina")
    given = {"spell": {"id": spell}, "target": {"id": magic.bob}, "compare": "stamina"}
    given["resist"] = {"successes": 0}
    told = magic.outcome("direct", given)
    assert (told.damage.kind, told.damage.resistant, told.net) == ("lethal", True, 3)

    magic.game.undo(magic.game.campaign.entries.latest("seq").seq)
    otherwise = {**given, "damage": {"kind": "bashing"}}
    assert magic.outcome("direct", otherwise, override=BY_OVERRIDE).damage.kind == "bashing"


@pytest.mark.clause("PAN-CONSEQ-05", "PAN-CONSEQ-07")
def test_what_the_book_compares_and_resists_with_is_what_its_target_is_asked(magic: Magic) -> None:
    entry = write(magic, magic.mira)
    cast_from(magic, entry, magic.mira, by=magic.game.player, on=magic.nan)

    asked = Pending.objects.get(
        record__campaign=magic.game.campaign, question="pandemonium.direct", state="open"
    )

    assert (asked.data["compare"], asked.data["resisted_by"]) == ("stamina", ["stamina", "power"])


def test_a_ritual_is_known_for_one(magic: Magic) -> None:
    spell = magic.cast("transfer", on=(magic.bob,), timing="ritual")

    assert magic.sheet(spell)["timing"] == "ritual"
