"""What can be done with a sorcerer's or a demon's sheet in hand, and what forbids it now."""

from collections.abc import Callable, Sequence

from django.urls import reverse

from campaigns.games.sorcerer.conflict.reading import held_by
from campaigns.models import Campaign
from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member
from campaigns.queries.palette import is_offered, subjects_of
from campaigns.queries.records import SheetAction
from campaigns.queries.stored_state import questions_of
from rules import reference, service, words
from rules.kernel.procedure import RecordState, State

DEEDS: dict[str, tuple[tuple[str, str], ...]] = {
    "character": (
        ("sorcerer.contact", "sorcerer"),
        ("sorcerer.contain", "sorcerer"),
        ("sorcerer.roll", "acting"),
        ("sorcerer.humanity_check", "character"),
        ("sorcerer.spot_telltale", "spotter"),
        ("sorcerer.perceive_humanity", "sorcerer"),
        ("sorcerer.will_override", "character"),
    ),
    "demon": (
        ("sorcerer.summon", "demon"),
        ("sorcerer.bind", "demon"),
        ("sorcerer.use_ability", "demon"),
        ("sorcerer.banish", "demon"),
        ("sorcerer.punish", "demon"),
        ("sorcerer.rebel", "demon"),
        ("sorcerer.break_binding", "demon"),
        ("sorcerer.possess", "demon"),
        ("sorcerer.withdrawal_day", "demon"),
        ("sorcerer.recover_power", "demon"),
        ("sorcerer.rest_demon", "demon"),
    ),
}
"""What can be done with a sheet in hand, and the field of the input that it goes into."""


def _is_here(demon: Member) -> bool:
    return bool(demon["state"] == "present")


STANDING: dict[str, Callable[[Member], bool]] = {
    "sorcerer.summon": lambda demon: demon["state"] in ("beyond", "contacted"),
    "sorcerer.bind": _is_here,
    "sorcerer.use_ability": _is_here,
    "sorcerer.banish": _is_here,
    "sorcerer.punish": _is_here,
    "sorcerer.rebel": lambda demon: bool(demon["bindings"]),
    "sorcerer.break_binding": lambda demon: bool(demon["bindings"]),
    "sorcerer.possess": lambda demon: demon["type"] == "possessor" and _is_here(demon),
    "sorcerer.withdrawal_day": _is_here,
    "sorcerer.recover_power": lambda demon: demon["punishment"] > 0,
    "sorcerer.rest_demon": lambda demon: demon["uses"] > 0,
}
"""How a demon has to stand for an act to be offered on its page."""

RITES = {"sorcerer.bind": "bind", "sorcerer.banish": "banish", "sorcerer.punish": "punish"}
"""What a sorcerer does to a demon that is here, and the step of their ritual's page."""

DONE_IN_PAIN = ("sorcerer.humanity_check", "sorcerer.will_override")
"""What needs no act of a character's own, or is rolled to hold out."""


def deeds_of(
    campaign: Campaign, rights: Rights, member: Member, sorcerers: Sequence[str] = ()
) -> list[SheetAction]:
    """What this member may do with a sheet, what is forbidden now with the clause that forbids it.

    `sorcerers` are those that they speak for, by id: theirs are the rituals with a demon.
    """
    fitting = [pair for pair in DEEDS[member.kind] if _fits(pair[0], member)]
    names = [(action, field) for action, field in fitting if is_offered(action, rights)]
    if rights.member.role == "observer" or not names:
        return []
    if not speaks_for(member, rights.member):
        if member.kind == "character":
            return []
        names = [pair for pair in names if not _acts_itself(*pair)]
    state = _state(campaign, member)
    pages = _pages(campaign, member, sorcerers)
    return [_deed(action, field, member, state, pages.get(action, "")) for action, field in names]


def _pages(campaign: Campaign, member: Member, sorcerers: Sequence[str]) -> dict[str, str]:
    """The addresses of what is begun on a page of its own: of a ritual with a demon, that of the one sorcerer."""
    everything = reverse("rituals", args=[campaign.pk])
    if member.kind != "demon":
        return {"sorcerer.contact": everything}
    if len(sorcerers) != 1:
        return dict.fromkeys(RITES, everything if sorcerers else "")
    ritual = reverse("ritual", args=[campaign.pk, sorcerers[0], member.id])
    return {action: f"{ritual}?step={step}" for action, step in RITES.items()}


def _acts_itself(action: str, field: str) -> bool:
    """Whether it is the one with the sheet who acts, and not somebody on them."""
    return next(iter(subjects_of(action)), None) == field


def _deed(action: str, field: str, member: Member, state: State, page: str) -> SheetAction:
    label, told = words.action_words(action)
    asked = next(
        (question for question in state.pending if question.question == action and question.who == member.id),
        None,
    )
    named = [str(one) for one in asked.data.values()] if asked else []
    clause = service.forbidden(action, (member.id, *named), state) or ""
    why = reference.find_clause(clause).summary if clause else ""
    return SheetAction(action, label, told, {field: member.id}, clause, why, asked.id if asked else "", page)


def _fits(action: str, member: Member) -> bool:
    """Whether an act is worth offering as somebody stands; what its rules forbid the act itself says."""
    if member.kind == "demon":
        wanted = STANDING.get(action)
        return wanted is None or wanted(member)
    held = held_by(member)
    if action == "sorcerer.will_override":  # SOR-WILL-01
        return held == "SOR-WILL-01" and bool(member["lore"])
    return not held or action in DONE_IN_PAIN


def _state(campaign: Campaign, member: Member) -> State:
    asked = questions_of(campaign)
    about = tuple(
        question for question in asked if member.id in (question.who, *map(str, question.data.values()))
    )
    return State(records={member.id: RecordState(member.kind, dict(member.fields))}, pending=about)
