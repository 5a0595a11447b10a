"""Game time passes: what falls due is played on the way, each an entry of its own that the advance caused."""

from dataclasses import dataclass

from django.db import transaction

from campaigns.models import Act, Campaign, CampaignState, Entry, Membership
from campaigns.queries.clock import due_between
from campaigns.queries.stored_state import whole_state
from campaigns.services.play import due_steps
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, KeyReused, Played, play
from campaigns.state.errors import StateRefusal, UnknownRecord
from rules import service
from rules.kernel.clock import Due
from rules.kernel.errors import RulesError, RuleViolation

MOST_DUE = 200
"""How many due steps one advance plays; then it stops, and the GM goes on from there."""


@dataclass(frozen=True)
class Advanced:
    """An advance: its first entry, how many due steps it brought, how far it got and how many seconds are left.

    `question` is the open question that it waits for; `trouble` the due step that could not be played and `why`: its
    record has to be put right first. With neither and seconds left, more fell due than one advance plays.
    """

    first: Entry
    due: int
    now: int
    left: int
    question: str | None = None
    trouble: Due | None = None
    why: str = ""

    @property
    def finished(self) -> bool:
        return not self.left and self.question is None and self.trouble is None


def advance(*, actor: Membership, seconds: int, key: str) -> Advanced:
    """Let `seconds` of game time pass (TAB-TIME-05), playing what falls due at its moment, in order.

    The list is made again after each step, since one may change what the next finds. All of it is one act: undo takes
    it back as one. It stops where a question has to be answered first (TAB-TIME-06); where that is at once, it raises
    `RuleViolation`. The same key again changes nothing.
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
    return Advanced(entry, due, now, left=0)


def _key(seconds: int, key: str) -> str:
    return f"clock/{seconds}/{key}"


class _Advance:
    def __init__(self, campaign: Campaign, actor: Membership, key: str, seconds: int) -> None:
        self.campaign, self.actor, self.key, self.seconds = campaign, actor, key, seconds
        self.first: Entry | None = None
        self.played = 0
        self.end = self._now() + seconds

    def play(self) -> Advanced:
        while self.played < MOST_DUE:
            due = self._next()
            if due is None:
                break
            if due.question is not None:
                return self._wait(due, "it must be answered first", question=due.question)
            try:
                played = self._step(self._requests(due))
            except (RulesError, StateRefusal, UnknownRecord) as refused:
                return self._wait(due, str(refused), trouble=due)
            self.played += 1
            question = _asked(played)
            if question is not None:
                return self._done(question=question)
        if self._now() < self.end and self._next() is None:
            self._step((_passing(self.end - self._now()),))
        return self._done()

    def _next(self) -> Due | None:
        return next(due_between(self.campaign, self._now(), self.end), None)

    def _requests(self, due: Due) -> tuple[Request, ...]:
        """The steps of one due moment: time passes up to it, and then it happens."""
        passing = due.moment - self._now()
        return (*([_passing(passing)] if passing > 0 else []), *due_steps.requests(due))

    def _wait(
        self, due: Due, why: str, *, question: str | None = None, trouble: Due | None = None
    ) -> Advanced:
        """Time passes up to something that cannot come yet, and no further (TAB-TIME-06)."""
        passing = due.moment - self._now()
        if passing > 0:
            self._step((_passing(passing),))
        if self.first is None:
            raise RuleViolation(f"{due.step} of {due.record}: {why}", clause="TAB-TIME-06")
        return self._done(question=question, trouble=trouble, why=why if trouble else "")

    def _step(self, steps: tuple[Request, ...]) -> Played:
        is_first = self.first is None
        key = _key(self.seconds, self.key) if is_first else f"due/{self.played}/{self.key}"
        cause = self.first.seq if self.first is not None else None
        lead = self._unbegun() if is_first else ()
        played = play(self.actor, ActRequest(key, (*lead, *steps), cause=cause, by_clock=True))
        self.first = self.first or played.entry
        return played

    def _unbegun(self) -> tuple[Request, ...]:
        """Clocks of which nobody knows since when they run, since an older release did not keep it: from now on."""
        found = service.unbegun(whole_state(self.campaign), self._now())
        return tuple(due_steps.carrying_out(follow_up) for follow_up in found)

    def _now(self) -> int:
        return CampaignState.objects.values_list("now", flat=True).get(pk=self.campaign.pk)

    def _done(self, *, question: str | None = None, trouble: Due | None = None, why: str = "") -> Advanced:
        if self.first is None:
            raise LookupError("an advance of no seconds")
        now = self._now()
        return Advanced(self.first, self.played, now, self.end - now, question, trouble, why)


def _asked(played: Played) -> str | None:
    """The question that a due step left for somebody who has to answer it."""
    effects = [effect for step in played.steps for effect in step.result.effects]
    asked = [effect.on for effect in effects if effect.field == "question"]
    optional = {effect.on for effect in effects if effect.field == "optional" and effect.set is True}
    return next((one for one in asked if one not in optional), None)


def _passing(seconds: int) -> Request:
    return Request("table.advance_clock", {"seconds": seconds})
