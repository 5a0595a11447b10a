"""Templates: saved from a sheet, and used in another campaign of the game."""

import re
import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.game import games, of_all
from campaigns.models import Campaign, Draft, Entry, Membership, Record, SheetTemplate
from campaigns.queries.games import CHARACTERS
from campaigns.services import templates as services
from campaigns.state.fields import Column, Map, Ref
from campaigns.state.ids import RECORD_ID
from campaigns.state.kinds import kind
from campaigns.state.rows import Rows, read_sheet
from tests.campaigns.form_filling import Form
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SAVED = of_all(lambda game: game.records.saved)
READY = [code for code, game in games().items() if game.pages.ready_made]
HURT: dict[str, dict[str, Any]] = {
    "sorcerer": {"humanity": 1, "lasting": 2, "control": "gm_temporary"},
    "pandemonium": {"hold.weary": None, "reaped": 3},
    "demon_city": {"toughness": 0, "out": True, "injured": True},
    "fallen": {"lethal": 3, "prone": True, "dazed": True},
}
"""What has befallen somebody, by game."""


def made(game: Game, member: Membership, system: str, **typed: str) -> Record:
    """Somebody by a concept, as “Make one for me” makes them."""
    address = reverse("make_character", args=[game.campaign.pk, system])
    page = browser(member).get(address, {"concept": "any", "seed": "5eed"})
    sent = {**in_form(page), **{name: [value] for name, value in typed.items()}}
    assert browser(member).post(address, sent).status_code == 302
    return Record.objects.filter(campaign=game.campaign, kind=CHARACTERS[system]).latest("born")


def in_form(response: Any) -> dict[str, Any]:
    return {**Form(response.content.decode(), "creation").sent, "key": [uuid.uuid4().hex]}


def save(member: Membership, record: Record | str) -> Any:
    name = getattr(record, "pk", record)
    return browser(member).post(reverse("save_template", args=[member.campaign_id, name]))


def saved(member: Membership, record: Record | str) -> SheetTemplate:
    assert save(member, record).status_code == 302
    return SheetTemplate.objects.filter(account=member.user).latest("saved")


def elsewhere(user: User, role: str = "gm") -> tuple[Game, Membership]:
    """Another campaign, in which the same account plays or leads."""
    game = new_game()
    place = {"gm": game.gm, "player": game.player}[role]
    Membership.objects.filter(pk=place.pk).update(user=user)
    if role == "gm":
        Campaign.objects.filter(pk=game.campaign.pk).update(owner=user)
    return game, Membership.objects.get(pk=place.pk)


def add(member: Membership, template: SheetTemplate, **typed: str) -> Any:
    address = reverse("add_from_template", args=[member.campaign_id, template.pk])
    return browser(member).post(address, {"key": uuid.uuid4().hex, "count": "1", **typed})


@pytest.mark.parametrize("system", READY)
def test_whoever_is_saved_is_an_npc_elsewhere_as_they_began(system: str) -> None:
    game = new_game()
    whole = read_sheet(record := made(game, game.gm, system, owner=""))
    befallen = {name: value for name, value in HURT[system].items() if value is not None}
    if system == "pandemonium":
        befallen["health"] = {**whole["health"], "lethal": 2}
    game.edit(str(record.pk), **befallen)
    template = saved(game.gm, record)
    other, gm = elsewhere(game.gm.user)

    response = add(gm, template, name=template.name, count="2")

    both = Record.objects.filter(campaign=other.campaign, kind=CHARACTERS[system]).order_by("name")
    assert response["Location"].endswith("#cast")
    assert [one.name for one in both] == [f"{record.name} 1", f"{record.name} 2"]
    for one in both:
        sheet = read_sheet(one)
        left = {"control", "starting_demon", "mana", "willpower" if system == "pandemonium" else ""}
        alike = {name: value for name, value in sheet.fields.items() if name not in left}
        assert alike == {name: value for name, value in whole.fields.items() if name not in left}
        assert (one.owner, one.visibility, sheet["control"], sheet["state"]) == (
            None,
            "table",
            "gm",
            "active",
        )
        for thing in SAVED[CHARACTERS[system]].things:
            there = Rows(other.campaign).linked(thing.kind, thing.ref, str(one.pk))
            here = Rows(game.campaign).linked(thing.kind, thing.ref, str(record.pk))
            assert len(there) == len(here)
    assert Entry.objects.filter(campaign=other.campaign).latest("seq").seq == both[0].born == both[1].born
    assert other.verified().faults == []


@pytest.mark.parametrize("system", READY)
def test_a_player_makes_a_character_of_it_elsewhere_by_the_form(system: str) -> None:
    game = new_game()
    record = made(game, game.player, system)
    template = saved(game.player, record)
    other, player = elsewhere(game.player.user, "player")
    address = reverse("make_character", args=[other.campaign.pk, system])

    page = browser(player).get(address, {"template": str(template.pk)})

    assert faults_of(page) == []
    assert f"From your template <b>{template.name}</b>" in page.content.decode().replace("&#x27;", "'")
    lacking = {fault.name for fault in page.context["form"].faults}
    assert {name for name in lacking if not name.startswith("demon.")} == set()
    typed = {}
    if system == "sorcerer":  # the demon is another's to be
        concept = browser(player).get(address, {"concept": "any", "seed": "1"})
        typed = {name: value for name, value in in_form(concept).items() if name.startswith("demon.")}
    assert browser(player).post(address, {**in_form(page), **typed}).status_code == 302
    again = Record.objects.get(campaign=other.campaign, kind=CHARACTERS[system])
    left = {"starting_demon", "humanity", "mana", "willpower" if system == "pandemonium" else ""}
    alike = [
        {name: value for name, value in read_sheet(one).fields.items() if name not in left}
        for one in (record, again)
    ]
    assert alike[0] == alike[1]
    assert again.owner == player
    assert other.verified().faults == []


def test_a_demon_is_saved_with_its_need_by_the_gm_alone() -> None:
    game = new_game()
    demon = game.make(
        "demon",
        "Tallowmere",
        owner=game.player,
        type="object",
        stamina=4,
        will=5,
        need="warm wax",
        complete=True,
        state="present",
    )

    template, players = saved(game.gm, demon), saved(game.player, demon)
    other, gm = elsewhere(game.gm.user)
    add(gm, template, is_hidden="on")

    assert template.fields["need"] == "warm wax"
    assert "need" not in players.fields
    there = Record.objects.get(campaign=other.campaign, kind="demon")
    assert (there.name, there.visibility, read_sheet(there)["need"]) == ("Tallowmere", "gm", "warm wax")
    assert read_sheet(there)["state"] == "present"


def test_templates_are_their_accounts_alone() -> None:
    game = new_game()
    template = saved(game.player, made(game, game.player, "fallen"))
    addresses = [
        reverse("own_template", args=[template.pk]),
        reverse("add_from_template", args=[game.campaign.pk, template.pk]),
    ]
    creation = reverse("make_character", args=[game.campaign.pk, "fallen"])

    for member in (game.gm, game.other_player):
        assert browser(member).post(addresses[0], {"command": "remove"}).status_code == 404
        assert browser(member).get(addresses[0]).status_code == 404
        assert browser(member).get(creation, {"template": str(template.pk)}).status_code == 404
        for name in ("own_templates", "templates"):
            page = browser(member).get(reverse(name, args=[game.campaign.pk] if name == "templates" else []))
            assert template.name not in page.content.decode()
            assert "No templates yet" in page.content.decode()
    assert add(game.gm, template).status_code == 404
    assert add(game.player, template).status_code == 403
    assert browser(game.player).get(creation, {"template": "nobody"}).status_code == 404
    assert (
        browser(game.player)
        .get(reverse("make_character", args=[game.campaign.pk, "sorcerer"]), {"template": str(template.pk)})
        .status_code
        == 404
    )


def test_who_saves_is_whoever_plays_them_and_the_gm() -> None:
    game = new_game()
    record = made(game, game.player, "fallen")
    hidden = game.make("fallen.character", "Unseen")
    Record.objects.filter(pk=hidden).update(visibility="gm")

    assert save(game.other_player, record).status_code == 403
    assert save(game.observer, record).status_code == 403
    assert save(game.player, hidden).status_code == 404
    assert SheetTemplate.objects.count() == 0
    sheets = {
        member: browser(member).get(reverse("character", args=[game.campaign.pk, record.pk])).content.decode()
        for member in (game.player, game.gm, game.other_player)
    }
    assert ["Save as a template" in sheets[one] for one in sheets] == [True, True, False]


def test_saved_twice_is_one_and_another_of_the_name_is_numbered() -> None:
    game = new_game()
    record = made(game, game.gm, "demon_city")

    save(game.gm, record), save(game.gm, record)
    assert SheetTemplate.objects.count() == 1
    game.edit(str(record.pk), **{"stats.science": 7})
    save(game.gm, record), save(game.gm, record)

    assert sorted(SheetTemplate.objects.values_list("name", flat=True)) == [record.name, f"{record.name} 2"]


def test_an_account_keeps_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game()
    monkeypatch.setattr(services, "MOST", 1)
    save(game.gm, made(game, game.gm, "demon_city"))

    refused = save(game.gm, made(game, game.gm, "fallen"))

    assert refused.status_code == 403
    assert "Remove one" in refused.content.decode()
    assert SheetTemplate.objects.count() == 1


def test_it_is_renamed_and_removed() -> None:
    game = new_game()
    template = saved(game.gm, made(game, game.gm, "demon_city"))
    SheetTemplate.objects.create(account=game.gm.user, kind=template.kind, name="Ghoul", fields={})
    address, client = reverse("own_template", args=[template.pk]), browser(game.gm)
    record = add(game.gm, template, name="Stays")

    taken = client.post(address, {"command": "rename", "name": "Ghoul"})
    empty = client.post(address, {"command": "rename", "name": " "})
    renamed = client.post(address, {"command": "rename", "name": "The butcher"})

    assert (record.status_code, taken.status_code, empty.status_code, renamed.status_code) == (
        302,
        422,
        422,
        302,
    )
    assert "Another of your templates is called this" in taken.content.decode()
    assert faults_of(taken) == []
    page = client.get(address)
    assert (faults_of(page), "The butcher" in page.content.decode()) == ([], True)
    assert client.post(address, {"command": "remove"}).status_code == 302
    assert SheetTemplate.objects.get().name == "Ghoul"
    assert Record.objects.filter(campaign=game.campaign, name="Stays").exists()


@pytest.mark.parametrize("system", READY)
def test_the_list_previews_what_is_held_and_says_what_is_not(system: str) -> None:
    game = new_game()
    template = saved(game.gm, made(game, game.gm, system))
    address = reverse("templates", args=[game.campaign.pk])

    page = browser(game.gm).get(address)
    text = page.content.decode()

    assert faults_of(page) == []
    assert "It leaves behind what belongs to one campaign" in text
    ((shown, form, is_character),) = page.context["offered"]
    assert (shown.template, is_character, form is not None) == (template, True, True)
    assert len(shown.lines) > 3
    assert (
        f'href="{reverse("make_character", args=[game.campaign.pk, system])}?template={template.pk}"' in text
    )
    wrong = add(game.gm, template, count="99", name="Kept")
    assert (wrong.status_code, faults_of(wrong), 'value="Kept"' in wrong.content.decode()) == (422, [], True)


def test_templates_of_games_that_are_not_played_here_are_not_offered() -> None:
    game = new_game()
    saved(game.gm, made(game, game.gm, "demon_city"))
    other, gm = elsewhere(game.gm.user)
    address = reverse("change_games", args=[other.campaign.pk])
    assert browser(gm).post(address, {"key": "k1", "games": ["fallen"]}).status_code == 302

    page = browser(gm).get(reverse("templates", args=[other.campaign.pk]))

    assert page.context["offered"] == []


def test_a_template_that_nobody_touched_takes_no_drafts_place() -> None:
    game = new_game()
    template = saved(game.player, made(game, game.player, "demon_city"))
    address, client = reverse("make_character", args=[game.campaign.pk, "demon_city"]), browser(game.player)
    blank = in_form(client.get(address))
    client.post(address, {**blank, "name": ["Mine"], "command": ["save"]})

    page = client.get(address, {"template": str(template.pk)})
    assert "Your saved draft is still there." in page.content.decode()
    went = client.post(address, {**in_form(page), "command": ["step skills"]})

    assert Draft.objects.get().data["name"] == ["Mine"]
    step = client.get(went["Location"])
    assert step.context["form"]["name"].value() == template.name
    client.post(address, {**in_form(step), "name": ["Changed"], "command": ["step check"]})
    assert Draft.objects.get().data["name"] == ["Changed"]


def test_no_template_names_a_record_or_somebodys_mark() -> None:
    found: list[str] = []
    for name, one in SAVED.items():
        parts = [(name, one.fields), *((thing.kind, thing.fields) for thing in one.things)]
        for kind_name, fields in parts:
            stored = kind(kind_name).stored()
            found += [f"{kind_name}.{field}" for field in fields if isinstance(stored[field], Ref)]
            found += [
                f"{kind_name}.{field}"
                for field in fields
                if isinstance(declared := stored[field], Column | Map) and declared.is_mark
            ]
    assert found == []
    for system in READY:
        game = new_game()
        template = saved(game.gm, made(game, game.gm, system))
        assert re.findall(RECORD_ID.pattern.strip("^$"), f"{template.fields} {template.things}") == []


def test_templates_go_with_their_account_and_with_no_campaign() -> None:
    game = new_game()
    template = saved(game.gm, made(game, game.gm, "demon_city"))
    account = template.account
    stays = User.objects.create_user("somebody-else")
    SheetTemplate.objects.filter(pk=template.pk).update(account=stays)

    assert not SheetTemplate.objects.filter(account=account).exists()
    stays.delete()
    assert SheetTemplate.objects.count() == 0


def test_account_page_leads_there() -> None:
    game = new_game()
    client: Client = browser(game.player)

    assert reverse("own_templates") in client.get(reverse("account_home")).content.decode()
    page = client.get(reverse("own_templates"))
    assert faults_of(page) == []
    assert "No templates yet" in page.content.decode()


@pytest.mark.parametrize(("system", "of"), [("demon_city", "stats"), ("fallen", "traits")])
def test_a_long_list_goes_whole_into_the_form(system: str, of: str) -> None:
    game = new_game()
    template = saved(game.gm, made(game, game.gm, system, owner=""))
    many = {f"{of}.lore_{number}": 2 for number in range(1, 31)}
    SheetTemplate.objects.filter(pk=template.pk).update(fields={**template.fields, **many})
    other, there = elsewhere(game.gm.user, "player")
    address = reverse("make_character", args=[other.campaign.pk, system])

    page = browser(there).get(address, {"template": str(template.pk)})
    assert browser(there).post(address, in_form(page)).status_code == 302

    whole = read_sheet(Record.objects.get(campaign=other.campaign, kind=CHARACTERS[system]))
    assert many.items() <= whole.fields.items()


def test_a_form_of_a_template_that_is_refused_comes_back_the_same() -> None:
    game = new_game()
    template = saved(game.player, made(game, game.player, "sorcerer"))
    address = reverse("make_character", args=[game.campaign.pk, "sorcerer"])
    sent = in_form(browser(game.player).get(address, {"template": str(template.pk)}))

    answers = [browser(game.player).post(address, {**sent, "name": [""]}) for _time in range(2)]

    seeds = [Form(one.content.decode(), "creation").sent["one-seed"] for one in answers]
    assert [one.status_code for one in answers] == [422, 422]
    assert seeds == [sent["one-seed"]] * 2


def test_what_the_form_has_no_place_for_is_named() -> None:
    game = new_game()
    for system in ("pandemonium", "fallen"):
        template = saved(game.player, made(game, game.player, system))
        things = {
            "pandemonium": {"kind": "pandemonium.known_spell", "name": "Ash on the wind", "fields": {}},
            "fallen": {"kind": "fallen.weapon", "name": "Rake", "fields": {"dice": 2}},
        }
        SheetTemplate.objects.filter(pk=template.pk).update(things=[things[system]])
        address = reverse("make_character", args=[game.campaign.pk, system])
        page = browser(game.player).get(address, {"template": str(template.pk)}).content.decode()

        assert ("Not in this form: Ash on the wind." in page) == (system == "pandemonium")
        assert ("Not in this form" in page) == (system == "pandemonium")


def test_preview_says_each_number_once() -> None:
    game = new_game()
    template = saved(game.player, made(game, game.player, "pandemonium"))

    page = browser(game.player).get(reverse("own_template", args=[template.pk])).content.decode()

    told = re.findall("<dt>(.+?)</dt>", page)
    assert "Willpower" in told
    assert len(told) == len(set(told))


def test_the_line_of_npcs_takes_a_templates_name() -> None:
    game = new_game()
    template = saved(game.gm, made(game, game.gm, "fallen", name="Ghoul", owner=""))
    SheetTemplate.objects.filter(pk=template.pk).update(fields={**template.fields, "strength": 5, "brawl": 5})
    anothers = saved(game.player, made(game, game.player, "fallen", name="Rook"))
    address = reverse("make_npcs", args=[game.campaign.pk])

    def told(line: str, on: str = "fallen") -> int:
        sent = {"line": line, "game": on, "key": uuid.uuid4().hex}
        return int(browser(game.gm).post(address, sent).status_code)

    assert told("Ash, three ghouls") == 302
    assert told(anothers.name) == 422
    assert told("two thugs") == 302

    ashes = Record.objects.filter(campaign=game.campaign, name__startswith="Ash ")
    assert {read_sheet(one)["brawl"] for one in ashes} == {5}
    assert len(ashes) == 3
    assert Record.objects.filter(campaign=game.campaign, name__startswith="Thug ").count() == 2
