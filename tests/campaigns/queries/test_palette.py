"""What the records are called that a form offers."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Membership
from campaigns.policy import Rights
from campaigns.queries.obstacles import InTheWay
from campaigns.queries.palette import grouped, named_records, palette
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.postgres


def names(member: Membership) -> list[str]:
    return [
        named_record.name
        for named_record in named_records(member.campaign, Rights(member, {}))
        if named_record.kind == "binding"
    ]


@pytest.mark.parametrize("visibility", ["table", "gm"])
def test_binding_is_called_by_the_two_that_it_ties(visibility: str, table: Table) -> None:
    sorcerer = make_character(table.player, "Mara")
    demon = make_demon(table.gm, "Tallow", state="present", visibility=visibility)
    tie: dict[str, Any] = {
        "sorcerer": str(sorcerer.pk),
        "demon": str(demon.pk),
        "score": "will",
        "strength": 1,
    }
    make_record(table.gm, "binding", "", **tie, favor="sorcerer", state="active")

    assert names(table.gm) == ["Binding: Mara, Tallow"]
    assert names(table.player) == ["Binding: Mara, Tallow" if visibility == "table" else ""]


def test_what_no_running_spell_allows_says_so_in_a_sentence(table: Table) -> None:
    """The clause itself says more, and is a tap away."""
    mage = make_record(table.gm, "pandemonium.character", "Agathe", state="active")
    make_record(table.gm, "pandemonium.spell", "Hush", caster=str(mage.pk), state="ended")

    entries = palette(table.campaign, Rights(table.gm, {}), ["pandemonium"])["pandemonium"]

    drain = next(entry for entry in entries if entry.action == "pandemonium.drain")
    assert drain.against == InTheWay(
        "No spell is at work that can do this.", "PAN-TRACK-06", "Cast a spell that does it."
    )


def test_what_is_not_possible_now_stands_once_with_its_reason(table: Table) -> None:
    mage = make_record(table.gm, "pandemonium.character", "Agathe", state="active")
    make_record(table.gm, "pandemonium.spell", "Hush", caster=str(mage.pk), state="ended")

    entries = palette(table.campaign, Rights(table.gm, {}), ["pandemonium"])["pandemonium"]
    group = grouped(entries, lambda clause: f"The way out of {clause}." if clause else "")

    assert {one.action for one in group.offered} == {one.action for one in entries if one.against is None}
    assert group.forbidden == sum(1 for one in entries if one.against is not None)
    [of_spells] = [one for one in group.obstacles if one.against.clause == "PAN-TRACK-06"]
    assert "pandemonium.drain" in {one.action for one in of_spells.entries} and len(of_spells.entries) > 3
    assert of_spells.remedy == "Cast a spell that does it.", "not what is told of a single spell"


def against(member: Membership, action: str) -> InTheWay | None:
    system = action.partition(".")[0]
    entries = palette(member.campaign, Rights(member, {}), [system])[system]
    return next(entry.against for entry in entries if entry.action == action)


def test_what_there_is_none_of_is_named_with_how_it_comes_to_be(table: Table) -> None:
    mage = make_record(table.player, "pandemonium.character", "Agathe", state="active", owner=table.player)
    make_record(table.gm, "pandemonium.connection", "A lock of hair", visibility="gm")
    make_record(table.gm, "pandemonium.spell", "Hush", caster=str(mage.pk), state="active")

    told = against(table.player, "pandemonium.tap")

    assert told == InTheWay("You know of no connection yet.", kind="pandemonium.connection")
    assert against(table.gm, "pandemonium.tap") is None
    assert against(table.gm, "demon_city.chase") == InTheWay("There is no chase yet.")


def test_only_whoever_cast_a_spell_is_offered_to_shape_it(table: Table) -> None:
    mage = make_record(table.player, "pandemonium.character", "Agathe", state="active", owner=table.player)
    make_record(table.other_player, "pandemonium.character", "Lise", state="active", owner=table.other_player)
    make_record(table.gm, "pandemonium.spell", "Hush", caster=str(mage.pk), state="active")

    assert against(table.player, "pandemonium.shape") is None
    told = against(table.other_player, "pandemonium.shape")
    assert told is not None and "Cast one first." in told.why


def test_what_only_its_own_page_knows_is_not_offered_as_a_form(table: Table) -> None:
    mage = make_record(table.player, "pandemonium.character", "Agathe", state="active", owner=table.player)
    make_record(
        table.gm, "pandemonium.spell", "Hush", caster=str(mage.pk), state="active", owner=table.player
    )

    told = against(table.player, "pandemonium.defend")

    assert told is not None and told.is_elsewhere and "when somebody is asked" in told.why
    assert against(table.gm, "pandemonium.defend") is None


def test_an_act_that_a_page_asks_for_better_leads_to_that_page(table: Table) -> None:
    listed = palette(table.campaign, Rights(table.gm, {}), ["demon_city", "pandemonium", "table"])
    pages = {entry.action: entry.page for entries in listed.values() for entry in entries if entry.page}

    assert pages["demon_city.sort_clashes"] == "action_round"
    assert pages["pandemonium.write_spell"] == "spell_book"
    assert pages["table.advance_clock"] == "advance_clock"
    assert all(reverse(page, args=[table.campaign.pk]) for page in pages.values())


def test_where_there_is_no_demon_yet_the_page_that_calls_one_is_named(table: Table) -> None:
    make_character(table.player, "Mara")
    entries = palette(table.campaign, Rights(table.player, {}), ["sorcerer"])["sorcerer"]
    contact = next(entry for entry in entries if entry.action == "sorcerer.contact")

    assert contact.against is not None and contact.against.way is not None
    assert (contact.against.why, contact.against.way.page) == ("You know of no demon yet.", "rituals")
