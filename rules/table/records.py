"""Making and editing records by hand, and carrying out what a clause says the application does."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, New, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.outcomes import CarriedOut, Edited, Made, Migrated
from rules.table.types import About, EffectInput, FieldValue, Reason


class CreateInput(Input):
    """A record made at the table. `id` is new; `fields` are set in the order given."""

    id: Annotated[Id, New("record")]
    about: Annotated[About, PLAYER, by("TAB-RECORD-01")]
    fields: Annotated[tuple[FieldValue, ...], PLAYER, by("TAB-RECORD-01")] = ()

    def __post_init__(self) -> None:
        check_distinct("fields", (field.field for field in self.fields))


class EditedRecord(Input):
    id: Id


class EditInput(Input):
    """A GM's correction of a record, with its reason. `corrects` is the entry whose outcome it overrides."""

    record: Annotated[EditedRecord, record("any"), by("TAB-RECORD-02")]
    reason: Annotated[Reason, GM, by("TAB-RECORD-02")]
    about: Annotated[About | None, GM, by("TAB-RECORD-02")] = None
    changes: Annotated[tuple[FieldValue, ...], GM, by("TAB-RECORD-02")] = ()
    corrects: Annotated[Annotated[int, Meta(ge=1, le=10**9)] | None, GM, by("TAB-RECORD-05")] = None

    def __post_init__(self) -> None:
        check_distinct("changes", (field_value.field for field_value in self.changes))
        if self.about is None and not self.changes:
            raise wrong("changes", "an edit must change something")


class CarryOutInput(Input):
    """What a clause makes the application do in the same act; made by a system's `follows`, never by a person."""

    clause: Annotated[Id, PROCEDURE]
    effects: Annotated[tuple[EffectInput, ...], Meta(min_length=1), PROCEDURE]


class MigrateInput(Input):
    """What a new release of the software changes in stored records; played by it alone, and told in the log."""

    name: Annotated[Id, PROCEDURE]
    effects: Annotated[tuple[EffectInput, ...], Meta(min_length=1), PROCEDURE]


def create(given: CreateInput, draws: Draws) -> Result:
    """Make a record (TAB-RECORD-01)."""
    born = set_to(given.id, "record", msgspec.to_builtins(given.about))
    effects = (born, *(set_to(given.id, field.field, field.set) for field in given.fields))
    return Result(Made(kind=given.about.kind, name=given.about.name), effects, ("TAB-RECORD-01",))


def edit(given: EditInput, draws: Draws) -> Result:
    """Correct a record, with a reason (TAB-RECORD-02), perhaps what came of an entry (TAB-RECORD-05).

    A record's own `record` field is not set here.
    """
    for number, one in enumerate(given.changes):
        if one.field == "record":
            raise RuleViolation(
                "an edit cannot remove a record",
                field=f"input.changes.{number}.field",
                clause="TAB-RECORD-03",
            )
    about: tuple[Effect, ...] = ()
    if given.about is not None:
        about = (set_to(given.record.id, "record", msgspec.to_builtins(given.about)),)
    effects = (
        *about,
        *(set_to(given.record.id, field_value.field, field_value.set) for field_value in given.changes),
    )
    outcome = Edited(
        fields=tuple(field_value.field for field_value in given.changes), about=given.about is not None
    )
    clauses = ("TAB-RECORD-02", "TAB-RECORD-05") if given.corrects is not None else ("TAB-RECORD-02",)
    return Result(outcome, effects, clauses)


def carry_out(given: CarryOutInput, draws: Draws) -> Result:
    """Do what a clause says follows from the step before (TAB-FOLLOW-01)."""
    return Result(CarriedOut(clause=given.clause), _carried(given), ("TAB-FOLLOW-01", given.clause))


def migrate(given: MigrateInput, draws: Draws) -> Result:
    """Keep stored records readable for a new release (TAB-RECORD-04)."""
    return Result(Migrated(name=given.name), _carried(given), ("TAB-RECORD-04",))


def _carried(given: CarryOutInput | MigrateInput) -> tuple[Effect, ...]:
    return tuple(
        Effect(on=effect.on, field=effect.field, set=effect.set, change=effect.change)
        for effect in given.effects
    )
