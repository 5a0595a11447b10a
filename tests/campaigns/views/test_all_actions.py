"""All actions leads where an act can be played; what cannot be played now says why before anything is filled in."""

from django.urls import reverse

from campaigns.models import Membership
from tests.campaigns.spine import browser
from tests.factories import make_record
from tests.people import Table


def page(member: Membership, action: str = "", **given: str) -> str:
    name, args = (
        ("play_action", [member.campaign.pk, action]) if action else ("action_palette", [member.campaign.pk])
    )
    return browser(member).get(reverse(name, args=args), given).content.decode()


def mage_with_a_spell(table: Table, state: str) -> str:
    mage = make_record(table.player, "pandemonium.character", "Agathe", state="active", owner=table.player)
    spell = make_record(
        table.gm, "pandemonium.spell", "Hush", caster=str(mage.pk), state=state, owner=table.player
    )
    return str(spell.pk)


def test_what_is_overridden_says_first_what_forbids_it_and_chooses_nothing(table: Table) -> None:
    mage_with_a_spell(table, "ended")
    assert "pandemonium.drain/?form.against=PAN-TRACK-06" in page(table.gm)
    mage_with_a_spell(table, "active")
    given = {"form.against": "PAN-TRACK-06"}

    told = page(table.gm, "pandemonium.drain", **given)

    assert (
        "No spell is at work that can do this." in told
        and '<details class="fold" id="override" open>' in told
    )
    assert '<option value="" selected>' in told.partition('id="id_spell.id"')[2].partition("</select>")[0]
    assert "No spell is at work" not in page(table.player, "pandemonium.drain", **given)
    assert 'id="refusal"' not in page(table.gm, "pandemonium.drain", **{"form.against": "PAN-NONE-99"})


def test_a_form_that_nobody_can_send_has_no_button(table: Table) -> None:
    mage_with_a_spell(table, "active")

    told = page(table.player, "pandemonium.defend")

    assert "This is played when somebody is asked for it, or from the page that knows “Attack”." in told
    assert 'class="act-foot"' not in told and "once the GM has decided" not in told
    assert 'class="act-foot"' in page(table.gm, "pandemonium.defend")


def test_a_form_with_nothing_to_choose_says_so_and_has_no_button(table: Table) -> None:
    told = page(table.gm, "demon_city.chase")

    assert "There is nothing to choose yet" in told and 'id="action-form"' not in told
