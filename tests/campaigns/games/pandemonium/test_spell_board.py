"""The board of spells: what runs, on whom, who keeps it up, what breaks it, and the acts that lead on from there."""

import html
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry, PandemoniumSheet, Pending, Record, Spellbound, Tag
from campaigns.services import sessions, undoing
from tests.campaigns.casts import make_pandemonium
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import document
from tests.campaigns.test_query_counts import queries_of
from tests.campaigns.world import act
from tests.factories import make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def cast(table: Table) -> dict[str, str]:
    return make_pandemonium(table.gm, table.player)


def board(client: Client, table: Table) -> str:
    answer = client.get(reverse("spells", args=[table.campaign.pk]))
    assert faults_of(answer) == []
    return html.unescape(answer.content.decode())


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def led_to(page: str, action: str) -> str:
    """The address of the first form for an action that a page leads to."""
    return str(re.findall(rf'href="([^"]*/play/pandemonium\.{action}/\?[^"]*)"', page)[0])


def send(client: Client, url: str, **typed: str) -> Any:
    form = Form(client.get(url).content.decode(), "action-form")
    return client.post(form.action, {**form.sent, **typed})


def resist(client: Client, table: Table, **said: str) -> Any:
    """The first spell on the board that waits to be resisted is, by the button there."""
    page = board(client, table)
    leads_to, inside = re.findall(r'action="([^"]*/play/waiting/[^"]*/)">(.*?)</form>', page, re.DOTALL)[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', inside))
    pressed = {**hidden, "key": uuid4().hex, "resist.pool.willpower": ""}
    del pressed["next"]
    return client.post(leads_to, {**pressed, **said})


def cast_again(client: Client, table: Table, cast: dict[str, str], **more: Any) -> str:
    """A spell of the player's, cast through `play()` with what the GM says of its Shaping; its id."""
    given = {
        "spell": {"name": "Puppet strings", "aspect": "vulgar", "kind": "control", "arcanum": "mind"},
        "caster": {"id": cast["character"]},
        "targets": [cast["victim"]],
        "shaping": {"successes": 2},
        "paid": {"mana": 1},
        **more,
    }
    act(table.gm, "pandemonium.cast", given)
    return str(Record.objects.filter(campaign=table.campaign, kind="pandemonium.spell").latest("born").pk)


def test_a_running_spell_stands_with_all_that_is_known_of_it(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    told = words(board(signed_in(table.observer), table))

    for piece in (
        "Lull",
        "Potency 4, Tenacity 2",
        "Until the scene ends",
        "Cast by Mira Vane",
        "Covert, control, Mind",
        "Bob Askew : severe hold",
        "The ledger : normal hold",
        "more than 2 successes",
        "4 successes against it destroy it",
    ):
        assert piece in told, told


def test_a_seal_has_the_sign_of_its_arcanum_its_numbers_and_a_ring_for_how_long_it_lasts(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client, sheet = signed_in(table.observer), reverse("character", args=[table.campaign.pk, cast["victim"]])
    correct(table, cast["spell"], potency=7, arcanum="time")
    for shown in (board(client, table), client.get(sheet).content.decode()):
        seal = shown.partition('class="spell-seal is-scene"')[2].partition("</svg>")[0]
        assert "spell-sign" in seal
        assert re.findall(r">(\d+)</text>", seal) == ["7", "2"]

    correct(table, cast["spell"], state="latent", arcanum=None)

    waits = board(client, table).partition('class="spell-seal is-latent"')[2]
    assert "Lies in wait" in waits
    assert "spell-sign" not in waits.partition("</svg>")[0]


def test_an_empty_board_says_what_belongs_there(table: Table, signed_in: SignIn) -> None:
    page = board(signed_in(table.player), table)

    assert "No spells at work." in page
    assert "Act despite hindrance" not in page


def test_whoever_plays_no_mage_is_led_to_no_casting(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    forms = ("play/pandemonium.cast/", "play/pandemonium.act_against_hindrance/", "play/table.create/")
    player, other = (board(signed_in(one), table) for one in (table.player, table.other_player))

    assert all(form in player for form in forms)
    assert not any(form in other for form in forms)

    make_record(table.gm, "pandemonium.character", "Nan", owner=table.other_player, state="active")
    of_no_mage = board(signed_in(table.other_player), table)

    assert [form in of_no_mage for form in forms] == [False, True, True]


def test_whom_a_casting_reaches_for_resists_the_potency_of_the_casting(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.player)
    spell = cast_again(client, table, cast)
    act(table.gm, "table.edit", _edit(cast["victim"], resolve=3, composure=2, power=0))

    assert "Waiting for Bob Askew" in words(board(client, table))
    assert f"{spell}&" not in board(client, table).split('id="resist"')[1].split("</section>")[0]
    answer = resist(signed_in(table.gm), table)

    assert answer.status_code == 302, words(answer.content.decode())
    told = words(client.get(answer.headers["Location"]).content.decode())
    assert "Puppet strings" in told
    assert "Resolve 3" in told
    assert document(Entry.objects.latest("seq"))["steps"][0]["input"]["spell"]["potency"] == 5
    assert Spellbound.objects.get(pk=UUID(cast["victim"])).hold[spell] in ("resisted", "normal", "severe")


def test_what_waits_for_somebody_comes_before_what_they_did(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    light = {"name": "Light", "aspect": "sensory", "kind": "attack", "arcanum": "forces"}
    act(table.player, "pandemonium.cast", {"spell": light, "caster": {"id": cast["character"]}})
    done = board(signed_in(table.player), table)
    correct(table, cast["victim"], mana=2)
    of_bob = {"caster": {"id": cast["victim"]}, "targets": [cast["character"]]}
    cast_again(signed_in(table.gm), table, cast, **of_bob)
    asked = board(signed_in(table.player), table)

    assert ('id="last"' in done, 'id="resist"' in done) == (True, False)
    assert 0 < asked.find('id="resist"') < asked.find('id="last"')


def test_the_board_asks_the_log_for_nothing(table: Table, signed_in: SignIn, cast: dict[str, str]) -> None:
    client = signed_in(table.player)
    spell = cast_again(client, table, cast)
    act(table.gm, "table.edit", _edit(cast["victim"], resolve=3, composure=2, power=0))
    unseen = make_record(table.gm, "pandemonium.character", "Nobody's guest", visibility="gm", state="active")
    act(table.gm, "table.edit", _edit(str(unseen.pk), resolve=1))
    on = {"spell": {"id": spell}, "target": {"id": str(unseen.pk)}}
    act(table.gm, "pandemonium.control", {**on, "compare": "resolve", "resist": {"successes": 0}})
    asked = Pending.objects.get(question="pandemonium.control", state="open")
    act(table.gm, "table.settle", {"pending": {"id": str(asked.pk)}, "how": "struck", "reason": "Not yet."})
    before = board(client, table).split(f'id="spell-{spell}"')[1]

    Tag.objects.filter(campaign=table.campaign).delete()

    after = board(client, table).split(f'id="spell-{spell}"')[1]
    pressed = 'name="targets.0.id"'
    assert pressed in after and pressed in before, "whom nobody sees has used nothing up"
    bring = {"spell": {"id": spell}, "targets": [{"id": cast["victim"]}]}
    act(table.player, "pandemonium.bring", bring)
    assert resist(signed_in(table.gm), table).status_code == 302
    bore = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"][0]["input"]["spell"]
    assert (bore["applied"], bore["potency"]) == ("cast", 5), "whom nobody sees has used nothing up"


def test_a_spell_that_is_only_kept_up_is_not_tried_on_somebody_again(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    page = board(signed_in(table.player), table)

    assert "Take control: not now. Shape the spell or cast it again" in words(page)
    assert "PAN-CTRL-06" in page


def test_whoever_is_held_struggles_from_the_board(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.gm)
    act(table.gm, "table.edit", _edit(cast["victim"], resolve=3, power=0) | {"reason": "He has a will."})
    act(
        table.gm,
        "table.edit",
        {"record": cast["victim"], "reason": "so", "changes": [{"field": "willpower", "set": 3}]},
    )

    answer = send(client, led_to(board(client, table), "struggle"))

    assert answer.status_code == 302, words(answer.content.decode())
    assert PandemoniumSheet.objects.get(pk=UUID(cast["victim"])).willpower == 2


def test_players_find_no_act_with_what_is_not_in_their_hands(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    page = board(signed_in(table.other_player), table)

    assert "Lull" in page
    assert "/play/pandemonium.control/" not in page
    assert "/let-go/" not in page


def test_a_spell_that_the_gm_hides_is_on_nobody_elses_board(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    make_record(table.gm, "pandemonium.spell", "Unseen eye", visibility="gm", caster=cast["victim"])

    for_gm = board(signed_in(table.gm), table)
    assert "Unseen eye" in for_gm and "Hidden from the table" in for_gm
    assert "Unseen eye" not in board(signed_in(table.player), table)


@pytest.mark.parametrize("shaping", [None, {"pool": {"traits": ["wits", "mind"]}}])
def test_a_spell_is_as_hidden_as_whoever_cast_it(
    shaping: Any, table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    whisper = make_record(table.gm, "pandemonium.character", "The Whisper", visibility="gm", state="active")
    change = [{"field": name, "set": 3} for name in ("traits.wits", "traits.mind", "mana")]
    act(table.gm, "table.edit", {"record": str(whisper.pk), "reason": "so", "changes": change})
    eye = {"name": "Evil eye", "aspect": "covert", "kind": "control", "arcanum": "mind"}
    given = {
        "spell": eye,
        "caster": {"id": str(whisper.pk)},
        "targets": [cast["character"]],
        "paid": {"mana": 1},
    }
    act(table.gm, "pandemonium.cast", given | ({"shaping": shaping} if shaping else {}))

    page = board(signed_in(table.player), table)

    assert "Evil eye" in board(signed_in(table.gm), table)
    assert "Evil eye" not in page
    log = signed_in(table.player).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "Evil eye" not in log


def test_the_turns_of_a_round_tell_who_strikes_and_who_is_moved(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    fire = {"name": "Pillar", "aspect": "vulgar", "kind": "attack", "arcanum": "forces"}
    cast_again(signed_in(table.player), table, cast, spell=fire)
    act(table.gm, "table.begin_turn", {"who": cast["character"]})

    told = words(board(signed_in(table.observer), table))

    assert "Mira Vane current turn" in told
    assert "These spells strike on this turn, each target once a round: Pillar" in told
    assert "Bob Askew no turn yet this round" in told
    assert "Fully controlled by Lull" in told


def test_the_gm_begins_a_turn_from_the_board(table: Table, signed_in: SignIn, cast: dict[str, str]) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    client = signed_in(table.gm)
    page = board(client, table)
    key = re.search(r'name="key" value="([^"]*)"', page)
    assert key is not None

    url = reverse("play_action", args=[table.campaign.pk, "table.begin_turn"])
    client.post(url, {"key": key[1], "who.id": cast["victim"]})

    assert "Bob Askew current turn" in words(board(client, table))


def test_out_of_turn_a_spell_of_the_book_is_cast_reflexively(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client, told = signed_in(table.player), "Mira Vane has no instant action now: choose “Reflexive”"
    url = reverse("cast_from_book", args=[table.campaign.pk, cast["known_spell"]])
    assert told not in client.get(url).content.decode()
    act(table.gm, "table.begin_turn", {"who": cast["victim"]})
    page = client.get(url).content.decode()
    typed = {"target": cast["victim"], "key": uuid4().hex, "timing": "instant", "duration": "sustained"}
    at_once = client.post(url, typed)

    assert told in page
    assert (at_once.status_code, told in at_once.content.decode()) == (422, True)
    shaped = {"timing": ["reflexive"], "shape": ["on"], "strain": ["on"], "with_": ["power"], "mana": ["2"]}
    page = client.post(url, {**typed, **shaped}).content.decode()
    assert {"A reflexive casting cannot include a Shaping.", "PAN-POT-13"} <= set(
        re.findall(r">([^<]*)<", page)
    )
    assert ('id="id_shape_error"' in page, "cast without a Shaping" in page) == (True, True)
    sent = Form(page, None, url).sent
    assert sent.keys() >= shaped.keys(), "all that was chosen is still there"
    assert (sent["timing"], sent["with_"], sent["mana"]) == (["reflexive"], ["power"], ["2"])
    again = client.post(url, {**typed, "timing": "reflexive"})
    assert again.status_code == 302, words(again.content.decode())[:2500]


def test_the_gm_overrides_in_the_form_that_casts_what_is_refused_there(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.gm)
    url = reverse("cast_from_book", args=[table.campaign.pk, cast["known_spell"]])
    act(table.gm, "table.begin_turn", {"who": cast["victim"]})
    typed = {"target": cast["victim"], "key": uuid4().hex, "timing": "instant", "duration": "lasting"}
    form = Form(client.post(url, typed).content.decode(), None, url)
    form.fill("form.override.reason", "house_rule")

    assert form.sent["duration"] == ["lasting"]
    assert client.post(url, {**form.sent, "target": cast["victim"]}).status_code == 302


def test_out_of_turn_a_spell_at_work_is_shaped_reflexively(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client, told = signed_in(table.player), "or raise Tenacity reflexively."
    url = reverse("shape_spell", args=[table.campaign.pk, cast["spell"]])
    assert told not in client.get(url).content.decode()
    act(table.gm, "table.begin_turn", {"who": cast["victim"]})
    form = Form(page := client.get(url).content.decode(), None, url)
    typed = {**form.sent, "strain": "", "mana": "1", "timing": "instant"}
    at_once = client.post(url, typed)

    assert told in page
    assert (at_once.status_code, told in at_once.content.decode()) == (422, True)
    assert 'name="mana" value="1"' in at_once.content.decode()
    refused = client.post(url, {**typed, "timing": "reflexive"}).content.decode()
    assert ("PAN-POT-13" in refused, told in refused) == (True, False)
    by_magic = {**typed, "timing": "reflexive", "raised": "tenacity", "with_": ["power", "forces"]}
    assert client.post(url, by_magic).status_code == 302


def test_nobody_has_a_second_turn_in_a_round_from_the_palette_either(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    client = signed_in(table.gm)
    act(table.gm, "table.begin_turn", {"who": cast["character"]})
    act(table.gm, "table.begin_turn", {"who": cast["victim"]})

    url = reverse("play_action", args=[table.campaign.pk, "table.begin_turn"])
    answer = send(client, url, **{"who.id": cast["character"]})

    assert answer.status_code == 422
    assert "PAN-TIME-02" in answer.content.decode()
    assert "End the round first" in words(answer.content.decode())
    assert "Bob Askew current turn" in words(board(client, table))


def test_a_turn_after_that_of_somebody_hidden_is_told_to_the_players(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    hidden = make_record(table.gm, "pandemonium.character", "Nobody's guest", visibility="gm", state="active")
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    act(table.gm, "table.begin_turn", {"who": str(hidden.pk)})

    seq = act(table.gm, "table.begin_turn", {"who": cast["victim"]}).entry.seq

    client = signed_in(table.player)
    told = client.get(reverse("log_row", args=[table.campaign.pk, seq])).content.decode()
    assert "The turn of Bob Askew begins." in words(told)
    assert "Bob Askew current turn" in words(board(client, table))


def test_a_turn_that_is_undone_is_still_to_come(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    act(table.gm, "table.begin_turn", {"who": cast["character"]})
    second = act(table.gm, "table.begin_turn", {"who": cast["victim"]}).entry

    undoing.undo(actor=table.gm, entries=(second.seq,), key="undo")

    told = words(board(signed_in(table.gm), table))
    assert "Mira Vane current turn" in told
    assert "Bob Askew no turn yet this round" in told


def test_the_gm_ends_the_round_and_the_fight_from_the_board_once_turns_are_counted(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    client = signed_in(table.gm)
    before = board(client, table)
    act(table.gm, "table.begin_turn", {"who": cast["character"]})

    page = board(client, table)

    for ending in ("table.end_round", "table.end_fight"):
        assert f"/play/{ending}/" not in before
        assert f"/play/{ending}/" in page
        assert f"/play/{ending}/" not in board(signed_in(table.player), table)


def test_whoever_cast_a_spell_is_led_to_shape_it(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.player)
    page = client.get(reverse("record", args=[table.campaign.pk, cast["spell"]])).content.decode()

    leads_to = reverse("shape_spell", args=[table.campaign.pk, cast["spell"]])

    assert f'href="{leads_to}"' in board(client, table)
    assert client.get(leads_to).status_code == 200
    assert "/play/pandemonium.shape/" in page
    assert "Kind of consequence" in page


def test_whoever_a_spell_only_hampers_acts_from_the_board(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.gm)
    assert "/play/pandemonium.act_against_hindrance/?actor" not in board(client, table)
    loosened = [{"field": f"hold.{cast['spell']}", "set": "normal"}]
    act(table.gm, "table.edit", {"record": cast["victim"], "reason": "so", "changes": loosened})

    leads_to = led_to(board(client, table), "act_against_hindrance")

    assert f"actor={cast['victim']}" in leads_to
    assert f"spells.0.id={cast['spell']}" in leads_to


def test_a_spell_strikes_again_with_the_wounds_that_it_dealt_before(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.player)
    fire = {"name": "Pillar", "aspect": "vulgar", "kind": "attack", "arcanum": "forces"}
    spell = cast_again(client, table, cast, spell=fire)
    card = board(client, table).split(f'id="spell-{spell}"')[1]
    assert "damage.kind" not in led_to(card, "attack")
    send(signed_in(table.gm), led_to(card, "attack"), **{"damage.kind": "lethal", "resist.successes": "0"})
    act(table.gm, "table.end_round", {})

    card = board(client, table).split(f'id="spell-{spell}"')[1]

    assert "damage.kind=lethal" in led_to(card, "attack")


def test_a_spell_that_lies_in_wait_says_so_and_is_triggered(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    trap = {"name": "Bolt", "aspect": "vulgar", "kind": "attack", "arcanum": "forces"}
    spell = cast_again(signed_in(table.player), table, cast, spell=trap, delayed=True)

    card = board(signed_in(table.player), table).split(f'id="spell-{spell}"')[1].split("</article>")[0]

    assert "Bob Askew : not triggered yet" in words(card)
    assert "Trigger it" in words(card)
    assert "triggered=on" in led_to(card, "attack")


def test_healing_begins_with_the_worst_wounds(table: Table, signed_in: SignIn, cast: dict[str, str]) -> None:
    mend = {"name": "Mend flesh", "aspect": "vulgar", "kind": "healing", "arcanum": "life"}
    spell = cast_again(signed_in(table.player), table, cast, spell=mend)
    hurt = {"boxes": 7, "bashing": 2, "lethal": 1, "aggravated": 0}
    health = {**hurt, "resistant": dict.fromkeys(("bashing", "lethal", "aggravated"), 0)}
    change = [{"field": "health", "set": health}]
    act(table.gm, "table.edit", {"record": cast["victim"], "reason": "A fall.", "changes": change})

    card = board(signed_in(table.player), table).split(f'id="spell-{spell}"')[1]

    assert "&kind=lethal" in led_to(card, "heal")


def test_nobody_struggles_against_being_healed(table: Table, signed_in: SignIn, cast: dict[str, str]) -> None:
    mend = {"name": "Mend flesh", "aspect": "vulgar", "kind": "healing", "arcanum": "life"}
    spell = cast_again(signed_in(table.player), table, cast, spell=mend)
    healed = [{"field": f"hold.{spell}", "set": "severe"}, {"field": f"hold.{cast['spell']}", "set": "none"}]
    act(table.gm, "table.edit", {"record": cast["victim"], "reason": "so", "changes": healed})
    client = signed_in(table.gm)

    card = board(client, table).split(f'id="spell-{spell}"')[1].split("</article>")[0]

    assert "Bob Askew : bolstered against harm" in words(card)
    for verb in ("struggle", "aftereffect_duration"):
        assert f"/play/pandemonium.{verb}/" not in card
    sheet = client.get(reverse("character", args=[table.campaign.pk, cast["victim"]])).content.decode()
    for verb in ("struggle", "helpless"):
        assert f"/play/pandemonium.{verb}/" not in sheet


def test_what_a_spell_came_to_is_what_its_aftereffect_is_measured_by(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    spell = cast_again(signed_in(table.player), table, cast)
    act(table.gm, "table.edit", _edit(cast["victim"], resolve=1, power=0))
    resist(signed_in(table.gm), table, **{"resist.pool": "", "resist.successes": "1"})

    leads_to = led_to(
        board(signed_in(table.gm), table).split(f'id="spell-{spell}"')[1], "aftereffect_duration"
    )

    assert send(signed_in(table.gm), leads_to).status_code == 302
    read = document(Entry.objects.latest("seq"))["steps"][0]["input"]
    assert (read["net"], read["compare"]) == (4, "resolve")
    assert "aftereffect_duration" not in board(signed_in(table.player), table)


def test_what_spells_that_are_over_have_left_is_told(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    act(
        table.gm,
        "table.edit",
        {"record": cast["spell"], "reason": "so", "changes": [{"field": "state", "set": "ended"}]},
    )

    told = words(board(signed_in(table.player), table))

    assert "Left behind by ended spells" in told
    assert "lingers, at most 1 week, 1 day" in told


def test_connections_things_and_places_are_found_there(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    page = board(signed_in(table.player), table)

    assert "A lock of hair : connection, 1 of 3 steps · regains a step on Day 2, 00:00" in words(page)
    assert "The ledger : thing · counts as 4 against magic · under Lull" in words(page)
    assert f'name="connection.id" value="{cast["connection"]}"' in page
    assert "pandemonium.tap" not in board(signed_in(table.other_player), table), "who plays no mage"


def test_a_player_makes_a_connection_of_their_own_from_the_board(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.player)
    url = re.findall(r'href="([^"]*about\.owner=[^"]*)"', board(client, table))[0]

    steps = {"fields.0.set": "3", "fields.1.set": "2"}
    answer = send(client, url, **{"about.name": "His ring", **steps})

    assert answer.status_code == 302, words(answer.content.decode())
    assert Record.objects.get(campaign=table.campaign, name="His ring").owner == table.player
    assert "His ring : connection, 2 of 3 steps" in words(board(client, table))


def test_a_spell_without_a_name_is_spoken_of_as_a_spell(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    nameless = {"aspect": "vulgar", "kind": "attack", "arcanum": "forces"}
    cast_again(signed_in(table.player), table, cast, spell=nameless)

    log = words(signed_in(table.observer).get(reverse("log", args=[table.campaign.pk])).content.decode())

    assert "Mira Vane casts a spell on Bob Askew ." in log


def test_the_log_says_whose_turn_begins(table: Table, signed_in: SignIn, cast: dict[str, str]) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    seq = act(table.gm, "table.begin_turn", {"who": cast["victim"]}).entry.seq

    log = words(signed_in(table.observer).get(reverse("log", args=[table.campaign.pk])).content.decode())

    assert "The turn of Bob Askew begins." in log
    entry = reverse("log_entry", args=[table.campaign.pk, seq])
    told = words(signed_in(table.observer).get(entry).content.decode())
    assert "Had a turn this round, no. 1" in told


def test_a_change_kept_under_a_spell_is_told_with_its_name(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    hidden = make_record(table.gm, "pandemonium.spell", "Unseen eye", visibility="gm")
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    struck = [{"field": f"round.hit.{one}", "set": True} for one in (cast["spell"], str(hidden.pk))]
    act(table.gm, "table.edit", {"record": cast["victim"], "reason": "They strike.", "changes": struck})
    act(table.gm, "table.begin_turn", {"who": cast["character"]})

    seq = act(table.gm, "table.end_round", {}).entry.seq
    url = reverse("log_entry", args=[table.campaign.pk, seq])
    told = {who: words(signed_in(who).get(url).content.decode()) for who in (table.gm, table.player)}

    for who in (table.gm, table.player):
        assert "Struck this round, Lull" in told[who]
    assert "Struck this round, Unseen eye" in told[table.gm]
    of_both = [told[table.player].count(f"Struck this round{one}") for one in ("", ", Lull")]
    assert of_both[0] == of_both[1], "nobody reads whom something unseen struck"
    assert str(hidden.pk)[:8] not in told[table.player]


def test_what_a_choice_means_is_said_for_the_field_that_it_stands_in(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.gm)

    shown = {
        action: client.get(reverse("play_action", args=[table.campaign.pk, action])).content.decode()
        for action in ("pandemonium.sympathy", "pandemonium.roll")
    }

    assert "left alone to recover" in shown["pandemonium.sympathy"]
    assert "rest in a moral crisis" not in shown["pandemonium.sympathy"]
    assert "rest in a moral crisis" in shown["pandemonium.roll"]


def test_more_spells_and_turns_ask_the_database_no_more(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")
    client, url = signed_in(table.player), reverse("spells", args=[table.campaign.pk])
    cast_again(client, table, cast)
    act(table.gm, "table.begin_turn", {"who": cast["character"]})

    def go_on() -> None:
        act(table.gm, "table.end_round", {})
        cast_again(client, table, cast)
        act(table.gm, "table.begin_turn", {"who": cast["victim"]})
        make_record(table.gm, "pandemonium.connection", "A tie", rating=1, base=2)

    go_on()  # what the GM did to theirs is news to the player from now on
    before = queries_of(client, url)
    for _number in range(3):
        go_on()

    assert queries_of(client, url) == before


def test_a_spells_page_offers_what_goes_with_its_kind(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    page = (
        signed_in(table.gm).get(reverse("record", args=[table.campaign.pk, cast["spell"]])).content.decode()
    )

    assert "/play/pandemonium.control/" in page
    assert "/play/pandemonium.heal/" not in page
    assert "/play/pandemonium.ongoing_start/" not in page


def test_the_page_of_a_spell_that_is_over_says_why_nothing_is_done_with_it(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    over = [{"field": "state", "set": "ended"}]
    act(table.gm, "table.edit", {"record": cast["spell"], "reason": "so", "changes": over})

    page = (
        signed_in(table.gm).get(reverse("record", args=[table.campaign.pk, cast["spell"]])).content.decode()
    )

    assert "/play/pandemonium.control/" not in page
    assert "PAN-TRACK-06" in page


def test_only_whoever_is_held_is_offered_to_struggle(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.gm)

    def offered(who: str) -> bool:
        page = client.get(reverse("character", args=[table.campaign.pk, cast[who]])).content.decode()
        return "/play/pandemonium.struggle/" in page

    assert (offered("victim"), offered("character")) == (True, False)


@pytest.mark.clause("PAN-DIRECT-08", "PAN-ONGOING-02")
@pytest.mark.parametrize(("left", "offered"), [(1, True), (0, False)])
def test_nobody_struggles_against_slow_damage_all_of_which_has_fallen(
    left: int, offered: bool, table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    bane = {"name": "Venom", "aspect": "vulgar", "kind": "direct", "arcanum": "life"}
    spell = cast_again(signed_in(table.player), table, cast, spell=bane)
    slow = {"kind": "bashing", "resistant": False, "interval": "turn", "left": left, "dealt": 3 - left}
    held = {f"hold.{spell}": "severe", f"ongoing.{spell}": slow, f"hold.{cast['spell']}": "none"}
    correct(table, cast["victim"], **held)
    client = signed_in(table.gm)

    shown = board(client, table)
    sheet = client.get(reverse("character", args=[table.campaign.pk, cast["victim"]])).content.decode()

    assert ("Held by spells" in shown, "/play/pandemonium.struggle/" in sheet) == (offered, offered)


def test_casting_is_offered_to_whoever_has_any_magic(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    client = signed_in(table.gm)

    def offered(who: str) -> bool:
        page = client.get(reverse("character", args=[table.campaign.pk, cast[who]])).content.decode()
        return "/play/pandemonium.cast/" in page

    assert (offered("character"), offered("victim")) == (True, False)


def correct(table: Table, record: str, **fields: Any) -> None:
    changes = [{"field": name, "set": value} for name, value in fields.items()]
    act(table.gm, "table.edit", {"record": record, "reason": "as agreed", "changes": changes})


def _edit(record: str, **traits: int) -> dict[str, Any]:
    changes = [{"field": f"traits.{name}", "set": dots} for name, dots in traits.items()]
    return {"record": record, "reason": "He has them.", "changes": changes}
