"""Images that people send: made into ours, or refused with a plain word, and nothing of the upload is left behind."""

import re
import tempfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from campaigns.config.asgi import THREADS
from campaigns.models import Portrait, StoredImage
from campaigns.models.images import SIZES
from campaigns.services.images import reencoding, storing, uploads
from campaigns.services.images.uploads import ImageRefused, made_of
from tests import images
from tests.campaigns.conftest import SignIn
from tests.factories import make_character
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NO_IMAGE, DAMAGED = "JPEG, PNG, WebP or GIF", "damaged or incomplete"
TOO_LARGE, EMPTY = "too many pixels", "The file is empty"
REFUSED: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a bomb": ("x.png", lambda: images.bomb(20_000, 20_000), TOO_LARGE),
    "a line of 100,000 pixels": ("x.png", lambda: images.bomb(1, 100_000), TOO_LARGE),
    "SVG": ("x.svg", lambda: images.SVG, NO_IMAGE),
    "HTML": ("x.html", lambda: images.HTML, NO_IMAGE),
    "cut off": ("x.png", lambda: images.picture((400, 300))[:-200], DAMAGED),
    "FITS": ("x.fits", images.fits, NO_IMAGE),
    "empty": ("x.png", lambda: b"", EMPTY),
    "no image": ("x.jpg", lambda: b"the quick brown fox" * 99, NO_IMAGE),
    "an icon, which Pillow reads": ("x.png", lambda: images.picture((32, 32), kind="ICO"), NO_IMAGE),
    "too many bytes": (
        "x.png",
        lambda: b"\x89PNG\r\n\x1a\n" + b"x" * uploads.MOST_BYTES,
        "larger than 10 MB",
    ),
}
CLEANED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a page behind a GIF": ("x.gif", lambda: images.picture(kind="GIF") + images.HTML),
    "5,000 frames": ("x.gif", lambda: images.animated(5000)),
    "a place in EXIF": ("x.jpg", images.with_a_place),
    "a place in EXIF of PNG": ("x.png", lambda: images.with_a_place("PNG")),
    "a place in EXIF of WebP": ("x.webp", lambda: images.with_a_place("WEBP")),
    "another ending": ("../../holiday.php.jpg", images.picture),
}


def send(client: Client, table: Table, name: str, upload: bytes) -> tuple[int, str]:
    mara = make_character(table.player, "Mara")
    path = f"/campaigns/{table.campaign.pk}/records/{mara.pk}/portrait/"
    answer = client.post(path, {"key": "one", "image": SimpleUploadedFile(name, upload)})
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_image_is_refused_and_leaves_nothing(
    what: str, table: Table, signed_in: SignIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    name, make, told = REFUSED[what]

    status, page = send(signed_in(table.player), table, name, make())

    table.campaign.refresh_from_db()
    assert status == 422
    assert told in page
    assert (Portrait.objects.count(), StoredImage.objects.count()) == (0, 0)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("what", CLEANED)
def test_of_what_hides_something_the_picture_alone_is_kept(
    what: str, table: Table, signed_in: SignIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    name, make = CLEANED[what]

    status, _page = send(signed_in(table.player), table, name, make())

    kept = [bytes(one.data) for one in StoredImage.objects.all()]
    assert status == 302
    assert kept
    for one in kept:
        found = Image.open(BytesIO(one))
        assert (found.format, getattr(found, "n_frames", 1)) == ("WEBP", 1)
        assert not {"exif", "xmp", "icc_profile", "comment"} & set(found.info)
        assert not any(
            word in one for word in (images.PLACE, images.SCRIPT, b"A Camera", b"EXIF", b"holiday")
        )
    assert list(tmp_path.rglob("*")) == []


def test_it_stands_upright_in_three_sizes_and_no_larger_than_it_was() -> None:
    turned = [Image.open(BytesIO(one)).size for one in made_of(images.with_a_place())]
    large = [Image.open(BytesIO(one)).size for one in made_of(images.picture((4000, 1000), kind="JPEG"))]

    assert turned == [(32, 64)] * 3
    assert large == [(size, size // 4) for size in SIZES]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_way_to_keep_colours_is_read(mode: str) -> None:
    out = BytesIO()
    Image.new(mode, (40, 40), 1).save(out, "JPEG" if mode == "CMYK" else "PNG")

    assert Image.open(BytesIO(made_of(out.getvalue())[0])).size == (40, 40)


def test_what_is_seen_through_stays_so() -> None:
    out = BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(out, "PNG")

    assert Image.open(BytesIO(made_of(out.getvalue())[0])).convert("RGBA").getpixel((5, 5)) == (0, 0, 0, 0)


def test_one_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(uploads, "PROGRAM", slow)
    monkeypatch.setattr(uploads, "SECONDS", 0.5)

    with pytest.raises(ImageRefused):
        made_of(images.picture())


def test_one_that_takes_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    greedy = tmp_path / "greedy.py"
    source = Path(reencoding.__file__).read_text().replace("2**30", "160 * 2**20")
    greedy.write_text(source)
    monkeypatch.setattr(uploads, "PROGRAM", greedy)

    with pytest.raises(ImageRefused):
        made_of(images.picture((6000, 6000)))


@pytest.mark.parametrize("at", ["_room", "_queue"])
def test_few_wait_for_others_and_nobody_for_ever(at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "SECONDS", 0.05 if at == "_room" else 999)
    place: BoundedSemaphore = getattr(uploads, at)
    held = []
    while place.acquire(blocking=False):
        held.append(place)
    try:
        with pytest.raises(ImageRefused, match="Too many images"):
            made_of(images.picture())
    finally:
        for _one in held:
            place.release()
    assert len(held) < THREADS - 3, "pages are answered meanwhile"


def test_the_program_is_told_nothing_that_opens_the_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text("import os, sys\nsys.stdout.write(' '.join(os.environ))")
    monkeypatch.setattr(uploads, "PROGRAM", program)
    monkeypatch.setenv("DATABASE_URL", "postgresql://pactbook:secret@db/pactbook")

    _code, told = uploads._run("look", b"")

    assert b"PATH" in told
    assert b"DATABASE_URL" not in told


def test_the_program_knows_nothing_of_the_application() -> None:
    source = Path(reencoding.__file__).read_text()

    assert not re.findall(r"^(?:from|import) (?:campaigns|django|rules)", source, re.MULTILINE)


def test_the_same_image_is_kept_once_and_goes_with_its_last_use(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mara, vesh = (make_character(table.player, name) for name in ("Mara", "Vesh"))
    made = made_of(images.picture((400, 400)))
    campaign = table.campaign.pk
    for record in (mara, vesh):
        storing.set_portrait(campaign, record.pk, made, 0)

    assert StoredImage.objects.count() == len(set(made)) == 2
    assert storing.used(campaign) == sum(map(len, set(made)))
    storing.remove_portrait(campaign, mara.pk, 901)
    assert storing.used(campaign) == sum(map(len, set(made)))
    storing.remove_portrait(campaign, vesh.pk, 902)
    assert (StoredImage.objects.count(), storing.used(campaign)) == (2, 0)

    monkeypatch.setattr(storing, "KEPT_FORMER", timedelta(days=-1))
    storing.forget_former(campaign)
    assert StoredImage.objects.count() == 0


def test_what_is_kept_for_an_undo_makes_room(table: Table, settings: Any) -> None:
    mara, vesh = (make_character(table.player, name) for name in ("Mara", "Vesh"))
    settings.IMAGES_MB = 1
    half = (b"s", b"m", b"a" * 600 * 1024)
    storing.set_portrait(table.campaign.pk, mara.pk, half, 0)
    storing.remove_portrait(table.campaign.pk, mara.pk, 901)
    other = (b"s", b"m", b"b" * 600 * 1024)

    storing.refuse_full(table.campaign.pk, other)
    storing.set_portrait(table.campaign.pk, vesh.pk, other, 902)

    assert not StoredImage.objects.filter(sha256=storing.digest(half[-1])).exists()
    with pytest.raises(ImageRefused, match="more than its 1 MB"):
        storing.refuse_full(table.campaign.pk, half)
