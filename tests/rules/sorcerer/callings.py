"""Inputs of the rites that the tests share: people and demons without anything special about them."""

from typing import Any

from tests.rules.sorcerer.asking import play

MARA: dict[str, Any] = {"id": "mara", "lore": 3}
RITE_SCORES: dict[str, dict[str, Any]] = {
    "contact": {},
    "contain": {"stamina": 2},
    "summon": {"will": 4, "humanity": 1},
    "bind": {"stamina": 3, "will": 4},
    "banish": {"will": 4, "humanity": 3},
    "punish": {"will": 4},
}
DEMONS: dict[str, dict[str, Any]] = {
    "contact": {"type": "object", "abilities": ["Fast"], "desire": "Ruin", "power": 2, "state": "beyond"},
    "summon": {"power": 2, "state": "contacted"},
    "bind": {"will": 3, "state": "present"},
    "banish": {"power": 2, "will": 3, "state": "present"},
    "punish": {"stamina": 2, "power": 3, "state": "present"},
}
REST: dict[str, dict[str, Any]] = {
    "contact": {"contact_id": "k1"},
    "contain": {"contain_id": "c1", "focus": "a jar", "boundary": "its rim", "scope": {"kind": "all"}},
    "summon": {"contact": {"id": "k1", "victories": 2, "state": "open"}},
    "bind": {"binding_id": "b1", "scores": ["will"], "need_met": True, "desire_met": False},
}


def rite(
    verb: str, *, sorcerer: dict[str, Any] | None = None, demon: dict[str, Any] | None = None, **over: Any
) -> dict[str, Any]:
    """The input of a rite that Mara performs; `sorcerer` and `demon` change single traits."""
    given: dict[str, Any] = {"sorcerer": {**MARA, **RITE_SCORES[verb], **(sorcerer or {})}}
    if verb in DEMONS:
        given["demon"] = {"id": "d1", **DEMONS[verb], **(demon or {})}
    return {**given, **REST.get(verb, {}), **over}


def binding(sorcerer: str = "mara", strength: int = 2, **over: Any) -> dict[str, Any]:
    """A Binding as part of its demon."""
    whose = {"id": f"b-{sorcerer}", "sorcerer": sorcerer, "strength": strength}
    return {**whose, "score": "will", "favor": "sorcerer", **over}


def rolled(verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """The result of an input with as many dice as it takes, whatever they show."""
    for count in range(40):
        answer = play(verb, given, [1 + number * 5 % 12 for number in range(count)])
        if answer.get("error", {}).get("code") != "draws_exhausted":
            return answer
    raise AssertionError(answer)


def parts(side: dict[str, Any]) -> list[tuple[str, int]]:
    """The parts of a pool as (source, dice)."""
    return [(part["source"], part["dice"]) for part in side["parts"]]


def check(who: str = "mara", *, change: str = "loss", basis: str = "ritual", demon: str | None = "d1") -> Any:
    """A check that is due; gains are optional."""
    return {
        "action": "sorcerer.humanity_check",
        "change": change,
        "basis": basis,
        "who": who,
        "demon": demon,
        "optional": change == "gain",
    }
