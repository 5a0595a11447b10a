"""What an entry calls a record, and what a record without a name is called."""

from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext as _

from campaigns.game import Text, of_all
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Hidden
from rules.kernel.values import Value


def plain_name(shown: ShownEntry, record: Value | Hidden, *, is_thing: bool = False) -> str:
    """What an entry calls a record; "someone hidden" where it does not exist for the viewer."""
    unseen = _("something hidden") if is_thing else _("someone hidden")
    if not isinstance(record, str):
        return unseen
    known = shown.names.get(record)
    if isinstance(known, str) and known:
        return known
    thing = shown.things.get(record)
    if thing is not None:
        return thing.name or unnamed(thing.kind)
    about = shown.described.get(record)
    if isinstance(about, Mapping):
        return str(about["name"]) or unnamed(str(about["kind"]))
    return unseen


@cache
def _unnamed() -> Mapping[str, Text]:
    return of_all(lambda game: game.telling.unnamed)


def unnamed(kind: str) -> str:
    """What a record without a name is called."""
    own = _unnamed().get(kind)
    words = {
        "campaign": _("the campaign"),
        "bonus": _("a bonus"),
        "pending": _("a request"),
        "scene": _("the scene"),
        "session": _("the session"),
    }
    return words.get(kind) or str(own or "") or kind.rpartition(".")[2].replace("_", " ")
