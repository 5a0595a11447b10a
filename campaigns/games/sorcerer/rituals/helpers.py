"""Who helps with a ritual, as its page tells it: who was asked, who has rolled, and the form of whoever helps."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.forms.action.form import ActionForm
from campaigns.games.sorcerer.rituals.forms import HelpersForm
from campaigns.models import Campaign, Pending, Record
from campaigns.queries import palette, waiting
from campaigns.queries.waiting import Waiting
from campaigns.viewing import Viewer
from rules.kernel.procedure import State
from rules.sorcerer import helping


@dataclass(frozen=True)
class About:
    """A ritual that others may help with: the Primary, the demon if there is one, and its state."""

    primary: str
    ritual: str
    demon: str | None
    state: State


@dataclass(frozen=True)
class HelperLine:
    """Somebody who helps, and what they won; None for who has still to roll."""

    name: str
    won: int | None
    question: str = ""


@dataclass(frozen=True)
class Group:
    """Those who help with one ritual, as far as this viewer sees them, and what they won in all."""

    ritual: str
    lines: tuple[HelperLine, ...]
    won: int
    is_waiting: bool

    @property
    def awaited(self) -> str:
        """Who has still to roll."""
        return ", ".join(line.name for line in self.lines if line.won is None)


class Gathering(TypedDict, total=False):
    """What the templates take for the Primary."""

    helpers_form: HelpersForm
    gather_url: str
    rolled: list[str]
    """Those who have rolled for them already."""
    is_held: bool
    """Whether somebody is still to roll."""


class HelpForm(TypedDict, total=False):
    """What the templates take of whoever helps."""

    form: ActionForm
    post_url: str
    helps: Waiting


def group_of(campaign: Campaign, viewer: Viewer, about: About) -> Group:
    """Who helps with a ritual now."""
    won = helping.helped_by(about.state, about.primary, about.ritual, about.demon)
    asked = list(helping.asked_to_help(about.state, about.primary, about.ritual, about.demon))
    names = _names(campaign, viewer, [*won, *(one.who for one in asked if one.who)]) if won or asked else {}
    rolled = [HelperLine(names[one], dice) for one, dice in won.items() if one in names]
    rolling = [HelperLine(names[one.who], None, one.id) for one in asked if one.who in names]
    return Group(about.ritual, (*rolled, *rolling), sum(won.values()), is_waiting=bool(asked))


def helpers_form(
    campaign: Campaign, viewer: Viewer, about: About, data: QueryDict | None = None
) -> HelpersForm:
    """Everybody who may help, those who were asked already ticked."""
    found = Record.objects.filter(campaign=campaign, kind="character", character__state="active")
    seen = [row for row in found.order_by("name", "pk") if viewer.sees(row.visibility)]
    form = HelpersForm(data, people=[(str(row.pk), row.name) for row in seen if str(row.pk) != about.primary])
    won = helping.helped_by(about.state, about.primary, about.ritual, about.demon)
    asked = helping.asked_to_help(about.state, about.primary, about.ritual, about.demon)
    form.initial["helpers"] = [*won, *(one.who for one in asked)]
    return form


def gathering(campaign: Campaign, viewer: Viewer, about: About, url: str, *, is_held: bool) -> Gathering:
    """Whom the Primary asks to help, by a form that is sent to `url`."""
    won = helping.helped_by(about.state, about.primary, about.ritual, about.demon)
    return {
        "helpers_form": helpers_form(campaign, viewer, about),
        "gather_url": url,
        "rolled": [one for one in won if one],
        "is_held": is_held,
    }


def asked_of_me(
    request: MemberRequest, primary: str, demon: str | None, rows: list[Pending]
) -> Waiting | None:
    """What this viewer's own character is asked to do for a Primary."""
    asked = [row for row in rows if row.question == helping.GROUP]
    if not asked:
        return None
    questions = waiting.open_questions(request.member.campaign, Viewer.of(request.viewer), asked)
    about = {"primary": primary, "demon": demon}
    mine = (one for one in questions if one.is_call and all(one.data.get(n) == about[n] for n in about))
    return next(mine, None)


def help_form(request: MemberRequest, asked: Waiting, next_url: str) -> HelpForm:
    """The roll of somebody who was asked to help (SOR-GROUP-03)."""
    form = ActionForm(asked.question, member=request.viewer, known=palette.known_of(asked), next_url=next_url)
    form.label = _("Roll to help")
    about_it = [request.member.campaign_id, asked.id]
    form.odds_asked_at = reverse("answers_odds", args=about_it)
    return {"form": form, "post_url": reverse("pending_answer", args=about_it), "helps": asked}


def _names(campaign: Campaign, viewer: Viewer, ids: Iterable[str]) -> dict[str, str]:
    found = Record.objects.filter(campaign=campaign, pk__in=[one for one in ids if one])
    return {str(row.pk): row.name for row in found if viewer.sees(row.visibility)}
