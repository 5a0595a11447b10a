"""How a trait that a worked case names comes about on rows: the fields, and other records, from which it follows."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tests.campaigns.services.stored_cases import Case

BESIDES: dict[str, dict[str, dict[str, Any]]] = {
    # What a procedure's clause asks for besides what the action reads: a demon whose sheet is complete.
    "sorcerer.summon": {"demon": {"complete": True}},
}


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
    return kinds[0]


def pointed_at(kind: str, trait: str) -> str:
    """The kind of the record that a field names."""
    if trait == "possessed_by":
        return "demon"
    return "fallen.character" if kind.startswith("fallen.") else "character"


def derived(name: str, value: Mapping[str, Any], one: Any) -> dict[str, Any]:
    """The traits from which a derived one follows."""
    if name == "dice":
        return {value["score"]: one} if value["score"] not in ("other", "strength") else {}
    return {name: one}


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
}
