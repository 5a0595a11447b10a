"""The GM asks a player to act (TAB-ASK-04), and a player asks the GM for what only the GM can settle of an act."""

from uuid import UUID

from django.db.models import QuerySet

from campaigns.models import Campaign, Membership, Pending, Record
from campaigns.policy import ASKED_BY_GM, NotAllowed
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.errors import UnknownRecord
from campaigns.state.ids import ids_in
from rules import words
from rules.kernel.effects import set_to
from rules.kernel.procedure import Question
from rules.kernel.values import Values


def ask_player(*, actor: Membership, action: str, who: str, settled: Values, key: str) -> Played:
    """Put an act to whoever plays a record, with the values that the GM settles.

    Raises `NotAllowed` for anybody but the GM, where nobody else plays who is asked, or where the act is about
    something that they do not see. What the GM was asked of this act is answered by it.
    """
    if not actor.is_gm:
        raise NotAllowed("Only the GM can do this.")
    if not who:
        raise NotAllowed("Choose who is to act first.")
    asked = Record.objects.filter(campaign=actor.campaign_id, pk__in=[who]).select_related("owner").first()
    if asked is None:
        raise UnknownRecord(who)
    if asked.owner is None or asked.owner.is_gm:
        raise NotAllowed(f"No one else plays {asked.name}. Do this yourself.")
    about = {*ids_in(settled)}
    named = Record.objects.filter(campaign=actor.campaign_id, pk__in=about, visibility="gm")
    unseen = named.values_list("name", flat=True).first()
    if unseen is not None:
        raise NotAllowed(f"{asked.owner.name} can't see {unseen}. Show it first, or do this yourself.")
    # Optional, and no step of a procedure: no rule waits for it.
    question = Question(action, "player", who, ASKED_BY_GM, optional=True, data={"given": dict(settled)})
    record_id = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, f"ask/{action}")
    label, _help = words.action_words(action)
    note = Request("table.note", {"words": f"Asks {asked.owner.name}: {label}", "about": [who]})

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        of_gm = open_of_action(actor, action, who).filter(for_role="gm")
        answered = [str(pending.pk) for pending in of_gm if about.intersection(ids_in(pending.data))]
        effects = follow_ups.asking(record_id, question, "table")
        effects += tuple(set_to(one, "state", "answered") for one in answered)  # TAB-ASK-01
        name, known = follow_ups.carry_out(ASKED_BY_GM, effects)
        return (Request(name, {}, known=known),)

    return play(actor, ActRequest(key, (note,), plan))


def open_of_action(actor: Membership, action: str, who: str) -> QuerySet[Pending]:
    """The open questions of one action to one record, oldest first."""
    asked = Pending.objects.filter(record__campaign=actor.campaign_id, state="open")
    return asked.filter(question=action, who=UUID(who)).order_by("record__born", "pk")
