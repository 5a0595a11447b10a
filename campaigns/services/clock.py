"""Game time passes: what falls due is played on the way, each an entry of its own that the advance caused."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction

from campaigns.models import Act, Campaign, CampaignState, Entry, Membership
from campaigns.queries.clock import due_between
from campaigns.services.playing import ActRequest, KeyReused, play
from campaigns.services.subjects import Request
from rules import catalogue
from rules.kernel.effects import set_to
from rules.sorcerer.due import Due

MOST_DUE = 200
"""How many due steps one advance plays; then it stops, and the GM goes on from there."""


@dataclass(frozen=True)
class Advanced:
    """An advance: its first entry, how many due steps it brought, and whether it got to the end."""

    first: Entry
    due: int
    now: int
    finished: bool


def advance(*, actor: Membership, seconds: int, key: str) -> Advanced:
    """Let `seconds` of game time pass (TAB-TIME-05), playing what falls due at its moment, in order.

    The list is made again after each step, since one may change what the next finds. All of it is one act: undo takes
    it back as one. The same key again changes nothing.
    """
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        return _played_before(campaign, actor, key, seconds) or _Advance(campaign, actor, key, seconds).play()


def _played_before(campaign: Campaign, actor: Membership, key: str, seconds: int) -> Advanced | None:
    """The steps of an advance depend on when it is played, so a repetition is told by its key and length alone."""
    known = Act.objects.filter(campaign=campaign, member=actor, key__startswith="clock/")
    earlier = known.filter(key__endswith=f"/{key}").order_by("first_seq").first()
    if earlier is None:
        return None
    if earlier.key != _key(seconds, key):
        raise KeyReused
    entry = Entry.objects.get(campaign=campaign, seq=earlier.first_seq)
    due = Entry.objects.filter(campaign=campaign, act=entry.act).count() - 1
    now = CampaignState.objects.values_list("now", flat=True).get(pk=campaign.pk)
    return Advanced(entry, due, now, finished=True)


def _key(seconds: int, key: str) -> str:
    return f"clock/{seconds}/{key}"


class _Advance:
    def __init__(self, campaign: Campaign, actor: Membership, key: str, seconds: int) -> None:
        self.campaign, self.actor, self.key, self.seconds = campaign, actor, key, seconds
        self.first: Entry | None = None
        self.played = 0

    def play(self) -> Advanced:
        start = self._now()
        end = start + self.seconds
        while self.played < MOST_DUE:
            found = due_between(self.campaign, self._now(), end)
            if not found:
                break
            self._step(self._requests(found[0]))
            self.played += 1
        if self._now() < end and self.played < MOST_DUE:
            self._step((_passing(end - self._now()),))
        return self._done(end)

    def _requests(self, due: Due) -> tuple[Request, ...]:
        """The steps of one due moment: time passes up to it, its effects, its action, and its clock begins anew."""
        passing = due.moment - self._now()
        steps = [_passing(passing)] if passing > 0 else []
        if due.effects:
            steps.append(_carrying_out(due, due.effects))
        if due.step in catalogue.ACTIONS:
            steps.append(Request(due.step, due.seed))
        began = "day_began" if due.step == "sorcerer.withdrawal_day" else "hour_began"
        steps.append(_carrying_out(due, (set_to(due.record, began, due.moment),)))
        return tuple(steps)

    def _step(self, steps: tuple[Request, ...]) -> None:
        key = _key(self.seconds, self.key) if self.first is None else f"due/{self.played}/{self.key}"
        cause = self.first.seq if self.first is not None else None
        played = play(self.actor, ActRequest(key, steps, cause=cause))
        self.first = self.first or played.entry

    def _now(self) -> int:
        return CampaignState.objects.values_list("now", flat=True).get(pk=self.campaign.pk)

    def _done(self, end: int) -> Advanced:
        if self.first is None:
            raise LookupError("an advance of no seconds")
        now = self._now()
        return Advanced(self.first, self.played, now, finished=now >= end)


def _passing(seconds: int) -> Request:
    return Request("table.advance_clock", {"seconds": seconds})


def _carrying_out(due: Due, effects: Any) -> Request:
    clause = "SOR-NEED-13" if due.step == "sorcerer.withdrawal_day" else "SOR-CONTACT-09"
    known = {"clause": clause, "effects": msgspec.to_builtins(effects)}
    return Request("table.carry_out", {}, known=known)
