"""Pictures shown now: who sees them, by page and by address, and that they can be taken away."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.log import rebuilding
from campaigns.log.verify import verify
from campaigns.models import Campaign, Delivery, Entry, Part, ShownPicture, StoredImage
from campaigns.models.images import SIZES
from campaigns.models.stages import STAGE_COOKIE
from campaigns.queries.review.own_words import words_to_take_out
from campaigns.services import limits, redaction, stages
from campaigns.services.images import storing
from campaigns.services.images.uploads import made_of
from campaigns.services.telling_now import show_picture
from campaigns.templatetags.live import BY_CHANCE
from tests import images
from tests.campaigns.conftest import SignIn
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def shown(table: Table, *to: Any, title: str = "The yard") -> int:
    """The entry that shows a picture to these, or to everyone."""
    made, ids = made_of(images.picture((400, 400))), [str(one.pk) for one in to]
    played = show_picture(
        actor=table.gm, to=ids, title=title, images=made, key=f"show-{Entry.objects.count()}"
    )
    table.campaign.refresh_from_db()
    return played.entry.seq


def address(campaign: Campaign, seq: int, size: int = SIZES[1]) -> str:
    return f"/campaigns/{campaign.pk}/pictures/{seq}/{size}/"


def send(client: Client, campaign: Campaign, image: bytes, **more: Any) -> Any:
    given = {"key": "one", "title": "The yard", "image": SimpleUploadedFile("yard.png", image), **more}
    return client.post(f"/campaigns/{campaign.pk}/show/picture/", given)


def text(client: Client, path: str) -> str:
    return str(client.get(path).content.decode())


def test_whoever_reads_the_entry_gets_the_picture_and_nobody_else(table: Table, signed_in: SignIn) -> None:
    to_all, to_some = shown(table), shown(table, table.player)
    users = table.users().items()
    found = {
        seq: {name: signed_in(user).get(address(table.campaign, seq)).status_code for name, user in users}
        for seq in (to_all, to_some)
    }

    strangers = {"anonymous": 302, "outsider": 404, "former_member": 404}
    assert found[to_all] == strangers | dict.fromkeys(("observer", "other_player", "player", "gm"), 200)
    assert found[to_some] == strangers | {"observer": 404, "other_player": 404, "player": 200, "gm": 200}


def test_a_refusal_is_the_same_as_for_a_picture_that_is_not_there(table: Table, signed_in: SignIn) -> None:
    seq = shown(table, table.player)
    kept = ShownPicture.objects.get(seq=seq)
    client = signed_in(table.other_player)
    asked = (address(table.campaign, seq), address(table.campaign, seq - 1), address(table.campaign, 999))

    for headers in ({}, {"if-none-match": f'"{kept.seq}-{SIZES[1]}"'}):
        answers = [client.get(one, headers=headers) for one in asked]
        assert {one.status_code for one in answers} == {404}
        pages = [
            BY_CHANCE.sub("", one.content.decode().replace(path, ""))
            for one, path in zip(answers, asked, strict=True)
        ]
        assert pages[0] == pages[1] == pages[2]


def test_a_gm_who_looks_as_a_player_sees_what_the_player_sees(table: Table, signed_in: SignIn) -> None:
    seq, client = shown(table, table.player), signed_in(table.gm)
    client.post(reverse("look", args=[table.campaign.pk]), {"as": str(table.other_player.pk)})

    assert client.get(address(table.campaign, seq)).status_code == 404


def test_it_is_served_as_a_portrait_is(table: Table, signed_in: SignIn) -> None:
    seq, client = shown(table), signed_in(table.observer)
    answer = client.get(address(table.campaign, seq))

    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer.content == bytes(ShownPicture.objects.get(seq=seq).medium.data)
    again = client.get(address(table.campaign, seq), headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address(table.campaign, seq, 64)).status_code == 404


def test_it_stands_on_pages_and_in_the_log_of_those_who_were_shown_it(
    table: Table, signed_in: SignIn
) -> None:
    seq = shown(table, table.player)
    base = f"/campaigns/{table.campaign.pk}/"
    there, not_there = signed_in(table.player), signed_in(table.other_player)

    for page in ("people/", "log/", f"log/{seq}/"):
        assert f'src="{address(table.campaign, seq)}"' in text(there, base + page), page
        assert "/pictures/" not in text(not_there, base + page), page
    there.post(f"{base}told/{seq}/put-away/")
    assert "/pictures/" not in text(there, f"{base}people/")
    assert 'alt="The yard"' in text(there, f"{base}log/")


def test_a_television_shows_what_everyone_was_shown_alone(table: Table, signed_in: SignIn) -> None:
    screen = Client()
    screen.get("/stage/")
    stages.open_stage(actor=table.gm, code=stages.code_of(screen.cookies[STAGE_COOKIE].value))
    seq = shown(table)
    assert address(table.campaign, seq) in text(screen, "/stage/")
    assert screen.get(address(table.campaign, seq)).status_code == 200

    of_some = shown(table, table.player, title="For one")
    assert "For one" not in text(screen, "/stage/")
    refused = [screen.get(address(table.campaign, seq)).status_code for seq in (of_some, 999)]
    assert len(set(refused)) == 1
    assert refused[0] != 200


def test_the_gm_shows_one_with_a_form_and_nobody_else_does(table: Table, signed_in: SignIn) -> None:
    table_page = text(signed_in(table.gm), f"/campaigns/{table.campaign.pk}/table/")
    assert f'href="/campaigns/{table.campaign.pk}/show/picture/"' in table_page
    for name in ("player", "observer"):
        assert send(signed_in(getattr(table, name)), table.campaign, images.picture()).status_code == 403

    gm = signed_in(table.gm)
    answers = [send(gm, table.campaign, images.with_a_place()) for _again in range(2)]

    assert [one.status_code for one in answers] == [302, 302]
    picture = ShownPicture.objects.get()
    assert images.PLACE not in bytes(picture.large.data)
    named = {str(one) for one in Delivery.objects.filter(seq=picture.seq).values_list("member", flat=True)}
    assert named == {str(one.pk) for one in (table.player, table.other_player, table.observer)}


@pytest.mark.parametrize(
    "hostile", [b"no image", images.SCRIPT, images.bomb(30_000, 30_000), images.fits(), b""]
)
def test_what_is_no_image_is_refused_and_what_was_typed_stays(
    table: Table, signed_in: SignIn, hostile: bytes
) -> None:
    answer = send(signed_in(table.gm), table.campaign, hostile, title="The yard at night")

    assert answer.status_code == 422
    assert 'value="The yard at night"' in answer.content.decode()
    assert (StoredImage.objects.count(), ShownPicture.objects.count()) == (0, 0)


def test_pictures_count_against_the_quota(table: Table, signed_in: SignIn, settings: Any) -> None:
    seq = shown(table)
    picture = ShownPicture.objects.get(seq=seq)
    different = {picture.small, picture.medium, picture.large}
    assert storing.used(table.campaign.pk) == sum(one.size for one in different)
    settings.IMAGES_MB = 0

    answer = send(signed_in(table.gm), table.campaign, images.picture(colour="#204080"))

    assert answer.status_code == 422
    assert "more than its 0 MB" in answer.content.decode()
    assert Entry.objects.order_by("-seq")[0].seq == seq


def test_uploads_are_counted(table: Table, signed_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UPLOAD", limits.Limit("upload", burst=1, seconds=1000))
    gm = signed_in(table.gm)

    assert [send(gm, table.campaign, b"none", key=f"k{n}").status_code for n in range(2)] == [422, 429]


@pytest.mark.parametrize("to_some", [False, True])
def test_a_picture_is_removed_where_words_are(table: Table, signed_in: SignIn, to_some: bool) -> None:
    seq = shown(table, *([table.player] if to_some else []))
    player, gm = signed_in(table.player), signed_in(table.gm)
    base = f"/campaigns/{table.campaign.pk}/"
    places = {words: place for place, words in words_to_take_out(table.gm, seq)}
    assert set(places) == {"The picture", "The yard"}
    assert "The picture" in text(gm, f"{base}log/{seq}/redact/")

    redaction.redact(actor=table.gm, entry=seq, part=places["The picture"], reason="spoiler", key="gone")

    table.campaign.refresh_from_db()
    assert (StoredImage.objects.count(), ShownPicture.objects.count()) == (0, 0)
    assert not Delivery.objects.filter(seq=seq).exists()
    assert player.get(address(table.campaign, seq)).status_code == 404
    entry = text(player, f"{base}log/{seq}/")
    assert "The picture was removed." in entry
    assert "/pictures/" not in entry
    assert verify(table.campaign).holds
    assert rebuilding.check(table.campaign) == []


def test_its_title_is_removed_alone(table: Table) -> None:
    seq = shown(table)
    places = {words: place for place, words in words_to_take_out(table.gm, seq)}

    redaction.redact(actor=table.gm, entry=seq, part=places["The yard"], reason="a name", key="gone")

    assert ShownPicture.objects.filter(seq=seq).exists()


def test_the_log_names_its_bytes(table: Table) -> None:
    seq = shown(table, table.player)
    sha256 = ShownPicture.objects.get(seq=seq).large.sha256

    assert Part.objects.filter(entry__seq=seq, text=f'"{sha256}"').count() == 1
