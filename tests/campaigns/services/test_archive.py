"""A whole campaign as a zip: the log as it is alone, the images with it; and hostile ones, which are refused."""

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from campaigns.log.export.cuts import named_cut, whole
from campaigns.log.export.reading import WHILE_WAITING, Refused
from campaigns.log.export.writing import written as lines_of
from campaigns.log.verify import verify
from campaigns.models import Campaign, Membership, Portrait, Record, ShownPicture, StoredImage
from campaigns.queries.faces import portraits_now
from campaigns.services import colours, deleting
from campaigns.services.images import archive
from campaigns.services.images.portraits import set_portrait
from campaigns.services.images.uploads import made_of
from campaigns.services.importing import import_campaign
from campaigns.services.telling_now import show_picture
from tests import images
from tests.campaigns.conftest import SignIn
from tests.factories import make_character
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Files = dict[str, bytes]


@cache
def ours(colour: str = "#b9a88f") -> tuple[bytes, ...]:
    """An image in our sizes; to make one takes a process."""
    return made_of(images.picture((1500, 900), colour))


@pytest.fixture
def with_portraits(table: Table) -> Table:
    for name, colour in (("Mara", "#7d1f1c"), ("Vesh", "#7d1f1c"), ("Iris", "#1f5f52")):
        record = str(make_character(table.player, name).pk)
        set_portrait(actor=table.player, record_id=record, images=ours(colour), key=uuid4().hex)
    table.campaign.refresh_from_db()
    return table


def log_of(campaign: Campaign) -> bytes:
    return b"".join(lines_of(campaign, named_cut("gm", None), whole(campaign)))


def zip_of(campaign: Campaign) -> bytes:
    return b"".join(archive.written(campaign, lines_of(campaign, named_cut("gm", None), whole(campaign))))


def files_in(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        assert found.testzip() is None
        return {name: found.read(name) for name in found.namelist()}


def packed(files: Files, packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def bring_in(data: bytes) -> Campaign:
    owner = User.objects.create_user(uuid4().hex)
    return import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)


def shown(campaign: Campaign) -> dict[str, tuple[bytes, ...]]:
    now = portraits_now(campaign.pk).values()
    found = Portrait.objects.filter(pk__in=now).select_related("small", "medium", "large")
    return {
        str(one.record_id): tuple(bytes(image.data) for image in (one.small, one.medium, one.large) if image)
        for one in found
    }


def test_the_log_is_as_it_is_alone_and_each_image_is_there_once(with_portraits: Table) -> None:
    data = zip_of(with_portraits.campaign)
    files = files_in(data)

    assert files[archive.LOG] == log_of(with_portraits.campaign)
    assert len(json.loads(files[archive.PORTRAITS])["portraits"]) == 3
    kept = {f"images/{one.sha256}.webp": bytes(one.data) for one in StoredImage.objects.all()}
    assert {name: data for name, data in files.items() if name.endswith(".webp")} == kept
    assert data == zip_of(with_portraits.campaign)


def test_a_portrait_may_be_replaced_while_it_is_written(with_portraits: Table) -> None:
    campaign = with_portraits.campaign
    iris = Record.objects.get(campaign=campaign, name="Iris")
    told = shown(campaign)

    def lines() -> Iterator[bytes]:
        for number, line in enumerate(lines_of(campaign, named_cut("gm", None), whole(campaign))):
            if number == 1:
                images = ours("#204080")
                set_portrait(actor=with_portraits.gm, record_id=str(iris.pk), images=images, key="new")
            yield line

    data = b"".join(archive.written(campaign, lines()))
    campaign.refresh_from_db()
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)

    assert shown(bring_in(data)) == told


def test_it_comes_back_with_its_images_under_new_addresses(with_portraits: Table) -> None:
    campaign = with_portraits.campaign
    before, ids = shown(campaign), set(Portrait.objects.values_list("pk", flat=True))
    data = zip_of(campaign)
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)
    assert StoredImage.objects.count() == 0

    back = bring_in(data)

    assert shown(back) == before
    assert not ids & set(Portrait.objects.values_list("pk", flat=True))
    assert verify(back).holds


@pytest.fixture
def with_pictures(with_portraits: Table) -> Table:
    for number, to in enumerate([[], [str(with_portraits.player.pk)]]):
        show_picture(
            actor=with_portraits.gm,
            to=to,
            title="",
            images=ours(("#204080", "#7d1f1c")[number]),
            key=f"s{number}",
        )
    with_portraits.campaign.refresh_from_db()
    return with_portraits


def pictures(campaign: Campaign) -> dict[int, tuple[bytes, ...]]:
    found = ShownPicture.objects.filter(campaign=campaign).select_related("small", "medium", "large")
    return {
        one.seq: tuple(bytes(image.data) for image in (one.small, one.medium, one.large)) for one in found
    }


def test_pictures_come_back_with_the_entries_that_show_them(with_pictures: Table) -> None:
    campaign = with_pictures.campaign
    before, data = pictures(campaign), zip_of(campaign)
    assert len(before) == 2
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)
    assert (StoredImage.objects.count(), ShownPicture.objects.count()) == (0, 0)

    back = bring_in(data)

    assert pictures(back) == before
    assert verify(back).holds


def test_people_come_back_in_their_colours(with_portraits: Table) -> None:
    campaign = with_portraits.campaign
    colours.choose(member=with_portraits.player, colour="j")

    def worn() -> dict[str, str]:
        return {one.name: one.colour for one in Membership.objects.all()}

    before, data = worn(), zip_of(campaign)
    assert before["Player"] == "j"
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)
    bring_in(data)

    assert worn() == before


def test_an_archive_of_before_there_were_pictures_comes_in(with_portraits: Table) -> None:
    campaign, files = with_portraits.campaign, files_in(zip_of(with_portraits.campaign))
    told = shown(campaign)
    del files[archive.PICTURES], files[archive.COLOURS_OF]
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)

    assert shown(bring_in(packed(files))) == told


def another_entry(lines: list[Any]) -> None:
    lines[0]["entry"] -= 1


def another_picture(lines: list[Any]) -> None:
    lines[0]["images"], lines[1]["images"] = lines[1]["images"], lines[0]["images"]


def one_twice(lines: list[Any]) -> None:
    lines.append(lines[0])


@pytest.mark.parametrize("forge", [another_entry, another_picture, one_twice])
def test_a_picture_that_the_log_does_not_tell_of_is_refused(
    with_pictures: Table, forge: Callable[[list[Any]], None]
) -> None:
    campaign, files = with_pictures.campaign, files_in(zip_of(with_pictures.campaign))
    told = json.loads(files[archive.PICTURES])
    forge(told["pictures"])
    files[archive.PICTURES] = json.dumps(told).encode()
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)

    with pytest.raises(Refused, match="that the log does not tell of"):
        bring_in(packed(files))
    assert not Campaign.objects.exists()


def test_the_log_alone_comes_in_as_ever_without_images(with_portraits: Table) -> None:
    campaign = with_portraits.campaign
    log = log_of(campaign)
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)

    assert shown(bring_in(log)) == {}


def one_image(files: Files) -> str:
    return next(name for name in sorted(files) if name.endswith(".webp"))


def changed(files: Files) -> bytes:
    return packed({**files, one_image(files): b"RIFF" + files[one_image(files)][4:-1] + b"x"})


def renamed(image: bytes) -> Callable[[Files], bytes]:
    """An image in the place of one of ours, everywhere under its right hash."""

    def make(files: Files) -> bytes:
        old, new = one_image(files)[7:-5], hashlib.sha256(image).hexdigest()
        told = files[archive.PORTRAITS].replace(old.encode(), new.encode())
        rest = {name: data for name, data in files.items() if old not in name}
        return packed({**rest, archive.PORTRAITS: told, f"images/{new}.webp": image})

    return make


def told_otherwise(change: Callable[[list[Any]], object]) -> Callable[[Files], bytes]:
    def make(files: Files) -> bytes:
        told = json.loads(files[archive.PORTRAITS])
        change(told["portraits"])
        return packed({**files, archive.PORTRAITS: json.dumps(told).encode()})

    return make


def two_of_one_name(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made, pytest.warns(UserWarning, match="Duplicate"):
        for name in (*files, archive.LOG):
            made.writestr(name, files[name])
    return out.getvalue()


def encrypted(files: Files) -> bytes:
    data = bytearray(packed(files))
    first = data.rindex(b"PK\x01\x02")
    data[first + 8] |= 1
    return bytes(data)


def before_its_beginning(files: Files) -> bytes:
    data = bytearray(packed(files))
    end = data.rindex(b"PK\x05\x06")
    (directory,) = struct.unpack_from("<I", data, end + 16)
    struct.pack_into("<I", data, end + 16, directory + 2)
    return bytes(data)


def named_in_no_text(files: Files) -> bytes:
    data = bytearray(packed(files))
    data[data.index(b"PK\x01\x02") + 9] |= 8  # names are UTF-8, it says
    data[30] = 0xFF
    return bytes(data)


def with_exif() -> bytes:
    out = io.BytesIO(ours()[0])
    data = out.getvalue() + b"EXIF" + struct.pack("<I", 4) + b"here"
    return b"RIFF" + struct.pack("<I", len(data) - 8) + data[8:]


HOSTILE: dict[str, tuple[Callable[[Files], bytes], str]] = {
    "a name that leads out": (lambda files: packed({**files, "../../etc/cron.d/x": b"x"}), "does not belong"),
    "another file": (lambda files: packed({**files, "images/x.html": images.HTML}), "does not belong"),
    "an image that nobody names": (
        lambda f: packed({**f, f"images/{'0' * 64}.webp": b"x"}),
        "not those that",
    ),
    "an image that is missing": (
        lambda files: packed({name: data for name, data in files.items() if name != one_image(files)}),
        "not those that",
    ),
    "an image that was changed": (changed, "its hash differs"),
    "a page as an image": (renamed(images.HTML), "not one that this program made"),
    "a picture that is no WebP": (renamed(images.picture()), "not one that this program made"),
    "metadata in an image": (renamed(with_exif()), "not one that this program made"),
    "something behind an image": (
        renamed(ours()[0] + images.HTML),
        "not one that this program made",
    ),
    "a bomb in an image's place": (renamed(b"\0" * (archive.LARGEST_IMAGE + 1)), "is larger than"),
    "no log": (
        lambda f: packed({name: data for name, data in f.items() if name != archive.LOG}),
        "has no log",
    ),
    "no list": (
        lambda f: packed({n: data for n, data in f.items() if n != archive.PORTRAITS}),
        "has no images/",
    ),
    "a list that is none": (lambda files: packed({**files, archive.PORTRAITS: b"[[["}), "cannot be read"),
    "a list that goes deep": (
        lambda files: packed({**files, archive.PORTRAITS: b"[" * 99999}),
        "cannot be read",
    ),
    "somebody who is not in the log": (
        told_otherwise(lambda told: told[0].update(record=str(uuid4()))),
        "not in the log",
    ),
    "somebody twice": (told_otherwise(lambda told: told.append(told[0])), "names somebody twice"),
    "a path for a hash": (told_otherwise(lambda told: told[0].update(images=["../x"] * 3)), "cannot be read"),
    "two files of one name": (two_of_one_name, "two files of one name"),
    "encrypted": (encrypted, "is encrypted"),
    "packed otherwise": (lambda files: packed(files, zipfile.ZIP_LZMA), "packed in a way"),
    "too many files": (
        lambda files: packed({**files, **{f"images/{number:064x}.webp": b"" for number in range(12_003)}}),
        "too many files",
    ),
    "what lies before its beginning": (before_its_beginning, "damaged"),
    "a name that is no text": (named_in_no_text, "damaged"),
    "cut off": (lambda files: packed(files)[:-40], "damaged or incomplete"),
    "a zip in the zip": (lambda files: packed({**files, archive.LOG: packed(files)}), "zip archive"),
    "another log": (lambda files: packed({**files, archive.LOG: files[archive.LOG][:-90]}), "ends too early"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_archive_is_refused_and_nothing_is_left(what: str, with_portraits: Table) -> None:
    campaign = with_portraits.campaign
    make, told = HOSTILE[what]
    data = make(files_in(zip_of(campaign)))
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)

    with pytest.raises(Refused, match=told):
        bring_in(data)

    assert (StoredImage.objects.count(), Portrait.objects.count()) == (0, 0)
    assert (Campaign.objects.count(), Campaign.arriving.count()) == (0, 0)


def test_images_that_take_too_much_are_refused(with_portraits: Table, settings: Any) -> None:
    campaign = with_portraits.campaign
    large = packed({**files_in(zip_of(campaign)), f"images/{'0' * 64}.webp": b"x" * 3 * 2**20})
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)
    settings.IMAGES_MB = 0

    with pytest.raises(Refused, match="more than the 0 MB"):
        bring_in(large)


def test_the_page_gives_it_to_the_gm_and_takes_it_back(with_portraits: Table, signed_in: SignIn) -> None:
    campaign = with_portraits.campaign
    path = f"/campaigns/{campaign.pk}/exports/gm/?form=whole"
    given = signed_in(with_portraits.gm).get(path)
    data = given.getvalue()
    others = [
        signed_in(with_portraits.player).get(path).status_code,
        signed_in(with_portraits.gm).get(path.replace("/gm/", "/table/")).status_code,
    ]
    before = shown(campaign)
    deleting.delete_campaign(owner=campaign.owner, campaign=campaign)

    taken = signed_in(with_portraits.gm).post("/campaigns/import/", {"file": io.BytesIO(data)})

    assert (given["Content-Type"], others) == ("application/zip", [403, 404])
    assert taken.status_code == 302
    assert shown(Campaign.objects.get()) == before
