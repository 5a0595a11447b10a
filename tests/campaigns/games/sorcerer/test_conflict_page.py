"""A round of conflict on its page: announced, rolled, resolved in order and ended, by the right people."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.sorcerer.conflict.announcements import announcements
from campaigns.log.record import read_document
from campaigns.models import Demon, Draft, Entry, Gun, Part, Record, SorcererHealth, SorcererTurn
from campaigns.policy import NotAllowed
from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.campaigns.world import act, undo
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow


@pytest.fixture
def mara(table: Table) -> Record:
    return make_character(table.player, "Mara")


@pytest.fixture
def guard(table: Table) -> Record:
    return make_character(table.other_player, "Shelly", stamina=4)


def url(table: Table, name: str = "conflict", *more: Any) -> str:
    return reverse(name, args=[table.campaign.pk, *more])


def announce(client: Client, table: Table, who: Record, **given: Any) -> Any:
    sent = {
        "who": who.pk,
        "words": "Up the stairs",
        "action": "act",
        "score": "stamina",
        "target": "",
        **given,
    }
    return client.post(url(table, "announce_action"), sent)


THINKING = {"unready": "on"}


def page(client: Client, table: Table, query: str = "") -> str:
    return str(client.get(f"{url(table)}{query}").content.decode())


def roll_out(table: Table, mara: Record, guard: Record, *, faces: tuple[int, ...], **more: Any) -> None:
    """Mara (Stamina 3) and the guard (Stamina 4) attack one another, with these faces thrown by hand."""
    combatants = [
        {"id": str(mara.pk), "score": "stamina", "action": "attack", "target": str(guard.pk)},
        {"id": str(guard.pk), "score": "stamina", "action": "attack", "target": str(mara.pk), **more},
    ]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=faces)


def answer(client: Client, table: Table, acting: Record, chosen: str) -> Any:
    sent = {"key": f"answer-{chosen}-{acting.pk.hex[:8]}", "acting": acting.pk, "answer": chosen}
    return client.post(url(table, "answer_attack"), sent)


def resolve(client: Client, table: Table, attacker: Record) -> Any:
    sent = {"key": f"turn-{attacker.pk.hex[:20]}", "nonce": "", "attacker.id": attacker.pk}
    return client.post(url(table, "resolve_turn"), sent | {"form.fields": "attacker"})


MARA_FIRST = (12, 11, 10, 4, 3, 2, 1)


def test_announcement_is_seen_by_all_and_in_no_log(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    before = Entry.objects.count()
    announce(
        signed_in(table.player),
        table,
        mara,
        words="At her throat",
        action="attack",
        target=guard.pk,
        **THINKING,
    )

    shown = page(signed_in(table.other_player), table)
    assert "At her throat" in shown
    assert "3 dice" in shown
    assert "still thinking" in shown
    assert Entry.objects.count() == before


@pytest.mark.clause("SOR-CONFLICT-03", "SOR-CONFLICT-04")
def test_amended_announcement_takes_the_place_of_the_first(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.player)
    announce(client, table, mara, words="Up the stairs", **THINKING)
    announce(client, table, mara, words="Down the stairs")

    assert "Up the stairs" not in page(client, table)
    assert Draft.objects.get().data["content"] is True


def test_nobody_announces_for_another_player(table: Table, guard: Record, signed_in: SignIn) -> None:
    assert announce(signed_in(table.player), table, guard).status_code == 422
    response = signed_in(table.player).post(url(table, "withdraw_action", guard.pk))
    assert response.status_code == 403


@pytest.mark.clause("SOR-CONFLICT-03")
def test_dice_are_not_rolled_until_all_are_content(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara)
    announce(signed_in(table.other_player), table, guard, **THINKING)
    client = signed_in(table.gm)

    assert "Not ready yet: Shelly" in page(client, table)
    refused = client.post(url(table, "roll_round"), {"key": "roll-one"})
    assert refused.status_code == 422
    assert "SOR-CONFLICT-03" in refused.content.decode()

    announce(client, table, guard)
    assert client.post(url(table, "roll_round"), {"key": "roll-two"}).status_code == 302
    assert set(SorcererTurn.objects.exclude(faces=[]).values_list("turn", flat=True)) == {"pending"}


@pytest.mark.clause("SOR-CONFLICT-23", "SOR-MAP-02")
def test_log_keeps_what_was_announced_with_the_roll(table: Table, mara: Record, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, words="Up the stairs")
    client.post(url(table, "roll_round"), {"key": "roll-one"})

    shown = client.get(reverse("log_entry", args=[table.campaign.pk, Entry.objects.latest("seq").seq]))
    assert "Mara: Up the stairs" in shown.content.decode()


def test_awarded_dice_are_known_before_the_roll_and_rolled(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, source0="good_play", dice0="2", note0="the chandelier")

    assert "5 dice" in page(client, table)
    client.post(url(table, "roll_round"), {"key": "roll-one"})
    assert len(SorcererTurn.objects.get(record=mara).faces) == 5


@pytest.mark.clause("SOR-CONFLICT-04")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"action": "attack"}, "Choose a target."),
        ({"source0": "descriptor", "dice0": "2"}, "Enter 1 to 1 dice"),
        ({"score": "ability:Big"}, "is not one of the choices here"),
    ],
)
def test_announcement_that_lacks_something_says_what(
    given: dict[str, str], told: str, table: Table, mara: Record, signed_in: SignIn
) -> None:
    response = announce(signed_in(table.gm), table, mara, **given)

    assert response.status_code == 422
    assert told in response.content.decode()
    assert not Draft.objects.exists()


def test_highest_roll_acts_first_and_nobody_before_it(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    client = signed_in(table.gm)

    assert "Mara acts" in page(client, table)
    assert resolve(client, table, guard).status_code == 409
    assert answer(client, table, mara, "maintain").status_code == 302
    assert resolve(client, table, mara).status_code == 302
    assert "Shelly acts" in page(client, table)


@pytest.mark.clause("SOR-CONFLICT-18", "SOR-CONFLICT-19")
@pytest.mark.parametrize(("chosen", "turn", "dice"), [("maintain", "pending", 1), ("abort", "aborted", 4)])
def test_target_chooses_and_the_attacker_resolves(
    chosen: str, turn: str, dice: int, table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    attacker, target = signed_in(table.player), signed_in(table.other_player)

    assert "Waiting for Shelly to choose." in page(attacker, table)
    assert "Give up the action and defend" in page(target, table)
    assert resolve(attacker, table, mara).status_code == 409, "not before the target has answered"
    assert answer(attacker, table, mara, chosen).status_code == 403, "nobody answers for another player"
    assert answer(target, table, mara, chosen).status_code == 302
    assert resolve(target, table, mara).status_code == 403, "nobody resolves for another player"
    assert "Attack: Shelly" in page(attacker, table)
    assert resolve(attacker, table, mara).status_code == 302

    assert SorcererTurn.objects.get(record=guard).turn == turn
    step = next(one for one in document_of(table) if one["action"] == "sorcerer.resolve_attack")
    assert len(step["outcome"]["contest"]["opposing"]["faces"]) == dice


def document_of(table: Table) -> Any:
    return read_document(Part.objects.filter(entry=Entry.objects.latest("seq")))["steps"]


@pytest.mark.clause("SOR-CONFLICT-18")
def test_an_attack_waits_for_the_answer_wherever_it_is_resolved(
    table: Table, mara: Record, guard: Record
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    attack = {"attacker": str(mara.pk)}
    for member in (table.player, table.gm):
        with pytest.raises(RuleViolation) as refused:
            act(member, "sorcerer.resolve_attack", attack)
        assert refused.value.clause == "SOR-CONFLICT-18"
    with pytest.raises(NotAllowed):
        act(table.player, "sorcerer.resolve_attack", {**attack, "response": "maintain"})

    act(table.other_player, "sorcerer.answer_attack", {"target": str(guard.pk), "response": "abort"})
    with pytest.raises(RuleViolation) as refused:
        act(table.gm, "sorcerer.resolve_attack", {**attack, "response": "maintain"})
    assert refused.value.clause == "SOR-CONFLICT-18"
    act(table.player, "sorcerer.resolve_attack", attack)
    assert SorcererTurn.objects.get(record=guard).turn == "aborted"


def test_choice_comes_too_late_once_the_turn_is_over(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    client = signed_in(table.gm)
    answer(client, table, mara, "maintain")
    resolve(client, table, mara)

    assert answer(signed_in(table.other_player), table, mara, "abort").status_code == 409


def test_full_defense_stands_with_its_faces(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=(12, 11, 10, 4, 3, 2, 1, 1, 1), action="full_defense", target=None)
    client = signed_in(table.player)

    assert 'name="answer"' not in page(signed_in(table.other_player), table), "the response is no choice"
    assert resolve(client, table, mara).status_code == 302
    turns = dict(SorcererTurn.objects.values_list("record_id", "turn"))
    assert (turns[mara.pk], turns[guard.pk]) == ("resolved", "resolved"), (
        "nothing is left of a defence to resolve"
    )
    assert "Everyone has acted" in page(client, table)


def test_a_hit_of_somebody_unseen_is_nobodys_by_name(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))
    Record.objects.filter(pk=mara.pk).update(visibility="gm", owner=None)

    assert "<p>Someone hidden hit Shelly with 3 victories</p>" in page(signed_in(table.other_player), table)


@pytest.mark.clause("SOR-WILL-02")
def test_who_is_past_acting_by_any_means_is_offered_nothing_to_announce(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    SorcererHealth.objects.filter(record=mara).update(temporary=9, lasting=9)

    assert "they cannot act this round by any means" in page(signed_in(table.player), table)
    assert "data-announce" not in page(signed_in(table.player), table)


@pytest.mark.clause("SOR-DAMAGE-01")
def test_hit_is_read_off_in_the_round_and_once(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))
    client = signed_in(table.gm)
    sent = {"attacker": mara.pk, "target": guard.pk, "weapon": "edged"}

    assert "Mara hit Shelly with 3 victories" in page(client, table)
    assert 'value="special_lethal"' not in page(client, table), "she is no demon"
    assert (
        signed_in(table.player).post(url(table, "read_off_hit"), {**sent, "key": "mine"}).status_code == 403
    )
    assert client.post(url(table, "read_off_hit"), {**sent, "key": "one"}).status_code == 302
    assert "Hits to read off" not in page(client, table)
    told = page(signed_in(table.other_player), table)
    assert "Shelly: 3 temporary, 3 lasting" in told
    assert "next round 6 dice fewer: incapacitated" in told
    again = client.post(url(table, "read_off_hit"), {**sent, "key": "two"})
    assert again.status_code == 422
    assert "SOR-DAMAGE-01" in again.content.decode()


@pytest.mark.clause("SOR-CONFLICT-23", "SOR-DAMAGE-01")
def test_end_of_the_round_brings_damage_into_force_and_opens_the_next(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara, words="At her throat")
    roll_out(table, mara, guard, faces=MARA_FIRST)
    act(table.gm, "sorcerer.damage", {"target": str(guard.pk), "weapon": "fists", "victories": 3})
    client = signed_in(table.gm)

    assert client.post(url(table, "end_conflict_round"), {"key": "end-one"}).status_code == 302
    assert SorcererHealth.objects.get(record=guard).temporary == 3
    shown = page(client, table)
    assert "No one has announced yet" in shown
    assert "Settle where everyone is before the dice." in shown
    assert not Draft.objects.exists()


def test_round_that_was_taken_back_is_announced_still(table: Table, mara: Record, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, words="Up the stairs")
    client.post(url(table, "roll_round"), {"key": "roll-one"})
    undo(table.gm, Entry.objects.latest("seq").seq)

    shown = page(client, table)
    assert "Up the stairs" in shown
    assert "Roll the round" in shown


def test_what_players_do_not_know_of_announces_unseen(table: Table, mara: Record, signed_in: SignIn) -> None:
    lurker = make_demon(table.gm, "The lurker", state="present", visibility="gm")
    announce(signed_in(table.gm), table, lurker, words="Out of the wall", action="attack", target=mara.pk)

    shown = page(signed_in(table.player), table)
    assert "lurker" not in shown
    assert "Out of the wall" not in shown
    assert "The lurker" in page(signed_in(table.gm), table)


def test_table_leads_to_a_round_that_is_on(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    other, told = signed_in(table.other_player), "A round of conflict is in progress"
    assert told not in other.get(url(table, "table")).content.decode()

    announce(signed_in(table.player), table, mara)
    assert told in other.get(url(table, "table")).content.decode()
    roll_out(table, mara, guard, faces=MARA_FIRST)
    signed_in(table.player).post(url(table, "withdraw_action", mara.pk))
    assert told in other.get(url(table, "table")).content.decode()


def test_round_of_the_unseen_alone_is_told_to_the_gm_alone(table: Table, signed_in: SignIn) -> None:
    lurker = make_demon(table.gm, "The lurker", state="present", visibility="gm")
    announce(signed_in(table.gm), table, lurker, words="Out of the wall")

    assert (
        "A round of conflict is in progress" in signed_in(table.gm).get(url(table, "table")).content.decode()
    )
    assert (
        "A round of conflict is in progress"
        not in signed_in(table.player).get(url(table, "table")).content.decode()
    )


def test_words_of_the_unseen_stay_out_of_the_log_of_the_table(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    lurker = make_demon(table.gm, "The lurker", state="present", visibility="gm")
    client = signed_in(table.gm)
    announce(client, table, lurker, words="Out of the wall")
    announce(client, table, mara, words="Up the stairs")
    assert client.post(url(table, "roll_round"), {"key": "roll-one"}).status_code == 302

    shown = signed_in(table.player).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "Up the stairs" in shown
    assert "Out of the wall" not in shown
    assert "The lurker" not in shown
    assert "The lurker" not in page(signed_in(table.player), table)


@pytest.mark.clause("SOR-GUN-01", "SOR-GUN-02")
def test_a_gun_is_drawn_aimed_and_shot_in_three_rounds(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    gun = make_gun(table, mara)
    client, gm = signed_in(table.player), signed_in(table.gm)
    late = announce(client, table, mara, action="shoot", target=guard.pk)
    assert late.status_code == 422
    assert "Draw a gun first. That takes a round." in late.content.decode()

    draws: dict[str, Any] = {"alone": "draw"}
    aims: dict[str, Any] = {"action": "aim", "target": guard.pk}
    for number, (said, aimed) in enumerate([(draws, None), (aims, guard.pk)]):
        assert announce(client, table, mara, **said).status_code == 302
        assert gm.post(url(table, "roll_round"), {"key": f"roll-{number}"}).status_code == 302
        found = Gun.objects.get(pk=UUID(gun))
        assert (found.drawn, found.aimed_at_id) == (True, aimed), (
            "its turn has come, and nothing is to decide"
        )
        gm.post(url(table, "end_conflict_round"), {"key": f"end-{number}"})

    announce(client, table, mara, action="shoot", target=guard.pk)
    assert "Not aimed there" not in page(client, table)
    assert gm.post(url(table, "roll_round"), {"key": "roll-last"}).status_code == 302
    assert resolve(client, table, mara).status_code == 302, "whoever is shot at has no action, and defends"


@pytest.mark.clause("SOR-GUN-01", "SOR-GUN-02")
def test_what_a_gun_says_is_what_it_is(table: Table, mara: Record, guard: Record) -> None:
    shot = {"id": str(mara.pk), "score": "stamina", "action": "shoot", "target": str(guard.pk)}
    aim = {"id": str(mara.pk), "score": "stamina", "action": "aim", "target": str(guard.pk)}
    assert clause_of(table, shot) == "SOR-GUN-01"
    assert clause_of(table, aim) == "SOR-GUN-02"
    gun = make_gun(table, mara, drawn=True)
    assert clause_of(table, shot) == "SOR-GUN-03"

    act(table.gm, "sorcerer.conflict_round", {"combatants": [aim]}, hand=(9, 8, 7))
    with pytest.raises(RuleViolation) as refused:
        act(
            table.gm,
            "sorcerer.ready_gun",
            {"character": str(mara.pk), "gun": gun, "step": "aim", "target": str(mara.pk)},
        )
    assert refused.value.clause == "SOR-GUN-02"
    with pytest.raises(NotAllowed):
        act(table.player, "sorcerer.ready_gun", {"character": str(mara.pk), "gun": gun, "step": "lose_aim"})


def clause_of(table: Table, *combatants: Any) -> str | None:
    with pytest.raises(RuleViolation) as refused:
        act(table.gm, "sorcerer.conflict_round", {"combatants": combatants})
    return refused.value.clause


@pytest.mark.clause("SOR-GUN-03")
def test_a_shot_without_aim_loses_what_the_gm_says(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    make_gun(table, mara, drawn=True)
    client, gm = signed_in(table.player), signed_in(table.gm)
    announce(client, table, mara, action="shoot", target=guard.pk)
    assert "Not aimed there" in page(client, table)
    refused = gm.post(url(table, "roll_round"), {"key": "roll-one"})
    assert refused.status_code == 422
    assert "Mara: Firing without aim" in refused.content.decode()

    assert client.post(url(table, "penalise_unaimed", mara.pk), {"dice": "2"}).status_code == 403
    for dice in ("1", "2"):
        assert gm.post(url(table, "penalise_unaimed", mara.pk), {"dice": dice}).status_code == 302
    (said,) = announcements(table.campaign)
    assert said.awards == ({"source": "unaimed", "dice": -2},), "set anew, not twice"
    assert gm.post(url(table, "roll_round"), {"key": "roll-two"}).status_code == 302
    assert len(SorcererTurn.objects.get(record=mara).faces) == 1


def make_gun(table: Table, holder: Record, **fields: Any) -> str:
    values = [{"field": name, "set": value} for name, value in ({"holder": str(holder.pk)} | fields).items()]
    about = {"kind": "gun", "name": "Old pistol", "owner": None}
    made = act(table.gm, "table.create", {"about": about, "fields": values})
    return str(made.steps[0].input["id"])


@pytest.mark.clause("SOR-CONFLICT-24")
def test_a_shot_that_missed_goes_on_and_the_right_person_is_asked(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    boyd = make_character(table.gm, "Boyd")
    gun = make_gun(table, boyd, drawn=True, weapon="heavy_gun")
    act(
        table.gm,
        "table.edit",
        {"record": {"id": gun}, "reason": "aimed", "changes": [{"field": "aimed_at", "set": str(mara.pk)}]},
    )
    shot = {
        "id": str(boyd.pk),
        "score": "stamina",
        "action": "shoot",
        "target": str(mara.pk),
    }
    waits = {"id": str(guard.pk), "score": "stamina", "action": "act"}
    act(table.gm, "sorcerer.conflict_round", {"combatants": [shot, waits]}, hand=(12, 11, 10, 4, 3, 2, 1))
    gm, asked = signed_in(table.gm), signed_in(table.other_player)
    act(table.gm, "sorcerer.resolve_attack", {"attacker": str(boyd.pk)}, hand=(12, 12, 12))

    assert "The shot of Boyd missed. Does it meet somebody else?" in page(gm, table)
    assert "The shot of Boyd" not in page(asked, table)
    sent = {"attacker": boyd.pk, "target": guard.pk, "key": "astray"}
    assert asked.post(url(table, "shot_goes_on"), sent).status_code == 403
    assert gm.post(url(table, "shot_goes_on"), sent).status_code == 302
    assert "the shot goes on" in page(asked, table)
    assert answer(asked, table, boyd, "maintain").status_code == 302
    act(table.gm, "sorcerer.resolve_attack", {"attacker": str(boyd.pk)}, hand=(2,))

    shown = page(gm, table)
    assert "Boyd hit Shelly with 3 victories" in shown
    assert 'value="heavy_gun"' in shown
    assert 'value="fists"' not in shown, "the gun says which row it is"
    act(table.gm, "sorcerer.damage", {"target": str(guard.pk), "attacker": str(boyd.pk)})
    assert SorcererHealth.objects.get(record=guard).incoming_temporary == 6
    assert "Shelly acts" in page(gm, table), "it was asked before their own turn"


def test_one_tap_makes_content(table: Table, mara: Record, guard: Record, signed_in: SignIn) -> None:
    client, other = signed_in(table.player), signed_in(table.other_player)
    announce(client, table, mara, words="Up the stairs", **THINKING)

    assert "Mara is ready" in page(client, table)
    assert "Mara is ready" not in page(other, table)
    assert other.post(url(table, "be_content", mara.pk)).status_code == 403
    assert client.post(url(table, "be_content", mara.pk)).status_code == 302
    said = Draft.objects.get().data
    assert (said["content"], said["words"]) == (True, "Up the stairs")
    assert "Mara is ready" not in page(client, table)


def test_scores_are_offered_with_their_dice_and_no_others(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    demon = make_demon(table.gm, "Tallow", state="present")
    client = signed_in(table.gm)

    shown = page(client, table, f"?who={mara.pk}")
    assert "<span>Stamina 3</span>" in shown
    assert 'value="power"' not in shown
    assert "<span>Power 4</span>" in page(client, table, f"?who={demon.pk}")
    assert announce(client, table, mara, score="power").status_code == 422


def test_newest_result_stands_above_the_next_turn(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))

    shown = page(signed_in(table.player), table)
    assert shown.index('id="latest"') < shown.index('id="now-title"')


@pytest.mark.clause("SOR-CONFLICT-15")
def test_gm_orders_the_list_in_which_equal_rolls_act(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    for record in (mara, guard):
        announce(client, table, record, words="Up the stairs")
    client.post(url(table, "announce_earlier", guard.pk))
    announce(client, table, mara, words="Down the stairs")
    late = make_character(table.gm, "Late")
    announce(client, table, late, words="In")

    said = announcements(table.campaign)
    assert [announcement.who for announcement in said] == [str(record.pk) for record in (guard, mara, late)]
    assert signed_in(table.player).post(url(table, "announce_earlier", mara.pk)).status_code == 403


def test_demon_acts_with_its_cover_if_it_has_that_ability(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    plain = make_demon(table.gm, "Plain", state="present", abilities=["Big"])
    passing = make_demon(table.gm, "Passing", state="present", abilities=["Cover"])

    assert 'value="cover"' not in page(client, table, f"?who={plain.pk}")
    assert "<span>Cover 4</span>" in page(client, table, f"?who={passing.pk}")


@pytest.mark.clause("SOR-DCONF-07")
def test_fatigue_of_an_ability_is_told_beforehand_and_taken_off(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    demon = make_demon(table.gm, "Vesh", state="present", abilities=["Big"], uses=4)
    announce(client, table, demon, score="ability:Big")

    assert "2 dice" in page(client, table)
    assert client.post(url(table, "roll_round"), {"key": "roll-one"}).status_code == 302

    assert len(SorcererTurn.objects.get(record=demon).faces) == 2
    assert Demon.objects.get(pk=demon.pk).uses == 5


@pytest.mark.parametrize(("penalties", "clause"), [(7, "SOR-WILL-02"), (4, "SOR-WILL-01"), (3, None)])
def test_dice_wait_for_whoever_cannot_act_for_pain(
    penalties: int, clause: str | None, table: Table, mara: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara)
    SorcererHealth.objects.filter(record=mara).update(temporary=penalties)

    shown = page(client, table)
    assert ("Mara is in too much pain to act" in shown) == (clause is not None)
    assert ("Reason to override" in shown) == (clause is not None), "the dice wait, but for the GM's Override"
    assert ("Override the pain" in shown) == (clause == "SOR-WILL-01")
    assert clause is None or clause in shown
    chances = re.findall(r'name="dice" value="(\d)">\d dic?e <span class="figures">(\d+)%<', shown)
    assert [dice for dice, _chance in chances] == (["1", "2", "3"] if clause == "SOR-WILL-01" else [])
    assert sorted(chances, key=lambda one: -int(one[1])) == chances, (
        "the more dice are wanted, the less likely"
    )
    if clause:
        assert "Reason to override" not in page(signed_in(table.player), table)
        assert client.post(url(table, "roll_round"), {"key": "waits"}).status_code == 422
        form = Form(page(client, table), "roll-round")
        form.fill("form.override.reason", "house_rule")
        assert client.post(form.action, form.sent).status_code == 302
        assert SorcererTurn.objects.get(record=mara).turn == "pending"


def test_choice_of_a_player_comes_before_what_happened_last(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    helper = make_character(table.gm, "Boyd")
    combatants = [
        {"id": str(helper.pk), "score": "stamina", "action": "act"},
        {"id": str(mara.pk), "score": "stamina", "action": "attack", "target": str(guard.pk)},
        {"id": str(guard.pk), "score": "stamina", "action": "act"},
    ]
    faces = (12, 12, 12, 11, 11, 11, 2, 2, 2, 2)
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=faces)
    act(
        table.gm, "sorcerer.resolve_attack", {"attacker": str(helper.pk), "response": "none", "difficulty": 0}
    )

    asked, told = page(signed_in(table.other_player), table), page(signed_in(table.player), table)
    assert asked.index('name="answer"') < asked.index('id="latest"')
    assert told.index('id="latest"') < told.index('id="now-title"')


def test_pool_below_one_die_says_what_it_owes(table: Table, mara: Record, signed_in: SignIn) -> None:
    SorcererHealth.objects.filter(record=mara).update(temporary=5)
    announce(signed_in(table.player), table, mara)

    shown = page(signed_in(table.gm), table)
    assert '<b class="figures">1 die</b> plus 3 owed to the opposition' in shown


def test_helpless_is_said_in_the_words_of_this_game(table: Table, mara: Record, signed_in: SignIn) -> None:
    act(table.gm, "sorcerer.damage", {"target": str(mara.pk), "weapon": "automatic", "victories": 5})
    act(table.gm, "sorcerer.end_round", {"combatants": [str(mara.pk)]})

    shown = signed_in(table.gm).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "25 penalties, helpless" in shown
