"""What a round of conflict has come to is stored: undone in any order, carried over, and never read from the log."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.conflict import acts
from campaigns.games.sorcerer.conflict.reading import find_round
from campaigns.log import undo_graph
from campaigns.models import Campaign, Membership, Record, SorcererTurn, Tag
from campaigns.policy import Rights
from campaigns.services.migrating import bring_up_to_date
from campaigns.viewing import Viewer
from rules.kernel.errors import RuleViolation
from rules.sorcerer.procedures.conflict import Hit
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.undone import undo_in_some_order
from tests.factories import make_demon

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("Mara", "Shelly", "Guard")
FIELDS = ("turn", "round_place", "round_action", "round_target", "hits_read")
BLANK: dict[str, Any] = {
    "round_place": None,
    "round_action": None,
    "round_target": None,
    "hits": {},
    "hits_read": 0,
    "hits_taken": {},
}


@pytest.fixture
def round_of_three() -> tuple[Game, list[str]]:
    game = new_game()
    return game, [
        game.make("character", name, state="active", stamina=9, will=3, lore=3, humanity=3) for name in NAMES
    ]


def combatant(who: str, action: str = "act", target: str | None = None) -> dict[str, Any]:
    return {"id": who, "score": "humanity", "action": action, "target": target}


def roll(game: Game, people: list[str], *faces: int) -> int:
    """Mara and Shelly attack the guard, who acts otherwise; the guard's roll is the lowest."""
    mara, shelly, guard = people
    told = [combatant(mara, "attack", guard), combatant(shelly, "attack", guard), combatant(guard)]
    thrown = faces or (12, 11, 10, 9, 8, 7, 3, 2, 1)
    return game.act("sorcerer.conflict_round", {"combatants": told}, hand=thrown).entry.seq


def resolve(game: Game, who: str, target: str | None, face: int = 2) -> int:
    given: dict[str, Any] = {"attacker": who, "target": target, "response": "none"}
    return game.act("sorcerer.resolve_attack", given, hand=(face,)).entry.seq


def damage(game: Game, who: str, **more: Any) -> int:
    """The oldest hit on somebody is read off the chart: whose it is and its victories are known."""
    return game.act("sorcerer.damage", {"target": who, "weapon": "fists", **more}).entry.seq


def whole_round(game: Game, people: list[str]) -> list[int]:
    mara, shelly, guard = people
    return [
        roll(game, people),
        resolve(game, mara, guard),
        resolve(game, shelly, guard),
        damage(game, guard),
        damage(game, guard),
        game.act("sorcerer.end_round", {"combatants": people}).entry.seq,
        roll(game, people),
        resolve(game, mara, guard),
    ]


def stored(game: Game, people: list[str]) -> list[dict[str, Any]]:
    sheets = [game.sheet(who) for who in people]
    maps = ("hits", "hits_taken")
    return [
        {name: sheet[name] for name in FIELDS} | {name: sheet.under(name) for name in maps}
        for sheet in sheets
    ]


def seen_by(member: Membership) -> Any:
    campaign = Campaign.objects.get(pk=member.campaign_id)
    return find_round(campaign, Viewer.of(member), Rights(member, {}))


def hits(member: Membership) -> list[tuple[str, int]]:
    return [(hit.attacker, hit.victories) for hit in seen_by(member).hits]


def test_a_round_is_stored_on_those_in_it(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    mara, _shelly, guard = people
    roll(game, people)
    resolve(game, mara, guard)

    first, second, third = stored(game, people)
    assert (first["round_place"], first["round_action"], first["round_target"]) == (1, "attack", guard)
    assert first["hits"] == {guard: 3}
    assert (second["round_place"], second["hits"]) == (2, {})
    assert (third["round_place"], third["round_action"], third["round_target"]) == (3, "act", None)


@pytest.mark.parametrize("ends", ["round", "scene"])
def test_the_end_of_a_round_or_of_its_scene_leaves_nothing(
    round_of_three: tuple[Game, list[str]], ends: str
) -> None:
    game, people = round_of_three
    game.act("table.begin_session", {})
    game.act("table.begin_scene", {})
    roll(game, people)
    resolve(game, people[0], people[2])
    damage(game, people[2])

    if ends == "round":
        game.act("sorcerer.end_round", {"combatants": people})
    else:
        game.act("table.end_scene", {})

    assert stored(game, people) == [BLANK | {"turn": "none"}] * 3


def test_each_hit_is_read_off_once_and_again_once_that_is_undone(
    round_of_three: tuple[Game, list[str]],
) -> None:
    game, people = round_of_three
    mara, shelly, guard = people
    roll(game, people)
    resolve(game, mara, guard)
    resolve(game, shelly, guard)

    assert hits(game.gm) == [(mara, 3), (shelly, 3)]
    read = damage(game, guard)
    assert hits(game.gm) == [(shelly, 3)]
    game.undo(read)
    assert hits(game.gm) == [(mara, 3), (shelly, 3)]


def test_a_resolved_action_has_nothing_of_others_depend_on_it(
    round_of_three: tuple[Game, list[str]],
) -> None:
    game, people = round_of_three
    mara, shelly, guard = people
    roll(game, people)
    first = resolve(game, mara, guard)
    second = resolve(game, shelly, guard)
    damage(game, guard)

    assert undo_graph.dependants(game.campaign, [first]) == []
    assert undo_graph.dependants(game.campaign, [second]) == []


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_undone_in_whatever_order_ends_where_it_began(
    round_of_three: tuple[Game, list[str]], seed: int
) -> None:
    game, people = round_of_three
    began = game.state()
    left = whole_round(game, people)

    undo_in_some_order(game, left, seed)

    assert game.state() == began
    assert game.verified().holds


def test_an_undo_of_an_undo_says_again_what_was_said(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    newest = whole_round(game, people)[-1]
    before = stored(game, people)

    undo = game.undo(newest).entry.seq
    assert stored(game, people) != before
    game.undo(undo)

    assert stored(game, people) == before


def test_whoever_is_unseen_has_a_place_in_the_order(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    mara, shelly, guard = people
    Record.objects.filter(pk=shelly).update(visibility="gm")
    roll(game, people, 9, 8, 7, 12, 11, 10, 3, 2, 1)

    seen, whole = seen_by(game.player), seen_by(game.gm)
    assert seen.course == whole.course
    assert seen.course.acting == shelly
    assert [fighter.id for _place, fighter in seen.places] == [mara, guard]
    with pytest.raises(RuleViolation) as refused:
        resolve(game, mara, guard)
    assert refused.value.clause == "SOR-CONFLICT-16"
    resolve(game, shelly, guard)
    assert hits(game.player) == hits(game.gm) == [(shelly, 3)]


def test_nothing_goes_by_how_the_log_is_found(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    mara, shelly, guard = people
    roll(game, people)
    resolve(game, mara, guard)
    before = seen_by(game.gm)
    Tag.objects.filter(campaign=game.campaign).delete()
    after = seen_by(game.gm)

    assert (after.course, after.hits, after.responses) == (before.course, before.hits, before.responses)
    with pytest.raises(RuleViolation):
        resolve(game, guard, None)
    resolve(game, shelly, guard)
    assert len(hits(game.gm)) == 2


@pytest.mark.clause("SOR-CONFLICT-14")
def test_an_action_is_resolved_against_whom_it_was_announced(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    mara, shelly, guard = people
    roll(game, people)

    for other in (shelly, None):
        with pytest.raises(RuleViolation) as refused:
            resolve(game, mara, other)
        assert refused.value.clause == "SOR-CONFLICT-14"
    resolve(game, mara, guard)


def test_an_action_against_someone_gone_since_is_resolved_on_its_page(
    round_of_three: tuple[Game, list[str]],
) -> None:
    game, people = round_of_three
    mara = people[0]
    vesh = game.make("demon", "Vesh", state="present", stamina=3, will=3, lore=3, power=3)
    game.act("sorcerer.conflict_round", {"combatants": [combatant(mara, "attack", vesh)]})
    game.edit(vesh, state="banished")
    client, page = browser(game.gm), reverse("conflict", args=[game.campaign.pk])

    shown = client.get(page).content.decode()
    assert "Against Vesh" in shown
    sent = {"key": "turn-one", "nonce": "", "attacker.id": mara, "form.fields": "attacker"}
    done = client.post(reverse("resolve_turn", args=[game.campaign.pk]), sent)

    assert done.status_code == 302, done.content.decode()
    assert game.sheet(mara)["turn"] == "resolved"


def test_what_is_stored_tells_nobody_of_whoever_is_unseen(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    mara = people[0]
    lurker = str(make_demon(game.gm, "Lurker", state="present", stamina=3, visibility="gm").pk)
    told = {"combatants": [combatant(mara, "attack", lurker)]}
    game.act("sorcerer.conflict_round", told, hand=(12, 11, 10))
    hit = resolve(game, mara, lurker)
    assert hits(game.gm) == [(mara, 3)]

    pages: list[tuple[str, tuple[Any, ...]]] = [
        ("record_then", (mara, hit)),
        ("cast_then", (hit,)),
        ("log_entry", (hit,)),
        ("log_entry", (hit - 1,)),
        ("log", ()),
        ("conflict", ()),
        ("character", (mara,)),
    ]
    for name, args in pages:
        shown = browser(game.player).get(reverse(name, args=[game.campaign.pk, *args])).content.decode()
        assert "Lurker" not in shown
        assert lurker not in shown


def test_no_sheet_tells_of_the_round(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    mara, _shelly, guard = people
    roll(game, people)
    resolve(game, mara, guard)

    shown = browser(game.player).get(reverse("character", args=[game.campaign.pk, mara])).content.decode()
    for words in ("Place in the order", "Announced action", "Announced target", "Hits"):
        assert words not in shown


@pytest.mark.postgres
@pytest.mark.parametrize("played", range(1, 7))
def test_a_round_begun_before_goes_on_where_it_was(
    round_of_three: tuple[Game, list[str]], played: int
) -> None:
    game, people = round_of_three
    mara, shelly, guard = people
    moves = (
        lambda: roll(game, people),
        lambda: resolve(game, mara, guard),
        lambda: damage(game, guard),
        lambda: game.undo(damage(game, guard, victories=1)),
        lambda: resolve(game, shelly, guard),
        lambda: game.act("sorcerer.end_round", {"combatants": people}),
    )
    whole_round(game, people)
    game.act("sorcerer.end_round", {"combatants": people})
    for move in moves[:played]:
        move()
    before, ahead = stored(game, people), seen_by(game.gm)
    # As an older version left it, whose log told of everything and whose records did not.
    SorcererTurn.objects.update(**BLANK)

    bring_up_to_date()
    bring_up_to_date()

    assert stored(game, people) == before
    after = seen_by(game.gm)
    assert (after.course, after.hits) == (ahead.course, ahead.hits)
    assert all(isinstance(hit, Hit) for hit in after.hits)


def test_the_end_of_a_round_sent_twice_ends_it_once(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    roll(game, people)
    damage(game, people[0], victories=1)

    first = acts.end_round(actor=game.gm, key="end-one")
    again = acts.end_round(actor=game.gm, key="end-one")

    assert (again.entry, again.was_repeated) == (first.entry, True)
    assert game.sheet(people[0])["temporary"] == 1
    with pytest.raises(RuleViolation):
        acts.end_round(actor=game.gm, key="end-two")


def test_a_round_that_tells_of_itself_is_left_alone(round_of_three: tuple[Game, list[str]]) -> None:
    game, people = round_of_three
    roll(game, people)
    before = Campaign.objects.get(pk=game.campaign.pk).head_seq

    bring_up_to_date()

    assert Campaign.objects.get(pk=game.campaign.pk).head_seq == before
