"""Images as people and attackers send them."""

import struct
import zlib
from io import BytesIO
from typing import Final

from PIL import Image

PLACE: Final = b"52 deg 31 min"
SCRIPT: Final = b"<script>alert(1)</script>"


def picture(
    size: tuple[int, int] = (64, 48), colour: str = "#7d1f1c", kind: str = "PNG", **options: object
) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **options)
    return out.getvalue()


def night(size: tuple[int, int] = (1600, 900)) -> bytes:
    """Something to look at: a lamp in the dark."""
    out = BytesIO()
    Image.merge(
        "RGB",
        [Image.radial_gradient("L").resize(size).point(lambda v, p=p: p - v // 3) for p in (200, 150, 90)],
    ).save(out, "PNG")
    return out.getvalue()


def with_a_place(kind: str = "JPEG") -> bytes:
    """A photo on its side, which tells in its EXIF where and with what it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    exif[0x010F] = "A Camera"
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 0.0)
    exif[0x010E] = PLACE.decode()
    return picture((64, 32), kind=kind, exif=exif)


def bomb(width: int, height: int) -> bytes:
    """A small PNG that says it is this large, and is."""
    rows = zlib.compress(b"\0" * ((width + 7) // 8 + 1) * height, 9)
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(*one) for one in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    )


def animated(frames: int) -> bytes:
    out = BytesIO()
    pictures = [Image.new("P", (8, 8), number % 2) for number in range(frames)]
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=20, optimize=False)
    return out.getvalue()


def fits() -> bytes:
    cards = (
        "SIMPLE  =                    T",
        "BITPIX  =                    8",
        "NAXIS   =                    2",
    )
    more = ("NAXIS1  =                   64", "NAXIS2  =                   64", "END")
    return "".join(card.ljust(80) for card in (*cards, *more)).ljust(2880).encode() + b"\0" * 4096


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


SVG: Final = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + SCRIPT + b"</svg>"
HTML: Final = b"<!doctype html><title>x</title>" + SCRIPT
