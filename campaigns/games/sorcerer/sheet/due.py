"""What a demon's state calls for now: the acts that the GM finds first on its page, each with the reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign
from campaigns.policy import ASKED_BY_GM
from campaigns.queries.cast import Member
from campaigns.queries.waiting import Waiting
from rules import words
from rules.kernel.values import Values
from rules.sorcerer.unrest import DEATH, REBEL, is_slain
from rules.sorcerer.withdrawal import HOSTED

BREAK = "sorcerer.break_binding"


@dataclass(frozen=True)
class Way:
    """One act that may follow: its label, and its form with what is known."""

    label: str
    url: str


@dataclass(frozen=True)
class Due:
    """Why something is due, the clause, and what may be done; `bears_it` where it may be let pass."""

    why: str
    clause: str
    ways: Sequence[Way]
    bears_it: bool = False


def due_of(
    campaign: Campaign, demon: Member, asked: Sequence[Waiting], names: Values, settings: Values
) -> list[Due]:
    """What is due of a demon; `names` are those that this viewer knows, by record, `settings` the campaign's."""
    if demon["state"] != "present":
        return []
    about = [one for one in asked if one.who == demon.id and one.clause != ASKED_BY_GM]
    back = reverse("demon", args=[campaign.pk, demon.id])
    can_die = settings.get("sorcerer.demons_can_die", True)  # SOR-DEATH-01
    return [
        *(_death(campaign, demon, about, back) if can_die else ()),
        *_unrest(campaign, demon, about, names, back),
        *_host(campaign, demon, back),
    ]


def _death(campaign: Campaign, demon: Member, about: Sequence[Waiting], back: str) -> Iterator[Due]:
    if is_slain(demon["lasting"], demon["stamina"]):
        waits = next((one for one in about if one.question == DEATH), None)
        url = _answer(campaign, waits, back) if waits else _act(campaign, DEATH, back, demon=demon.id)
        why = _("Its lasting damage is more than twice its Stamina.")
        yield Due(why, "SOR-DEATH-02", [Way(words.action_words(DEATH)[0], url)])


def _unrest(
    campaign: Campaign, demon: Member, about: Sequence[Waiting], names: Values, back: str
) -> Iterator[Due]:
    for one in about:
        if one.question != REBEL:
            continue
        master = str(one.data["sorcerer"])
        days = demon["withdrawal_days"]
        why = ngettext(
            "One day in withdrawal: does it turn on %(name)s?",
            "%(n)d days in withdrawal: does it turn on %(name)s?",
            days,
        ) % {"n": days, "name": names.get(master, _("its master"))}
        ways = [
            Way(words.action_words(REBEL)[0], _answer(campaign, one, back)),
            Way(words.action_words(BREAK)[0], _act(campaign, BREAK, back, demon=demon.id, sorcerer=master)),
        ]
        yield Due(why, "SOR-REBEL-03", ways, bears_it=True)


def _host(campaign: Campaign, demon: Member, back: str) -> Iterator[Due]:
    if demon["type"] in HOSTED and demon["host"] is None:
        is_possessor = demon["type"] == "possessor"
        possess = "sorcerer.possess"
        ways = [Way(words.action_words(possess)[0], _act(campaign, possess, back, demon=demon.id))]
        yield Due(_("It has no host and withers."), "SOR-NEED-06", ways if is_possessor else ())


def _answer(campaign: Campaign, asked: Waiting, back: str) -> str:
    return f"{reverse('pending_answer', args=[campaign.pk, asked.id])}?{urlencode({'next': back})}"


def _act(campaign: Campaign, action: str, back: str, **known: str) -> str:
    return f"{reverse('play_action', args=[campaign.pk, action])}?{urlencode({**known, 'next': back})}"
