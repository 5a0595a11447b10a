"""Portraits: who sets them, who sees them, how they are served, and the same bytes for whoever may not see one."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.log.verify import verify
from campaigns.models import Membership, Portrait, Record, StoredImage
from campaigns.models.images import SIZES
from campaigns.queries.faces import portraits_now
from campaigns.services import colours, limits, sessions
from campaigns.services.images import portraits, storing
from campaigns.services.images.uploads import made_of
from campaigns.services.undoing import undo, what_goes_along
from tests import images
from tests.campaigns.conftest import SignIn
from tests.campaigns.open_pages import OpenPage, contents
from tests.factories import make_character, make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def set_one(actor: Membership, record: Record, colour: str = "#7d1f1c") -> Portrait:
    made = made_of(images.picture((400, 400), colour))
    portraits.set_portrait(actor=actor, record_id=str(record.pk), images=made, key=uuid4().hex)
    return Portrait.objects.get(pk=portraits_now(record.campaign_id)[record.pk])


def image(portrait: Portrait, size: str) -> StoredImage:
    found: StoredImage = getattr(portrait, size)
    return found


def address(table: Table, portrait: Portrait, size: int = SIZES[0]) -> str:
    return f"/campaigns/{table.campaign.pk}/portraits/{portrait.pk}/{size}/"


def form_of(table: Table, record: Record) -> str:
    return f"/campaigns/{table.campaign.pk}/records/{record.pk}/portrait/"


def upload(client: Client, path: str, key: str = "one") -> Any:
    return client.post(path, {"key": key, "image": SimpleUploadedFile("me.png", images.picture())})


def text(client: Client, path: str) -> str:
    return str(client.get(path).content.decode())


def test_an_image_is_served_as_what_it_is_and_asked_for_each_time(table: Table, signed_in: SignIn) -> None:
    portrait = set_one(table.player, make_character(table.player, "Mara"))
    client, path = signed_in(table.observer), address(table, portrait)

    answer = client.get(path)
    again = client.get(path, headers={"if-none-match": answer["ETag"]})

    assert (answer.status_code, again.status_code, again.content) == (200, 304, b"")
    assert answer.content == bytes(image(portrait, "small").data)
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == again["Cache-Control"] == "private, no-cache"
    assert answer["Content-Disposition"] == "inline"
    assert image(portrait, "small").sha256 not in str(answer.headers)
    assert [client.get(address(table, portrait, size)).status_code for size in (*SIZES, 64)] == [
        200,
        200,
        200,
        404,
    ]


def test_whoever_is_hidden_has_no_portrait_for_the_table(table: Table, signed_in: SignIn) -> None:
    record = make_record(table.gm, "character", "The shade", visibility="gm", state="active")
    portrait = set_one(table.gm, record)
    path = address(table, portrait)
    found = {
        name: signed_in(user).get(path, headers={"if-none-match": f'"{portrait.pk}-320"'}).status_code
        for name, user in table.users().items()
    }

    assert found == {
        **dict.fromkeys(("outsider", "former_member", "observer", "other_player", "player"), 404),
        "anonymous": 302,
        "gm": 304,
    }


def test_a_gm_who_looks_as_a_player_sees_what_the_player_sees(table: Table, signed_in: SignIn) -> None:
    record = make_record(table.gm, "character", "The shade", visibility="gm", state="active")
    portrait, client = set_one(table.gm, record), signed_in(table.gm)
    before = client.get(address(table, portrait)).status_code

    client.post(reverse("look", args=[table.campaign.pk]), {"as": str(table.player.pk)})

    assert (before, client.get(address(table, portrait)).status_code) == (200, 404)


def test_pages_are_the_same_for_whoever_may_not_see_it(table: Table, signed_in: SignIn) -> None:
    hidden = make_record(table.gm, "character", "The shade", visibility="gm", state="active")
    make_character(table.player, "Mara")
    readers = (table.player, table.other_player, table.observer)
    paths = [f"/campaigns/{table.campaign.pk}/{page}" for page in ("", "table/", "people/")]

    def pages() -> list[str]:
        found = [text(signed_in(reader), path) for reader in readers for path in paths]
        return [
            re.sub(r'(csrf\w+"?|key|nonce)(" value|:)="?[^"]*"|\b[0-9a-f]{32}\b', "", one) for one in found
        ]

    before = pages()
    storing.set_portrait(table.campaign.pk, hidden.pk, made_of(images.picture((400, 400))), 0)

    assert pages() == before


def test_cards_and_sheets_show_a_portrait_in_the_place_of_the_sigil(table: Table, signed_in: SignIn) -> None:
    mara = make_character(table.player, "Mara")
    base, client = f"/campaigns/{table.campaign.pk}/", signed_in(table.other_player)
    pages = ("", "table/", f"characters/{mara.pk}/")
    before = [text(client, base + page) for page in pages]

    portrait = set_one(table.player, mara)

    assert all('class="sigil' in page and 'class="portrait"' not in page for page in before)
    for page in pages:
        now = text(client, base + page)
        assert f'src="{address(table, portrait)}" alt=""' in now
        assert 'class="sigil' not in now
        assert image(portrait, "large").sha256 not in now


def test_open_pages_follow_a_portrait_and_a_colour(table: Table, signed_in: SignIn) -> None:
    mara = make_character(table.player, "Mara")
    base = f"/campaigns/{table.campaign.pk}/"
    opened = [
        OpenPage(signed_in(reader), base + page)
        for reader in (table.gm, table.player, table.observer)
        for page in ("", "table/", f"characters/{mara.pk}/")
    ]

    def follow() -> list[str]:
        """What stands now in the parts of all these pages that show a face, the same as if they were opened anew."""
        for page in opened:
            page.ask()
            fresh = contents(page.client.get(page.address).content.decode())
            now = contents(page.text)
            for name in {"cast", "face", "portrait"} & set(fresh):
                assert now[name] == fresh[name], (page.address, name)
        return [page.text for page in opened]

    portrait = set_one(table.player, mara)
    assert all(address(table, portrait) in page for page in follow())
    portraits.remove_portrait(actor=table.gm, record_id=str(mara.pk), key="gone")
    assert all("/portraits/" not in page for page in follow())
    colours.choose(member=table.player, colour="j")
    assert all("colour-j" in page for page in follow())


def test_its_player_and_the_gm_set_it_and_nobody_else_does(table: Table, signed_in: SignIn) -> None:
    mara = make_character(table.player, "Mara")
    path = form_of(table, mara)

    answers = {
        name: upload(signed_in(user), path, key=f"key-{name}").status_code
        for name, user in table.users().items()
    }

    assert answers == {
        "anonymous": 302,
        "outsider": 404,
        "former_member": 404,
        "observer": 403,
        "other_player": 403,
        "player": 302,
        "gm": 302,
    }


def test_another_one_has_an_address_of_its_own_and_the_old_one_is_gone(
    table: Table, signed_in: SignIn
) -> None:
    mara, client = make_character(table.player, "Mara"), signed_in(table.player)
    first = set_one(table.player, mara)
    second = set_one(table.player, mara)

    assert first.pk != second.pk
    assert [client.get(address(table, one)).status_code for one in (first, second)] == [404, 200]


def test_the_gm_removes_it_in_one_tap_and_the_log_says_who_did_what(table: Table, signed_in: SignIn) -> None:
    mara, gm = make_character(table.player, "Mara"), signed_in(table.gm)
    upload(signed_in(table.player), form_of(table, mara))
    sheet = text(gm, f"/campaigns/{table.campaign.pk}/characters/{mara.pk}/")

    answer = gm.post(f"{form_of(table, mara)}remove/", {"key": "two"})

    log = text(signed_in(table.observer), f"/campaigns/{table.campaign.pk}/log/")
    assert f"{form_of(table, mara)}remove/" in sheet
    assert (answer.status_code, portraits_now(table.campaign.pk)) == (302, {})
    assert re.search(r"Mara(</a>)? has a portrait\.", log)
    assert re.search(r"The portrait of (<a[^>]*>)?Mara(</a>)? is removed\.", log)


def test_the_same_form_sent_twice_is_one_act(table: Table, signed_in: SignIn) -> None:
    mara, client = make_character(table.player, "Mara"), signed_in(table.player)

    answers = [upload(client, form_of(table, mara)) for _time in range(2)]
    table.campaign.refresh_from_db()
    head = table.campaign.head_seq
    gone = [client.post(f"{form_of(table, mara)}remove/", {"key": "two"}).status_code for _time in range(2)]

    table.campaign.refresh_from_db()
    assert [answer.status_code for answer in answers] == [302, 302]
    assert gone == [302, 302]
    assert table.campaign.head_seq == head + 1


def test_of_somebody_hidden_the_note_is_for_the_gm_alone(table: Table, signed_in: SignIn) -> None:
    record = make_record(table.gm, "character", "The shade", visibility="gm", state="active")
    set_one(table.gm, record)

    logs = [
        text(signed_in(reader), f"/campaigns/{table.campaign.pk}/log/") for reader in (table.gm, table.player)
    ]

    assert ["The shade" in log for log in logs] == [True, False]


def take_back(table: Table, seq: int) -> int:
    """An undo of an entry, with what goes along, or the redo of one; its own number."""
    table.campaign.refresh_from_db()
    played = undo(actor=table.gm, entries=what_goes_along(table.campaign, seq), key=f"undo-{seq}")
    table.campaign.refresh_from_db()
    return played.entry.seq


def seen_now(table: Table, record: Record, client: Client) -> str:
    """The address of the portrait on somebody's sheet."""
    page = text(client, f"/campaigns/{table.campaign.pk}/characters/{record.pk}/")
    found = re.search(r'class="portrait" src="([^"]*)"', page)
    return found[1] if found else ""


def test_undo_brings_the_portrait_before_back_and_redo_the_one_after(table: Table, signed_in: SignIn) -> None:
    mara, client = make_character(table.player, "Mara"), signed_in(table.other_player)
    first, second = (address(table, set_one(table.player, mara, one)) for one in ("#7d1f1c", "#204080"))
    removed = portraits.remove_portrait(actor=table.gm, record_id=str(mara.pk), key="gone").entry.seq

    undone = take_back(table, removed)
    assert seen_now(table, mara, client) == second
    taken_back = take_back(table, removed - 1)
    assert seen_now(table, mara, client) == first
    assert [client.get(one).status_code for one in (first, second)] == [200, 404]
    take_back(table, taken_back)
    assert seen_now(table, mara, client) == second
    take_back(table, undone)
    assert seen_now(table, mara, client) == ""
    assert [client.get(one).status_code for one in (first, second)] == [404, 404]


def test_what_is_offered_to_be_undone_is_the_portrait(table: Table, signed_in: SignIn) -> None:
    mara, player = make_character(table.player, "Mara"), signed_in(table.player)
    upload(player, form_of(table, mara))

    page = text(player, f"/campaigns/{table.campaign.pk}/table/")

    assert "Undo: Change a portrait" in page


def test_an_undo_that_takes_somebody_away_takes_the_portrait_too_and_redo_brings_it_back(
    table: Table, signed_in: SignIn
) -> None:
    mara, client = make_character(table.player, "Mara"), signed_in(table.observer)
    born = Record.objects.get(pk=mara.pk).born
    path = address(table, set_one(table.player, mara))

    undone = take_back(table, born)
    assert not Record.objects.filter(pk=mara.pk).exists()
    assert (client.get(path).status_code, storing.used(table.campaign.pk)) == (404, 0)
    take_back(table, undone)

    assert seen_now(table, mara, client) == path
    assert client.get(path).status_code == 200
    assert verify(table.campaign).holds


def test_a_former_portrait_goes_with_the_session_after_a_day(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mara = make_character(table.player, "Mara")
    set_one(table.player, mara)
    portraits.remove_portrait(actor=table.gm, record_id=str(mara.pk), key="gone")
    sessions.begin_session(actor=table.gm, name="", key="begins")
    sessions.end_session(actor=table.gm, key="ends")
    assert StoredImage.objects.exists()

    monkeypatch.setattr(storing, "KEPT_FORMER", timedelta(days=-1))
    sessions.begin_session(actor=table.gm, name="", key="begins again")
    sessions.end_session(actor=table.gm, key="ends again")
    assert not StoredImage.objects.exists()


def test_the_quota_is_shown_and_kept(table: Table, signed_in: SignIn, settings: Any) -> None:
    mara, client = make_character(table.player, "Mara"), signed_in(table.player)
    page = text(client, form_of(table, mara))
    settings.IMAGES_MB = 0

    answer = upload(client, form_of(table, mara))

    assert "take 0 of 200 MB" in page
    assert answer.status_code == 422
    assert "more than its 0 MB" in answer.content.decode()
    assert (Portrait.objects.count(), StoredImage.objects.count()) == (0, 0)


def test_uploads_are_counted(table: Table, signed_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UPLOAD", limits.Limit("upload", burst=2, seconds=1000))
    mara, client = make_character(table.player, "Mara"), signed_in(table.player)
    path = form_of(table, mara)
    broken = [
        client.post(path, {"key": f"k{number}", "image": SimpleUploadedFile("x", b"no image")}).status_code
        for number in range(3)
    ]

    assert broken == [422, 422, 429]
