"""Static files published when they changed, so that a start without changes is quick."""

import hashlib

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_if_changed() -> None:
    """Publish the static files when any was added, removed or changed since the last time."""
    mark = settings.STATIC_ROOT.with_suffix(".digest")
    digest = _digest()
    if mark.is_file() and mark.read_text(encoding="ascii") == digest:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    mark.write_text(digest, encoding="ascii")


def _digest() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            changed = storage.get_modified_time(name).timestamp()
            digest.update(f"{name}\0{storage.size(name)}\0{changed}\n".encode())
    return digest.hexdigest()
