"""What calls for cards outside of a round, and what stays with the Host: throws, awards, Calm, consequences."""

from typing import Any

import pytest

from campaigns.games.demon_city.decks.reading import standing
from campaigns.log.projector import read_entry, read_record
from campaigns.models import Entry, Part, Pending
from campaigns.policy import NotAllowed
from campaigns.services.asking import ask_player
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import Hidden, Viewer
from rules.demon_city.announcing import Announcement
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.form_filling import first_form
from tests.campaigns.games.demon_city.answering import answered, asked
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.spine import Game, browser, document
from tests.rules.demon_city.asking import outcome

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STATIC, OPPOSED, CALM = (f"demon_city.{verb}" for verb in ("static_throw", "opposed_throw", "calm"))
STATS: dict[str, Any] = {
    "stats.agility": 3,
    "stats.calm": 3,
    "stats.toughness": 3,
    "toughness": 3,
    "state": "active",
}


def leave_rulings_to_the_host(game: Game) -> None:
    game.act("table.change_policy", {"values": {"player_rulings": False}})


@pytest.mark.clause("DEC-DECK-01")
def test_nobody_but_the_host_builds_a_deck(game: Game) -> None:
    for verb, name in (("build_players_deck", "players"), ("build_horror_deck", "horror")):
        with pytest.raises(NotAllowed):
            game.act(f"demon_city.{verb}", {"deck": {"id": standing(game.campaign)[name]}}, by=game.player)


@pytest.mark.clause("DEC-DECK-05", "DEC-DECK-08", "DEC-THROW-03")
def test_all_players_share_one_pile_and_one_discard_and_the_host_has_their_own(game: Game) -> None:
    own = standing(game.campaign)
    third = game.make("demon_city.deck", "Another")
    for verb, clause in (("build_players_deck", "DEC-DECK-05"), ("build_horror_deck", "DEC-DECK-08")):
        with pytest.raises(RuleViolation) as refused:
            game.act(f"demon_city.{verb}", {"deck": {"id": third}, "cards": ["cups-1", "cups-2"]})
        assert refused.value.clause == clause
    stack("cups-3", "cups-4", "cups-5")

    for verb, by in (("c10", game.player), ("c100", game.other_player)):
        game.act(f"demon_city.{verb}", {"deck": "players"}, by=by)
    game.act("demon_city.c10", {"deck": "horror"})

    assert (game.sheet(own["players"])["discard"], game.sheet(own["players"])["table"]) == (
        ["cups-3"],
        ["cups-4", "cups-5"],
    )
    assert game.sheet(own["horror"])["discard"] == []
    assert len(game.sheet(own["horror"])["table"]) == 1


@pytest.mark.clause("DEC-DECK-17")
def test_whoever_the_host_runs_drives_with_the_horrors_deck(game: Game, ann: str, ghoul: str) -> None:
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    ally = game.make("demon_city.character", "The watchman", control="gm", **STATS)
    drivers = [{"id": who, "side": "us", "throws": 1} for who in (ann, ally)]
    drivers.append({"id": ghoul, "side": "them", "throws": 1})
    race = {"chase": {"id": game.make("demon_city.chase", "The road")}, "sides": sides, "drivers": drivers}

    game.act("demon_city.chase", race)
    on_table = {name: len(game.sheet(one)["table"]) for name, one in standing(game.campaign).items()}
    game.act("demon_city.c100", {})  # DEC-CHUNDRED-04: the Host's too

    assert on_table == {"players": 1, "horror": 2}
    assert len(game.sheet(standing(game.campaign)["players"])["table"]) == 2


@pytest.mark.clause("DEC-DECK-18")
def test_what_was_discarded_is_everybodys_to_read_and_no_order_is(game: Game) -> None:
    for name in ("players", "horror"):
        for _ in range(2):
            game.act("demon_city.c10", {"deck": name})
        deck = game.sheet(standing(game.campaign)[name])

        for member in (game.player, game.observer):
            seen = read_record(Viewer.of(member), deck)
            assert seen is not None
            assert (seen["discard"], seen["table"]) == (deck["discard"], deck["table"])
            assert isinstance(seen["draw"], Hidden)


@pytest.mark.clause("DEC-THROW-01", "DEC-THROW-12")
def test_the_host_calls_for_a_throw_on_what_a_player_said_they_try(game: Game, ann: str) -> None:
    leave_rulings_to_the_host(game)
    game.act("table.note", {"words": "The door is locked."})
    game.act("table.note", {"words": "I pick the lock.", "about": [ann]}, by=game.player)
    given = {"thrower": {"id": ann}, "intensity": 0}
    task = {"about": {"kind": "demon_city.task", "name": "The lock", "owner": None}, "fields": []}
    for action, uncalled in ((STATIC, given), ("table.create", task)):
        with pytest.raises(NotAllowed):
            game.act(action, uncalled, by=game.player)
    assert not game.sheet(standing(game.campaign)["players"])["table"]

    lock = game.make("demon_city.task", "The lock")
    settled: dict[str, Any] = {**given, "task": {"id": lock}, "intensity": 6}
    ask_player(actor=game.gm, action=STATIC, who=ann, settled=settled, key="ask")
    thrown = answered(game, STATIC)

    (step,) = (step for step in thrown.steps if step.action == STATIC)
    assert step.input["intensity"] == 6
    assert game.sheet(lock)["state"] in ("done", "failed")


@pytest.mark.clause("DEC-THROW-07")
def test_one_task_is_thrown_for_against_a_number_or_against_somebody(
    game: Game, ann: str, ghoul: str
) -> None:
    lock = {"id": game.make("demon_city.task", "The lock")}
    still = {"task": lock, "thrower": {"id": ann}, "intensity": 4}
    against = {"task": lock, "actor": {"id": ann}, "opponent": {"id": ghoul}}
    stack("cups-7")
    stack("pentacles-3")

    game.act(STATIC, still)
    assert not game.sheet(standing(game.campaign)["horror"])["table"]
    game.act(OPPOSED, against)
    assert game.sheet(standing(game.campaign)["horror"])["table"] == ["pentacles-3"]

    for action, mixed in (
        (STATIC, {**still, "opponent": {"id": ghoul}}),
        (OPPOSED, {**against, "intensity": 4}),
    ):
        with pytest.raises(InvalidInput):
            game.act(action, mixed)


@pytest.mark.clause("DEC-THROW-09")
def test_the_host_is_asked_what_a_failure_brings(game: Game, ann: str) -> None:
    lock = game.make("demon_city.task", "The lock")
    stack("cups-2", "cups-3", "cups-9")
    throw = {"task": {"id": lock}, "thrower": {"id": ann}, "intensity": 5}

    game.act(STATIC, throw, by=game.player)
    game.act(STATIC, throw, by=game.player)

    assert game.sheet(lock)["state"] == "failed"
    waits = Pending.objects.get(record__campaign=game.campaign, state="open")
    asked_of = (waits.question, waits.for_role, str(waits.who_id), waits.clause, waits.data)
    assert asked_of == ("table.edit", "gm", lock, "DEC-THROW-09", {"field": "consequence"})
    brings: dict[str, Any] = {
        "changes": [{"field": "consequence", "set": "The guard hears it."}],
        "reason": "as it failed",
    }
    written = Request("table.edit", {"record": {"id": lock}, **brings})
    with pytest.raises(NotAllowed):
        play(game.player, ActRequest("player", (written,), answers=str(waits.pk)))
    play(game.gm, ActRequest("gm", (written,), answers=str(waits.pk)))
    assert asked(game, "table.edit") == []

    game.act(STATIC, throw, by=game.player)
    assert (game.sheet(lock)["state"], asked(game, "table.edit")) == ("done", [])


@pytest.mark.clause("DEC-THROW-14")
def test_an_opposed_throw_takes_two_so_that_three_are_thrown_in_pairs(
    game: Game, ann: str, ghoul: str
) -> None:
    bo = game.make("demon_city.character", "Bo", **STATS)
    for opponents in ([{"id": ghoul}, {"id": bo}], {"id": ghoul, "and": bo}):
        with pytest.raises(InvalidInput):
            game.act(OPPOSED, {"actor": {"id": ann}, "opponent": opponents})

    for one, other in ((ann, ghoul), (bo, ghoul), (ann, bo)):
        game.act(OPPOSED, {"actor": {"id": one}, "opponent": {"id": other}})


@pytest.mark.clause("DEC-INTENS-10")
def test_an_intensity_that_the_host_keeps_hidden_is_read_once_the_cards_lie(game: Game, ann: str) -> None:
    request = Request(STATIC, {"thrower": {"id": ann}, "intensity": 7})

    entry = play(game.gm, ActRequest("throw", (request,), on_behalf_of=str(game.player.pk))).entry

    assert not Pending.objects.filter(record__campaign=game.campaign, question=STATIC).exists()
    told = read_entry(Viewer.of(game.player), Part.objects.filter(entry=entry))
    assert told is not None
    assert told["for"] == str(game.player.pk)
    step: Any = told["steps"][-1]
    assert step["input"]["intensity"] == step["outcome"]["intensity"] == 7


@pytest.mark.clause("DEC-EXTRA-04")
def test_the_host_awards_what_helps_with_its_source_and_a_note(game: Game, ann: str, ghoul: str) -> None:
    leave_rulings_to_the_host(game)
    award: dict[str, Any] = {"source": "situational", "dice": 1, "note": "from above"}
    throw = {"thrower": {"id": ann, "modifiers": [award]}, "intensity": 3}
    contest = {"actor": {"id": ann}, "opponent": {"id": ghoul}}
    ask_player(actor=game.gm, action=OPPOSED, who=ann, settled=contest, key="ask")
    helped = Request(OPPOSED, {"actor": {"id": ann, "modifiers": [award]}})
    with pytest.raises(RuleViolation, match="Only the GM enters extra throws") as refused:
        play(game.player, ActRequest("helped", (helped,), answers=str(asked(game, OPPOSED)[0].pk)))
    answered(game, OPPOSED)
    assert refused.value.clause == "DEC-EXTRA-04"
    with pytest.raises(InvalidInput):
        game.act(STATIC, {**throw, "thrower": {"id": ann, "modifiers": [{"dice": 1, "note": "from above"}]}})

    entry = game.act(STATIC, throw).entry

    told = read_entry(Viewer.of(game.player), Part.objects.filter(entry=entry))
    assert told is not None
    step: Any = told["steps"][-1]
    (shown,) = step["input"]["thrower"]["modifiers"]
    assert (shown["source"], shown["note"]) == ("situational", "from above")


@pytest.mark.clause("DEC-EXTRA-02", "DEC-EXTRA-03")
def test_two_extra_throws_that_the_host_grants_are_two_advantages(game: Game, ann: str) -> None:
    ask_player(
        actor=game.gm, action=STATIC, who=ann, settled={"thrower": {"id": ann}, "intensity": 9}, key="k"
    )
    granted = game.act("table.grant", {"who": {"id": ann}, "dice": 2, "words": "from above"})
    bonus = str(granted.steps[0].input["bonus_id"])
    given = Request(STATIC, {"thrower": {"id": ann, "modifiers": [{"bonus": bonus}]}})

    played = play(game.player, ActRequest("k2", (given,), answers=str(asked(game, STATIC)[0].pk)))

    throw: Any = next(step for step in played.steps if step.action == STATIC)  # its cards are drawn before it
    assert [(one["dice"], one["note"]) for one in throw.input["thrower"]["modifiers"]] == [
        (1, "from above")
    ] * 2
    assert throw.result.outcome.hand.throws == 3
    assert game.sheet(bonus)["state"] == "spent"


@pytest.mark.clause("DEC-EXTRA-03")
def test_two_extra_throws_in_the_hosts_own_form_are_two_advantages(game: Game, ann: str) -> None:
    url = f"/campaigns/{game.campaign.pk}/play/{STATIC}/"
    sent = {"thrower.id": ann, "intensity": "9", "thrower.modifiers.plus": "2", "key": "two"}

    answer = browser(game.gm).post(url, sent)

    assert answer.status_code == 302, answer.content.decode()
    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    (throw,) = (one for one in document(newest)["steps"] if one["action"] == STATIC)
    assert [one["dice"] for one in throw["input"]["thrower"]["modifiers"]] == [1, 1]


@pytest.mark.clause("DEC-LOST-01")
def test_what_is_harder_from_outside_costs_no_throw() -> None:
    mundane = {"id": "ann", "stat": 3}
    extra = {"source": "situational", "dice": 1, "cause": "the dark"}
    lost = {"source": "hindrance", "dice": -1, "cause": "the dark"}

    harder = [outcome("static_throw", {"thrower": mundane, "intensity": one}, ["cups-2"]) for one in (4, 9)]
    foe = {"id": "x", "stat": 3, "modifiers": [extra]}
    opposed = outcome("opposed_throw", {"actor": mundane, "opponent": foe}, ["cups-2", "cups-3", "cups-4"])
    instead = outcome(
        "opposed_throw",
        {"actor": {**mundane, "modifiers": [lost]}, "opponent": {"id": "x", "stat": 3}},
        ["cups-2", "cups-3", "cups-4"],
    )

    assert [one["hand"]["throws"] for one in harder] == [1, 1]
    assert (opposed["actor"]["throws"], opposed["opponent"]["throws"], opposed["warnings"]) == (1, 2, [])
    assert instead["warnings"] == ["prefer_extra"]


@pytest.mark.clause("DEC-TIE-02", "DEC-TIE-03")
def test_the_host_says_what_a_tie_changes_and_the_task_is_tried_again(
    game: Game, ann: str, ghoul: str
) -> None:
    lock = game.make("demon_city.task", "The lock")
    contest = {"actor": {"id": ann}, "opponent": {"id": ghoul}}
    stack("cups-6", "cups-5")
    stack("pentacles-6", "pentacles-5")
    game.act(OPPOSED, {**contest, "task": {"id": lock}})
    assert game.sheet(lock)["state"] == "complicated"
    with pytest.raises(RuleViolation) as refused:
        game.act(STATIC, {"task": {"id": lock}, "thrower": {"id": ann}, "intensity": 1}, by=game.player)
    assert refused.value.clause == "DEC-TIE-03"

    game.act(OPPOSED, contest)

    waits = Pending.objects.filter(record__campaign=game.campaign, state="open").order_by("question")
    assert [(one.question, one.for_role, str(one.who_id), one.clause) for one in waits] == [
        ("table.edit", "gm", lock, "DEC-TIE-02"),
        ("table.ruling", "gm", ann, "DEC-TIE-02"),
    ]
    game.edit(lock, complication="It screams.")
    stack("cups-9")
    game.act(STATIC, {"task": {"id": lock}, "thrower": {"id": ann}, "intensity": 1}, by=game.player)
    assert game.sheet(lock)["state"] == "done"


@pytest.mark.clause("DEC-CLASH-22", "DEC-CALM-01")
def test_the_host_calls_one_or_more_to_check_their_calm(game: Game, ann: str) -> None:
    leave_rulings_to_the_host(game)
    bo = game.make("demon_city.character", "Bo", owner=game.player, **STATS)
    check = {"purpose": "check", "intensity": 4}
    with pytest.raises(NotAllowed):
        game.act(CALM, {"character": {"id": ann}, **check}, by=game.player)

    for who in (ann, bo):
        settled: dict[str, Any] = {"character": {"id": who}, **check}
        ask_player(actor=game.gm, action=CALM, who=who, settled=settled, key=game.key())

    for who in (ann, bo):
        checked: Any = next(step.input for step in answered(game, CALM).steps if step.action == CALM)
        assert (checked["character"]["id"], checked["intensity"]) == (who, 4)
    assert asked(game, CALM) == []


@pytest.mark.clause("DEC-POS-02", "DEC-POS-03")
def test_where_a_place_lies_is_said_in_feet_and_words_and_judged_by_the_host(
    game: Game, ann: str, ghoul: str
) -> None:
    around = {"id": game.make("demon_city.round", "Round")}
    game.act("demon_city.announce_order", {"round": around, "characters": [{"id": ann}, {"id": ghoul}]})
    game.edit(around["id"], order=[ann, ghoul])
    game.edit(ann, reposition=60)
    form = first_form(browser(game.player), f"/campaigns/{game.campaign.pk}/play/demon_city.announce/")
    assert {"reposition", "range"} <= set(form.controls)
    leap = {"round": around, "character": {"id": ann}, "kind": "attack", "targets": [ghoul], "reposition": 40}
    before = game.state()

    announced = game.act("demon_city.announce", {**leap, "range": 10}, by=game.player)
    assert isinstance(announced.result.outcome, Announcement)
    assert announced.result.outcome.weapon_range is not None
    assert announced.result.outcome.weapon_range.fighting_back == 10
    game.undo(announced.entry.seq)  # the ceiling cannot be reached

    assert game.state() == before


@pytest.mark.clause("DEC-DECK-20", "DEC-CRIT-05")
def test_significators_of_whom_the_host_runs_by_now_stop_no_throw(game: Game) -> None:
    lost = game.make("demon_city.character", "Cass", control="gm", **STATS)
    game.edit(lost, significators=["star"])
    game.edit(game.make("demon_city.character", "Dee", owner=game.player, **STATS), significators=["sun"])

    thrown: Any = game.act(STATIC, {"thrower": {"id": lost}, "intensity": 3})

    assert thrown.steps[-1].input["thrower"]["significators"] == ()
    assert game.verified().holds


@pytest.mark.clause("DEC-DECK-21", "DEC-DECK-08", "DEC-CHUNDRED-04", "DEC-EXTRA-06")
def test_forms_offer_what_a_throw_may_be_made_with_and_no_more(game: Game, ann: str) -> None:
    game.edit(ann, significators=["sun"])
    unseen = {"kind": "demon_city.character", "name": "Ghoul", "owner": None, "visibility": "gm"}
    game.act("table.create", {"about": unseen, "fields": [{"field": "stats.occult", "set": 4}]})
    home, spend = f"/campaigns/{game.campaign.pk}", "demon_city.spend_significator"
    player = browser(game.player)

    def is_offered() -> set[bool]:
        pages = (f"{home}/play/", f"{home}/characters/{ann}/")
        return {spend in player.get(page).content.decode() for page in pages}

    assert is_offered() == {False}
    game.act("table.change_settings", {"system": "demon_city", "values": {"spend_significators": True}})
    assert is_offered() == {True}
    assert (
        f"{spend}/?character={ann}&amp;card=sun" in player.get(f"{home}/characters/{ann}/").content.decode()
    )
    assert first_form(player, f"{home}/play/demon_city.c10/").controls["deck"].options == ["players"]
    assert "deck" not in first_form(player, f"{home}/play/demon_city.c100/").controls
    stats = first_form(player, f"{home}/play/{STATIC}/?thrower={ann}").controls["thrower.stat_name"].options
    assert stats == ["", "calm", "agility", "toughness"]
    of_anybody = (
        first_form(browser(game.other_player), f"{home}/play/{STATIC}/").controls["thrower.stat_name"].options
    )
    assert "knowledge" in of_anybody
    assert "occult" not in of_anybody
