"""Throws that the Host calls for: what is read from sheets, who is asked, what came of it."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.forms.action.errors import told_lacking
from campaigns.games.demon_city.decks.reading import standing
from campaigns.log.projector import read_entry, read_record
from campaigns.models import Entry, Membership, Part, Pending
from campaigns.policy import NotAllowed
from campaigns.services import face_to_face
from campaigns.services.asking import ask_players
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played
from campaigns.state.errors import Lacking
from campaigns.viewing import Hidden, Viewer
from rules import words
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.values import as_values
from tests.campaigns.form_filling import first_form
from tests.campaigns.games.demon_city.answering import answered, asked
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.spine import BY_OVERRIDE, Game, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STATIC, OPPOSED, CALM = (f"demon_city.{verb}" for verb in ("static_throw", "opposed_throw", "calm"))
STATS: dict[str, Any] = {"stats.agility": 3, "stats.stealth": 6, "stats.calm": 2, "state": "active"}


@pytest.fixture
def ghoul(game: Game) -> str:
    return game.make("demon_city.character", "Ghoul", control="gm", **{**STATS, "stats.stealth": 1})


@pytest.mark.clause("DEC-EXTRA-06", "DEC-EXTRA-07")
def test_what_is_thrown_with_is_as_high_as_the_sheet_says(game: Game, ann: str, ghoul: str) -> None:
    stack("cups-7", "cups-2", "cups-3", "cups-4")
    throw: dict[str, Any] = {"thrower": {"id": ann, "stat_name": "stealth"}, "intensity": 5}
    ask_players(actor=game.gm, action=STATIC, settled={ann: throw}, key="ask")
    with pytest.raises(NotAllowed, match="read from there"):
        answered(game, STATIC, {"thrower": {"id": ann, "stat": 9}})
    with pytest.raises(RuleViolation) as refused:
        game.act(STATIC, {**throw, "thrower": {"id": ann, "stat_name": "stealth", "stat": 9}})
    assert refused.value.clause == "TAB-OVERRIDE-01"
    with pytest.raises(InvalidInput, match="no piano"):
        game.act(STATIC, {**throw, "thrower": {"id": ann, "stat_name": "piano"}})

    alone: Any = answered(game, STATIC).result.outcome
    otherwise = {"thrower": {"id": ann, "stat_name": "agility", "stat": 9}, "intensity": 5}
    lifted: Any = game.act(STATIC, otherwise, override=BY_OVERRIDE).result.outcome

    assert alone.hand.throws == lifted.hand.throws == 2  # one for the higher stat


@pytest.mark.clause("DEC-INTENS-04")
def test_a_throw_that_nobody_could_make_is_not_called_for(game: Game, ann: str) -> None:
    """Degrees that do not rise are the Host's to mend: whoever is asked cannot change them."""
    given: dict[str, Any] = {"thrower": {"id": ann}, "intensity": 5, "degrees": [9, 7]}

    with pytest.raises(InvalidInput, match="7 is not above 9"):
        ask_players(actor=game.gm, action=STATIC, settled={ann: given}, key="ask")

    assert not Pending.objects.exists()
    ask_players(actor=game.gm, action=STATIC, settled={ann: {**given, "degrees": [7, 9]}}, key="again")
    assert Pending.objects.get().state == "open"


@pytest.mark.clause("DEC-THROW-01")
def test_whoever_calls_for_a_throw_is_asked_for_both_answers_first(game: Game, ann: str) -> None:
    host, player, at = browser(game.gm), browser(game.player), f"/campaigns/{game.campaign.pk}"
    game.make("demon_city.character", "The Usher", state="active")
    questions = ("Is the outcome in doubt?", "Could a failure have interesting consequences?", "No throw")

    def is_asked(client: Client, url: str) -> bool:
        page = client.get(at + url).content.decode()
        return all(one in page for one in questions)

    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    assert is_asked(host, f"/ask/?who={ann}&act={STATIC}")
    assert [is_asked(host, f"/play/{act}/") for act in (STATIC, OPPOSED, CALM)] == [True, True, False]
    assert not is_asked(player, f"/play/{STATIC}/")  # the Host decides, whom the player asks
    form = first_form(host, f"{at}/ask/?who={ann}&act={STATIC}&next={at}/action/")
    sent = {**form.sent, "intensity": "5", "form.command": "ask"}
    assert host.post(form.action, sent).headers["Location"] == f"{at}/action/"
    (asked,) = Pending.objects.filter(question=STATIC, state="open")
    for client in (player, host):
        assert not is_asked(client, f"/play/waiting/{asked.pk}/")

    game.act("table.change_policy", {"values": {"player_rulings": "players"}})
    assert is_asked(player, f"/play/{STATIC}/")


@pytest.mark.clause("DEC-THROW-07")
def test_the_host_chooses_that_a_throw_is_opposed_and_sheets_give_the_high_stat(
    game: Game, ann: str, ghoul: str
) -> None:
    sides = {"actor": {"id": ann, "stat_name": "stealth"}, "opponent": {"id": ghoul, "stat_name": "stealth"}}
    with pytest.raises(NotAllowed, match="Only the GM"):
        game.act(OPPOSED, sides, by=game.player)
    stack("cups-4", "cups-3")
    stack("pentacles-2")

    ask_players(actor=game.gm, action=OPPOSED, settled={ann: sides}, key="ask")
    came: Any = answered(game, OPPOSED).result.outcome

    assert [came.actor.throws, came.opponent.throws] == [2, 1]
    assert came.winner == ann


def test_the_intensity_is_asked_before_all_that_may_be_left_alone(game: Game, ann: str) -> None:
    for act in (STATIC, "demon_city.calm"):
        names = [*first_form(browser(game.gm), f"/campaigns/{game.campaign.pk}/play/{act}/").controls]
        folded = (number for number, name in enumerate(names) if name.partition(".")[2] not in ("", "id"))
        assert names.index("intensity") < next(folded), act


@pytest.mark.clause("DEC-INTENS-10")
@pytest.mark.parametrize("page", ["ask/?who={who}&act={act}", "play/{act}/?thrower={who}"])
def test_an_intensity_is_kept_back_until_the_cards_lie(page: str, game: Game, ann: str) -> None:
    page = f"/campaigns/{game.campaign.pk}/{page.format(who=ann, act=STATIC)}"
    form = first_form(browser(game.gm), page)
    assert [*form.controls].index("keep_hidden") > [*form.controls].index("intensity"), (
        "said of what was just given"
    )
    settled = {"intensity": "7", "degrees": "8 9", "keep_hidden": "on", "form.command": "ask"}
    assert browser(game.gm).post(page, {**form.sent, **settled}).status_code == 302
    (asked,) = Pending.objects.filter(question=STATIC, state="open")
    waits = f"/campaigns/{game.campaign.pk}/play/waiting/{asked.pk}/"

    form = first_form(browser(game.player), waits)
    assert "hidden until it is played" in browser(game.player).get(waits).content.decode()
    assert "intensity" not in form.controls
    assert browser(game.player).post(f"{waits}odds/", form.sent).content == b""
    seen: Any = read_record(Viewer.of(game.player), game.sheet(str(asked.pk)))
    assert seen is not None
    assert isinstance(seen["hidden"], Hidden)
    assert set(seen["data"]["given"]) == {"thrower"}
    assert [one for one in told(game) if '"intensity": 7' in one] == []
    assert "7" in [one["words"] for one in browser(game.gm).get(waits).context["form"].facts]

    answered(game, STATIC, {"intensity": 1, "degrees": []})

    (shown,) = (one for one in told(game) if '"intensity": 7' in one)
    assert '"degrees": [8, 9]' in shown


def test_odds_are_told_while_an_intensity_is_to_be_kept_back(game: Game, ann: str) -> None:
    page = f"/campaigns/{game.campaign.pk}/play/{STATIC}/"
    form = first_form(browser(game.gm), f"{page}?thrower={ann}")
    sent = {**form.sent, "intensity": "7", "keep_hidden": "on"}

    odds = reverse("preview_odds", args=[game.campaign.pk, STATIC])
    told = browser(game.gm).post(odds, sent).content.decode()

    assert "<dt>Win</dt>" in told
    assert "keep_hidden" not in told


def test_no_player_is_asked_for_what_only_the_gm_can_say(game: Game, ann: str) -> None:
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    page = f"/campaigns/{game.campaign.pk}/play/{STATIC}/"
    form = first_form(browser(game.gm), f"{page}?thrower={ann}")

    refused = browser(game.gm).post(page, {**form.sent, "form.command": "ask"})

    assert refused.status_code == 422
    assert [*refused.context["form"].errors] == ["intensity"]
    assert not Pending.objects.filter(question=STATIC).exists()


def test_a_form_sent_empty_comes_back_as_it_was(game: Game, ann: str) -> None:
    page = f"/campaigns/{game.campaign.pk}/play/demon_city.clash/"
    game.make("demon_city.clash", "The stairs")
    form = first_form(browser(game.gm), page)
    assert form.sent["participants.0.harm"][-1] == "on"

    refused = browser(game.gm).post(page, form.sent)

    assert refused.status_code == 422
    shown = refused.context["form"]
    assert shown["participants.0.harm"].value() == "on"
    assert shown["participants.0.count"].value() == "highest"


def test_a_request_that_goes_back_to_the_gm_is_answered_and_keeps_what_they_settled(
    game: Game, ann: str
) -> None:
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    throw: dict[str, Any] = {"thrower": {"id": ann, "stat_name": "stealth"}}
    ask_players(actor=game.gm, action=STATIC, settled={ann: throw}, key="ask")
    (first,) = Pending.objects.filter(question=STATIC, state="open")
    waits = f"/campaigns/{game.campaign.pk}/play/waiting/{first.pk}/"
    form = first_form(browser(game.player), waits)

    assert browser(game.player).post(waits, {**form.sent, "form.command": "ask-gm"}).status_code == 302

    first.refresh_from_db()
    (back,) = Pending.objects.filter(question=STATIC, state="open")
    assert (first.state, back.for_role) == ("answered", "gm")
    assert as_values(back.data["given"])["thrower"] == throw["thrower"]
    stack("cups-9", "cups-2", "cups-3", "cups-4")
    at = f"/campaigns/{game.campaign.pk}/play/waiting/{back.pk}/"
    played = first_form(browser(game.gm), at)
    assert browser(game.gm).post(at, {**played.sent, "intensity": "5"}).status_code == 302
    assert not Pending.objects.filter(question=STATIC, state="open").exists()


def told(game: Game) -> list[str]:
    """All entries as another player reads them."""
    found = Part.objects.filter(entry__campaign=game.campaign)
    entries = {part.entry_id for part in found}
    whole = (read_entry(Viewer.of(game.other_player), found.filter(entry=one)) for one in sorted(entries))
    return [json.dumps(one, default=str) for one in whole]


@pytest.mark.clause("DEC-THROW-03", "DEC-DECK-08")
def test_anybody_draws_from_the_players_deck_and_only_the_host_from_the_horrors(game: Game) -> None:
    decks = standing(game.campaign)
    drawn: Any = game.act("demon_city.draw", {"deck": {"id": decks["players"]}, "count": 2}, by=game.player)
    assert len(drawn.result.outcome.cards) == 2
    with pytest.raises(NotAllowed, match="Only the GM throws from the Horror's Deck"):
        game.act("demon_city.draw", {"deck": {"id": decks["horror"]}, "count": 1}, by=game.player)
    game.act("demon_city.draw", {"deck": {"id": decks["horror"]}, "count": 1})


@pytest.mark.clause("DEC-THROW-09", "DEC-TIE-02")
def test_what_a_failure_or_a_tie_brings_is_written_on_the_task_and_no_longer_asked(
    game: Game, ann: str, ghoul: str
) -> None:
    lock = game.make("demon_city.task", "The lock")
    throw = {"thrower": {"id": ann}, "intensity": 8, "task": {"id": lock}}
    stack("cups-2", "cups-3", "cups-4")
    stack("pentacles-4")
    game.act(STATIC, throw)
    assert to_write(game) == ["consequence"]
    game.edit(lock, consequence="The guard hears it.")
    assert to_write(game) == []

    game.act(STATIC, throw)
    assert (game.sheet(lock)["consequence"], to_write(game)) == (None, ["consequence"])
    contest = {"actor": {"id": ann}, "opponent": {"id": ghoul}, "task": {"id": lock}}
    game.act(OPPOSED, contest)
    assert to_write(game) == ["complication", "consequence"]
    game.edit(lock, complication="  The alarm rings.")
    assert to_write(game) == ["consequence"]


def to_write(game: Game) -> list[str]:
    """The fields that the Host is asked to write."""
    found = Pending.objects.filter(record__campaign=game.campaign, question="table.edit", state="open")
    return sorted(str(one.data["field"]) for one in found)


@pytest.mark.clause("DEC-DECK-18")
def test_the_host_shares_what_is_left_of_the_horrors_deck(game: Game) -> None:
    horror = game.sheet(standing(game.campaign)["horror"])
    page = f"/campaigns/{game.campaign.pk}/decks/"
    assert browser(game.player).post(f"{page}share/", {"key": "once"}).status_code == 403
    assert browser(game.gm).post(f"{page}share/", {"key": "once"}).status_code == 302

    (note,) = (one for one in told(game) if "Left in the Horror" in one)
    for card in horror["draw"]:
        assert words.choice_of("demon_city", "card", card) in note
    shown = browser(game.player).get(page)
    players, horrors = (deck for deck, _anew in shown.context["decks"])
    assert sorted(players.face_down) == sorted(game.sheet(standing(game.campaign)["players"])["draw"])
    assert horrors.face_down == ()


@pytest.mark.clause("DEC-CALM-05")
def test_the_host_counts_somebody_out_of_the_round_from_their_card(game: Game, ann: str, ghoul: str) -> None:
    around = {"id": game.make("demon_city.round", "Round")}
    game.act("demon_city.announce_order", {"round": around, "characters": [{"id": ann}, {"id": ghoul}]})
    page, client = f"/campaigns/{game.campaign.pk}/cast/{ann}/change/", browser(game.gm)

    for code, left_out in (("counted-out", [ann]), ("counted-in", [])):
        assert client.post(page, {"do": code, "key": game.key()}).status_code == 302
        assert game.sheet(around["id"])["counted_out"] == left_out


@pytest.mark.clause("DEC-CRIT-01", "DEC-CRIT-05")
def test_a_fumble_and_a_critical_success_are_told_of_every_throw(game: Game, ann: str, ghoul: str) -> None:
    decks = standing(game.campaign)
    award = {"character": {"id": ann}, "deck": {"id": decks["players"]}, "card": "cups-queen"}
    game.act("demon_city.award_significator", award)
    stack("pentacles-2")
    check: dict[str, Any] = {"character": {"id": ann}, "intensity": 2}
    sides = {"actor": {"id": ann}, "opponent": {"id": ghoul}}
    acts = (
        (CALM, check, "fool", "A fumble"),
        (CALM, check, "cups-queen", "A critical success"),
        (OPPOSED, sides, "cups-queen", "A critical success for"),
    )
    for action, given, card, words_told in acts:
        stack(card)
        entry = game.act(action, given).entry
        page = browser(game.player).get(f"/campaigns/{game.campaign.pk}/log/{entry.seq}/").content.decode()
        assert words_told in page, action
        assert ("their Significator" in page) == (words_told != "A fumble")
        assert ("Queen of Cups, Significator" in page) == (words_told != "A fumble")
        game.undo(entry.seq)


@pytest.mark.clause("DEC-THROW-06", "TAB-ASK-04")
def test_players_who_throw_against_each_other_are_both_asked_and_see_no_card_before_the_other_is_ready(
    game: Game, ann: str
) -> None:
    bo = game.make("demon_city.character", "Bo", owner=game.other_player, **STATS)
    sides = {"actor": {"id": ann}, "opponent": {"id": bo}}
    stack("cups-4", "cups-3", "cups-8")

    ask_players(actor=game.gm, action=OPPOSED, settled={ann: sides}, key="ask")
    mine, theirs = asked(game, OPPOSED)
    assert [str(one.who_id) for one in (mine, theirs)] == [ann, bo]
    with pytest.raises(InvalidInput, match="no piano"):
        thrown(game, game.player, mine, {"actor": {"id": ann, "stat_name": "piano"}})
    laid = thrown(game, game.player, mine, {"actor": {"id": ann, "stat_name": "stealth"}}, key="mine")
    again = thrown(game, game.player, mine, {"actor": {"id": ann, "stat_name": "stealth"}}, key="mine")

    assert (again.entry, again.was_repeated) == (laid.entry, True)
    assert [step.drawn for step in laid.steps] == [(), ()]
    assert [one.pk for one in asked(game, OPPOSED)] == [theirs.pk]
    (waits,) = asked(game, OPPOSED)
    came = thrown(game, game.other_player, waits, {"opponent": {"id": bo, "stat_name": "calm"}})
    outcome: Any = came.result.outcome
    assert (outcome.actor.id, outcome.actor.throws, outcome.opponent.throws) == (ann, 2, 1)
    assert (outcome.result, asked(game, OPPOSED)) == ("lose", [])
    assert game.verified().holds


def thrown(
    game: Game, member: Membership, waits: Pending, given: dict[str, Any], key: str | None = None
) -> Played:
    request = ActRequest(key or game.key(), (Request(OPPOSED, given),), answers=str(waits.pk))
    return face_to_face.answer(member, request)


@pytest.mark.clause("DEC-EXTRA-06", "DEC-THROW-16")
def test_how_many_cards_a_throw_takes_is_said_before_it(game: Game, ann: str) -> None:
    page = f"/campaigns/{game.campaign.pk}/play/{STATIC}/"
    form = first_form(browser(game.player), f"{page}?thrower={ann}&thrower.stat_name=stealth&intensity=5")

    odds = page.replace("/play/", "/play/odds/")
    told = browser(game.player).post(odds, form.sent).content.decode()

    assert "2 cards" in told
    assert "Higher stat +1" in told


@pytest.mark.clause("DEC-EXTRA-05", "DEC-INTENS-07")
def test_a_stat_of_a_sheet_above_9_makes_its_throw_supernatural_by_itself(game: Game, ann: str) -> None:
    more: dict[str, Any] = {"stats.perception": 10, "stats.calm": 12, "stats.toughness": 11, "out": True}
    seer = game.make("demon_city.character", "Seer", control="gm", state="active", **more)
    gm, with_it = browser(game.gm), {"id": seer, "stat_name": "perception"}
    page = f"/campaigns/{game.campaign.pk}/play/{STATIC}/"
    form = first_form(gm, f"{page}?thrower={seer}&thrower.stat_name=perception&intensity=10")

    odds = gm.post(page.replace("/play/", "/play/odds/"), form.sent).content.decode()
    assert "A stat above 9" not in odds
    assert "1 card" in odds
    assert gm.post(page, form.sent).status_code == 302

    for action, given in (
        (STATIC, {"thrower": with_it, "intensity": 10}),
        (OPPOSED, {"actor": {"id": ann}, "opponent": with_it}),
        ("demon_city.calm", {"character": {"id": seer}, "intensity": 10}),
        ("demon_city.recover_toughness", {"character": {"id": seer}, "intensity": 10}),
    ):
        played = game.act(action, given)
        told: Any = next(step.input for step in played.steps if step.action == action)
        (own,) = {"thrower", "opponent", "character"} & {*told}
        assert told[own]["supernatural"] is True, action
        assert getattr(played.result.outcome, "auto", None) is None, action


@pytest.mark.clause("DEC-EXTRA-05")
def test_a_stat_that_is_typed_is_no_sheets_and_above_9_refused(game: Game) -> None:
    beyond: dict[str, Any] = {"stats.perception": 10}
    seer = game.make("demon_city.character", "Seer", control="gm", state="active", **beyond)
    otherwise = {"id": seer, "stat_name": "perception", "stat": 3}

    with pytest.raises(RuleViolation) as refused:
        game.act(STATIC, {"thrower": {"id": seer, "stat": 10}, "intensity": 3})
    told: Any = game.act(STATIC, {"thrower": otherwise, "intensity": 3}, override=BY_OVERRIDE).steps[-1]

    assert refused.value.clause == "DEC-EXTRA-05"
    assert told.input["thrower"]["supernatural"] is False


@pytest.mark.clause("DEC-EXTRA-06")
@pytest.mark.parametrize(
    ("action", "settled"),
    [
        (STATIC, {"thrower": {"stat_name": "investigation"}, "intensity": 5}),
        (OPPOSED, {"actor": {"stat_name": "stealth"}, "opponent": {"stat_name": "investigation"}}),
    ],
)
def test_nobody_is_asked_to_throw_with_what_their_sheet_has_not(
    action: str, settled: dict[str, Any], game: Game, ann: str
) -> None:
    """They could not answer: what the GM settles is not theirs to change."""
    bo = game.make("demon_city.character", "Bo", owner=game.other_player, **STATS)
    path, *others = settled if action == OPPOSED else ("thrower",)
    people = {ann: {**settled, path: {**settled[path], "id": ann}}}
    if others:
        people[ann]["opponent"] = {**settled["opponent"], "id": bo}
    else:
        game.edit(ann, **{"stats.investigation": 4})
        people[bo] = {**settled, path: {**settled[path], "id": bo}}

    with pytest.raises(Lacking) as refused:
        ask_players(actor=game.gm, action=action, settled=people, key="ask")

    assert told_lacking("demon_city", refused.value) == "Bo has no Investigation."
    assert asked(game, action) == []


@pytest.mark.clause("DEC-EXTRA-01")
def test_what_gives_a_card_is_called_the_same_before_and_after_a_throw(game: Game, ann: str) -> None:
    advantage = {"source": "situational", "dice": 1, "cause": "high ground"}
    thrower = {"id": ann, "stat_name": "stealth", "modifiers": [advantage]}
    played = game.act(STATIC, {"thrower": thrower, "intensity": 5}, by=game.gm)

    page = f"/campaigns/{game.campaign.pk}/log/{played.entry.seq}/"
    told = re.sub("<[^>]+>", " ", browser(game.gm).get(page).content.decode())
    parts = dict(re.findall(r"(Base|Higher stat|Advantage|Situational|High stat)\s+\+?(\d)", told))

    assert parts == {"Base": "1", "Higher stat": "1", "Advantage": "1"}


@pytest.mark.clause("DEC-THROW-06")
def test_the_odds_of_an_opposed_throw_say_whose_they_are(game: Game, ann: str) -> None:
    bo = game.make("demon_city.character", "Bo", owner=game.other_player, **STATS)
    sides = {"actor": {"id": ann, "stat_name": "stealth"}, "opponent": {"id": bo, "stat_name": "agility"}}
    ask_players(actor=game.gm, action=OPPOSED, settled={ann: sides}, key="ask")
    theirs = asked(game, OPPOSED)[1]
    page = f"/campaigns/{game.campaign.pk}/play/waiting/{theirs.pk}/"
    client = browser(game.other_player)

    before = client.post(f"{page}odds/", first_form(client, page).sent).content.decode()
    seq = game.act(OPPOSED, sides).entry.seq
    beforehand = client.get(f"/campaigns/{game.campaign.pk}/log/{seq}/").content.decode()

    open_ended = {ann: {"actor": {"id": ann}, "opponent": {"id": bo}}}
    ask_players(actor=game.gm, action=OPPOSED, settled=open_ended, key="open")
    waits = f"/campaigns/{game.campaign.pk}/play/waiting/{asked(game, OPPOSED)[-1].pk}/"
    sent = {**first_form(client, waits).sent, "opponent.stat_name": "agility"}
    assert client.post(f"{waits}odds/", sent).content == b""  # nobody knows yet what Ann throws with

    for told in (before, beforehand):
        assert all(one in told for one in ("Ann wins", "Bo wins", "Bo fumbles"))
        assert told.index("Ann wins") < told.index("of that: Bo fumbles") < told.index("Bo wins")
        assert "Lose" not in told


@pytest.mark.clause("DEC-THROW-06", "TAB-ASK-04")
def test_whoever_is_ready_face_down_reads_so_in_a_line_and_then_what_came_of_both(
    game: Game, ann: str
) -> None:
    bo = game.make("demon_city.character", "Bo", owner=game.other_player, **STATS)
    ask_players(
        actor=game.gm,
        action=OPPOSED,
        settled={ann: {"actor": {"id": ann}, "opponent": {"id": bo}}},
        key="ask",
    )
    at = f"/campaigns/{game.campaign.pk}"
    asking = first_form(browser(game.gm), f"{at}/ask/?act={OPPOSED}&who={ann}")
    assert ann not in asking.controls["opponent.id"].options
    assert "Ask 1 player" not in text(browser(game.gm), f"{at}/ask/?act={OPPOSED}&who={ann}")
    mine, theirs = (f"{at}/play/waiting/{one.pk}/" for one in asked(game, OPPOSED))
    player, other, htmx = browser(game.player), browser(game.other_player), {"HX-Request": "true"}
    form = first_form(player, mine)
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    for client, page, own in ((player, mine, "actor"), (other, theirs, "opponent")):
        assert re.findall(r"propose 1 (\w+)\.modifiers", text(client, page)) == [own]
    assert "<span>Ready</span>" in player.get(mine).content.decode()

    assert "Without one there is no extra card for a higher stat." in text(player, mine)
    assert not re.search(
        "<legend>Thrower<|Who throws|something supernatural|answer. Ann", text(player, mine), re.IGNORECASE
    )
    passed_over = player.post(mine, {**form.sent, "actor.skill.name": "climbing"}, headers=htmx)
    assert passed_over.status_code == 422
    for one in ("Choose one, or that none applies.", "No characteristic applies", "climbing"):
        assert one in passed_over.content.decode()
    form.fill("actor.stat_name", "stealth")
    laid = player.post(mine, form.sent, headers=htmx).content.decode()
    seq = newest(game)
    line, entry = (text(player, page) for page in (mine, f"{at}/log/{seq}/"))

    assert "You are ready, face down. Bo is asked." in laid
    assert "You are ready, face down. Bo is asked." in line
    assert "Ann is ready, face down. Bo is asked." in entry
    for one in (laid, line, entry):
        assert not any(kept in one for kept in ("A note on", "Who acts", "Stealth"))
    assert player.get(mine, headers=htmx).status_code == 204
    assert other.get(mine).status_code == 404
    assert all(one in text(other, theirs) for one in ("The other side is ready", "Turn it over"))
    assert "Ann, Stealth" not in text(other, theirs), "it lies face down"
    stack("cups-4", "cups-3", "cups-8")
    none = {**first_form(other, theirs).sent, "opponent.stat_name": "-"}
    assert other.post(f"{theirs}odds/", none).content == b""
    assert other.post(theirs, none, headers=htmx).status_code == 200
    came = newest(game)

    assert f'id="entry-{came}"' in player.get(mine, headers=htmx).content.decode()
    assert player.get(mine).headers["Location"] == f"{at}/log/{came}/"
    assert other.get(theirs).headers["Location"] == f"{at}/log/{came}/"


def text(client: Client, page: str) -> str:
    return client.get(page).content.decode()


def newest(game: Game) -> int:
    return Entry.objects.filter(campaign=game.campaign).latest("seq").seq
