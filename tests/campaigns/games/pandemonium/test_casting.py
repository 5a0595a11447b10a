"""The form that casts a spell: what the spell is called, and one's own that is cast again."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.pandemonium.spells.remedies import SPELLS
from campaigns.models import PandemoniumSpell, Record
from rules.reference import find_clause
from tests.campaigns.casts import make_pandemonium
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PILLAR = {"spell.aspect": "vulgar", "spell.kind": "attack", "spell.arcanum": "forces"}


@pytest.fixture
def cast(table: Table) -> dict[str, str]:
    return make_pandemonium(table.gm, table.player)


def send(client: Client, table: Table, **typed: str) -> Any:
    url = reverse("play_action", args=[table.campaign.pk, "pandemonium.cast"])
    form = Form(client.get(url).content.decode(), "action-form")
    return client.post(form.action, {**form.sent, **PILLAR, **typed})


def newest_spell(table: Table) -> Record:
    return Record.objects.filter(campaign=table.campaign, kind="pandemonium.spell").latest("born")


def test_a_spell_is_called_what_its_caster_says(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.player)

    answer = send(client, table, **{"spell.name": "  Pillar of salt "})

    assert answer.status_code == 302, answer.content.decode()
    assert newest_spell(table).name == "Pillar of salt"
    told = client.get(answer.headers["Location"]).content.decode()
    assert "casts" in told
    assert "Pillar of salt" in told


def test_from_the_casting_a_way_leads_to_what_the_spell_does(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.player)
    url = reverse("play_action", args=[table.campaign.pk, "pandemonium.cast"])
    form = Form(client.get(url).content.decode(), "action-form")

    answer = client.post(form.action, {**form.sent, **PILLAR}, headers={"HX-Request": "true"})

    place = f"spell-{newest_spell(table).pk}"
    assert f'/spells/#{place}"' in answer.content.decode()
    assert f'id="{place}"' in client.get(reverse("spells", args=[table.campaign.pk])).content.decode()


def test_a_spell_may_go_without_a_name(table: Table, signed_in: SignIn, cast: dict[str, str]) -> None:
    assert send(signed_in(table.player), table).status_code == 302

    assert newest_spell(table).name == ""


def test_a_spell_of_ones_own_is_cast_again_and_keeps_its_name(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    answer = send(signed_in(table.player), table, **{"spell.id": cast["spell"]})

    assert answer.status_code == 302, answer.content.decode()
    spell = Record.objects.get(pk=cast["spell"])
    assert (spell.name, PandemoniumSpell.objects.get(pk=spell.pk).arcanum) == ("Lull", "forces")
    assert Record.objects.filter(campaign=table.campaign, kind="pandemonium.spell").count() == 1


def test_a_new_name_for_a_spell_that_keeps_its_own_is_refused(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    answer = send(signed_in(table.player), table, **{"spell.id": cast["spell"], "spell.name": "Another"})

    assert answer.status_code == 422
    assert "It already has a name; leave this empty." in answer.content.decode()


def test_a_spell_of_somebody_else_is_not_offered_to_be_cast_again(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.other_player)
    url = reverse("play_action", args=[table.campaign.pk, "pandemonium.cast"])

    assert f'value="{cast["spell"]}"' not in client.get(url).content.decode()


def test_more_than_the_caster_has_is_refused_with_what_would_be_legal(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    answer = send(signed_in(table.player), table, **{"paid.mana": "40"})

    assert answer.status_code == 422
    assert "no more than the caster has" in answer.content.decode()


def test_every_remedy_is_for_a_clause_that_there_is() -> None:
    assert [spell for spell in SPELLS if find_clause(spell).system != "pandemonium"] == []
