"""Between rows and sheets: loading a record's contract fields, and writing them back."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, OneToOneRel, QuerySet

from campaigns.game import About, as_about
from campaigns.models import Campaign, Record
from campaigns.models.prepared import insert, prepared, update
from campaigns.state.fields import Map, Ref, Stored, Whole
from campaigns.state.kinds import kind as find_kind
from campaigns.state.unit_of_work import Net, Sheet
from rules.kernel.values import Value, as_values


class Rows:
    """A campaign's records as they stand in the database."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign

    def load(self, record_id: str) -> Sheet | None:
        """The record, or None where this campaign has none of that id."""
        try:
            key = UUID(record_id)
        except ValueError:
            return None
        return next(iter(read_sheets(_records(self._campaign.pk, [key], ()))), None)

    def load_many(self, record_ids: Iterable[str], likely: Iterable[str] = ()) -> list[Sheet]:
        """Those of these records that there are: one query for those of the `likely` kinds, one for each other kind."""
        joined = dict.fromkeys(model for kind in likely for model in find_kind(kind).models)
        keys = list(map(UUID, record_ids))
        return read_sheets(_records(self._campaign.pk, keys, tuple(map(_accessor, joined))), joined)

    def linked(self, kind: str, ref: str, target: str) -> list[str]:
        """Ids of records of a kind that name `target`, oldest first."""
        declared = find_kind(kind).fields[ref]
        if not isinstance(declared, Ref):
            raise TypeError(f"{ref} of {kind} names no record")
        return list(map(str, _linked(self._campaign.pk, declared.model, (declared.attribute,), UUID(target))))


class Gathered(Rows):
    """A campaign's records, some of which are read already.

    `by_kind`: where it is asked what names a record, all of that kind are read at once, the first time.
    """

    def __init__(self, campaign: Campaign, sheets: Iterable[Sheet], *, by_kind: bool = False) -> None:
        super().__init__(campaign)
        self._sheets = {sheet.id: sheet for sheet in sheets}
        self._by_kind = by_kind
        self._whole: dict[str, list[Sheet]] = {}

    def load(self, record_id: str) -> Sheet | None:
        return self._sheets.get(record_id) or super().load(record_id)

    def linked(self, kind: str, ref: str, target: str) -> list[str]:
        if not self._by_kind:
            return super().linked(kind, ref, target)
        if kind not in self._whole:
            self._whole[kind] = of_kinds(self._campaign, kind)
            self._sheets |= {sheet.id: sheet for sheet in self._whole[kind]}
        return [sheet.id for sheet in self._whole[kind] if sheet.fields[ref] == target]


def read_sheet(row: Record) -> Sheet:
    """A record's row and typed rows as a sheet."""
    return read_sheets([row])[0]


def of_kinds(campaign: Campaign, *kinds: str) -> list[Sheet]:
    """A campaign's records of these kinds as sheets, oldest first (one query)."""
    return read_joined(records_of(campaign, kinds), kinds)


def records_of(campaign: Campaign, kinds: Collection[str]) -> list[Record]:
    """The rows of a campaign's records of these kinds, with their typed rows, oldest first."""
    return _all_of(campaign.pk, list(kinds), typed_rows_of(*kinds))


def records_among(campaign: Campaign, keys: list[UUID], kinds: Collection[str]) -> list[Record]:
    """Of these records those that there are of these kinds."""
    return [one for one in _records(campaign.pk, keys, ()) if one.kind in kinds]


def those_of_kind(keys: list[UUID], kind: str) -> list[Sheet]:
    """Of these records those of this kind as sheets (one query)."""
    found = _with_typed_rows_of(keys, typed_rows_of(kind))
    return read_joined([row for row in found if row.kind == kind], (kind,))


def typed_rows_of(*kinds: str) -> tuple[str, ...]:
    """By what names records of these kinds know their typed rows: what a read of them joins for `read_joined`."""
    return tuple(map(_accessor, _models_of(kinds)))


def read_joined(records: Iterable[Record], kinds: Collection[str]) -> list[Sheet]:
    """Records as sheets, of which those of these kinds came with their typed rows."""
    return read_sheets(records, _models_of(kinds))


def _models_of(kinds: Collection[str]) -> dict[type[Model], None]:
    return dict.fromkeys(model for kind in kinds for model in find_kind(kind).models)


def read_kinds(records: QuerySet[Record], *kinds: str) -> list[Sheet]:
    """Those of these records that are of these kinds as sheets, in their order; a single kind takes one query."""
    if len(kinds) > 1:
        return read_sheets(records.filter(kind__in=kinds))
    (kind,) = kinds
    joined = find_kind(kind).models
    return read_sheets(_with_typed_rows(records.filter(kind=kind), joined), joined)


def _with_typed_rows(records: QuerySet[Record], models: Collection[type[Model]]) -> QuerySet[Record]:
    return records.select_related(*map(_accessor, models)) if models else records


def read_sheets(records: Iterable[Record], joined: Collection[type[Model]] = ()) -> list[Sheet]:
    """Many records as sheets, in their order: one query for each kind whose rows are not `joined` to the records.

    KeyError where a record lacks its typed rows.
    """
    records = list(records)
    kinds: dict[str, list[Record]] = {}
    for row in records:
        kinds.setdefault(row.kind, []).append(row)
    typed = {pk: one for kind, rows in kinds.items() for pk, one in _typed_rows(kind, rows, joined)}
    return [_sheet(row, typed[row.pk]) for row in records]


def _typed_rows(
    kind: str, rows: list[Record], joined: Collection[type[Model]]
) -> Iterator[tuple[UUID, dict[type[Model], Model]]]:
    models, keys = find_kind(kind).models, [row.pk for row in rows]
    if not models:
        yield from ((key, {}) for key in keys)
        return
    if len(models) == 1 and models[0] not in joined:
        yield from ((row.pk, {models[0]: row}) for row in _rows_of(models[0], keys))
        return
    names = {model: _accessor(model) for model in models}
    is_read = all(model in joined for model in models)
    found = rows if is_read else _with_typed_rows_of(keys, tuple(names.values()))
    for row in found:
        try:
            yield row.pk, {model: getattr(row, name) for model, name in names.items()}
        except ObjectDoesNotExist:
            continue


@prepared
def _records(campaign: UUID, keys: list[UUID], typed: tuple[str, ...]) -> QuerySet[Record]:
    found = Record.objects.filter(campaign=campaign, pk__in=keys)
    return found.select_related(*typed) if typed else found


@prepared
def _all_of(campaign: UUID, kinds: list[str], typed: tuple[str, ...]) -> QuerySet[Record]:
    found = Record.objects.filter(campaign=campaign, kind__in=kinds).order_by("born", "pk")
    return found.select_related(*typed) if typed else found


@prepared
def _rows_of(model: type[Model], keys: list[UUID]) -> QuerySet[Model]:
    return model._default_manager.filter(pk__in=keys)


@prepared
def _with_typed_rows_of(keys: list[UUID], typed: tuple[str, ...]) -> QuerySet[Record]:
    return Record.objects.filter(pk__in=keys).select_related(*typed)


@prepared
def _linked(campaign: UUID, model: type[Model], attribute: tuple[str], target: UUID) -> QuerySet[Model, UUID]:
    found = model._default_manager.filter(**{f"{attribute[0]}_id": target}, record__campaign=campaign)
    return found.order_by("record__born", "pk").values_list("pk", flat=True)


@cache
def _accessor(model: type[Model]) -> str:
    """By what name a record knows its row of a typed model."""
    to_record = model._meta.get_field("record").remote_field
    if not isinstance(to_record, OneToOneRel):
        raise TypeError(f"{model.__name__} is not one-to-one with a record")
    return str(to_record.get_accessor_name())


def _sheet(row: Record, typed: dict[type[Model], Model]) -> Sheet:
    kind = find_kind(row.kind)
    fields: dict[str, Value] = {}
    for name, declared in kind.stored().items():
        fields.update(_read_field(typed[declared.model], name, declared))
    return Sheet(str(row.pk), kind, about(row), fields)


def about(row: Record) -> About:
    """What the log says of a record itself."""
    owner = str(row.owner_id) if row.owner_id else None
    return {"kind": row.kind, "name": row.name, "owner": owner, "visibility": row.visibility}


def write(campaign: Campaign, seq: int, changes: list[Net], sheets: list[Sheet]) -> None:
    """Write an entry's net changes to rows: births first, then fields, then removals in the order of the changes.

    Fields come before removals, as another's may still name what is removed.
    """
    by_id = {sheet.id: sheet for sheet in sheets}
    changes = [change for change in changes if change[2] != change[3]]  # marks said again stand as they are
    for record, name, before, after in changes:
        if name == "record" and after:
            _write_record(campaign, seq, record, bool(before), as_about(after[0]))
    gone = {
        record: as_about(before[0])["kind"]
        for record, name, before, after in changes
        if name == "record" and not after
    }
    for record, kind in gone.items():
        _leave_to_others(record, kind)
    changed = dict.fromkeys(record for record, name, _before, _after in changes if name != "record")
    for record in changed:
        if record in by_id:
            _write_fields(by_id[record], [name for one, name, _b, _a in changes if one == record])
    for record in gone:
        Record.objects.filter(campaign=campaign, pk=record).delete()


def _read_field(row: Model, name: str, declared: Stored) -> dict[str, Value]:
    if isinstance(declared, Whole):
        return {name: _gathered(row, declared)}
    if isinstance(declared, Ref):
        target = getattr(row, f"{declared.attribute}_id")
        return {name: str(target) if target else None}
    value = getattr(row, declared.attribute)
    if isinstance(declared, Map):
        return {key if name == "*" else f"{name}.{key}": inner for key, inner in value.items()}
    return {name: value}


def _gathered(row: Model, declared: Whole) -> dict[str, Any]:
    """A value of the contract from the columns that it lies in."""
    value: dict[str, Any] = {}
    for path, attribute in declared.columns.items():
        *outer, last = path.split(".")
        inside = value
        for step in outer:
            inside = inside.setdefault(step, {})
        inside[last] = getattr(row, attribute)
    return value


def _spread(value: Value, declared: Whole) -> dict[str, Value]:
    """The columns of a value of the contract."""
    columns = {}
    for path, attribute in declared.columns.items():
        inside = value
        for step in path.split("."):
            inside = as_values(inside)[step]
        columns[attribute] = inside
    return columns


def _write_record(campaign: Campaign, seq: int, record: str, exists: bool, after: About) -> None:
    described = {"name": after["name"], "owner_id": after["owner"], "visibility": after["visibility"]}
    if exists:
        Record.objects.filter(campaign=campaign, pk=record).update(**described)
        return
    row = Record(id=UUID(record), campaign=campaign, kind=after["kind"], born=seq, **described)
    insert(Record, [row])
    for model in find_kind(after["kind"]).models:
        insert(model, [model(record=row)])


def _leave_to_others(record: str, kind: str) -> None:
    """What only one may be at a time, such as a demon's open Contact, another may become as this one is removed.

    Whoever it names, such as the demon that a sorcerer begins with, may be removed beside it.
    """
    for model in find_kind(kind).models:
        model._default_manager.filter(pk=record).delete()


def _write_fields(sheet: Sheet, names: list[str]) -> None:
    updates: dict[type[Model], dict[str, Value]] = {}
    for name in names:
        if name == "record":
            continue
        declared = sheet.kind.stored()[sheet.kind.find(name)[0]]
        values = updates.setdefault(declared.model, {})
        if isinstance(declared, Map):
            values[declared.attribute] = sheet.under(sheet.kind.find(name)[0])
        elif isinstance(declared, Ref):
            values[f"{declared.attribute}_id"] = sheet.fields[name]
        elif isinstance(declared, Whole):
            values.update(_spread(sheet.fields[name], declared))
        else:
            values[declared.attribute] = sheet.fields[name]
    for model, values in updates.items():
        # The changed columns alone, without reading the row first.
        update(model, UUID(sheet.id), values)
