"""The GM asks several players for an act at once, and sees on one card who has answered and with what."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import Membership, Pending, Record
from campaigns.policy import NotAllowed
from campaigns.services import asking
from campaigns.services.asking import ask_players
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, KeyReused, Played, play
from rules.kernel.errors import RuleViolation
from rules.words import action_words
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import fighter
from tests.campaigns.form_filling import Form, fill_in, first_form, told_faults
from tests.campaigns.spine import document
from tests.campaigns.world import act, undo
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow

ROLL, CHECK = "sorcerer.roll", "sorcerer.humanity_check"
AGAINST: dict[str, Any] = {"opposing": {"score": "difficulty", "dice": 3}}
PRICE: list[dict[str, Any]] = [{"field": "price", "set": -1}, {"field": "price_name", "set": "Arrogant"}]
TRAITS = {"traits.wits": 3, "traits.composure": 2, "traits.resolve": 2}
STATS = {"stats.agility": 3, "stats.calm": 3, "stats.toughness": 3, "toughness": 3}


def two(table: Table, system: str) -> list[str]:
    """Somebody of each player, in one game."""
    if system == "fallen":
        return [fighter(table.gm, name, who) for name, who in _named(table)]
    if system == "sorcerer":
        return [str(make_character(who, name).pk) for name, who in _named(table)]
    if system == "demon_city":
        lay_out_decks(actor=table.gm, key="decks")
    stored = {"demon_city": STATS, "pandemonium": TRAITS}[system]
    kind = f"{system}.character"
    made = [
        make_record(table.gm, kind, name, owner=who, state="active", **stored) for name, who in _named(table)
    ]
    return [str(one.pk) for one in made]


def _named(table: Table) -> list[tuple[str, Membership]]:
    return [("Mara", table.player), ("Shelly", table.other_player)]


def url(table: Table, name: str = "ask", *args: object) -> str:
    return reverse(name, args=[table.campaign.pk, *args])


def query(action: str, who: list[str]) -> str:
    return "?" + "&".join([f"act={action}", *(f"who={one}" for one in who)])


def send(client: Client, form: Form) -> Any:
    return client.post(form.action, {**form.sent, "form.command": ["ask"]})


def asked(client: Client, table: Table, action: str, who: list[str], said: dict[str, Any]) -> Any:
    """The act put to these people by the GM's form, filled in with what is said."""
    form = first_form(client, url(table) + query(action, who))
    return send(client, fill_in(client, form, said))


def questions(table: Table) -> list[Pending]:
    found = Pending.objects.filter(record__campaign=table.campaign, state="open")
    return list(found.order_by("who__name"))


def newest(table: Table) -> dict[str, Any]:
    return document(table.campaign.entries.latest("seq"))


def test_nobodys_own_price_stands_in_a_form_for_several(table: Table, signed_in: SignIn) -> None:
    mara, shelly = two(table, "sorcerer")
    act(table.gm, "table.edit", {"record": {"id": mara}, "reason": "as agreed", "changes": PRICE})
    gm, player = signed_in(table.gm), signed_in(table.player)

    page = gm.get(url(table) + query(ROLL, [mara, shelly])).content.decode()
    asked(gm, table, ROLL, [mara, shelly], AGAINST)

    assert "Arrogant" not in page
    own = next(one for one in questions(table) if str(one.who_id) == mara)
    assert "Price: Arrogant" in player.get(url(table, "pending_answer", own.pk)).content.decode()


def card(client: Client, table: Table) -> str:
    """The card of what was asked, in words."""
    page = client.get(url(table, "table")).content.decode()
    found = re.search(r'<article class="pending asking">(.*?)</article>', page, re.DOTALL)
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", found[1])).split()) if found else ""


CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "sorcerer": (ROLL, {"acting": {"score": "will"}, **AGAINST}, {}),
    "fallen": ("fallen.roll", {"difficulty": 7}, {"traits": [{"name": "Wits"}]}),
    "demon_city": ("demon_city.static_throw", {"intensity": 4}, {"thrower": {"stat_name": "calm"}}),
    "pandemonium": ("pandemonium.roll", {}, {"pool": {"traits": ["wits", "composure"]}}),
}


@pytest.mark.parametrize("system", CASES)
@pytest.mark.clause("TAB-ASK-01", "TAB-ASK-04")
def test_everybody_is_asked_in_one_entry_and_each_answers_on_their_own_page(
    table: Table, signed_in: SignIn, system: str
) -> None:
    action, said, answered = CASES[system]
    who, gm = two(table, system), signed_in(table.gm)
    before = table.campaign.entries.count()

    everybody = first_form(gm, f"{url(table)}?act={action}&who=all")
    assert send(gm, fill_in(gm, everybody, said)).status_code == 302

    assert table.campaign.entries.count() == before + 1
    assert {str(one.who_id) for one in questions(table)} == set(who)
    assert len({one.data["asking"] for one in questions(table)}) == 1
    assert card(gm, table).count("has not answered") == 2
    for number, one in enumerate(questions(table)):
        player = (table.player, table.other_player)[number]
        mine = signed_in(player)
        answer_at = url(table, "pending_answer", one.pk)
        for page in ("table", "log"):
            assert answer_at in mine.get(url(table, page)).content.decode()
        form = fill_in(mine, first_form(mine, answer_at), answered)
        assert mine.post(answer_at, form.sent).status_code == 302
        assert card(gm, table).count("has not answered") == 1 - number
    done = card(gm, table)
    assert all(f"No. {before + 2 + number}" in done for number in (0, 1))
    assert "Mara" in done
    assert "nobody left" in done


@pytest.mark.parametrize("page", ["campaign_home", "table"])
def test_the_cast_says_who_is_asked_and_who_asks(table: Table, signed_in: SignIn, page: str) -> None:
    mara, shelly = two(table, "sorcerer")
    asked(signed_in(table.gm), table, ROLL, [mara], AGAINST)
    given = {"acting": {"score": "will"}}
    asking.ask_gm(actor=table.other_player, action=ROLL, who=shelly, given=given, key="asks")

    for who in (table.gm, table.observer):
        cast = signed_in(who).get(url(table, page)).context["cast"]
        chips = {one["name"]: [str(chip.text) for chip in one["chips"]] for one in cast}
        assert f"asked: {action_words(ROLL)[0]}" in chips["Mara"]
        assert "asks the GM" in chips["Shelly"]


@pytest.fixture
def pair(table: Table) -> list[str]:
    return two(table, "sorcerer")


def test_what_the_gm_settled_stands_and_the_rest_is_the_players(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    gm, mine = signed_in(table.gm), signed_in(table.player)
    asked(gm, table, ROLL, pair, AGAINST)

    answer_at = url(table, "pending_answer", questions(table)[0].pk)
    form = first_form(mine, answer_at)
    assert not any(name.startswith(("opposing.", "acting.id")) for name in form.controls)
    form.fill("acting.score", "lore")
    more = {"opposing.dice": ["0"], "acting.id": [pair[1]]}
    assert mine.post(answer_at, {**form.sent, **more}).status_code == 422
    assert mine.post(answer_at, form.sent).status_code == 302

    (step,) = (one for one in newest(table)["steps"] if one["action"] == ROLL)
    assert (step["input"]["acting"]["id"], step["input"]["acting"]["score"]) == (pair[0], "lore")
    assert step["input"]["opposing"]["dice"] == 3
    assert questions(table)[0].data["given"] == {"acting": {"id": pair[1]}, **AGAINST}


@pytest.mark.clause("TAB-ASK-04")
def test_what_is_left_open_of_the_one_asked_is_theirs_only_as_far_as_a_players_is(
    table: Table, signed_in: SignIn
) -> None:
    act(table.gm, "table.change_policy", {"values": {"player_rulings": "gm"}})
    who = two(table, "demon_city")
    asked(signed_in(table.gm), table, "demon_city.static_throw", who, {"intensity": 4})
    question = questions(table)[0]
    assert str(question.who_id) == who[0]

    def answer(key: str, **thrower: Any) -> None:
        step = Request("demon_city.static_throw", {"thrower": {"id": who[1], **thrower}, "intensity": 0})
        play(table.player, ActRequest(key, (step,), answers=str(question.pk)))

    with pytest.raises((NotAllowed, RuleViolation)):
        answer("more", modifiers=[{"source": "advantage", "dice": 3}])
    answer("less", maneuvers=["tricky"], supernatural=True)
    (step,) = (one for one in newest(table)["steps"] if one["action"] == "demon_city.static_throw")
    assert (step["input"]["thrower"]["id"], step["input"]["thrower"]["maneuvers"]) == (who[0], ["tricky"])
    assert (step["input"]["intensity"], step["input"]["thrower"]["supernatural"]) == (4, False)


def test_people_of_one_game_are_asked_for_an_act_of_theirs(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    gm = signed_in(table.gm)
    ana = fighter(table.gm, "Ana", table.player)
    page = gm.get(url(table)).content.decode()
    forms = re.findall(r"<form [^>]*data-asking.*?</form>", page, re.DOTALL)
    assert [("Ana" in one, "Mara" in one) for one in forms] == [(False, True), (True, False)]
    assert forms[0].index(ROLL) < forms[0].index(CHECK) < forms[0].index("sorcerer.bind")

    for who, action, told in (
        ([*pair, ana], ROLL, "Ana belongs to another game"),
        ([], ROLL, "Choose whom to ask"),
        (pair, "fallen.initiative", "Choose one of the actions"),
        (pair, "table.note", "Choose one of the actions"),
    ):
        answer = gm.get(url(table) + query(action, who))
        assert answer.status_code == 422
        assert told in answer.content.decode()
        assert all(f'value="{one}" checked' in answer.content.decode() for one in who)
    demon = make_demon(table.gm, "Tallowmere", owner=table.player, state="present", abilities=["Cover"])
    unfit = gm.get(url(table) + query("sorcerer.use_ability", [str(demon.pk), pair[0]]))
    assert "Mara can" in unfit.content.decode()
    sought = gm.get(url(table), {"q": "telltale"}).content.decode()
    assert "sorcerer.spot_telltale" in sought
    assert "sorcerer.contact" not in sought


@pytest.mark.parametrize("system", CASES)
def test_each_act_that_is_offered_has_its_form_and_an_answer_to_it(
    table: Table, signed_in: SignIn, system: str
) -> None:
    who, gm = two(table, system), signed_in(table.gm)
    if system == "sorcerer":
        make_demon(table.gm, "Tallowmere", owner=table.player, state="present", abilities=["Cover"])
    offered = re.findall(r'name="act" value="([^"]*)"', gm.get(url(table)).content.decode())
    assert len(offered) > 10

    for action in offered:
        form = first_form(gm, f"{url(table)}?act={action}&who=all")
        assert send(gm, form).status_code in (302, 422), action
    for question in questions(table):
        asked_of = table.player if str(question.who_id) != who[1] else table.other_player
        at = url(table, "pending_answer", question.pk)
        assert signed_in(asked_of).get(at).status_code == 200, question.question


def test_what_no_player_may_say_the_gm_says_first(table: Table, pair: list[str], signed_in: SignIn) -> None:
    act(table.gm, "table.change_policy", {"values": {"player_rulings": False}})
    gm = signed_in(table.gm)

    assert "chosen" not in first_form(gm, url(table) + query(CHECK, pair)).controls, (
        "a player agrees themselves"
    )
    refused = asked(gm, table, CHECK, pair, {})

    assert refused.status_code == 422
    assert told_faults(refused)
    assert questions(table) == []


@pytest.mark.clause("TAB-ACT-01")
def test_who_is_away_is_acted_for_and_what_waits_is_struck(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    gm = signed_in(table.gm)
    asked(gm, table, ROLL, pair, {"acting": {"score": "will"}, **AGAINST})
    first, second = questions(table)
    answer_at = url(table, "pending_answer", first.pk)
    assert gm.post(answer_at, first_form(gm, answer_at).sent).status_code == 302
    assert newest(table)["for"] == str(table.player.pk)

    strike = {"key": "s", "question": [str(second.pk)]}
    assert gm.post(url(table, "strike_questions"), strike).status_code == 302
    assert questions(table) == []
    assert "Shelly was let off" in card(gm, table)
    assert gm.post(url(table, "strike_questions"), {**strike, "key": "again"}).status_code == 409
    assert signed_in(table.player).post(url(table, "strike_questions"), strike).status_code == 403

    undo(table.gm, table.campaign.entries.latest("seq").seq)
    assert "Shelly has not answered" in card(gm, table)


def test_a_player_passes_and_the_card_says_so_to_the_gm_alone(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    gm, mine = signed_in(table.gm), signed_in(table.player)
    asked(gm, table, ROLL, pair, {"acting": {"score": "will"}, **AGAINST})
    settle_at = url(table, "settle_question", questions(table)[0].pk)
    passed = {"key": "w", "how": "waived", "reason": "She does not look."}

    assert mine.post(settle_at, passed).status_code == 302

    assert "Mara passed" in card(gm, table)
    assert card(mine, table) == ""
    assert mine.get(url(table)).status_code == 403


def test_asking_is_undone_by_its_name(table: Table, pair: list[str], signed_in: SignIn) -> None:
    gm = signed_in(table.gm)
    asked(gm, table, ROLL, pair, {"acting": {"score": "will"}, **AGAINST})

    assert "Undo: Ask players" in gm.get(reverse("table", args=[table.campaign.pk])).content.decode()


def test_nobody_hidden_is_asked_or_told_of(table: Table, pair: list[str], signed_in: SignIn) -> None:
    about = {"kind": "character", "name": "Shelly", "owner": str(table.other_player.pk), "visibility": "gm"}
    act(table.gm, "table.edit", {"record": {"id": pair[1]}, "reason": "Hidden", "about": about})

    page = signed_in(table.gm).get(url(table)).content.decode()
    assert "Shelly" not in page.partition("<main")[2], (
        "above it the GM's own last act is offered to be undone"
    )
    with pytest.raises(NotAllowed, match="can't see Shelly"):
        ask_players(actor=table.gm, action=ROLL, settled={one: {} for one in pair}, key="k")
    assert not Record.objects.filter(campaign=table.campaign, kind="pending").exists()


def test_the_same_form_asks_once_and_another_under_its_key_is_refused(table: Table, pair: list[str]) -> None:
    def ask(**settled: Any) -> Played:
        return ask_players(actor=table.gm, action=ROLL, settled={pair[0]: settled}, key="k")

    first = ask(**AGAINST)

    assert ask(**AGAINST).entry.seq == first.entry.seq
    with pytest.raises(KeyReused):
        ask(opposing={"score": "difficulty", "dice": 4})
    assert len(questions(table)) == 1


def test_two_taps_lead_from_the_table_to_the_form(table: Table, pair: list[str], signed_in: SignIn) -> None:
    for who, is_offered in ((table.gm, True), (table.player, False), (table.observer, False)):
        page = signed_in(who).get(url(table, "table")).content.decode()
        assert (f'href="{url(table)}"' in page) is is_offered
        assert all((f'href="{url(table)}?who={one}"' in page) is is_offered for one in pair)


def wanting(system: str) -> tuple[str, dict[str, Any], str]:
    """An act, what the GM says of it that nobody here has, and how that is told."""
    if system == "sorcerer":
        return ROLL, {"acting": {"score": "power"}, **AGAINST}, "have no Power"
    return "fallen.roll", {"difficulty": 7, "traits": [{"name": "Juggling"}]}, "have no Juggling"


@pytest.mark.parametrize("system", ["sorcerer", "fallen"])
def test_the_gm_is_told_who_lacks_what_they_ask_for(table: Table, signed_in: SignIn, system: str) -> None:
    (action, said, told), who = wanting(system), two(table, system)
    gm = signed_in(table.gm)

    refused = asked(gm, table, action, who, said)

    assert refused.status_code == 422
    assert any(f"Mara, Shelly {told}. Choose something else." in one for one in told_faults(refused))
    assert questions(table) == []


def test_who_lacks_what_was_asked_for_is_told_what_to_do(
    table: Table, pair: list[str], signed_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm, mine = signed_in(table.gm), signed_in(table.player)
    with monkeypatch.context() as before:  # as it could be asked once, or before a sheet was changed
        before.setattr(asking, "lacking", lambda *_asked: None)
        asked(gm, table, ROLL, pair, {"acting": {"score": "power"}, **AGAINST})
    answer_at = url(table, "pending_answer", questions(table)[0].pk)

    page = mine.get(answer_at).content.decode()

    assert "Mara has no Power." in page
    assert "Tell the GM, who can ask for something else, or pass on it below." in page
    assert 'id="action-form"' not in page
    assert "Strike it at the table" in gm.get(answer_at).content.decode()
    passed = first_form(mine, answer_at, "settle-form")
    passed.fill("reason", "Nothing to roll")
    assert mine.post(passed.action, passed.sent).status_code == 302
    assert [one.who and one.who.name for one in questions(table)] == ["Shelly"]


def test_what_the_gm_leaves_to_a_player_is_asked_of_them_and_not_optional(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    asked(signed_in(table.gm), table, ROLL, pair, AGAINST)
    answer_at, mine = url(table, "pending_answer", questions(table)[0].pk), signed_in(table.player)

    page = mine.get(answer_at).content.decode()
    refused = mine.post(answer_at, first_form(mine, answer_at).sent)

    (label,) = re.findall(r'<label for="id_acting.score">(.*?)</label>', page)
    assert "(optional)" not in label
    assert any("Score" in one and "Choose one." in one for one in told_faults(refused))


def test_a_player_passes_on_what_they_are_asked_and_settles_nothing_else(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    gm, mine = signed_in(table.gm), signed_in(table.player)
    asked(gm, table, ROLL, pair, AGAINST)
    answer_at = url(table, "pending_answer", questions(table)[0].pk)

    page = mine.get(answer_at).content.decode()
    struck = {"key": "k", "how": "struck", "reason": "no"}

    assert "Settle a request" not in page
    assert "How to settle it" not in page
    assert re.search(r'<summary>Pass</summary>.*<button class="button" type="submit">Pass<', page, re.DOTALL)
    assert mine.post(f"{answer_at}settle/", struck).status_code == 422
    assert "Settle a request" in gm.get(answer_at).content.decode()

    passed = {"key": "p", "how": "waived", "reason": "Mara looks away"}
    assert mine.post(f"{answer_at}settle/", passed).status_code == 302
    assert mine.post(f"{answer_at}settle/", passed).status_code == 302, "a second tap changes nothing"
    late = mine.post(f"{answer_at}settle/", {**passed, "key": "q"})
    assert (late.status_code, "Mara looks away" in late.content.decode()) == (409, True)


@pytest.mark.parametrize("ends", ["answered", "struck"])
def test_what_was_typed_stays_when_a_question_was_answered_or_struck_meanwhile(
    table: Table, pair: list[str], signed_in: SignIn, ends: str
) -> None:
    gm, mine = signed_in(table.gm), signed_in(table.player)
    asked(gm, table, ROLL, pair, AGAINST)
    question = questions(table)[0]
    answer_at = url(table, "pending_answer", question.pk)
    form = fill_in(mine, first_form(mine, answer_at), {"acting": {"score": "lore"}})
    assert mine.get(answer_at, headers={"HX-Request": "true"}).status_code == 204, "it still waits"
    if ends == "answered":
        first = fill_in(gm, first_form(gm, answer_at), {"acting": {"score": "will"}})
        assert gm.post(answer_at, first.sent).status_code == 302
    else:
        gm.post(url(table, "strike_questions"), {"key": "s", "question": [str(question.pk)]})
    before = table.campaign.entries.count()

    told = mine.get(answer_at, headers={"HX-Request": "true"})
    odds = mine.post(f"{answer_at}odds/", form.sent)
    late = mine.post(answer_at, form.sent)

    assert "What you entered stays on this page" in told.content.decode()
    assert reverse("log_entry", args=[table.campaign.pk, before]) in told.content.decode(), (
        "what was answered"
    )
    assert (odds.status_code, odds.content) == (200, b"")
    assert late.status_code == 409
    assert "This no longer waits" in " ".join(told_faults(late))
    shown = late.content.decode()
    assert Form(shown, "action-form").controls["acting.score"].values == ["lore"]
    assert "Fix the following" not in shown, "there is nothing to fix"
    assert "act-foot" not in shown, "nothing sends it again"
    assert f'href="{url(table, "table")}">Back to the table<' in shown
    unfinished = mine.post(answer_at, {**form.sent, "acting.score": [""]}).content.decode()
    assert "This no longer waits" in unfinished, "so it is whatever is wrong with what was sent"
    assert table.campaign.entries.count() == before
    assert mine.get(answer_at)["Location"] == reverse("log_entry", args=[table.campaign.pk, before])
    other = signed_in(table.other_player)
    assert [other.post(one, form.sent).status_code for one in (answer_at, f"{answer_at}odds/")] == [404, 404]


TOLD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "sorcerer": ({"acting": {"score": "will"}, **AGAINST}, ["Mara rolls Will", "Against them: Difficulty 3"]),
    "fallen": (
        {"difficulty": 7, "traits": [{"name": "Wits"}]},
        ["Who rolls Mara", "Traits Wits", "Difficulty 7"],
    ),
    "demon_city": ({"intensity": 4}, ["Thrower Mara", "Intensity 4"]),
    "pandemonium": (
        {"pool": {"traits": ["wits", "composure"]}},
        ["Who acts Mara", "Pool Wits, Composure, Again"],
    ),
}


@pytest.mark.parametrize("system", TOLD)
def test_what_the_gm_settled_is_told_side_by_side(table: Table, signed_in: SignIn, system: str) -> None:
    said, told = TOLD[system]
    who, gm = two(table, system), signed_in(table.gm)
    asked(gm, table, CASES[system][0], who, said)

    page = signed_in(table.player).get(url(table, "pending_answer", questions(table)[0].pk)).content.decode()

    facts = re.findall(r'<p class="hand">(.*?)</p>', page)
    lines = [" ".join(html.unescape(re.sub("<[^>]+>", "", one)).split()) for one in facts]
    assert [one for one in told if not any(line.startswith(one) for line in lines)] == [], lines


def test_everybody_is_everybody_of_the_game_that_the_act_is_of(
    table: Table, pair: list[str], signed_in: SignIn
) -> None:
    ana = fighter(table.gm, "Ana", table.player)
    gm = signed_in(table.gm)

    for action, said, who in ((ROLL, AGAINST, pair), ("fallen.roll", {"difficulty": 7}, [ana])):
        form = first_form(gm, f"{url(table)}?act={action}&who=all")
        assert send(gm, fill_in(gm, form, said)).status_code == 302
        assert {str(one.who_id) for one in questions(table) if one.question == action} == set(who)


@pytest.mark.parametrize("system", CASES)
def test_what_is_thrown_from_a_pile_is_turned_over_by_whoever_was_asked(
    table: Table, signed_in: SignIn, system: str
) -> None:
    (action, said, _answered), turn = CASES[system], r'<button class="turn".*?card-back-(\w+)'
    asked(signed_in(table.gm), table, action, two(table, system), said)
    mine = signed_in(table.player)

    answering = mine.get(url(table, "pending_answer", questions(table)[0].pk)).content.decode()
    unasked = mine.get(url(table, "play_action", action)).content.decode()

    form = answering[answering.index('id="action-form"') :]
    assert re.findall(turn, form, re.DOTALL) == (["players"] if system == "demon_city" else [])
    assert re.findall(turn, unasked, re.DOTALL) == []


@pytest.mark.parametrize(("owner", "is_offered"), [("player", True), ("gm", False), (None, False)])
def test_a_player_is_asked_only_where_one_has_whoever_acts(
    table: Table, signed_in: SignIn, owner: str | None, is_offered: bool
) -> None:
    fighter(table.gm, "Otto", table.other_player)  # whom the form could name, too
    who = fighter(table.gm, "Bo", getattr(table, owner) if owner else None)
    gm, form = signed_in(table.gm), reverse("play_action", args=[table.campaign.pk, "fallen.roll"])

    assert ("Ask their player" in gm.get(f"{form}?roller={who}").content.decode()) is is_offered
    assert "Ask their player" in gm.get(form).content.decode(), "it is open who acts"
