"""Records as an entry left them: of each field the latest change up to there, never the whole log played over."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Max, Q

from campaigns.models import Campaign, Change
from campaigns.state.kinds import kind as find_kind
from campaigns.state.working import Sheet, defaults

Latest = Mapping[str, list[Any]]
"""What each field of a record last became: `[]` is absent, `[value]` a value."""

Life = tuple[int, dict[str, Any] | None]
"""What a record was from an entry on; None where that entry took it away."""


def stood_at(
    campaign: Campaign, seq: int, records: Collection[str], only: Collection[str] = ()
) -> dict[str, Sheet]:
    """These records as entry `seq` left them, in the order asked for, without those not there (two queries).

    `only` names the fields to be read, where not all are wanted; `record` is what the record itself is.
    """
    found = _latest(campaign, seq, records, only)
    return {record: sheet for record in records if (sheet := _sheet(record, found.get(record, {})))}


def those_there(campaign: Campaign, seq: int, kinds: Collection[str]) -> dict[str, dict[str, Any]]:
    """What each record of these kinds was after entry `seq`, by id, the oldest first (one query)."""
    of_kind = Q(after__0__kind__in=list(kinds)) | Q(before__0__kind__in=list(kinds))
    lives = Change.objects.filter(of_kind, campaign=campaign, field="record", seq__lte=seq)
    there: dict[str, dict[str, Any]] = {}
    for record, after in lives.order_by("seq", "pk").values_list("record", "after"):
        if after:
            there[str(record)] = after[0]
        else:
            there.pop(str(record), None)
    return there


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
    rows = changes.filter(entry__campaign=campaign, entry__seq__in=set(wanted.values()))
    found: dict[str, dict[str, list[Any]]] = {}
    for record, field, at, after in rows.values_list("record", "field", "seq", "after"):
        if wanted.get((record, field)) == at:
            found.setdefault(str(record), {})[field] = after
    return found


def _sheet(record: str, latest: Latest) -> Sheet | None:
    about = latest.get("record")
    if not about:
        return None
    kind = find_kind(about[0]["kind"])
    fields = defaults(kind)
    fields.update({name: after[0] for name, after in latest.items() if after and name != "record"})
    return Sheet(record, kind, dict(about[0]), fields)
