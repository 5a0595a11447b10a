"""Small lookups for the pages that review the log."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TypedDict, TypeVar

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_words import field_in, is_under_unseen

register = template.Library()
Mark = TypeVar("Mark")
NAMELESS = ("bonus", "pending", "campaign")
"""Kinds of records that nobody asks the history of by name."""

SEALED = {
    "entry": gettext_lazy("the whole entry"),
    "input": gettext_lazy("what it was made with"),
    "draws": gettext_lazy("the draws"),
    "outcome": gettext_lazy("the result in full"),
    "effects": gettext_lazy("what it changed"),
}
"""What of an entry may be sealed by itself."""


class Later(TypedDict):
    """A later entry, and what it wrote."""

    seq: int
    what: str


@register.filter
def of_entry(marks: Mapping[int, Mark] | str | None, seq: int) -> Mark | None:
    """What a reader finds with an entry, on pages that tell of it; nothing elsewhere."""
    return marks.get(seq) if isinstance(marks, Mapping) else None


@register.filter
def sealed_words(parts: Sequence[str]) -> str:
    """What of an entry is sealed, in words."""
    return ", ".join(str(SEALED[part]) for part in parts) or _("names of what is hidden")


@register.filter
def later(found: list[tuple[int, str, str]], shown: ShownEntry) -> list[Later]:
    """What later entries wrote the fields of this one, with the names as this entry has them."""
    by_seq: dict[int, list[str]] = {}
    for seq, record, name in found:
        words = (
            plain_name(shown, record)
            if name == "record"
            else f"{plain_name(shown, record)}: {field_in(shown, record, name)}"
        )
        by_seq.setdefault(seq, []).append(words)
    # By their words: the order of ids means nothing, and is another in another campaign.
    return [{"seq": seq, "what": ", ".join(sorted(set(words)))} for seq, words in by_seq.items()]


@register.filter
def changed_records(shown: ShownEntry) -> list[dict[str, str]]:
    """The records that an entry changed and that exist for the viewer, to ask what else changed them."""
    told = shown.document["changes"] if shown.document else []
    changes = [change for change in told if not is_under_unseen(shown, change)]
    things = {record: one for record, one in shown.things.items() if one.kind not in NAMELESS}
    found = dict.fromkeys(record for record, _name, _before, _after in changes if record in things)
    named = [{"id": record, "name": plain_name(shown, record)} for record in found]
    return sorted(named, key=itemgetter("name"))
