"""What happened to somebody while their page stood open: acts of others that changed what is in their hands."""

from campaigns.game import games
from campaigns.models import Campaign, Change, Membership, Record, Tag
from campaigns.models.log import CHANGED
from campaigns.queries import timeline
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Viewer

MOST = 2
"""So many are told at once, the newest; all of them stand in the log."""
NO_ACTS = {
    *("table.begin_session", "table.end_session", "table.begin_scene", "table.end_scene"),
    *("table.begin_turn", "table.end_round", "table.end_fight", "table.advance_clock", "table.carry_out"),
    *("table.open_draws", "table.fresh_draws", "table.reveal", "table.reveal_draws", "table.redact"),
    *("table.place_member", "table.take_seat", "table.change_settings", "table.change_policy"),
    *("table.migrate", "table.settle", "table.reshuffle_pile"),
}
"""What keeps the books: whatever it brings somebody, nobody did it to them. Each game adds its own."""


def news(campaign: Campaign, viewer: Viewer, member: Membership, since: int) -> list[ShownEntry]:
    """The newest standing acts after `since` that others made and that changed a record of this member's."""
    if since >= campaign.head_seq:
        return []
    no_acts = NO_ACTS.union(*(game.telling.no_news for game in games().values()))
    own = Record.objects.filter(campaign=campaign, owner=member).values("pk")
    changes = Change.objects.filter(
        CHANGED, campaign=campaign, seq__gt=since, seq__lte=campaign.head_seq, record__in=own
    )
    mine = Tag.objects.filter(campaign=campaign, kind="actor", value=str(member.pk), seq__gt=since).values(
        "seq"
    )
    actions = Tag.objects.filter(campaign=campaign, kind="action", seq__gt=since)
    acts = actions.filter(audience__in=viewer.audiences).exclude(value__in=no_acts).values("seq")
    seen = changes.filter(audience__in=viewer.audiences, seq__in=acts).exclude(seq__in=mine)
    seqs = seen.order_by("-seq").values_list("seq", flat=True).distinct()[:MOST]
    return [
        entry
        for entry in timeline.some_entries(campaign, viewer, seqs)
        if entry.document and entry.undone_by is None
    ]
