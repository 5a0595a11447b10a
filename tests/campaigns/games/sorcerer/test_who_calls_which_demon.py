"""Who may call, Bind, command and send away which demon, what that takes, and what is the GM's to say."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from campaigns.models import Binding, CampaignState, Contact, Demon, Pending
from campaigns.policy import NotAllowed
from campaigns.services.clock import advance
from rules.kernel.clock import DAY
from rules.kernel.errors import RuleViolation
from tests.campaigns.form_filling import Form
from tests.campaigns.games.sorcerer.circle import CHECK, Circle, clause_of, lost, new_circle, won
from tests.campaigns.spine import browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

RITES = ("contact", "summon", "bind", "contain", "punish", "banish")


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def strike_checks(circle: Circle) -> None:
    for asked in Pending.objects.filter(question=CHECK, state="open"):
        struck = {"pending": {"id": str(asked.pk)}, "how": "struck", "reason": "Another evening."}
        circle.game.act("table.settle", struck)


def settings(circle: Circle, **values: Any) -> None:
    circle.game.act("table.change_settings", {"system": "sorcerer", "values": values})


@pytest.mark.clause("SOR-RITUAL-01", "SOR-RITUAL-04")
def test_with_lore_1_every_ritual_is_open_and_the_gm_says_how_long_it_took(circle: Circle) -> None:
    game = circle.game
    game.edit(circle.mara, lore=1)
    ash = circle.demon(state="beyond")

    thrown = {"contact": won(1, 3), "summon": won(1, 3), "punish": None, "banish": won(4, 5)}
    for verb in RITES:
        more: dict[str, Any] = {"hand": thrown[verb]} if verb in thrown else {}
        more |= {"amount": 1} if verb == "punish" else {}
        by = game.gm if verb == "bind" else game.player  # the GM says of a Binding whether its Need is met
        assert getattr(circle.rite(verb, ash, by=by, **more), "success", True)
        strike_checks(circle)

    assert game.sheet(ash)["state"] == "banished"
    assert CampaignState.objects.get().now == 0, "no ritual moves the clock"
    with pytest.raises(NotAllowed):
        advance(actor=game.player, seconds=3600, key="mine")
    advance(actor=game.gm, seconds=3600, key="an hour")
    assert CampaignState.objects.get().now == 3600


@pytest.mark.clause("SOR-RITUAL-13")
def test_whose_demon_it_is_keeps_no_other_sorcerer_from_it(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("bind", ash, who=circle.otto)
    order = {"acting": {"id": circle.mara, "score": "will"}, "opposing": {"id": ash, "score": "will"}}

    game.act("sorcerer.roll", order, by=game.player, hand=won(2, 2))
    circle.rite("punish", ash, by=game.player, hand=won(2, 3))
    circle.rite("contain", None, by=game.player)
    circle.rite("banish", ash, by=game.player, hand=won(4, 5))

    assert game.sheet(ash)["state"] == "banished"


def test_a_demon_that_is_here_stands_once_for_all_who_may_banish_it(circle: Circle) -> None:
    ash, soot = circle.demon("Ash"), circle.demon("Soot")
    page = reverse("rituals", args=[circle.game.campaign.pk])

    shown, theirs = (browser(who).get(page).content.decode() for who in (circle.game.gm, circle.game.player))

    assert (shown.count("<b>Ash</b>"), shown.count("<b>Soot</b>")) == (1, 1)
    for who, demon in ((circle.mara, ash), (circle.otto, ash), (circle.mara, soot), (circle.otto, soot)):
        rite = reverse("ritual", args=[circle.game.campaign.pk, who, demon])
        assert f'{rite}?step=banish"' in shown and f'{rite}?step=punish"' in shown
    assert theirs.count("?step=banish") == 2, "one's own sorcerer with each"


@pytest.mark.clause("SOR-CONTACT-01")
def test_a_sorcerer_says_what_they_look_for_and_nothing_of_its_need(circle: Circle) -> None:
    circle.game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    client, campaign = browser(circle.game.player), circle.game.campaign.pk
    listed = client.get(reverse("rituals", args=[campaign])).content.decode()
    asked = set(re.findall(r'name="(\w+)"', listed.partition(reverse("describe_demon", args=[campaign]))[2]))
    about = {
        "sorcerer": circle.mara,
        "name": "Soot",
        "type": "parasite",
        "desire": "Ruin",
        "purpose": "A key",
    }
    assert {*about, "abilities"} <= asked
    assert not {"need", "power"} & asked, "both are the GM's to say"

    sent = {**about, "abilities": "Big\nFast", "power": "20", "key": "described"}
    assert client.post(reverse("describe_demon", args=[campaign]), sent).status_code == 302

    soot = Demon.objects.get(record__name="Soot")
    assert (soot.type, soot.abilities, soot.desire, soot.need) == ("parasite", ["Big", "Fast"], "Ruin", "")
    assert (soot.state, soot.complete, soot.power) == ("beyond", False, 2)
    described = circle.rite("contact", str(soot.pk), by=circle.game.player, hand=won(2, 2))
    assert (described.changes, described.power_raise) == (2, 1), "only described, another may answer"

    circle.game.make("contact", sorcerer=circle.mara, demon=(ash := circle.demon(state="beyond")))
    strike_checks(circle)
    named = circle.rite("contact", ash, by=circle.game.player)
    assert (named.changes, named.power_raise) == (0, 0), "whoever had a Contact with it calls it by its name"
    strike_checks(circle)
    circle.game.edit(ash, state="banished")
    circle.game.edit(str(Contact.objects.get(demon=UUID(ash), state="open").pk), state="closed")
    strangers = circle.rite("contact", ash, who=circle.otto)
    assert strangers.changes > 0, "and nobody else does"


@pytest.mark.clause("SOR-CONTACT-14")
def test_in_a_contact_neither_can_affect_the_other(circle: Circle) -> None:
    game, ash, mara = circle.game, circle.contacted(), circle.mara
    game.edit(ash, turn="pending", faces=[9])
    fights = {"id": ash, "score": "will", "action": "attack", "target": mara}
    acts: dict[str, dict[str, Any]] = {
        "roll": {"acting": {"id": mara, "score": "will"}, "opposing": {"id": ash, "score": "will"}},
        "conflict_round": {"combatants": [fights]},
        "resolve_attack": {"attacker": ash, "target": mara, "response": "none"},
        "damage": {"target": ash, "weapon": "edged", "victories": 1},
        "first_sight": {"demon": ash, "character": mara, "occasion": "first_demon"},
    }

    for verb, given in acts.items():
        assert clause_of(game.act, f"sorcerer.{verb}", given) == "SOR-CONTACT-14"
    assert clause_of(game.act, "sorcerer.use_ability", {"demon": ash, "ability": "Big"}) == "SOR-ABIL-10"
    game.edit(ash, state="present")
    game.act("sorcerer.roll", acts["roll"], hand=won(2, 2))


@pytest.mark.clause("SOR-CONTACT-17")
def test_nobody_has_to_summon_what_answered(circle: Circle) -> None:
    game, ash = circle.game, circle.contacted()
    circle.rite("contain", None, by=game.player)
    assert not Pending.objects.exists()

    game.act("sorcerer.end_contact", {"sorcerer": circle.mara, "demon": ash}, by=game.player)

    assert game.sheet(ash)["state"] == "beyond"
    assert Contact.objects.get(demon=UUID(ash)).state == "closed"


@pytest.mark.clause("SOR-BIND-01")
@pytest.mark.parametrize("state", ["beyond", "contacted", "banished", "annihilated"])
def test_only_a_demon_that_is_here_is_bound(circle: Circle, state: str) -> None:
    ash = circle.demon(state=state)

    assert clause_of(circle.rite, "bind", ash) == "SOR-BIND-01"
    circle.game.edit(ash, state="present")  # such as one met in reality
    circle.rite("bind", ash)


@pytest.mark.clause("SOR-BIND-09", "SOR-NEED-13")
def test_each_day_here_counts_without_the_need_and_without_a_binding(circle: Circle) -> None:
    game, ash = circle.game, circle.demon(need="salt")
    away = circle.demon("Soot", state="banished")
    settings(circle, need_days=3)
    game.edit(ash, need_unmet_days=0)

    advance(actor=game.gm, seconds=DAY, key="one")

    counted = game.sheet(ash)
    assert (counted["need_unmet_days"], counted["withdrawal_days"], counted["power"]) == (1, 1, 2)
    assert game.sheet(away)["need_unmet_days"] == 0
    circle.rite("bind", ash)
    strike_checks(circle)
    assert game.sheet(ash)["need_unmet_days"] == 0, "a Binding that meets its Need"
    advance(actor=game.gm, seconds=2 * DAY, key="two")
    bound = game.sheet(ash)
    assert (bound["need_unmet_days"], bound["withdrawal_days"], bound["power"]) == (2, 0, 2)
    advance(actor=game.gm, seconds=DAY, key="three")
    assert (game.sheet(ash)["withdrawal_days"], game.sheet(ash)["power"]) == (1, 1)


@pytest.mark.clause("SOR-NEED-12")
def test_what_withdrawal_took_comes_back_by_the_gms_word_alone(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    advance(actor=game.gm, seconds=DAY, key="hungry")
    circle.rite("bind", ash)
    strike_checks(circle)
    settings(circle, need_days=30)
    game.act("table.begin_session")
    game.act("table.begin_scene")
    game.act("table.end_scene")
    game.act("sorcerer.rest_demon", {"demon": ash, "event": "rest", "hours": 24})

    advance(actor=game.gm, seconds=9 * DAY, key="fed")

    assert (game.sheet(ash)["power"], game.sheet(ash)["withdrawal_days"]) == (2, 0)
    with pytest.raises(NotAllowed):
        changes = [{"field": "power", "set": 3}]
        mine = {"record": {"id": ash}, "reason": "Fed.", "changes": changes}
        game.act("table.edit", mine, by=game.player)
    game.edit(ash, power=3)
    assert game.sheet(ash)["power"] == 3


@pytest.mark.clause("SOR-BIND-11", "SOR-BIND-17", "SOR-GROUP-09")
def test_one_sorcerer_has_many_demons_and_a_demon_one_sorcerer_wherever_it_is(circle: Circle) -> None:
    game = circle.game
    demons = [circle.demon(name) for name in ("Ash", "Soot", "Rust")]
    for demon in demons:
        circle.rite("bind", demon)
        strike_checks(circle)
    assert Binding.objects.filter(sorcerer=UUID(circle.mara), state="active").count() == 3

    assert clause_of(circle.rite, "bind", demons[0], who=circle.otto) == "SOR-BIND-10"
    together = {
        "ritual": "bind",
        "primary": circle.mara,
        "helpers": [{"id": circle.otto}],
        "demon": demons[0],
    }
    assert clause_of(game.act, "sorcerer.group_ritual", together) == "SOR-GROUP-01"
    circle.rite("banish", demons[0], hand=won(4, 6))

    assert game.sheet(demons[0])["state"] == "banished"
    assert Binding.objects.get(demon=UUID(demons[0])).state == "active"


@pytest.mark.clause("SOR-BIND-15")
def test_nobody_is_bound_against_their_will_and_nobody_else_says_so(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    game.act("table.change_policy", {"values": {"gm_may_consent": False}})

    with pytest.raises(NotAllowed, match="Only Mara's player can agree"):
        circle.rite("bind", ash)
    assert clause_of(circle.rite, "bind", ash, willing=False) == "SOR-BIND-15"
    settings(circle, unwilling_binding=True)
    circle.rite("bind", ash, willing=False)

    assert Binding.objects.get().state == "active"


@pytest.mark.clause("SOR-DEMON-07")
def test_a_binding_is_rolled_for_and_made_by_nobody_s_word(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    made = {"demon": ash, "sorcerer": circle.mara, "score": "will", "strength": 9, "favor": "sorcerer"}
    about = {"kind": "binding", "name": "", "owner": None}
    fields = [{"field": name, "set": value} for name, value in made.items()]

    with pytest.raises(NotAllowed):
        game.act("table.create", {"about": about, "fields": fields}, by=game.player)
    circle.rite("bind", ash, hand=(1, 1, 9, 8))

    bound = Binding.objects.get()
    assert (bound.strength, bound.favor, bound.score) == (2, "demon", "will")


@pytest.mark.clause("SOR-BREAK-01", "SOR-BREAK-05")
def test_when_a_demon_tries_to_break_free_and_with_what_dice_is_the_gms(circle: Circle) -> None:
    game = circle.game
    ash = circle.demon(owner=game.player)  # even of a demon that is in a player's hands
    given = {"demon": ash, "sorcerer": circle.mara}
    assert clause_of(game.act, "sorcerer.break_binding", given) == "SOR-BREAK-01"
    circle.rite("bind", ash)

    with pytest.raises(NotAllowed):
        game.act("sorcerer.break_binding", given, by=game.player)
    plain: Any = game.act("sorcerer.break_binding", given, hand=lost(3, 3)).result.outcome
    awards = {
        "modifiers": [{"source": "situation", "dice": 3}],
        "opposing_modifiers": [{"source": "treatment", "dice": 2}],
    }
    awarded: Any = game.act("sorcerer.break_binding", given | awards).result.outcome

    sides = [(one.contest.acting.raw, one.contest.opposing.raw) for one in (plain, awarded)]
    assert (sides[1][0] - sides[0][0], sides[1][1] - sides[0][1]) == (3, 2)


@pytest.mark.clause("SOR-BANISH-01")
def test_a_demon_that_is_here_is_banished_against_its_will(circle: Circle) -> None:
    away = circle.demon("Soot", state="beyond")
    assert clause_of(circle.rite, "banish", away) == "SOR-BANISH-01"

    against = circle.rite("banish", circle.demon(), hand=lost(4, 5))
    gives_in = circle.rite("banish", circle.demon("Rust"), resists=False, hand=won(4, 3))

    assert (against.contest.opposing.raw, gives_in.contest.opposing.raw) == (5, 3)


@pytest.mark.clause("SOR-BANISH-06")
def test_whether_it_has_to_be_near_is_the_settings_and_whether_it_is_the_gms(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("banish", circle.demon("Soot"), at_hand=False)
    settings(circle, banish_needs_presence=True)
    game.act("table.change_policy", {"values": {"player_rulings": False}})

    assert clause_of(circle.rite, "banish", ash, at_hand=False, who=circle.otto) == "SOR-BANISH-06"
    with pytest.raises(NotAllowed):
        circle.rite("banish", ash, at_hand=False, by=game.player)


@pytest.mark.clause("SOR-PUNISH-01")
def test_a_punished_demon_lacks_power_for_a_time_and_is_easier_to_banish(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    away = circle.demon("Soot", state="contacted")
    assert clause_of(circle.rite, "punish", away) == "SOR-PUNISH-01"

    circle.rite("punish", ash)
    weakened = circle.rite("banish", ash, who=circle.otto, hand=lost(4, 4))

    assert (game.sheet(ash)["power"], game.sheet(ash)["punishment"]) == (2, 1)
    assert weakened.contest.opposing.raw == 4
    advance(actor=game.gm, seconds=DAY, key="a day")
    game.edit(ash, power=2, punishment=1)
    game.act("sorcerer.recover_power", {"demon": ash}, hand=won(2, 1))
    assert (game.sheet(ash)["power"], game.sheet(ash)["punishment"]) == (3, 0)


@pytest.mark.clause("SOR-GROUP-02", "SOR-GROUP-05")
def test_the_primary_rolls_last_with_what_the_helpers_won(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    together = {"ritual": "banish", "primary": circle.mara, "helpers": [{"id": circle.otto}], "demon": ash}
    helped: dict[str, Any] = {"modifiers": [{"source": "group", "dice": 1, "note": "Otto"}]}
    with pytest.raises(RuleViolation, match="counts by itself") as refused:
        circle.rite("banish", ash, **helped)
    assert refused.value.clause == "SOR-GROUP-05"

    game.act("sorcerer.group_ritual", together, hand=won(4, 5))
    elsewhere = circle.rite("banish", circle.demon("Soot"), hand=lost(4, 5))
    outcome = circle.rite("banish", ash, hand=lost(5, 5))
    again = circle.rite("banish", ash, hand=lost(4, 5))

    assert [one.contest.acting.raw for one in (elsewhere, outcome, again)] == [4, 5, 4], "once, for this one"


def test_nobody_types_what_helpers_won(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    client, page = browser(game.gm), reverse("play_action", args=[game.campaign.pk, "sorcerer.banish"])
    form = Form(client.get(page).content.decode(), "action-form")
    award = {"modifiers.0.source": "group", "modifiers.0.dice": "2"}
    sent = {**form.sent, "sorcerer.id": circle.mara, "demon.id": ash, **award}

    answer = client.post(page, sent)

    assert answer.status_code == 422
    assert "counts by itself" in answer.content.decode()
    assert Demon.objects.get(pk=UUID(ash)).state == "present"


@pytest.mark.parametrize(
    ("state", "ended", "is_offered"),
    [("contacted", "", True), ("present", "", False), ("contacted", "closed", False)],
)
@pytest.mark.clause("SOR-SUMMON-01")
def test_override_is_offered_only_where_the_demon_can_be_summoned_by_it(
    circle: Circle, state: str, ended: str, is_offered: bool
) -> None:
    """By the Contact with another demon: what the engine refuses itself, nobody overrides."""
    game = circle.game
    circle.contacted()
    other = circle.demon("Soot", state=state)
    contact = str(Contact.objects.get().pk)
    if ended:
        game.edit(contact, state=ended)
    gm, form_url = browser(game.gm), reverse("play_action", args=[game.campaign.pk, "sorcerer.summon"])
    named = f"?sorcerer={circle.mara}&demon={other}&contact={contact}"
    form = Form(gm.get(form_url + named).content.decode(), "action-form")

    refused = gm.post(form.action, form.sent)
    shown = refused.content.decode()

    assert refused.status_code == 422
    assert "Contact the demon first, then Summon it from that Contact." in shown
    assert ("Override to do it all the same" in shown) is is_offered
    again = gm.post(form.action, {**Form(shown, "action-form").sent, "form.override.reason": "house_rule"})
    assert (again.status_code == 302) is is_offered
