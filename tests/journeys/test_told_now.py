"""A whisper, a text and a picture shown now, and a television: each reaches the pages that are open, and no others."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.services import stages
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.services.telling_now import show_text
from rules.kernel.values import Values
from tests import images
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.pages import shot
from tests.people import Table

pytestmark = [pytest.mark.timeout(180), pytest.mark.slow]
LETTER = "Come at once. Bring salt.\n\nTell nobody, least of all the lodger; the stairs count you."


def test_what_is_told_now_arrives_where_it_is_meant_to(
    page_at_own: PageAt, scene: Table, faults_of: Callable[[Page], list[str]]
) -> None:
    mara = make_character(scene.player, "Mara", state="active")
    make_character(scene.other_player, "Fenster", state="active")
    campaign = f"/campaigns/{scene.campaign.pk}/"
    television = page_at_own("/stage/", width=1920)
    television.set_viewport_size({"width": 1920, "height": 1080})
    shot(television, "stage-code", whole=False)
    assert faults_of(television) == []
    phone = page_at_own(f"{campaign}table/", who=scene.player, width=390)
    other = page_at_own(f"{campaign}table/", who=scene.other_player, width=390, theme="dark")
    gm = page_at_own(f"{campaign}table/", who=scene.gm)

    code = television.locator(".stage-code").inner_text()
    gm.locator("#stage-controls summary").click()
    gm.get_by_label("Code on the television").fill(code.lower())
    gm.get_by_role("button", name="Show", exact=True).click()
    expect(television.locator(".stage-scene")).to_have_text("The yard")

    gm.locator(".member", has_text="Mara").get_by_role("link", name="Whisper").click()
    gm.get_by_label("Words").fill("It is behind you.")
    shot(gm, "whisper-form")
    assert faults_of(gm) == []
    gm.get_by_role("button", name="Whisper").click()
    line = phone.locator(".whisper summary")
    expect(line).to_be_visible()
    expect(phone.get_by_text("It is behind you.").first).to_be_hidden()
    shot(phone, "whisper-arrived", whole=False)
    line.click()
    expect(phone.locator(".whisper-words").get_by_text("It is behind you.")).to_be_visible()
    shot(phone, "whisper-open", whole=False)
    assert faults_of(phone) == []
    phone.get_by_role("button", name="Put away").click()
    expect(line).to_have_count(0)

    phone.locator("#note-words").evaluate("one => { one.closest('details').open = true; one.focus(); }")
    phone.keyboard.type("half a note")
    gm.goto(f"{campaign}show/")
    gm.get_by_label("Title").fill("A telegram")
    gm.get_by_label("Text", exact=True).fill(LETTER)
    gm.get_by_role("button", name="Show it now").click()
    for page, name in ((phone, "shown-phone"), (other, "shown-dark")):
        expect(page.locator(".shown-now .shown-title")).to_have_text("A telegram")
        shot(page, name, whole=False)
    assert faults_of(other) == []
    assert phone.evaluate("document.activeElement.id") == "note-words"
    expect(phone.locator("#note-words")).to_have_value("half a note")
    expect(television.locator(".stage-moment .shown-title")).to_have_text("A telegram")
    assert "behind you" not in television.content()
    assert faults_of(television) == []
    shot(television, "stage-light", whole=False)
    television.emulate_media(color_scheme="dark")
    shot(television, "stage-dark", whole=False)
    other.locator(".shown-now").get_by_role("button", name="Close").click()
    expect(other.locator(".shown-now")).to_have_count(0)

    gm.goto(f"{campaign}table/")
    gm.get_by_role("link", name="Show a picture").click()
    gm.get_by_label("Picture").set_input_files(
        {"name": "yard.png", "mimeType": "image/png", "buffer": images.night()}
    )
    gm.get_by_label("Title").fill("The yard")
    shot(gm, "picture-form")
    assert faults_of(gm) == []
    gm.get_by_role("button", name="Show it now").click()
    for page, name in ((phone, "picture-phone"), (other, "picture-dark")):
        picture = page.locator(".shown-now:visible .shown-picture img")
        if page is phone:  # one after the other: the telegram first
            page.locator(".shown-now:visible").get_by_role("button", name="Close").click()
        expect(picture).to_be_visible()
        expect(picture).to_have_js_property("naturalWidth", 1280)
        shot(page, name, whole=False)
        assert faults_of(page) == []
    expect(television.locator(".stage-moment .shown-picture img")).to_have_js_property("naturalWidth", 1280)
    shot(television, "stage-picture", whole=False)
    gm.goto(f"{campaign}log/")
    expect(gm.locator(".log .shown-picture img").last).to_be_visible()
    shot(gm, "picture-log", whole=False)
    gm.goto(f"{campaign}table/")

    roll: Values = {
        "acting": {"id": str(mara.pk), "score": "will"},
        "opposing": {"score": "difficulty", "dice": 3},
    }
    play(scene.player, ActRequest("roll", (Request("sorcerer.roll", roll),), nonce="ab" * 16))
    expect(television.locator(".stage-throws .die").first).to_be_visible()
    assert faults_of(television) == []
    shot(television, "stage-roll", whole=False)
    show_text(actor=scene.gm, to=[], title="A telegram", words=LETTER, key="again")
    expect(gm.locator(".stage-mini .shown-title")).to_have_text("A telegram")
    shot(gm, "gm-table")
    assert faults_of(gm) == []
    gm.get_by_role("button", name="Blank").click()
    expect(television.locator(".stage-moment")).to_have_count(0)
    stages.end_stages(scene.campaign)
    expect(television.locator(".stage-code")).to_be_visible()
