"""What a round of Action has come to stands in records: for every viewer, after an undo, and carried over."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.forms.people import new_key
from campaigns.games.demon_city.carried_over import BLANK
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.games.demon_city.rounds import reading
from campaigns.games.demon_city.rounds.reading import action_round
from campaigns.log import undo_graph
from campaigns.log.projector import read_record
from campaigns.models import (
    DemonCityChase,
    DemonCityClash,
    DemonCityDeck,
    DemonCityHealth,
    DemonCityRound,
    Membership,
    Record,
    Tag,
)
from campaigns.services.migrating import bring_up_to_date
from campaigns.services.play.action_inputs import Request
from campaigns.viewing import Hidden, Viewer
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.spine import BY_OVERRIDE, Game, browser, folded, new_game
from tests.campaigns.undone import undo_in_some_order

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BLADE = [{"source": "weapon", "dice": 1}]
Acts = dict[str, int]


@pytest.fixture
def fight() -> tuple[Game, dict[str, str]]:
    return a_fight()


def a_fight() -> tuple[Game, dict[str, str]]:
    """Ann and Bo, a player's, against the ghoul, and somebody whom no player sees."""
    game = new_game()
    lay_out_decks(actor=game.gm, key=new_key())
    made = {
        name: game.make(
            "demon_city.character",
            name,
            owner=owner,
            **{"stats.agility": agility, "stats.toughness": 3, "toughness": 3, "state": "active"},
            **({} if owner else {"control": "gm"}),
        )
        for name, agility, owner in (("Ann", 2, game.player), ("Bo", 3, game.player), ("Ghoul", 4, None))
    }
    about = {"kind": "demon_city.character", "name": "Lurker", "owner": None, "visibility": "gm"}
    fields = {"stats.agility": 6, "stats.toughness": 4, "toughness": 4, "state": "active", "control": "gm"}
    given = {"about": about, "fields": [{"field": name, "set": value} for name, value in fields.items()]}
    made["Lurker"] = str(game.act("table.create", given).steps[0].input["id"])
    return game, made


def begin(game: Game, people: dict[str, str]) -> int:
    who = list(people.values())
    return rounds.begin_round(
        actor=game.gm, name="Round", who=who, previous=(), anew=False, key=game.key()
    ).entry.seq


def announce(game: Game, who: str, kind: str, *targets: str) -> int:
    current = Record.objects.filter(kind="demon_city.round").latest("born")
    given = {
        "round": {"id": str(current.pk)},
        "character": {"id": who},
        "kind": kind,
        "targets": list(targets),
    }
    return game.act("demon_city.announce", given).entry.seq


def announced(game: Game, people: dict[str, str]) -> Acts:
    """The numbers of the entries of a round in which everybody has announced, and one hand is counted."""
    ann, bo, ghoul, lurker = people.values()
    acts = {
        "begin": begin(game, people),
        "ann": announce(game, ann, "attack", ghoul),
        "bo": announce(game, bo, "attack", lurker),
        "ghoul": announce(game, ghoul, "attack", ann),
        "lurker": announce(game, lurker, "defend"),
    }
    counted = {"context": "action", "thrower": {"id": ghoul, "modifiers": BLADE}, "kind": "attack"}
    return {**acts, "count": game.act("demon_city.throw_count", counted).entry.seq}


def all_announce() -> tuple[Game, dict[str, str]]:
    """A fight in which two attack, one is attacked by whoever they attack, and one defends; nothing is sorted yet."""
    game, people = a_fight()
    ann, bo, ghoul, lurker = people.values()
    begin(game, people)
    for who, aim in ((ann, ghoul), (bo, lurker), (ghoul, ann)):
        announce(game, who, "attack", aim)
    announce(game, lurker, "defend")
    return game, people


def sort(game: Game, people: dict[str, str], *drivers: str) -> int:
    ann, bo, ghoul, lurker = people.values()
    aims = {ann: [ghoul], bo: [lurker], ghoul: [ann], lurker: []}
    actions = [
        {
            "id": who,
            "side": "us" if who in (ann, bo) else "them",
            "kind": "defend" if who == lurker else "attack",
            "targets": aims[who],
            "driver": who in drivers,
        }
        for who in people.values()
    ]
    names = {who: "someone hidden" if name == "Lurker" else name for name, who in people.items()}
    return rounds.sort_round(actor=game.gm, actions=actions, names=names, key=game.key()).entry.seq


def clash(kind: str, game: Game, *people: tuple[str, str, str, str], **more: Any) -> Request:
    """The flip of the open Clash or chase of these (id, side, deed, whom they aim at)."""
    record = next(
        str(row.pk)
        for row in Record.objects.filter(campaign=game.campaign, kind=f"demon_city.{kind}").order_by("-born")
        if set(game.sheet(str(row.pk))["people"]) == {one[0] for one in people}
    )
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    contestants: list[Any] = [
        {"id": who, "side": side, "throws": 1}
        | ({} if kind == "chase" else {"kind": deed, "targets": [{"id": aim, "beat": 1}] if aim else []})
        for who, side, deed, aim in people
    ]
    name = "drivers" if kind == "chase" else "participants"
    return Request(f"demon_city.{kind}", {kind: {"id": record}, "sides": sides, name: contestants, **more})


def flip(game: Game, people: dict[str, str]) -> int:
    ann, bo, ghoul, lurker = people.values()
    flips = (
        clash("clash", game, (ann, "us", "attack", ghoul), (ghoul, "them", "attack", ann)),
        clash("clash", game, (bo, "us", "attack", lurker), (lurker, "them", "defend", "")),
    )
    return rounds.flip_round(actor=game.gm, flips=flips, nonce="", key=game.key()).entry.seq


def played(game: Game, people: dict[str, str]) -> Acts:
    """A whole round, and the beginning of another."""
    acts = {**announced(game, people), "sort": sort(game, people), "flip": flip(game, people)}
    for pending in Record.objects.filter(campaign=game.campaign, kind="pending"):  # nobody throws this damage
        game.act(
            "table.edit",
            {
                "record": {"id": str(pending.pk)},
                "reason": "spared",
                "changes": [{"field": "state", "set": "struck"}],
            },
        )
    return {**acts, "again": begin(game, people)}


def own(game: Game, who: str, *names: str) -> list[Any]:
    sheet = game.sheet(who)
    return [sheet[name] for name in names]


def test_a_round_is_known_from_its_records(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people)

    assert own(game, people["Bo"], "deed", "aims", "side") == ["attack", [people["Lurker"]], "us"]
    assert own(game, people["Ghoul"], "counted_throws", "counted_as") == [2, "highest"]
    assert {own(game, who, "stage")[0] for who in people.values()} == {"face_down"}
    found = action_round(game.campaign, Viewer.of(game.gm)).meetings
    assert [[who.name for who in one.people] for one in found] == [["Ann", "Ghoul"], ["Bo", "Lurker"]]
    for one in found:
        assert own(game, one.record.id, "state") == ["open"]
        assert [game.sheet(one.record.id)[f"side.{who.id}"] for who in one.people] == ["us", "them"]


def test_drivers_know_their_chase_and_a_tie_ends_it(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people, people["Bo"], people["Lurker"])
    decks = {row.deck: str(row.pk) for row in _decks(game)}
    stack("cups-5")
    stack(
        "pentacles-5" if "pentacles-5" in game.sheet(decks["horror"])["draw"] else "swords-5",
    )
    chase = clash("chase", game, (people["Bo"], "us", "", ""), (people["Lurker"], "them", "", ""))
    ann = clash(
        "clash",
        game,
        (people["Ann"], "us", "attack", people["Ghoul"]),
        (people["Ghoul"], "them", "attack", people["Ann"]),
    )

    rounds.flip_round(actor=game.gm, flips=(chase, ann), nonce="", key=game.key())

    (row,) = DemonCityChase.objects.filter(record__campaign=game.campaign)
    assert (row.state, row.maneuver_by) == ("tied", None)
    assert action_round(game.campaign, Viewer.of(game.gm)).is_flipped


def _decks(game: Game) -> Any:
    return DemonCityDeck.objects.filter(record__campaign=game.campaign)


def state_of_round(game: Game, viewer: Membership) -> Any:
    """What the round has come to for somebody: no words, and nothing of how the log tells it."""
    found = action_round(game.campaign, Viewer.of(viewer))
    return (
        [
            (one.member.id, one.kind, [who.id for who in one.targets], one.has_announced, one.is_next)
            for one in found.places
        ],
        [(one.record.id, [who.id for who in one.people], one.is_open, one.actions) for one in found.meetings],
        [who.id for who in found.uncontested],
        (
            found.is_sorted,
            found.is_flipped,
            found.on,
            dict(found.sides),
            [one.member["hit_by"] for one in found.places],
        ),
    )


def test_no_display_limit_and_no_index_decides_how_far_a_round_has_come(
    fight: tuple[Game, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people)
    members = (game.gm, game.player, game.observer)
    before = [state_of_round(game, one) for one in members]

    monkeypatch.setattr(reading, "MOST_TOLD", 1)
    Tag.objects.filter(campaign=game.campaign).delete()

    assert [state_of_round(game, one) for one in members] == before


def test_what_no_player_sees_stays_unseen(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people)
    url = reverse("action_round", args=[game.campaign.pk])

    for member in (game.player, game.observer):
        shown = browser(member).get(url).content.decode()
        assert people["Lurker"] not in shown
        assert "Lurker" not in shown
        fields = read_record(Viewer.of(member), game.sheet(people["Ghoul"]))
        assert fields is not None
        kept = ("counted_throws", "counted_as", "counted_from", "last_count")
        assert all(isinstance(fields[one], Hidden) for one in kept)


def test_players_hear_of_no_number_that_is_kept_for_the_host(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    ann, bo, ghoul, _lurker = people.values()
    begin(game, people)
    announce(game, ann, "attack", ghoul)
    counted = {"context": "action", "thrower": {"id": ann}, "kind": "attack"}
    acts = [game.act("demon_city.throw_count", counted).entry.seq, announce(game, bo, "defend")]
    acts += [announce(game, ghoul, "attack", ann), game.edit(ann, counted_throws=5).entry.seq]
    assert own(game, ann, "counted_throws") == [5]

    for seq in (*acts, game.undo(acts[-1]).entry.seq):
        url = reverse("log_entry", args=[game.campaign.pk, seq])
        told = {member: browser(member).get(url).content.decode() for member in (game.player, game.gm)}
        assert ("Counted throws" in told[game.gm]) == (seq != acts[1])
        assert "ounted throws" not in told[game.player]
        assert "Which card counts" not in told[game.player]


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_undone_in_whatever_order_ends_where_it_began(
    fight: tuple[Game, dict[str, str]], seed: int
) -> None:
    game, people = fight
    game.campaign.refresh_from_db()
    began, first = game.state(), game.campaign.head_seq
    played(game, people)
    game.campaign.refresh_from_db()
    left = list(range(first + 1, game.campaign.head_seq + 1))

    undo_in_some_order(game, left, seed)

    assert game.state() == began


def test_a_count_and_a_sorting_take_nothing_more_along(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    acts = announced(game, people)
    again = {"context": "action", "thrower": {"id": people["Ghoul"]}, "kind": "attack"}
    game.act("demon_city.throw_count", again)

    assert undo_graph.dependants(game.campaign, [acts["count"]]) == []
    game.undo(acts["count"])
    assert own(game, people["Ghoul"], "counted_throws") == [1]


def test_the_beginning_of_a_round_takes_its_announcements_along_and_nothing_else(
    fight: tuple[Game, dict[str, str]],
) -> None:
    game, people = fight
    acts = {**announced(game, people), "sort": sort(game, people), "flip": flip(game, people)}
    acts["end"] = game.act("table.end_fight", {}, override=BY_OVERRIDE).entry.seq

    along = undo_graph.dependants(game.campaign, [acts["begin"]])

    assert along == [acts[name] for name in ("ann", "bo", "ghoul", "lurker")]
    game.undo(*undo_graph.plan_undo(game.campaign, acts["begin"]).entries)
    assert {own(game, who, "stage")[0] for who in people.values()} == {None}
    assert game.state() == folded(game.campaign)


@pytest.mark.clause("DEC-ROUND-14")
@pytest.mark.parametrize(
    ("held", "freed"),
    [
        ("panicked", ("demon_city.calm", {"intensity": 0})),
        ("out", ("demon_city.recover_toughness", {"intensity": 0})),
    ],
)
def test_who_is_back_only_by_what_is_undone_has_not_announced(
    fight: tuple[Game, dict[str, str]], held: str, freed: tuple[str, dict[str, Any]]
) -> None:
    """What was announced in the round before is over, and an undo of what put them out leaves what they said."""
    game, people = fight
    ann = people["Ann"]
    game.edit(ann, **{"stats.calm": 3})
    put_out = game.edit(ann, **{held: True}).entry.seq
    begin(game, people)
    action, given = freed
    back = game.act(action, {"character": {"id": ann}, **given}).entry.seq
    announce(game, ann, "attack", people["Ghoul"])
    assert undo_graph.dependants(game.campaign, [put_out, back]) == []
    begin(game, people)
    assert undo_graph.dependants(game.campaign, [back]) == []
    second = announce(game, ann, "defend")

    plan = undo_graph.plan_undo(game.campaign, back).entries

    assert (plan, undo_graph.dependants(game.campaign, [put_out])) == ((second, back), [back])
    before = own(game, ann, "deed", held)
    undone = game.undo(*plan).entry.seq
    assert own(game, ann, "deed", held) == [None, True]
    game.undo(undone)
    assert own(game, ann, "deed", held) == before == ["defend", False]
    assert game.state() == folded(game.campaign)


def test_an_end_of_action_that_is_undone_leaves_the_round_where_it_was(
    fight: tuple[Game, dict[str, str]],
) -> None:
    game, people = fight
    announced(game, people)
    sort(game, people)
    before = state_of_round(game, game.gm)
    end = game.act("table.end_fight", {}, override=BY_OVERRIDE).entry.seq
    assert action_round(game.campaign, Viewer.of(game.player)).record is None

    game.undo(end)

    assert state_of_round(game, game.gm) == before


def test_what_is_announced_again_stands_without_the_round_before(
    fight: tuple[Game, dict[str, str]],
) -> None:
    game, people = fight
    acts = played(game, people)
    announce(game, people["Ann"], "attack", people["Ghoul"])

    game.undo(*undo_graph.plan_undo(game.campaign, acts["ann"]).entries)

    assert own(game, people["Ann"], "deed", "aims") == ["attack", [people["Ghoul"]]]
    assert game.state() == folded(game.campaign)


def test_what_a_later_round_says_again_stands_without_the_round_before(
    fight: tuple[Game, dict[str, str]],
) -> None:
    game, people = fight
    first, second = played(game, people)["sort"], sort(game, people)
    plan = undo_graph.plan_undo(game.campaign, first).entries

    game.undo(*plan)

    assert second not in plan
    assert [own(game, who, "side") for who in people.values()] == [["us"], ["us"], ["them"], ["them"]]
    assert game.state() == folded(game.campaign)
    assert game.verified().faults == []


def test_the_end_of_a_session_ends_a_round_too(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    game.act("table.begin_session", {"name": "First"})
    begin(game, people)

    game.act("table.end_session", {})

    assert action_round(game.campaign, Viewer.of(game.gm)).record is None


def blanked(game: Game) -> None:
    """The rows as an older version kept them; nothing of the log is gone."""
    health = DemonCityHealth.objects.filter(record__campaign=game.campaign)
    health.update(**BLANK["demon_city.character"])
    meeting = {name: value for name, value in BLANK["demon_city.clash"].items() if name != "state"}
    clashes = DemonCityClash.objects.filter(record__campaign=game.campaign)
    clashes.update(**meeting, sides={})
    clashes.filter(state="choice_needed").update(state="open")
    DemonCityChase.objects.filter(record__campaign=game.campaign).update(**meeting, sides={}, state="open")


@pytest.mark.postgres
@pytest.mark.parametrize("so_far", ["announced", "sorted", "driving", "flipped", "over", "tied"])
def test_a_round_that_an_older_version_began_goes_on_at_the_same_point(
    fight: tuple[Game, dict[str, str]], so_far: str
) -> None:
    game, people = fight
    if so_far == "flipped":
        played(game, people)
    elif so_far == "tied":
        waiting_for_a_choice(game, people)
    else:
        announced(game, people)
        if so_far in ("sorted", "over"):
            sort(game, people)
        if so_far == "driving":
            sort(game, people, people["Bo"], people["Lurker"])
        if so_far == "over":
            game.act("table.end_fight", {}, override=BY_OVERRIDE)
    before = game.state()

    blanked(game)
    assert game.state() != before
    bring_up_to_date()

    assert game.state() == before
    game.campaign.refresh_from_db()
    head = game.campaign.head_seq
    bring_up_to_date()
    game.campaign.refresh_from_db()
    assert game.campaign.head_seq == head


def rename(game: Game, row: Record, name: str) -> None:
    about = {"kind": row.kind, "name": name, "owner": None, "visibility": "table"}
    given = {"record": {"id": str(row.pk)}, "reason": "a better name", "about": about}
    game.act("table.edit", given)


@pytest.mark.clause("DEC-ROUND-21")
def test_a_round_keeps_its_number_whatever_it_is_called(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    numbers = []
    for _round in range(2):
        begin(game, people)
        row = Record.objects.filter(kind="demon_city.round").latest("born")
        rename(game, row, "The fire on 9th Street")
        numbers.append(game.sheet(str(row.pk))["number"])

    assert numbers == [1, 2]
    assert reading.number_of_next(game.campaign) == 3


@pytest.mark.postgres
@pytest.mark.parametrize(("name", "number"), [("Round 7", 7), ("In the yard", 2)])
def test_the_number_of_a_round_that_an_older_version_began_is_read_from_its_name_once(
    fight: tuple[Game, dict[str, str]], name: str, number: int
) -> None:
    game, people = fight
    begin(game, people)
    begin(game, people)
    newest = Record.objects.filter(kind="demon_city.round").latest("born")
    rename(game, newest, name)
    DemonCityRound.objects.update(number=None)

    bring_up_to_date()

    assert game.sheet(str(newest.pk))["number"] == number
    assert reading.number_of_next(game.campaign) == number + 1
    game.campaign.refresh_from_db()
    head = game.campaign.head_seq
    bring_up_to_date()
    game.campaign.refresh_from_db()
    assert game.campaign.head_seq == head


def waiting_for_a_choice(game: Game, people: dict[str, str]) -> Request:
    """Ann and Bo both hit the ghoul with a nine, and somebody has to say who was first."""
    ann, bo, ghoul, _lurker = people.values()
    begin(game, {name: who for name, who in people.items() if name != "Lurker"})
    announce(game, ann, "attack", ghoul)
    announce(game, bo, "attack", ghoul)
    announce(game, ghoul, "attack", ann)
    actions = [
        {"id": ann, "side": "us", "kind": "attack", "targets": [ghoul]},
        {"id": bo, "side": "us", "kind": "attack", "targets": [ghoul]},
        {"id": ghoul, "side": "them", "kind": "attack", "targets": [ann]},
    ]
    rounds.sort_round(
        actor=game.gm, actions=actions, names={who: name for name, who in people.items()}, key=game.key()
    )
    stack("cups-9", "wands-9", "pentacles-2")
    tied = clash(
        "clash",
        game,
        (ann, "us", "attack", ghoul),
        (bo, "us", "attack", ghoul),
        (ghoul, "them", "attack", ann),
    )
    rounds.flip_round(actor=game.gm, flips=(tied,), nonce="", key=game.key())
    return tied


def test_a_flip_that_waits_keeps_its_cards_on_the_clash(fight: tuple[Game, dict[str, str]]) -> None:
    game, people = fight
    tied = waiting_for_a_choice(game, people)
    (row,) = DemonCityClash.objects.filter(record__campaign=game.campaign)
    assert row.state == "choice_needed"
    assert game.sheet(str(row.pk))["waiting"]["cards"][:2] == ["cups-9", "wands-9"]
    assert isinstance((read_record(Viewer.of(game.player), game.sheet(str(row.pk))) or {})["waiting"], Hidden)

    Tag.objects.filter(campaign=game.campaign).delete()
    again = game.act(tied.action, {**tied.given, "tie_choice": [people["Bo"]]})

    row.refresh_from_db()
    assert (row.state, row.waiting) == ("won", None)
    assert {card for _asked, card in again.steps[0].drawn} >= {"cups-9", "wands-9"}
    assert game.sheet(people["Ghoul"])["hit_by"] == people["Bo"]


def test_a_clash_that_waits_is_corrected_under_names_that_no_other_part_has(
    fight: tuple[Game, dict[str, str]],
) -> None:
    game, people = fight
    waiting_for_a_choice(game, people)
    row = Record.objects.get(campaign=game.campaign, kind="demon_city.clash")

    answer = browser(game.gm).get(reverse("edit_record", args=[game.campaign.pk, row.pk]))

    form, shown = answer.context["form"], answer.content.decode()
    whose = form.fields["field.waiting.participants.0.id"]
    assert dict(whose.choices)[people["Ann"]] == "Ann"
    headings = re.findall(r"<(?:h3|legend)>([^<]+)<", shown)
    assert [one for one in headings if "ide" in one or "ies" in one] == ["Side of each", "Who breaks ties"]
    assert {"us", "them", "Ann", "Bo", "Ghoul"} <= set(headings)
    assert "In the order of the flip" not in shown
    assert not [one for one in form.fields if one.startswith("field.waiting.drivers")]


@pytest.mark.parametrize("so_far", ["sorted", "tied"])
def test_a_record_is_renamed_without_a_word_about_the_rest(
    fight: tuple[Game, dict[str, str]], so_far: str
) -> None:
    game, people = fight
    if so_far == "tied":
        waiting_for_a_choice(game, people)
    else:
        announced(game, people)
        sort(game, people)
    client = browser(game.gm)

    for kind in ("demon_city.clash", "demon_city.round", "demon_city.character"):
        record = Record.objects.filter(campaign=game.campaign, kind=kind).latest("born", "pk")
        url = reverse("edit_record", args=[game.campaign.pk, record.pk])
        form = client.get(url).context["form"]
        shown = {one.html_name: one.value() for one in form if one.value() is not None}
        typed = {
            name: "on" if value is True else value for name, value in shown.items() if value is not False
        }
        before = game.sheet(str(record.pk)).fields
        answer = client.post(
            url, {**typed, "name": "Another name", "reason": "a better one", "key": new_key()}
        )
        assert answer.status_code == 302, kind
        after = game.sheet(str(record.pk))
        assert (after.name, after.fields) == ("Another name", before)
