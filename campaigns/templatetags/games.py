"""What a game brings to the pages of all games."""

from django import template

from campaigns.forms.action.form import ActionForm
from campaigns.game import Pages, draws_of, games, playing_of

register = template.Library()


@register.filter
def pages_of(system: str) -> Pages:
    """The pages of a game; none for what belongs to no game."""
    return games()[system].pages if system in games() else Pages()


@register.filter
def turned_by(form: ActionForm) -> str:
    """The template of the button by which an act turns over cards that its game keeps; empty where it does not."""
    keeps = playing_of(form.action).keeps_draws(form.campaign, form.action)
    return pages_of(form.system).turned if keeps else ""


@register.filter
def draws_cards(system: str) -> bool:
    """Whether people draw cards in a game and roll no dice."""
    return draws_of(system) == "cards"
