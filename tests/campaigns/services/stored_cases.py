"""A worked case of the rules as stored records: what it reads is set on rows, what it asks is put to `play()`."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from campaigns.services.subjects import Slot, slots_of, struct_in
from campaigns.state.fields import Derived, Named
from campaigns.state.kinds import kind as find_kind
from rules import catalogue
from rules.kernel.origins import FreeText, FromRecord, New
from tests.campaigns.spine import Game

BESIDES: dict[str, dict[str, dict[str, Any]]] = {
    # What a procedure's clause asks for besides what the action reads: a demon whose sheet is complete.
    "sorcerer.summon": {"demon": {"complete": True}},
}
ABSENT = object()


@dataclass
class Case:
    """The records of a case by the names that it uses, and the request that it makes."""

    records: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    born: dict[str, str] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    def id_of(self, name: str) -> str:
        return self.ids.setdefault(name, str(uuid.uuid5(uuid.NAMESPACE_OID, name)))


def read_case(action: str, given: Mapping[str, Any]) -> Case:
    """Take a case's input apart by what its input type says about each field."""
    found = catalogue.find(action)
    case = Case(settings=dict(given.get("settings", {})))
    for slot in slots_of(found.input_type).values():
        if slot.name == "settings" or slot.name not in given:
            continue
        value = given[slot.name]
        source = slot.mark(FromRecord)
        if slot.mark(New):
            case.born[value] = slot.name
            case.given[slot.name] = True
        elif source is not None:
            case.given[slot.name], inside = _subjects(case, action, slot, source, value)
            if inside:
                case.known[slot.name] = inside
        else:
            into = case.known if slot.given_by in ("procedure", "derived") else case.given
            into[slot.name] = value
    case.given, case.known = _with_ids(case, case.given), _with_ids(case, case.known)
    return case


def store(game: Game, case: Case) -> None:
    """Make the case's records through the door, ids as it expects them, settings chosen."""
    if case.settings:
        game.act("table.change_settings", {"system": "sorcerer", "values": case.settings})
    for later in (False, True):
        for name, (kind, traits) in case.records.items():
            if (kind == "binding") is later:
                _make(game, case, name, kind, traits)
    for name, (kind, traits) in case.records.items():
        refs = {one: value for one, value in _stored(case, kind, traits).items() if _is_ref(kind, one, value)}
        if refs and kind != "binding":
            game.edit(case.id_of(name), **refs)


def named_again(case: Case, value: Any, born: Mapping[str, str]) -> Any:
    """A result with the case's own names in the place of ids."""
    names = {one: name for name, one in case.ids.items()} | dict(born)
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return [named_again(case, one, born) for one in value]
    if isinstance(value, dict):
        return {key: named_again(case, one, born) for key, one in value.items()}
    return value


def _subjects(case: Case, action: str, slot: Slot, source: FromRecord, value: Any) -> tuple[Any, Any]:
    if value is None:
        return None, None
    if isinstance(value, list):
        pairs = [_subject(case, action, slot, source, one) for one in value]
        inside = [one[1] for one in pairs]
        return [one[0] for one in pairs], inside if any(inside) else None
    return _subject(case, action, slot, source, value)


def _subject(case: Case, action: str, slot: Slot, source: FromRecord, value: Any) -> tuple[Any, Any]:
    if isinstance(value, str):
        _note(case, value, source.kinds[0], {})
        return case.id_of(value), None
    if "id" not in value:
        return dict(value), None
    struct = struct_in(slot.kind)
    assert struct is not None
    kind = _kind_of(value, source)
    traits, chosen, known = dict(BESIDES.get(action, {}).get(slot.name, {})), {}, {}
    for inner in slots_of(struct).values():
        if inner.name == "id" or inner.name not in value:
            continue
        one = value[inner.name]
        nested = inner.mark(FromRecord)
        if nested is not None:
            chosen[inner.name], _none = _subjects(case, action, inner, nested, one)
        elif inner.given_by is None and not inner.mark(FreeText):
            traits[inner.name] = one
        elif inner.given_by == "procedure":
            known[inner.name] = one
        elif inner.given_by == "derived":
            traits |= _derived(inner.name, value, one)
            if value.get("score") in ("other", "strength"):
                chosen[inner.name] = one
        else:
            chosen[inner.name] = one
    _note(case, value["id"], kind, traits)
    return {"id": case.id_of(value["id"]), **chosen}, known


def _kind_of(value: Mapping[str, Any], source: FromRecord) -> str:
    if value.get("kind") == "demon":
        return "demon"
    if "thing" in source.kinds and value.keys() == {"id"}:
        return "thing"
    return source.kinds[0]


def _derived(name: str, value: Mapping[str, Any], one: Any) -> dict[str, Any]:
    if name == "dice":
        return {value["score"]: one} if value["score"] not in ("other", "strength") else {}
    return {name: one}


def _note(case: Case, name: str, kind: str, traits: dict[str, Any]) -> None:
    case.id_of(name)
    known_kind, known = case.records.get(name, (kind, {}))
    case.records[name] = (known_kind, {**known, **traits})
    for trait, value in traits.items():
        if trait in find_kind(kind).fields and _is_ref(kind, trait, value):
            _note(case, value, "demon" if trait == "possessed_by" else "character", {})
    for binding in traits.get("bindings", ()):
        _note(case, binding["sorcerer"], "character", {})
        _note(case, binding["id"], "binding", {**binding, "demon": name})


def _make(game: Game, case: Case, name: str, kind: str, traits: dict[str, Any]) -> None:
    stored = _stored(case, kind, traits)
    first = {
        one: value for one, value in stored.items() if kind == "binding" or not _is_ref(kind, one, value)
    }
    values = [{"field": one, "set": value} for one, value in first.items()]
    about = {"kind": kind, "name": traits.get("name", name)}
    game.act("table.create", {"about": about, "fields": values}, known={"id": case.id_of(name)})


def _stored(case: Case, kind: str, traits: dict[str, Any]) -> dict[str, Any]:
    """Stored fields from which the traits follow."""
    stored: dict[str, Any] = {}
    fields = find_kind(kind).fields
    for name, value in traits.items():
        if name == "penalties":
            stored["temporary"] = value - traits.get("lasting", 0)
        elif name == "alive":
            stored["state"] = "active" if value else "dead"
        elif name == "cover" and kind == "demon":
            stored |= {} if value is None else {"abilities": ["Cover"], "power": value}
        elif name == "kind" and kind in ("character", "demon"):
            continue
        elif name in ("bindings", "bound"):
            assert name == "bindings" or not value
        elif name != "id" and not isinstance(fields[name], Derived | Named):
            stored[name] = _with_ids(case, value)
    if kind == "binding":
        stored["state"] = "active"
    return stored


def _is_ref(kind: str, name: str, value: Any) -> bool:
    return type(find_kind(kind).fields[name]).__name__ == "Ref" and value is not None


def _with_ids(case: Case, value: Any) -> Any:
    if isinstance(value, str) and value in case.records:
        return case.id_of(value)
    if isinstance(value, dict):
        return {key: _with_ids(case, one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_ids(case, one) for one in value]
    return value


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
