"""The colours of people: one each at joining, told apart, and theirs to change."""

import pytest
from django.test import Client

from campaigns.models import Membership
from campaigns.models.people import COLOURS
from campaigns.policy import NotAllowed
from campaigns.services import colours
from tests import people
from tests.campaigns.conftest import SignIn
from tests.people import Table

pytestmark = pytest.mark.django_db


def colours_of(table: Table) -> list[str]:
    found = Membership.objects.filter(campaign=table.campaign, left=None).order_by("joined", "pk")
    return list(found.values_list("colour", flat=True))


def page_of(client: Client, table: Table, path: str = "") -> str:
    return str(client.get(f"/campaigns/{table.campaign.pk}/{path}").content.decode())


def test_everybody_is_given_another_colour_until_there_is_none_left(table: Table) -> None:
    before = colours_of(table)
    for number in range(len(COLOURS) - len(before)):
        people.join_as(table.gm, f"guest-{number}", "player")
    all_taken = colours_of(table)

    people.join_as(table.gm, "one-more", "player")

    assert sorted(all_taken) == sorted(COLOURS)
    assert colours_of(table)[-1] == COLOURS[0]


def test_whoever_comes_back_has_their_colour_again_unless_it_was_taken(table: Table) -> None:
    old = "j"
    Membership.objects.filter(pk=table.former_member.pk).update(colour=old)

    assert colours.given(table.campaign.pk, kept=old) == old
    colours.choose(member=table.player, colour=old)
    assert colours.given(table.campaign.pk, kept=old) not in colours_of(table)


def test_a_member_takes_a_free_colour_and_no_other(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.player), f"/campaigns/{table.campaign.pk}/people/colour/"
    before = table.campaign.stir

    taken = client.post(path, {"colour": table.gm.colour})
    nonsense = client.post(path, {"colour": "x"})
    done = client.post(path, {"colour": "j"})

    table.player.refresh_from_db()
    table.campaign.refresh_from_db()
    assert (taken.status_code, nonsense.status_code, done.status_code) == (403, 400, 302)
    assert "Choose one that is free" in taken.content.decode()
    assert (table.player.colour, table.campaign.stir) == ("j", before + 1)


def test_where_all_are_taken_any_may_be_chosen(table: Table) -> None:
    for number in range(len(COLOURS)):
        people.join_as(table.gm, f"guest-{number}", "player")

    colours.choose(member=table.player, colour=table.gm.colour)

    table.player.refresh_from_db()
    assert table.player.colour == table.gm.colour


def test_another_campaigns_colours_do_not_count(table: Table) -> None:
    with pytest.raises(NotAllowed):
        colours.choose(member=table.player, colour=table.gm.colour)
    assert colours.given(table.gm.pk) == COLOURS[0]


def test_the_page_of_members_offers_ones_own_colour_alone(table: Table, signed_in: SignIn) -> None:
    page = page_of(signed_in(table.player), table, "people/")

    assert page.count("Change your colour") == 1
    assert f'value="{table.gm.colour}"' not in page
    assert f'value="{table.player.colour}" aria-pressed="true"' in page
