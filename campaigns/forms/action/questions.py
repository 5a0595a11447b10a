"""What an action asks of a person: its input type read as a tree of questions, by where each field comes from."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import FieldInfo

from campaigns.game import OF_TABLE, game_of, games, of_all
from campaigns.queries.obstacles import is_known
from campaigns.services.play.action_inputs import LONGEST_NAME, NAME, is_named_by_whoever_makes_it
from campaigns.services.play.awards import is_award
from campaigns.state.kinds import KINDS
from rules.kernel.inputs import InputField, names_help, slots_of
from rules.kernel.origins import ByClause, Decision, FreeText, FromRecord, Helper, New, SideOf
from rules.table.moments import EndFightInput, EndRoundInput
from rules.table.types import About, FieldValue

By = Literal["player", "gm", "gm_alone"]
GIVEN_BY: dict[str | None, By] = {"player": "player", "gm": "gm", "result": "gm_alone", "stored": "gm_alone"}
Form = Literal[
    "number", "length_of_time", "choice", "choices", "flag", "yes_no", "text", "lines", "numbers", "mixed", "value",
    "group", "rows", "record", "records", "member", "clause",
]  # fmt: skip

REFERENCES = {"about": ("any",)}
"""Lists of bare ids of the table, whose type does not say what they name."""
INSTEAD_OF_A_POOL = frozenset({"successes", "spells"})
"""What may stand in the place of a pool: what came of it, or spells that do the whole."""
ENDS = ("one", "other")
MOST = 10**12


@dataclass(frozen=True)
class Ask:
    """One question to a person. `by` says who answers; children belong to groups, rows and records."""

    name: str
    form: Form
    by: By
    required: bool
    default: str | int | None = None
    values: tuple[str | int, ...] = ()
    least: int | None = None
    most: int | None = None
    shortest: int = 0
    longest: int | None = None
    pattern: str | None = None
    kinds: tuple[str, ...] = ()
    children: tuple["Ask", ...] = ()
    is_bare: bool = False
    """A record that is named by its id alone."""
    is_own: bool = False
    """A record that is in the hands of whoever is asked."""
    is_free: bool = False
    """Dice that count only for what stands on no sheet."""
    is_switched: bool = False
    """A group that is there or not, whatever is said in it: a control of its own says which."""
    is_pair: bool = False
    """Rows of two records each, which the contract has without names."""
    is_stored: bool = False
    """Rows that each set a field of a record: the value is asked by the field's own type."""
    is_kept: bool = False
    """What the record in which it stands keeps: in a form, it is asked under Override alone."""
    is_settled: bool = False
    """A record that the GM named when they asked for the act: what is left to say of it is asked, not who it is."""
    may_be_none: bool = False
    """A record in whose place a difficulty may stand."""
    is_helper: bool = False
    """A record that helps, in whose place the GM may put something else."""
    is_award: bool = False
    """Rows of dice that the GM awards: in the place of rows of their own players have what was granted them."""
    names_help: bool = False
    side: str = ""
    """The question beside this one that names the record for which it speaks."""
    is_decision: bool = False
    """What is decided for that side, by whoever plays it."""
    clauses: tuple[str, ...] = ()
    """What leaves it to a person, said of it or of what it stands in."""


@cache
def asks_of(input_type: type[Struct]) -> tuple[Ask, ...]:
    """What a person is asked for an input, in the order of its type."""
    asks = _asks(input_type, "player", in_subject=False, is_top=True)
    return tuple(_with_clauses(ask, ()) for ask in asks)


def _with_clauses(ask: Ask, around: tuple[str, ...]) -> Ask:
    clauses = ask.clauses or around
    return replace(ask, clauses=clauses, children=tuple(_with_clauses(one, clauses) for one in ask.children))


def usual_of(asks: Iterable[Ask], path: str = "") -> Iterator[tuple[str, str]]:
    """What stands in each untouched control, by its path without rows."""
    for ask in asks:
        here = f"{path}{ask.name}"
        if ask.default is not None:
            yield here, "on" if ask.default is True else "off" if ask.default is False else str(ask.default)
        yield from usual_of(ask.children, f"{here}.")


def acting_path(asks: Iterable[Ask], nouns: Collection[str], path: str = "") -> str | None:
    """Where whoever acts is named: the first record that is asked for of one of these kinds."""
    for ask in asks:
        here = f"{path}{ask.name}"
        if set(ask.kinds) & set(nouns) and ask.form in ("record", "rows"):
            return f"{here}.0" if ask.form == "rows" else here
        found = acting_path(ask.children, nouns, f"{here}.") if ask.form == "group" else None
        if found is not None:
            return found
    return None


def unknown(action: str, asks: Iterable[Ask]) -> Iterator[Ask]:
    """Without what always follows from what is stored; what perhaps does may be left empty."""
    perhaps = game_of(action).inputs.perhaps
    for ask in asks:
        if (action, ask.name) in perhaps:
            yield replace(ask, required=False)
        elif not is_known(action, ask.name):
            yield ask


def _asks(struct: type[Struct], by: By, *, in_subject: bool, is_top: bool = False) -> tuple[Ask, ...]:
    slots = slots_of(struct)
    in_subject = in_subject or ("id" in slots and slots["id"].mark(Helper) is not None)
    defaults = {field.encode_name: _default(field) for field in msgspec.structs.fields(struct)}
    found = list(_naming(slots)) if is_named_by_whoever_makes_it(struct) else []
    for slot in slots.values():
        ask = _ask(slot, by, slots, in_subject=in_subject, is_top=is_top)
        if ask is not None:
            placed = _in_place(struct, replace(ask, default=defaults[slot.name]))
            side = slot.mark(SideOf)
            is_decision = slot.mark(Decision) is not None
            left = slot.mark(ByClause)
            found.append(
                replace(
                    placed,
                    side=side.field if side else "",
                    is_decision=is_decision,
                    is_award=is_award(slot),
                    names_help=names_help(slot),
                    clauses=left.clauses if left else (),
                )
            )
    return tuple(
        sorted(found, key=lambda ask: ask.name != "source")
    )  # what dice are for comes before how many


def _naming(slots: dict[str, InputField]) -> Iterator[Ask]:
    """What a record is called that the act makes, or which one of one's own is made anew and keeps its name."""
    yield Ask(NAME, "text", "player", False, longest=LONGEST_NAME)
    new = slots["id"].mark(New)
    kinds = (new.kind,) if new is not None else ()
    left = slots["id"].mark(ByClause)
    clauses = left.clauses if left else ()
    yield Ask("id", "record", "player", False, kinds=kinds, is_bare=True, is_own=True, clauses=clauses)


def _ask(
    slot: InputField, by: By, slots: dict[str, InputField], *, in_subject: bool, is_top: bool
) -> Ask | None:
    if slot.mark(New) or slot.given_by in ("setting", "procedure"):
        return None
    if (helps := slot.mark(Helper)) is not None:
        return Ask(slot.name, "record", by, True, kinds=helps.kinds, is_bare=True, is_helper=True)
    source = slot.mark(FromRecord)
    if source is None and in_subject and slot.given_by is None and not slot.mark(FreeText):
        return None  # a trait of the record, or its id
    if slot.given_by == "derived":
        return _derived(slot, slots, in_subject=in_subject, is_top=is_top)
    by = GIVEN_BY.get(slot.given_by, by)
    if slot.given_by == "stored" and in_subject:
        return replace(_given(slot, by), required=False, is_kept=True)
    return _record(slot, source, by) if source is not None else _given(slot, by)


def _derived(slot: InputField, slots: dict[str, InputField], *, in_subject: bool, is_top: bool) -> Ask | None:
    """What no record tells: the dice of "other" scores, and what an act as a whole rests on. The GM knows."""
    if in_subject:
        scores = _Plain.of(slots["score"]).values if slot.name == "dice" and "score" in slots else ()
        return replace(_given(slot, "gm"), required=False, is_free=True) if "other" in scores else None
    if is_top:
        return replace(_given(slot, "gm_alone"), required=False)
    return replace(_given(slot, "gm"), required=False, is_free=True)


def _record(slot: InputField, source: FromRecord, by: By) -> Ask | None:
    if set(source.kinds) <= OF_TABLE and slot.name == "campaign":
        return None
    plain = _Plain.of(slot)
    item = plain.item
    struct = (item or plain).struct
    children = _asks(struct, by, in_subject=True) if struct else ()
    many: Form = "rows" if struct else "records"
    return Ask(
        slot.name,
        many if item is not None else "record",
        by,
        slot.required,
        kinds=source.kinds,
        children=children,
        is_own=slot.mark(Decision) is not None,
        is_bare=struct is None,
        may_be_none=struct is not None and "id" in slots_of(struct) and not slots_of(struct)["id"].required,
        shortest=plain.bound("min_length") or 0,
        most=plain.bound("max_length"),
    )


def plain_ask(slot: InputField) -> Ask:
    """How a field would be asked for that is known: no clause leaves it to anybody."""
    return replace(_given(slot, "gm_alone"), required=False)


def _given(slot: InputField, by: By) -> Ask:
    plain = _Plain.of(slot)
    inner = plain.item or plain
    ask = Ask(slot.name, plain.form(), by, slot.required)
    if ask.form in ("group", "rows"):
        struct = inner.struct
        return replace(
            ask,
            children=_asks(struct, by, in_subject=False) if struct else (),
            is_switched=ask.form == "group" and plain.is_optional and not slot.required,
            is_stored=struct is FieldValue,
            shortest=plain.bound("min_length") or 0,
            most=plain.bound("max_length"),
        )
    if ask.form == "lines" and slot.name in REFERENCES:
        return replace(ask, form="records", kinds=REFERENCES[slot.name])
    return replace(
        ask,
        values=inner.values,
        least=inner.bound("ge"),
        most=inner.bound("le"),
        shortest=inner.bound("min_length") or 0,
        longest=inner.bound("max_length"),
        pattern=inner.pattern,
    )


@cache
def _named_by_id() -> Mapping[tuple[str, str], tuple[str, ...]]:
    return of_all(lambda game: game.inputs.named_by_id)


def _bare(ask: Ask, kinds: tuple[str, ...]) -> Ask:
    """A record by its id alone, a list of such, or pairs of them."""
    if ask.form == "lines":
        return Ask(ask.name, "records", ask.by, ask.required, ask.default, kinds=kinds)
    one = Ask(ask.name, "record", ask.by, ask.required, kinds=kinds, is_bare=True)
    if ask.form != "value":
        return one
    ends = tuple(replace(one, name=name, required=True) for name in ENDS)
    return Ask(ask.name, "rows", ask.by, ask.required, ask.default, children=ends, is_pair=True)


def _in_place(struct: type[Struct], ask: Ask) -> Ask:
    """Fields whose type is plain text and whose meaning is not."""
    named = _named_by_id().get((struct.__name__, ask.name))
    if named is not None:
        return _bare(ask, named)
    if ask.is_switched and ask.name == "pool" and _has_alternative(struct):
        return replace(ask, default=True)  # rolled here, unless somebody says what stands in its place
    if struct is About and ask.name == "owner":
        return replace(ask, form="member")
    if struct in (EndRoundInput, EndFightInput) and ask.name == "game":
        return replace(ask, form="choice", values=tuple(games()))
    if struct is About and ask.name == "kind":
        return replace(ask, form="choice", values=tuple(name for name in KINDS if name not in OF_TABLE))
    return replace(ask, form="clause") if ask.name == "clause" and ask.form == "text" else ask


def _has_alternative(struct: type[Struct]) -> bool:
    return any(
        field.name in INSTEAD_OF_A_POOL and not field.required for field in msgspec.structs.fields(struct)
    )


def _default(one: FieldInfo) -> str | int | None:
    return one.default if isinstance(one.default, str | int) else None


@dataclass(frozen=True)
class _Plain:
    """A type without its wrappings: what it may be, and the bounds written on it."""

    members: tuple[Any, ...]
    metas: tuple[Meta, ...]
    is_optional: bool

    @classmethod
    def of(cls, slot: InputField) -> "_Plain":
        inner = cls.of_hint(slot.kind)
        own = tuple(mark for mark in slot.marks if isinstance(mark, Meta))
        return cls(inner.members, (*own, *inner.metas), inner.is_optional)

    @classmethod
    def of_hint(cls, hint: Any) -> "_Plain":
        if get_origin(hint) is Annotated:
            kind, *marks = get_args(hint)
            inner = cls.of_hint(kind)
            own = tuple(mark for mark in marks if isinstance(mark, Meta))
            return cls(inner.members, (*own, *inner.metas), inner.is_optional)
        if get_origin(hint) in (Union, UnionType):
            parts = [cls.of_hint(one) for one in get_args(hint) if one not in (NoneType, UnsetType)]
            return cls(
                tuple(member for part in parts for member in part.members),
                tuple(meta for part in parts for meta in part.metas),
                len(parts) < len(get_args(hint)),
            )
        return cls((hint,), (), False)

    @property
    def values(self) -> tuple[str | int, ...]:
        literals = (get_args(member) for member in self.members if get_origin(member) is Literal)
        return tuple(value for values in literals for value in values)

    @property
    def struct(self) -> type[Struct] | None:
        structs = [
            member for member in self.members if isinstance(member, type) and issubclass(member, Struct)
        ]
        return structs[0] if len(structs) == 1 == len(self.members) else None

    @property
    def item(self) -> "_Plain | None":
        """What a list holds; None for anything else."""
        only = self.members[0] if len(self.members) == 1 else None
        return _Plain.of_hint(get_args(only)[0]) if get_origin(only) in (tuple, list) else None

    def bound(self, name: Literal["ge", "le", "min_length", "max_length"]) -> int | None:
        found: Iterator[int | None] = (getattr(meta, name) for meta in self.metas)
        return next((value for value in found if value is not None), None)

    @property
    def pattern(self) -> str | None:
        return next((meta.pattern for meta in self.metas if meta.pattern is not None), None)

    @property
    def unit(self) -> str | None:
        """What a number counts, where its type says so."""
        return next((meta.extra["unit"] for meta in self.metas if meta.extra), None)

    def form(self) -> Form:
        if (item := self.item) is not None:
            inner: dict[str, Form] = {
                "choice": "choices",
                "group": "rows",
                "number": "numbers",
                "text": "lines",
            }
            return inner.get(item.form(), "value")
        if self.struct is not None:
            return "group"
        if all(get_origin(member) is Literal for member in self.members):
            return "choice"
        if self.values:
            return "mixed"
        if len(self.members) > 1:
            return "value"
        plain: dict[type, Form] = {
            int: "length_of_time" if self.unit == "second" else "number",
            str: "text",
            bool: "yes_no" if self.is_optional else "flag",
        }
        return plain.get(self.members[0], "value")
