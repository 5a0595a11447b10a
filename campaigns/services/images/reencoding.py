"""A program of its own: an uploaded image comes in, the same picture goes out as WebP in each size and nothing else.

It runs in a process that may use little memory and time, and no file: decoders are where images attack. Nothing of the
application is imported here.
"""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps

FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")
MOST_PIXELS: Final = 40_000_000
LONGEST_SIDE: Final = 20_000
MEMORY: Final = 2**30
SECONDS: Final = 10
QUALITY: Final = 80
RIFF: Final = b"RIFF....WEBP"
OF_A_PICTURE: Final = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH")
"""The parts of a WebP file that hold a picture, and neither metadata nor movement."""
UNKNOWN, LARGE, DAMAGED = 3, 4, 5
"""What it ends with where it refuses: no image of these formats, too many pixels, not whole."""


def main(sizes: Sequence[int], looks: bool = False) -> int:
    """`sizes` are how many pixels the longer side has at most, the smallest first; `looks` makes nothing."""
    _take_little()
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    # Pillow raises of itself only for twice as many.
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    given = sys.stdin.buffer.read()
    if looks:
        return 0 if all(is_ours(one, sizes[-1]) for one in _each(given)) else DAMAGED
    try:
        image = Image.open(BytesIO(given), formats=FORMATS)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        return LARGE
    except Exception:  # noqa: BLE001  # a decoder may raise anything of a hostile image: it is refused
        return UNKNOWN
    if image.width * image.height > MOST_PIXELS or max(image.size) > LONGEST_SIDE:
        return LARGE
    try:
        made = [encoded(picture) for picture in _in_sizes(_plain(image, sizes[-1]), sizes)]
    except MemoryError:
        return LARGE
    except Exception:  # noqa: BLE001  # decoding and encoding may raise anything, too: it is refused as damaged
        return DAMAGED
    out = sys.stdout.buffer
    out.write(b"".join(len(one).to_bytes(4, "big") for one in made) + b"".join(made))
    out.flush()
    return 0


def encoded(picture: Image.Image) -> bytes:
    """One size as WebP, with nothing besides the picture."""
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=2, exif=b"", xmp=b"", icc_profile=b"")
    return out.getvalue()


def is_ours(data: bytes, most: int) -> bool:
    """Whether an image is one as `encoded` makes them: WebP of one frame, whole, not too large, and nothing besides."""
    place = len(RIFF)
    if data[:4] != RIFF[:4] or data[8:12] != RIFF[8:] or int.from_bytes(data[4:8], "little") != len(data) - 8:
        return False
    while place < len(data):
        if data[place : place + 4] not in OF_A_PICTURE:
            return False
        length = int.from_bytes(data[place + 4 : place + 8], "little")
        place += 8 + length + length % 2
    try:
        image = Image.open(BytesIO(data), formats=("WEBP",))
        if max(image.size) > most or getattr(image, "n_frames", 1) > 1:
            return False
        image.load()
    except Exception:  # noqa: BLE001  # whatever a decoder raises, the image is none of ours
        return False
    return place == len(data)


def _each(given: bytes) -> Iterator[bytes]:
    """Images that stand one after the other, each behind its length."""
    place = 0
    while place < len(given):
        length = int.from_bytes(given[place : place + 4], "big")
        yield given[place + 4 : place + 4 + length]
        place += 4 + length


def _take_little() -> None:
    with suppress(ImportError):  # Windows has no such limits; the time is kept by whoever waits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _plain(image: Image.Image, most: int) -> Image.Image:
    """The first frame, upright, in plain colours and no larger than the largest size."""
    image.draft("RGB", (most, most))  # of a JPEG no more is decoded than is needed
    image.load()
    if image.mode.startswith("I"):  # sixteen bits of grey
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    image = ImageOps.exif_transpose(image)
    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((most, most), Image.Resampling.LANCZOS)
    # Of the pixels alone: whatever else came along stays behind.
    bare = Image.new(image.mode, image.size)
    bare.paste(image)
    return bare


def _in_sizes(image: Image.Image, sizes: Sequence[int]) -> list[Image.Image]:
    made = []
    for size in sizes:
        picture = image.copy()
        picture.thumbnail((size, size), Image.Resampling.LANCZOS)
        made.append(picture)
    return made


if __name__ == "__main__":
    sys.exit(main([int(size) for size in sys.argv[2:]], looks=sys.argv[1] == "look"))
