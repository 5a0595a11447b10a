"""Where in the log a moment of the game lies, for pages that show what came after it. Nothing is decided by it."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Max, Min

from campaigns.log import record, undo_graph
from campaigns.models import Campaign, Tag, Undone
from campaigns.queries import timeline
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Viewer


def last_end(campaign: Campaign, game: str, ends: Collection[str]) -> int:
    """The number of the entry that ended the fights of a game last, by one of these acts of the table, or 0.

    What ended those of another game alone is none (TAB-TURN-04).
    """
    acts = Tag.objects.filter(campaign=campaign, kind="action", value__in=ends)
    standing = acts.exclude(seq__in=undo_graph.undone(campaign, 0)).order_by("-seq")
    # One by one, the newest first: mostly that is the one.
    for seq in standing.values_list("seq", flat=True):
        for _seq, document in record.documents_of(campaign, [seq]):
            ended = (step["input"].get("game") for step in document["steps"] if step["action"] in ends)
            if any(whose in (None, game) for whose in ended):
                return seq
    return 0


def turn_began(
    campaign: Campaign, game: str, turn: str, ends: Collection[str], begins: Collection[str]
) -> int:
    """The number after which the entries of the turn that runs come (a few queries).

    `turn` is the action that begins one, `ends` are those that end fights of its `game`, `begins` those of which the
    first one is the beginning where no turn has been counted yet.
    """
    acts = Tag.objects.filter(campaign=campaign, kind="action").exclude(
        seq__in=undo_graph.undone(campaign, 0)
    )
    last = acts.filter(value=turn).aggregate(seq=Max("seq"))["seq"] or 0
    ended = last_end(campaign, game, ends)
    if last > ended:
        return last
    first = acts.filter(value__in=begins, seq__gt=ended).aggregate(seq=Min("seq"))["seq"]
    return first - 1 if first else ended


def entries_about(
    campaign: Campaign, viewer: Viewer, records: Iterable[str], *actions: str
) -> dict[str, set[int]]:
    """The standing entries about each of these records, and of these actions, that this viewer may read (one query)."""
    about: dict[str, set[int]] = {one: set() for one in (*records, *actions)}
    tags = Tag.objects.filter(campaign=campaign)
    found = tags.filter(kind__in=("record", "action"), audience__in=viewer.audiences, value__in=about)
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    undos = tags.filter(kind="action", value=undo_graph.UNDO).values("seq")
    standing = found.exclude(seq__in=undone).exclude(seq__in=undos)
    for value, seq in standing.values_list("value", "seq"):
        about[value].add(seq)
    return about


def since_last(campaign: Campaign, begins: str, acts: Collection[str]) -> tuple[int, ...]:
    """The numbers of the entries that stand from the last `begins` on and in which one of these acts was played."""
    played = Tag.objects.filter(campaign=campaign, kind="action").exclude(
        seq__in=undo_graph.undone(campaign, 0)
    )
    last = played.filter(value=begins).aggregate(seq=Max("seq"))["seq"]
    if last is None:
        return ()
    found = played.filter(value__in=(begins, *acts), seq__gte=last)
    return tuple(found.order_by("seq").values_list("seq", flat=True).distinct())


def with_earlier(
    campaign: Campaign, viewer: Viewer, rows: Sequence[ShownEntry], actions: Collection[str], since: int
) -> list[ShownEntry]:
    """What stands of the newest entries, oldest first, and before them what has one of these actions since an entry.

    `rows` are those that a page shows anyway; only where they do not reach back so far more is read.
    """
    first = rows[0].seq if rows else campaign.head_seq + 1
    standing = [entry for entry in rows if entry.undone_by is None]
    if first <= since:
        return standing
    acts = Tag.objects.filter(
        campaign=campaign, kind="action", value__in=actions, audience__in=viewer.audiences
    )
    undone = undo_graph.undone(campaign, since - 1)
    seqs = acts.filter(seq__gte=since, seq__lt=first).exclude(seq__in=undone).values_list("seq", flat=True)
    earlier = set(seqs)
    return [*(timeline.some_entries(campaign, viewer, earlier) if earlier else ()), *standing]
