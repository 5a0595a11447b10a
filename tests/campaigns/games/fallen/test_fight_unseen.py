"""A fight with somebody whom the players do not see: for them it goes on as if nobody were."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.log.export_lines import lines
from campaigns.log.projector import read_entry
from campaigns.models import Part, Pending
from campaigns.viewing import Viewer
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import TRAITS, fields_of, fighter, page, press, send
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act, rolled_back
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FACES = {"first": 10, "between": 5, "last": 1}
"""What somebody unseen rolls for initiative, by their place; Ana rolls 9 and Bo 3."""
BLOWS = {"attack": (9, 9, 7, 2, 3, 4, 5), "strike": (9, 9, 7, 2, 3, 4, 5, 7, 8, 9, 2, 8, 3, 4, 5)}
"""Seven dice hit three times; a strike goes on with damage and soak."""
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|(?<=value=\")[\w-]{20,}(?=\")")


def cast(table: Table, place: str | None) -> dict[str, str]:
    """Ana of the player's and Bo of the GM's in their order, with somebody unseen at some place, or in no fight."""
    known = {"state": "active", "kind": "demon", "control": "gm", **TRAITS}
    fields = [{"field": name, "set": value} for name, value in known.items()]
    about = {"kind": "fallen.character", "name": "Cy", "owner": None, "visibility": "gm"}
    unseen = act(table.gm, "table.create", {"about": about, "fields": fields}).steps[0].input["id"]
    found = {"ana": fighter(table.gm, "Ana", table.player), "bo": fighter(table.gm, "Bo", control="gm")}
    faces: tuple[int, ...] = (9, 3)
    if place is not None:
        found["cy"], faces = str(unseen), (9, 3, FACES[place])
    everybody = [{"id": one} for one in found.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=faces)
    return found


def whole_turn(table: Table, who: str) -> None:
    act(table.gm, "fallen.take_turn", {"fighter": {"id": who}})
    act(table.gm, "fallen.end_turn", {"fighter": {"id": who}})


def what_she_may(client: Client, table: Table) -> str:
    """What the page says of now and of the order, ids and tokens apart."""
    shown = page(client, table)
    around = shown[shown.index('id="fight-now"') : shown.index('id="fight-told"')]
    return re.sub(
        r' data-part="\w+"', "", IDS.sub("-", around)
    )  # a mark is of what stands there, ids and all


def evening(table: Table, player: Client, place: str | None) -> list[str]:
    """A turn and the beginning of the next, as the player's page has it after each step of theirs and the GM's."""
    found, pages = cast(table, place), []

    def unseen(here: str) -> None:
        if place == here:
            whole_turn(table, found["cy"])

    def look() -> None:
        pages.append(what_she_may(player, table))

    unseen("first")
    look()
    press(player, table, "fallen.end_turn")
    unseen("between")
    look()
    whole_turn(table, found["bo"])
    look()
    unseen("last")
    act(table.gm, "fallen.new_turn", {})
    unseen("first")
    look()
    return pages


@pytest.mark.parametrize("verb", ["strike", "attack"])
def test_a_blow_of_somebody_unseen_tells_none_of_their_traits(
    verb: str, table: Table, signed_in: SignIn
) -> None:
    known = {"state": "active", "kind": "demon", "control": "gm", **TRAITS, "brawl": 4}
    fields = [{"field": name, "set": value} for name, value in known.items()]
    about = {"kind": "fallen.character", "name": "Cy", "owner": None, "visibility": "gm"}
    unseen = act(table.gm, "table.create", {"about": about, "fields": fields}).steps[0].input["id"]
    ana = fighter(table.gm, "Ana", table.player)
    sides = {"attacker": {"id": unseen}, "target": {"id": ana}, "maneuver": "strike"}

    seq = act(table.gm, f"fallen.{verb}", sides, hand=BLOWS[verb], override=BY_OVERRIDE).entry.seq
    url = reverse("log_entry", args=[table.campaign.pk, seq])
    pages = {who: signed_in(who).get(url).content.decode() for who in (table.gm, table.player)}
    rolls = {who: " ".join(re.sub(r"<[^>]*>", " ", one).split()) for who, one in pages.items()}

    assert "Cy: attack Dexterity 3 Brawl +4 7 dice" in rolls[table.gm]
    assert "someone hidden: attack 7 dice" in rolls[table.player], "all see the dice"
    if verb == "strike":
        assert "Cy: damage Strength 3" in rolls[table.gm]
        assert "Ana: soak Stamina 3" in rolls[table.player], "her own are told"
    (line,) = lines(Viewer.of(table.player), table.campaign, after=seq - 1, most=1)
    assert '{"dice":4,"name":"brawl"}' not in "".join(part.get("text", "") for part in line["parts"])


def test_a_weapon_of_somebody_unseen_is_a_thing(table: Table, signed_in: SignIn) -> None:
    found = cast(table, "first")
    fields = [{"field": "dice", "set": 3}]
    about = {"kind": "fallen.weapon", "name": "Claws", "owner": None, "visibility": "gm"}
    claws = act(table.gm, "table.create", {"about": about, "fields": fields}).steps[0].input["id"]
    sides = {"attacker": {"id": found["cy"]}, "target": {"id": found["ana"]}}
    blow = {"maneuver": "weapon_strike", "weapon": {"id": claws}}

    act(table.gm, "fallen.attack", sides | blow, override=BY_OVERRIDE)

    told = re.sub(r"<[^>]*>", "", page(signed_in(table.player), table))
    assert "omeone hidden attacks Ana with something hidden: weapon strike." in told


def test_a_roll_of_somebody_unseen_names_none_of_their_traits(table: Table, signed_in: SignIn) -> None:
    known = {"state": "active", "kind": "demon", "control": "gm", **TRAITS, "brawl": 4, "traits.occult": 6}
    fields = [{"field": name, "set": value} for name, value in known.items()]
    about = {"kind": "fallen.character", "name": "Cy", "owner": None, "visibility": "gm"}
    unseen = {"id": act(table.gm, "table.create", {"about": about, "fields": fields}).steps[0].input["id"]}
    ana = {"id": fighter(table.gm, "Ana", table.player, **{"traits.lore": 2})}
    theirs, hers = ([{"name": name}] for name in ("occult", "lore"))
    against = {"acting": {"subject": unseen, "traits": theirs}, "resisting": {"subject": ana, "traits": hers}}
    other = {"acting": {"subject": ana, "traits": hers}, "resisting": {"subject": unseen, "traits": theirs}}
    acts: dict[str, tuple[dict[str, Any], str]] = {
        "roll": ({"roller": unseen, "traits": theirs}, "Someone hidden rolls hidden traits"),
        "resisted_roll": (against, "Someone hidden rolls hidden traits against Ana"),
        "resisted_roll ": (other, "Ana rolls Lore against someone hidden"),
        "initiative": ({"fighters": [ana, unseen]}, "someone hidden roll initiative"),
    }

    for verb, (given, sentence) in acts.items():
        seq = act(table.gm, f"fallen.{verb.strip()}", given).entry.seq
        url = reverse("log_entry", args=[table.campaign.pk, seq])
        shown = signed_in(table.player).get(url).content.decode()
        assert sentence in " ".join(re.sub(r"<[^>]*>", " ", shown).split())
        (line,) = lines(Viewer.of(table.player), table.campaign, after=seq - 1, most=1)
        told = json.loads(line["parts"][0]["text"])["steps"][0]
        assert "ccult" not in json.dumps(told) + shown
        if verb == "initiative":
            assert told["outcome"]["order"][0].keys() == told["outcome"]["order"][1].keys()
            (place,) = (one for one in told["outcome"]["order"] if one["id"] == unseen["id"])
            assert all("$" in place[name] for name in ("dexterity", "wits", "wounds", "turn_initiative"))


@pytest.mark.parametrize("place", FACES)
def test_a_turn_is_the_same_with_somebody_unseen_in_it(place: str, table: Table, signed_in: SignIn) -> None:
    player = signed_in(table.player)
    with rolled_back():
        alone = evening(table, player, None)

    assert evening(table, player, place) == alone
    assert "Ana acts" in alone[0]
    assert "Hold back" in alone[0]


@pytest.mark.parametrize(
    ("place", "order"), [("first", "cy bo ana"), ("between", "cy bo ana"), ("last", "bo cy ana")]
)
def test_a_player_holds_back_and_everybody_unseen_keeps_their_place(
    place: str, order: str, table: Table, signed_in: SignIn
) -> None:
    found, player = cast(table, place), signed_in(table.player)

    send(player, table, reverse("hold_back", args=[table.campaign.pk, found["ana"]]), before="")

    assert sorted(found, key=lambda name: int(fields_of(found[name])["turn_order"])) == order.split()
    assert "Ana holds back until" in page(player, table)


def test_the_way_to_step_in_is_there_once_while_somebody_unseen_comes_first(
    table: Table, signed_in: SignIn
) -> None:
    found, player = cast(table, "between"), signed_in(table.player)
    send(player, table, reverse("hold_back", args=[table.campaign.pk, found["ana"]]), before=found["bo"])

    assert page(player, table).count(f'id="hold-{found["ana"]}"') == 1


def test_who_holds_back_before_somebody_seen_comes_after_somebody_unseen(
    table: Table, signed_in: SignIn
) -> None:
    found, player = cast(table, "between"), signed_in(table.player)

    send(player, table, reverse("hold_back", args=[table.campaign.pk, found["ana"]]), before=found["bo"])

    assert [fields_of(found[name])["turn_order"] for name in ("cy", "ana", "bo")] == [1, 2, 3]


def test_nobody_unseen_is_named_as_a_moment(table: Table, signed_in: SignIn) -> None:
    found, player = cast(table, "last"), signed_in(table.player)
    sent = {"key": "a" * 32, "before": found["cy"]}

    player.post(reverse("hold_back", args=[table.campaign.pk, found["ana"]]), sent)

    assert "Cy" not in page(player, table)
    assert fields_of(found["ana"])["turn_order"] == 1


def test_page_says_that_someone_hidden_acts_and_names_nobody_else_instead(
    table: Table, signed_in: SignIn
) -> None:
    found, player = cast(table, "first"), signed_in(table.player)
    act(table.gm, "table.edit", {"record": {"id": found["ana"]}, "changes": DAZED, "reason": "A daze"})
    way = reverse("play_action", args=[table.campaign.pk, "fallen.take_turn"])

    pages = [what_she_may(one, table) for one in (player, signed_in(table.other_player))]
    answer = player.post(way, {"key": "a" * 32, "fighter.id": found["ana"]})

    for shown in pages:
        now = shown[: shown.index('id="fight-order"')]
        assert "<b>Someone hidden acts</b>" in now
        assert "Waiting for the GM" in now
        assert not [said for said in ("Ana:", "Not now", "FAL-INIT-04", "daze", "acts now") if said in now]
    assert answer.status_code == 422
    assert "FAL-INIT-04" in answer.content.decode()


DAZED = [{"field": "dazed", "set": True}]


def test_somebody_unseen_who_joins_in_changes_nothing_for_the_others(table: Table, signed_in: SignIn) -> None:
    found, player = cast(table, None), signed_in(table.player)
    before = what_she_may(player, table)
    late: dict[str, Any] = {"visibility": "gm", "kind": "fallen.character", "name": "Di", "owner": None}
    known = {"state": "active", "kind": "demon", "control": "gm", **TRAITS}
    fields = [{"field": name, "set": value} for name, value in known.items()]
    unseen = act(table.gm, "table.create", {"about": late, "fields": fields}).steps[0].input["id"]
    act(table.gm, "fallen.initiative", {"fighters": [{"id": unseen}]}, hand=(1,))

    assert what_she_may(player, table) == before
    send(player, table, reverse("hold_back", args=[table.campaign.pk, found["ana"]]), before="")
    assert [fields_of(found[name])["turn_order"] for name in ("bo", "ana")] == [1, 3]


def test_whoever_is_held_by_somebody_unseen_is_sent_to_the_gm(table: Table, signed_in: SignIn) -> None:
    found, player = cast(table, "last"), signed_in(table.player)
    grip = {"restraint": "held", "held_by": found["cy"], "grip": "hold"}
    changes = [{"field": name, "set": value} for name, value in grip.items()]
    act(table.gm, "table.edit", {"record": {"id": found["ana"]}, "changes": changes, "reason": "A grip"})
    way = "fallen.escape/"

    assert way not in page(player, table)
    assert "Someone hidden holds Ana. To break free, ask the GM" in page(player, table)
    assert way in page(signed_in(table.gm), table)


def hit_by_somebody_unseen(table: Table, client: Client, *, defends: bool) -> dict[str, str]:
    """Ana is hit by Cy, whom the players do not see, with a knife that they do not see either."""
    found = cast(table, "first")
    act(table.gm, "table.edit", {"record": {"id": found["ana"]}, "changes": FAITHFUL, "reason": "Faith"})
    knife = {"kind": "fallen.weapon", "name": "Obsidian", "owner": None, "visibility": "gm"}
    fields = [{"field": "holder", "set": found["cy"]}, {"field": "dice", "set": 2}]
    found["knife"] = str(
        act(table.gm, "table.create", {"about": knife, "fields": fields}).steps[0].input["id"]
    )
    blow = {"attacker": {"id": found["cy"]}, "target": {"id": found["ana"]}, "weapon": found["knife"]}
    act(table.gm, "fallen.attack", {**blow, "maneuver": "weapon_strike"}, hand=(9, 9, 4))
    asked = Pending.objects.get(question="fallen.defend", state="open")
    if defends:
        dodge = {"defender": {"id": found["ana"]}, "maneuver": "dodge", "against": 2}
        act(table.gm, "fallen.defend", dodge, hand=(9, 2, 2), override=BY_OVERRIDE)
    else:
        send(client, table, reverse("let_through", args=[table.campaign.pk, asked.pk]), soak="faith")
    return found


FAITHFUL = [{"field": "faith", "set": 5}]


def test_whoever_is_hit_by_somebody_unseen_soaks_as_they_choose(table: Table, signed_in: SignIn) -> None:
    player = signed_in(table.player)
    found = hit_by_somebody_unseen(table, player, defends=True)
    asked = Pending.objects.get(question="fallen.hit", state="open")
    way = reverse("pending_answer", args=[table.campaign.pk, asked.pk])

    shown = page(player, table)
    assert "Waiting for you" in shown
    assert "Soak with Faith" in shown
    pages = [shown, *(player.get(one).content.decode() for one in (way, "/", home_of(table)))]
    for told in pages:
        assert not {secret for secret in (found["cy"], "Cy", found["knife"], "Obsidian") if secret in told}
    assert "Waiting for Ana" in page(signed_in(table.gm), table)
    other = signed_in(table.other_player)
    assert way not in page(other, table)
    assert other.get(way).status_code == 404

    send(player, table, way, **{"soak.with": "faith"})

    assert fields_of(found["ana"])["soaks_with"] == "faith"
    assert not Pending.objects.filter(state="open", question="fallen.hit").exists()


def test_a_blow_of_somebody_unseen_is_let_through_and_soaked_in_one_tap(
    table: Table, signed_in: SignIn
) -> None:
    found = hit_by_somebody_unseen(table, signed_in(table.player), defends=False)

    assert fields_of(found["ana"])["soaks_with"] == "faith"
    assert not Pending.objects.filter(state="open", question="fallen.hit").exists()


def home_of(table: Table) -> str:
    return reverse("campaign_home", args=[table.campaign.pk])


@pytest.mark.parametrize("place", FACES)
def test_a_player_reads_that_they_held_back_and_nothing_of_whoever_is_unseen(
    place: str, table: Table, signed_in: SignIn
) -> None:
    found, player = cast(table, place), signed_in(table.player)
    send(player, table, reverse("hold_back", args=[table.campaign.pk, found["ana"]]), before="")
    turn = act(table.gm, "fallen.new_turn", {}, override=BY_OVERRIDE)
    held = turn.entry.seq - 1

    for seq, said in ((held, "holds back until the end of the turn"), (turn.entry.seq, "A new turn begins.")):
        told = html.unescape(player.get(reverse("log_entry", args=[table.campaign.pk, seq])).content.decode())
        parts = Part.objects.filter(entry__campaign=table.campaign, entry__seq=seq)
        entry = read_entry(Viewer.of(table.player), parts)

        assert said in told
        assert "Only the GM sees" not in told
        assert entry is not None
        assert found["ana"] in {change[0] for change in entry["changes"]}
        told_of = [told, repr([entry["steps"], entry["changes"]])]
        assert [text for text in told_of if found["cy"] in text or "Cy" in text] == []
