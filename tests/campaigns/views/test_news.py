"""What others did to somebody's own stands on each of their pages, with what it means for their pools."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Membership, Pending
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import fighter
from tests.campaigns.world import act, undo
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow


def told(signed_in: SignIn, member: Membership, name: str = "log", *args: object) -> list[str]:
    """What a page tells this person of what happened to them, in words."""
    text = signed_in(member).get(reverse(name, args=[member.campaign_id, *args])).content.decode()
    found = re.findall(r'<span class="news-words">(.*?)<button', text, re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", "", one)).split()) for one in found]


def edited(table: Table, who: str, **fields: Any) -> int:
    changes = [{"field": name, "set": value} for name, value in fields.items()]
    given = {"record": {"id": who}, "reason": "as agreed", "changes": changes}
    return act(table.gm, "table.edit", given).entry.seq


def sorcerer(table: Table) -> tuple[str, str]:
    mara = str(make_character(table.player, "Mara", stamina=4).pk)
    act(table.gm, "sorcerer.damage", {"target": {"id": mara}, "weapon": "fists", "victories": 2})
    return mara, "Next round −3 dice, then −1 for the scene"


def fallen(table: Table) -> tuple[str, str]:
    ana = fighter(table.gm, "Ana", table.player, brawl=2)
    act(table.gm, "fallen.apply_damage", {"target": {"id": ana}, "levels": 3, "damage_kind": "lethal"})
    return ana, "−1 die on each usual roll"


def demon_city(table: Table) -> tuple[str, str]:
    stats = {"stats.agility": 3, "stats.toughness": 3, "toughness": 3, "state": "active"}
    marty = make_record(table.gm, "demon_city.character", "Marty", owner=table.player, **stats)
    edited(table, str(marty.pk), toughness=1)
    return str(marty.pk), "Toughness 1 of 3"


def pandemonium(table: Table) -> tuple[str, str]:
    traits = {"traits.stamina": 2, "traits.size": 5, "state": "active"}
    rhea = make_record(table.gm, "pandemonium.character", "Rhea", owner=table.player, **traits)
    damage = {"kind": "lethal", "wounds": 3}
    act(table.gm, "pandemonium.apply_damage", {"target": {"id": str(rhea.pk)}, "damage": damage})
    return str(rhea.pk), "boxes left"


@pytest.mark.parametrize("hurt", [sorcerer, fallen, demon_city, pandemonium])
def test_the_wounded_read_it_on_each_page_with_what_it_means(
    table: Table, signed_in: SignIn, hurt: Any
) -> None:
    who, means = hurt(table)

    for page in ("table", "log", "fight", "spells", "action_round", "conflict", "rituals"):
        (line,) = told(signed_in, table.player, page)
        assert means in line, page
    assert told(signed_in, table.player, "character", who) == [line]
    for other in (table.gm, table.other_player, table.observer):
        assert told(signed_in, other) == []


def test_it_stays_until_it_is_put_away_or_they_act(table: Table, signed_in: SignIn) -> None:
    ana = fighter(table.gm, "Ana", table.player)
    hit = {"target": {"id": ana}, "levels": 1, "damage_kind": "bashing"}
    seqs = [act(table.gm, "fallen.apply_damage", hit).entry.seq for _ in range(3)]
    mine = signed_in(table.player)
    see = [reverse("see_news", args=[table.campaign.pk, seq]) for seq in seqs]
    assert len(told(signed_in, table.player)) == 2, "the newest"
    assert told(signed_in, table.player) == told(signed_in, table.player), "a reload keeps it"

    opened = mine.post(see[1], {"open": "yes"})
    assert opened["Location"] == reverse("log_entry", args=[table.campaign.pk, seqs[1]])
    assert len(told(signed_in, table.player)) == 1
    left = mine.post(see[2], headers={"HX-Request": "true"}).content.decode()
    assert "data-news" not in left, "what comes back is what is left"
    assert told(signed_in, table.player) == []
    mine.post(see[0])
    assert told(signed_in, table.player) == [], "what was put away stays so"

    again = act(table.gm, "fallen.apply_damage", hit).entry.seq
    assert len(told(signed_in, table.player)) == 1
    undo(table.gm, again)
    (turned,) = told(signed_in, table.player)
    assert "undo" in turned.lower()
    act(table.player, "table.note", {"words": "Ouch."})
    assert told(signed_in, table.player) == []


def test_each_line_tells_what_its_own_act_brought(table: Table, signed_in: SignIn) -> None:
    ana = fighter(table.gm, "Ana", table.player, willpower=3)
    edited(table, ana, bashing=1)
    edited(table, ana, prone=True, willpower=2)

    first, second = told(signed_in, table.player)

    assert "Bruised" in first
    assert "on the ground" not in first
    assert ". On the ground." in second
    assert "Willpower 3 → 2" in second
    assert "Bruised" not in second
    edited(table, ana, prone=False)
    assert "Ana: no longer on the ground" in told(signed_in, table.player)[-1]


def test_penalties_and_scores_of_a_sorcerer_are_told_apart(table: Table, signed_in: SignIn) -> None:
    mara = str(make_character(table.player, "Mara").pk)
    edited(table, mara, temporary=1, lasting=2, humanity=2)

    (line,) = told(signed_in, table.player)

    assert "−3 dice to every roll but Humanity" in line
    assert "Humanity 4 → 2" in line


def test_a_spell_and_a_grip_are_told_by_what_they_are_called(table: Table, signed_in: SignIn) -> None:
    who, _means = pandemonium(table)
    spell = str(make_record(table.gm, "pandemonium.spell", "Veil", potency=3, tenacity=2).pk)
    edited(table, who, **{f"hold.{spell}": "normal"})
    assert ": under Veil" in told(signed_in, table.player)[-1]

    ana, bo = fighter(table.gm, "Ana", table.player), fighter(table.gm, "Bo")
    edited(table, ana, restraint="held", held_by=bo)
    assert "Ana: held, by Bo" in told(signed_in, table.player)[-1]


def test_nobody_hidden_is_named_who_did_it(table: Table, signed_in: SignIn) -> None:
    mara = str(make_character(table.player, "Mara", will=2).pk)
    lurker = str(make_demon(table.gm, "Lurker", visibility="gm", state="present", power=5).pk)
    sight = {"demon": {"id": lurker}, "character": {"id": mara}, "occasion": "first_demon"}
    act(table.gm, "sorcerer.first_sight", sight, hand=(9, 8, 8, 7, 6, 2, 1))

    (line,) = told(signed_in, table.player)

    assert "Lurker" not in line
    assert "someone hidden" in line
    assert "−5 dice from the shock" in line


def test_a_bonus_is_told_to_whom_it_was_granted(table: Table, signed_in: SignIn) -> None:
    mara, _shelly = (make_character(who, name) for who, name in _both(table))
    given = {"who": {"id": str(mara.pk)}, "dice": 2, "words": "The dog barks."}
    act(table.gm, "table.grant", given)

    (line,) = told(signed_in, table.player)
    assert line.startswith("Mara is granted +2 for a roll. “The dog barks.”")
    assert told(signed_in, table.other_player) == []


def _both(table: Table) -> list[tuple[Membership, str]]:
    return [(table.player, "Mara"), (table.other_player, "Shelly")]


def test_what_the_gm_was_asked_for_and_did_not_grant_is_told(table: Table, signed_in: SignIn) -> None:
    mara = str(make_character(table.player, "Mara", stamina=4).pk)
    act(table.gm, "table.change_policy", {"values": {"player_rulings": "propose"}})
    act(table.player, "table.propose", {"who": {"id": mara}, "dice": 2})
    first = Pending.objects.get(question="table.grant")
    refused = {"pending": {"id": str(first.pk)}, "how": "struck", "reason": "Not in the dark"}
    act(table.gm, "table.settle", refused)

    assert ["Not in the dark" in one for one in told(signed_in, table.player)] == [True]
    assert told(signed_in, table.other_player) == []
    act(table.player, "table.propose", {"who": {"id": mara}, "dice": 1})
    assert told(signed_in, table.player) == [], "their own act, and what was before it"
