"""Override in the GM's forms: what is known is a fact, and a fold gives it otherwise or sets a rule aside."""

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from campaigns.forms.action.errors import take
from campaigns.forms.action.form import ActionForm
from campaigns.models import Entry, Pending
from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, two_fighters
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WHY = {"form.override.reason": "house_rule", "form.override.words": "The bell falls."}


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    return two_fighters(table)


def sent(client: Client, page: str, **said: Any) -> tuple[int, str]:
    """A page's own form with what is said besides: the status, and what the page then shows, or the newest entry."""
    form = Form(client.get(page).content.decode(), "action-form")
    answer = client.post(page, {**form.sent, **said})
    return answer.status_code, html.unescape(answer.content.decode())


def newest(client: Client, table: Table) -> str:
    """The newest entry as its own page tells it."""
    seq = Entry.objects.filter(campaign=table.campaign).order_by("-seq")[0].seq
    page = client.get(reverse("log_entry", args=[table.campaign.pk, seq]))
    return " ".join(html.unescape(page.content.decode()).partition(f'id="entry-{seq}"')[2].split())


def hit_waiting(table: Table, fighters: dict[str, str]) -> str:
    """Bo's attack on Ana hit with two, and is let through; the address at which the GM resolves it."""
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    asked = Pending.objects.get(question="fallen.defend", state="open")
    act(table.gm, "table.settle", {"pending": {"id": str(asked.pk)}, "how": "waived", "reason": "Away."})
    hit = Pending.objects.get(question="fallen.hit", state="open")
    return reverse("pending_answer", args=[table.campaign.pk, hit.pk])


@pytest.mark.clause("TAB-OVERRIDE-03")
def test_refusal_of_a_rule_opens_the_fold_and_loses_nothing(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm, page = signed_in(table.gm), reverse("play_action", args=[table.campaign.pk, "fallen.hit"])
    said = {"attacker.id": fighters["ana"], "target.id": fighters["bo"], "maneuver": "strike", "net": "60"}

    status, shown = sent(gm, page, **said)

    assert status == 422
    assert "FAL-DAMAGE-01" in shown and "Override to do it all the same" in shown
    assert '<details class="fold" id="override" open>' in shown
    assert Form(shown, "action-form").sent["net"] == ["60"]
    assert 'hx-trigger="input from' in shown, "odds that were asked for would say all of it again"

    status, _shown = sent(gm, page, **said, **WHY)

    assert status == 302
    told = newest(signed_in(table.player), table)
    assert "Override: a rule is set aside (house rule)." in told
    assert "FAL-DAMAGE-01" in told and "The bell falls." in told


def test_what_a_request_knows_is_a_fact_and_a_control_in_the_fold(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm, page = signed_in(table.gm), hit_waiting(table, fighters)

    shown = Form(gm.get(page).content.decode(), "action-form").sent

    assert shown["form.other.net"] == ["2"] and "net" not in shown
    status, refused = sent(gm, page, **{"form.other.net": "60"})
    assert status == 422 and "Choose why this is not as it is known" in refused
    assert Form(refused, "action-form").sent["form.other.net"] == ["60"]
    status, _shown = sent(gm, page, **{"form.other.net": "5"}, **WHY)
    assert status == 302
    told = newest(signed_in(table.player), table)
    assert told.count("Override: Net") == 1
    assert "Override: Net successes 5 instead of 2 (house rule)." in told
    assert not Pending.objects.filter(question="fallen.hit", state="open").exists()


def test_palette_leads_the_gm_alone_to_what_is_forbidden_now(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    way = f'<a href="{reverse("play_action", args=[table.campaign.pk, "fallen.hit"])}'
    palette = reverse("action_palette", args=[table.campaign.pk])

    gms, players = (signed_in(member).get(palette).content.decode() for member in (table.gm, table.player))

    assert (
        f'{way}?form.against=FAL-DAMAGE-01">Override<span class="visually-hidden">: Resolve a hit</span></a>'
        in gms
    )
    assert "FAL-DAMAGE-01" in players and way not in players


def test_form_left_as_it_stands_overrides_nothing(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm, page = signed_in(table.gm), hit_waiting(table, fighters)

    assert sent(gm, page)[0] == 302

    assert "Override:" not in newest(gm, table)


def test_what_is_known_stands_in_the_refusal_of_the_gm_alone(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    hit_waiting(table, fighters)
    page = reverse("play_action", args=[table.campaign.pk, "fallen.hit"])
    said = {"attacker.id": fighters["bo"], "target.id": fighters["ana"], "maneuver": "strike", "net": "60"}

    _status, shown = sent(signed_in(table.gm), page, **said)

    assert '<span class="label">Known</span> 2' in shown
    players = ActionForm("fallen.roll", member=table.player, data=MultiValueDict({"key": ["a" * 32]}))
    players.is_valid()
    refused = RuleViolation("the attack left 2", clause="FAL-DAMAGE-01", field="input.net", known=2)
    assert take(players, refused) == 422
    assert players.refusal is not None and (players.refusal.known, players.refusal.may_override) == (
        "",
        False,
    )


def test_player_has_no_fold_and_sends_none(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    player, page = signed_in(table.player), reverse("play_action", args=[table.campaign.pk, "fallen.roll"])

    assert b'id="override"' not in player.get(page).content
    status, shown = sent(player, page, **{"roller.id": fighters["ana"], "traits.0.name": "strength"}, **WHY)

    assert status == 422 and "You can't set “form.override.reason” here." in shown


def test_table_that_agreed_on_no_overrides_is_offered_none(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm, page = signed_in(table.gm), hit_waiting(table, fighters)
    act(table.gm, "table.change_policy", {"values": {"overrides": False}})

    assert b'id="override"' not in gm.get(page).content


def test_page_of_a_game_that_is_refused_carries_the_reasons(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    """What was sent comes back under the refusal, and goes on from there."""
    begun(table.gm, fighters)
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    gm, page = signed_in(table.gm), reverse("hold_back", args=[table.campaign.pk, fighters["ana"]])

    answer = gm.post(page, {"key": "a" * 32, "before": ""})

    shown = answer.content.decode()
    assert answer.status_code == 422 and "FAL-YIELD-01" in shown
    again = Form(shown, "typed")
    assert gm.post(again.action, {**again.sent, **WHY}).status_code == 302
    assert "Override: a rule is set aside (house rule)." in newest(gm, table)
    told = signed_in(table.player).post(page, {"key": "b" * 32, "before": ""}).content.decode()
    assert "FAL-YIELD-01" in told and 'id="override"' not in told
