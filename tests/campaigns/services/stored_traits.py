"""How a trait that a worked case names comes about on rows: the fields, and other records, from which it follows."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, structs

if TYPE_CHECKING:
    from tests.campaigns.services.stored_cases import Case

BESIDES: dict[str, dict[str, dict[str, Any]]] = {
    # What a procedure's clause asks for besides what the action reads: a demon whose sheet is complete.
    "sorcerer.summon": {"demon": {"complete": True}},
    # Whoever rolls with penalties has the Stamina to act in spite of them, and victories to carry into the roll.
    "sorcerer.roll": {"acting": {"stamina": 3, "rollover": 3}},
    # A demon that has days in withdrawal is kept in it by something.
    "sorcerer.rebel": {"demon": {"need_unmet_days": 1}},
    "sorcerer.break_binding": {"demon": {"need_unmet_days": 1}},
}
BESIDE = {
    ("pandemonium.ongoing_tick", "ongoing"): "ongoing.{spell}",
    ("pandemonium.temporary_expire", "record"): "temporary.{spell}",
}
"""What stands in an input by itself and lies on the target, by the field there."""


class Stored(NamedTuple):
    """A record of a case that is about to be stored."""

    case: "Case"
    kind: str
    name: str
    traits: Mapping[str, Any]


Maker = Callable[[Stored, Any], dict[str, Any]]


def besides(action: str, field: str) -> dict[str, Any]:
    """Traits that a case leaves out and that the action's procedure asks for."""
    return dict(BESIDES.get(action, {}).get(field, {}))


def kind_of(value: Mapping[str, Any], kinds: Sequence[str]) -> str:
    """Which of the kinds that may stand somewhere stands there."""
    if value.get("kind") == "demon" and "demon" in kinds:
        return "demon"
    if "thing" in kinds and value.keys() == {"id"}:
        return "thing"
    return "pandemonium.thing" if value.get("object") else kinds[0]


def of_kind(kind: str, name: str) -> dict[str, Any]:
    """What a record of a kind has whatever it is read for: a deck is that of the players or Horror's."""
    return {"deck": name} if kind == "demon_city.deck" and name in ("players", "horror") else {}


def pointed_at(kind: str, trait: str) -> str:
    """The kind of the record that a field names."""
    system, dot, _noun = kind.rpartition(".")
    return "demon" if trait == "possessed_by" else f"{system}{dot}character"


def taken_for_granted(struct: type[Struct]) -> dict[str, Any]:
    """Traits that follow from the record and that a case leaves out where they are as usual: a thrower's deck."""
    fields = {field.encode_name: field.default for field in structs.fields(struct)}
    return {"deck": fields["deck"]} if fields.get("deck") in ("players", "horror") else {}


def derived(case: "Case", name: str, value: Mapping[str, Any], one: Any) -> dict[str, Any]:
    """The traits from which a derived one follows."""
    if name == "dice":
        return {value["score"]: one} if value["score"] not in ("other", "strength") else {}
    spell, resource = _id(case.whole.get("spell")), case.whole.get("resource", "willpower")
    if name == "this_turn":
        actor = _id(case.whole["actor"])
        case.note(
            actor, "pandemonium.character", {f"turn.hindrance.{value['id']}": one} if one != "none" else {}
        )
        return {}
    by_spell = {"hold": "hold", "hit_this_round": "round.hit", "tries": "scene.tries"}
    if name in by_spell:
        return {f"{by_spell[name]}.{spell}": one}
    if name == "hurt":
        case.note("mage", "pandemonium.character", {})
        case.note(spell, "pandemonium.spell", {"caster": "mage"})
        return {"hurt.mage": one}
    if name in ("points", "max"):
        return {resource if name == "points" else f"most.{resource}": one}
    return {name: one}


def is_stored(case: "Case", name: str, value: Any) -> bool:
    """Whether something that a case gives beside its records lies on one of them: then it is put there."""
    if (case.action, name) not in BESIDE:
        return False
    field = BESIDE[case.action, name].format(spell=_id(case.whole["spell"]))
    stored = [value] if field.startswith("temporary.") else value
    case.note(_id(case.whole["target"]), "pandemonium.character", {field: stored})
    return True


def _id(named: Any) -> str:
    return str(named["id"] if isinstance(named, Mapping) else named)


def made_from(stored: Stored, trait: str, value: Any) -> dict[str, Any] | None:
    """The stored fields behind a trait; None where it is stored under its own name."""
    maker = MAKERS.get((stored.kind, trait))
    return None if maker is None else maker(stored, value)


def _penalties(stored: Stored, value: Any) -> dict[str, Any]:
    return {"temporary": value - stored.traits.get("lasting", 0)}


def _alive(stored: Stored, value: Any) -> dict[str, Any]:
    return {"state": "active" if value else "dead"}


def _cover(stored: Stored, value: Any) -> dict[str, Any]:
    return {} if value is None else {"abilities": ["Cover"], "power": value}


def _bindings(stored: Stored, value: Any) -> dict[str, Any]:
    for binding in value:
        stored.case.note(binding["sorcerer"], "character", {})
        stored.case.note(binding["id"], "binding", {**binding, "demon": stored.name, "state": "active"})
    return {}


def _bound(stored: Stored, value: Any) -> dict[str, Any]:
    assert not value
    return {}


def _armor(stored: Stored, value: Any) -> dict[str, Any]:
    if value is not None:
        worn = {name: one for name, one in value.items() if name != "id"}
        stored.case.note(value["id"], "fallen.armor", {**worn, "wearer": stored.name})
    return {}


def _keys(prefix: str) -> Maker:
    return lambda stored, value: {f"{prefix}.{key}": one for key, one in value.items()}


def _stat(name: str) -> Maker:
    return lambda stored, value: {f"stats.{name}": value}


def _run_by(stored: Stored, value: Any) -> dict[str, Any]:
    return {"control": "player" if value == "players" else "gm"}


def _by_ritual(stored: Stored, value: Any) -> dict[str, Any]:
    return {"timing": "ritual" if value else "instant"}


def _counted_out(stored: Stored, value: Any) -> dict[str, Any]:
    return {"counted_out": value}


def _nothing(stored: Stored, value: Any) -> dict[str, Any]:
    return {}


MAKERS: dict[tuple[str, str], Maker] = {
    ("character", "penalties"): _penalties,
    ("demon", "penalties"): _penalties,
    ("character", "alive"): _alive,
    ("demon", "cover"): _cover,
    ("character", "kind"): _nothing,
    ("demon", "kind"): _nothing,
    ("demon", "bindings"): _bindings,
    ("demon", "bound"): _bound,
    ("fallen.character", "armor"): _armor,
    ("demon_city.character", "deck"): _run_by,
    ("demon_city.character", "stats"): _keys("stats"),
    ("demon_city.character", "agility"): _stat("agility"),
    ("demon_city.character", "calm"): _stat("calm"),
    ("demon_city.character", "base_toughness"): _stat("toughness"),
    ("demon_city.round", "unable"): _counted_out,
    ("pandemonium.character", "traits"): _keys("traits"),
    ("pandemonium.spell", "ritual"): _by_ritual,
    ("pandemonium.thing", "object"): _nothing,
}
