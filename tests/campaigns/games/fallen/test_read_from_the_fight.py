"""What the state of a fight knows and nobody types: opponents, sides, movement, declarations, turns, soak, healing."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from campaigns.services import clock
from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, fields_of, fighter, made, page, send, turn_over, two_fighters
from tests.campaigns.services.asking import ask
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HOUR = 3600
MISS = (2, 2, 3, 3, 4)


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    return two_fighters(table)


def sides(fighters: dict[str, str], by: str = "ana", at: str = "bo") -> dict[str, Any]:
    return {"attacker": {"id": fighters[by]}, "target": {"id": fighters[at]}, "maneuver": "strike"}


def difficulty(outcome: Any) -> dict[str, int]:
    return {part.name: part.value for part in outcome.attack.pool.difficulty_parts}


def refused(table: Table, action: str, given: dict[str, Any]) -> str | None:
    """The clause by which the GM and the player are refused alike."""
    found = set()
    for member in (table.gm, table.player):
        with pytest.raises(RuleViolation) as no:
            act(member, action, given)
        found.add(no.value.clause)
    (clause,) = found
    return clause


@pytest.mark.clause("FAL-OPP-01", "FAL-OPP-03")
def test_opponents_are_counted_from_who_struck_at_whom(table: Table, fighters: dict[str, str]) -> None:
    fighters["cy"] = fighter(table.gm, "Cy", control="gm")
    everybody = [{"id": one} for one in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=(1, 9, 5))
    for who in ("bo", "cy"):
        act(table.gm, "fallen.attack", sides(fighters, who, "ana"), hand=(2, 3, 4))
        act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters[who]}})

    beset = act(table.player, "fallen.attack", sides(fighters), hand=MISS).result.outcome
    assert difficulty(beset) == {"base": 6, "opponents": 1}

    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    act(table.gm, "fallen.new_turn", {})
    bo = act(table.gm, "fallen.attack", sides(fighters, "bo", "ana"), hand=(2, 3, 4)).result.outcome
    assert difficulty(bo) == {"base": 6}, "a new turn, and one opponent"


@pytest.mark.clause("FAL-FLANK-03")
def test_the_side_of_an_attack_is_the_gms_word_of_the_turn(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    way = reverse("set_conditions", args=[table.campaign.pk, fighters["ana"]])
    send(signed_in(table.gm), table, way, position="flank")

    said = {**sides(fighters), "position": "rear"}
    struck: Any = act(table.player, "fallen.attack", said, hand=(*MISS, 2)).result.outcome
    assert {part.name: part.dice for part in struck.attack.pool.parts}["flank"] == 1, "not the player's word"

    turn_over(table.gm, fighters)
    assert fields_of(fighters["ana"])["position"] == "front"


@pytest.mark.clause("FAL-MOVE-06")
def test_what_the_gm_says_of_a_move_is_borne_by_the_actions_of_the_turn(
    table: Table, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    move = {"fighter": {"id": fighters["ana"]}, "gait": "walk", "yards": 3, "difficulty": 2}
    act(table.gm, "fallen.movement", move)
    again = {**sides(fighters), "modifiers": [{"source": "movement", "difficulty": 1}]}
    with pytest.raises(RuleViolation) as twice:
        act(table.gm, "fallen.attack", again)
    assert twice.value.clause == "FAL-MOVE-06"

    struck = act(table.player, "fallen.attack", sides(fighters), hand=MISS).result.outcome

    assert difficulty(struck) == {"base": 6, "movement": 2}
    turn_over(table.gm, fighters)
    assert fields_of(fighters["ana"])["move_difficulty"] == 0


@pytest.mark.clause("FAL-MULTI-05", "FAL-MULTI-01")
def test_of_several_actions_each_was_declared(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    player = signed_in(table.player)
    picked = page(player, table, f"?declare={fighters['ana']}&act=kick&act=strike")
    assert 'name="actions.0.name" value="kick">Kick <b class="figures">3</b>' in picked
    assert 'name="actions.1.name" value="strike">Strike <b class="figures">2</b>' in picked
    plan = {"fighter": {"id": fighters["ana"]}, "actions": [{"name": "kick"}, {"name": "strike"}]}
    act(table.player, "fallen.multiple_actions", plan)

    act(table.player, "fallen.attack", sides(fighters), hand=(2, 3, 4))
    assert refused(table, "fallen.attack", sides(fighters)) == "FAL-MULTI-05", "one strike was declared"
    assert refused(
        table, "fallen.roll", {"roller": {"id": fighters["ana"]}, "traits": [{"name": "wits"}]}
    ) == ("FAL-MULTI-05")
    shown = page(player, table)
    assert 'value="kick||"' in shown
    assert 'value="strike||"' not in shown
    act(table.player, "fallen.attack", {**sides(fighters), "maneuver": "kick"}, hand=(2, 3))


@pytest.mark.clause("FAL-MULTI-03")
def test_what_was_declared_is_marked_as_done_and_the_rest_has_the_dice_of_its_place(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    ana, player = {"id": fighters["ana"]}, signed_in(table.player)

    def declared() -> list[str]:
        told = page(player, table)
        lines = re.findall(r"Declared: (.*?)</p>", told, re.DOTALL)
        assert len(lines) == 2, "beside her own turn and in the order"
        assert lines[0] == lines[1]
        marks = lines[0].replace("<s>", "[").replace("</s>", "]")
        return " ".join(re.sub(r"<[^>]*>", "", marks).split()).split(", ")

    names = ("sweep", "kick", "strike", "dodge")
    act(
        table.player,
        "fallen.multiple_actions",
        {"fighter": ana, "actions": [{"name": name} for name in names]},
    )
    assert declared() == ["Sweep 3", "Kick 2", "Strike 1", "Dodge 0"]

    act(table.player, "fallen.attack", {**sides(fighters), "maneuver": "kick"}, hand=(2, 3, 4))
    assert declared() == ["Sweep 2", "[Kick] done", "Strike 1", "Dodge 0"]

    ask(table.gm, "fallen.defend", fighters["ana"], "FAL-DEFEND-03", striker=fighters["bo"], against=1)
    defence = {"defender": ana, "maneuver": "dodge", "against": 1}
    act(table.gm, "fallen.defend", defence, hand=(2, 3), override=BY_OVERRIDE)
    assert declared() == ["Sweep 1", "[Kick] done", "Strike 0", "[Dodge] done"]


@pytest.mark.clause("FAL-TIME-02")
def test_a_turn_is_new_for_all_and_not_before_all_are_done(table: Table, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)
    ana, bo = ({"fighter": {"id": fighters[name]}} for name in ("ana", "bo"))
    with pytest.raises(RuleViolation) as early:
        act(table.gm, "fallen.new_turn", {})
    assert early.value.clause == "FAL-TIME-02"
    act(table.player, "fallen.attack", sides(fighters), hand=(9, 9, 4, 4, 4))
    act(table.player, "fallen.end_turn", ana)
    act(table.gm, "fallen.end_turn", bo)
    with pytest.raises(RuleViolation) as open_hit:
        act(table.gm, "fallen.new_turn", {})
    assert open_hit.value.clause == "FAL-DAMAGE-01", "a hit of the old turn is settled first"
    for asked in Pending.objects.filter(state="open").order_by("question"):
        settle = {"pending": {"id": str(asked.pk)}, "how": "struck", "reason": "Forgotten."}
        act(table.gm, "table.settle", settle)

    act(table.gm, "fallen.new_turn", {})

    assert [fields_of(who)["turn_done"] for who in fighters.values()] == [False, False]
    assert [fields_of(who)["in_order"] for who in fighters.values()] == [True, True]


@pytest.mark.clause("FAL-DAMAGE-01", "FAL-LOCATE-05")
def test_what_is_rolled_by_itself_of_an_open_hit_is_what_its_attack_left(
    table: Table, fighters: dict[str, str]
) -> None:
    strike = {"attacker": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.damage", {**strike, "net": 9})  # while none is open, it is of what the GM says
    begun(table.gm, fighters)
    act(table.player, "fallen.attack", sides(fighters), hand=(9, 9, 4, 4, 4))
    soak = {"target": {"id": fighters["bo"]}, "damage": 3, "damage_kind": "bashing"}

    for action, given, clause in (
        ("fallen.damage", {**strike, "net": 9}, "FAL-DAMAGE-01"),
        ("fallen.damage", {**strike, "maneuver": "kick", "net": 2}, "FAL-DAMAGE-01"),
        ("fallen.soak", {**soak, "bypass_armor": True}, "FAL-LOCATE-05"),
    ):
        with pytest.raises(RuleViolation) as no:
            act(table.gm, action, given)
        assert no.value.clause == clause
        act(table.gm, action, given, override=BY_OVERRIDE)
    act(table.gm, "fallen.damage", {**strike, "net": 2})
    act(table.gm, "fallen.soak", soak)


@pytest.mark.clause("FAL-YIELD-02")
def test_an_order_that_is_made_anew_keeps_who_holds_back(table: Table, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)
    ana, bo = fighters.values()
    act(table.player, "fallen.hold_back", {"fighter": ana, "before": bo})
    order = {"fighters": [{"id": ana}, {"id": bo}]}

    act(table.gm, "fallen.order_actions", order)
    assert (fields_of(ana)["holds_back"], fields_of(ana)["ahead_of"]) == (True, bo)

    with pytest.raises(RuleViolation) as typed:
        act(table.gm, "fallen.order_actions", {**order, "delays": []})
    assert typed.value.clause == "TAB-OVERRIDE-01"


@pytest.mark.clause("FAL-TIME-03")
def test_what_hinders_her_is_dealt_with_before_a_turn_ends(table: Table, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)
    dazed = [{"field": "dazed", "set": True}]
    act(table.gm, "table.edit", {"record": {"id": fighters["ana"]}, "changes": dazed, "reason": "A blow"})
    hers = {"fighter": {"id": fighters["ana"]}}

    assert refused(table, "fallen.end_turn", hers) == "FAL-TIME-03"
    act(table.player, "fallen.take_turn", hers)

    assert (fields_of(fighters["ana"])["dazed"], fields_of(fighters["ana"])["turn_done"]) == (False, True)


@pytest.mark.clause("FAL-HEALTH-08")
def test_wounds_heal_by_the_clock_and_by_nobodys_word(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    act(
        table.gm,
        "fallen.apply_damage",
        {"target": {"id": fighters["ana"]}, "levels": 2, "damage_kind": "bashing"},
    )
    hours = {"patient": {"id": fighters["ana"]}, "hours": 1}
    with pytest.raises(RuleViolation) as typed:
        act(table.gm, "fallen.heal", hours)
    assert typed.value.clause == "FAL-HEALTH-08"
    sheet = reverse("character", args=[table.campaign.pk, fighters["ana"]])
    shown = signed_in(table.player).get(sheet).content.decode()
    assert "Hurt heals" in shown
    assert shown.index("Day 1, 01:00") < shown.index("Day 1, 02:00")

    clock.advance(actor=table.gm, seconds=HOUR, key="an-hour")
    assert fields_of(fighters["ana"])["bashing"] == 1

    act(table.gm, "fallen.heal", hours, override=BY_OVERRIDE)
    assert fields_of(fighters["ana"])["bashing"] == 0


@pytest.mark.clause("FAL-ARMOR-03", "FAL-LOCATE-05")
def test_armor_that_is_gone_or_gone_around_is_not_destroyed_again(
    table: Table, fighters: dict[str, str]
) -> None:
    vest = made(table.gm, "fallen.armor", "Vest", None, {"wearer": fighters["bo"], "rating": 1})
    begun(table.gm, fighters)
    aimed = {**sides(fighters), "location": "medium", "bypass": ["armor"]}
    act(table.gm, "fallen.attack", aimed, hand=(9, 9, 4, 4, 4), override=BY_OVERRIDE)
    for asked in Pending.objects.filter(question="fallen.defend"):
        act(table.gm, "table.settle", {"pending": {"id": str(asked.pk)}, "how": "waived", "reason": "Away."})
    hit = {**sides(fighters), "net": 2, "location": "medium"}
    with pytest.raises(RuleViolation):
        act(table.gm, "fallen.hit", hit)  # the attack went around the armor: that is read, not typed

    done: Any = act(
        table.gm, "fallen.hit", {**hit, "bypass_armor": True}, hand=(9,) * 4 + (2,) * 3
    ).result.outcome

    assert (done.levels, done.armor_destroyed, fields_of(vest)["destroyed"]) == (4, False, False)


@pytest.mark.clause("FAL-SOAK-06")
def test_whoever_is_held_soaks_with_what_they_chose_before(table: Table, fighters: dict[str, str]) -> None:
    faithful = fighter(table.gm, "Cy", table.other_player, faith=5, stamina=1)
    grip = {"restraint": "held", "held_by": fighters["ana"], "grip": "clinch", "soaks_with": "faith"}
    changes = [{"field": name, "set": value} for name, value in grip.items()]
    act(table.gm, "table.edit", {"record": {"id": faithful}, "changes": changes, "reason": "A grip"})
    kept = {"holder": {"id": fighters["ana"]}, "target": {"id": faithful}}

    clinched: Any = act(table.player, "fallen.maintain", kept, hand=(9, 9, 9, 2, 2, 2, 2, 2)).result.outcome

    assert clinched.soak.with_ == "faith"
    with pytest.raises(NotAllowed):
        act(table.player, "fallen.maintain", {**kept, "soak": {"with": "faith"}})


@pytest.mark.clause("FAL-AMBUSH-02")
def test_whoever_lies_in_wait_decides_nothing_for_their_target(
    table: Table, fighters: dict[str, str]
) -> None:
    given = {name: {"id": fighters[who]} for name, who in (("attacker", "ana"), ("target", "bo"))}
    for theirs in ({"willpower": True}, {"specialty": True}, {"difficulty": 9}):
        with pytest.raises(NotAllowed):
            act(table.player, "fallen.ambush", {**given, "notice": theirs})

    act(table.gm, "fallen.ambush", {**given, "notice": {"difficulty": 7}})
    assert fields_of(fighters["bo"])["in_combat"] is True


@pytest.mark.clause("FAL-INIT-06")
def test_whoever_rolls_later_and_is_level_rolls_again_with_who_stands(
    table: Table, fighters: dict[str, str]
) -> None:
    act(
        table.gm,
        "fallen.initiative",
        {"fighters": [{"id": fighters["bo"]}], "asked": [{"id": fighters["ana"]}]},
        hand=(5,),
    )

    act(table.player, "fallen.initiative", {"fighters": [{"id": fighters["ana"]}]}, hand=(5, 9, 2))

    assert [fields_of(fighters[name])["turn_order"] for name in ("ana", "bo")] == [1, 2]


@pytest.mark.clause("FAL-YIELD-01")
def test_who_has_acted_keeps_her_place(table: Table, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)
    act(table.player, "fallen.attack", sides(fighters), hand=MISS)

    assert refused(table, "fallen.hold_back", {"fighter": fighters["ana"]}) == "FAL-YIELD-01"
    assert [fields_of(fighters[name])["turn_order"] for name in ("ana", "bo")] == [1, 2]


def test_a_declaration_is_told_in_the_words_of_its_page(table: Table, signed_in: SignIn) -> None:
    ana = fighter(table.gm, "Ana", table.player)
    names = ("strike", "escape")
    act(
        table.player,
        "fallen.multiple_actions",
        {"fighter": {"id": ana}, "actions": [{"name": name} for name in names]},
    )

    told = signed_in(table.player).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert re.findall(r"<li>([\w ]+): (?:\d di|not possible)", told) == ["Strike", "Break free"]
