"""A book begins with a spell from the table: it fills in the form, and what it fills in is a spell of the rules."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.pandemonium.book.ready_made import SPELLS, of_arcana
from campaigns.models import Record
from rules.pandemonium.types import ARCANA
from tests.campaigns.form_filling import Form
from tests.campaigns.magic import DOTS, Magic, new_magic
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def write_page(magic: Magic, like: str = "") -> Any:
    url = reverse("write_spell", args=[magic.game.campaign.pk, magic.mira])
    return browser(magic.game.player).get(url, {"like": like} if like else {})


def test_two_stand_ready_for_each_arcanum() -> None:
    assert {arcanum: len(of_arcana([arcanum])) for arcanum in ARCANA} == dict.fromkeys(ARCANA, 2)
    assert len({one.name for one in SPELLS}) == len({one.code for one in SPELLS}) == len(SPELLS)


def test_those_of_the_mages_own_arcana_are_offered(magic: Magic) -> None:
    shown = write_page(magic).content.decode()

    known = {name for name in ARCANA if DOTS.get(name)}
    assert known
    assert {one.code for one in SPELLS if f"?like={one.code}" in shown} == {
        one.code for one in of_arcana(known)
    }
    assert faults_of(write_page(magic)) == []


def test_one_that_nobody_made_is_no_spell(magic: Magic) -> None:
    shown = write_page(magic, "nothing of the kind")

    assert shown.status_code == 200
    assert (
        'aria-current="true"'
        not in shown.content.decode().partition('id="ready"')[2].partition("</details>")[0]
    )


@pytest.mark.clause("PAN-TRACK-09")
@pytest.mark.parametrize("code", [one.code for one in SPELLS])
def test_each_is_written_as_it_is_filled_in_and_cast(code: str, magic: Magic) -> None:
    ready = next(one for one in SPELLS if one.code == code)
    magic.game.edit(magic.mira, **{f"traits.{ready.arcanum}": 3})
    form = Form(write_page(magic, code).content.decode(), "spell-form")

    assert browser(magic.game.player).post(form.action, form.sent).status_code == 302

    kept = Record.objects.get(kind="pandemonium.known_spell")
    stored = magic.sheet(str(kept.pk))
    assert (kept.name, stored["kind"], stored["wound"], stored["words"]) == (
        ready.name,
        ready.kind,
        ready.wound,
        ready.words,
    )
    assert stored["shaped_with"] == ["power", ready.arcanum]
    cast = {"key": magic.game.key(), "nonce": "", "timing": "instant", "duration": ready.duration}
    url = reverse("cast_from_book", args=[magic.game.campaign.pk, kept.pk])
    assert browser(magic.game.player).post(url, cast).status_code == 302
