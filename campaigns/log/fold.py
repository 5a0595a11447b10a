"""The state that a log tells: every entry's changes, one after the other."""

from collections.abc import Iterable
from copy import deepcopy

from campaigns.game import Change, as_about, plain
from campaigns.log.redacted import same
from campaigns.state.fields import Kind, as_kept
from campaigns.state.kinds import kind as find_kind
from campaigns.state.unit_of_work import Sheet, changed_fields, defaults
from rules.kernel.values import Value


class FoldMismatch(Exception):
    """An entry says that a field was something else before than the entries before it left behind."""


class Folded:
    """Records as the entries read so far left them. A source for `UnitOfWork`, like the rows themselves."""

    def __init__(self) -> None:
        self.sheets: dict[str, Sheet] = {}

    def load(self, record_id: str) -> Sheet | None:
        known = self.sheets.get(record_id)
        return known and Sheet(known.id, known.kind, known.about.copy(), deepcopy(known.fields))

    def linked(self, kind: str, ref: str, target: str) -> list[str]:
        found = (sheet for sheet in self.sheets.values() if sheet.kind.name == kind)
        return [sheet.id for sheet in found if sheet.fields.get(ref) == target]

    def take(self, changes: Iterable[Change]) -> None:
        """Apply an entry's net changes; FoldMismatch where `before` is not what is there."""
        for record, name, before, after in changes:
            if name == "record":
                self._take_record(record, before, after)
        for record, name, before, after in changes:
            if name != "record" and record in self.sheets:
                self._take_field(self.sheets[record], name, before, after)

    def _take_record(self, record: str, before: list[Value], after: list[Value]) -> None:
        known = self.sheets.get(record)
        if not same(before, [plain(known.about)] if known else []):
            raise FoldMismatch(f"the record {record} was not {before}")
        if not after:
            del self.sheets[record]
        elif known is None:
            about = as_about(after[0])
            kind: Kind = find_kind(about["kind"])
            self.sheets[record] = Sheet(record, kind, about.copy(), defaults(kind))
        else:
            known.about = as_about(after[0]).copy()

    def _take_field(self, sheet: Sheet, name: str, before: list[Value], after: list[Value]) -> None:
        before, after = ([as_kept(sheet.kind, name, one) for one in values] for values in (before, after))
        current = [sheet.fields[name]] if name in sheet.fields else []
        if (before and not same(before, current)) or (
            not before and current and name not in defaults(sheet.kind)
        ):
            raise FoldMismatch(f"{name} of {sheet.name or sheet.id} was {current}, not {before}")
        if after:
            sheet.fields[name] = after[0]
        else:
            sheet.fields.pop(name, None)


def differences(folded: Sheet | None, stored: Sheet | None) -> list[str]:
    """The fields in which a record's rows differ from what the log says of it."""
    if folded is None or stored is None:
        return [] if folded is stored else ["record"]
    told, kept = changed_fields(folded), changed_fields(stored)
    found = [] if same(plain(folded.about), plain(stored.about)) else ["record"]
    return found + sorted(
        name for name in told.keys() | kept.keys() if not same(told.get(name), kept.get(name))
    )
