"""A worked case of the rules as stored records: what it reads is set on rows, what it asks is put to `play()`."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from campaigns.state import kinds
from campaigns.state.fields import Derived, NameField, Ref
from rules import catalogue
from rules.kernel.inputs import InputField, slots_of, struct_in
from rules.kernel.origins import FreeText, FromRecord, Helper, New
from rules.sorcerer.allowed import TOUCHING
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.services import stored_traits
from tests.campaigns.services.asking import ask_before
from tests.campaigns.services.stored_traits import Stored
from tests.campaigns.spine import Game

LATE = frozenset({"binding"})
"""Kinds that point at others from their birth on, so they are made last."""


@dataclass
class Case:
    """The records of a case by the names that it uses, and the request that it makes."""

    action: str
    records: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    born: dict[str, tuple[str, ...]] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    whole: Mapping[str, Any] = field(default_factory=dict)
    within: str = ""
    """What tells its records from those of the same names in another case."""

    @property
    def system(self) -> str:
        return self.action.partition(".")[0]

    def id_of(self, name: str) -> str:
        return self.ids.setdefault(name, str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self.within}{name}")))

    def note(self, name: str, kind: str, traits: Mapping[str, Any]) -> None:
        """A record with traits that it must have; what is said of it in several places goes together."""
        self.id_of(name)
        known_kind, known = self.records.get(name, (kind, {}))
        self.records[name] = (known_kind, {**known, **traits})


def read_case(action: str, given: Mapping[str, Any], within: str = "") -> Case:
    """Take a case's input apart by what its input type says about each field."""
    case = Case(action, settings=dict(given.get("settings", {})), whole=given, within=within)
    struct = catalogue.find(action).input_type
    chosen, known = _Parts(case, given).read(struct)
    if action in KNOWN:
        KNOWN[action](case, chosen, known)
    case.given, case.known = _with_ids(case, chosen), _with_ids(case, known)
    return case


def store(game: Game, case: Case) -> None:
    """Make the case's records through the door, ids as it expects them, settings chosen, and what it answers asked."""
    if case.settings:
        game.act("table.change_settings", {"system": case.system, "values": case.settings})
    stored: dict[str, dict[str, Any]] = {}
    while len(stored) < len(case.records):  # a trait may come from records of its own
        for name in [record for record in case.records if record not in stored]:
            stored[name] = _stored(case, *case.records[name], name)
    for late in (False, True):
        for name, (kind, traits) in case.records.items():
            if (kind in LATE) is late:
                _make(game, case, name, kind, traits, stored[name])
    for name, (kind, _traits) in case.records.items():
        refs = {one: value for one, value in stored[name].items() if _is_ref(kind, one)}
        refs = {one: value for one, value in refs.items() if value is not None}
        if refs and kind not in LATE:
            game.edit(case.id_of(name), **refs)
    ask_before(game.gm, case.action, {**case.known, **case.given})
    pile = case.whole.get("deck")  # a record with its cards, or the name of one of the two decks
    if isinstance(pile, Mapping):
        stack(*pile.get("draw", ()))  # in the case's order: a stored pile has none


def named_again(case: Case, value: Any, born: Mapping[str, str]) -> Any:
    """A result with the case's own names in the place of ids, inside of field names too."""
    names = {one: name for name, one in case.ids.items()} | dict(born)
    if isinstance(value, str):
        prefix, dot, rest = value.rpartition(".")
        return f"{prefix}.{names[rest]}" if dot and rest in names else names.get(value, value)
    if isinstance(value, list | tuple):
        return [named_again(case, one, born) for one in value]
    if isinstance(value, dict):
        return {names.get(key, key): named_again(case, one, born) for key, one in value.items()}
    return value


def without_order(value: Any) -> Any:
    """A result with each pile sorted: as it is stored, its order says nothing (TAB-DRAWS-06)."""
    if isinstance(value, list | tuple):
        return [without_order(one) for one in value]
    if not isinstance(value, dict):
        return value
    piles = (
        ["draw"] if isinstance(value.get("draw"), list) else ["set"] if value.get("field") == "draw" else []
    )
    return {key: sorted(one) if key in piles else without_order(one) for key, one in value.items()}


def _stands_in_order(case: Case, chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """The order that somebody waits in is the fighters' own, and nobody says it."""
    waits = {one["id"]: one["before"] for one in case.whole.get("delays", ())}
    chosen.pop("fighters")
    known.pop("delays", None)
    for fighter in case.whole["fighters"]:
        who = fighter["id"]
        place = {"in_combat": True, "in_order": True, "holds_back": who in waits, "ahead_of": waits.get(who)}
        case.note(who, "fallen.character", place)


def _came_between(case: Case, _chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """A Summoning that follows at once on no Contact has had something come between."""
    if not case.whole.get("immediate", False):
        case.note(case.whole["demon"]["id"], "demon", {"delays": 1})


def _has_that_price(case: Case, _chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """A Price that is taken is that of the sheet (SOR-PRICE-04)."""
    for one in case.whole.get("modifiers", ()):
        if one["source"] == "price":
            case.note(case.whole["character"]["id"], "character", {"price": one["dice"]})


def _was_hit(case: Case, _chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """Getting up is as hard as whoever hit them is strong (DEC-DMG-09)."""
    case.note("who hit them", "demon_city.character", {"stats": {"toughness": known.pop("intensity")}})
    case.note(case.whole["character"]["id"], "demon_city.character", {"hit_by": "who hit them"})


def _falls_bit_by_bit(case: Case, _chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """How often a wound falls is the spell's own (PAN-ONGOING-02)."""
    case.note(case.whole["spell"]["id"], "pandemonium.spell", {"interval": known.pop("interval")})


def _faces(case: Case, _chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """What the target announced says how it faces the attack (DEC-CTHROW-07)."""
    attacker = case.id_of(case.whole["attacker"]["id"])
    deeds: dict[str, dict[str, Any]] = {
        "back": {"deed": "attack", "aims": [attacker]},
        "defend": {"deed": "defend"},
    }
    announced = deeds.get(known.pop("facing", "away"), {"deed": "other"})
    case.note(case.whole["target"]["id"], "demon_city.character", {"stage": "announcing", **announced})


def _everybody_fights(case: Case, chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """A turn is over for all who fight, and nobody names them."""
    chosen.pop("fighters")
    known.pop("fighters", None)
    for fighter in case.whole["fighters"]:
        case.note(fighter["id"], "fallen.character", {"in_combat": True})


def _has_acted(case: Case, chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """Whether somebody moves besides an action is known from what she has done, and how fast from how far."""
    known["gait"] = chosen.pop("gait")
    if chosen.pop("act", False):
        case.note(case.whole["fighter"]["id"], "fallen.character", {"acted": 1})


def _is_aimed_at(case: Case, _chosen: dict[str, Any], known: dict[str, Any]) -> None:
    """Whose turn it is against somebody stands on their records, and nobody says it."""
    attacker, target = known.pop("acting"), case.whole["target"]["id"]
    turn = {"turn": "pending", "faces": [9], "round_action": "attack", "round_target": target}
    case.note(attacker, "character", turn)


def _holds_that_gun(case: Case, _chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """What is drawn and aimed is the gun's own."""
    for one in case.whole["combatants"]:
        if gun := one.get("gun"):
            held = {name: gun.get(name) for name in ("drawn", "aimed_at")}
            case.note(f"gun of {one['id']}", "gun", {"holder": one["id"], **held})


def _is_in_the_round(case: Case, chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """Who is in the round that ends stands on their records, and nobody lists them."""
    chosen.pop("combatants")
    for place, one in enumerate(case.whole["combatants"], 1):
        case.note(one["id"], "character", {"turn": "resolved", "round_place": place})


def _stands_on_guard(case: Case, _chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """A full defence is what somebody announced."""
    target = case.whole.get("target") or {}
    if target.get("full_defense"):
        case.note(target["id"], "character", {"round_action": "full_defense"})


def _throws_with(case: Case, chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """How high what somebody throws with is stands on the sheet (DEC-EXTRA-06)."""
    for name in ("thrower", "actor", "opponent"):
        one = case.whole.get(name, {})
        traits = case.records[one["id"]][1] if one else {}
        if (stat := traits.pop("stat", None)) is not None:
            case.note(one["id"], "demon_city.character", {"stats": {"knowledge": stat}})
            chosen[name]["stat_name"] = "knowledge"


def _was_resisted(case: Case, _chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """With what a spell is resisted stands on it (PAN-STRUGGLE-02)."""
    for one in case.whole["spells"]:
        if (traits := case.records[one["id"]][1].pop("traits", None)) is not None:
            case.note(one["id"], "pandemonium.spell", {"resisted_by": traits})


def _left_something(case: Case, _chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """What is dealt with lingers on whoever bears it (PAN-AFTER-13)."""
    bearer, spell = (case.whole[name]["id"] for name in ("target", "spell"))
    lingers = {f"aftereffect.{case.id_of(spell)}": {"indefinite": True, "duration": None}}
    case.note(bearer, "pandemonium.character", lingers)


def _is_on_a_side(case: Case, chosen: dict[str, Any], _known: dict[str, Any]) -> None:
    """Who decides the ties of a side follows from who plays its people (DEC-CLASH-02)."""
    by = {side["id"]: side["by"] for side in case.whole["sides"]}
    for one in case.whole.get("participants") or case.whole["drivers"]:
        control = "player" if by[one["side"]] == "players" else "gm"
        case.note(one["id"], "demon_city.character", {"control": control})
    chosen.pop("sides")


KNOWN = {
    "pandemonium.ongoing_start": _falls_bit_by_bit,
    **dict.fromkeys(("demon_city.clash", "demon_city.chase"), _is_on_a_side),
    **dict.fromkeys(
        (f"demon_city.{verb}" for verb in ("static_throw", "opposed_throw", "throw_count")), _throws_with
    ),
    "pandemonium.struggle": _was_resisted,
    "pandemonium.end_aftereffect": _left_something,
    "demon_city.recover_toughness": _was_hit,
    "demon_city.combat_stats": _faces,
    "sorcerer.answer_attack": _is_aimed_at,
    "sorcerer.conflict_round": _holds_that_gun,
    "sorcerer.end_round": _is_in_the_round,
    "sorcerer.resolve_attack": _stands_on_guard,
    "fallen.hold_back": _stands_in_order,
    "fallen.movement": _has_acted,
    "fallen.new_turn": _everybody_fights,
    "sorcerer.summon": _came_between,
    "sorcerer.humanity_check": _has_that_price,
}
"""What the application itself puts into an act from what is stored, by action."""


@dataclass
class _Parts:
    """An object of the input: what a person gives of it, and what a procedure knows.

    `beside` is the record that stood before: what is derived from that one is stored there and not given.
    """

    case: Case
    whole: Mapping[str, Any]
    path: tuple[str, ...] = ()
    beside: Any = None
    chosen: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)

    def read(self, struct: type[msgspec.Struct]) -> tuple[dict[str, Any], dict[str, Any]]:
        slots = slots_of(struct)
        if "id" in slots and slots["id"].mark(Helper) is not None and self.whole.get("aspect"):
            self.case.note(self.whole["id"], "pandemonium.spell", {"aspect": self.whole["aspect"]})
            return {"id": self.case.id_of(self.whole["id"])}, {}
        for name, value in self.whole.items():
            if name not in slots:
                self.chosen[name] = value
        for slot in slots.values():
            if slot.given_by != "setting" and slot.name in self.whole:
                self._take(slot, self.whole[slot.name])
        return self.chosen, self.known

    def _take(self, slot: InputField, value: Any) -> None:
        source = slot.mark(FromRecord)
        if slot.mark(New):
            self._newborn(slot.name, value)
        elif source is not None:
            self.chosen[slot.name], inside = _subjects(self.case, slot, source, value)
            self.beside = value
            if inside:
                self.known[slot.name] = inside
        elif slot.given_by == "derived" and slot.name == "dice" and self.beside is not None:
            kind, _traits = self.case.records[self.beside["id"]]
            self.case.note(self.beside["id"], kind, {self.whole["name"]: value})
        elif slot.given_by == "derived" and stored_traits.is_stored(self.case, slot.name, value):
            pass
        elif slot.given_by == "procedure" or (slot.given_by == "derived" and not self.path):
            self.known[slot.name] = value
        else:
            self.chosen[slot.name] = self._inside(slot, value)

    def _newborn(self, name: str, value: str) -> None:
        self.case.born[value] = (*self.path, name)
        self.chosen[name] = True
        if value in self.case.records:  # made once more: the record is there
            self.known[name] = value

    def _inside(self, slot: InputField, value: Any) -> Any:
        struct, path = struct_in(slot.kind), (*self.path, slot.name)
        if struct is None or value is None:
            return value
        if isinstance(value, list):
            return [
                _parts(self.case, struct, one, (*path, str(n)), self.beside) for n, one in enumerate(value)
            ]
        return _parts(self.case, struct, value, path, self.beside)


def _parts(
    case: Case, struct: type[msgspec.Struct], whole: Any, path: tuple[str, ...] = (), beside: Any = None
) -> dict[str, Any]:
    return _Parts(case, whole, path, beside).read(struct)[0]


def _subjects(case: Case, slot: InputField, source: FromRecord, value: Any) -> tuple[Any, Any]:
    if value is None:
        return None, None
    if isinstance(value, list):
        pairs = [_subject(case, slot, source, one) for one in value]
        inside = [pair[1] for pair in pairs]
        return [pair[0] for pair in pairs], [one or {} for one in inside] if any(inside) else None
    return _subject(case, slot, source, value)


def _subject(case: Case, slot: InputField, source: FromRecord, value: Any) -> tuple[Any, Any]:
    nouns = [kinds.named(one, case.system) for one in source.kinds]
    if isinstance(value, str):
        case.note(value, nouns[0], {})
        return case.id_of(value), None
    if "id" not in value:
        return dict(value), None
    struct = struct_in(slot.kind)
    assert struct is not None
    kind = stored_traits.kind_of(value, nouns)
    traits: dict[str, Any] = stored_traits.besides(case.action, slot.name)
    chosen: dict[str, Any] = {}
    known: dict[str, Any] = {}
    value = {**stored_traits.taken_for_granted(struct), **value}
    for inner in slots_of(struct).values():
        if inner.name != "id" and inner.name in value:
            _sort_out(case, inner, value, traits, chosen, known)
    case.note(value["id"], kind, traits)
    for name, trait in traits.items():
        if _is_ref(kind, name) and trait is not None:
            case.note(trait, stored_traits.pointed_at(kind, name), {})
    return {"id": case.id_of(value["id"]), **chosen}, known


def _sort_out(
    case: Case,
    inner: InputField,
    value: Mapping[str, Any],
    traits: dict[str, Any],
    chosen: dict[str, Any],
    known: dict[str, Any],
) -> None:
    """One field of a subject: a trait of its record, a person's choice, or what a procedure knows."""
    one, nested = value[inner.name], inner.mark(FromRecord)
    if inner.name == "applied":  # nobody cast the spell here, so the GM says how it comes to bear
        chosen[inner.name] = one
    elif nested is not None:
        chosen[inner.name], _none = _subjects(case, inner, nested, one)
    elif inner.given_by in (None, "stored") and not inner.mark(FreeText):
        traits[inner.name] = one
    elif inner.given_by == "procedure":
        known[inner.name] = one
    elif inner.given_by == "derived":
        traits |= stored_traits.derived(case, inner.name, value, one)
        if value.get("score") in ("other", "strength"):
            chosen[inner.name] = one
    else:
        chosen[inner.name] = _Parts(case, value)._inside(inner, one)


def _make(
    game: Game, case: Case, name: str, kind: str, traits: Mapping[str, Any], stored: Mapping[str, Any]
) -> None:
    first = {one: value for one, value in stored.items() if kind in LATE or not _is_ref(kind, one)}
    values = [{"field": one, "set": value} for one, value in first.items()]
    about = {"kind": kind, "name": traits.get("name", name)}
    game.act("table.create", {"about": about, "fields": values}, known={"id": case.id_of(name)})


def _stored(case: Case, kind: str, traits: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Stored fields from which the traits follow."""
    stored: dict[str, Any] = {}
    found = Stored(case, kind, name, traits)
    fields = kinds.kind(kind).fields
    for trait, value in traits.items():
        made = stored_traits.made_from(found, trait, value)
        if made is not None:
            stored |= made
        elif trait != "id" and not isinstance(fields.get(trait), Derived | NameField):
            stored[trait] = value
    with_ids = {_with_ids(case, one): _with_ids(case, value) for one, value in stored.items()}
    # A case that does not say where a demon is has one that is here, where its act touches one.
    is_here = {"state": "present"} if kind == "demon" and case.action in TOUCHING else {}
    in_play = (
        {"state": "active"} if kind == "character" and not case.action.endswith("create_character") else {}
    )
    return {**stored_traits.of_kind(kind, name), **is_here, **in_play, **with_ids}


def _is_ref(kind: str, name: str) -> bool:
    return isinstance(kinds.kind(kind).fields.get(name), Ref)


def _with_ids(case: Case, value: Any) -> Any:
    if isinstance(value, str):
        prefix, dot, rest = value.rpartition(".")
        if dot and rest in case.records:
            return f"{prefix}.{case.id_of(rest)}"
        return case.id_of(value) if value in case.records else value
    if isinstance(value, dict):
        return {key: _with_ids(case, one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_ids(case, one) for one in value]
    return value


def as_far_as_given(found: Any, expected: Any) -> Any:
    """What was found, without the keys that a case leaves free."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return {key: as_far_as_given(found.get(key), value) for key, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [as_far_as_given(*pair) for pair in zip(found, expected, strict=True)]
    return found


def at(value: Any, path: tuple[str, ...]) -> Any:
    """What lies at a path of an input."""
    for step in path:
        value = value.get(step)
    return value


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
