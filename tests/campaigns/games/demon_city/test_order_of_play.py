"""The order of a round of Action on stored records: announced slowest first, counted, flipped together, gone on."""

from typing import Any

import pytest

from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.games.demon_city.rounds import flips
from campaigns.games.demon_city.rounds.reading import action_round
from campaigns.log.projector import read_record
from campaigns.models import Membership, Pending, Record
from campaigns.policy import NotAllowed
from campaigns.viewing import Hidden, Viewer
from rules.kernel.errors import RuleViolation
from rules.kernel.values import as_values
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.games.demon_city.test_rounds_stored import (
    a_fight,
    announce,
    announced,
    begin,
    clash,
    flip,
    own,
    played,
    sort,
)
from tests.campaigns.spine import BY_OVERRIDE, Game, browser, folded

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Fight = tuple[Game, dict[str, str]]


@pytest.fixture
def fight() -> Fight:
    return a_fight()


def next_up(game: Game, viewer: Membership | None = None) -> str | None:
    return action_round(game.campaign, Viewer.of(viewer or game.gm)).on


def clause_of(game: Game, action: str, given: dict[str, Any], by: Membership | None = None) -> str | None:
    """The clause by which an act is refused, with nothing written."""
    before = game.state()
    with pytest.raises(RuleViolation) as refused:
        game.act(action, given, by=by)
    assert game.state() == before
    return refused.value.clause


def count(game: Game, who: str) -> None:
    blade = [{"source": "weapon", "dice": 1}]
    counted = {"context": "action", "thrower": {"id": who, "modifiers": blade}}
    early = {} if game.sheet(who)["deed"] else {"kind": "attack"}  # what was announced is read
    game.act("demon_city.throw_count", {**counted, **early})


def ordered(game: Game, *who: str, previous: tuple[str, ...] = (), anew: bool = False) -> list[str]:
    rounds.begin_round(actor=game.gm, name="Round", who=who, previous=previous, anew=anew, key=game.key())
    newest = Record.objects.filter(campaign=game.campaign, kind="demon_city.round").latest("born", "pk")
    return list(game.sheet(str(newest.pk))["order"])


@pytest.mark.clause("DEC-ROUND-01")
def test_the_host_alone_opens_action(fight: Fight) -> None:
    game, people = fight
    with pytest.raises(NotAllowed):
        rounds.begin_round(
            actor=game.player, name="Round", who=[people["Ann"]], previous=(), anew=False, key="theirs"
        )
    assert next_up(game) is None

    begin(game, people)

    assert next_up(game) == people["Ann"]


@pytest.mark.clause("DEC-ROUND-07")
def test_ties_keep_their_order_until_the_host_has_them_ordered_again(fight: Fight) -> None:
    game, _people = fight
    agile: dict[str, Any] = {"stats.agility": 5}
    same = [game.make("demon_city.character", f"Guard {one}", **agile) for one in range(6)]
    first = ordered(game, *same)

    kept = ordered(game, *reversed(same), previous=tuple(first))
    anew = [ordered(game, *same, previous=tuple(first), anew=True) for _ in range(3)]

    assert kept == first
    assert any(order != first for order in anew)
    assert all(sorted(order) == sorted(same) for order in anew)


@pytest.mark.clause("DEC-ROUND-09", "DEC-ROUND-20")
def test_each_announces_counts_and_simply_acts_before_the_next_who_knows_of_it(fight: Fight) -> None:
    game, people = fight
    ann, bo, ghoul, lurker = people.values()
    begin(game, people)
    assert next_up(game) == ann

    announce(game, ann, "other", ghoul)
    count(game, ann)
    game.act("demon_city.static_throw", {"thrower": {"id": ann}, "intensity": 0}, by=game.player)

    for viewer in (game.other_player, game.gm):
        found = action_round(game.campaign, Viewer.of(viewer))
        told = {place.member.id: (place.kind, [one.id for one in place.targets]) for place in found.places}
        assert told[ann] == ("other", [ghoul])
        assert found.on == bo
    for who, following in ((bo, ghoul), (ghoul, lurker), (lurker, None)):
        announce(game, who, "defend")
        assert next_up(game) == following


@pytest.mark.clause("DEC-ROUND-15")
def test_nobody_throws_in_a_clash_before_all_have_announced(fight: Fight) -> None:
    game, people = fight
    ann, bo, ghoul, _lurker = people.values()
    begin(game, people)
    announce(game, ann, "attack", ghoul)
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    race = {
        "chase": {"id": game.make("demon_city.chase", "The road")},
        "sides": sides,
        "drivers": [{"id": bo, "side": "us", "throws": 1}, {"id": ghoul, "side": "them", "throws": 1}],
    }
    assert clause_of(game, "demon_city.chase", race) == "DEC-ROUND-15"

    game.act("table.end_fight", {})

    game.act("demon_city.chase", race)  # Action is over: nobody has to announce any more


@pytest.mark.clause("DEC-ROUND-16", "DEC-ROUND-23")
def test_cards_lie_face_down_until_all_of_a_clash_are_turned_together(fight: Fight) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people)
    decks = {fields["deck"]: one for one, (_about, fields) in game.state().items() if "discard" in fields}
    left = {name: game.sheet(one)["draw"] for name, one in decks.items()}
    for one in decks.values():
        seen = read_record(Viewer.of(game.player), game.sheet(one))
        assert seen is not None
        assert isinstance(seen["draw"], Hidden)
        assert game.sheet(one)["table"] == []

    flip(game, people)

    for name, one in decks.items():
        assert len(game.sheet(one)["table"]) == 2
        assert {*game.sheet(one)["table"]} == {*left[name]} - {*game.sheet(one)["draw"]}


@pytest.mark.clause("DEC-ROUND-17")
def test_a_number_counted_early_goes_with_an_announcement_that_may_change_it(fight: Fight) -> None:
    game, people = fight
    ann, bo, ghoul, lurker = people.values()
    begin(game, people)
    announce(game, ann, "attack", ghoul)
    count(game, ann)
    announce(game, bo, "attack", lurker)
    count(game, bo)
    numbers = own(game, ann, "counted_throws") + own(game, bo, "counted_throws")
    assert numbers == [2, 2]

    announce(game, ghoul, "attack", ann)
    assert own(game, ann, "counted_throws", "counted_as") == [None, None]
    assert own(game, bo, "counted_throws") == [2]
    announce(game, lurker, "defend")  # Bo aims at somebody who now defends

    assert own(game, bo, "counted_throws", "counted_as") == [None, None]
    count(game, ann)
    assert own(game, ann, "counted_throws") == [2]
    assert game.state() == folded(game.campaign)


@pytest.mark.clause("DEC-ROUND-21")
def test_the_next_round_begins_with_the_slowest_or_action_ends(fight: Fight) -> None:
    game, people = fight
    played(game, people)
    assert next_up(game) == people["Ann"]
    with pytest.raises(NotAllowed):
        game.act("table.end_fight", {}, by=game.player)

    game.act("table.end_fight", {})

    assert action_round(game.campaign, Viewer.of(game.gm)).record is None


@pytest.mark.clause("DEC-ROUND-24", "DEC-CLASH-28")
def test_every_clash_is_flipped_once_and_before_the_next_round(fight: Fight) -> None:
    game, people = fight
    ann, bo, ghoul, lurker = people.values()
    announced(game, people)
    sort(game, people, bo, lurker)
    with pytest.raises(RuleViolation) as refused:
        begin(game, people)
    assert refused.value.clause == "DEC-CLASH-28"

    ours = clash("clash", game, (ann, "us", "attack", ghoul), (ghoul, "them", "attack", ann))
    race = clash("chase", game, (bo, "us", "", ""), (lurker, "them", "", ""))
    rounds.flip_round(actor=game.gm, flips=(ours, race), nonce="", key=game.key())

    for again in (ours, race):
        assert clause_of(game, again.action, dict(again.given)) == "DEC-ROUND-24"


@pytest.mark.clause("DEC-CLASH-28")
def test_action_does_not_end_over_face_down_cards_but_by_override(fight: Fight) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people)
    game.act("table.begin_session", {"name": "One"})
    game.act("table.begin_scene", {"name": "The yard"})
    for end in ("table.end_fight", "table.end_scene", "table.end_session"):
        assert clause_of(game, end, {}) == "DEC-CLASH-28"
    yard = browser(game.gm).post(f"/campaigns/{game.campaign.pk}/scenes/end/", {"key": game.key()})
    assert yard.status_code == 422
    assert "DEC-CLASH-28" in yard.content.decode()

    game.act("table.end_scene", {}, override=BY_OVERRIDE)
    begin(game, people)

    assert next_up(game) == people["Ann"]


@pytest.mark.clause("DEC-CALM-05")
def test_who_fails_calm_is_passed_over_until_regained_or_for_as_long_as_the_host_says(fight: Fight) -> None:
    game, people = fight
    ann, bo, _ghoul, _lurker = people.values()
    begin(game, people)
    current = str(Record.objects.filter(kind="demon_city.round").latest("born").pk)
    acts = {"round": {"id": current}, "character": {"id": ann}, "kind": "defend"}
    game.edit(ann, **{"stats.calm": 3})

    game.act("demon_city.calm", {"character": {"id": ann}, "purpose": "check", "intensity": 10})
    assert own(game, ann, "panicked") == [True]
    assert next_up(game) == bo
    assert clause_of(game, "demon_city.announce", acts, game.player) == "DEC-ROUND-14"
    game.act("demon_city.calm", {"character": {"id": ann}, "purpose": "regain", "intensity": 0})
    assert next_up(game) == ann

    game.edit(current, counted_out=[ann])
    assert next_up(game) == bo
    assert clause_of(game, "demon_city.announce", acts, game.player) == "DEC-ROUND-14"
    with pytest.raises(NotAllowed):
        changes = [{"field": "counted_out", "set": []}]
        game.act("table.edit", {"record": current, "reason": "no", "changes": changes}, by=game.player)


@pytest.mark.clause("DEC-CALM-05")
def test_who_fails_calm_leaves_the_clash_that_lies_face_down(fight: Fight) -> None:
    game, people = fight
    ann, _bo, ghoul, _lurker = people.values()
    announced(game, people)
    sort(game, people)
    game.edit(ann, **{"stats.calm": 3})
    before = game.state()

    panic = game.act("demon_city.calm", {"character": {"id": ann}, "intensity": 10}).entry.seq

    assert own(game, ann, "stage", "deed", "aims") == ["settled", None, []]
    assert own(game, ghoul, "stage") == [
        "settled"
    ]  # it has nobody left in its Clash, and attacks all the same
    asked = Pending.objects.get(state="open")
    assert (asked.question, str(asked.who_id)) == ("demon_city.static_throw", ghoul)
    assert asked.data == {"target": ann, "intensity": 2}
    found = action_round(game.campaign, Viewer.of(game.gm)).meetings
    assert [clash.is_open for clash in found] == [False, True]
    game.undo(panic)
    assert game.state() == before


@pytest.mark.clause("DEC-CALM-05")
def test_a_clash_of_three_goes_on_without_who_fails_calm(fight: Fight) -> None:
    game, people = fight
    ann, bo, ghoul, _lurker = people.values()
    rounds.begin_round(
        actor=game.gm, name="Round", who=[ann, bo, ghoul], previous=(), anew=False, key=game.key()
    )
    announce(game, ann, "attack", ghoul)
    announce(game, bo, "attack", ghoul)
    announce(game, ghoul, "attack", ann)
    actions = [
        {"id": who, "side": "them" if who == ghoul else "us", "kind": "attack", "targets": [aim]}
        for who, aim in ((ann, ghoul), (bo, ghoul), (ghoul, ann))
    ]
    names = {who: name for name, who in people.items()}
    rounds.sort_round(actor=game.gm, actions=actions, names=names, key=game.key())
    game.edit(ann, **{"stats.calm": 3})

    game.act("demon_city.calm", {"character": {"id": ann}, "intensity": 10})

    (ready,) = flips.ready(game.campaign, action_round(game.campaign, Viewer.of(game.gm)))
    assert [hand.who.id for hand in ready.hands] == [bo, ghoul]
    parts = {hand.who.name: {one.part for one in hand.count.parts} for hand in ready.hands}
    assert parts == {"Bo": {"base", "distraction"}, "Ghoul": {"base", "distraction", "high_stat"}}
    assert ready.values["participants.1.targets.0.beat"] == ["2"]


@pytest.mark.clause("DEC-ROUND-26")
@pytest.mark.parametrize(
    ("how", "stat", "intensity"),
    [
        ({}, 3, 5),
        ({"approach": "shoot"}, 2, 4),
        ({"approach": "power", "stat": "calm", "resist": "calm"}, 8, 1),
    ],
)
def test_an_attack_on_somebody_passive_meets_the_stat_that_resists_it(
    how: dict[str, str], stat: int, intensity: int, fight: Fight
) -> None:
    game, people = fight
    ann, _bo, ghoul, _lurker = people.values()
    game.edit(ghoul, **{"stats.hand_to_hand": 5, "stats.calm": 1})
    game.edit(ann, **{"stats.calm": 8})
    rounds.begin_round(actor=game.gm, name="Round", who=[ann], previous=(), anew=False, key=game.key())
    current = str(Record.objects.filter(kind="demon_city.round").latest("born").pk)
    said = {"round": {"id": current}, "character": {"id": ann}, "kind": "attack", "targets": [ghoul]}
    game.act("demon_city.announce", {**said, **how}, by=game.player)
    actions = [{"id": ann, "side": "us", "kind": "attack", "targets": [ghoul]}]

    rounds.sort_round(actor=game.gm, actions=actions, names={ann: "Ann"}, key=game.key())

    asked = Pending.objects.get(state="open")
    assert asked.data == {"target": ghoul, "intensity": intensity}
    known = {"target": ghoul, "intensity": intensity}
    thrown = game.act("demon_city.static_throw", {"thrower": {"id": ann}}, known=known).steps
    throw = next(step for step in thrown if step.action == "demon_city.static_throw")
    assert as_values(throw.input["thrower"])["stat"] == stat  # it is not asked for: the announcement tells it


@pytest.mark.clause("DEC-TIE-02")
@pytest.mark.parametrize("kind", ["clash", "chase"])
def test_a_tie_between_sides_asks_the_host_what_changes(kind: str, fight: Fight) -> None:
    game, people = fight
    ann, bo, ghoul, lurker = people.values()
    stack("cups-9", "wands-2", "pentacles-9", "pentacles-8")
    announced(game, people)
    sort(game, people, *((ann, ghoul) if kind == "chase" else ()))
    theirs = clash("clash", game, (bo, "us", "attack", lurker), (lurker, "them", "defend", ""))
    ours = clash(kind, game, (ann, "us", "attack", ghoul), (ghoul, "them", "attack", ann))
    rounds.flip_round(actor=game.gm, flips=(ours, theirs), nonce="", key=game.key())

    asked = Pending.objects.get(state="open", question="table.ruling")
    assert (str(asked.who_id), asked.for_role) == (as_values(ours.given[kind])["id"], "gm")
