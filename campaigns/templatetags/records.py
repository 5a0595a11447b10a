"""What the pages of records need: names that lead on, numbers as they are written, what a record is."""

from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.queries.clauses import systems
from campaigns.queries.layouts.parts import ValueInWords
from campaigns.queries.layouts.plain import page_of
from campaigns.queries.records import RecordPage
from campaigns.templatetags.look import minus
from rules import words
from rules.kernel.values import Value

register = template.Library()


@register.simple_tag
def record_name(campaign: UUID | str, said: ValueInWords) -> SafeString | str:
    """A value in words, linked where it is a record with a page."""
    url = record_url(campaign, said.record, said.kind) if said.record else ""
    if not url:
        return said.text[:1].upper() + said.text[1:]
    return format_html('<a class="name" href="{}">{}</a>', url, said.text)


def record_url(campaign: UUID | str, record: str, kind: str) -> str:
    """Where a record is read; empty where it has no page of its own."""
    page = page_of(kind)
    return reverse(page, args=[campaign, record]) if page else ""


@register.filter
def game(system: str) -> str:
    """What a system is called."""
    return systems().get(system) or words.spelled_out(system)


@register.filter
def number(value: Value) -> str:
    """A number with a true minus; anything else as it is."""
    return minus(value) if isinstance(value, int) else str(value)


@register.filter
def subtitle(page: RecordPage) -> str:
    """What a record is, of which game, and in whose hands."""
    kind = page.member.kind
    what = kind_words(kind) if kind == "thing" else f"{systems()[page.system]}, {kind_words(kind)}"
    if "control" not in page.member.fields:
        return what
    if page.member.fields["control"] != "player" or page.owner is None:
        return _("%(what)s controlled by the GM") % {"what": what}
    return _("%(what)s played by %(name)s") % {"what": what, "name": page.owner}


@register.filter
def kind_words(kind: str) -> str:
    """A kind of record as people call it, small."""
    return words.spelled_out(kind.rpartition(".")[2]).lower()
