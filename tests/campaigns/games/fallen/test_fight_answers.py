"""What an open question of a fight offers: defences with their dice and their price, Faith, a free attack."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Pending
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, fields_of, fighter, made, page, send, two_fighters
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import BY_OVERRIDE, document
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    return two_fighters(table)


def attacked(table: Table, fighters: dict[str, str], **more: Any) -> None:
    """Bo hits Ana with two successes; she may answer."""
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", {**sides, **more}, hand=(9, 9, 4), override=BY_OVERRIDE)


def let_through(table: Table) -> None:
    """The GM says for whoever is away that they do not defend."""
    asked = {"id": str(Pending.objects.get(question="fallen.defend", state="open").pk)}
    act(table.gm, "table.settle", {"pending": asked, "how": "waived", "reason": "Away."})


def test_defences_show_their_dice_and_what_they_stop(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)

    shown = page(signed_in(table.player), table)

    assert "Bo hits with 2 successes" in shown
    assert re.search(r'value="dodge">Dodge <b class="figures">5</b> .*65% to stop it', shown)
    assert re.search(r'value="parry">Parry <b class="figures">3</b>', shown)


def test_gm_is_told_whose_answer_it_is_and_may_give_it(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)

    shown = page(signed_in(table.gm), table)

    assert "Waiting for Ana" in shown
    assert "Ana still has to defend or let it through" in shown
    assert 'value="dodge"' in shown
    assert "Waiting for you" in page(signed_in(table.player), table)


def resolving(table: Table) -> str:
    asked = Pending.objects.get(question="fallen.hit", state="open")
    return reverse("pending_answer", args=[table.campaign.pk, asked.pk])


def test_a_hit_is_resolved_by_nobody_while_its_defence_is_open(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.player, "fallen.attack", sides, hand=(9, 9, 4, 4, 4))
    way = resolving(table)

    gm = signed_in(table.gm)
    waits, sent = gm.get(way).content.decode(), gm.post(way, {"key": "a" * 32})
    assert "Waiting for Bo" in waits
    assert 'id="action-form"' not in waits
    assert sent.status_code == 422
    assert "FAL-DEFEND-03" in sent.content.decode()
    assert "The GM can do either for someone who is away" in sent.content.decode()
    assert signed_in(table.player).post(way, {"key": "a" * 32}).status_code == 404
    for member in (table.player, table.gm):
        shown = page(signed_in(member), table)
        assert way not in shown
        assert "Bo still has to defend or let it through" in shown
    assert fields_of(fighters["bo"])["bashing"] == 0
    assert not Pending.objects.filter(question="fallen.defend").exclude(state="open").exists()

    let_through(table)

    # Whoever is hit says how they soak: the attacker's player answers nothing for them.
    assert way not in page(signed_in(table.player), table)
    assert signed_in(table.player).post(way, {"key": "b" * 32}).status_code == 404
    send(signed_in(table.gm), table, way, **{"soak.with": "stamina"})
    assert not Pending.objects.filter(question="fallen.hit", state="open").exists()
    newest = Entry.objects.filter(campaign=table.campaign).latest("seq")
    assert document(newest)["for"] is None, "Bo is the GM's own, whoever struck him"


def test_nothing_waits_for_the_attacker_and_a_hit_waits_for_whoever_is_hit(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    player, other = signed_in(table.player), signed_in(table.other_player)
    home = reverse("campaign_home", args=[table.campaign.pk])
    let_through(table)

    assert "Waiting for you" in html.unescape(player.get(home).content.decode())
    assert "Waiting for you" not in html.unescape(other.get(home).content.decode())
    hit = resolving(table)
    assert hit in player.get(home).content.decode()
    send(player, table, hit, **{"soak.with": "stamina"})
    assert hit not in player.get(home).content.decode()


@pytest.mark.clause("FAL-KNOCK-06")
def test_the_gm_says_that_a_blow_knocks_down_with_the_hit_or_afterwards(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)
    let_through(table)
    gm, player, way = signed_in(table.gm), signed_in(table.player), resolving(table)
    assert "A blow of great force" in gm.get(way).content.decode()
    assert "knockdown" not in Form(player.get(way).content.decode(), "action-form").controls
    send(player, table, way, **{"soak.with": "stamina", "hand": "2 2 2 2"})  # unhurt, she rolls all her dice
    unhurt = {"prone": True, "dazed": False, "bashing": 0}  # whatever the blow did
    down = [{"field": field, "set": value} for field, value in unhurt.items()]
    act(
        table.gm,
        "table.edit",
        {"record": {"id": fighters["ana"]}, "reason": "On the ground", "changes": down},
    )

    shown = page(player, table)

    roll = reverse("play_action", args=[table.campaign.pk, "fallen.knockdown"])
    assert f"{roll}?fighter={fighters['ana']}" in shown
    assert "Bare hands" not in shown, "nothing else comes first"
    assert roll not in page(signed_in(table.other_player), table)
    act(table.player, "fallen.knockdown", {"fighter": {"id": fighters["ana"]}}, hand=(9, 9, 9))
    assert "Bare hands" in page(player, table)


def test_hits_and_defences_of_no_attack_are_in_no_palette(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    play = reverse("action_palette", args=[table.campaign.pk])

    for member in (table.player, table.gm):
        client = signed_in(member)
        shown = html.unescape(client.get(play).content.decode())
        for verb in ("hit", "defend"):
            ways = re.findall(rf'<a href="{play}fallen\.{verb}/(?:\?form\.against=[^"]*)?">([^<]*)', shown)
            assert ways == (["Override"] if member.is_gm else []), verb
        assert "FAL-DAMAGE-01" in shown
        assert "FAL-DEFEND-03" in shown
        assert "the GM uses “Mark damage” or overrides the result of the attack" in shown


def test_a_hit_typed_in_the_palette_is_refused_with_the_gms_other_way(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    way = reverse("play_action", args=[table.campaign.pk, "fallen.hit"])
    sides = {"attacker.id": fighters["ana"], "target.id": fighters["bo"]}
    typed = {**sides, "maneuver": "strike", "net": "60", "key": "a" * 32}

    answer = signed_in(table.gm).post(way, typed)
    said = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "FAL-DAMAGE-01" in said
    assert "“Mark damage”" in said
    assert reverse("fight", args=[table.campaign.pk]) in said
    answer = signed_in(table.player).post(way, typed)
    assert answer.status_code == 422
    assert "You can't set “net” here" in html.unescape(answer.content.decode())
    assert fields_of(fighters["bo"])["dead"] is False


def test_shot_leaves_a_dodge_alone(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    gun = made(table.gm, "fallen.weapon", "Pistol", None, {"holder": fighters["bo"], "dice": 4, "ammo": 2})
    attacked(table, fighters, maneuver="shot", weapon={"id": gun})

    shown = page(signed_in(table.player), table)

    assert 'value="dodge"' in shown
    assert 'value="block"' not in shown


def test_whoever_has_not_declared_is_told_what_a_defence_costs(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)
    player = signed_in(table.player)
    shown = page(player, table)
    assert "it is all Ana can do this turn" in shown
    assert shown.count("Declare several actions") == 1, "beside the defence, and nowhere else"

    plan = [{"name": "Dodge"}, {"name": "Strike"}]
    act(table.player, "fallen.multiple_actions", {"fighter": {"id": fighters["ana"]}, "actions": plan})

    assert "it is all Ana can do this turn" not in page(player, table)


def test_who_spent_her_action_on_a_defence_is_told_so(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)
    defence = {"defender": {"id": fighters["ana"]}, "maneuver": "dodge", "against": 2}

    act(table.gm, "fallen.defend", defence, hand=(9, 9, 4, 4, 4))

    shown = page(signed_in(table.player), table)
    assert "Ana has used this turn’s action on a defence" in shown
    assert "defends against 2 successes: dodge." in shown


def test_whoever_cannot_defend_is_told_the_rule(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)
    dazed = [{"field": "dazed", "set": True}]
    act(table.gm, "table.edit", {"record": {"id": fighters["ana"]}, "changes": dazed, "reason": "A blow"})

    shown = page(signed_in(table.player), table)

    assert "Ana cannot defend now" in shown
    assert "FAL-DAZE-02" in shown
    assert "Let it through" in shown


def test_attack_is_let_through_by_a_press(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    attacked(table, fighters)
    asked = Pending.objects.get(question="fallen.defend")
    player = signed_in(table.player)

    send(player, table, reverse("let_through", args=[table.campaign.pk, asked.pk]))

    asked.refresh_from_db()
    assert asked.state == "waived"
    assert "Ana does not defend." in page(player, table)
    assert "Let it through" not in page(player, table)
    # Damage and soak come in the same tap: nothing is left to decide.
    assert not Pending.objects.filter(state="open").exists()
    assert "is hit" not in page(signed_in(table.gm), table)

    again = player.post(reverse("let_through", args=[table.campaign.pk, asked.pk]), {"key": "b" * 32})
    assert again.status_code == 409
    assert (
        f"It was answered or settled by no. {table.campaign.entries.count()}. Nothing was done."
        in again.content.decode()
    )


def test_whoever_defends_is_not_told_to_wait_for_themselves(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)

    assert "Resolve a hit" not in page(signed_in(table.player), table)
    assert "Ana still has to defend or let it through" in page(signed_in(table.other_player), table)


def test_going_on_without_somebody_is_the_gms_to_see(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    called = {"fighters": [{"id": fighters["bo"]}], "asked": [{"id": fighters["ana"]}]}
    act(table.gm, "fallen.initiative", called, hand=(5,))

    assert "Start without them" in page(signed_in(table.gm), table)
    for member in (table.player, table.other_player):
        assert "Start without them" not in page(signed_in(member), table)


def test_nobody_else_lets_an_attack_through(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)
    asked = Pending.objects.get(question="fallen.defend")

    answer = signed_in(table.other_player).post(
        reverse("let_through", args=[table.campaign.pk, asked.pk]), {"key": "a" * 32}
    )

    assert answer.status_code == 404


def test_demon_who_is_hit_may_soak_with_faith(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    faithful = fighter(table.gm, "Cy", table.player, faith=5, stamina=2)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": faithful}, "maneuver": "strike"}
    act(table.player, "fallen.attack", sides, hand=(9, 9, 4, 4, 4))
    let_through(table)
    player = signed_in(table.player)

    shown = page(player, table)
    assert 'value="stamina">Soak with Stamina <b class="figures">2</b>' in shown
    assert 'value="faith">Soak with Faith <b class="figures">5</b>' in shown
    send(player, table, resolving(table), **{"soak.with": "faith"})

    assert fields_of(faithful)["soaks_with"] == "faith"


def ambushed(table: Table, fighters: dict[str, str], *faces: int) -> None:
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}}
    act(table.player, "fallen.ambush", sides, hand=faces)


@pytest.mark.clause("FAL-AMBUSH-07")
def test_an_ambush_is_whom_it_is_for_and_its_free_attack_comes_before_initiative(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    player, gm = signed_in(table.player), signed_in(table.gm)
    cy = fighter(table.gm, "Cy", control="gm")
    begun(table.gm, {"cy": cy, "oz": fighter(table.gm, "Oz", table.other_player)})
    form = re.search(r'<form[^>]*action="[^"]*fallen.ambush/".*?</form>', page(player, table), re.DOTALL)
    assert form is not None
    assert re.findall(r'name="target.id" value="([^"]*)"', form.group(0)) == [fighters["bo"]], (
        "nobody in the fight"
    )

    send(
        player,
        table,
        reverse("play_action", args=[table.campaign.pk, "fallen.ambush"]),
        **{"target.id": fighters["bo"]},
    )

    assert fields_of(fighters["ana"])["in_combat"] is True
    act(table.gm, "table.end_fight", {})
    ambushed(table, fighters, 9, 9, 9, 2, 2)
    assert "Roll initiative for Ana" not in page(player, table), "the free attack comes first (FAL-AMBUSH-09)"
    assert "Ana: Strike" in page(gm, table)


def test_free_attack_of_a_surprise_asks_for_no_defence(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ambushed(table, fighters, 9, 9, 9, 2, 2)
    player = signed_in(table.player)

    shown = page(player, table)
    assert "Bo cannot defend" in shown
    assert re.search(r'value="strike\|\|">Strike <b class="figures">7</b>', shown)
    way = reverse("attack_in_fight", args=[table.campaign.pk, fighters["ana"]])
    send(player, table, way, pick="strike||", location="none")

    assert fields_of(fighters["ana"])["actions_taken"] == 0
    assert not Pending.objects.filter(question="fallen.defend").exists()
    assert Pending.objects.get(question="fallen.strike").state == "answered"


def test_free_attack_after_a_tie_is_answered_by_the_target(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ambushed(table, fighters, 9, 2, 2, 9, 2)
    player = signed_in(table.player)

    assert "Bo may defend" in page(player, table)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.player, "fallen.attack", sides, hand=(9, 9, 9, 9, 9))

    asked = set(Pending.objects.filter(state="open").values_list("question", flat=True))
    assert asked == {"fallen.defend", "fallen.hit"}
    assert fields_of(fighters["ana"])["actions_taken"] == 0, "what the ambush left is read, not typed"


def test_gm_says_on_the_same_page_what_a_botch_brings(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.gm, "fallen.strike", sides, hand=(1, 1, 2, 3, 4))

    assert "A botch: something else goes wrong" in page(signed_in(table.gm), table)
    assert "Waiting for the GM" in page(signed_in(table.player), table)


def test_a_form_left_open_says_that_its_question_is_answered(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    attacked(table, fighters)
    url = reverse(
        "pending_answer", args=[table.campaign.pk, Pending.objects.get(question="fallen.defend").pk]
    )
    others = signed_in(table.other_player).get(url)
    let_through(table)

    left = signed_in(table.player).post(url, {"maneuver": "dodge", "key": "d" * 32})

    assert (left.status_code, others.status_code) == (409, 404)
    assert "it was answered or settled, or it is someone else" in others.content.decode()
    assert "This no longer waits" in left.content.decode()


def test_player_is_not_led_to_an_undo_of_what_others_built_on(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    seq = act(table.player, "fallen.attack", sides, hand=(9, 9, 4, 4, 4)).entry.seq
    let_through(table)
    url = reverse("undo_entry", args=[table.campaign.pk, seq])

    told = signed_in(table.player).get(url)

    assert told.status_code == 409
    assert "Ask the GM to undo it" in told.content.decode()
    assert 'name="entries"' not in told.content.decode()
    assert 'name="entries"' in signed_in(table.gm).get(url).content.decode()


@pytest.mark.clause("FAL-UNCON-02")
def test_a_blackout_is_as_long_as_the_rules_propose_or_as_the_gm_says(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    blow = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    knocked = (9, 9, 9, 9, 9, *(9,) * 7, 2, 2, 2)
    act(table.gm, "fallen.strike", blow, hand=knocked)
    asked = Pending.objects.get(question="fallen.blackout").pk
    gm, way = signed_in(table.gm), reverse("pending_answer", args=[table.campaign.pk, asked])

    form = Form(gm.get(way).content.decode(), "action-form")
    assert form.sent["duration"] == ["5"]
    assert 'name="duration" value="5">5 turns' in page(gm, table)
    send(gm, table, way, duration="5")

    assert fields_of(fighters["bo"])["unconscious_for"] == 5
    assert "unconscious for 5 turns" in page(signed_in(table.player), table)
