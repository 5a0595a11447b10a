"""A round of Action from its one page: begun, announced, sorted, flipped, and gone on from."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.forms.action.errors import known_remedy
from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.games.demon_city.rounds.clashes import CLASH
from campaigns.games.demon_city.rounds.flip_forms import FlipForm, name_of
from campaigns.games.demon_city.rounds.flips import Ready, ready
from campaigns.games.demon_city.rounds.reading import action_round
from campaigns.models import Campaign, DemonCityChase, DemonCityDeck, Entry, Pending, Record
from campaigns.policy import NotAllowed
from campaigns.services.asking import ask_gm, ask_player
from campaigns.state.rows import read_sheet
from campaigns.viewing import Viewer
from rules.demon_city.progress import STATIC
from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import made
from tests.campaigns.form_filling import Form, first_form
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.open_pages import OpenPage
from tests.campaigns.spine import BY_OVERRIDE, document
from tests.campaigns.test_query_counts import queries_of
from tests.campaigns.world import act, undo
from tests.factories import make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FIGHTER = "demon_city.character"


def somebody(table: Table, name: str, agility: int, **fields: Any) -> str:
    stats = {"stats.agility": agility, "stats.toughness": 3, "toughness": 3, "state": "active"}
    owner = table.player if fields.pop("is_played", False) else None
    control = {} if owner else {"control": "gm"}
    stored: dict[str, Any] = {**stats, **control, **fields}
    return str(make_record(table.gm, FIGHTER, name, owner=owner, **stored).pk)


def three(table: Table) -> dict[str, str]:
    """A player's character, the ghoul that she meets, and somebody else's killer."""
    lay_out_decks(actor=table.gm, key=new_key())
    return {
        "ann": somebody(table, "Ann", 2, is_played=True),
        "ghoul": somebody(table, "The ghoul", 4),
        "killer": somebody(table, "The killer", 6),
    }


def with_bo(table: Table) -> dict[str, str]:
    """The three, and another of the player's who is between two of them in speed."""
    return {**three(table), "bo": somebody(table, "Bo", 3, is_played=True)}


def page(client: Client, table: Table) -> str:
    answer = client.get(reverse("action_round", args=[table.campaign.pk]))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def press(client: Client, table: Table, name: str, **given: Any) -> str:
    answer = client.post(reverse(name, args=[table.campaign.pk]), {"key": new_key(), **given}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def announce(table: Table, who: str, kind: str, *targets: str, area: bool = False) -> None:
    current = Record.objects.filter(kind="demon_city.round").order_by("-born").first()
    assert current is not None
    given = {
        "round": {"id": str(current.pk)},
        "character": {"id": who},
        "kind": kind,
        "targets": list(targets),
        "area": area,
    }
    act(table.gm, "demon_city.announce", given)


def announced(client: Client, table: Table) -> dict[str, str]:
    """A round in which everybody has announced."""
    people = three(table)
    press(client, table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    announce(table, people["killer"], "attack", people["ghoul"])
    return people


def first_up(table: Table) -> str:
    """Who announces next."""
    found = action_round(Campaign.objects.get(pk=table.campaign.pk), Viewer.of(table.gm)).next_up
    assert found is not None
    return found.member.id


def face_down(table: Table) -> list[Ready]:
    """What is flipped together next."""
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    return ready(campaign, action_round(campaign, Viewer.of(table.gm)))


def values(one: Ready) -> dict[str, str]:
    return {name: "|".join(found) for name, found in one.values.items()}


def numbers(table: Table, *throws: int) -> dict[str, str]:
    """The numbers of cards of a flip, hand by hand; one card where none is said."""
    hands = [name_of(one, hand) for one in face_down(table) for hand in one.hands]
    settled = [*throws, *[1] * len(hands)]
    return {name: str(number) for name, number in zip(hands, settled, strict=False)}


def settle(client: Client, table: Table, number: int, **more: str) -> None:
    """Keep the aims of a Clash with something changed."""
    one = face_down(table)[number]
    url = reverse("settle_clash", args=[table.campaign.pk, one.id])
    answer = client.post(url, {"key": new_key(), **one.values, **more})
    assert answer.status_code == 302, answer.content.decode()


def two_fights(client: Client, table: Table) -> dict[str, str]:
    """Ann against the ghoul and Bo against the killer, sorted into two Clashes."""
    people = with_bo(table)
    press(client, table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["bo"], "attack", people["killer"])
    announce(table, people["ghoul"], "attack", people["ann"])
    announce(table, people["killer"], "defend")
    sides = {"side.0": "us", "side.1": "us", "side.2": "them", "side.3": "the killer"}
    press(client, table, "sort_round", **sides)
    return people


def flipped(table: Table) -> list[str]:
    """What the entries of the round did, each as its steps."""
    entries = Entry.objects.filter(campaign=table.campaign).order_by("seq")
    return [
        " ".join(step["action"].rpartition(".")[2] for step in document(entry)["steps"]) for entry in entries
    ]


def test_all_clashes_of_a_round_are_flipped_with_one_press(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    two_fights(client, table)
    shown = page(client, table)
    assert shown.count("Flip all cards") == 1

    after = press(client, table, "flip_round", **numbers(table, 2))

    assert "Flip all cards" not in after
    assert flipped(table)[-1].split().count("clash") == 2
    assert len(cards_on(table, "players")) == 3


def cards_on(table: Table, deck: str) -> list[str]:
    return list(DemonCityDeck.objects.get(record__campaign=table.campaign, deck=deck).table)


def test_numbers_that_were_settled_stand_again_after_an_undo(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    two_fights(client, table)
    press(client, table, "flip_round", **numbers(table, 2, 3))

    undo(table.gm, Entry.objects.filter(campaign=table.campaign).latest("seq").seq)

    asked = FlipForm(face_down(table))
    assert [asked[name_of(one, hand)].value() for one in face_down(table) for hand in one.hands][:2] == [
        "2",
        "3",
    ]


def test_the_aims_of_a_clash_are_kept_for_the_flip(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    two_fights(client, table)
    before = Entry.objects.filter(campaign=table.campaign).count()

    settle(client, table, 0, **{"participants.0.throws": "2", "participants.0.count": "lowest"})

    assert Entry.objects.filter(campaign=table.campaign).count() == before
    assert "the lowest counts" in page(client, table)
    assert values(face_down(table)[0])["participants.0.count"] == "lowest"


def test_a_count_of_throws_settles_a_hand(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = two_fights(client, table)
    assert counts(table)["Ann"] == 1

    act(table.gm, "demon_city.throw_count", with_a_blade(people["ann"]))

    assert counts(table)["Ann"] == 2


def with_a_blade(who: str) -> dict[str, Any]:
    blade = [{"source": "weapon", "dice": 1}]
    return {"context": "action", "thrower": {"id": who, "modifiers": blade}, "kind": "attack"}


def counts(table: Table) -> dict[str, int]:
    """How many cards everybody has, as the form of the flip counts them."""
    form = FlipForm(face_down(table))
    return {one.hand.who.name: one.count.throws for ready in form.ready for one in form.asked(ready)}


def numbers_shown(table: Table) -> list[Any]:
    form = FlipForm(face_down(table))
    return [form[name_of(one, hand)].value() for one in form.ready for hand in one.hands]


@pytest.mark.clause("DEC-ROUND-17")
def test_numbers_are_worked_out_from_what_all_announced(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    two_fights(client, table)
    assert counts(table) == {"Ann": 1, "The ghoul": 1, "Bo": 1, "The killer": 3}
    shown = page(client, table)
    assert "3 cards" in shown

    press(client, table, "flip_round")

    told = flipped(table)[-1].split()
    assert told.count("throw_count") == 4
    assert told.count("clash") == 2
    assert (len(cards_on(table, "players")), len(cards_on(table, "horror"))) == (2, 4)


LEFT_OUT = "Select what you grant: the flip leaves out the rest."


@pytest.mark.clause("DEC-EXTRA-04")
def test_what_a_player_claims_counts_once_the_host_grants_it(table: Table, signed_in: SignIn) -> None:
    client, player = signed_in(table.gm), signed_in(table.player)
    people = two_fights(client, table)
    before = counts(table)
    assert "0 of 2 players ready" in page(player, table)

    shown = press(player, table, "say_ready", who=people["ann"], claims=["weapon", "situational"])

    assert "1 of 2 players ready" in shown
    assert "not granted so far: Better weapon" in shown
    assert counts(table) == before
    for_the_host = page(client, table)
    assert "claims: Better weapon" in for_the_host
    assert for_the_host.count(LEFT_OUT) == 1, "at the hand that claims"
    assert for_the_host.count('value="weapon" id="flip-') == 4
    assert not re.search(r'value="weapon"[^>]* checked', for_the_host)

    assert "Better weapon +1" in grants(client, table, people["ann"], "weapon")
    shown = page(player, table)
    assert "Better weapon +1" in shown
    assert "not granted so far: Better weapon" not in shown
    assert "not granted so far: Advantage of the situation" in shown
    assert not cards_on(table, "players")
    assert LEFT_OUT not in grants(client, table, people["ann"], "weapon", "situational")
    assert "Better weapon +1" not in grants(client, table, people["ann"])
    assert "not granted so far: Better weapon" in page(player, table)

    press(client, table, "flip_round", **granting(table, people["ann"], "weapon"))

    assert len(cards_on(table, "players")) == 3


@pytest.mark.clause("DEC-CLOST-04", "DEC-CLOST-06")
def test_a_maneuver_that_a_player_tries_costs_its_throw_whatever_the_host_ticks(
    table: Table, signed_in: SignIn
) -> None:
    """It is no advantage that is granted: left out of the flip, a called shot would cost nothing."""
    client, player = signed_in(table.gm), signed_in(table.player)
    people = two_fights(client, table)
    grants(client, table, people["ann"], "weapon", "situational")
    opened = granting(
        table, people["ann"], "weapon", "situational"
    )  # the Host's page, before the player says so

    shown = press(player, table, "say_ready", who=people["ann"], claims=["called_shot"])

    assert "tries: Called shot" in shown
    assert "tries: Called shot" in page(client, table)
    assert "not granted so far" not in shown
    assert "Maneuvers −1" in shown

    press(client, table, "flip_round", **opened)

    assert "Maneuvers −1" in page(client, table)
    assert flipped(table)


@pytest.mark.clause("DEC-CLOST-04")
def test_a_hand_of_which_the_lowest_counts_says_so_once_it_is_turned_over(
    table: Table, signed_in: SignIn
) -> None:
    """Its highest card lies there for all to see and does not count."""
    host, player = signed_in(table.gm), signed_in(table.player)
    people = three(table)
    stack("cups-9", "wands-3", "pentacles-2")
    press(host, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    press(host, table, "sort_round", **{"side.0": "us", "side.1": "them"})
    assert "the lowest counts" in press(player, table, "say_ready", who=people["ann"], claims=["called_shot"])

    press(host, table, "flip_round")

    assert len(cards_on(table, "players")) == 2
    shown = page(player, table)
    flipped_hand = re.sub(r"<[^>]+>", "", shown.split('class="flipped"')[1].split("</ul>")[0])
    assert re.search(r"Ann\s+3\s+the lowest counts", flipped_hand)
    assert "Ann 3 (the lowest counts), The ghoul" in re.sub(r"<[^>]+>", "", shown.split('id="told"')[1])
    newest = Entry.objects.filter(campaign=table.campaign).latest("seq").seq
    told = player.get(reverse("log_entry", args=[table.campaign.pk, newest])).content.decode()
    assert "the lowest counts: Three of Wands, worth 3" in told


@pytest.mark.clause("DEC-CLOST-04")
def test_a_throw_of_which_the_lowest_counts_says_so_in_its_result(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    stack("cups-9", "wands-3")
    thrower = {"id": people["ann"], "maneuvers": ["tricky"]}

    act(table.gm, "demon_city.static_throw", {"thrower": thrower, "intensity": 5})

    shown = signed_in(table.player).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "Three of Wands, worth 3, against 5, the lowest counts" in shown


@pytest.mark.clause("DEC-ROUND-19", "DEC-CLASH-34")
def test_who_only_moves_counts_no_card_until_somebody_attacks_them(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    press(client, table, "begin_round", who=[people[name] for name in ("ann", "ghoul", "killer")])
    announce(table, people["ann"], "move")
    assert "so far, provisional" not in page(client, table)

    announce(table, people["ghoul"], "attack", people["ann"])

    assert page(client, table).count("so far, provisional") == 2


@pytest.mark.clause("DEC-CLOST-06", "DEC-CLOST-07")
@pytest.mark.parametrize(("maneuver", "cost", "hurts"), [("disarm", 1, True), ("harmless_disarm", 0, False)])
def test_a_disarm_is_claimed_and_does_no_harm_where_it_costs_no_throw(
    maneuver: str, cost: int, hurts: bool, table: Table, signed_in: SignIn
) -> None:
    client, people = signed_in(table.gm), three(table)
    stack("cups-9", "wands-9", "swords-9")
    stack("pentacles-2", "pentacles-3")
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})

    press(client, table, "flip_round", **granting(table, people["ann"], "weapon", maneuver))

    assert len(cards_on(table, "players")) == 2 - cost
    asks = Pending.objects.filter(question="demon_city.damage", state="open")
    assert asks.exists() == hurts


@pytest.mark.clause("DEC-CLASH-09", "DEC-TIE-02")
def test_a_tie_waits_for_the_gm_until_they_have_ruled_on_it(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    stack("cups-9", "wands-2", "swords-3", "pentacles-9", "pentacles-2", "pentacles-3")
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})
    waits = "The GM changes something that affects everyone in it"
    assert waits in press(client, table, "flip_round", **granting(table, people["ann"]))
    asked = Pending.objects.get(state="open", question="table.ruling")

    form = Form(
        client.get(reverse("pending_answer", args=[table.campaign.pk, asked.pk])).content.decode(),
        "action-form",
    )
    assert client.post(form.action, {**form.sent, "words": "Fog."}).status_code == 302

    for shown in (page(client, table), page(signed_in(table.player), table)):
        assert waits not in shown
        assert "The GM has ruled on the tie." in shown


def granting(table: Table, who: str, *claims: str) -> dict[str, list[str]]:
    """The boxes of a hand, as the GM ticks them."""
    names = [name_of(one, hand) for one in face_down(table) for hand in one.hands if hand.who.id == who]
    return {f"{name}.claims": list(claims) for name in names}


def grants(client: Client, table: Table, who: str, *claims: str) -> str:
    """What the GM ticks for a hand before the flip; the page after it."""
    return press(client, table, "flip_round", recount="1", **granting(table, who, *claims))


def test_what_the_host_counts_is_there_when_the_page_is_loaded_anew(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = two_fights(client, table)
    (ghoul,) = (
        name_of(one, hand) for one in face_down(table) for hand in one.hands if hand.who.name == "The ghoul"
    )
    ticked = granting(table, people["ann"], "weapon", "further")
    press(client, table, "flip_round", recount="1", **ticked, **{ghoul: "4"})

    form = Form(page(client, table), flip_form_of(table))

    assert form.controls[next(iter(ticked))].values == ["further", "weapon"]
    assert form.controls[ghoul].values == ["4"]
    press(client, table, "flip_round", **form.sent)
    assert (len(cards_on(table, "players")), len(cards_on(table, "horror"))) == (4, 7)


def flip_form_of(table: Table) -> str:
    return "-".join(["flip", *(one.id for one in face_down(table))])


@pytest.mark.parametrize(("visibility", "is_told"), [("table", True), ("gm", False)])
def test_open_pages_hear_what_the_host_grants_whom_they_see(
    table: Table, signed_in: SignIn, visibility: str, is_told: bool
) -> None:
    client, ann = signed_in(table.gm), three(table)["ann"]
    lurker = somebody(table, "The lurker", 1, visibility=visibility)
    press(client, table, "begin_round", who=[lurker, ann])
    announce(table, lurker, "attack", ann)
    announce(table, ann, "attack", lurker)
    press(client, table, "sort_round", **{"side.0": "them", "side.1": "us"})
    before = Campaign.objects.get(pk=table.campaign.pk).stir

    grants(client, table, lurker, "weapon")

    assert (Campaign.objects.get(pk=table.campaign.pk).stir > before) is is_told


def test_the_next_sorting_begins_with_nothing_granted(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = announced(client, table)
    sides = {"side.0": "us", "side.1": "them", "side.2": "others"}
    press(client, table, "sort_round", **sides)
    grants(client, table, people["ann"], "weapon")
    undo(table.gm, Campaign.objects.get(pk=table.campaign.pk).head_seq)

    press(client, table, "sort_round", **sides)

    assert not any(hand.granted for one in face_down(table) for hand in one.hands)


def test_nobody_is_ready_for_somebody_elses_hand(table: Table, signed_in: SignIn) -> None:
    client, player = signed_in(table.gm), signed_in(table.player)
    people = two_fights(client, table)

    shown = press(player, table, "say_ready", who=people["killer"], claims=["weapon"])

    assert "No cards of yours lie face down now." in shown
    assert "0 of 2 players ready" in shown
    assert counts(table)["The killer"] == 3


def test_no_player_reads_a_number_that_is_not_theirs(table: Table, signed_in: SignIn) -> None:
    two_fights(signed_in(table.gm), table)

    shown = page(signed_in(table.player), table)

    assert len(re.findall(r">\d cards?<", shown)) == 2
    assert "3 cards" not in shown
    assert not re.search(r">\d cards?<", page(signed_in(table.observer), table))


def test_more_cards_than_there_are_is_told_on_the_page(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    two_fights(client, table)

    answer = client.post(
        reverse("flip_round", args=[table.campaign.pk]), {"key": new_key(), **numbers(table, 30, 1, 30)}
    )

    assert answer.status_code == 422
    assert "DEC-DECK-16" in answer.content.decode()
    assert not cards_on(table, "players")
    assert numbers_shown(table)[0] == "30"


def test_an_attack_on_several_reaches_them_all(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    press(client, table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "attack", people["ghoul"], people["killer"], area=True)
    announce(table, people["ghoul"], "attack", people["ann"])
    announce(table, people["killer"], "defend")

    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them", "side.2": "them"})

    assert "Begin the next round" in press(client, table, "flip_round", **numbers(table))


def test_players_see_that_the_cards_lie_face_down(table: Table, signed_in: SignIn) -> None:
    two_fights(signed_in(table.gm), table)

    shown = page(signed_in(table.player), table)

    assert shown.count("The cards are still face down.") == 2
    assert "Flip all cards" not in shown


def test_a_clash_flipped_without_the_others_leads_to_the_round(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    two_fights(client, table)
    one = face_down(table)[0]

    url = reverse("play_action", args=[table.campaign.pk, "demon_city.clash"])
    answer = client.post(url, {"key": new_key(), **one.values})

    assert answer.status_code == 422
    shown = unescape(answer.content.decode())
    assert "DEC-CLASH-05" in shown
    assert reverse("action_round", args=[table.campaign.pk]) in shown[shown.index("How to make it legal") :]


def test_the_gm_begins_a_round_with_one_press(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)

    shown = press(client, table, "begin_round", who=list(people.values()))

    assert "Action: Round 1" in shown
    assert shown.index("Ann</a>") < shown.index("The ghoul</a>") < shown.index("The killer</a>")
    assert "<b>Ann</b> announces next" in shown
    begun = Entry.objects.filter(campaign=table.campaign).latest("seq").seq
    undone = client.get(reverse("undo_entry", args=[table.campaign.pk, begun])).content.decode()
    assert "Undo: Begin a round" in undone, "called as what was pressed"


def test_beginning_a_round_twice_with_the_same_form_begins_one(table: Table, signed_in: SignIn) -> None:
    people, client, key = three(table), signed_in(table.gm), new_key()

    for _time in range(2):
        shown = press(client, table, "begin_round", who=list(people.values()), key=key)

    assert "Action: Round 1" in shown
    assert Record.objects.filter(kind="demon_city.round").count() == 1


def test_a_page_that_stands_open_takes_over_the_name_of_the_round_too(
    table: Table, signed_in: SignIn
) -> None:
    opened = OpenPage(signed_in(table.player), reverse("action_round", args=[table.campaign.pk]))
    people = three(table)

    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))

    assert "<h1>Action: Round 1</h1>" in opened.ask()
    assert "<h1>Action: Round 1</h1>" in opened.text


@pytest.mark.clause("DEC-ROUND-21")
def test_rounds_count_within_their_action(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)
    told = []
    for ends in ("", "", "table.end_fight", ""):
        if ends:
            act(table.gm, ends, {})
        shown = press(client, table, "begin_round", who=list(people.values()))
        told += re.findall(r"<h1>Action: (Round \d)</h1>", shown)

    assert told == ["Round 1", "Round 2", "Round 1", "Round 2"]


def test_a_round_has_somebody_in_it(table: Table, signed_in: SignIn) -> None:
    three(table)

    answer = signed_in(table.gm).post(reverse("begin_round", args=[table.campaign.pk]), {"key": new_key()})

    assert answer.status_code == 422
    assert "Select at least one." in answer.content.decode()
    assert not Record.objects.filter(kind="demon_city.round").exists()


def test_only_whose_turn_it_is_has_the_way_to_announce(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    asks = '<input type="hidden" name="who" value="{}"'.format

    assert asks(people["ann"]) in page(signed_in(table.player), table)
    announce(table, people["ann"], "defend")

    assert asks(people["ghoul"]) not in page(signed_in(table.player), table)
    assert asks(people["ghoul"]) in page(signed_in(table.gm), table)


def test_a_player_announces_from_the_page_and_in_words(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.player)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    said = {"who": people["ann"], "kind": "attack", "targets": [people["ghoul"]], "words": "with the axe"}

    shown = press(client, table, "announce_deed", **said)

    assert "<q>with the axe</q>" in shown
    assert "<b>The ghoul</b> announces next" in shown
    assert shown.count("has announced") == 1


def test_how_somebody_attacks_is_announced_and_counted(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.player)
    correct(table, people["ann"], "stats.firearms", 5)
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])
    shot = {"who": people["ann"], "kind": "shoot", "skill": "firearms", "targets": [people["ghoul"]]}

    press(client, table, "announce_deed", **shot)
    announce(table, people["ghoul"], "attack", people["ann"])
    press(signed_in(table.gm), table, "sort_round", **{"side.0": "us", "side.1": "them"})

    assert "2 cards" in page(client, table)  # Firearms 5 against Toughness 3 that strikes back
    assert "Higher stat +1" in page(client, table)


@pytest.mark.clause("DEC-CTHROW-11")
@pytest.mark.parametrize(
    ("skills", "offered"),
    [
        ({"firearms": 4, "exotic_weapons": 6}, ["exotic_weapons", "firearms", "agility"]),
        ({"firearms": 1}, ["firearms", "agility"]),
        ({}, ["agility"]),
    ],
)
def test_a_shot_is_announced_with_the_highest_skill_that_applies(
    table: Table, signed_in: SignIn, skills: dict[str, int], offered: list[str]
) -> None:
    people, client = three(table), signed_in(table.player)
    for name, value in skills.items():
        correct(table, people["ann"], f"stats.{name}", value)
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])
    form = Form(page(client, table), "announce")

    assert form.controls["skill"].options == offered
    assert form.controls["skill"].values == offered[:1]
    client.post(form.action, {**form.sent, "kind": "shoot", "targets": people["ghoul"]})

    announced = read_sheet(Record.objects.get(pk=people["ann"]))
    assert (announced["attacks_by"], announced["shot_skill"] or "agility") == ("shoot", offered[0])


def test_a_power_names_both_stats(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])
    url = reverse("announce_deed", args=[table.campaign.pk])
    sent = {"key": new_key(), "who": people["ann"], "kind": "power", "targets": [people["ghoul"]]}

    answer = signed_in(table.player).post(url, sent)

    assert answer.status_code == 422
    assert "A power needs both stats" in answer.content.decode()


def test_the_same_again_has_the_cards_of_last_round(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    both = [people["ann"], people["ghoul"]]
    for _round in range(2):
        press(client, table, "begin_round", who=both)
        announce(table, people["ann"], "attack", people["ghoul"])
        announce(table, people["ghoul"], "defend")
        press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})
        shown = page(client, table)
        stack("cups-1", "cups-2", "cups-3")
        stack("pentacles-9")
        press(client, table, "flip_round")

    assert "The same as last round +3" in shown


def test_an_attack_has_a_foe(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))

    url = reverse("announce_deed", args=[table.campaign.pk])
    answer = signed_in(table.player).post(url, {"key": new_key(), "who": people["ann"], "kind": "attack"})

    assert answer.status_code == 422
    assert "Who do they attack? Select one." in answer.content.decode()
    label = answer.content.decode().partition('id="aim-label">')[2].partition("</p>")[0]
    told = {"with-target": "Against", "without-target": "Aimed at, if anyone"}
    assert dict(re.findall(r'<span class="([^"]+)">([^<]+)</span>', label)) == told
    assert "Say how far they move, and from where they start" in answer.content.decode()


def test_whoever_is_alone_is_told_that_nobody_is_there_to_attack(table: Table, signed_in: SignIn) -> None:
    lay_out_decks(actor=table.gm, key=new_key())
    ann, ghoul = somebody(table, "Ann", 2, is_played=True), somebody(table, "The ghoul", 4)

    alone = press(signed_in(table.gm), table, "begin_round", who=[ann])
    both = press(signed_in(table.gm), table, "begin_round", who=[ann, ghoul], anew="on")

    assert "Nobody else is in this round." in alone
    assert "Nobody else is in this round." not in both


def test_nobody_announces_for_whose_turn_it_is_not(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "defend")

    shown = press(signed_in(table.player), table, "announce_deed", who=people["ann"], kind="defend")

    assert "None of your characters announces now." in shown
    assert "<b>The ghoul</b> announces next" in shown


def test_words_that_come_too_late_are_told(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "defend")

    sent = {"who": people["ann"], "kind": "defend", "words": "behind the door"}
    shown = press(signed_in(table.player), table, "announce_deed", **sent)

    assert "None of your characters announces now." in shown
    assert "You sent: behind the door" in shown


def test_every_part_that_stays_says_that_something_happened(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))

    parts = page(signed_in(table.gm), table).split("data-keep-typed=")[1:]

    assert len(parts) == 2
    assert all("What you typed is still here." in one for one in parts)


def test_who_is_hidden_is_marked_where_a_round_begins_and_takes_part_if_the_gm_says_so(
    table: Table, signed_in: SignIn
) -> None:
    somebody(table, "The lurker", 1, visibility="gm")
    three(table)

    boxes = re.findall(
        r'<label class="choice" for="round-who_\d+"><input([^>]*)>.*?<span>(.*?)</span>',
        page(signed_in(table.gm), table),
    )

    unticked = [label for box, label in boxes if "checked" not in box]
    assert (
        unticked
        == [label for _box, label in boxes if "hidden" in label]
        == ["The lurker (hidden from the table)"]
    )
    assert "The killer" in [label for _box, label in boxes]


@pytest.mark.clause("DEC-ROUND-24")
@pytest.mark.parametrize("kind", ["demon_city.clash", "demon_city.chase"])
def test_what_is_decided_is_not_offered_to_be_flipped(kind: str, table: Table, signed_in: SignIn) -> None:
    lay_out_decks(actor=table.gm, key=new_key())
    offered = {}
    for state in ("open", "choice_needed", "won", "tied"):
        record = make_record(table.gm, kind, state, state=state).pk
        shown = signed_in(table.gm).get(reverse("record", args=[table.campaign.pk, record]))
        offered[state] = f"/play/{kind}/" in shown.content.decode()
        assert "Edit the sheet" not in shown.content.decode()

    assert offered == {"open": True, "choice_needed": True, "won": False, "tied": False}


def test_words_of_somebody_unseen_stay_unsaid(table: Table, signed_in: SignIn) -> None:
    lurker = somebody(table, "The lurker", 1, visibility="gm")
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=[lurker, *people.values()])

    assert 'name="words"' not in page(signed_in(table.gm), table)


def test_the_name_of_a_clash_names_nobody_unseen(table: Table, signed_in: SignIn) -> None:
    lurker, people = somebody(table, "The lurker", 1, visibility="gm"), three(table)
    press(signed_in(table.gm), table, "begin_round", who=[lurker, *people.values()])
    announce(table, lurker, "attack", people["ann"])
    announce(table, people["ann"], "attack", lurker)
    announce(table, people["ghoul"], "defend")
    announce(table, people["killer"], "defend")
    sides = {"side.0": "them", "side.1": "us", "side.2": "others", "side.3": "others"}
    press(signed_in(table.gm), table, "sort_round", **sides)

    clash = Record.objects.get(kind="demon_city.clash")

    assert clash.name == "someone hidden, Ann"
    assert "Clash: Ann, someone hidden</h3>" in page(signed_in(table.player), table)
    assert "Clash: The lurker, Ann</h3>" in page(signed_in(table.gm), table)
    told = signed_in(table.player).get(f"/campaigns/{table.campaign.pk}/log/").content.decode()
    assert ("lurker" in told, "someone hidden, Ann" in told, "0 Clashes" in told) == (False, True, False)


def test_the_name_of_a_clash_of_many_says_that_it_goes_on(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    lay_out_decks(actor=table.gm, key=new_key())
    names = [f"{who} of the house on Saint Bartholomew’s Yard" for who in ("Ann", "Bo", "Cy")]
    people = [somebody(table, name, agility) for agility, name in enumerate(names, 1)]
    press(client, table, "begin_round", who=people)
    for who in people:
        announce(table, who, "attack", people[0] if who != people[0] else people[1])

    press(client, table, "sort_round", **{"side.0": "one", "side.1": "other", "side.2": "other"})

    (clash,) = Record.objects.filter(kind=CLASH)
    assert clash.name == f"{names[0]}, {names[1]}, Cy of…"


def test_who_attacks_their_own_has_a_side_of_their_own(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)

    shown = page(client, table)

    assert 'name="side.1" value="the foes"' in shown
    assert 'name="side.2" value="The killer"' in shown


def test_nobody_unseen_has_a_side_that_is_called_like_them(table: Table, signed_in: SignIn) -> None:
    lurkers = [somebody(table, f"Lurker {number}", 1, visibility="gm") for number in (1, 2)]
    killer = three(table)["killer"]
    press(signed_in(table.gm), table, "begin_round", who=[*lurkers, killer], anew="")
    for lurker in sorted(lurkers, key=lambda one: one != first_up(table)):
        announce(table, lurker, "attack", killer)
    announce(table, killer, "defend")

    sides = re.findall(r'name="side\.\d" value="([^"]*)"', page(signed_in(table.gm), table))

    assert sides == ["someone hidden", "someone hidden", "The killer"]


def test_two_unseen_who_attack_each_other_have_sides_that_differ(table: Table, signed_in: SignIn) -> None:
    lurkers = [somebody(table, f"Lurker {number}", 1, visibility="gm") for number in (1, 2)]
    press(signed_in(table.gm), table, "begin_round", who=lurkers, anew="")
    for lurker in sorted(lurkers, key=lambda one: one != first_up(table)):
        announce(table, lurker, "attack", *(one for one in lurkers if one != lurker))

    sides = re.findall(r'name="side\.\d" value="([^"]*)"', page(signed_in(table.gm), table))

    assert sorted(sides) == ["someone hidden", "someone hidden 2"]


@pytest.mark.clause("DEC-CLASH-02")
@pytest.mark.parametrize("slowest", ["Marta", "Cultist 1", "Cultist 3"])
def test_who_attacks_the_same_one_and_not_each_other_stands_together(
    slowest: str, table: Table, signed_in: SignIn
) -> None:
    cultists = [f"Cultist {number}" for number in (1, 2, 3)]
    names = {somebody(table, one, 1 if one == slowest else 3): one for one in ("Marta", *cultists)}
    who = {name: one for one, name in names.items()}
    press(signed_in(table.gm), table, "begin_round", who=[*names], anew="")
    for _ in names:
        up = first_up(table)
        announce(table, up, "attack", who["Cultist 1" if names[up] == "Marta" else "Marta"])

    sides = re.findall(r'name="side\.\d" value="([^"]*)"', page(signed_in(table.gm), table))
    found = action_round(Campaign.objects.get(pk=table.campaign.pk), Viewer.of(table.gm))
    stands = dict(zip([place.member.name for place in found.places], sides, strict=True))

    assert stands["Marta"] == "Marta"
    assert len({stands[one] for one in cultists}) == 1


def test_where_the_gm_plays_both_sides_each_is_called_by_who_is_on_it(
    table: Table, signed_in: SignIn
) -> None:
    people = [somebody(table, name, 3) for name in ("Marta", "Sil", "Bo")]  # Bo and Sil stand together
    press(signed_in(table.gm), table, "begin_round", who=people)
    for _ in people:
        up = first_up(table)
        announce(table, up, *(("attack", people[1]) if up == people[0] else ("defend",)))

    sides = re.findall(r'name="side\.\d" value="([^"]*)"', page(signed_in(table.gm), table))

    assert sorted(sides) == ["Bo, Sil", "Bo, Sil", "Marta"]


def test_an_ally_of_the_last_round_who_is_attacked_has_another_side(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), announced(signed_in(table.gm), table)
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "the dead", "side.2": "us"})
    act(table.gm, "table.end_fight", {}, override=BY_OVERRIDE)
    press(client, table, "begin_round", who=[people["ann"], people["killer"]])
    announce(table, people["ann"], "attack", people["killer"])
    announce(table, people["killer"], "defend")

    shown = page(client, table)

    assert 'name="side.0" value="us"' in shown
    assert 'name="side.1" value="The killer"' in shown


def test_getting_up_is_reached_from_the_page_and_as_hard_as_the_attack_was_severe(
    table: Table, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    both = hit_the_ghoul(client, table)
    act(table.gm, "demon_city.damage", {"target": {"id": both[1]}, "amount": 5})

    shown = press(client, table, "begin_round", who=both)

    way = reverse("play_action", args=[table.campaign.pk, "demon_city.recover_toughness"])
    assert f"{way}?character={both[1]}&" in shown
    thrown = act(table.gm, "demon_city.recover_toughness", {"character": {"id": both[1]}})
    assert [step.input["intensity"] for step in thrown.steps if "intensity" in step.input] == [3]


def test_lost_toughness_is_not_called_lethal(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    act(table.gm, "demon_city.damage", {"target": {"id": people["ghoul"]}, "amount": 2})

    shown = signed_in(table.player).get(reverse("table", args=[table.campaign.pk])).content.decode()

    assert shown.count(">lost</span>") == 2
    assert "Lethal" not in shown


def test_a_tie_among_allies_is_settled_from_the_page(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = with_bo(table)
    stack("cups-9", "wands-9")
    stack("pentacles-2")
    press(client, table, "begin_round", who=[people[name] for name in ("ann", "bo", "ghoul")])
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["bo"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "us", "side.2": "them"})

    shown = press(client, table, "flip_round", **numbers(table))

    assert "A tie among allies: Ann, Bo. Who goes first?" in shown
    assert "Undo: Flip the cards" in shown
    assert shown.count("Flip the cards") == 1
    assert "Choose who goes first" in shown
    home = signed_in(table.player).get(reverse("campaign_home", args=[table.campaign.pk])).content.decode()
    assert "lie face down" not in home, "they lie open, and wait for the choice alone"
    way = re.search(r'href="([^"]*/play/waiting/[^"]*)"', page(signed_in(table.player), table))
    assert way is not None
    choosing = client.get(way[1]).content.decode()
    assert "<h1>Choose who goes first</h1>" in choosing
    assert re.search('<b>Ann</b> 9: Nine of Cups</p>\\s*<p class="note">Attack – The ghoul</p>', choosing)
    assert "Two of Pentacles" not in choosing
    nobody = client.post(way[1], {"key": new_key()}).content.decode()
    assert "Choose one." in nobody
    assert "Choose one or more." not in nobody
    with pytest.raises(RuleViolation) as refused:
        act(table.gm, "table.end_fight", {})
    assert "Where allies tie, say there who goes first." in known_remedy(refused.value.clause)
    client.post(way[1], {"key": new_key(), "tie_choice": [people["bo"]]})
    assert "Undo: Choose who goes first" in page(client, table)
    late = signed_in(table.player)
    for htmx in ({}, {"HX-Request": "true"}):
        sent = late.post(way[1], {"key": new_key(), "tie_choice": [people["ann"]]}, headers=htmx)
        heard = late.get(way[1], headers=htmx)
        for told in (sent, heard):
            assert (told.status_code, "Bo goes first." in told.content.decode()) == (200, True)
            assert "<form" not in told.content.decode().partition("<h1>")[2]
    assert "Bo’s attack lands on The ghoul." in page(client, table)
    assert 'id="cards-' not in page(client, table)
    assert sorted(cards_on(table, "players")) == ["cups-9", "wands-9"]


@pytest.mark.clause("DEC-DECK-16", "DEC-DMG-01")
def test_where_a_deck_is_too_short_for_damage_the_host_says_the_amount(
    table: Table, signed_in: SignIn
) -> None:
    """Nobody throws fewer cards for it, and the discarded ones are counted already."""
    host, player = signed_in(table.gm), signed_in(table.player)
    both = hit_the_ghoul(host, table)
    correct(table, both[1], "stats.toughness", 9)
    stands = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="players")
    for pile, cards in {"table": [], "discard": ["fool"], "draw": ["cups-9"]}.items():
        correct(table, str(stands.pk), pile, cards)
    asked = reverse("pending_answer", args=[table.campaign.pk, Pending.objects.get(state="open").pk])

    refused = player.post(asked, {"key": new_key()}).content.decode()

    assert "or enter damage as an amount, which takes no cards." in refused
    host.post(asked, {"key": new_key(), "amount": "2"})
    assert read_sheet(Record.objects.get(pk=both[1]))["toughness"] == 1


@pytest.mark.clause("DEC-CLASH-18", "DEC-CLASH-34")
@pytest.mark.parametrize("deed", ["escape", "move"])
def test_whoever_gets_away_is_said_to(deed: str, table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    stack("cups-9", "cups-8")
    stack("pentacles-2", "pentacles-3")
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], deed)
    announce(table, people["ghoul"], "attack", people["ann"])
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})

    press(client, table, "flip_round", **numbers(table))

    shown = page(signed_in(table.player), table)
    assert "Ann gets away." in shown
    assert 'gain">Successful: ' in shown  # and nothing else was
    assert "The ghoul gets away." not in shown


@pytest.mark.clause("DEC-CLASH-08")
def test_only_allies_who_attack_are_asked_which_of_them_goes_first(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = {
        **three(table),
        "bo": somebody(table, "Bo", 3, is_played=True),
        "cy": somebody(table, "Cy", 3, is_played=True),
    }
    listed = [people[name] for name in ("ann", "bo", "cy", "ghoul")]
    press(client, table, "begin_round", who=listed)
    for who, deed in (("ann", "attack"), ("bo", "attack"), ("cy", "other"), ("ghoul", "attack")):
        announce(table, people[who], deed, people["ann" if who == "ghoul" else "ghoul"])
    press(client, table, "sort_round", **{f"side.{n}": "us" for n in range(3)}, **{"side.3": "them"})
    (one,) = face_down(table)
    url = reverse("settle_clash", args=[table.campaign.pk, one.id])

    form = client.get(url).context["form"]

    assert dict(form.fields["tie_choice"].choices) == {people["ann"]: "Ann", people["bo"]: "Bo"}
    assert form.fields["tie_choice"].label == "If allies tie, who goes first"
    defends = {**one.values, "participants.1.kind": "defend"}
    shown = client.post(url, {"key": new_key(), **defends, "form.command": "odds"})
    assert "who goes first" not in shown.content.decode()
    settle(client, table, 0, tie_choice=people["bo"])
    stack("cups-9", "wands-9", "swords-2", "pentacles-2")
    assert "Bo’s attack lands on The ghoul." in press(client, table, "flip_round", **numbers(table))


def test_a_tie_with_an_ally_unseen_says_that_there_is_one(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = {**three(table), "lurker": somebody(table, "The lurker", 3, visibility="gm")}
    stack("cups-9")
    stack("pentacles-9", "pentacles-2")
    press(client, table, "begin_round", who=[people[name] for name in ("ann", "lurker", "ghoul")])
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["lurker"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "us", "side.2": "them"})
    press(client, table, "flip_round", **numbers(table))

    shown = page(signed_in(table.player), table)

    assert "A tie among allies: Ann, someone hidden. Who goes first?" in shown
    assert "The lurker" not in shown
    (tie,) = Pending.objects.filter(question="demon_city.clash", state="open")
    answer = signed_in(table.player).get(reverse("pending_answer", args=[table.campaign.pk, tie.pk]))
    assert "A tie among allies: Ann, someone hidden. Who goes first?" in unescape(answer.content.decode())
    assert "The lurker" not in answer.content.decode()


def test_a_throw_against_somebody_unseen_says_so(table: Table, signed_in: SignIn) -> None:
    client, player = signed_in(table.gm), signed_in(table.player)
    people = {**three(table), "lurker": somebody(table, "The lurker", 3, visibility="gm")}
    press(client, table, "begin_round", who=[people[name] for name in ("ann", "ghoul")])
    announce(table, people["ann"], "attack", people["lurker"])
    announce(table, people["ghoul"], "defend")
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})

    assert "Ann attacks someone hidden, who takes no action" in page(player, table)


def test_the_page_shows_everybodys_cards_after_the_flip(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = two_fights(client, table)

    press(client, table, "flip_round", **numbers(table, 2))

    shown = page(signed_in(table.player), table)
    assert len(re.findall("hand-of-cards is-small", shown)) == len(people)
    assert shown.index(">Clashes</h2>") < shown.index("Order, slowest first")
    clashes = shown[shown.index(">Clashes</h2>") : shown.index("Order, slowest first")]
    assert clashes.count('class="card card-') == len(people) + 1
    assert clashes.count("What decided it") == 2


def test_what_waits_in_a_round_says_who_hit_whom(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    hit_the_ghoul(client, table)

    assert "Ann has hit The ghoul." in page(client, table)
    home = client.get(reverse("campaign_home", args=[table.campaign.pk])).content.decode()
    assert "The ghoul is hit" in home


def test_a_clash_of_several_sides_is_sorted_and_flipped(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    sides = {"side.0": "the players", "side.1": "the dead", "side.2": "the killer"}

    shown = press(client, table, "sort_round", **sides)

    assert "Clash: Ann, The ghoul, The killer" in shown
    given = values(face_down(table)[0])
    assert given["participants.2.targets.0.beat"] == "4"
    assert "participants.0.targets.0.beat" not in given
    after = press(client, table, "flip_round", **numbers(table, 2))
    steps = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"]
    flip = next(step for step in steps if step["action"] == "demon_city.clash")
    decided_by = {one["id"]: one["by"] for one in flip["input"]["sides"]}
    assert decided_by == {"the players": "players", "the dead": "host", "the killer": "host"}
    assert "How many cards" not in after
    assert "Begin the next round" in after


@pytest.mark.clause("DEC-CLASH-29")
def test_an_attack_on_somebody_who_drives_is_a_throw_against_their_stat(
    table: Table, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    people = with_bo(table)
    listed = [people[name] for name in ("ann", "bo", "ghoul")]
    press(client, table, "begin_round", who=listed)
    announce(table, people["ann"], "move")
    announce(table, people["bo"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "move")
    sides = {"side.0": "us", "side.1": "us", "side.2": "them", "driver.0": "on", "driver.2": "on"}

    shown = press(client, table, "sort_round", **sides)

    asked = Pending.objects.get(state="open", question="demon_city.static_throw")
    assert (str(asked.who_id), asked.data["target"]) == (people["bo"], people["ghoul"])
    assert "Bo attacks The ghoul, who drives: a throw against the stat that resists it." in shown


@pytest.mark.parametrize("is_driving", [True, False])
def test_nobody_is_told_by_the_sorting_whom_somebody_unseen_attacks(
    is_driving: bool, table: Table, signed_in: SignIn
) -> None:
    """What they announced is sealed, and the throw for it is the GM's alone until it is made."""
    host, player = signed_in(table.gm), signed_in(table.player)
    people = {**with_bo(table), "lurker": somebody(table, "The lurker", 5, visibility="gm")}
    present = [people[name] for name in ("ann", "bo", "ghoul", "lurker") if is_driving or name != "bo"]
    press(host, table, "begin_round", who=present)
    for who in present[:-1]:
        announce(table, who, "move")
    announce(table, people["lurker"], "attack", people["ann" if is_driving else "bo"])
    drivers = {"driver.0": "on", "driver.2": "on"} if is_driving else {}
    sides = {
        f"side.{number}": "us" if who != people["ghoul"] else "them" for number, who in enumerate(present)
    }

    shown = press(host, table, "sort_round", **{**sides, f"side.{len(present) - 1}": "them"}, **drivers)

    assert "The lurker attacks" in shown
    sorting = Entry.objects.filter(campaign=table.campaign).latest("seq").seq
    told = player.get(reverse("log_entry", args=[table.campaign.pk, sorting])).content.decode()
    assert "The Clashes are sorted." in told
    assert "1 Clash<" not in told
    assert "omeone hidden attacks" not in page(player, table)
    for untold in ("Waiting for", "A request", "Throw against an Intensity", "DEC-ROUND-26"):
        assert untold not in told
    assert ("DEC-CLASH-29" in told) == is_driving  # by which the drivers have a chase


@pytest.mark.clause("DEC-CLASH-03", "DEC-CLASH-04")
@pytest.mark.parametrize("deed", ["other", "move"])
def test_the_host_says_who_is_in_whose_way_without_aiming_at_them(
    deed: str, table: Table, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    people = with_bo(table)
    listed = [people[name] for name in ("ann", "bo", "ghoul")]
    press(client, table, "begin_round", who=listed)
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["bo"], deed)
    announce(table, people["ghoul"], "attack", people["ann"])
    sides = {"side.0": "us", "side.1": "us", "side.2": "them"}
    url = reverse("sort_round", args=[table.campaign.pk])
    alone = client.post(url, {"key": new_key(), **sides, "together": people["bo"]})
    assert (alone.status_code, Record.objects.filter(kind=CLASH).count()) == (422, 0)
    assert "One alone is in nobody" in alone.content.decode()

    press(client, table, "sort_round", **sides, together=[people["bo"], people["ghoul"]])

    (clash,) = Record.objects.filter(kind=CLASH)
    assert set(read_sheet(clash)["people"]) == set(listed)
    assert "Won by" in press(client, table, "flip_round", **numbers(table))


@pytest.mark.clause("DEC-CLASH-29")
def test_a_driver_who_attacks_back_is_met_by_their_stat_in_the_clash_of_the_other(
    table: Table, signed_in: SignIn
) -> None:
    """Their throw goes into the chase: in the Clash there is no card of theirs to beat."""
    client = signed_in(table.gm)
    people = with_bo(table)
    press(client, table, "begin_round", who=[people[one] for one in ("ann", "bo", "ghoul", "killer")])
    announce(table, people["ann"], "move")
    announce(table, people["bo"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["bo"])
    announce(table, people["killer"], "attack", people["bo"])
    sides = {"side.0": "us", "side.1": "us", "side.2": "them", "side.3": "the killer"}

    press(client, table, "sort_round", **sides, **{"driver.0": "on", "driver.2": "on"})

    clash = next(one for one in face_down(table) if not one.meeting.is_chase)
    (bo,) = (name for name, found in clash.values.items() if found == [people["ghoul"]])
    assert clash.values[bo.replace(".id", ".beat")] == ["4"]
    assert "Won by" in press(client, table, "flip_round", **numbers(table))


@pytest.mark.clause("DEC-CLASH-29")
def test_a_foes_attack_is_thrown_for_nobody_else(table: Table, signed_in: SignIn) -> None:
    """The question knows whom it is aimed at: whoever plays them has no part in the throw."""
    client = signed_in(table.gm)
    people = three(table)
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"], people["killer"]])
    announce(table, people["ann"], "move")
    announce(table, people["ghoul"], "move")
    announce(table, people["killer"], "attack", people["ann"])
    sides = {"side.0": "us", "side.1": "them", "side.2": "them", "driver.0": "on", "driver.1": "on"}
    press(client, table, "sort_round", **sides)
    asked = Pending.objects.get(state="open", question=STATIC)
    form = first_form(client, reverse("pending_answer", args=[table.campaign.pk, asked.pk]))

    client.post(form.action, form.sent)

    told = Entry.objects.filter(campaign=table.campaign).latest("seq")
    assert document(told)["for"] is None
    shown = re.sub(r"<[^>]+>", "", page(client, table))
    assert "The killer attacks Ann, against Intensity 2." in shown
    assert "takes no action" not in shown


@pytest.mark.clause("DEC-CLASH-29")
def test_drivers_of_one_side_are_no_chase_and_nothing_is_sorted(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = announced(client, table)
    sides = {f"side.{number}": "us" if number == 0 else "them" for number in range(len(people))}

    answer = client.post(
        reverse("sort_round", args=[table.campaign.pk]), {"key": new_key(), **sides, "driver.0": "on"}
    )

    assert answer.status_code == 422
    assert "A chase has drivers on different sides." in answer.content.decode()
    assert not Record.objects.filter(kind__in=("demon_city.clash", "demon_city.chase")).exists()


def test_drivers_of_two_sides_have_a_chase(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    sides = {"side.0": "us", "side.1": "them", "side.2": "them", "driver.0": "on", "driver.2": "on"}

    asked = page(client, table)
    assert asked.rindex('name="side.2"') < asked.index("A chase: who drives") < asked.index('name="driver.0"')
    assert '<details class="fold"><summary>A chase: who drives' in asked
    refused = client.post(
        reverse("sort_round", args=[table.campaign.pk]), {**sides, "side.0": "", "key": new_key()}
    ).content.decode()
    assert '<details class="fold" open><summary>A chase: who drives' in refused

    shown = press(client, table, "sort_round", **sides)

    assert "Chase: Ann, The killer" in shown
    assert "chase.id" in values(face_down(table)[-1])
    flipped = press(client, table, "flip_round", **numbers(table)).partition('id="told"')[0]
    assert "What decided it" in flipped
    by = DemonCityChase.objects.get().maneuver_by
    told = [who for who in ("Ann", "The killer") if f"{who} performs a maneuver." in flipped]
    assert told == ([by.name] if by else [])


def test_what_undoes_a_flip_of_clash_and_chase_says_so(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = {**three(table), "bo": somebody(table, "Bo", 7, is_played=True)}
    press(client, table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "attack", people["killer"])
    announce(table, people["ghoul"], "attack", people["bo"])
    announce(table, people["killer"], "other")
    announce(table, people["bo"], "defend")
    sides = {
        "side.0": "us",
        "side.1": "them",
        "side.2": "them",
        "side.3": "us",
        "driver.0": "on",
        "driver.2": "on",
    }
    press(client, table, "sort_round", **sides)

    shown = press(client, table, "flip_round", **numbers(table))

    assert "Undo: Flip all cards" in shown
    assert "Undo: Flip for the drivers" not in shown


@pytest.mark.clause("DEC-CLASH-34")
def test_who_only_moves_gets_away_from_who_attacks(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], "move")
    announce(table, people["ghoul"], "attack", people["ann"])

    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})

    given = values(face_down(table)[0])
    assert given["participants.0.kind"] == "escape"
    assert given["participants.0.targets.0.id"] == people["ghoul"]
    assert "participants.1.targets.0.beat" not in given


def test_a_sorting_that_outlives_an_announcement_says_how_to_sort_anew(
    table: Table, signed_in: SignIn
) -> None:
    client, mine = signed_in(table.gm), signed_in(table.player)
    people = announced(client, table)
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them", "side.2": "them"})
    sorting = table.campaign.entries.latest("seq").seq
    at = reverse("action_round", args=[table.campaign.pk])
    way = f'<a href="{reverse("undo_entry", args=[table.campaign.pk, sorting])}">Undo the sorting</a>'

    def is_told(client: Client) -> bool:
        return way in client.get(at).content.decode()

    assert not is_told(client)
    undo(table.gm, sorting - 1)
    assert is_told(client)
    announce(table, people["killer"], "attack", people["ann"])
    assert (is_told(client), is_told(mine)) == (True, False)

    undo(table.gm, sorting)

    assert not is_told(client)
    assert "Sort the Clashes" in client.get(at).content.decode()


def test_a_side_is_needed_of_everybody(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)

    answer = client.post(reverse("sort_round", args=[table.campaign.pk]), {"key": new_key(), "side.0": "us"})

    assert answer.status_code == 422
    assert "Side of The ghoul" in answer.content.decode()
    assert not Record.objects.filter(kind="demon_city.clash").exists()


def test_the_table_says_whose_turn_it_is_to_announce(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    url = reverse("table", args=[table.campaign.pk])
    mine, theirs = "Ann announces next", "The ghoul announces next"

    assert mine in signed_in(table.player).get(url).content.decode()
    announce(table, people["ann"], "defend")

    after = signed_in(table.player).get(url).content.decode()
    assert mine not in after
    assert theirs not in after
    assert theirs in signed_in(table.gm).get(url).content.decode()


def test_nobody_gets_ahead_of_somebody_unseen(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    lurker = somebody(table, "The lurker", 1, visibility="gm")
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], lurker])

    shown = page(signed_in(table.player), table)

    assert "Someone you can’t see announces next." in shown
    assert "The lurker" not in shown
    assert 'name="who"' not in shown[shown.index("Someone you can’t see") :]
    assert "<b>The lurker</b> announces next" in page(signed_in(table.gm), table)


def test_sides_are_kept_for_the_next_round(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), announced(signed_in(table.gm), table)
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "the dead", "side.2": "the dead"})
    act(table.gm, "table.end_fight", {}, override=BY_OVERRIDE)
    press(client, table, "begin_round", who=[people["ann"], people["killer"]])
    announce(table, people["ann"], "attack", people["killer"])
    announce(table, people["killer"], "attack", people["ann"])

    shown = page(client, table)

    assert 'name="side.0" value="us"' in shown
    assert 'name="side.1" value="the dead"' in shown


def much_is_said(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """More entries than the page shows, and none of them an act of the round."""
    monkeypatch.setattr(rounds, "MOST_TOLD", 3)
    for number in range(4):
        act(table.gm, "table.note", {"words": f"Rain, {number}."})


def test_a_round_stands_however_much_is_said_in_it(
    table: Table, signed_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in(table.gm)
    people = two_fights(client, table)
    act(table.gm, "demon_city.throw_count", with_a_blade(people["ann"]))
    found, hands = len(face_down(table)), counts(table)
    assert found == 2

    much_is_said(table, monkeypatch)

    assert len(face_down(table)) == found
    assert counts(table) == hands
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    places = action_round(campaign, Viewer.of(table.gm)).places
    assert sorted(place.kind for place in places) == ["attack", "attack", "attack", "defend"]


def test_sides_and_hits_of_long_ago_are_kept(
    table: Table, signed_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in(table.gm)
    both = hit_the_ghoul(client, table)
    act(table.gm, "demon_city.damage", {"target": {"id": both[1]}, "amount": 5})
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    before = action_round(campaign, Viewer.of(table.gm))
    assert before.sides
    assert both[1] in [place.member.id for place in before.places if place.member["hit_by"]]

    much_is_said(table, monkeypatch)

    after = action_round(campaign, Viewer.of(table.gm))
    assert after.sides == before.sides
    assert [one.member["hit_by"] for one in after.places] == [one.member["hit_by"] for one in before.places]


def test_who_has_yet_to_announce_may_do_so_from_the_sheet(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)
    sheet = reverse("character", args=[table.campaign.pk, people["ann"]])
    way = reverse("play_action", args=[table.campaign.pk, "demon_city.announce"])
    before = client.get(sheet).content.decode()

    press(client, table, "begin_round", who=list(people.values()))

    assert way not in before
    assert way in client.get(sheet).content.decode()


def test_sorting_twice_makes_no_second_clash(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    sides = {"side.0": "us", "side.1": "them", "side.2": "us"}
    press(client, table, "sort_round", **sides)

    shown = press(client, table, "sort_round", **sides)

    assert "There is nothing to sort now." in shown
    assert Record.objects.filter(kind="demon_city.clash").count() == 1


def hit_the_ghoul(client: Client, table: Table) -> list[str]:
    """Ann's attack lands: she has every card of her deck, the Horror's none above two. Both of the round."""
    people = three(table)
    both = [people["ann"], people["ghoul"]]
    horror = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="horror")
    low = {"deck": {"id": str(horror.pk)}, "cards": ["pentacles-1", "pentacles-2"]}
    act(table.gm, "demon_city.build_horror_deck", low)
    press(client, table, "begin_round", who=both)
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "other")
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})
    settle(client, table, 0, **{"participants.0.targets.0.beat": "0"})
    press(client, table, "flip_round", **numbers(table, 31))
    return both


def turned_over(client: Client, table: Table, ann: str, ghoul: str) -> dict[str, str]:
    """Ann and the ghoul attack each other, one card each. The King of Cups is Ann's Significator."""
    people = three(table)
    for deck, card in (("players", ann), ("horror", ghoul)):
        stands = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck=deck)
        fool = ["fool"] if deck == "players" and card != "fool" else []
        correct(table, str(stands.pk), "draw", [card, *fool])
    stack(ann, ghoul)
    correct(table, people["ann"], "significators", ["cups-king"])
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})
    press(client, table, "flip_round", **numbers(table, 1))
    return people


def correct(table: Table, record: str, field: str, value: Any) -> None:
    change = {"field": field, "set": value}
    act(table.gm, "table.edit", {"record": record, "reason": "as agreed", "changes": [change]})


def told_of_the_flip(client: Client, table: Table) -> str:
    """The newest entry, as its page has it."""
    newest = Campaign.objects.get(pk=table.campaign.pk).head_seq
    return client.get(reverse("log_entry", args=[table.campaign.pk, newest])).content.decode()


def test_a_critical_success_in_a_clash_is_told_to_everybody(table: Table, signed_in: SignIn) -> None:
    turned_over(signed_in(table.gm), table, "cups-3", "tower")

    for member in (table.player, table.observer, table.gm):
        client = signed_in(member)
        assert "<b>Critical success</b>: a high card" in page(client, table)
        assert "A critical success for" in told_of_the_flip(client, table)


def test_where_own_cards_were_turned_over_nobody_is_told_that_nobody_can_throw(
    table: Table, signed_in: SignIn
) -> None:
    turned_over(signed_in(table.gm), table, "cups-9", "pentacles-3")
    deck = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="horror")
    correct(table, str(deck.pk), "deck", None)
    act(table.gm, "table.change_policy", {"values": {"hand_dice": False}})
    assert "Nobody can throw yet" in page(signed_in(table.player), table)

    act(table.gm, "table.change_policy", {"values": {"hand_dice": True}})

    for member in (table.gm, table.player):
        shown = page(signed_in(member), table)
        assert "Nobody can throw yet" not in shown
        assert 'id="no-decks"' not in shown


def test_who_throws_cards_of_their_own_is_led_to_where_they_are_entered(
    table: Table, signed_in: SignIn
) -> None:
    gm = signed_in(table.gm)
    ann, ghoul = somebody(table, "Ann", 2, is_played=True), somebody(table, "The ghoul", 4)
    press(gm, table, "begin_round", who=[ann, ghoul])
    announce(table, ann, "attack", ghoul)
    announce(table, ghoul, "attack", ann)
    press(gm, table, "sort_round", **{"side.0": "us", "side.1": "them"})

    shown = page(gm, table)

    assert ("Flip the cards" in shown, "Enter your own cards" in shown) == (False, True)
    url = re.search(r'href="([^"]*/play/demon_city.clash/[^"]*)"', shown)
    assert url is not None
    form = unescape(gm.get(unescape(url[1])).content.decode())
    assert 'name="hand"' in form
    assert "The rules forbid this" not in form
    cards, known = form.index('name="hand"'), form.index("What is known")
    assert cards < known < form.index('name="participants.0.id"'), (
        "what is needed stands before what is known"
    )
    assert '<details class="fold"><summary>What is known' in form
    assert "Use your own cards" not in form

    sent = first_form(gm, unescape(url[1])).sent
    played = gm.post(
        reverse("play_action", args=[table.campaign.pk, CLASH]), {**sent, "hand": "cups-9, swords-2"}
    )
    assert played.status_code == 302
    clashes, told = page(gm, table).split('id="order"')
    assert "Drawn by hand" in clashes.partition('class="flipped"')[0]
    assert "Drawn by hand" in told
    assert "Drawn by hand" in told_of_the_flip(gm, table)
    assert "Rolled by hand" not in told_of_the_flip(gm, table)
    undo(table.gm, Campaign.objects.get(pk=table.campaign.pk).head_seq)

    counted = grants(gm, table, ghoul, "situational")
    (part,) = re.findall(r'id="(ways-[^"]+)"', counted)
    assert f"#{part}:outerHTML" in counted, (
        "what is counted is taken along by the ways that stand there already"
    )
    assert re.search(r'/play/demon_city.clash/[^"]*throws=2', counted.partition(f'id="{part}"')[2])


def test_a_significator_in_a_clash_is_told_and_marked(table: Table, signed_in: SignIn) -> None:
    turned_over(signed_in(table.gm), table, "cups-king", "pentacles-3")

    shown = page(signed_in(table.observer), table)

    assert "<b>Critical success</b>: a high card, their Significator" in shown
    assert 'aria-label="King of Cups, Significator"' in shown
    assert "their Significator" in told_of_the_flip(signed_in(table.observer), table)


def test_a_significator_won_in_the_round_is_told_on_its_page(table: Table, signed_in: SignIn) -> None:
    people = announced(signed_in(table.gm), table)
    deck = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="players")
    award = {"deck": {"id": str(deck.pk)}, "character": {"id": people["ann"]}, "card": "sun"}
    entry = act(table.gm, "demon_city.award_significator", award).entry

    told = "Ann has won a Significator: The Sun."
    assert told in page(signed_in(table.player), table)
    act(table.gm, "table.change_settings", {"system": "demon_city", "values": {"spend_significators": True}})
    spends = {"deck": {"id": str(deck.pk)}, "character": {"id": people["ann"]}, "card": "sun"}
    spent = act(table.gm, "demon_city.spend_significator", spends).entry
    assert told not in page(signed_in(table.player), table)

    undo(table.gm, spent.seq)
    assert told in page(signed_in(table.player), table)
    undo(table.gm, entry.seq)
    assert told not in page(signed_in(table.player), table)


def test_a_fumble_in_a_clash_stands_at_the_hand_that_made_it(table: Table, signed_in: SignIn) -> None:
    turned_over(signed_in(table.gm), table, "fool", "pentacles-3")

    assert "<b>Fumble</b>: the worst plausible thing happens." in page(signed_in(table.player), table)


@pytest.mark.parametrize(
    ("ann", "ghoul", "told"),
    [("cups-9", "pentacles-3", ' gain">You win. '), ("cups-3", "pentacles-9", ' loss">You lose. ')],
)
def test_who_won_is_told_to_each_by_how_it_ended_for_them(
    ann: str, ghoul: str, told: str, table: Table, signed_in: SignIn
) -> None:
    turned_over(signed_in(table.gm), table, ann, ghoul)

    assert f'<p class="log-result{told}Won by' in page(signed_in(table.player), table)
    for member in (table.other_player, table.observer, table.gm):
        assert '<p class="log-result">Won by' in page(signed_in(member), table)
    for member in (table.player, table.gm):
        assert 'class="log-result gain">Won by' not in told_of_the_flip(signed_in(member), table)


@pytest.mark.clause("DEC-CLASH-21")
def test_damage_that_waits_comes_before_the_next_round(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    both = hit_the_ghoul(client, table)

    for act_of_the_gm, sent in (("begin_round", {"who": both}), ("end", {})):
        address = reverse("play_action", args=[table.campaign.pk, "table.end_fight"])
        address = address if act_of_the_gm == "end" else reverse(act_of_the_gm, args=[table.campaign.pk])
        answer = client.post(address, {"key": new_key(), **sent})
        assert answer.status_code == 422
        shown = unescape(answer.content.decode())
        assert "Throw this round’s damage first" in shown
        assert "DEC-CLASH-21" in shown
        assert "form.override.reason" in shown
        assert "Fix the following" not in shown, "the refusal says it all"
    assert "Action: Round 1" in page(client, table)


def test_the_end_of_the_fight_ends_the_rounds(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)

    act(table.gm, "table.end_fight", {})

    shown = page(client, table)
    assert "No round is in progress." in shown
    assert "Begin the round" in shown
    assert "announces next" not in client.get(reverse("table", args=[table.campaign.pk])).content.decode()


def test_somebody_out_of_the_fight_is_offered_to_get_up(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)
    act(table.gm, "demon_city.damage", {"target": {"id": people["ghoul"]}, "amount": 5})

    assert page(client, table).count(" checked") == len(people)
    shown = press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])

    way = reverse("play_action", args=[table.campaign.pk, "demon_city.recover_toughness"])
    assert f"{way}?character={people['ghoul']}" in shown
    assert "out of the fight" in shown


RETURNS: dict[str, tuple[dict[str, Any], str, str]] = {
    "get back up": ({"out": True, "toughness": 0}, "demon_city.recover_toughness", "is out of the fight"),
    "regain Calm": ({"panicked": True}, "demon_city.calm", "is in a panic"),
}


@pytest.mark.clause("DEC-CALM-04", "DEC-CALM-05", "DEC-ROUND-08", "DEC-ROUND-14")
@pytest.mark.parametrize(
    ("tries", "passed_on"),
    [
        *(("get back up", how) for how in ("failed", "succeeded", "passed over")),
        *(("regain Calm", how) for how in ("failed", "succeeded")),
    ],
)
def test_whoever_is_slower_and_out_or_in_a_panic_tries_to_return_before_anybody_announces(
    table: Table, signed_in: SignIn, tries: str, passed_on: str
) -> None:
    stands, throw, called = RETURNS[tries]
    people, own, host = three(table), signed_in(table.player), signed_in(table.gm)
    for field, value in {"stats.calm": 2, **stands}.items():
        correct(table, people["ann"], field, value)
    press(host, table, "begin_round", who=[people["ann"], people["ghoul"]])

    assert f"Ann {called}" in page(own, table)
    for client in (own, host, signed_in(table.observer)):
        shown = page(client, table)
        assert f"<b>Ann</b> first tries to {tries}." in shown
        assert "announces next" not in shown
    with pytest.raises(RuleViolation) as refused:
        announce(table, people["ghoul"], "move")
    assert refused.value.clause == "DEC-ROUND-08"
    change = reverse("change_somebody", args=[table.campaign.pk, people["ann"]])
    assert (change in page(host, table), change in page(own, table)) == (True, False)

    if passed_on == "passed over":
        assert host.post(change, {"do": "counted-out", "key": new_key()}).status_code == 302
    else:
        stack("cups-2" if passed_on == "failed" else "cups-9")
        act(table.gm, throw, {"character": {"id": people["ann"]}, "intensity": 5})
    assert first_up(table) == people["ann" if passed_on == "succeeded" else "ghoul"]
    assert f"play/{throw}" not in page(own, table) + page(host, table)


@pytest.mark.clause("DEC-ROUND-14")
def test_the_log_names_nobody_as_next_who_waits_for_somebody_slower(table: Table, signed_in: SignIn) -> None:
    """Nor that all have announced before whoever may still get back into it has tried."""
    host, people = signed_in(table.gm), three(table)
    for field, value in {"stats.calm": 2, "panicked": True}.items():
        correct(table, people["ghoul"], field, value)
    press(host, table, "begin_round", who=list(people.values()))

    announce(table, people["ann"], "defend")
    assert said_last(host, table) == ["The ghoul is next."]

    act(table.gm, "demon_city.calm", {"character": {"id": people["ghoul"]}, "intensity": 10})  # which fails
    announce(table, people["killer"], "defend")
    assert said_last(host, table) == ["Everyone has announced."]


def said_last(client: Client, table: Table) -> list[str]:
    """What the newest announcement of the round says of who is next."""
    told = re.sub(r"<(?!p)[^>]+>", "", page(client, table).split('id="told"')[1])
    return re.findall(r'log-also">([^<]*(?:is next|has announced)\.)', told)[:1]


@pytest.mark.clause("DEC-DMG-09")
def test_a_player_gets_to_the_gm_who_says_how_hard_it_is_to_get_up(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.player)
    act(table.gm, "table.change_policy", {"values": {"player_rulings": "propose"}})
    act(table.gm, "demon_city.damage", {"target": {"id": people["ann"]}, "amount": 5})
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])

    shown = page(client, table)

    assert "How hard it is for Ann to get back up is the GM’s to say." in shown
    (way,) = re.findall(r'href="([^"]+recover_toughness/[^"]+)"', shown)
    form = first_form(client, way.replace("&amp;", "&"))
    sent = {name: value for name, value in form.sent.items() if name != "next"} | {"form.command": "ask-gm"}
    asked = client.post(form.action, sent, headers={"HX-Request": "true"}).content.decode()
    assert "The GM is asked; you will be called." in asked
    assert "State" not in asked
    assert "recover_toughness" not in page(client, table)


def test_the_page_asks_no_more_of_the_database_with_more_people(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    url = reverse("action_round", args=[table.campaign.pk])
    client.get(url)
    few = queries_of(client, url)

    for number in range(4):
        somebody(table, f"Another {number}", number)

    assert queries_of(client, url) == few


@pytest.mark.clause("DEC-ROUND-20")
def test_what_is_uncontested_leads_on_to_its_throw(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    press(client, table, "begin_round", who=[people["ann"], people["killer"]])
    announce(table, people["ann"], "other")
    announce(table, people["killer"], "escape")
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"})

    throw = reverse("play_action", args=[table.campaign.pk, "demon_city.static_throw"])
    asking = reverse("ask", args=[table.campaign.pk])
    assert "Ask the GM for a throw" in page(signed_in(table.player), table)
    assert f"thrower={people['killer']}" not in page(signed_in(table.player), table)
    for_the_host = page(client, table)
    assert f"{asking}?act=demon_city.static_throw&who={people['ann']}" in for_the_host
    assert f"{throw}?thrower={people['killer']}&" in for_the_host


@pytest.mark.clause("DEC-ROUND-19", "DEC-ROUND-20", "DEC-ROUND-24", "DEC-THROW-09")
def test_whoever_is_in_nobodys_way_throws_before_the_next_one_announces(
    table: Table, signed_in: SignIn
) -> None:
    client, people = signed_in(table.gm), three(table)
    press(client, table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "other")
    assert first_up(table) == people["ghoul"]
    own, host = signed_in(table.player), signed_in(table.gm)
    assert f"?act=demon_city.static_throw&who={people['ann']}" in page(host, table)
    assert "Ask the GM for a throw<" not in page(signed_in(table.other_player), table)
    assert "Ask the GM for a throw<" in page(own, table)
    press(own, table, "ask_for_throw", who=people["ann"])
    press(own, table, "ask_for_throw", who=people["ann"])
    (for_the_gm,) = Pending.objects.filter(question=STATIC, for_role="gm", state="open")
    assert for_the_gm.data["given"] == {"thrower": {"id": people["ann"]}}
    assert "static_throw" not in page(own, table)
    rating = host.get(f"/campaigns/{table.campaign.pk}/play/waiting/{for_the_gm.pk}/").content.decode()
    assert "Ann announced: Something else." in rating
    assert "card-back-players" in rating
    assert rating.index('name="intensity"') < rating.index('class="turn"')

    called: dict[str, Any] = {"thrower": {"id": people["ann"]}, "intensity": 5}
    ask_player(actor=table.gm, action=STATIC, who=people["ann"], settled=called, key="ask")
    for client in (own, host):
        assert not re.search("Throw for it|Ask for a throw|Ask the GM for a throw", page(client, table))
    (asked,) = Pending.objects.filter(question=STATIC, state="open")
    form = first_form(own, f"/campaigns/{table.campaign.pk}/play/waiting/{asked.pk}/")
    stack("cups-2")
    assert own.post(form.action, {**form.sent, "thrower.stat_name": "agility"}).status_code == 302
    assert "threw: failure" in page(signed_in(table.other_player), table)
    assert "Ask again" in page(host, table)
    assert "The GM says whether it may be tried again." in page(own, table)
    assert "static_throw" not in page(own, table)
    with pytest.raises(RuleViolation) as refused:
        act(table.player, STATIC, {"thrower": {"id": people["ann"]}, "intensity": 1})
    assert refused.value.clause == "DEC-THROW-09"
    assert "Ask the GM for it" in known_remedy(refused.value.clause)

    ask_player(actor=table.gm, action=STATIC, who=people["ann"], settled=called, key="anew")
    (asked,) = Pending.objects.filter(question=STATIC, state="open")
    form = first_form(own, f"/campaigns/{table.campaign.pk}/play/waiting/{asked.pk}/")
    stack("cups-9")
    assert own.post(form.action, {**form.sent, "thrower.stat_name": "agility"}).status_code == 302
    assert "threw: success" in page(own, table)

    announce(table, people["ghoul"], "attack", people["ann"])
    assert not re.search("Throw again<|Ask again<", page(own, table) + page(host, table))


def test_a_tie_between_sides_waits_on_the_page_for_the_host(table: Table, signed_in: SignIn) -> None:
    turned_over(signed_in(table.gm), table, "cups-9", "pentacles-9")

    assert "A tie: Ann, The ghoul. What changes for everyone in it?" in page(signed_in(table.gm), table)
    way = re.search(r'href="([^"]*)">Make a ruling', page(signed_in(table.gm), table))
    assert way is not None
    asking = signed_in(table.gm).get(way[1]).content.decode()
    main = asking.partition("<main")[2]
    assert "Host" not in main
    assert "A tie: Ann, The ghoul. What changes for everyone in it?" in main
    assert all(told in main for told in ("Ann 9: Nine of Cups", "The ghoul 9: Nine of Pentacles"))
    assert re.search(r'<a class="clause-id" href="[^"]*DEC-TIE-02/?">DEC-TIE-02</a>', main)
    action = reverse("action_round", args=[table.campaign.pk])
    assert f'<a href="{action}">Back</a>' in main
    answer = signed_in(table.gm).post(way[1], {"key": new_key(), "words": "The floor gives way."})
    assert answer.status_code == 302
    assert "What changes for everyone" not in page(signed_in(table.gm), table)


@pytest.mark.clause("DEC-TIE-02")
def test_what_the_host_rules_on_a_tie_is_asked_beside_its_cards_and_told_on_its_clash(
    table: Table, signed_in: SignIn
) -> None:
    turned_over(signed_in(table.gm), table, "cups-9", "pentacles-9")
    asked = Pending.objects.get(state="open", question="table.ruling")
    way = reverse("pending_answer", args=[table.campaign.pk, asked.pk])

    main = signed_in(table.gm).get(way).content.decode().partition("<main")[2]

    assert re.findall(r'<section class="leaf stack-tight" aria-label="([^"]*)">', main) == ["us", "them"]
    assert main.count(">tied</span>") == 2
    assert len(re.findall(r'<svg class="card\b', main)) == 2
    assert "The change itself does not decide who wins" in main
    assert ">The ruling in words</label>" in main

    signed_in(table.gm).post(way, {"key": new_key(), "words": "The floor gives way."})

    for member in (table.gm, table.player):
        shown = page(signed_in(member), table)
        clash, _heading, log = shown.partition('id="told"')
        assert "The floor gives way." in clash.partition('id="clashes"')[2]
        assert re.search(r"The GM makes a ruling on .*Ann, The ghoul", log)


def test_what_came_earlier_in_a_round_is_folded_below_the_newest(table: Table, signed_in: SignIn) -> None:
    turned_over(signed_in(table.gm), table, "cups-9", "pentacles-2")

    shown = page(signed_in(table.player), table)

    told, folded = shown.partition('id="told"')[2].split('<details class="fold" id="told-earlier">')
    assert told.count("<article") == 1
    assert "Cards are flipped" in told
    assert folded.partition("</summary>")[0].endswith("entries")
    assert "announces" in folded
    order = re.search(r'<details class="fold fold-title" id="order-listed"( open)?>', shown)
    assert order is not None and order[1] is None
    assert 'id="cards-' not in shown


@pytest.mark.clause("DEC-TIE-02")
def test_a_tie_waits_on_the_page_after_its_round_too(table: Table, signed_in: SignIn) -> None:
    people = turned_over(signed_in(table.gm), table, "cups-9", "pentacles-9")

    now = press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])

    assert "Action: Round 2" in now
    assert "A tie: Ann, The ghoul. What changes for everyone in it?" in now


@pytest.mark.clause("DEC-CALM-05")
def test_nobody_is_sorted_who_has_failed_calm(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    people = announced(client, table)

    correct(table, people["ghoul"], "panicked", True)

    assert "Side of Ann" in page(client, table)
    assert "Side of The ghoul" not in page(client, table)


@pytest.mark.clause("DEC-ROUND-17")
def test_a_number_is_provisional_until_all_have_announced(table: Table, signed_in: SignIn) -> None:
    people, player = three(table), signed_in(table.player)
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])
    shot = {"who": people["ann"], "kind": "shoot", "skill": "agility", "targets": [people["ghoul"]]}

    before = press(player, table, "announce_deed", **shot)
    announce(table, people["ghoul"], "other")

    assert "Attack (Shooting) – The ghoul" in before
    assert "1 card so far, provisional" in before
    assert "2 cards so far" in page(player, table)  # the ghoul is distracted
    assert "so far" not in page(signed_in(table.other_player), table)


def test_whoever_landed_a_hit_may_start_elsewhere(table: Table, signed_in: SignIn) -> None:
    client, player = signed_in(table.gm), signed_in(table.player)
    both = hit_the_ghoul(client, table)
    act(table.gm, "demon_city.damage", {"target": {"id": both[1]}, "amount": 0})
    press(client, table, "begin_round", who=both)
    assert "Starts elsewhere, up to 60 feet away" in page(player, table)

    press(player, table, "announce_deed", who=both[0], kind="attack", targets=[both[1]], placed="on")

    steps = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"]
    assert steps[0]["input"]["reposition"] == 60


def test_what_waits_for_oneself_comes_before_what_waits_for_others(table: Table, signed_in: SignIn) -> None:
    people = with_bo(table)
    called: dict[str, Any] = {"thrower": {"id": people["ann"]}, "intensity": 3}
    ask_player(actor=table.gm, action=STATIC, who=people["ann"], settled=called, key="ask")
    given = {"thrower": {"id": people["bo"]}}
    ask_gm(actor=table.player, action=STATIC, who=people["bo"], given=given, key="gm")

    for member, other in ((table.gm, ""), (table.player, " for the GM")):  # Ann is named by what she is asked
        now = page(signed_in(member), table).partition('id="now"')[2]
        told = re.findall(r'pending-who">.*?Waiting( for you| for the GM)?\s*<', now, re.DOTALL)
        assert told == [" for you", other]


def test_whoever_announces_does_so_above_what_waits_for_others(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], people["ghoul"]])
    given = {"thrower": {"id": people["ann"]}}
    ask_gm(actor=table.player, action=STATIC, who=people["ann"], given=given, key="gm")

    now = page(signed_in(table.player), table).partition('id="now"')[2]

    assert 0 <= now.find('id="announce"') < now.find("Waiting for the GM")


def test_the_page_of_the_end_is_called_as_the_game_calls_it(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    hit_the_ghoul(client, table)
    address = reverse("play_action", args=[table.campaign.pk, "table.end_fight"])

    refused = client.post(address, {"key": new_key(), "game": "demon_city"})
    alone = client.get(address)

    for shown in (refused, alone):
        assert "<h1>End the Action</h1>" in shown.content.decode()
    made(table.gm, "fallen.character", "Bo", None, {"kind": "mortal", "state": "active", "in_combat": True})
    assert "<h1>End the fight</h1>" in client.get(address).content.decode(), "of several games"


def test_the_log_calls_what_was_ended_as_its_button_does(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)

    act(table.gm, "table.end_fight", {"game": "demon_city"})

    told = client.get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "The Action in Demon City is over." in told
    assert "The fight in Demon City" not in told


def test_undoing_an_announcement_tells_that_the_sorting_stays(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "them", "side.2": "them"})
    sorting = table.campaign.entries.latest("seq").seq

    def undoing(seq: int) -> str:
        told = client.get(reverse("undo_entry", args=[table.campaign.pk, seq])).content.decode()
        return told.partition('id="read-since"')[2].partition("</section>")[0]

    told = undoing(sorting - 1)
    assert "They stay." in told
    assert f'id="entry-{sorting}"' in told
    assert "No entry in the log used" not in told
    assert "No entry in the log used" in undoing(sorting)


def test_nobody_takes_back_alone_what_the_clashes_were_sorted_by(table: Table, signed_in: SignIn) -> None:
    ghoul, bo = three(table)["ghoul"], somebody(table, "Bo", 9, is_played=True)
    client = signed_in(table.player)
    press(signed_in(table.gm), table, "begin_round", who=[ghoul, bo])
    announce(table, ghoul, "attack", bo)
    press(client, table, "announce_deed", who=bo, kind="attack", targets=[ghoul])  # the quickest, last of all
    said = Campaign.objects.get(pk=table.campaign.pk).head_seq
    assert "Undo: Announce" in page(client, table)
    press(signed_in(table.gm), table, "sort_round", **{"side.0": "us", "side.1": "them"})

    assert "Undo: Announce" not in page(client, table)
    with pytest.raises(NotAllowed):
        undo(table.player, said)
    undo(table.gm, said)
