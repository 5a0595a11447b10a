"""A round of conflict among several people: what is announced, and the acts that it leads to."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Final

from django.db import transaction

from campaigns.games.sorcerer.conflict.announcements import PURPOSE, Announcement, announcements, purpose_of
from campaigns.games.sorcerer.conflict.around import for_whom_it_ends
from campaigns.live import hub
from campaigns.models import Campaign, Draft, Entry, Membership, Record
from campaigns.queries.bonuses import Bonuses
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.locking import locked
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import TABLE
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Value, Values, as_list
from rules.sorcerer.procedures.conflict import forbids_roll
from rules.sorcerer.progress import END, ROUND

LONGEST_NOTE: Final = 3900


def announce(member: Membership, said: Announcement) -> None:
    """Announce or amend somebody's action. It keeps its place in the list, whoever said it first."""
    with transaction.atomic():
        # Two who announce at once come one after the other, each in a place of their own.
        listed = announcements(locked(member.campaign_id))
        own = next((announcement.place for announcement in listed if announcement.who == said.who), None)
        last = max((announcement.place for announcement in listed), default=-1)
        _write(member, replace(said, place=last + 1 if own is None else own))


def amend(member: Membership, who: str, change: Callable[[Announcement], Announcement]) -> bool:
    """Change what somebody has announced, as it stands under the lock; False where they have announced nothing."""
    with transaction.atomic():
        listed = announcements(locked(member.campaign_id))
        said = next((one for one in listed if one.who == who and not one.out), None)
        if said is not None:
            _write(member, change(said))
    return said is not None


def announce_earlier(member: Membership, who: str) -> None:
    """The GM puts somebody before whoever stands above them, for rolls that come out equal (SOR-CONFLICT-15)."""
    with transaction.atomic():
        listed = announcements(locked(member.campaign_id))
        at = next((place for place, one in enumerate(listed) if one.who == who), 0)
        if at:
            listed.insert(at - 1, listed.pop(at))
        for place, one in enumerate(listed):
            _write(member, replace(one, place=place))


def withdraw(member: Membership, who: str) -> None:
    """Somebody takes no part in this round. Where nobody is left who does, there is no round."""
    campaign = member.campaign
    with transaction.atomic():
        others = [
            announcement for announcement in announcements(locked(campaign.pk)) if announcement.who != who
        ]
        if any(not announcement.out for announcement in others):
            _write(member, Announcement(who=who, action="act", score="stamina", out=True))
            return
        Draft.objects.filter(campaign=campaign, purpose__startswith=PURPOSE).delete()
        for one in (who, *(other.who for other in others)):
            _tell(campaign, one)


def roll_round(
    *,
    actor: Membership,
    said: Sequence[Announcement],
    told: Sequence[tuple[str, str]],
    key: str,
    nonce: str = "",
    hand: tuple[Value, ...] | None = None,
) -> Played:
    """All roll at once (SOR-CONFLICT-13).

    What is `told`, by record, goes into everybody's log with it: nothing of whom the table does not know.
    """
    clause = forbids_roll([announcement.as_announced for announcement in said])
    if clause is not None:
        raise RuleViolation(
            "not everyone has announced and is ready", field="input.combatants", clause=clause
        )
    about = [who for who, _words in told]
    lines = _notes([words for _who, words in told])
    notes = [Request("table.note", {"words": words, "about": about}) for words in lines]

    def plan(campaign: Campaign) -> list[Request]:
        granted = Bonuses(campaign.pk)
        combatants = [_with_dice(one.given(), granted.rows(one.who, ROUND, without=one.left)) for one in said]
        return [Request(ROUND, {"combatants": combatants})]

    return play(actor, ActRequest(key, tuple(notes), plan, nonce=nonce, hand=hand))


def _with_dice(combatant: Values, granted: Sequence[Value]) -> Values:
    """With what the GM has granted by now (SOR-BONUS-01)."""
    return {**combatant, "modifiers": [*as_list(combatant["modifiers"]), *granted]}


def end_round(*, actor: Membership, key: str) -> Played:
    """What was dealt counts from now on; the next round is open for announcements (SOR-CONFLICT-22)."""

    def plan(campaign: Campaign) -> list[Request]:
        combatants = for_whom_it_ends(campaign)
        if not combatants:
            raise RuleViolation("no round was rolled", field="input.combatants", clause="SOR-CONFLICT-22")
        return [Request(END, {"combatants": combatants})]

    def forget(campaign: Campaign, _entry: Entry) -> None:
        Draft.objects.filter(campaign=campaign, purpose__startswith=PURPOSE).delete()

    return play(actor, ActRequest(key, (), plan, forget))


def _write(member: Membership, said: Announcement) -> None:
    about = {"campaign": member.campaign, "purpose": purpose_of(said.who)}
    if not Draft.objects.filter(**about).update(data=asdict(said)):
        Draft.objects.create(**about, member=member, data=asdict(said))
    _tell(member.campaign, said.who)


def _tell(campaign: Campaign, who: str) -> None:
    """Open pages hear that somebody announced; not of somebody whom the table does not know."""
    if Record.objects.filter(campaign=campaign, pk=who, visibility=TABLE).exists():
        hub.stir(campaign.pk)


def _notes(lines: Sequence[str]) -> list[str]:
    """The lines in as few notes as hold them."""
    notes: list[str] = []
    for line in lines:
        if notes and len(notes[-1]) + len(line) < LONGEST_NOTE:
            notes[-1] += f"\n{line}"
        else:
            notes.append(line)
    return notes
