"""Links into the odds explorer, from where people look at odds and rules."""

from uuid import UUID

from django import template
from django.urls import reverse

from campaigns.queries.odds_questions import question_about

register = template.Library()


@register.simple_tag
def odds_url(campaign: UUID | str, about: str = "") -> str:
    """Where the explorer is asked about an action or a system; empty where it has no question about that."""
    page = reverse("campaign_odds", args=[campaign]) if campaign else reverse("odds_explorer")
    name = question_about(about)
    return f"{page}?question={name}" if name else "" if about else page
