"""What a member did last, and may take back by themselves."""

import time
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest, rights_of
from campaigns.game import OF_TABLE, game_of
from campaigns.log import undo_graph
from campaigns.log.documents import CREATE, EDIT
from campaigns.models import Act, Campaign, Entry, Pending, Record, Undone
from campaigns.models.prepared import prepared
from campaigns.policy import NotAllowed, Rights
from campaigns.queries import timeline
from campaigns.queries.came_of import came_of, settled
from campaigns.queries.timeline import ShownEntry
from campaigns.services.play import undo_step
from campaigns.viewing import Viewer
from rules.kernel.values import as_values

JUST_NOW = 120
"""For so many seconds an act is offered to be undone on every page."""


def own_last_act(
    request: MemberRequest, rights: Rights | None = None, newest: int | None = None
) -> int | None:
    """This member's own last act, where they may take it back by themselves.

    `rights` are theirs and `newest` is their newest entry, where these are known and it stands.
    """
    campaign, member = request.member.campaign, request.member
    seq = None if request.is_viewing_as else newest or undo_step.last_own(campaign, member)
    if seq is None:
        return None
    rights = rights or rights_of(member)
    try:
        rights.check_undo(own_last=True)
    except NotAllowed:
        return None
    # It stands, so that no more can be in the way but what others have built on it, which a player leaves to the GM.
    if undo_graph.never_undone(campaign, {seq}) is not None:
        return None
    return seq if member.is_gm or not undo_graph.is_built_on(campaign, seq) else None


def may_undo(request: MemberRequest, campaign: Campaign, seq: int) -> bool:
    """Whether the button is shown: the same question that the act itself is asked."""
    if request.viewer.role == "observer":
        return False
    try:
        undo_step.check(rights_of(request.viewer), campaign, (seq,))
    except NotAllowed:
        return False
    return True


@dataclass(frozen=True)
class JustDone:
    """What a member did a moment ago: an act that they may undo, or an undo that they may take back."""

    seq: int
    """The act; of an undo the first entry that it took back."""
    until: int
    """Until when it is offered, in seconds since 1970."""
    undone_by: int | None = None
    may_redo: bool = False
    action: str = ""
    """What the act is, where it can be undone."""
    words: str = ""
    """What was done, where the action does not tell it: whom somebody made or corrected, or that they answered."""


@prepared
def _newest_act(
    campaign: UUID, member: UUID
) -> QuerySet[Act, tuple[int, int, str | None, bool, bool, str | None, str | None, int]]:
    """The last entry of a member's newest act: its number and time, the action it is about, and if it is undone.

    And whether it answered an open question, and the name of whom or what it made, with who sees that, and how many.
    """
    entry = Entry.objects.filter(campaign=campaign, seq=OuterRef("last_seq"))
    asked = Exists(Pending.objects.filter(pk=OuterRef("record")))
    born = (
        Record.objects.filter(campaign=campaign, born=OuterRef("last_seq"))
        .exclude(kind__in=OF_TABLE)
        .order_by("name", "pk")
    )
    acts = Act.objects.filter(campaign=campaign, member=member).order_by("-last_seq")
    told = acts.annotate(
        time=Subquery(entry.values("time")),
        about=undo_graph.action_about(campaign, OuterRef("last_seq")),
        is_undone=Exists(Undone.objects.filter(campaign=campaign, seq=OuterRef("last_seq"))),
        answers=Exists(settled(campaign).filter(asked, seq=OuterRef("last_seq"))),
        made=Subquery(born.values("name")[:1]),
        audience=Subquery(born.values("visibility")[:1]),
        number=Coalesce(Subquery(born.order_by().values("campaign").annotate(n=Count("pk")).values("n")), 0),
    )
    return told.values_list(
        "last_seq", "time", "about", "is_undone", "answers", "made", "audience", "number"
    )[:1]


def just_done(request: MemberRequest, rights: Rights) -> JustDone | None:
    """What this member did last, where that was a moment ago. After an undo no earlier act takes its place."""
    campaign = request.member.campaign
    acts = _newest_act(campaign.pk, request.member.pk)
    if not acts:
        return None
    ((newest, at, about, is_undone, answers, made, audience, number),) = acts
    action = about or ""
    until = at // 1_000_000 + JUST_NOW
    if time.time() >= until:
        return None
    turned = undo_graph.turned_by(campaign, newest) if action == undo_graph.UNDO else []
    if turned and not is_undone and not undo_graph.is_undo(campaign, min(turned)):
        return JustDone(min(turned), until, newest, may_undo(request, campaign, newest))
    stands = action != undo_graph.UNDO and not is_undone
    seq = own_last_act(request, rights, newest if stands else None)
    if seq is None:
        return None
    told = action if seq == newest else undo_graph.when_and_what(campaign, seq)[1]
    words = _changed(request, seq) if told == EDIT else _together(campaign, seq, told)
    if told == CREATE and seq == newest and made and Viewer.of(request.viewer).sees(audience or ""):
        words = _("Create all %(n)d") if number > 1 else _("Create %(name)s")
        words %= {"name": made, "n": number}
    if answers and seq == newest:
        words = str(game_of(told).telling.answers.get(told, ""))
    action = _named(campaign, seq, told)
    if told == undo_graph.NOTE and not action:
        words = _("Ask players")
    return JustDone(seq, until, action=action, words=words)


def played_just_now(request: MemberRequest, system: str) -> list[ShownEntry]:
    """What this member's newest act came to, for the page from which it was made in a tap: of this game, and stands.

    What it asked of others takes its place once they have answered.
    """
    campaign = request.member.campaign
    acts = [] if request.is_viewing_as else list(_newest_act(campaign.pk, request.member.pk))
    for newest, _at, about, is_undone, _answers, *_made in acts:
        if (about or "").startswith(f"{system}.") and not is_undone:
            seqs = came_of(campaign.pk, newest) or [newest]
            told = timeline.some_entries(campaign, Viewer.of(request.viewer), seqs)
            return [one for one in told if time.time() < one.time.timestamp() + JUST_NOW]
    return []


def _changed(request: MemberRequest, seq: int) -> str:
    """Whom or what somebody corrected; of what has no name, why."""
    (shown,) = timeline.some_entries(request.member.campaign, Viewer.of(request.viewer), [seq])
    edits = [step["input"] for step in shown.steps if step["action"] == EDIT]
    if not edits:
        return ""
    name = shown.names.get(str(as_values(edits[-1]["record"])["id"]), "")
    return _("Change %(name)s") % {"name": name} if name else str(edits[-1]["reason"])


def _together(campaign: Campaign, seq: int, action: str) -> str:
    """What an act is called that is several in one; looked for where its last action may be one of such."""
    named = game_of(action).telling.together
    if not any(action in ones for ones in named):
        return ""
    did = undo_graph.actions_of(campaign, seq)
    return next((str(told) for ones, told in named.items() if ones <= did), "")


def _named(campaign: Campaign, seq: int, action: str) -> str:
    """What an act is called: a note that only accompanies what is asked of somebody is not what was done.

    What the GM asks of players is no action.
    """
    if action != undo_graph.NOTE or undo_graph.FOLLOWING not in undo_graph.actions_of(campaign, seq):
        return action
    asked = Pending.objects.filter(record__campaign=campaign, record__born=seq, for_role="gm")
    return "table.ask" if asked.exists() else ""
