"""Game time passes: what falls due is played on the way, each an entry of its own that the advance caused."""

from dataclasses import dataclass

from campaigns.models import Campaign, CampaignState, Entry, Membership
from campaigns.queries.clock import due_between
from campaigns.queries.stored_state import whole_state
from campaigns.services.play import due_steps
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play, together
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
    with together(actor, _first(key, seconds)) as (campaign, earlier):
        if earlier is not None:
            return _as_it_was(campaign, earlier.entry)
        return _Advance(campaign, actor, key, seconds).play()


def _first(key: str, seconds: int, steps: tuple[Request, ...] = ()) -> ActRequest:
    """Its first act. The steps depend on when it is played, so a repetition is told by its key and length alone."""
    return ActRequest(f"clock/{key}", (), lambda _campaign: steps, asked={"seconds": seconds}, by_clock=True)


def _as_it_was(campaign: Campaign, first: Entry) -> Advanced:
    due = Entry.objects.filter(campaign=campaign, act=first.act).count() - 1
    now = CampaignState.objects.values_list("now", flat=True).get(pk=campaign.pk)
    return Advanced(first, due, now, left=0)


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
        if self.first is None:
            played = play(self.actor, _first(self.key, self.seconds, (*self._unbegun(), *steps)))
            self.first = played.entry
            return played
        key, cause = f"due/{self.played}/{self.key}", self.first.seq
        return play(self.actor, ActRequest(key, steps, cause=cause, by_clock=True))

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
