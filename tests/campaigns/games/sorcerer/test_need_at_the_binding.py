"""Whether a Binding meets the demon's Need is the GM's to say: the GM is asked, says it, and the player Binds on it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.sorcerer.rituals.asking import ask_for_facts
from campaigns.models import Binding, Entry, Pending, Record
from campaigns.services.asking import ask_player
from campaigns.services.founding import found_campaign
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state.ids import ids_in
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import document
from tests.campaigns.world import act, undo
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow

BIND = "sorcerer.bind"
SAYS = "The GM decides whether its Need and its Desire are met"


@pytest.fixture
def pair(table: Table) -> tuple[Record, Record]:
    return make_character(table.player, "Ilse Marrow"), make_demon(table.gm, "Wick", state="present")


def ritual(table: Table, pair: tuple[Record, Record], name: str = "ritual") -> str:
    return reverse(name, args=[table.campaign.pk, *(record.pk for record in pair)])


def text(client: Client, page: str) -> str:
    return str(client.get(page).content.decode())


def set_policy(table: Table, **values: bool) -> None:
    act(table.gm, "table.change_policy", {"values": values})


def open_ones(**about: Any) -> list[Pending]:
    return list(Pending.objects.filter(question=BIND, state="open", **about))


MET = {("yes", "yes"): "both", ("yes", "no"): "need", ("no", "yes"): "desire", ("no", "no"): "neither"}


def said(client: Client, page: str, **values: Any) -> Any:
    """What the GM's own form answers to these values."""
    form = Form(text(client, page), "need-form")
    for name, value in values.items():
        form.fill(name, value)
    return client.post(form.action, form.sent)


@pytest.mark.parametrize("rulings", [True, False])
@pytest.mark.parametrize(("need", "desire"), list(MET))
def test_player_binds_on_what_the_gm_said(
    need: str,
    desire: str,
    rulings: bool,
    table: Table,
    pair: tuple[Record, Record],
    signed_in: SignIn,
) -> None:
    set_policy(table, player_rulings=rulings)
    page, gm, player = ritual(table, pair), signed_in(table.gm), signed_in(table.player)
    assert SAYS in text(player, page)
    assert 'id="action-form"' not in text(player, page)

    assert said(gm, page, met=MET[need, desire], scores=["will"]).status_code == 302

    shown = text(player, page)
    assert f'<span class="label">Need met</span> {need}' in shown
    assert f'<span class="label">Desire met</span> {desire}' in shown
    theirs = Form(shown, "action-form")
    assert not {"need_met", "desire_met"} & theirs.controls.keys()

    theirs.fill("willing", True)
    lie = player.post(theirs.action, {**theirs.sent, "need_met": ["off", "on"]})
    assert lie.status_code == 422
    assert player.post(theirs.action, theirs.sent).status_code == 302
    assert Binding.objects.get(demon=pair[1]).state == "active"
    bound = document(Entry.objects.filter(cause=None).latest("seq"))["steps"]
    given = next(one["input"] for one in bound if one["action"] == BIND)
    assert (given["need_met"], given["desire_met"]) == (need == "yes", desire == "yes")


def others_of(table: Table, whose: str) -> tuple[Record, Record]:
    """A sorcerer and a demon that the question is not about."""
    if whose == "another campaign's":
        foreign = found_campaign(owner=table.outsider, name="Elsewhere", gm_name="Otto").memberships.get()
        return make_character(foreign, "Vesna"), make_demon(foreign, "Soot", state="present")
    seen: dict[str, Any] = {"visibility": "gm"} if whose == "hidden" else {}
    other = make_character(table.other_player, "Otto")
    return other, make_demon(table.gm, "Soot", state="present", **seen)


@pytest.mark.parametrize("whose", ["another player's", "hidden", "another campaign's"])
def test_whatever_a_form_says_the_gm_has_settled_who_binds_whom(
    whose: str, table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    page, player, others = ritual(table, pair), signed_in(table.player), others_of(table, whose)
    said(signed_in(table.gm), page, met="need", scores=["will"])
    form = Form(text(player, page), "action-form")
    form.fill("willing", True)
    names = [str(other.pk) for other in others]
    forged = {"sorcerer.id": names[0], "demon.id": names[1], "sorcerer": names[0], "demon": names[1]}

    assert [
        player.post(form.action, {**form.sent, name: one}).status_code for name, one in forged.items()
    ] == [422] * 4
    (asked,) = open_ones()
    given: dict[str, Any] = {"sorcerer": {"id": names[0]}, "demon": {"id": names[1]}, "scores": ["stamina"]}
    step = Request(BIND, given, known={"binding_id": "new"})
    play(table.player, ActRequest("forged", (step,), answers=str(asked.pk)))

    steps = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"]
    bound = next(one["input"] for one in steps if one["action"] == BIND)
    assert [bound["sorcerer"]["id"], bound["demon"]["id"]] == [str(record.pk) for record in pair]
    assert bound["scores"] == ["will"]
    assert not {*names} & {*ids_in(steps)}


def test_gm_is_called_to_what_a_player_asks(
    table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    page, gm, player = ritual(table, pair), signed_in(table.gm), signed_in(table.player)
    home = reverse("campaign_home", args=[table.campaign.pk])
    ask = {"key": "ask"}

    assert [player.post(ritual(table, pair, "ask_need"), ask).status_code for _ in range(2)] == [302, 302]

    (asked,) = open_ones(for_role="gm", clause="SOR-DEMON-06")
    assert asked.data == {"demon": str(pair[1].pk)}
    told = text(gm, home)
    assert f'href="{page}"' in told
    assert "Ilse Marrow is Binding a demon: are its Need and Desire met?" in told
    assert "Waiting for the GM: Bind a demon" in text(player, page)
    again = player.post(ritual(table, pair, "ask_need"), {"key": "again"})
    assert (again.status_code, len(open_ones())) == (422, 1)

    assert said(gm, page, met="need").status_code == 302
    assert [pending.for_role for pending in open_ones()] == ["player"]
    assert "Ilse Marrow Binds" not in text(gm, home)
    assert "has been asked to roll" in text(gm, page)


def put_to_player(table: Table, pair: tuple[Record, Record]) -> None:
    sides = {"sorcerer": {"id": str(pair[0].pk)}, "demon": {"id": str(pair[1].pk)}}
    settled: dict[str, Any] = {**sides, "need_met": True, "desire_met": False}
    ask_player(actor=table.gm, action=BIND, who=str(pair[0].pk), settled=settled, key="put")


def binds(table: Table, pair: tuple[Record, Record]) -> Any:
    sides = {"sorcerer": {"id": str(pair[0].pk)}, "demon": {"id": str(pair[1].pk)}}
    return act(table.gm, BIND, {**sides, "scores": ["will"], "need_met": True, "desire_met": False})


def test_a_binding_that_the_gm_plays_after_asking_for_it_answers_the_question(
    table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    set_policy(table, gm_may_consent=True)
    put_to_player(table, pair)
    assert "has been asked to roll" in text(signed_in(table.gm), ritual(table, pair))

    played = binds(table, pair)

    assert Binding.objects.get(demon=pair[1]).state == "active"
    assert open_ones() == []
    undo(table.gm, played.entry.seq)
    assert len(open_ones(for_role="player")) == 1


def test_a_binding_of_others_leaves_the_question(table: Table, pair: tuple[Record, Record]) -> None:
    set_policy(table, gm_may_consent=True)
    put_to_player(table, pair)

    binds(table, (pair[0], make_demon(table.gm, "Soot", state="present")))
    assert len(open_ones()) == 1
    binds(table, (make_character(table.other_player, "Oda"), make_demon(table.gm, "Ash", state="present")))

    assert len(open_ones()) == 1


def test_a_roll_of_ones_own_leaves_open_what_the_gm_asked(table: Table, pair: tuple[Record, Record]) -> None:
    roll: dict[str, Any] = {
        "acting": {"id": str(pair[0].pk), "score": "will"},
        "opposing": {"score": "difficulty", "dice": 2},
    }
    ask_player(actor=table.gm, action="sorcerer.roll", who=str(pair[0].pk), settled=roll, key="put")

    act(table.player, "sorcerer.roll", roll)

    assert Pending.objects.filter(question="sorcerer.roll", state="open").count() == 1


def test_gm_says_both_and_by_what_where_rulings_are_theirs(
    table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    set_policy(table, player_rulings=False)

    answer = said(signed_in(table.gm), ritual(table, pair), scores=[])

    assert answer.status_code == 422
    assert set(answer.context["facts_form"].errors) == {"met", "scores"}
    assert open_ones() == []


def test_a_players_own_words_about_it_are_refused(
    table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    set_policy(table, player_rulings=True)
    player, page = signed_in(table.player), reverse("play_action", args=[table.campaign.pk, BIND])
    shown = text(player, page)
    form = Form(shown, "action-form")
    assert SAYS in shown
    assert not {"need_met", "desire_met"} & form.controls.keys()

    form.fill("sorcerer.id", str(pair[0].pk))
    form.fill("demon.id", str(pair[1].pk))
    form.fill("scores", ["will"])
    forged = {**form.sent, "need_met": ["off", "on"], "desire_met": ["off", "on"]}

    assert [player.post(page, one).status_code for one in (form.sent, forged)] == [422, 422]
    assert not Binding.objects.filter(demon=pair[1]).exists()


def test_gm_ticks_it_for_a_sorcerer_of_their_own(table: Table, signed_in: SignIn) -> None:
    own = make_character(table.gm, "Vesna"), make_demon(table.gm, "Wick", state="present")
    gm = signed_in(table.gm)
    form = Form(text(gm, ritual(table, own)), "action-form")
    for name, value in (("need_met", True), ("desire_met", True), ("scores", ["will"]), ("willing", True)):
        form.fill(name, value)

    assert gm.post(form.action, form.sent).status_code == 302
    assert Binding.objects.get(demon=own[1]).state == "active"


@pytest.mark.parametrize("agreed", [True, False])
def test_gm_binds_for_a_player_where_the_table_agreed(
    agreed: bool, table: Table, pair: tuple[Record, Record], signed_in: SignIn
) -> None:
    set_policy(table, gm_may_consent=agreed)
    pairs = {"sorcerer": str(pair[0].pk), "demon": str(pair[1].pk)}
    ask_for_facts(action="sorcerer.bind", actor=table.player, **pairs, key="ask")
    gm, page = signed_in(table.gm), ritual(table, pair)
    assert ("Bind for them" in text(gm, page)) == agreed
    if agreed:
        form = Form(text(gm, f"{page}?step=bind&for-them=1"), "action-form")
        for name, value in (("need_met", True), ("desire_met", False), ("scores", ["will"])):
            form.fill(name, value)
        form.fill("willing", True)
        assert gm.post(form.action, form.sent).status_code == 302
    assert len(open_ones()) == (not agreed)


def test_asking_again_under_the_same_key_asks_once(table: Table, pair: tuple[Record, Record]) -> None:
    pairs = {"sorcerer": str(pair[0].pk), "demon": str(pair[1].pk)}
    ask_for_facts(action="sorcerer.bind", actor=table.player, **pairs, key="ask")
    about: dict[str, Any] = {"actor": table.gm, "action": BIND, "who": pairs["sorcerer"]}
    terms: dict[str, Any] = {**pairs, "need_met": True, "desire_met": True}

    played = [ask_player(**about, settled=terms, key="same") for _ in range(2)]

    assert [one.was_repeated for one in played] == [False, True]
    assert [pending.for_role for pending in open_ones()] == ["player"]
