"""What the pages of magic say where nothing comes of something, or something waits: what it is, and what would help."""

import html
import re

import pytest
from django.urls import reverse

from campaigns.game import games
from campaigns.models import Membership, Pending, Record
from campaigns.queries.clock import coming
from campaigns.state.errors import StateRefusal
from rules.kernel.clock import DAY
from rules.reference import all_clauses
from tests.campaigns.casts import LINGERS
from tests.campaigns.form_filling import Form
from tests.campaigns.games.pandemonium.test_taps import press, tied
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.spine import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def page(magic: Magic, who: Membership, name: str) -> str:
    return html.unescape(browser(who).get(reverse(name, args=[magic.game.campaign.pk])).content.decode())


def test_yes_to_a_tap_stays_on_the_page_and_the_log_says_that_it_was_against_a_will(magic: Magic) -> None:
    game = magic.game
    tied(magic, game.other_player)
    press(game.player, page(magic, game.player, "spells"), "Tap it")

    answered = press(game.other_player, page(magic, game.other_player, "spells"), "Yes", unwilling="yes")

    assert answered["Location"] == reverse("spells", args=[game.campaign.pk])
    told = page(magic, game.player, "log")
    assert "is tapped against the will of one of the two it joins, and wears down." in told
    assert "1 of 3 steps" in told


def test_a_page_that_makes_one_kind_of_thing_is_called_after_it(magic: Magic) -> None:
    url = reverse("play_action", args=[magic.game.campaign.pk, "table.create"])
    made = {"form.hide": "about.kind", "about.kind": "pandemonium.connection"}

    told = browser(magic.game.player).get(url, made).content.decode()

    assert "<title>Create a connection" in told
    assert "Create a record" not in told
    other = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.roll"])
    assert browser(magic.game.player).get(other, made).status_code == 200


def test_a_new_connection_is_asked_for_its_ratings_by_their_names(magic: Magic) -> None:
    """As the board of spells leads there: no list of fields has to be gone through."""
    board = browser(magic.game.player).get(reverse("spells", args=[magic.game.campaign.pk]))
    (link,) = re.findall(r'href="([^"]*about.kind=pandemonium.connection[^"]*)"', board.content.decode())

    page = browser(magic.game.player).get(html.unescape(link)).content.decode()
    form = Form(page, "action-form")

    assert {name: form.controls[f"fields.{name}.field"].kind for name in (0, 1)} == {0: "hidden", 1: "hidden"}
    assert re.search(r'<label for="id_fields.0.set">Original rating', page)
    assert re.search(r'<label for="id_fields.1.set">Rating', page)
    form.fill("about.name", "The ferryman's daughter")
    form.fill("fields.0.set", 3)
    form.fill("fields.1.set", 2)
    assert browser(magic.game.player).post(html.unescape(link), form.sent).status_code == 302
    made = magic.game.sheet(str(Record.objects.get(name="The ferryman's daughter").pk))
    assert (made["base"], made["rating"]) == (3, 2)


def test_a_connection_has_an_original_rating_on_its_own_page_too(magic: Magic) -> None:
    url = reverse("record", args=[magic.game.campaign.pk, tied(magic, magic.game.player)])

    page = browser(magic.game.player).get(url).content.decode()

    (numbers,) = re.findall(r'<dl class="scores">(.*?)</dl>', page, re.DOTALL)
    assert re.findall(r"<dt>(.*?)</dt>", numbers) == ["Rating", "Original rating"]


def test_a_player_is_offered_no_hands_for_a_connection_but_their_own(magic: Magic) -> None:
    url = reverse("play_action", args=[magic.game.campaign.pk, "table.create"])
    made = {"form.hide": "about.kind", "about.kind": "pandemonium.connection"}

    page = browser(magic.game.player).get(url, made).content.decode()
    form = Form(page, "action-form")

    assert form.controls["about.owner"].options == ["", str(magic.game.player.pk)]
    assert form.controls["about.visibility"].kind == "hidden"
    assert "that no other action brings into play" not in page


def test_a_transfer_from_somebody_unhurt_says_that_there_is_nothing_to_move(magic: Magic) -> None:
    magic.cast("transfer", on=(magic.bob,), timing="ritual")
    told = page(magic, magic.game.player, "spells")
    assert "no wounds that can be moved" in told

    magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": {"kind": "bashing", "wounds": 1}})

    told = page(magic, magic.game.player, "spells")
    assert "no wounds that can be moved" not in told
    assert "nothing settled yet" in told


def test_a_connection_says_its_original_rating_where_it_would_be_above(magic: Magic) -> None:
    tie = tied(magic, None)

    with pytest.raises(StateRefusal, match="at most its original rating, 3"):
        magic.game.edit(tie, rating=4)
    url = reverse("edit_record", args=[magic.game.campaign.pk, tie])
    assert browser(magic.game.gm).get(url).status_code == 200


def test_the_clock_names_the_spell_of_what_it_ends(magic: Magic) -> None:
    spell = magic.cast(on=(magic.nan,), spell={"name": "Long shadow"})
    magic.game.edit(magic.nan, **{f"aftereffect.{spell}": LINGERS})

    ends = coming(magic.game.campaign, 0, 30 * DAY, 9)

    assert [(one.name, one.beside) for one in ends] == [("Nan", "Long shadow")]


def test_what_is_settled_is_said_on_its_page(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,))
    magic.apply("control", grip, magic.nan)
    magic.game.edit(magic.nan, willpower=0)
    magic.play("helpless_rest", {"target": {"id": magic.nan}, "rested": True})
    asked = Pending.objects.get(record__campaign=magic.game.campaign, state="open")
    url = reverse("pending_answer", args=[magic.game.campaign.pk, asked.pk])

    told = browser(magic.game.other_player).post(f"{url}settle/", {"key": "k", "how": "waived"})

    assert told.status_code == 422
    assert "Nan: Struggle free" in told.content.decode()
    assert "This is waiting for an answer." not in told.content.decode()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"rested": True}, "Their Willpower is at its maximum."),
        ({"rested": False}, "They have not kept still. A day without struggling would give the point."),
    ],
)
def test_a_rest_that_gives_nothing_says_why(magic: Magic, said: dict[str, bool], why: str) -> None:
    magic.play("helpless_rest", {"target": {"id": magic.nan}, **said})

    assert why in page(magic, magic.game.player, "log")


def test_a_turn_of_somebody_elses_is_waited_for() -> None:
    told = games()["pandemonium"].telling.remedies["PAN-TIME-01"]

    assert told.startswith("Wait for the turn of whoever acts")


def test_what_resisted_a_spell_and_what_it_was_compared_with_are_two_sentences(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,), spell={"arcanum": "mind"})
    magic.resist(grip, magic.nan, *(1,) * 5)

    told = page(magic, magic.game.gm, "log")

    assert re.search(r"Potency \d+, resisted by \d+\. Compared with Resolve \d", told)


def test_the_gm_finds_the_spells_and_the_books_above_what_is_done_at_the_table(magic: Magic) -> None:
    game = magic.game
    ways = [reverse(name, args=[game.campaign.pk]) for name in ("spells", "spell_book")]

    shown = page(magic, game.gm, "table")
    above = shown.partition('id="hands"')[2].partition('<details class="fold hand"')[0]

    assert re.findall(r'<a class="button[^"]*" href="([^"]*)"', above)[:2] == ways
    assert ways[1] not in page(magic, game.observer, "table")


def test_no_call_leads_to_the_page_that_somebody_is_on(magic: Magic) -> None:
    """On a phone four bars stood above the title, one of which led to where one was."""
    magic.cast(on=(magic.nan,))
    looks = {
        name: re.findall(r'class="(call [^"]*)"', page(magic, magic.game.other_player, name))
        for name in ("spells", "log")
    }

    assert looks == {"spells": ["call call-question is-here"], "log": ["call call-question"]}


def test_of_several_that_are_answered_here_the_bar_says_how_many_more_wait(magic: Magic) -> None:
    """It began in the middle of its sentence: "and one more"."""
    for _n in range(2):
        magic.cast(on=(magic.nan,))
    said = {
        name: re.findall(r'class="more-calls"[^>]*>([^<]*)<', page(magic, magic.game.other_player, name))
        for name in ("spells", "log")
    }

    assert said == {"spells": ["One more waits"], "log": ["and one more"]}


def test_the_log_says_why_nothing_was_healed_and_by_how_much_a_struggle_fell_short(magic: Magic) -> None:
    mend = magic.cast("healing", on=(magic.nan,))
    none = {"bashing": 0, "lethal": 0, "aggravated": 0}
    magic.game.edit(magic.nan, health={**none, "boxes": 7, "lethal": 5, "resistant": none})
    magic.play("heal", {"spell": {"id": mend}, "target": {"id": magic.nan}, "kind": "lethal"})
    grip = magic.cast(on=(magic.nan,), spell={"arcanum": "mind"})
    magic.resist(grip, magic.nan, *(1,) * 5)
    magic.struggle(magic.nan, grip, faces=(1,) * 5)

    told = page(magic, magic.game.gm, "log")

    assert "Potency 3 against 5 lethal wounds" in told
    assert "Bolstered against harm while the spell is active." in told
    assert re.search(r"0 against Tenacity 3", told)


def test_the_log_says_that_a_plundered_thing_is_lost(magic: Magic) -> None:
    theft = magic.cast("plunder", on=(magic.nan,))
    magic.apply("plunder", theft, magic.nan, of="item")

    assert "The thing, or the protection it gave, is lost to them." in page(magic, magic.game.gm, "log")


def test_what_many_spells_came_to_is_folded_where_it_is_corrected(magic: Magic) -> None:
    """It was longer than all else on the page, and its numbers were called by other names."""
    for number in range(3):
        spell = magic.cast(on=(magic.nan,), spell={"arcanum": "mind", "name": f"Grip {number}"})
        magic.resist(spell, magic.nan, *(1,) * 5)
    url = reverse("edit_record", args=[magic.game.campaign.pk, magic.nan])

    shown = browser(magic.game.gm).get(url).content.decode()

    assert [f"<summary>Grip {number}</summary>" in shown for number in range(3)] == [True] * 3
    assert "After which casting or Shaping" in shown
    assert "Making or Unmaking" not in shown


def test_what_waits_for_oneself_stands_before_what_waits_for_others(magic: Magic) -> None:
    magic.cast(on=(magic.bob,))
    magic.cast(on=(magic.nan,))

    waits = page(magic, magic.game.other_player, "campaign_home").partition('id="waiting"')[2]

    assert re.findall(r'<div class="(pending[^"]*)"', waits)[:2] == ["pending is-yours", "pending"]


def test_rules_call_a_trait_what_the_sheet_calls_it() -> None:
    """The log said Gnosis where the sheet says Power."""
    assert not [one.id for one in all_clauses() if "Gnosis" in f"{one.title} {one.summary}"]
