"""Records as an entry left them: of each field the latest change up to there, never the whole log played over."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Exists, Max, OuterRef

from campaigns.game import About, as_about
from campaigns.models import Campaign, Change, Entry, Record
from campaigns.state.kinds import kind as find_kind
from campaigns.state.unit_of_work import Sheet, defaults
from rules.kernel.values import Value

Latest = Mapping[str, list[Value]]
"""What each field of a record last became: `[]` is absent, `[value]` a value."""

Abouts = dict[str, About]
"""What records are, by id."""

Life = tuple[int, About | None]
"""What a record was from an entry on; None where that entry took it away."""


def stood_at(
    campaign: Campaign, seq: int, records: Collection[str], only: Collection[str] = ()
) -> dict[str, Sheet]:
    """These records as entry `seq` left them, in the order asked for, without those not there (two queries).

    `only` names the fields to be read, where not all are wanted; `record` is what the record itself is.
    """
    found = _latest(campaign, seq, records, only)
    return {record: sheet for record in records if (sheet := _sheet(record, found.get(record, {})))}


def those_there(campaign: Campaign, seqs: Sequence[int], kinds: Collection[str]) -> list[Abouts]:
    """What each record of these kinds was after each of some entries, the oldest record first (one query).

    `seqs` go upwards. By far the most records of a long log are of kinds that nobody asks for here: those that are
    still there are passed over by their rows.
    """
    others = Record.objects.filter(pk=OuterRef("record")).exclude(kind__in=kinds)
    lives = Change.objects.filter(~Exists(others), campaign=campaign, field="record", seq__lte=seqs[-1])
    rows = deque(lives.order_by("seq", "pk").values_list("seq", "record", "after"))
    there: Abouts = {}
    found = []
    for seq in seqs:
        while rows and rows[0][0] <= seq:
            _seq, record, after = rows.popleft()
            if after and after[0]["kind"] in kinds:
                there[str(record)] = after[0]
            else:
                there.pop(str(record), None)
        found.append(dict(there))
    return found


def lives_of(campaign: Campaign, record: str) -> list[Life]:
    """What a record was from which entry on, the oldest first (one query)."""
    lives = Change.objects.filter(campaign=campaign, record=UUID(record), field="record").order_by("seq")
    return [(seq, after[0] if after else None) for seq, after in lives.values_list("seq", "after")]


def _latest(
    campaign: Campaign, seq: int, records: Iterable[str], only: Collection[str]
) -> Mapping[str, Latest]:
    """What each field of these records last became up to an entry."""
    changes = Change.objects.filter(campaign=campaign, record__in=[UUID(one) for one in records])
    changes = changes.filter(field__in=list(only)) if only else changes
    last = changes.filter(seq__lte=seq).values_list("record", "field").annotate(last=Max("seq")).order_by()
    wanted = {(record, field): at for record, field, at in last}
    # By their entries alone: with the records as well, a database may read all that ever happened to them.
    entries = Entry.objects.filter(campaign=campaign, seq__in=set(wanted.values()))
    rows = Change.objects.filter(entry__in=entries)
    found: dict[str, dict[str, list[Value]]] = {}
    for record, field, at, after in rows.values_list("record", "field", "seq", "after"):
        if wanted.get((record, field)) == at:
            found.setdefault(str(record), {})[field] = after
    return found


def _sheet(record: str, latest: Latest) -> Sheet | None:
    told = latest.get("record")
    if not told:
        return None
    about = as_about(told[0])
    kind = find_kind(about["kind"])
    fields = defaults(kind)
    fields.update({name: after[0] for name, after in latest.items() if after and name != "record"})
    return Sheet(record, kind, about.copy(), fields)
