"""Names are offered while somebody types them: from the sheets that they see, and from what the form itself names."""

import re
from typing import Any

import pytest

from campaigns.models import Entry, Membership
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, document, new_game
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TRAITS: dict[str, Any] = {"traits.animal_ken": 2, "traits.resolve": 3, "merits.allies": 1, "essence": 4}
HIDDEN: dict[str, Any] = {"traits.hollow_voice": 5}


def offered(
    game: Game, action: str, words: dict[str, Any], member: Membership | None = None
) -> dict[str, Any]:
    """What each list of the form offers, by its name."""
    address = f"/campaigns/{game.campaign.pk}/play/{action}/"
    answer = browser(member or game.gm).post(address, {"key": "k", "form.command": "show", **words})
    assert faults_of(answer) == []
    page = answer.content.decode()
    lists = re.findall(r'<datalist id="([^"]*)">(.*?)</datalist>', page, re.DOTALL)
    picks = re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL)
    return {name: re.findall(r'value="([^"]*)"', options) for name, options in lists} | {
        name: [" ".join(one.split()) for one in re.findall(r">([^<]*)</option>", options)]
        for name, options in picks
    }


def played(game: Game, member: Membership, action: str, words: dict[str, Any]) -> dict[str, Any]:
    address = f"/campaigns/{game.campaign.pk}/play/{action}/"
    answer = browser(member).post(address, {"key": game.key(), **words})
    assert answer.status_code == 302, answer.context["form"].errors
    told: dict[str, Any] = document(Entry.objects.filter(campaign=game.campaign).latest("seq"))["steps"][0]
    return told


@pytest.mark.clause("PAN-POOL-01")
def test_traits_are_picked_from_the_sheet_of_whoever_rolls() -> None:
    """Of everybody's until it is known who that is; what is no trait to roll is not among them."""
    game = new_game()
    ilse = make_record(game.gm, "pandemonium.character", "Ilse", **TRAITS, **{"traits.size": 5})
    make_record(game.gm, "pandemonium.character", "Jo", **{"traits.brawl": 1, "traits.defense": 2})
    sent = {"pool.traits": ["Stale trait", "", "", "", "Resolve"]}

    of_all = offered(game, "pandemonium.roll", {})["pool.traits"]
    of_one = offered(game, "pandemonium.roll", {"actor.id": str(ilse.pk)})["pool.traits"]
    kept = offered(game, "pandemonium.strike", {"attacker.id": str(ilse.pk), **sent})["pool.traits"]
    resists = {"resist": "on", "resist.pool": "on"}
    defends = [
        "Defense" in offered(game, f"pandemonium.{verb}", resists)[control]
        for verb, control in (
            ("defend", "defense.pool.traits"),
            ("resist", "pool.traits"),
            ("attack", "resist.pool.traits"),
            ("direct", "resist.pool.traits"),  # nobody dodges it: PAN-DIRECT-01, PAN-DIRECT-03
            ("bear_wounds", "pool.traits"),  # PAN-TRANSFER-02
        )
    ]

    first = offered(game, "pandemonium.bring", {})["resisted_by"]

    assert of_all == ["—", "Animal ken", "Brawl", "Resolve"]
    assert "Brawl" in first
    assert of_one == kept == ["—", "Animal ken 2", "Resolve 3"]
    assert defends == [True, True, True, False, False]


def test_traits_typed_into_one_box_are_several() -> None:
    game = new_game()
    ilse = make_record(game.gm, "pandemonium.character", "Ilse", owner=game.player, state="active", **TRAITS)
    boxes = ["Animal Ken, resolve", "", "", "", ""]

    told = played(game, game.player, "pandemonium.roll", {"actor.id": str(ilse.pk), "pool.traits": boxes})

    assert told["input"]["pool"]["traits"] == ["animal_ken", "resolve"]


def test_resources_and_merits_are_offered_where_they_are_asked() -> None:
    game = new_game()
    make_record(game.gm, "pandemonium.character", "Ilse", **TRAITS)

    assert offered(game, "pandemonium.reap", {})["known-resources"] == ["Essence", "Mana", "Willpower"]
    assert "Allies" in offered(game, "pandemonium.control", {})["known-skills-and-merits"]


def test_name_that_only_a_hidden_sheet_has_is_the_gms_alone() -> None:
    game = new_game()
    make_record(game.gm, "pandemonium.character", "The one below", visibility="gm", **HIDDEN)

    seen = offered(game, "pandemonium.roll", {}, game.player)

    assert "Hollow voice" in offered(game, "pandemonium.roll", {})["pool.traits"]
    assert "Hollow voice" not in seen["pool.traits"]


def test_name_of_another_campaign_is_never_offered() -> None:
    make_record(new_game().gm, "pandemonium.character", "Ilse", **TRAITS)

    assert offered(new_game(), "pandemonium.roll", {})["pool.traits"] == ["—"]


def test_sides_that_the_form_names_are_offered_to_those_on_them() -> None:
    game = new_game()
    sides = {"sides.0.id": "The stairwell", "sides.1.id": "What waits below"}

    lists = offered(game, "demon_city.clash", sides)

    assert lists["known-sides"] == ["The stairwell", "What waits below"]


def test_stats_and_skills_come_from_sheets() -> None:
    game = new_game()
    stats: dict[str, Any] = {"stats.calm": 3, "stats.exotic_weapons": 2}
    make_record(game.gm, "demon_city.character", "Odile", **stats)

    assert "Exotic weapons" in offered(game, "demon_city.static_throw", {})["known-skills"]
    assert offered(game, "demon_city.combat_stats", {})["known-stats"] == ["Calm", "Exotic weapons"]


def test_abilities_of_visible_demons_are_offered() -> None:
    game = new_game()
    make_record(game.gm, "demon", "Vesh", abilities=["Cover", "Fast"])

    assert offered(game, "sorcerer.use_ability", {})["known-abilities"] == ["Cover", "Fast"]


def test_trait_written_as_words_is_what_the_sheet_calls_it() -> None:
    game = new_game()
    ilse = make_record(game.gm, "pandemonium.character", "Ilse", owner=game.player, state="active", **TRAITS)
    boxes = ["Animal Ken", "resolve", "", "", ""]

    told = played(game, game.player, "pandemonium.roll", {"actor.id": str(ilse.pk), "pool.traits": boxes})

    assert told["input"]["pool"]["traits"] == ["animal_ken", "resolve"]


def test_boxes_keep_what_was_typed() -> None:
    game = new_game()
    address = f"/campaigns/{game.campaign.pk}/play/pandemonium.roll/"

    answer = browser(game.gm).post(
        address, {"key": "k", "form.command": "show", "pool.traits": ["Animal Ken", "", "luck"]}
    )

    page = answer.content.decode()
    assert len(re.findall(r'name="pool.traits"', page)) == 5
    assert 'value="Animal Ken"' in page
    assert 'value="luck"' in page


def test_traits_of_a_fallen_roll_are_offered_and_read_as_words() -> None:
    game = new_game()
    ines: dict[str, Any] = {"dexterity": 3, "martial_arts": 2, "traits.torment": 4}
    who = str(make_record(game.gm, "fallen.character", "Ines", state="active", **ines).pk)

    lists = offered(game, "fallen.roll", {})
    given = {"roller.id": who, "difficulty": "6", "traits.0.name": "Martial arts"}
    told = played(game, game.gm, "fallen.roll", given)

    assert {"Torment", "Martial arts", "Dexterity"} <= set(lists["known-fallen-traits"])
    assert told["input"]["traits"] == [{"name": "martial_arts", "dice": 2}]


def test_what_is_drawn_and_aimed_is_asked_of_nobody() -> None:
    game = new_game()
    make_record(game.gm, "character", "Mara")

    form = (
        browser(game.gm).get(f"/campaigns/{game.campaign.pk}/play/sorcerer.conflict_round/").context["form"]
    )

    of_gun = {name.rpartition(".")[2] for name in form.fields if name.startswith("combatants.0.gun.")}
    assert of_gun == {"proficient", "close"}
