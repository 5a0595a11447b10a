"""The words of a game, explained where they stand."""

from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.queries.glossary import terms_of
from campaigns.templatetags.telling import clause_url

register = template.Library()


@register.simple_tag
def term(label: str, system: str, where: str, campaign: UUID | str = "") -> SafeString | str:
    """A label that tells what it means when it is tapped, where its game has that word; `where` makes it unique.

    The browser opens and closes it: it works without scripts, by keyboard, and closes by Escape.
    """
    found = terms_of(system).get(str(label).casefold())
    if found is None:
        return label
    key = f"term-{where}-{found.key}"
    return format_html(
        '<button class="term" type="button" popovertarget="{0}" title="{2}">{1}</button>'
        '<span class="term-told" id="{0}" popover><b>{1}</b> {2} <a class="clause-id" href="{3}">{4}</a></span>',
        key,
        label,
        found.told,
        clause_url(str(campaign), found.clause),
        found.clause,
    )


@register.simple_tag
def glossary_url(campaign: UUID | str, system: str) -> str:
    """The page of a game's words: within the campaign, where there is one."""
    return (
        reverse("campaign_glossary", args=[campaign, system])
        if campaign
        else reverse("glossary", args=[system])
    )
