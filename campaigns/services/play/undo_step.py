"""What `play()` needs to turn entries round: their changes as input, and their draws left for the same act again."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import QuerySet

from campaigns.game import Origin
from campaigns.log import canonical, record, undo_graph
from campaigns.models import Campaign, Change, Entry, Membership, Part, Slot, Tag
from campaigns.models.prepared import prepared
from campaigns.policy import Rights
from rules.kernel.values import Values


def known_for(campaign: Campaign, agreed: tuple[int, ...]) -> Values:
    """The input of `table.undo` for the entries agreed to; NotUndoable where others depend on them by now."""
    # Planned again under the lock: since the page was shown, something may have come to depend on it.
    found = undo_graph.plan_undo(campaign, min(agreed))
    if found.entries != agreed:
        together = ", ".join(map(str, found.entries))
        raise undo_graph.NotUndoable(
            f"Undoing entry {min(agreed)} also undoes {together}. Check again and confirm."
        )
    _refuse_used_draws(campaign, agreed)
    # Newest first, so that of a field changed more than once the oldest value is the one that remains.
    changes = list(Change.objects.filter(campaign=campaign, seq__in=agreed).order_by("-seq", "-pk"))
    # What an undone undo lets stand again may say a mark that the undo itself had left as it was.
    turned = undo_graph.ripple(campaign, agreed, 0)
    said = Change.objects.filter(campaign=campaign, seq__in={*turned.falling, *turned.rising})
    gone = {change.record for change in changes if change.field == "record" and not change.before}
    marks = undo_graph.marks_among(said.exclude(record__in=gone).values_list("record", "field"))
    reverted: list[Change | undo_graph.MarkChange] = [
        change for change in changes if (change.record, change.field) not in marks
    ]
    reverted += undo_graph.marks_without(campaign, agreed, marks)
    return {
        "entries": list(found.entries),
        "redo": found.redo,
        "changes": [
            {
                "record": str(change.record),
                "field": change.field,
                "before": change.before,
                "after": change.after,
            }
            for change in reverted
        ],
    }


def check(rights: Rights, campaign: Campaign, entries: tuple[int, ...]) -> None:
    """Raise `NotAllowed` unless this member may undo these entries (TAB-UNDO-04).

    What others have gone by since is no player's alone to take back.
    """
    is_last = entries == (last_own(campaign, rights.member),)
    is_gone_by = is_last and not rights.member.is_gm and undo_graph.is_rested_on(campaign, entries[0])
    rights.check_undo(own_last=is_last and not is_gone_by)


def words_of(campaign: Campaign, entries: tuple[int, ...]) -> set[str]:
    """People's own words in these entries: an undo that repeats them keeps them apart as well."""
    texts = Part.objects.filter(entry__campaign=campaign, entry__seq__in=entries, kind="text")
    values = (canonical.decode(text) for text in texts.exclude(text="").values_list("text", flat=True))
    return {value for value in values if isinstance(value, str)}


def are_sealed(campaign: Campaign, entries: tuple[int, ...]) -> bool:
    """Whether one of these entries is not for the whole table: then its undo is not either."""
    acts = Part.objects.filter(entry__campaign=campaign, entry__seq__in=entries, position=0)
    return acts.exclude(audience="table").exists()


def last_own(campaign: Campaign, member: Membership) -> int | None:
    """The member's newest standing entry."""
    return next(iter(_newest_of(campaign.pk, str(member.pk))), None)


@prepared
def _newest_of(campaign: UUID, member: str) -> QuerySet[Tag, int]:
    mine = Tag.objects.filter(campaign=campaign, kind="actor", value=member)
    return undo_graph.effective(campaign, mine).order_by("-seq").values_list("seq", flat=True)[:1]


def settle(campaign: Campaign, turned: tuple[int, ...], by: int) -> None:
    """After the undo is logged: free or take the draws, and keep what no longer stands."""
    found = undo_graph.ripple(campaign, turned, by)
    for slot in slots_of(campaign, found.falling):
        Slot.objects.filter(pk=slot.pk).update(is_free=True)
    for slot in slots_of(campaign, found.rising):
        Slot.objects.filter(pk=slot.pk).update(is_free=False)
    undo_graph.store(campaign, found)


def slots_of(campaign: Campaign, seqs: Iterable[int]) -> list[Slot]:
    """The slots that entries drew from."""
    found = []
    for entry in Entry.objects.filter(campaign=campaign, seq__in=list(seqs)):
        origin = record.read_document(Part.objects.filter(entry=entry))["from"]
        for period, is_sealed, number in places_of(origin):
            slots = Slot.objects.filter(period__campaign=campaign, period__number=period)
            found.append(slots.get(number=number, is_sealed=is_sealed))
    return found


def places_of(origin: Origin) -> Iterator[tuple[int, bool, int]]:
    """The slots that draws came from: of each its period, whether it is a sealed one, and its number."""
    if origin.get("by") == "fair":
        yield origin["period"], origin.get("of") == "sealed", origin["slot"]
    if "sealed" in origin:
        yield origin["sealed"]["period"], True, origin["sealed"]["slot"]


def _refuse_used_draws(campaign: Campaign, turned: tuple[int, ...]) -> None:
    """An act whose dice were given to another act, or dropped, does not come back beside it."""
    rising = undo_graph.ripple(campaign, turned, 0).rising
    if any(not slot.is_free for slot in slots_of(campaign, rising)):
        raise undo_graph.NotUndoable(
            "The same action was done again since, or its dice were discarded. Undo that action "
            "first, or start a new one."
        )
