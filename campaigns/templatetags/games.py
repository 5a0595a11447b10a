"""What a game brings to the pages of all games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django import template
from django.forms import BoundField, ChoiceField
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from campaigns.forms.action.controls import offered_by
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.lacking import quoted
from campaigns.forms.games import GamesField
from campaigns.game import Pages, Rather, Text, Way, game_of, games
from campaigns.viewing import Viewer

register = template.Library()


@register.filter
def pages_of(system: str) -> Pages:
    """The pages of a game; none for what belongs to no game."""
    return game_of(system).pages


@dataclass(frozen=True)
class GameCard:
    """A game where it is chosen: what it is, and whether it is on and stays so."""

    code: str
    name: str
    pages: Pages
    is_on: bool
    stays: bool


@register.filter
def game_cards(field: BoundField) -> list[GameCard]:
    """The games of a field that asks which are played."""
    stay = field.field.stay if isinstance(field.field, GamesField) else frozenset()
    on = {*(field.value() or ()), *stay}
    return [GameCard(code, game.name, game.pages, code in on, code in stay) for code, game in games().items()]


@register.filter
def turned_by(form: ActionForm) -> str:
    """The template of the button by which an act turns over cards that its game keeps; empty where it does not."""
    game = game_of(form.action)
    return game.pages.turned if game.playing.keeps_draws(form.campaign, form.action) else ""


@register.filter
def draws_places(form: ActionForm) -> bool:
    """Whether an act draws places in a deck or an order, and no card that anybody has in their hand."""
    return form.action in game_of(form.action).playing.draws_places


@register.filter
def takes_own_cards(form: ActionForm) -> bool:
    """Whether the cards of an act come from a real table alone: a form has their control where no deck is kept."""
    playing = game_of(form.action).playing
    return playing.draws == "cards" and form.action not in playing.draws_places and "hand" in form.fields


@register.filter
def lacks_only_cards(form: ActionForm) -> bool:
    """Whether all of an act is settled but the cards of a real table, so that its form asks for them first."""
    is_settled = form.action in game_of(form.action).playing.settled_before and not form.lacks
    needed = (name for name, control in form.fields.items() if control.required)
    return is_settled and takes_own_cards(form) and all(form[name].value() for name in needed)


@register.filter
def has_faults_beside_cards(form: ActionForm) -> bool:
    """Whether something has to be put right in what is folded away where cards are asked for first."""
    return form.is_bound and (form.refusal is not None or bool(form.errors.keys() - {"hand"}))


@register.filter
def asks_first(form: ActionForm) -> str:
    """The template of what is answered before an act, where whoever looks at its form is the one to call for it."""
    is_called_for = form.of_gm.settled or form.known
    return (
        game_of(form.action).waiting.asks_first.get(form.action, "")
        if form.rights.gives_rulings and not is_called_for
        else ""
    )


@register.filter
def played_rather(form: ActionForm) -> tuple[Rather, str] | None:
    """The act to play in the place of a form's own, and where, with what was said; None of what somebody is asked."""
    find, who = game_of(form.action).inputs.rather.get(form.action), form.proposals.named_at(form.acts_at)
    is_asked = form.of_gm.settled or form.known
    found = find(form.campaign, Viewer.of(form.member), who) if find and who and not is_asked else None
    if found is None:
        return None
    said = {name: form[name].value() for name in found.keeps if name in form.fields}
    helps = {made.name: made.ticked for made in form.proposals.helping.values() if made.name in found.keeps}
    begins = {**found.begins, **{name: value for name, value in (said | helps).items() if value}}
    url = reverse("play_action", args=[form.campaign.pk, found.action])
    return found, f"{url}?{urlencode(begins, doseq=True)}"


@register.filter(name="quoted")
def quoted_labels(labels: Sequence[str]) -> str:
    """Labels of a form in a sentence."""
    return quoted(labels)


@register.filter
def none_left(form: ActionForm) -> tuple[Text, Text, Way] | None:
    """What stands in the place of a form in which something has to be chosen and nothing is there to choose."""
    game = game_of(form.action)
    # Who acts may be nobody of theirs: their form says so, and what a GM decides is asked all the same.
    acting = {form.acts_at, f"{form.acts_at}.id"} if form.action not in game.inputs.none_left else set()
    lists = (one for name, one in form.fields.items() if name not in acting)
    needed = (one for one in lists if isinstance(one, ChoiceField) and one.required)
    empty = next((one for one in needed if not any(code for code, _label in offered_by(one))), None)
    is_about = form.known or form.of_gm.settled or (form.initial and form.action not in game.inputs.none_left)
    if empty is None or form.is_bound or is_about:  # what it is about already stands in it
        return None
    every = Way("action_palette", gettext_lazy("All actions"))
    way = game.pages.way or next(iter(game.pages.brought_by.values()), every)
    told = (
        gettext("There is nothing to choose yet"),
        gettext("This needs “%(label)s”, and you know of none. What is created later stands here.")
        % {"label": empty.label},
    )
    return (*game.inputs.none_left.get(form.action, told), way)


@register.filter
def game_names(systems: Iterable[str]) -> str:
    """What games are called, in one line."""
    return ", ".join(games()[one].name for one in systems)


@register.filter
def draws_cards(system: str) -> bool:
    """Whether people draw cards in a game and roll no dice."""
    return game_of(system).playing.draws == "cards"


@register.filter
def fight_over(system: str | None) -> Text:
    """How the log tells the end of a fight in a game that has a word of its own for it; empty for any other."""
    own = game_of(system or "").telling.endings.get("table.end_fight")
    return own[1] if own else ""
