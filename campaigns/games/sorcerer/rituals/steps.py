"""The form of the step that is open on the page of a ritual, and what it costs."""

from dataclasses import dataclass
from typing import TypedDict
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest, rights_of
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.settled import OfGM
from campaigns.games.sorcerer.rituals.forms import AnswerForm, NeedForm, ResistsForm
from campaigns.games.sorcerer.rituals.reading import Ritual
from campaigns.models import CampaignState, Membership
from campaigns.policy import ASKED_BY_GM
from campaigns.queries import palette, waiting
from campaigns.queries.waiting import Waiting
from campaigns.state.ids import ids_in
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import Value, as_values
from rules.reference import Clause, find_clause
from rules.sorcerer.allowed import BANISH, BIND
from rules.sorcerer.procedures.calling import CallingStep

ROLL = ("snapshot", "sacrifice", "modifiers", "opposing_modifiers")
CHECK = "sorcerer.humanity_check"
HELPED = {"contact": "contact", "prolong": "contact", "summon": "summon", "banish": "banish"}
"""The steps with which others may help, each with its ritual (SOR-GROUP-01)."""
PRICES = {"contact": "SOR-CONTACT-13", "summon": "SOR-SUMMON-10", "bind": "SOR-BIND-12"}
STRAINED = {
    "contact": lambda: _("It strains Stamina and Lore."),
    "prolong": lambda: _("It strains Stamina and Lore."),
    "summon": lambda: _("It strains Stamina."),
    "banish": lambda: _("It strains Stamina."),
    "punish": lambda: _("It strains Will."),
}

TITLES = {
    "describe": lambda: _("Describe the demon"),
    "contact": lambda: words.action_words("sorcerer.contact")[0],
    "answer": lambda: words.action_words("sorcerer.alter_contact")[0],
    "check-contact": lambda: _("Humanity check for the Contact"),
    "prolong": lambda: _("Prolong the Contact"),
    "complete_sheet": lambda: _("Complete its sheet"),
    "summon": lambda: words.action_words("sorcerer.summon")[0],
    "check-summon": lambda: _("Humanity check for the Summoning"),
    "bind": lambda: words.action_words("sorcerer.bind")[0],
    "check-bind": lambda: _("Humanity check for the Binding"),
    "banish": lambda: words.action_words("sorcerer.banish")[0],
    "punish": lambda: words.action_words("sorcerer.punish")[0],
}

FACTS_OF = {"bind": BIND, "banish": BANISH}
"""The steps of which the GM says the facts first, and their actions."""
FACT_PAGES = {"bind": ("say_need", "ask_need"), "banish": ("say_resists", "ask_resists")}
"""Their addresses: where the GM says them, and where a player asks."""

FORMS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "contact": ("sorcerer.contact", ROLL, ("sorcerer", "demon")),
    "prolong": ("sorcerer.contact", ROLL, ("sorcerer", "demon", "contact")),
    "summon": ("sorcerer.summon", ROLL, ("sorcerer", "demon", "contact")),
    "bind": (
        "sorcerer.bind",
        ("scores", "need_met", "desire_met", "willing", *ROLL),
        ("sorcerer", "demon"),
    ),
    "banish": ("sorcerer.banish", ("resists", "at_hand", *ROLL), ("sorcerer", "demon")),
    "punish": ("sorcerer.punish", ROLL, ("sorcerer", "demon")),
    # Nothing is rolled (SOR-PUNISH-02).
    "punish_own": ("sorcerer.punish", ("amount",), ("sorcerer", "demon")),
}
"""For each step that is an action: the action, what is asked, and the records that are fixed."""


@dataclass(frozen=True)
class ShownStep:
    """A step as the page tells it: what it is, where it stands, what forbids it, who is waited for."""

    name: str
    step: CallingStep
    title: str
    forbidden: Clause | None
    retry: bool
    waits_for: str
    can_act: bool


@dataclass(frozen=True)
class Price:
    """What a ritual costs in Humanity: a check, or the loss itself where it `is_certain`."""

    clause: Clause
    is_certain: bool
    humanity: int
    power: int | None


class StepForm(TypedDict, total=False):
    """What the templates take of the step that is open."""

    price: Price | None
    strain: str
    page_url: str
    answer_form: AnswerForm
    form: ActionForm
    post_url: str
    is_check: bool
    immediate: bool
    late: bool
    facts_of: str
    """The act of which the GM says the facts."""
    say_url: str
    ask_url: str
    """Where the GM says them, and where a player asks for them."""
    asks_gm: bool
    facts_form: NeedForm | ResistsForm
    player_name: str
    may_bind: bool
    more_url: str
    said: list[dict[str, str]]
    question_url: str


def ritual_url(request: MemberRequest, found: Ritual) -> str:
    return reverse("ritual", args=[request.member.campaign_id, found.sorcerer.id, found.demon.id])


def step_form(
    request: MemberRequest,
    found: Ritual,
    current: ShownStep,
    answer: AnswerForm | None,
    said: NeedForm | ResistsForm | None,
) -> StepForm:
    """The form of the step that is open, and what the page tells beside it."""
    name, campaign = current.step.name, request.member.campaign_id
    told: StepForm = {
        "price": _price(found, name),
        "strain": STRAINED[name]() if current.retry and name in STRAINED else "",
    }
    if name == "complete_sheet":
        return {**told, "page_url": reverse("complete_demon", args=[campaign, found.demon.id])}
    if name == "check":
        return {**told, **_check(request, found)}
    if name == "answer":
        return {**told, "answer_form": answer or answer_form(found)}
    if name in FACTS_OF and (asked := _with_facts(request, found, name, said)) is not None:
        return {**told, **asked}
    return {**told, **_attempt(request, found, current)}


def answer_form(found: Ritual, data: QueryDict | None = None) -> AnswerForm:
    """What the GM may change of this demon after this Contact."""
    fields, contact = found.demon.fields, found.contact
    return AnswerForm(
        data,
        kind=str(fields["type"] or ""),
        abilities=tuple(fields["abilities"]),
        desire=str(fields["desire"] or ""),
        most_changes=int(contact["changes"]) if contact else 0,
        most_raise=int(contact["power_raise"]) if contact else 0,
    )


def _attempt(request: MemberRequest, found: Ritual, current: ShownStep) -> StepForm:
    name = current.step.name
    is_own = any(one["sorcerer"] == found.sorcerer.id for one in found.demon["bindings"])
    action, fields, hidden = FORMS["punish_own" if name == "punish" and is_own else name]
    preset: dict[str, Value] = {"sorcerer": found.sorcerer.id, "demon": found.demon.id}
    if "contact" in hidden and found.contact is not None:
        preset["contact"] = found.contact.id
    if "amount" in fields:
        preset["amount"] = 1
    form = ActionForm(
        action,
        member=request.viewer,
        fields=(*hidden, *fields),
        hide=hidden,
        preset=preset,
        next_url=ritual_url(request, found),
    )
    if "amount" in fields:
        form.fields["amount"].required = True  # of one's own demon; of another's there is none
    if current.step.optional:
        form.label, form.is_quiet = current.title, True
    return {
        "form": form,
        "immediate": name == "summon" and found.course.immediate,
        "late": name == "summon" and not found.course.immediate,
    }


def _check(request: MemberRequest, found: Ritual) -> StepForm:
    questions = waiting.open_questions(request.member.campaign, Viewer.of(request.viewer))
    about = (CHECK, found.sorcerer.id, found.demon.id)
    asked = next(
        (
            question
            for question in questions
            if (question.question, question.who, question.data.get("demon")) == about
        ),
        None,
    )
    if asked is None:
        return {}
    form = ActionForm(
        CHECK, member=request.viewer, known=palette.known_of(asked), next_url=ritual_url(request, found)
    )
    about_it = [request.member.campaign_id, asked.id]
    form.is_quiet = asked.optional
    post_url, form.odds_asked_at = (
        reverse("pending_answer", args=about_it),
        reverse("answers_odds", args=about_it),
    )
    return {"form": form, "post_url": post_url, "is_check": True}


def _with_facts(
    request: MemberRequest, found: Ritual, name: str, said: NeedForm | ResistsForm | None
) -> StepForm | None:
    """A player's Binding or Banishing: the GM says what only the GM knows, then the player rolls on these terms.

    None where the GM plays it: for somebody of their own, or for a player where the table lets them agree to it.
    """
    player, action = _player_of(found), FACTS_OF[name]
    if player is None:
        return None
    asked = asked_to_act(request, found, action)
    if asked is not None:
        return _asked_by_gm(request, found, asked, player)
    campaign = request.member.campaign_id
    of_two = [campaign, found.sorcerer.id, found.demon.id]
    say_url, ask_url = (reverse(page, args=of_two) for page in FACT_PAGES[name])
    if not request.viewer.is_gm:
        return {"asks_gm": True, "facts_of": name, "ask_url": ask_url}
    rights = rights_of(request.viewer)
    may_bind = name == "bind" and rights.agreed("gm_may_consent")
    if may_bind and request.GET.get("for-them"):
        return None
    pair = {"sorcerer": found.sorcerer.id, "demon": found.demon.id, "next": ritual_url(request, found)}
    more = reverse("play_action", args=[campaign, action])
    return {
        "facts_of": name,
        "say_url": say_url,
        "facts_form": said or facts_form(request, name),
        "player_name": player.name,
        "may_bind": may_bind,
        "more_url": f"{more}?{urlencode(pair)}",
    }


def facts_form(request: MemberRequest, name: str, data: QueryDict | None = None) -> NeedForm | ResistsForm:
    """What the GM is asked of a Binding (SOR-DEMON-06) or of a Banishing (SOR-BANISH-06, SOR-BANISH-11)."""
    if name == "bind":
        return NeedForm(data, player_rulings=rights_of(request.viewer).players_rule)
    chosen = CampaignState.objects.get(pk=request.member.campaign_id).settings
    return ResistsForm(data, needs_presence=bool(chosen.get("sorcerer.banish_needs_presence", False)))


def _player_of(found: Ritual) -> Membership | None:
    """The player whose the sorcerer is; None for one of the GM's or of nobody."""
    owner = Membership.objects.filter(pk=found.sorcerer.owner).first() if found.sorcerer.owner else None
    return None if owner is None or owner.is_gm else owner


def asked_to_act(request: MemberRequest, found: Ritual, action: str) -> Waiting | None:
    """What the GM asked of the player of this Binding or Banishing and waits for an answer (TAB-ASK-04)."""
    questions = waiting.open_questions(request.member.campaign, Viewer.of(request.viewer))
    about = (action, found.sorcerer.id, ASKED_BY_GM)
    mine = [
        question
        for question in questions
        if question.mine and (question.question, question.who, question.clause) == about
    ]
    return next((one for one in mine if found.demon.id in ids_in(one.data["given"])), None)


def _asked_by_gm(request: MemberRequest, found: Ritual, asked: Waiting, player: Membership) -> StepForm:
    about_it = [request.member.campaign_id, asked.id]
    form = ActionForm(
        asked.question,
        member=request.viewer,
        of_gm=OfGM(as_values(asked.data["given"]), asked.who or ""),
        next_url=ritual_url(request, found),
    )
    form.odds_asked_at = reverse("answers_odds", args=about_it)
    post_url = reverse("pending_answer", args=about_it)
    if request.viewer.is_gm:
        return {"said": form.facts, "player_name": player.name, "question_url": post_url}
    return {"form": form, "post_url": post_url}


def _price(found: Ritual, name: str) -> Price | None:
    """What a ritual costs in Humanity, told beforehand."""
    if name not in PRICES:
        return None
    return Price(
        clause=find_clause(PRICES[name]),
        is_certain=name == "bind",
        humanity=found.sorcerer.fields["humanity"],
        power=found.demon.fields["power"],
    )
