"""Struggling free of what spells impose, in whatever state, and what an escape leaves as it was."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Membership, Pending
from campaigns.services import clock
from campaigns.services.news import put_away
from rules.kernel.clock import DAY
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def held(magic: Magic, *, severe: bool = True, **more: Any) -> str:
    """A spell of Mira's that holds Nan."""
    spell = magic.cast(on=(magic.nan,), **more)
    magic.apply("control", spell, magic.nan, successes=0 if severe else 1)
    return spell


@pytest.mark.clause("PAN-MULTI-01")
def test_every_spell_is_escaped_and_resisted_by_itself(magic: Magic) -> None:
    weak, strong = held(magic, spell={"aspect": "covert"}), held(magic)
    given = {
        "spell": {"id": weak},
        "target": {"id": magic.bob},
        "effect": "damage",
        "pool": {},
    }
    magic.play("resist", given, hand=(8, 8, 1, 1))

    tried = magic.struggle(magic.nan, weak, strong, faces=(8, 8, 8, 1))

    assert [(one.tenacity, one.escaped) for one in tried.spells] == [(2, True), (3, False)]
    assert [magic.hold(one, magic.nan) for one in (weak, strong)] == ["escaped", "severe"]
    assert [magic.hold(one, magic.bob) for one in (weak, strong)] == ["resisted", "none"]


@pytest.mark.clause("PAN-STRUGGLE-01")
@pytest.mark.parametrize("mind", ["aware", "paralyzed", "comatose"])
@pytest.mark.parametrize("severe", [True, False])
def test_whoever_is_held_in_part_or_wholly_may_try_whatever_state_they_are_in(
    magic: Magic, mind: str, severe: bool
) -> None:
    spell = held(magic, severe=severe)
    given = {"actor": {"id": magic.nan, "mind": mind}, "bolster": "willpower"}
    against = {"spells": [{"id": spell}]}

    free = magic.outcome("struggle", {**given, **against}, hand=(8, 8, 8, 8, 1, 1, 1))

    assert free.free
    with refused("PAN-STRUGGLE-01"):
        magic.play("struggle", {**given, **against})


@pytest.mark.clause("PAN-STRUGGLE-07")
def test_an_escape_wins_back_the_power_to_act_and_nothing_else(magic: Magic) -> None:
    rot = magic.cast("attack", on=(magic.nan,))
    magic.apply("attack", rot, magic.nan, successes=1)
    magic.game.edit(magic.nan, **{f"hold.{rot}": "severe"})
    before = magic.sheet(rot).fields

    magic.struggle(magic.nan, rot, faces=(8, 8, 8, 8))

    assert magic.hold(rot, magic.nan) == "escaped"
    assert magic.sheet(rot).fields == before
    assert magic.hindered(magic.nan, rot).wasted
    magic.game.act("table.end_round")
    assert magic.apply("attack", rot, magic.nan, how="sustained").damage.wounds == 3


@pytest.mark.clause("PAN-STRUGGLE-08", "PAN-STRUGGLE-11")
def test_the_helpless_keep_what_their_own_spells_boost_until_these_end(magic: Magic) -> None:
    ward, grip = magic.cast("other", by="nan", spell={"aspect": "covert"}), held(magic)
    helped: dict[str, Any] = {"pool": {"boosts": [{"id": ward}]}}

    tried = magic.struggle(magic.nan, grip, **helped)

    assert (tried.pool.minimum_from, tried.successes, tried.free) == (ward, 2, False)
    assert magic.roll(magic.nan, ward, by=magic.game.other_player).pool.minimum == 2
    magic.play("let_go", {"spell": {"id": ward}})
    with refused("PAN-TRACK-06"):
        magic.struggle(magic.nan, grip, **helped)


@pytest.mark.clause("PAN-HELPLESS-05", "PAN-HELPLESS-08")
def test_a_point_regained_may_be_spent_on_a_struggle_before_anybody_takes_it(magic: Magic) -> None:
    grip, leech = held(magic), magic.cast("drain", on=(magic.nan,))
    magic.game.edit(magic.nan, willpower=0)
    resting = {"target": {"id": magic.nan}, "rested": True}
    magic.play("helpless_rest", resting)
    with refused("PAN-HELPLESS-08"):
        magic.apply("drain", leech, magic.nan, resource="willpower")
    harms = {"spell": {"id": grip}, "targets": [{"id": magic.nan}], "way": "added", "wound": "bashing"}
    source = {"id": "a club", "successes": 5, "kind": "lethal"}
    for verb, given in (
        ("bring", harms),
        ("multi_source_damage", {"target": {"id": magic.nan}, "sources": [source]}),
    ):
        with refused("PAN-HELPLESS-08"):
            magic.play(verb, given)
    with refused("PAN-HELPLESS-08"):
        magic.turn_of(magic.mira)
    board = browser(magic.game.gm).get(reverse("spells", args=[magic.game.campaign.pk])).content.decode()
    assert "No turn begins now." in board and "Begin the turn" not in board
    asked = Pending.objects.get(record__campaign=magic.game.campaign, state="open")
    assert (asked.question, str(asked.who_id), asked.optional) == ("pandemonium.struggle", magic.nan, True)
    url = reverse("pending_answer", args=[magic.game.campaign.pk, asked.pk])
    assert "Struggle free" in browser(magic.game.other_player).get(url).content.decode()

    magic.struggle(magic.nan, grip, bolster="willpower", faces=MISSES[:7])

    assert not Pending.objects.filter(record__campaign=magic.game.campaign, state="open").exists()
    assert magic.sheet(magic.nan)["willpower"] == 0
    with refused("PAN-HELPLESS-05"):
        magic.play("helpless_rest", resting)
    clock.advance(actor=magic.game.gm, seconds=DAY, key=magic.game.key())
    magic.play("helpless_rest", resting)
    newest = Pending.objects.get(record__campaign=magic.game.campaign, state="open")
    waived = {"pending": {"id": str(newest.pk)}, "how": "waived", "reason": "Not yet."}
    magic.game.act("table.settle", waived, by=magic.game.other_player)
    assert magic.apply("drain", leech, magic.nan, resource="willpower").lost == 1


@pytest.mark.clause("PAN-HELPLESS-08")
def test_whoever_has_acted_on_their_turn_may_yet_spend_the_point_that_they_regained(magic: Magic) -> None:
    grips = [held(magic), held(magic)]
    magic.turn_of(magic.nan)
    magic.struggle(magic.nan, *grips, bolster="willpower", faces=MISSES[:7])
    magic.play("helpless_rest", {"target": {"id": magic.nan}, "rested": True})
    member = magic.game.other_player

    board = browser(member).get(reverse("spells", args=[magic.game.campaign.pk])).content.decode()
    asked = Pending.objects.get(record__campaign=magic.game.campaign, state="open")
    form = browser(member).get(reverse("pending_answer", args=[magic.game.campaign.pk, asked.pk]))

    assert "Struggle free" in board and "Not now:" not in board
    assert [form.context["form"][f"spells.{n}.id"].value() for n in (0, 1)] == grips
    assert form.context["form"]["bolster"].value() == "willpower"
    assert not magic.struggle(magic.nan, *grips, bolster="willpower", faces=MISSES[:7]).free
    with refused("PAN-STRUGGLE-02"):
        magic.struggle(magic.nan, *grips, bolster="willpower")


@pytest.mark.clause("PAN-HELPLESS-08")
def test_what_reaches_for_somebody_waits_until_they_have_tried_to_struggle_free(magic: Magic) -> None:
    held(magic)
    dart = magic.cast("attack", on=(magic.nan,), spell={"aspect": "covert"})
    harm = {"spell": {"id": dart}, "targets": [{"id": magic.nan}]}
    magic.game.edit(dart, wound="lethal")
    magic.play("bring", harm)
    magic.game.edit(magic.nan, willpower=4)
    magic.play("helpless_rest", {"target": {"id": magic.nan}, "rested": True})

    gms = browser(magic.game.gm).get(reverse("spells", args=[magic.game.campaign.pk])).content.decode()

    assert magic.asked(dart, magic.nan).first == "Nan"
    assert "Nan may first try to struggle free." in gms and "Let it through" not in gms
    assert "Waiting for" in gms.partition("No turn begins now.")[2]


@pytest.mark.clause("PAN-HELPLESS-08")
@pytest.mark.parametrize("how", ["let go", "freed", "spent"])
def test_a_struggle_that_nothing_is_left_of_waits_no_more(magic: Magic, how: str) -> None:
    grip = held(magic)
    magic.game.edit(magic.nan, willpower=0)
    magic.play("helpless_rest", {"target": {"id": magic.nan}, "rested": True})

    if how == "let go":
        magic.play("let_go", {"spell": {"id": grip}})
    elif how == "freed":
        magic.game.edit(magic.nan, **{f"hold.{grip}": "none"})
    else:
        magic.game.edit(magic.nan, willpower=0)

    asked = Pending.objects.get(record__campaign=magic.game.campaign, question="pandemonium.struggle")
    assert asked.state == "struck"


def test_a_rest_asks_nothing_of_whoever_is_free_or_only_watched(magic: Magic) -> None:
    eye = magic.cast("investigation", on=(magic.nan,))
    magic.apply("investigate", eye, magic.nan, aim="watch")
    assert magic.hold(eye, magic.nan) == "severe"
    magic.game.edit(magic.nan, willpower=0)

    magic.play("helpless_rest", {"target": {"id": magic.nan}, "rested": True})

    assert not Pending.objects.filter(record__campaign=magic.game.campaign).exists()


@pytest.mark.clause("PAN-POT-10")
def test_a_spell_contests_others_with_its_stored_potency_and_overlaps_what_its_caster_does(
    magic: Magic,
) -> None:
    maze = magic.cast("other", spell={"name": "Maze"}, shaping={"successes": 2}, paid={"mana": 1})
    given = {"actor": {"id": magic.nan}, "pool": {"traits": ["wits", "occult"]}}

    against = magic.outcome("roll", {**given, "contest": {"spell": {"id": maze}}}, hand=(8, 8, 9))
    given = {"actor": {"id": magic.mira}, "pool": {"traits": ["wits", "resolve"]}, "spells": [{"id": maze}]}
    overlapping = [magic.outcome("roll", given, hand=hand) for hand in ((8, 8, 1, 1, 1), (8, 8, 8, 8, 1))]

    assert (against.contest.successes, against.net) == (3, 0)
    assert [(one.effort, one.by) for one in overlapping] == [(3, maze), (4, "roll")]
    log = browser(magic.game.player).get(reverse("log", args=[magic.game.campaign.pk])).content.decode()
    assert "contested by Maze" in re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", log))
    magic.play("let_go", {"spell": {"id": maze}})
    with refused("PAN-TRACK-06"):
        magic.play("roll", {**given, "spells": [], "contest": {"spell": {"id": maze}}})


@pytest.mark.clause("PAN-STRUGGLE-05")
def test_whoever_cast_a_spell_hears_that_somebody_broke_free_of_it(magic: Magic) -> None:
    grip, other = magic.cast(on=(magic.nan,), spell={"name": "Grip"}), magic.cast(by="bob", on=(magic.nan,))
    for spell in (grip, other):
        magic.apply("control", spell, magic.nan)
    see_all_news(magic.game.player)

    magic.struggle(magic.nan, other, faces=(8, 8, 8, 8))
    assert news_of(magic.game.player) == [], "another's spell"

    magic.struggle(magic.nan, grip, faces=(8, 8, 8, 8))
    (line,) = news_of(magic.game.player)
    assert "Grip" in line
    assert magic.hold(grip, magic.nan) == "escaped"


@pytest.mark.clause("PAN-FREE-01")
def test_the_end_of_a_scene_is_no_news_to_those_whose_tries_it_only_forgets(magic: Magic) -> None:
    burn = magic.cast("attack", on=(magic.bob,))
    magic.apply("attack", burn, magic.bob, damage={"kind": "bashing", "temporary": True})
    magic.game.edit(magic.nan, **{f"scene.tries.{burn}": 1})
    see_all_news(magic.game.other_player)

    magic.game.act("table.end_scene")

    assert magic.sheet(magic.nan).fields.get(f"scene.tries.{burn}") is None
    assert news_of(magic.game.other_player) == []


def see_all_news(member: Membership) -> None:
    member.refresh_from_db()
    put_away(member, member.campaign.head_seq)


def news_of(member: Membership) -> list[str]:
    page = browser(member).get(reverse("log", args=[member.campaign_id])).content.decode()
    return re.findall(r'<span class="news-words">(.*?)</span>', page, re.DOTALL)


OPTIONS = re.compile(r'<select name="spells\.0\.id".*?</select>', re.DOTALL)


@pytest.mark.clause("PAN-STRUGGLE-04", "PAN-STRUGGLE-12")
def test_whoever_struggles_finds_what_holds_them_first_and_what_ended_apart(magic: Magic) -> None:
    """Ended spells stood among those at work: whoever was held by one of twelve had to know its name."""
    over, grip, other, vines = (magic.cast(by="bob") for _ in range(4))
    for spell in (grip, vines):
        magic.apply("control", spell, magic.nan)
    magic.play("let_go", {"spell": {"id": over}})
    magic.play("let_go", {"spell": {"id": vines}, "remains": [magic.nan]})
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.struggle"])

    def offered(query: str = "") -> list[tuple[str, list[str]]]:
        page = browser(magic.game.gm).get(f"{url}{query}").content.decode()
        groups = re.findall(
            r'<optgroup label="([^"]*)">(.*?)</optgroup>', OPTIONS.findall(page)[0], re.DOTALL
        )
        return [(title, sorted(re.findall(r'value="([^"]*)"', options))) for title, options in groups]

    assert offered(f"?actor.id={magic.nan}") == [
        ("Spells that hold Nan", [grip]),
        ("Ended, but something of them still holds Nan", [vines]),
        ("Other spells at work", [other]),
        ("Ended spells", [over]),
    ]
    assert offered() == [("Spells at work", sorted([grip, other])), ("Ended spells", sorted([over, vines]))]
