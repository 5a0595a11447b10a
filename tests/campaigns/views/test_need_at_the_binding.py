"""Whether a Binding meets the demon's Need is the GM's to say; the ritual's page takes it from what the GM settled."""

import pytest
from django.urls import reverse

from campaigns.models import Binding, Entry, Record
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import document
from tests.factories import make_character, make_demon
from tests.people import Table


@pytest.fixture
def pair(table: Table) -> tuple[Record, Record]:
    return make_character(table.player, "Ilse Marrow"), make_demon(table.gm, "Wick", state="present")


def ritual(table: Table, pair: tuple[Record, Record]) -> str:
    return reverse("ritual", args=[table.campaign.pk, *(one.pk for one in pair)])


@pytest.mark.parametrize(("need", "desire"), [(True, False), (False, True)])
def test_player_binds_on_what_the_gm_said(
    need: bool, desire: bool, table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    page, gm, player = ritual(table, pair), signed_in(table.gm), signed_in(table.player)
    assert "The GM says whether its Need is met." in player.get(page).content.decode()

    form = Form(gm.get(page).content.decode(), "action-form")
    for name, value in (("scores", ["will"]), ("need_met", need), ("desire_met", desire)):
        form.fill(name, value)
    assert gm.post(form.action, {**form.sent, "rows": ["ask"]}).status_code == 302

    shown = player.get(page).content.decode()
    words = {True: "yes", False: "no"}
    assert f'<span class="label">Need met</span> {words[need]}' in shown
    assert f'<span class="label">Desire met</span> {words[desire]}' in shown
    theirs = Form(shown, "action-form")
    assert not {"need_met", "desire_met"} & theirs.controls.keys()

    theirs.fill("willing", True)
    lie = player.post(theirs.action, {**theirs.sent, "need_met": ["off", "on"]})
    assert lie.status_code == 422
    assert player.post(theirs.action, theirs.sent).status_code == 302
    assert Binding.objects.get(demon=pair[1]).state == "active"
    bound = document(Entry.objects.filter(cause=None).latest("seq"))["steps"]
    given = next(one["input"] for one in bound if one["action"] == "sorcerer.bind")
    assert (given["need_met"], given["desire_met"]) == (need, desire)
