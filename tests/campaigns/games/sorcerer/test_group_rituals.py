"""A ritual that several perform: asked, rolled each on their own page, used once by the Primary, who rolls last."""

from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.log.projector import read_entry
from campaigns.models import Change, Entry, Membership, Part, Pending
from campaigns.policy import NotAllowed
from campaigns.services.asking import ask_player
from campaigns.services.undoing import undo
from campaigns.viewing import Viewer
from rules.kernel.clock import HOUR
from rules.kernel.errors import RuleViolation
from rules.sorcerer.helping import USED
from tests.campaigns.form_filling import Form
from tests.campaigns.games.sorcerer.circle import CHECK, Circle, clause_of, lost, new_circle, won
from tests.campaigns.spine import browser, folded, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GATHER, GROUP = "sorcerer.gather_helpers", "sorcerer.group_ritual"


@pytest.fixture
def circle(db: None) -> Circle:
    return new_circle()


def gather(
    circle: Circle, ritual: str, demon: str | None, *helpers: str, by: Membership | None = None
) -> int:
    given = {
        "sorcerer": circle.mara,
        "ritual": ritual,
        "demon": demon,
        "helpers": [{"id": one} for one in helpers],
    }
    return circle.game.act(GATHER, given, by=by or circle.game.player).entry.seq


def helps(circle: Circle, ritual: str, demon: str | None, hand: tuple[int, ...], who: str = "") -> int:
    """Whoever helps rolls, by the GM's hand; Otto, if nobody is named."""
    helpers = [{"id": who or circle.otto}]
    given: dict[str, Any] = {"ritual": ritual, "primary": circle.mara, "helpers": helpers, "demon": demon}
    return circle.game.act(GROUP, given, hand=hand).entry.seq


def asked(circle: Circle) -> list[str]:
    """Who is asked to help and has still to roll."""
    return [str(one.who_id) for one in Pending.objects.filter(question=GROUP, state="open").order_by("pk")]


def page(circle: Circle, demon: str) -> str:
    return reverse("ritual", args=[circle.game.campaign.pk, circle.mara, demon])


def text(client: Client, address: str) -> str:
    found: str = client.get(address).content.decode()
    return found


@pytest.mark.clause("SOR-GROUP-05")
def test_the_primary_waits_for_whoever_was_asked_and_helps_nobody_twice(circle: Circle) -> None:
    ash = circle.demon()
    gather(circle, "banish", ash, circle.otto)

    assert clause_of(circle.rite, "banish", ash, by=circle.game.player) == "SOR-GROUP-05"
    assert clause_of(circle.rite, "banish", ash) == "SOR-GROUP-05", "for the GM, too"
    helps(circle, "banish", ash, won(4, 5))
    assert asked(circle) == []
    assert clause_of(helps, circle, "banish", ash, won(4, 5)) == "SOR-GROUP-03"

    outcome = circle.rite("banish", ash, by=circle.game.player, hand=won(5, 5))
    assert [part.dice for part in outcome.contest.acting.parts if part.source == "group"] == [1]
    assert {*circle.game.sheet(circle.mara).under("help").values()} == {USED}


@pytest.mark.parametrize("ritual", ["contact", "summon", "banish", "contain"])
def test_what_helpers_won_counts_once_in_each_ritual_that_may_be_shared(circle: Circle, ritual: str) -> None:
    states = {"contact": "beyond", "banish": "present"}
    demon = circle.demon(state=states[ritual]) if ritual in states else None
    demon = circle.contacted() if ritual == "summon" else demon
    pools = {"contact": (2, 3), "summon": (1, 4), "banish": (4, 5), "contain": (2, 2)}[ritual]
    own = {"contact": (3, 3), "summon": (1, 3), "banish": (5, 5), "contain": (3, 2)}[ritual]
    gather(circle, ritual, demon, circle.otto)
    helps(circle, ritual, demon, won(*pools))

    more: dict[str, Any] = {"concentrate": True} if ritual == "contain" else {}
    outcome = circle.rite(ritual, demon, by=circle.game.player, hand=lost(*own), **more)

    assert [part.dice for part in outcome.contest.acting.parts if part.source == "group"] == [1]
    assert {*circle.game.sheet(circle.mara).under("help").values()} == {USED}


def test_a_contain_asks_in_sight_whom_it_holds_and_lists_no_demons_where_none_is_known(
    circle: Circle,
) -> None:
    way = reverse("contain", args=[circle.game.campaign.pk, circle.mara])
    client = browser(circle.game.player)

    nobody = text(client, way)
    ash = circle.demon("Ash")
    known = text(client, way)

    assert 'id="field-id-scope-demons"' not in nobody
    assert f'name="scope.demons" value="{ash}"' in known
    assert known.index('id="field-id-scope-demons"') < known.index("More options")
    assert known.index('id="field-id-scope-types"') < known.index("More options")


def test_without_concentration_helpers_add_to_the_strength_of_a_contain(circle: Circle) -> None:
    helps(circle, "contain", None, won(2, 2))

    assert circle.rite("contain", None).strength == 3


@pytest.mark.clause("SOR-GROUP-04")
def test_a_failure_costs_nobody_anything_and_is_told(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    gather(circle, "banish", ash, circle.otto)
    before = game.sheet(circle.otto).fields

    helps(circle, "banish", ash, lost(4, 5))

    assert game.sheet(circle.otto).fields == before
    shown = text(browser(game.player), f"{page(circle, ash)}?step=banish")
    assert "Otto: no help; it costs nobody anything" in shown
    assert circle.rite("banish", ash, hand=won(4, 5)).banished


def test_the_primary_goes_on_without_whoever_does_not_come(circle: Circle) -> None:
    ash, eve = circle.demon(), circle.game.make("character", "Eve", stamina=2, lore=2, will=2, state="active")
    gather(circle, "banish", ash, circle.otto, eve)
    assert set(asked(circle)) == {circle.otto, eve}

    gather(circle, "banish", ash, circle.otto)
    assert asked(circle) == [circle.otto], "asked once, and whoever is left out is not any more"

    gather(circle, "banish", ash)
    assert circle.rite("banish", ash, by=circle.game.player, hand=won(4, 5)).banished


@pytest.mark.clause("SOR-GROUP-01", "SOR-GROUP-02")
def test_only_what_may_be_shared_is_and_only_with_others(circle: Circle) -> None:
    ash = circle.demon()

    assert clause_of(gather, circle, "bind", ash, circle.otto) == "SOR-GROUP-01"
    assert clause_of(gather, circle, "punish", ash, circle.otto) == "SOR-GROUP-01"
    assert clause_of(gather, circle, "banish", ash, circle.mara) == "SOR-GROUP-02"
    with pytest.raises(NotAllowed):
        gather(circle, "banish", ash, circle.otto, by=circle.game.other_player)


@pytest.mark.clause("SOR-GROUP-06")
def test_nothing_is_asked_of_helpers_once_the_demon_is_gone(circle: Circle) -> None:
    ash = circle.demon()
    gather(circle, "banish", ash, circle.otto)

    circle.rite("banish", ash, who=circle.otto, hand=won(4, 5))

    assert asked(circle) == []


def test_all_of_it_is_undone_in_its_order(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    began = game.state()
    gathered = gather(circle, "banish", ash, circle.otto)
    rolled = helps(circle, "banish", ash, won(4, 5))
    circle.rite("banish", ash, hand=won(5, 5))
    banished = Entry.objects.filter(campaign=game.campaign).order_by("-seq")[0].seq

    game.undo(banished)
    assert game.sheet(circle.mara).under("help") == {f"banish.{ash}.{circle.otto}": 1}
    game.undo(rolled)
    assert asked(circle) == [circle.otto]
    newest = Entry.objects.filter(campaign=game.campaign).order_by("-seq")[0].seq
    entry = browser(game.player).get(reverse("log_entry", args=[game.campaign.pk, newest])).content.decode()
    assert "Mara: Banish, Ash, Otto" in entry
    undo(actor=game.gm, entries=(gathered,), key="undone")

    assert {one: fields for one, (_about, fields) in game.state().items() if one in began} == {
        one: fields for one, (_about, fields) in began.items()
    }
    assert game.state() == folded(game.campaign)


@pytest.mark.clause("SOR-CREATE-11", "TAB-RECORD-03")
@pytest.mark.parametrize(("state", "clause"), [("draft", "SOR-CREATE-11"), ("dead", "TAB-RECORD-03")])
def test_whoever_is_not_in_play_performs_no_ritual(circle: Circle, state: str, clause: str) -> None:
    ash, here = circle.demon(state="beyond"), circle.demon("Soot")
    circle.game.edit(circle.mara, state=state)

    assert clause_of(circle.rite, "contact", ash) == clause
    for verb in ("bind", "banish", "punish"):
        assert clause_of(circle.rite, verb, here) == clause
    assert clause_of(circle.rite, "contain", None) == clause
    assert clause_of(gather, circle, "banish", here, circle.otto, by=circle.game.gm) == clause
    other = {"ritual": "banish", "primary": circle.otto, "helpers": [{"id": circle.mara}], "demon": here}
    assert clause_of(circle.game.act, GROUP, other) == clause


def test_a_helper_rolls_on_their_own_page(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    gather(circle, "banish", ash, circle.otto)
    mara, otto = browser(game.player), browser(game.other_player)
    assert "Waiting for Otto" in text(mara, page(circle, ash))

    shown = text(otto, page(circle, ash))
    assert "Help Mara" in shown
    form = Form(shown, "action-form")
    assert otto.post(form.action, {**form.sent, "hand": "12 1 1 1 2 2 2 2 2"}).status_code == 302

    assert game.sheet(circle.mara).under("help") == {f"banish.{ash}.{circle.otto}": 1}
    assert "Otto: <b" in text(mara, page(circle, ash))
    assert "Help Mara" not in text(otto, page(circle, ash))


def test_whoever_is_asked_may_say_no(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    gather(circle, "banish", ash, circle.otto)
    pending = Pending.objects.get(question=GROUP)
    url = reverse("decline_help", args=[game.campaign.pk, pending.pk])

    assert browser(game.player).post(url, {"key": "theirs"}).status_code == 403
    assert browser(game.other_player).post(url, {"key": "no"}).status_code == 302

    pending.refresh_from_db()
    assert pending.state == "waived"
    assert circle.rite("banish", ash, hand=won(4, 5)).banished


def test_only_help_is_declined_by_that_address(circle: Circle) -> None:
    """Whatever else was asked of somebody stays as it is, and the address is not there for it."""
    sight: dict[str, Any] = {
        "character": {"id": circle.otto},
        "demon": {"id": circle.demon()},
        "occasion": "unexpected",
    }
    ask_player(actor=circle.game.gm, action="sorcerer.first_sight", who=circle.otto, settled=sight, key="ask")
    pending = Pending.objects.get(question="sorcerer.first_sight")
    url = reverse("decline_help", args=[circle.game.campaign.pk, pending.pk])

    assert browser(circle.game.other_player).post(url, {"key": "no"}).status_code == 404

    pending.refresh_from_db()
    assert pending.state == "open"


def test_the_primary_asks_and_goes_on_from_the_page(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    mara = browser(game.player)
    url = reverse("gather_helpers", args=[game.campaign.pk, circle.mara, ash, "banish"])

    assert mara.post(url, {"key": "ask", "helpers": [circle.otto]}).status_code == 302
    assert asked(circle) == [circle.otto]
    assert browser(game.other_player).post(url, {"key": "theirs"}).status_code == 403
    assert mara.post(url.replace("banish", "bind"), {"key": "bind"}).status_code == 404
    assert mara.post(url, {"key": "alone"}).status_code == 302

    assert asked(circle) == []


def test_no_helper_is_told_to_whoever_does_not_see_them(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    about = {"kind": "character", "name": "Unseen One", "owner": None, "visibility": "gm"}
    fields = [{"field": name, "set": 2} for name in ("stamina", "will", "lore", "humanity")]
    made = game.act(
        "table.create", {"about": about, "fields": [*fields, {"field": "state", "set": "active"}]}
    )
    hidden = str(made.steps[0].input["id"])
    gather(circle, "banish", ash, hidden, by=game.gm)

    for address in (f"{page(circle, ash)}?step=banish", page(circle, ash)):
        assert "Unseen One" not in text(browser(game.player), address)
    assert "Unseen One" in text(browser(game.gm), page(circle, ash))
    url = reverse("gather_helpers", args=[game.campaign.pk, circle.mara, ash, "banish"])
    nobody = hidden[:-1] + ("0" if hidden[-1] != "0" else "1")
    for named in (hidden, nobody):
        answer = browser(game.player).post(url, {"key": "ask", "helpers": [named]})
        assert answer.status_code == 404
        assert "That record is not in the campaign, or no longer in it." in answer.content.decode()


def test_a_check_takes_change_and_basis_from_what_was_left_open(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("bind", ash)

    played = game.act(CHECK, {"character": circle.mara}, by=game.player, hand=won(2, 3))

    given = input_of(played)
    assert (given["change"], given["basis"], given["demon"]["id"]) == ("loss", "ritual", ash)
    assert not Pending.objects.filter(question=CHECK, state="open").exists()


@pytest.mark.clause("SOR-HUMANITY-04")
def test_a_check_for_a_ritual_follows_from_one(circle: Circle) -> None:
    ash = circle.demon()

    assert clause_of(circle.check, ash) == "SOR-HUMANITY-04"
    circle.rite("bind", ash)
    circle.check(ash, hand=won(2, 3))


@pytest.mark.clause("SOR-SUMMON-07")
@pytest.mark.parametrize(
    ("scope", "state", "is_free"),
    [
        ({"kind": "all"}, "standing", False),
        ({"kind": "type", "types": ["object"]}, "standing", False),
        ({"kind": "type", "types": ["parasite"]}, "standing", True),
        ({"kind": "all"}, "broken", True),
        (None, "", True),
    ],
)
def test_a_summoned_demon_is_free_unless_a_contain_that_stands_holds_it(
    circle: Circle, scope: dict[str, Any] | None, state: str, is_free: bool
) -> None:
    ash = circle.contacted()
    if scope is not None:
        circle.game.make("contain", sorcerer=circle.otto, strength=2, scope=scope, state=state)

    assert circle.rite("summon", ash).free is is_free


@pytest.mark.clause("SOR-BANISH-04", "SOR-PUNISH-05")
@pytest.mark.parametrize(("verb", "pools"), [("banish", (4, 5)), ("punish", (2, 2))])
def test_a_demon_that_withstood_is_angry_with_whoever_tried(
    circle: Circle, verb: str, pools: tuple[int, int]
) -> None:
    ash = circle.demon()

    circle.rite(verb, ash, hand=lost(*pools))

    assert circle.game.sheet(ash).under("angry") == {circle.mara: 1}
    for member in (circle.game.player, circle.game.gm):
        assert "Angry with" in text(browser(member), page(circle, ash))
    circle.game.undo(Entry.objects.order_by("-seq")[0].seq)
    assert circle.game.sheet(ash).under("angry") == {}


def test_only_the_gm_says_that_a_demon_does_not_resist(circle: Circle) -> None:
    ash = circle.demon()
    with pytest.raises(NotAllowed):
        circle.rite("banish", ash, by=circle.game.player, resists=False)

    assert circle.rite("banish", ash, resists=False, hand=won(4, 3)).banished


@pytest.mark.clause("SOR-SUMMON-01")
def test_whoever_finds_anothers_contact_open_summons_from_it_on_their_own_page(circle: Circle) -> None:
    game, ash = circle.game, circle.contacted()
    address = reverse("ritual", args=[game.campaign.pk, circle.otto, ash])
    otto = browser(game.other_player)

    shown = otto.get(address)
    assert shown.context["current"].name == "summon"
    assert "End the Contact" not in shown.content.decode(), "it is Mara's"

    form = Form(shown.content.decode(), "action-form")
    assert otto.post(form.action, {**form.sent, "hand": "12 2 2 2 2"}).status_code == 302
    assert (game.sheet(ash)["state"], game.sheet(ash)["summoned_by"]) == ("present", circle.otto)


@pytest.mark.clause("SOR-RITUAL-04")
def test_the_gm_lets_the_time_of_a_ritual_pass_in_one_tap(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("banish", ash, hand=lost(4, 5))
    gm, here = browser(game.gm), page(circle, ash)
    assert "Let that time pass?" not in text(browser(game.player), here)
    shown = text(gm, here)
    assert "1 hour passes" in shown
    url = reverse("take_time", args=[game.campaign.pk, circle.mara, ash])

    answers = [gm.post(url, {"key": "hour"}) for _twice in range(2)]

    assert {(answer.status_code, answer.headers["Location"]) for answer in answers} == {(302, here)}
    assert game.sheet(str(game.campaign.pk))["now"] == HOUR
    assert "Let that time pass?" not in text(gm, here)


@pytest.mark.clause("SOR-RITUAL-04")
def test_the_table_reminds_the_gm_of_the_time_of_a_ritual(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    table, listed = (reverse(name, args=[game.campaign.pk]) for name in ("table", "rituals"))
    gm, told = browser(game.gm), "A ritual of Mara takes time"
    circle.rite("banish", ash, hand=lost(4, 5))
    assert told in text(gm, table)
    assert told not in text(browser(game.player), table)
    assert "1 hour passes" in text(gm, listed)

    answer = gm.post(reverse("take_time_to_contain", args=[game.campaign.pk, circle.mara]), {"key": "hour"})

    assert answer.headers["Location"] == listed
    assert told not in text(gm, table)


def test_the_gm_says_that_a_ritual_took_no_time(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("banish", ash, hand=lost(4, 5))
    url = reverse("take_time", args=[game.campaign.pk, circle.mara, ash])

    assert browser(game.player).post(url, {"key": "mine"}).status_code == 403
    assert browser(game.gm).post(url, {"key": "none", "none": "1"}).status_code == 302

    assert "Let that time pass?" not in text(browser(game.gm), page(circle, ash))


def test_the_hour_of_a_contact_leaves_it_open(circle: Circle) -> None:
    game, ash = circle.game, circle.demon(state="beyond")
    circle.rite("contact", ash)
    for one in Pending.objects.filter(state="open"):
        game.act("table.settle", {"pending": str(one.pk), "how": "struck", "reason": "Not here."})

    browser(game.gm).post(reverse("advance_clock", args=[game.campaign.pk]), {"key": "hour", "hours": "1"})

    assert game.sheet(ash)["state"] == "contacted"


@pytest.mark.clause("SOR-BANISH-11")
def test_the_gm_is_asked_whether_it_resists_and_the_player_banishes_on_that(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    mara, gm, here = browser(game.player), browser(game.gm), page(circle, ash)
    pair = [game.campaign.pk, circle.mara, ash]
    assert 'id="action-form"' not in text(mara, f"{here}?step=banish")

    assert mara.post(reverse("ask_resists", args=pair), {"key": "ask"}).status_code == 302
    assert "Waiting for the GM" in text(mara, here)
    assert gm.get(here).context["current"].name == "banish"
    sent = {"key": "say", "resists": "no"}
    assert gm.post(reverse("say_resists", args=pair), sent).status_code == 302

    form = Form(text(mara, here), "action-form")
    assert mara.post(form.action, {**form.sent, "hand": "12 1 1 1 2 2 2"}).status_code == 302
    assert game.sheet(ash)["state"] == "banished"


def test_contains_have_a_page_where_they_are_made_lifted_and_tested(circle: Circle) -> None:
    game = circle.game
    address = reverse("contain", args=[game.campaign.pk, circle.mara])
    mara, otto, gm = (browser(one) for one in (game.player, game.other_player, game.gm))
    assert 'id="action-form"' not in text(otto, address)
    form = Form(text(mara, address), "action-form")
    filled = {"focus": "a jar", "boundary": "its rim", "scope.kind": "all"}
    assert mara.post(form.action, {**form.sent, **filled}).status_code == 302

    shown = text(mara, address)
    assert "a jar" in shown
    assert "Strength 2" in shown
    tested = gm.get(address).content.decode().rpartition("tries to break out")[0].rpartition('href="')[2]
    asked = gm.get(unescape(tested.partition('"')[0])).content.decode()
    assert 'type="hidden" name="contain.id"' in asked, "the Contain is the one that was tapped"
    assert "tries to break out" not in shown
    made = _lift_of(shown)
    assert otto.post(made, {"key": "theirs"}).status_code == 403
    assert mara.post(made, {"key": "mine"}).status_code == 302
    assert "a jar" not in text(mara, address).partition('id="standing"')[2]


def _lift_of(shown: str) -> str:
    return shown.partition('id="standing"')[2].partition('action="')[2].partition('"')[0]


def test_a_contain_names_nobody_whom_a_viewer_does_not_see(circle: Circle) -> None:
    game = circle.game
    about = {"kind": "demon", "name": "Unheard", "owner": None, "visibility": "gm"}
    hidden = str(game.act("table.create", {"about": about, "fields": []}).steps[0].input["id"])
    scope = {"kind": "demon", "demons": [hidden]}
    game.make("contain", sorcerer=circle.mara, strength=2, scope=scope, state="standing", focus="a jar")
    address = reverse("contain", args=[game.campaign.pk, circle.mara])

    assert "Unheard" not in text(browser(game.player), address)
    assert "Unheard" in text(browser(game.gm), address)


def test_nobody_takes_down_what_another_made(circle: Circle) -> None:
    game = circle.game
    made = game.make("contain", sorcerer=circle.mara, strength=2, scope={"kind": "all"}, state="standing")
    with pytest.raises(RuleViolation) as refused:
        game.act("sorcerer.lift_contain", {"sorcerer": circle.otto, "contain": made})
    assert refused.value.clause == "SOR-CONTAIN-01"

    game.act("sorcerer.lift_contain", {"sorcerer": circle.mara, "contain": made}, by=game.player)
    assert game.sheet(str(UUID(made)))["state"] == "lifted"


@pytest.mark.clause("SOR-RITUAL-09", "SOR-RITUAL-10")
def test_a_sacrifice_is_picked_by_whoever_brings_it_and_costs_a_check(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    shown = text(browser(game.gm), f"{page(circle, ash)}?step=punish")
    assert "Costs a Humanity check of its own" in shown

    circle.rite("banish", ash, by=game.player, sacrifice=True, hand=lost(4, 5))

    owed = Pending.objects.get(question=CHECK, state="open")
    assert (str(owed.who_id), owed.clause, owed.data["basis"]) == (circle.mara, "SOR-RITUAL-10", "thematic")
    game.act("table.change_settings", {"system": "sorcerer", "values": {"enhancements": False}})
    assert clause_of(circle.rite, "banish", ash, who=circle.otto, sacrifice=True) == "SOR-RITUAL-09"


@pytest.mark.clause("SOR-HUMANITY-04")
@pytest.mark.parametrize("change", ["loss", "gain"])
def test_the_gm_asks_for_a_check_of_a_decision_in_one_tap(circle: Circle, change: str) -> None:
    game = circle.game
    sheet = reverse("character", args=[game.campaign.pk, circle.mara])
    url = reverse(f"ask_{change}_check", args=[game.campaign.pk, circle.mara])
    gm, mara = browser(game.gm), browser(game.player)
    assert url in text(gm, sheet)
    assert url not in text(mara, sheet)

    assert gm.post(url, {"key": "ask"}).status_code == 302

    asked_now = Pending.objects.get(question=CHECK, state="open")
    form = Form(text(mara, reverse("pending_answer", args=[game.campaign.pk, asked_now.pk])), "action-form")
    assert mara.post(form.action, {**form.sent, "hand": "12 1 2 2"}).status_code == 302
    assert circle.humanity() == (2 if change == "loss" else 3)


@pytest.mark.parametrize("ritual", ["contact", "banish"])
def test_whether_the_demon_resists_is_asked_for_a_helper_where_that_counts(
    circle: Circle, ritual: str
) -> None:
    state = {"contact": "beyond", "banish": "present"}[ritual]
    gather(circle, ritual, circle.demon(state=state), circle.otto)
    way = reverse("pending_answer", args=[circle.game.campaign.pk, Pending.objects.get(question=GROUP).pk])

    shown = Form(text(browser(circle.game.gm), way), "action-form")

    assert ("resists" in shown.controls) == (ritual == "banish")


def test_what_is_won_against_somebody_hidden_is_kept_from_the_players_log(circle: Circle) -> None:
    vesh, player = circle.demon("Vesh"), circle.game.player
    about = {"kind": "demon", "name": "Vesh", "visibility": "gm"}
    circle.game.act("table.edit", {"record": {"id": vesh}, "reason": "Nobody has met it", "about": about})
    seq = helps(circle, "banish", vesh, won(4, 5))

    told = read_entry(
        Viewer.of(player), Part.objects.filter(entry__campaign=circle.game.campaign, entry__seq=seq)
    )

    kept = f"help.banish.{vesh}.{circle.otto}"
    assert circle.game.sheet(circle.mara)[kept]
    assert told is not None
    assert kept not in repr([told["changes"], [step["effects"] for step in told["steps"]]])
    assert kept not in text(browser(player), reverse("log_entry", args=[circle.game.campaign.pk, seq]))
    assert not Change.objects.filter(campaign=circle.game.campaign, field=kept, audience="table").exists()
