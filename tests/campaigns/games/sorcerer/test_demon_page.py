"""A demon's page for the GM, and the sheets of those whom it masters, through their own browsers."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Entry, Pending
from tests.campaigns.form_filling import first_form
from tests.campaigns.games.sorcerer.circle import HUMAN, lost, new_circle
from tests.campaigns.games.sorcerer.test_demons_turn import bound, pass_days
from tests.campaigns.spine import Game, browser, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def base(game: Game) -> str:
    return f"/campaigns/{game.campaign.pk}/"


def shown(game: Game, client: Client, path: str) -> str:
    return client.get(base(game) + path).content.decode()


def press(game: Game, client: Client, path: str, **given: str) -> int:
    return int(client.post(base(game) + path, {"key": game.key(), **given}).status_code)


def open_of(question: str) -> list[Pending]:
    return list(Pending.objects.filter(question=question, state="open"))


@pytest.mark.clause("SOR-REBEL-03", "SOR-BREAK-01")
def test_the_gm_finds_what_is_due_first_and_the_master_sees_what_came_of_it() -> None:
    circle = new_circle()
    game, (demon, _binding) = circle.game, bound(circle)
    gm, pia = browser(game.gm), browser(game.player)
    assert "Due now" not in shown(game, gm, f"demons/{demon}/")
    pass_days(game, 2)

    page = shown(game, gm, f"demons/{demon}/")

    assert page.index("2 days in withdrawal: does it turn on Mara?") < page.index("Other actions")
    assert "does it turn on" not in shown(game, pia, f"demons/{demon}/")
    assert f"demons/{demon}/#due" in shown(game, gm, "table/")
    assert press(game, pia, f"demons/{demon}/bears-it/") == 403
    assert press(game, gm, f"demons/{demon}/bears-it/") == 302
    assert open_of("sorcerer.rebel") == []
    pass_days(game, 1)
    (asked,) = open_of("sorcerer.rebel")
    form = first_form(gm, f"{base(game)}play/waiting/{asked.pk}/")
    assert "command" in form.controls
    assert "demon" not in form.controls, "whose rebellion it is, is known"
    form.fill("command", "Fetch")
    assert gm.post(form.action, form.sent).status_code == 302
    assert open_of("sorcerer.rebel") == []
    game.act("sorcerer.break_binding", {"demon": demon, "sorcerer": circle.mara}, hand=(12,) * 9 + (1,) * 3)

    page = shown(game, pia, f"characters/{circle.mara}/")

    assert "Ash is free, here and in withdrawal." in page
    assert f"rituals/{circle.mara}/{demon}/" in page


@pytest.mark.clause("SOR-NEED-13")
@pytest.mark.parametrize("is_complete", [True, False])
def test_scores_that_nobody_has_given_yet_are_no_noughts(is_complete: bool) -> None:
    game = new_game()
    demon = game.make("demon", "Ash", stamina=3, complete=is_complete)

    told = " ".join(shown(game, browser(game.gm), f"demons/{demon}/").split())

    scores = re.findall(r"<dt>(?:<button [^>]*>)?(Stamina|Will|Lore)\b.*?</dt><dd>(.*?)</dd>", told)
    missing = "0" if is_complete else "–"
    assert scores == [("Stamina", "3"), ("Will", missing), ("Lore", missing)]


def test_a_demon_that_is_fed_is_asked_nothing_any_more() -> None:
    circle = new_circle()
    game, (demon, _binding) = circle.game, bound(circle)
    pass_days(game, 1)

    assert press(game, browser(game.gm), f"demons/{demon}/need-met/") == 302

    assert open_of("sorcerer.rebel") == []
    assert game.sheet(demon)["need_unmet_days"] == 0


@pytest.mark.parametrize("what", ["need-met", "bears-it", "no rest", "no attempt", "let them try"])
def test_a_gms_word_sent_twice_is_said_once(what: str) -> None:
    """What was asked is not open any more the second time, and the form is the same one all the same."""
    circle = new_circle()
    game, (demon, _binding) = circle.game, bound(circle)
    gm, pia, sheet = browser(game.gm), browser(game.player), f"characters/{circle.mara}/"
    if what in ("need-met", "bears-it"):
        pass_days(game, 1)
        path, said = f"demons/{demon}/{what}/", {}
    elif what == "no rest":
        game.edit(circle.mara, lasting=2)
        press(game, pia, f"{sheet}rest/")
        path, said = f"{sheet}rest/say/", {"how": "no"}
    else:
        game.act(
            "sorcerer.possess",
            {"demon": circle.demon(type="possessor"), "target": circle.mara},
            hand=(12, 11, 1, 2, 1),
        )
        press(game, pia, f"{sheet}try/", what="Scream")
        path, said = f"{sheet}try/allow/", {"allow": "yes" if what == "let them try" else "no"}

    assert press(game, gm, path, key="once", **said) == 302
    told = Entry.objects.count()
    assert press(game, gm, path, key="once", **said) == 302
    again = press(game, gm, path, **said)

    assert again == (302 if what == "need-met" else 409)
    assert Entry.objects.count() == told + (what == "need-met")


@pytest.mark.clause("SOR-DEATH-01", "SOR-DEATH-02")
def test_a_demon_hurt_to_death_has_its_death_on_its_page() -> None:
    circle = new_circle()
    game, (demon, _binding) = circle.game, bound(circle)
    game.edit(demon, lasting=5)

    page = shown(game, browser(game.gm), f"demons/{demon}/")

    assert f"play/sorcerer.demon_death/?demon={demon}" in page
    assert "play/sorcerer.demon_death/" not in shown(game, browser(game.player), f"demons/{demon}/")
    game.act("table.change_settings", {"system": "sorcerer", "values": {"demons_can_die": False}})
    assert "sorcerer.demon_death" not in shown(game, browser(game.gm), f"demons/{demon}/")


@pytest.mark.clause("SOR-DEMON-20", "SOR-DEMON-17")
def test_a_possessed_host_asks_the_gm_and_rolls_on_their_own_page() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon(type="possessor")
    gm, pia, otto = browser(game.gm), browser(game.player), browser(game.other_player)
    sheet = f"characters/{circle.mara}/"
    assert press(game, pia, f"{sheet}try/", what="Scream") == 422, "nobody possesses her"
    game.act("sorcerer.possess", {"demon": demon, "target": circle.mara}, hand=(12, 11, 1, 2, 1))
    page = shown(game, pia, sheet)
    assert "Ash has this body" in page
    assert "Contact a demon" not in page
    here = f"rituals/{circle.mara}/{circle.demon(state='present')}/?step=punish"
    assert "Nothing for you to do" in shown(game, pia, here)
    assert "Nothing for you to do" not in shown(game, gm, here)
    assert press(game, otto, f"{sheet}try/", what="Scream") == 403
    at_table = shown(game, pia, "table/")
    assert "The GM plays Mara for now." in at_table
    assert sheet in at_table
    assert "no character yet" not in at_table
    assert "The GM plays" not in shown(game, otto, "table/") + shown(game, gm, "table/")

    assert press(game, pia, f"{sheet}try/", what="Scream for help") == 302
    assert press(game, pia, f"{sheet}try/", what="Scream for help") == 422, "asked already"
    assert "Waiting for the GM" in shown(game, pia, sheet)
    assert f"{sheet}#possessed" in shown(game, gm, "table/")
    assert press(game, pia, f"{sheet}try/allow/", allow="yes") == 403
    assert press(game, gm, f"{sheet}try/allow/", allow="yes") == 302
    (asked,) = open_of("sorcerer.roll")
    assert asked.for_role == "player"
    form = first_form(pia, f"{base(game)}play/waiting/{asked.pk}/")
    assert "acting.score" not in form.controls
    assert pia.post(form.action, form.sent).status_code == 302

    step = newest_input(game)
    assert (step["acting"]["score"], step["opposing"]["score"], step["opposing"]["id"]) == (
        "humanity",
        "power",
        demon,
    )
    assert open_of("sorcerer.roll") == []
    assert press(game, pia, f"{sheet}try/", what="Again") == 302
    assert press(game, gm, f"{sheet}try/allow/", allow="no") == 302
    assert open_of("sorcerer.roll") == []
    game.edit(circle.mara, state="lost")
    assert press(game, pia, f"{sheet}try/", what="Again") == 422, "her mind was put out"
    page = shown(game, pia, sheet)
    assert "gone for good" in page
    assert "What do you try to do?" not in page


def newest_input(game: Game) -> dict[str, Any]:
    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    return dict(document(newest)["steps"][0]["input"])


@pytest.mark.clause("SOR-DCONF-04", "SOR-DCONF-05")
def test_whoever_sees_a_demon_is_asked_and_rolls_on_their_own_page() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon()
    gm, pia = browser(game.gm), browser(game.player)
    assert "Who sees it?" in shown(game, gm, f"demons/{demon}/")
    assert "Who sees it?" not in shown(game, pia, f"demons/{demon}/")
    assert press(game, pia, f"demons/{demon}/seen/", who=circle.mara, how="first_demon") == 403
    press(game, gm, f"demons/{demon}/seen/", how="first_demon")
    assert open_of("sorcerer.first_sight") == [], "nobody was chosen"

    both = {"who": [circle.mara, circle.otto], "how": "first_demon", "key": game.key()}
    assert gm.post(f"{base(game)}demons/{demon}/seen/", both).status_code == 302

    first, second = open_of("sorcerer.first_sight")
    assert {str(first.who_id), str(second.who_id)} == {circle.mara, circle.otto}
    mine = first if str(first.who_id) == circle.mara else second
    form = first_form(pia, f"{base(game)}play/waiting/{mine.pk}/")
    assert not {"demon", "character", "occasion"} & set(form.controls), "the GM has said all of it"
    form.fill("hand", "12 11 10 1 1")
    assert pia.post(form.action, form.sent).status_code == 302
    assert game.sheet(circle.mara)["shock"] == 3
    assert [one.pk for one in open_of("sorcerer.first_sight")] == [second.pk if mine is first else first.pk]
    assert pia.get(f"{base(game)}play/waiting/{open_of('sorcerer.first_sight')[0].pk}/").status_code == 404


@pytest.mark.clause("SOR-DCONF-04", "SOR-TELL-03")
def test_the_gm_alone_is_told_what_to_do_about_the_sight_of_a_hidden_demon() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon()
    gm = browser(game.gm)
    assert press(game, gm, f"records/{demon}/visibility/", visibility="gm") == 302

    page = shown(game, gm, f"demons/{demon}/")
    assert "Who sees it?" in page
    assert "so no player can be asked" in page
    assert 'name="how"' not in page
    for action, sent in (("first_sight", "demon.id"), ("spot_telltale", "target.id")):
        address = re.search(rf'href="([^"]*sorcerer\.{action}[^"]*)"', page)
        assert address is not None
        form = first_form(gm, html.unescape(address[1]))
        assert form.sent[sent] == [demon]
    assert browser(game.player).get(f"{base(game)}demons/{demon}/").status_code == 404
    assert press(game, gm, f"records/{demon}/visibility/", visibility="table") == 302
    assert 'name="how"' in shown(game, gm, f"demons/{demon}/")


@pytest.mark.clause("SOR-TELL-04")
def test_a_single_die_against_a_telltale_is_called_what_it_is() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon()
    about = {"spotter": {"id": circle.mara}, "target": {"id": demon}}

    seq = game.act("sorcerer.spot_telltale", about, hand=(12, 1, 1)).entry.seq
    told = shown(game, browser(game.player), f"log/{seq}/")
    odds = f"{base(game)}play/odds/sorcerer.spot_telltale/"
    sent = {"key": game.key(), "spotter.id": circle.mara, "target.id": demon}
    before = browser(game.player).post(odds, sent).content.decode()

    for page in (told, before):
        assert re.search(r"No Cover\s*<b>1</b>", page)
        assert not re.search(r"None\s*<b>1</b>", page)


@pytest.mark.clause("SOR-TELL-03", "SOR-TELL-06")
def test_a_telltale_is_asked_of_sorcerers_alone() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon()
    gm = browser(game.gm)
    game.edit(circle.otto, lore=0)

    telltale = {"how": "sorcerer.spot_telltale"}
    assert press(game, gm, f"demons/{demon}/seen/", who=circle.otto, **telltale) == 422
    assert press(game, gm, f"demons/{demon}/seen/", who=circle.mara, **telltale) == 302

    (asked,) = open_of("sorcerer.spot_telltale")
    form = first_form(browser(game.player), f"{base(game)}play/waiting/{asked.pk}/")
    assert not {"spotter", "target"} & set(form.controls)


@pytest.mark.clause("SOR-RECOVER-01", "SOR-RECOVER-04")
def test_a_rest_is_asked_for_on_the_sheet_and_judged_by_the_gm_after_the_conflict() -> None:
    circle = new_circle()
    game, sheet = circle.game, f"characters/{circle.mara}/"
    gm, pia, otto = browser(game.gm), browser(game.player), browser(game.other_player)
    assert "Recovery" not in shown(game, pia, sheet), "nothing hurts her"
    game.edit(circle.mara, lasting=2, turn="resolved")
    assert "Recovery comes after the conflict." in shown(game, gm, sheet)
    assert press(game, pia, f"{sheet}rest/") == 422
    assert press(game, gm, f"{sheet}rest/say/", how="rested") == 422
    game.edit(circle.mara, turn="none")

    assert press(game, otto, f"{sheet}rest/") == 403
    assert press(game, pia, f"{sheet}rest/") == 302
    assert press(game, pia, f"{sheet}rest/") == 422, "asked already"
    assert f"{sheet}#recovery" in shown(game, gm, "table/")
    assert "Rested: 2 to 1 lasting" in shown(game, gm, sheet)
    assert press(game, pia, f"{sheet}rest/say/", how="healed") == 403
    assert press(game, gm, f"{sheet}rest/say/", how="rested") == 302
    assert open_of("sorcerer.recover") == []
    assert game.sheet(circle.mara)["lasting"] == 1
    page = shown(game, gm, sheet)
    assert "Halved once already." in page
    assert 'value="rested"' not in page
    assert press(game, pia, f"{sheet}rest/") == 302
    assert press(game, gm, f"{sheet}rest/say/", how="no") == 302
    assert open_of("sorcerer.recover") == []
    assert press(game, gm, f"{sheet}rest/say/", how="healed") == 302
    assert game.sheet(circle.mara)["lasting"] == 0


@pytest.mark.clause("SOR-WILL-01")
def test_the_sheet_of_somebody_incapacitated_offers_force_of_will_and_nothing_else() -> None:
    circle = new_circle()
    game, sheet = circle.game, f"characters/{circle.mara}/"
    pia = browser(game.player)
    assert "sorcerer.will_override" not in shown(game, pia, sheet)
    game.edit(circle.mara, temporary=3)

    page = shown(game, pia, sheet)

    assert "Incapacitated" in page
    assert f"play/sorcerer.will_override/?character={circle.mara}" in page
    assert "play/sorcerer.roll/" not in page
    game.edit(circle.mara, lore=0)
    assert "sorcerer.will_override" not in shown(game, pia, sheet), "no sorcerer"


@pytest.mark.clause("SOR-BANISH-04", "SOR-PUNISH-05")
def test_a_demon_tells_whom_it_is_angry_with_and_the_gm_calms_it_with_a_tap() -> None:
    circle = new_circle()
    game, ash = circle.game, circle.demon()
    gm, pia, page = browser(game.gm), browser(game.player), f"demons/{ash}/"
    hidden = game.make("character", "Wren", **HUMAN)
    assert press(game, gm, f"records/{hidden}/visibility/", visibility="gm") == 302
    circle.rite("banish", ash, hand=lost(4, 5))
    circle.rite("banish", ash, who=hidden, hand=lost(4, 5))
    assert "Angry with Wren" in shown(game, gm, page)

    seen = shown(game, pia, page)

    assert "Angry with Mara" in seen
    assert "calms down" not in seen
    assert hidden not in seen
    assert press(game, pia, f"{page}calm/", sorcerer=circle.mara) == 403
    assert press(game, gm, f"{page}calm/", sorcerer="name") == 302, "what is no anger changes nothing"
    for _twice in range(2):
        assert press(game, gm, f"{page}calm/", sorcerer=circle.mara) == 302
    assert [who for who, n in game.sheet(ash).under("angry").items() if n] == [hidden]
    assert "Angry with Mara" not in shown(game, pia, page)


def test_a_demon_is_banished_and_punished_on_the_page_of_its_ritual() -> None:
    circle = new_circle()
    game, (demon, _binding) = circle.game, bound(circle)
    page, ritual = f"demons/{demon}/", f"rituals/{circle.mara}/{demon}/"

    of_player, of_gm = (shown(game, browser(one), page) for one in (game.player, game.gm))

    for step in ("banish", "punish"):
        assert f'href="{base(game)}{ritual}?step={step}"' in of_player
        assert f"play/sorcerer.{step}/" not in of_player + of_gm
    form = first_form(browser(game.player), f"{base(game)}{ritual}?step=punish")
    assert form.sent["amount"] == ["1"], "one's own demon is Punished by an amount, and by nothing else"
    assert not form.controls.keys() & {"snapshot", "sacrifice"}
