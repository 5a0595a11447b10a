"""What Sorcerer brings to `play()`: which try of a ritual this is, and which Contact is ended."""

from collections.abc import Mapping

from campaigns.game import Playing, Preparing
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, Values
from rules.sorcerer import attempts
from rules.sorcerer.allowed import END


def _known(preparing: Preparing) -> Values:
    """What records tell of a ritual: `retry`, `immediate`, `days_since` (SOR-RITUAL-11, SUMMON-06, PUNISH-09)."""
    action, given = preparing.action, preparing.given
    sorcerer, demon = _id(given.get("sorcerer")), _id(given.get("demon"))
    if action == attempts.GROUP:
        action, sorcerer = f"sorcerer.{given.get('ritual')}", _id(given.get("primary"))
    if demon is None:
        return {}
    state = _state(preparing, sorcerer, demon)
    if action == "sorcerer.recover_power":
        return {"days_since": attempts.days_since_punishment(state, demon)}
    if sorcerer is None:
        return {}
    if action == END and not given.get("contact"):
        return {"contact": _open_contact(preparing, sorcerer, demon)}
    if action not in attempts.RETRIED or given.get("amount"):  # SOR-PUNISH-02: one's own has no say
        return {}
    known = {"retry": attempts.has_failed(state, action, sorcerer, demon)}
    if preparing.action == attempts.SUMMON:
        known["immediate"] = attempts.is_immediate(state, sorcerer, demon)
    return known


def _state(preparing: Preparing, *records: str | None) -> State:
    working = preparing.working
    found = (working.find(one) for one in (str(preparing.campaign.pk), *records) if one is not None)
    return State({one.id: RecordState(one.kind.name, one.fields) for one in found if one is not None})


def _open_contact(preparing: Preparing, sorcerer: str, demon: str) -> str | None:
    """The Contact of these two that is open."""
    if preparing.working.find(demon) is None:  # a malformed id names nothing
        return None
    made = preparing.working.linked("contact", "demon", demon)
    return next((one.id for one in made if one["state"] == "open" and one["sorcerer"] == sorcerer), None)


def _id(value: Value) -> str | None:
    found = value.get("id") if isinstance(value, Mapping) else value
    return str(found) if found else None


PLAYING = Playing(known=_known)
