"""What Pandemonium brings to `play()`: with what Potency a spell bears now, and whose a spell is."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from msgspec import Struct, convert

from campaigns.game import Playing, Preparing
from campaigns.policy import NotAllowed, Rights
from rules.kernel.values import Value, Values
from rules.pandemonium.health import Track, status_of
from rules.pandemonium.progress import is_fresh
from rules.pandemonium.release import LetGoInput


def _known(preparing: Preparing) -> Values:
    """The Potency of a casting or Shaping that was not used on this target yet, where one bears so now (PAN-POT-15)."""
    given = preparing.request.given
    if preparing.action == "pandemonium.shape":
        return _out_cold(preparing, given.get("caster"))
    spell, target = given.get("spell"), given.get("target")
    if not isinstance(spell, Mapping) or not isinstance(target, Mapping):
        return {}
    stored, on = (preparing.working.find(str(one.get("id"))) for one in (spell, target))
    if stored is None or on is None or stored.kind.name != "pandemonium.spell":
        return {}
    made = stored["made"]
    is_known = made["how"] == spell.get("applied", "cast") and is_fresh(stored.id, stored.fields, on.fields)
    return {"spell": {"potency": made["potency"]}} if is_known else {}


def _out_cold(preparing: Preparing, named: Value) -> Values:
    """Whose track is full of worse than bashing is conscious of nothing (PAN-TEN-07, PAN-HEALTH-07)."""
    record = named.get("id") if isinstance(named, Mapping) else named
    caster = preparing.working.find(str(record))
    if caster is None or caster.kind.name != "pandemonium.character":
        return {}
    track = convert(caster["health"], Track)
    return {"caster": {"conscious": False}} if status_of(track) in ("incapacitated", "dead") else {}


def _check(_preparing: Preparing, given: Struct, rights: Rights) -> None:
    """What something ordinary still binds is the GM's word, whatever players may rule (PAN-TRACK-06)."""
    if isinstance(given, LetGoInput) and given.remains and not rights.member.is_gm:
        raise NotAllowed(_("Only the GM can say who is still held. Leave this empty."))


PLAYING = Playing(known=_known, check=_check, made_for_actor=frozenset({"pandemonium.spell"}))
