"""Whatever a table agreed on, it can play: what the GM settles, what a player chooses, and what a player agrees to."""

import html
import re
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import pytest

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import Entry, Membership, Pending, Record
from campaigns.policy import POLICIES, RULINGS, WHISPERS, who_answers
from campaigns.services.asking import ask_gm, ask_player
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.form_filling import Form, fill_in, first_form, told_faults
from tests.campaigns.spine import Game, browser, document, input_of, new_game
from tests.people import join_as

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

AGREEMENTS = list(product(RULINGS, (True, False)))
OTHERS = ("hand_dice", "player_undo", "sealed_rolls", "overrides")
SCORES: dict[str, Any] = {"stamina": 3, "will": 4, "lore": 3, "humanity": 4, "state": "active"}
DEMON: dict[str, Any] = {
    "stamina": 3,
    "will": 2,
    "power": 2,
    "lore": 1,
    "type": "object",
    "desire": "power",
    "telltale": "Ash.",
}
TRAITS = {f"traits.{name}": 3 for name in ("wits", "resolve", "strength")}


@pytest.fixture(params=AGREEMENTS, ids=lambda one: f"rulings-{one[0]}-consent-{one[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    game = new_game()
    rulings, consent = request.param
    others = dict.fromkeys(OTHERS, AGREEMENTS.index(request.param) % 2 == 0)
    agreed = {"player_rulings": rulings, "gm_may_consent": consent, **others}
    game.act("table.change_policy", {"values": agreed})
    return game


def url_of(game: Game, action: str) -> str:
    return f"/campaigns/{game.campaign.pk}/play/{action}/"


def asked(game: Game, action: str, settled: Mapping[str, Any]) -> str:
    """The GM puts an act to its player from the act's own form; the page on which it waits."""
    client = browser(game.gm)
    form = fill_in(client, first_form(client, url_of(game, action)), settled)
    answer = client.post(form.action, {**form.sent, "form.command": ["ask"]})
    assert answer.status_code == 302, told_faults(answer)
    waits = Pending.objects.get(record__campaign=game.campaign, question=action, state="open")
    return f"/campaigns/{game.campaign.pk}/play/waiting/{waits.pk}/"


def answered(member: Membership, action: str, url: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """A player answers what waits; what the act came to."""
    client = browser(member)
    form = fill_in(client, first_form(client, url), chosen)
    answer = client.post(form.action, form.sent)
    assert answer.status_code == 302, told_faults(answer)
    entry = Entry.objects.filter(campaign=member.campaign, cause=None).latest("seq")
    steps: dict[str, dict[str, Any]] = {step["action"]: step for step in document(entry)["steps"]}
    assert not Pending.objects.filter(
        record__campaign=member.campaign, clause="TAB-ASK-04", state="open"
    ).exists()
    return steps[action]


@pytest.mark.clause("TAB-ASK-04")
def test_a_demon_is_bound_with_its_binders_consent(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    ash = game.make("demon", "Ash", state="present", complete=True, summoned_by=mara, **DEMON)
    sides = {"sorcerer": {"id": mara}, "demon": {"id": ash}}
    settled = {**sides, "scores": ["will"], "need_met": True, "desire_met": False}

    url = asked(game, "sorcerer.bind", settled)
    page = browser(game.player).get(url).content.decode()
    step = answered(game.player, "sorcerer.bind", url, {"willing": True})

    assert "scores" not in Form(page, "action-form").controls
    assert (step["input"]["need_met"], step["input"]["willing"]) == (True, True)


@pytest.fixture
def mages(game: Game) -> dict[str, str]:
    """Ann, who has two wounds and a spell that moves them; Bea and Cal, whom two others play; Dee of the GM's."""
    fields: dict[str, Any] = {**TRAITS, "state": "active"}
    owners = {
        "ann": game.player,
        "bea": join_as(game.gm, "bea", "player"),
        "cal": join_as(game.gm, "cal", "player"),
    }
    made = {
        one: game.make("pandemonium.character", one.capitalize(), owner=owners.get(one), **fields)
        for one in ("ann", "bea", "cal", "dee")
    }
    ann = made["ann"]
    game.act("pandemonium.apply_damage", {"target": {"id": ann}, "damage": {"kind": "lethal", "wounds": 2}})
    spell = {"aspect": "covert", "kind": "transfer", "arcanum": "death"}
    game.act(
        "pandemonium.cast", {"spell": spell, "caster": {"id": ann}, "targets": [ann], "timing": "ritual"}
    )
    shared = str(Record.objects.get(campaign=game.campaign, kind="pandemonium.spell").pk)
    return {**made, "spell": shared}


def transfer(mages: Mapping[str, str], *onto: str) -> dict[str, Any]:
    """A wound moved onto each of these, who are willing."""
    return {
        "spell": {"id": mages["spell"]},
        "donor": {"id": mages["ann"]},
        "kinds": ["lethal"],
        "recipients": [{"id": mages[one], "willing": True} for one in onto],
        "allot": [{"to": mages[one], "kind": "lethal", "wounds": 1} for one in onto],
    }


def player_of(record: str) -> Membership:
    owner = Record.objects.get(pk=record).owner
    assert owner is not None
    return owner


def test_wounds_are_moved_onto_whoever_their_own_player_says_is_willing(
    game: Game, mages: dict[str, str]
) -> None:
    url = asked(game, "pandemonium.transfer", transfer(mages, "bea"))
    other = player_of(mages["bea"])
    page = re.sub(r"(\s|<[^>]*>)+", " ", browser(other).get(url).content.decode())
    step = answered(other, "pandemonium.transfer", url, {})

    assert "Recipients Bea" in page
    assert "Willing yes" in page
    assert step["input"]["recipients"][0]["willing"] is True
    assert game.sheet(mages["bea"])["health"]["lethal"] == 1


@pytest.mark.parametrize("other", ["cal", "dee"])
def test_nobody_is_asked_to_agree_for_somebody_else(game: Game, mages: dict[str, str], other: str) -> None:
    client = browser(game.gm)
    form = fill_in(
        client, first_form(client, url_of(game, "pandemonium.transfer")), transfer(mages, "bea", other)
    )

    answer = client.post(form.action, {**form.sent, "form.command": ["ask"]})

    assert answer.status_code == 422
    name = other.capitalize()
    assert (
        f"The player of Bea cannot agree for {name}. Ask about {name} in a separate action."
        in told_faults(answer)
    )
    assert not Pending.objects.filter(question="pandemonium.transfer").exists()


def test_two_who_are_willing_are_asked_one_after_the_other(game: Game, mages: dict[str, str]) -> None:
    for one in ("bea", "cal"):
        url = asked(game, "pandemonium.transfer", transfer(mages, one))
        answered(player_of(mages[one]), "pandemonium.transfer", url, {})

    assert [game.sheet(mages[one])["health"]["lethal"] for one in ("ann", "bea", "cal")] == [0, 1, 1]


def test_a_player_is_told_who_asks_whether_somebody_elses_character_is_willing(
    game: Game, mages: dict[str, str]
) -> None:
    game.act("table.change_policy", {"values": {"player_rulings": "players"}})
    client = browser(game.player)
    said = transfer(mages, "bea")
    said = {**said, "spell": {"id": mages["spell"]}, "recipients": [{"id": mages["bea"]}]}
    form = fill_in(client, first_form(client, url_of(game, "pandemonium.transfer")), said)

    answer = client.post(form.action, form.sent)

    assert answer.status_code == 422
    assert any("the GM asks that player" in told_fault for told_fault in told_faults(answer))


def test_a_thematic_check_is_made_by_whoever_chose_what_led_to_it(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    settled = {"character": {"id": mara}, "change": "loss"}

    url = asked(game, "sorcerer.humanity_check", settled)
    step = answered(game.player, "sorcerer.humanity_check", url, {"chosen": True})

    assert step["outcome"]["before"] == 4


def test_a_roll_is_made_against_the_difficulty_that_the_gm_named(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    settled = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}

    step = answered(game.player, "sorcerer.roll", asked(game, "sorcerer.roll", settled), {})

    assert step["input"]["opposing"]["dice"] == 3


def test_a_static_throw_is_made_against_the_intensity_that_the_gm_named(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player, state="active", **{"stats.agility": 3})
    lay_out_decks(actor=game.gm, key="decks")

    url = asked(game, "demon_city.static_throw", {"thrower": {"id": ann}, "intensity": 5})
    step = answered(game.player, "demon_city.static_throw", url, {"thrower": {"stat_name": "agility"}})

    assert step["outcome"]["intensity"] == 5


def test_the_traits_that_the_gm_left_open_are_named_by_the_player(game: Game) -> None:
    ana = game.make("fallen.character", "Ana", owner=game.player, state="active", strength=3, brawl=2)

    url = asked(game, "fallen.roll", {"roller": {"id": ana}, "difficulty": 8})
    named = {"traits": [{"name": "Strength"}, {"name": "Brawl"}]}
    step = answered(game.player, "fallen.roll", url, named)

    assert [trait["dice"] for trait in step["input"]["traits"]] == [3, 2]
    assert step["input"]["difficulty"] == 8


def test_traits_are_no_award(game: Game) -> None:
    mira = game.make("pandemonium.character", "Mira", owner=game.player, state="active", **TRAITS)
    client = browser(game.player)
    given = {"actor": {"id": mira}, "pool": {"traits": ["wits", "resolve"]}}
    form = fill_in(client, first_form(client, url_of(game, "pandemonium.roll")), given)

    answer = client.post(form.action, form.sent)

    assert answer.status_code == 302, told_faults(answer)


def test_a_pool_is_rolled_at_the_usual_difficulty(game: Game) -> None:
    ana = game.make("fallen.character", "Ana", owner=game.player, state="active", strength=3, brawl=2)
    client = browser(game.player)
    given = {"roller": {"id": ana}, "traits": [{"name": "Strength"}, {"name": "Brawl"}]}
    form = fill_in(client, first_form(client, url_of(game, "fallen.roll")), given)

    answer = client.post(form.action, form.sent)

    assert answer.status_code == 302, told_faults(answer)


@pytest.mark.clause("TAB-ASK-04")
def test_nothing_that_is_sent_changes_what_the_gm_settled(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    settled = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 9}}
    asked(game, "sorcerer.roll", settled)
    waits = Pending.objects.get(record__campaign=game.campaign, clause="TAB-ASK-04")
    easier: dict[str, Any] = {**settled, "opposing": {"score": "difficulty", "dice": 1}}

    step = Request("sorcerer.roll", easier)
    played = play(game.player, ActRequest("easier", (step,), answers=str(waits.pk)))

    assert input_of(played)["opposing"]["dice"] == 9


def test_the_gm_asks_about_nothing_that_is_hidden(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    about = {"kind": "demon", "name": "Ash", "visibility": "gm"}
    hidden = str(game.act("table.create", {"about": about}).steps[0].input["id"])
    client = browser(game.gm)
    given = {"acting": {"id": mara, "score": "will"}, "opposing": {"id": hidden, "score": "will"}}
    form = fill_in(client, first_form(client, url_of(game, "sorcerer.roll")), given)

    answer = client.post(form.action, {**form.sent, "form.command": ["ask"]})

    told = html.unescape(answer.content.decode())
    assert "see Ash." in told
    assert "Show Ash first, or do this yourself." in told
    assert "Ask the person it belongs to" not in told
    assert not Pending.objects.filter(record__campaign=game.campaign).exists()


@pytest.fixture
def everybody(mixed: Game) -> dict[str, str]:
    """Mara and Ash, Ann of Demon City, Ana of Fallen: the player's, but for the demon."""
    return {
        "mara": mixed.make("character", "Mara", owner=mixed.player, **SCORES),
        "ann": mixed.make(
            "demon_city.character", "Ann", owner=mixed.player, state="active", **{"stats.agility": 3}
        ),
        "ana": mixed.make("fallen.character", "Ana", owner=mixed.player, state="active", strength=3, brawl=2),
    }


@pytest.fixture
def mixed() -> Game:
    return new_game()


def covering() -> list[dict[str, Any]]:
    """Agreements of all policies, few of those that there are: every two values of two of them meet in some."""
    rows = []
    for number, (rulings, consent, by_hand, rest) in enumerate(product(RULINGS, *[(True, False)] * 3)):
        told = {"player_rulings": rulings, "gm_may_consent": consent, "hand_dice": by_hand}
        others = {"player_undo": rest, "sealed_rolls": rest is consent, "overrides": rest is by_hand}
        # Three in turn, while all else comes in twos.
        rows.append(told | others | {"whispers": WHISPERS[number % len(WHISPERS)]})
    return rows


def test_every_two_values_of_two_policies_are_played_together() -> None:
    several = {"player_rulings": RULINGS, "whispers": WHISPERS}
    values = {name: several.get(name, (True, False)) for name in POLICIES}
    rows = covering()

    assert all(row.keys() == POLICIES.keys() for row in rows)
    for one, other in combinations(POLICIES, 2):
        met = {(row[one], row[other]) for row in rows}
        assert met == {*product(values[one], values[other])}, (one, other)


def play_as_agreed(
    game: Game, action: str, who: str, own: dict[str, Any], of_gm: dict[str, Any], *, may_rule: bool
) -> None:
    """An act of a player's: at once where players rule, else asked of the GM, settled, and answered."""
    if may_rule:
        game.act(action, {**own, **of_gm}, by=game.player)
        return
    ask_gm(actor=game.player, action=action, who=who, given=own, key=game.key())
    ask_player(actor=game.gm, action=action, who=who, settled={**own, **of_gm}, key=game.key())
    asked_back = Pending.objects.get(record__campaign=game.campaign, state="open", clause="TAB-ASK-04")
    request = ActRequest(game.key(), (Request(action, own),), answers=str(asked_back.pk))
    play(game.player, request)


def test_every_value_of_every_policy_leaves_a_table_that_plays(
    mixed: Game, everybody: dict[str, str]
) -> None:
    game, mara = mixed, everybody["mara"]
    lay_out_decks(actor=game.gm, key="decks")
    for number, agreed in enumerate(covering()):
        game.act("table.change_policy", {"values": agreed})
        demon = game.make("demon", f"Ash {number}", state="present", complete=True, summoned_by=mara, **DEMON)
        sides = {"sorcerer": {"id": mara}, "demon": {"id": demon}}
        terms = {"scores": ["will"], "need_met": True, "desire_met": False}
        roll = {"acting": {"id": mara, "score": "will"}}
        against = {"opposing": {"score": "difficulty", "dice": 3}}
        check, thrower = {"character": {"id": mara}, "chosen": True}, {"thrower": {"id": everybody["ann"]}}
        thematic = {"change": "loss"}
        acts: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
            ("sorcerer.roll", mara, roll, against),
            ("sorcerer.humanity_check", mara, check, thematic),
            ("sorcerer.bind", mara, {**sides, "willing": True}, terms),
            ("demon_city.static_throw", everybody["ann"], thrower, {"intensity": 5}),
        )
        for action, who, own, of_gm in acts:
            # Whether a Need is met is told by nobody but the GM, whatever was agreed.
            may_rule = agreed["player_rulings"] == "players" and action != "sorcerer.bind"
            play_as_agreed(game, action, who, own, of_gm, may_rule=may_rule)
        (due,) = Pending.objects.filter(
            record__campaign=game.campaign, state="open"
        )  # the Binding's own check
        known = {name: due.data[name] for name in ("demon", "change", "basis")}
        own_check = Request(due.question, {"character": {"id": mara}}, known=known)
        play(game.player, ActRequest(game.key(), (own_check,), answers=str(due.pk)))
        traits = [{"name": "Strength"}, {"name": "Brawl"}]
        game.act("fallen.roll", {"roller": {"id": everybody["ana"]}, "traits": traits}, by=game.player)
        game.edit(mara, humanity=4)
    assert not Pending.objects.filter(
        record__campaign=game.campaign, state="open", clause__startswith="TAB"
    ).exists()


def answer_all(game: Game, chosen: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Everybody answers what waits for them, from its page, until nothing of Fallen does; what was answered."""
    answered_ones: list[str] = []
    while True:
        waits = Pending.objects.filter(
            record__campaign=game.campaign, state="open", question__startswith="fallen."
        )
        one = waits.order_by("record__born").first()
        if one is None:
            return answered_ones
        answers = who_answers(str(one.who_id) if one.who_id else None, one.data)
        owner = Record.objects.get(pk=answers).owner if answers else None
        who = owner if one.for_role == "player" and owner is not None else game.gm
        client, url = browser(who), f"/campaigns/{game.campaign.pk}/play/waiting/{one.pk}/"
        form = fill_in(client, first_form(client, url), chosen.get(one.question, {}))
        answer = client.post(form.action, form.sent)
        assert answer.status_code == 302, (one.question, told_faults(answer))
        answered_ones.append(one.question)
        assert len(answered_ones) < 9


def test_a_strike_is_defended_and_ends(game: Game) -> None:
    traits: dict[str, Any] = {
        "state": "active",
        "strength": 3,
        "dexterity": 3,
        "stamina": 3,
        "wits": 3,
        "brawl": 2,
    }
    ana = game.make("fallen.character", "Ana", owner=game.player, kind="mortal", **traits)
    bo = game.make("fallen.character", "Bo", kind="mortal", **traits)
    rolled = [{"id": ana}, {"id": bo}]
    by_hand = game.sheet(str(game.campaign.pk))["policy.hand_dice"]
    game.act("table.change_policy", {"values": {"hand_dice": True}})
    game.act("fallen.initiative", {"fighters": rolled}, hand=(9, 2))
    game.act("table.change_policy", {"values": {"hand_dice": by_hand}})
    game.act("fallen.order_actions", {"fighters": rolled})
    game.act("fallen.take_turn", {"fighter": {"id": ana}}, by=game.player)
    sides = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    game.act("fallen.attack", sides, by=game.player)

    assert answer_all(game, {"fallen.defend": {"maneuver": "dodge"}})[:1] in ([], ["fallen.defend"])


def test_a_spell_is_cast_and_resisted(game: Game) -> None:
    traits: dict[str, Any] = {
        f"traits.{name}": 3 for name in ("wits", "resolve", "power", "mind", "composure")
    }
    mira = game.make("pandemonium.character", "Mira", owner=game.player, state="active", **traits)
    dee = game.make("pandemonium.character", "Dee", state="active", **traits)
    given = {
        "spell": {"aspect": "vulgar", "kind": "control", "arcanum": "mind"},
        "caster": {"id": mira},
        "targets": [dee],
    }
    cast = game.act("pandemonium.cast", given, by=game.player)
    spell = str(input_of(cast)["spell"]["id"])
    resist = {"pool": {"traits": ["resolve", "composure"]}}
    brought = {"spell": {"id": spell, "applied": "cast"}, "target": {"id": dee}, "compare": "resolve"}
    result = game.act("pandemonium.control", {**brought, "resist": resist})

    assert result.result.outcome
