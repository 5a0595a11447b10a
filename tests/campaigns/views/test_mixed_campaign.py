"""One campaign of all four games: whoever plays one of them finds on their pages what concerns that one."""

import re
from html import unescape

import pytest
from django.urls import reverse

from campaigns.models import Record
from rules import words
from tests.campaigns.casts import make_demon_city, make_fallen, make_pandemonium
from tests.campaigns.form_filling import Form
from tests.campaigns.services.asking import ask
from tests.campaigns.spine import Game, browser, new_game
from tests.kept_rows import played_once
from tests.people import join_as

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GAMES = ("Sorcerer", "Pandemonium", "Demon City", "Fallen")
PAGES = ("action_palette", "table", "campaign_rules", "campaign_odds", "campaign_home")


@played_once
def _mixed() -> Game:
    """The player has a fallen one, the other a mage, and the GM plays the rest; a question waits for each."""
    game = new_game()
    mara = game.make("character", "Mara", state="active", stamina=3, will=4, lore=3, humanity=4, cover=4)
    make_demon_city(game.gm, game.gm)
    make_pandemonium(game.gm, game.other_player)
    ana = make_fallen(game.gm, game.player)["character"]
    ask(game.gm, "fallen.blackout", ana, "FAL-UNCON-02")
    ask(game.gm, "table.ruling", mara, "SOR-ROLL-04")
    return game


@pytest.fixture
def mixed(db: None) -> Game:
    return _mixed()


def page(game: Game, who: str, name: str, query: str = "") -> str:
    answer = browser(getattr(game, who)).get(f"{reverse(name, args=[game.campaign.pk])}{query}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def offered(shown: str) -> set[str]:
    """The games whose acts a page leads to, besides the table's."""
    found = re.findall(r"/play/([a-z_]+)\.[a-z_]+/", shown)
    return {*found} - {"table"}


def games_in(shown: str, pattern: str) -> list[str]:
    return [one for one in re.findall(pattern, shown) if one in GAMES]


@pytest.mark.parametrize(("who", "own"), [("player", "fallen"), ("other_player", "pandemonium")])
def test_a_player_finds_the_acts_of_their_own_game_alone(mixed: Game, who: str, own: str) -> None:
    for name in PAGES:
        assert offered(page(mixed, who, name)) <= {own}, name
    assert offered(page(mixed, who, "action_palette")) == {own}
    assert offered(page(mixed, who, "action_palette", "?q=roll")) == {own}


def test_pages_of_other_games_are_no_way_from_a_players_table(mixed: Game) -> None:
    shown = {who: page(mixed, who, "table") for who in ("player", "other_player", "gm")}

    for way, theirs in (("fight", "player"), ("spells", "other_player"), ("action_round", "gm")):
        found = {who for who, one in shown.items() if f'"{reverse(way, args=[mixed.campaign.pk])}' in one}
        assert found == {theirs, "gm"}, way


def test_what_waits_in_other_games_is_no_players_matter(mixed: Game) -> None:
    asked = words.action_words("fallen.blackout")[0]
    for name in ("table", "campaign_home"):
        found = {who for who in ("player", "other_player", "gm") if asked in page(mixed, who, name)}
        assert found == {"player", "gm"}, name
        assert "table.ruling" not in page(mixed, "player", name)
    assert asked in page(mixed, "observer", "campaign_home")


def test_rules_and_odds_are_those_of_ones_own_game_and_for_the_gm_all(mixed: Game) -> None:
    options, groups = r"<option value=\"[a-z_]+\"[^>]*>([^<]+)</option>", r"id=\"odds-of-\d\">([^<]+)<"

    for who, own in (("player", ["Fallen"]), ("gm", ["Sorcerer", "Pandemonium", "Demon City", "Fallen"])):
        assert sorted(games_in(page(mixed, who, "campaign_rules"), options)) == sorted(own)
        assert sorted(games_in(page(mixed, who, "campaign_odds"), groups)) == sorted(own)
    mine = page(mixed, "player", "campaign_rules")
    assert "?system=fallen&area=INIT" in mine
    assert "?system=table&area=TALK" in mine
    assert "?system=sorcerer" not in mine
    assert 'id="SOR-BIND-10"' not in page(mixed, "player", "campaign_rules", "?q=bind")
    assert 'id="SOR-BIND-10"' in page(mixed, "player", "campaign_rules", "?system=sorcerer&area=BIND"), (
        "a link leads there"
    )


def test_settings_are_those_of_ones_own_game_and_for_the_gm_all(mixed: Game) -> None:
    titles = r"<h2[^>]*>([^<]+)</h2>"

    assert games_in(page(mixed, "player", "campaign_settings"), titles) == ["Fallen"]
    assert games_in(page(mixed, "other_player", "campaign_settings"), titles) == ["Pandemonium"]
    assert sorted(games_in(page(mixed, "gm", "campaign_settings"), titles)) == sorted(GAMES)


def test_a_player_makes_records_of_their_own_game(mixed: Game) -> None:
    """A form that comes with another game's kind, as a link may bring it, keeps it."""
    making = reverse("play_action", args=[mixed.campaign.pk, "table.create"])
    for query, kept in (("", set()), ("?about.kind=pandemonium.connection", {"pandemonium.connection"})):
        shown = browser(mixed.player).get(f"{making}{query}").content.decode()
        offered_kinds = set(
            re.findall(
                r'<option value="([a-z_.]+)"',
                shown.partition('name="about.kind"')[2].partition("</select>")[0],
            )
        )
        assert offered_kinds == {"fallen.character", "fallen.armor", "fallen.weapon", *kept}


@pytest.mark.parametrize(("query", "asks"), [("", True), ("&form.hide=about.kind", False)])
def test_kinds_are_those_of_the_games_played_here_unless_a_button_says_which(query: str, asks: bool) -> None:
    game = new_game()
    make_pandemonium(game.gm, game.player)
    game.make("character", "Mara", state="active", stamina=3, will=4, lore=3, humanity=4, cover=4)
    making = reverse("play_action", args=[game.campaign.pk, "table.create"])

    shown = browser(game.gm).get(f"{making}?about.kind=pandemonium.connection{query}").content.decode()

    form = Form(shown, "action-form")
    kinds = form.controls["about.kind"].options if asks else []
    assert ("Demon, Sorcerer" in shown, "Connection, Pandemonium" in shown) == (asks, True)
    assert not [one for one in kinds if one.startswith(("fallen", "demon_city"))]
    assert form.sent["about.kind"] == ["pandemonium.connection"]
    sent = browser(game.gm).post(form.action, {**form.sent, "about.name": "His ring"})
    assert sent.status_code == 302
    assert game.campaign.records.get(name="His ring").kind == "pandemonium.connection"


def test_a_sheet_of_another_game_offers_no_acts(mixed: Game) -> None:
    for who, name in (("player", "Mira Vane"), ("other_player", "Ananiel"), ("other_player", "Ann Bell")):
        sheet = reverse("character", args=[mixed.campaign.pk, Record.objects.get(name=name).pk])
        answer = browser(getattr(mixed, who)).get(sheet)
        assert answer.status_code == 200
        assert offered(answer.content.decode()) == set(), (who, name)


def test_whoever_plays_nobody_yet_is_shown_the_games_and_how_to_begin(mixed: Game) -> None:
    nobody = join_as(mixed.gm, "newcomer", "player")
    shown = page(
        Game(mixed.campaign, mixed.gm, nobody, mixed.other_player, mixed.observer), "player", "action_palette"
    )

    assert games_in(shown, r"<h2>([^<]+)</h2>") == ["Sorcerer", "Pandemonium", "Demon City", "Fallen"]
    assert reverse("new_character", args=[mixed.campaign.pk]) in shown
    assert "Once you have a character" not in page(mixed, "player", "action_palette")


def test_the_gm_has_all_games_one_after_the_other(mixed: Game) -> None:
    shown = page(mixed, "gm", "action_palette", "?q=roll")
    assert offered(shown) >= {"sorcerer", "fallen", "pandemonium"}

    table = page(mixed, "gm", "table")
    hands = table[table.index('id="hands"') : table.index('id="log-title"')]
    cast = table[: table.index('id="act-title"')]
    labels = r"class=\"label(?: row-line)?\">([^<]+)<"
    assert games_in(cast, labels) == ["Sorcerer", "Pandemonium", "Demon City", "Fallen"]
    assert games_in(hands, labels) == ["Pandemonium", "Demon City", "Fallen", "Sorcerer"], (
        "its usual roll comes first"
    )


def test_one_game_needs_no_headings() -> None:
    game = new_game()
    game.make("character", "Mara", owner=game.player, state="active", stamina=3, will=4, lore=3)

    assert games_in(page(game, "gm", "table"), r"class=\"label(?: row-line)?\">([^<]+)<") == []
