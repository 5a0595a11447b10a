"""A round of conflict among several people: what is announced, and the acts that it leads to."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from django.db import transaction

from campaigns.models import Campaign, Draft, Membership
from campaigns.queries.announcements import PURPOSE, Announcement, purpose_of
from campaigns.services.playing import ActRequest, Played, play
from campaigns.services.subjects import Request
from rules.kernel.errors import RuleViolation
from rules.sorcerer.procedures.conflict import forbids_roll

ROUND: Final = "sorcerer.conflict_round"
END: Final = "sorcerer.end_round"
LONGEST_NOTE: Final = 3900


def announce(member: Membership, said: Announcement) -> None:
    """Announce or amend somebody's action. It keeps its place in the list, whoever said it first."""
    about = {"campaign": member.campaign, "purpose": purpose_of(said.who)}
    with transaction.atomic():
        if not Draft.objects.filter(**about).update(data=asdict(said)):
            Draft.objects.create(**about, member=member, data=asdict(said))


def withdraw(campaign: Campaign, who: str) -> None:
    """Somebody takes no part in this round."""
    Draft.objects.filter(campaign=campaign, purpose=purpose_of(who)).delete()


def roll_round(
    *,
    actor: Membership,
    said: Sequence[Announcement],
    told: Sequence[tuple[str, str]],
    key: str,
    nonce: str = "",
    hand: tuple[Any, ...] | None = None,
) -> Played:
    """All roll at once (SOR-CONFLICT-13).

    What is `told`, by record, goes into everybody's log with it: nothing of whom the table does not know.
    """
    clause = forbids_roll([one.as_announced for one in said])
    if clause is not None:
        raise RuleViolation("the round is not announced", field="input.combatants", clause=clause)
    about = [who for who, _words in told]
    lines = _notes([words for _who, words in told])
    notes = [Request("table.note", {"words": words, "about": about}) for words in lines]
    rolled = Request(ROUND, {"combatants": [one.given() for one in said]})
    return play(actor, ActRequest(key, (*notes, rolled), nonce=nonce, hand=hand))


def end_round(*, actor: Membership, combatants: Sequence[str], key: str) -> Played:
    """What was dealt counts from now on; the next round is open for announcements (SOR-CONFLICT-22)."""
    done = play(actor, ActRequest(key, (Request(END, {"combatants": list(combatants)}),)))
    Draft.objects.filter(campaign=actor.campaign, purpose__startswith=PURPOSE).delete()
    return done


def _notes(lines: Sequence[str]) -> list[str]:
    """The lines in as few notes as hold them."""
    notes: list[str] = []
    for line in lines:
        if notes and len(notes[-1]) + len(line) < LONGEST_NOTE:
            notes[-1] += f"\n{line}"
        else:
            notes.append(line)
    return notes
