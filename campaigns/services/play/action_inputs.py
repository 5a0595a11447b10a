"""From records and a person's choices to an action's input, by what the input type says about each field."""

import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache

from msgspec import UNSET, Struct, UnsetType

from campaigns.game import Deriver
from campaigns.policy import CONSENTS
from campaigns.services.play.awards import AwardedDice, is_award
from campaigns.services.play.built_input import BuiltInput, Deviation, named_in
from campaigns.state import kinds
from campaigns.state.errors import Lacking, UnknownRecord
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.errors import InvalidInput
from rules.kernel.inputs import InputField, is_known_in_part, slots_of, struct_in
from rules.kernel.origins import Decision, FreeText, FromRecord, Helper, New, SideOf
from rules.kernel.values import Value, Values


@dataclass(frozen=True)
class Request:
    """What a person asks for: an action, their own values, and what a procedure knows besides (never from a form)."""

    action: str
    given: Values
    known: Values = field(default_factory=dict)


NAME, LONGEST_NAME = "name", 100

Found = Value | UnsetType
"""A field's value; UNSET where it is left to the type's default."""


class InputBuilder:
    """Puts the input of one request together, against the state of one moment."""

    def __init__(
        self,
        working: UnitOfWork,
        new_id: Callable[[str], str],
        derive: Callable[[str, str], Deriver | None],
        sees: Callable[[Sheet], bool] = lambda sheet: True,
        *,
        is_gm: bool = False,
    ) -> None:
        """`sees` says of a record whether it exists for whoever asks: of any other nothing is told, not its kind.

        What is known replaces what a player gives; what the GM gives otherwise is taken, and noted.
        """
        self._working = working
        self._sees = sees
        self._is_gm = is_gm
        self._new_id = new_id
        self._derive = derive
        self._action = self._system = ""
        self._whole: Values = {}
        self._side: Sheet | None = None
        self.reading = BuiltInput()

    def read(
        self,
        request: Request,
        input_type: type[Struct],
        settings: Values,
        settled: Collection[str] = (),
    ) -> dict[str, Value]:
        """The raw input as the engine will parse it; InvalidInput or UnknownRecord where it cannot be made.

        `settled` are paths of what is given and yet not of the acting person's choice.
        """
        self._action, self._system = request.action, request.action.partition(".")[0]
        self.reading.awards = AwardedDice(self._action, self._working, self._sees)
        self._whole = _together(_mapping(request.given, "input"), request.known)
        # What a procedure knows replaces what was typed, so nobody needs the GM's rights to have it there.
        self._told = {f"input.{name}" for name, one in request.known.items() if not _only_adds(one)}
        raw = self._struct(input_type, request.given, request.known, "input", None)
        self.reading.words |= self.reading.awards.settle(self._whole, self.reading.subjects)
        told = self._told | {f"input.{path}" for path in settled}
        for paths in (self.reading.rulings, self.reading.awards.by_hand, self.reading.results):
            paths[:] = [path for path in paths if not _is_within(path, told)]
        self.reading.decisions = [
            decision for decision in self.reading.decisions if not _is_within(decision[0], told)
        ]
        if settings:
            raw["settings"] = dict(settings)
        return raw

    def _struct(
        self,
        struct: type[Struct],
        given: Value,
        known: Value,
        path: str,
        sheet: Sheet | None,
        beside: Sheet | None = None,
    ) -> dict[str, Value]:
        """`sheet` is the record that this object describes; `beside` the one that stood before it, if it has none."""
        given = _mapping(given, path)
        known = _mapping(known or {}, path)
        slots = slots_of(struct)
        if is_named_by_whoever_makes_it(struct):
            given = self._without_name(given, path)
        for name in given:
            if name not in slots:
                raise InvalidInput(f"there is no field {name!r} here", field=f"{path}.{name}")
        if sheet is None and (helps := slots["id"].mark(Helper) if "id" in slots else None) is not None:
            sheet = self._helper(helps, given, path)
        raw: dict[str, Value] = {}
        around = self._side
        for slot in slots.values():
            self._side = self._side_of(slot, given, known) or sheet or around
            value = self._slot(slot, given, known, f"{path}.{slot.name}", sheet, beside)
            if slot.name not in known:
                self._note_decision(slot, value, f"{path}.{slot.name}")
            self._side = around
            if value is not UNSET:
                raw[slot.name] = value
            named = value.get("id") if slot.mark(FromRecord) and isinstance(value, Mapping) else None
            if isinstance(named, str):
                beside = self._working.find(named)
        return raw

    def _helper(self, helps: Helper, given: Values, path: str) -> Sheet | None:
        """The record that helps; None for something of the GM's, which has no traits of a record."""
        named = given.get("id")
        sheet = self._working.find(named) if isinstance(named, str) else None
        fits = sheet is not None and kinds.fits(sheet.kind.name, helps.kinds, self._system)
        if sheet is not None and fits and self._sees(sheet):
            self.reading.helpers.append(sheet)
            return sheet
        self.reading.results.append(f"{path}.id")
        # In the words for an id of nothing, so that a hidden spell is not told from none.
        if given.get("aspect") is not None:
            raise InvalidInput("there is no spell with that id", field=f"{path}.id")
        return None

    def _side_of(self, slot: InputField, given: Values, known: Values) -> Sheet | None:
        """The record that a value speaks for, where its type says which field names that."""
        mark = slot.mark(SideOf)
        named = _named(mark.field, given, known) if mark else None
        named = named.get("id") if isinstance(named, Mapping) else named
        return self._working.find(named) if isinstance(named, str) else None

    def _note_decision(self, slot: InputField, value: Found, path: str) -> None:
        """What is decided for a side; that somebody agrees counts where it is taken for granted too."""
        if slot.mark(Decision) is None or self._side is None:
            return
        agrees = slot.name in CONSENTS and (slot.default if value is UNSET else value) is True
        if agrees and not _is_within(path, self._told):  # whoever answered a procedure agreed by themselves
            self.reading.consents.append(self._side)
        if value is not UNSET and value != slot.default:
            self.reading.decisions.append((path, self._side))

    def _slot(
        self,
        slot: InputField,
        given: Values,
        known: Values,
        path: str,
        sheet: Sheet | None,
        beside: Sheet | None,
    ) -> Found:
        """A field's value, from where its type says that it comes."""
        if slot.given_by == "setting":
            return UNSET
        if (new := slot.mark(New)) is not None:
            return self._new(slot, new, given, known, path)
        source = slot.mark(FromRecord)
        if source is not None:
            return self._records(slot, source, given, known, path)
        if slot.name == "id" and sheet is not None:
            return sheet.id
        if slot.given_by == "stored" and sheet is not None:
            return self._stored(slot, sheet, given, known, path)
        if slot.given_by in (None, "derived") and sheet is not None and not slot.mark(FreeText):
            return self._unless_otherwise(slot, self._derived(slot, sheet, given, path), given, path)
        derive = self._derive(self._action, path)
        said = known.get(slot.name, given.get(slot.name, slot.default))
        if derive and slot.given_by == "gm" and sheet is not None and said == slot.default:
            return self._worked_out(derive, sheet, given, path)  # an empty box says nothing else
        if slot.given_by == "derived" and (near := beside or self._side) and slot.name not in known:
            value = UNSET if derive is None else self._worked_out(derive, near, given, path)
            if value is not UNSET:
                return self._unless_otherwise(slot, value, given, path)
        return self._value(slot, given, known, path, beside)

    def _unless_otherwise(self, slot: InputField, known: Found, given: Values, path: str) -> Found:
        """What is known; or what the GM gives instead, which is noted. A group of which nothing is said is none."""
        if slot.name not in given or given[slot.name] == {} or not self._is_gm:
            return known
        said, told = given[slot.name], None if known is UNSET else known
        if named_in(said) == named_in(told):
            return known
        self.reading.deviations.append(Deviation(path, named_in(told), named_in(said)))
        self._note_words(slot, said)
        return said

    def _value(
        self, slot: InputField, given: Values, known: Values, path: str, beside: Sheet | None
    ) -> Found:
        """A value that the person gives, or that the procedure knows; of a group it may know a part."""
        is_part = isinstance(given.get(slot.name), Mapping) and is_known_in_part(slot)
        if slot.name in known and not is_part:
            self._note_words(slot, known[slot.name])
            return self._unless_otherwise(slot, known[slot.name], given, path)
        if is_award(slot):
            self.reading.awards.rolling[path] = self._side
        if slot.name not in given:  # nobody tells of it: nothing, where that may be said at all
            is_nothing = slot.given_by == "derived" and slot.required and slot.may_be_none
            return None if is_nothing else UNSET
        if slot.given_by == "procedure":
            raise InvalidInput("the procedure sets this; leave it out", field=path)
        value = given[slot.name]
        if is_award(slot):
            return self._nested(slot, self.reading.awards.read(value, path), path, beside)
        self.reading.note(slot, value, path, self._side)
        self._note_words(slot, value)
        return self._nested(slot, value, path, beside, known.get(slot.name) if is_part else None)

    def _nested(
        self, slot: InputField, value: Value, path: str, beside: Sheet | None, known: Value = None
    ) -> Value:
        """Values may hold subjects deeper down (a list of helpers, a union)."""
        struct = struct_in(slot.kind)
        if struct is None or value is None:
            return value
        if isinstance(value, list | tuple):
            return [
                self._struct(struct, one, {}, f"{path}.{number}", None, beside)
                for number, one in enumerate(value)
            ]
        return self._struct(struct, value, known, path, None, beside)

    def _new(self, slot: InputField, mark: New, given: Values, known: Values, path: str) -> Found:
        wanted = known.get(slot.name, given.get(slot.name))
        if wanted is None and not slot.required:
            return UNSET
        kind = kinds.named(mark.kind, self._system)
        again = self._working.find(wanted) if slot.name == "id" and isinstance(wanted, str) else None
        if (
            again is not None and again.kind.name == kind and self._sees(again)
        ):  # made once more, it keeps its id
            self.reading.again.append(again)
            return again.id
        record_id = str(known["id"]) if "id" in known and slot.name == "id" else self._new_id(path)
        self.reading.births[record_id] = kind
        return record_id

    def _without_name(self, given: Values, path: str) -> Values:
        """What the engine reads of a record to be made; its name is the application's own."""
        name = given.get(NAME)
        if name is not None and (not isinstance(name, str) or len(name) > LONGEST_NAME):
            raise InvalidInput(f"a name can have at most {LONGEST_NAME} characters", field=f"{path}.{NAME}")
        if name and given.get("id") is not None:
            raise InvalidInput("it already has a name; leave this empty", field=f"{path}.{NAME}")
        if name and name.strip():
            self.reading.names[self._new_id(f"{path}.id")] = name.strip()
        return {key: one for key, one in given.items() if key != NAME}

    def _records(
        self, slot: InputField, source: FromRecord, given: Values, known: Values, path: str
    ) -> Found:
        more = known.get(slot.name) if _only_adds(known.get(slot.name)) else None
        value = given.get(slot.name, UNSET) if more else _named(slot.name, given, known)
        if slot.name in known and not more:
            value = self._unless_otherwise(slot, value, given, path)
            if value is known[slot.name] and isinstance(value, Mapping):
                told = {name: one for name, one in value.items() if name != "id"}
                return self._subject(slot, source, {"id": value["id"]}, told, path)
        if value is UNSET or value is None:
            return value
        if isinstance(value, list | tuple):
            inside = more if isinstance(more, list | tuple) else [{}] * len(value)
            return [
                self._subject(slot, source, one, inner, f"{path}.{number}")
                for number, (one, inner) in enumerate(zip(value, inside, strict=True))
            ]
        return self._subject(slot, source, value, more or {}, path)

    def _subject(self, slot: InputField, source: FromRecord, value: Value, known: Value, path: str) -> Value:
        chosen = {"id": value} if isinstance(value, str) else _mapping(value, path)
        struct = struct_in(slot.kind)
        if chosen.get("id") is None:  # such as a difficulty that opposes a roll
            if struct is None:
                raise InvalidInput("choose a record here", field=path)
            return self._unowned(struct, chosen, path)
        sheet = self._find(str(chosen["id"]), source, path)
        self.reading.subjects.append(sheet)
        if struct is None:
            return sheet.id
        values = {name: one for name, one in chosen.items() if name != "id"}
        return self._struct(struct, values, known, path, sheet)

    def _unowned(self, struct: type[Struct], chosen: Values, path: str) -> dict[str, Value]:
        raw = {}
        for slot in slots_of(struct).values():
            if slot.name in chosen:
                if slot.given_by == "gm":
                    self.reading.rulings.append(f"{path}.{slot.name}")
                if slot.given_by in ("result", "stored"):
                    self.reading.results.append(f"{path}.{slot.name}")
                raw[slot.name] = chosen[slot.name]
        return raw

    def _find(self, record_id: str, source: FromRecord, path: str) -> Sheet:
        sheet = self._working.find(record_id)
        if sheet is None or not self._sees(sheet):
            raise UnknownRecord(record_id)
        if not kinds.fits(sheet.kind.name, source.kinds, self._system):
            named = (kinds.named(kind, self._system).removeprefix("*.") for kind in source.kinds)
            wanted = " or ".join(dict.fromkeys(named))
            raise InvalidInput(f"{sheet.name} is a {sheet.kind.name}; a {wanted} is needed here", field=path)
        return sheet

    def _trait(self, slot: InputField, sheet: Sheet, path: str) -> Found:
        try:
            value: Value = self._working.trait(sheet, slot.name)
        except KeyError:
            value = None
        if value is not None or slot.may_be_none:
            return value
        if slot.required:  # neither stored nor to be guessed
            self.reading.lacks.append(Lacking((sheet.name,), slot.name, field=path, record=sheet.id))
        return UNSET

    def _stored(self, slot: InputField, sheet: Sheet, given: Values, known: Values, path: str) -> Found:
        """What the log or the record tells; said otherwise, it is the GM's word."""
        told = known[slot.name] if slot.name in known else self._derived(slot, sheet, given, path)
        if slot.name not in given or given[slot.name] == told:
            return told
        self.reading.results.append(path)
        if told is not UNSET and told is not None:  # what no record tells is the GM's to say
            self.reading.deviations.append(Deviation(path, told, given[slot.name]))
        return given[slot.name]

    def _derived(self, slot: InputField, sheet: Sheet, given: Values, path: str) -> Found:
        derive = self._derive(self._action, path)
        return self._worked_out(derive, sheet, given, path) if derive else self._trait(slot, sheet, path)

    def _worked_out(self, derive: Deriver, sheet: Sheet, given: Values, path: str) -> Found:
        try:
            return derive(self._working, sheet, given, self._whole)
        except Lacking as error:
            self.reading.lacks.append(error.at(path))
            return UNSET
        except KeyError:
            raise InvalidInput(f"a {sheet.kind.name} has no such value", field=path) from None

    def _note_words(self, slot: InputField, value: Value) -> None:
        if slot.mark(FreeText) and isinstance(value, str):
            self.reading.words.add(value)


@cache
def is_named_by_whoever_makes_it(struct: type[Struct]) -> bool:
    """Whether an input type describes a record that the act makes and that people call by a name."""
    slots = slots_of(struct)
    mark = slots["id"].mark(New) if "id" in slots else None
    return mark is not None and mark.kind != "record" and NAME not in slots


def new_record_id(campaign: uuid.UUID, key: str, step: int, path: str) -> str:
    """The id of a record that an act makes: the same act always makes the same id."""
    return str(uuid.uuid5(campaign, f"{key}/{step}/{path}"))


def _named(name: str, given: Values, known: Values) -> Found:
    """The record that a procedure names, else the one that the person named."""
    return known.get(name, given.get(name, UNSET))


def _together(given: Values, known: Values) -> dict[str, Value]:
    """What is asked with what a procedure knows: of a record that the person named it may know a value and no id."""
    both: dict[str, Value] = {**given, **known}
    for name, named in given.items():
        if isinstance(named, Mapping) and _only_adds(more := known.get(name)) and isinstance(more, Mapping):
            both[name] = {**named, **more}
    return both


def _is_within(path: str, others: Collection[str]) -> bool:
    """Whether a path is one of these, or leads on from one."""
    return any(path == one or path.startswith(f"{one}.") for one in others)


def _only_adds(known: Value) -> bool:
    """Whether a procedure knows something about records that the person names, without naming them itself."""
    ones = known if isinstance(known, list | tuple) else [known]
    return bool(ones) and all(isinstance(one, Mapping) and "id" not in one for one in ones)


def _mapping(value: Value, path: str) -> Values:
    if not isinstance(value, Mapping):
        raise InvalidInput(f"an object is needed here, not {type(value).__name__}", field=path)
    return value
