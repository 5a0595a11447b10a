"""What Pandemonium brings to `play()`: with what Potency a spell bears now, and whose a spell is."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.game import Playing, Preparing
from campaigns.policy import NotAllowed, Rights
from rules.kernel.values import Values
from rules.pandemonium.progress import is_fresh
from rules.pandemonium.release import LetGoInput


def _known(preparing: Preparing) -> Values:
    """The Potency of a casting or Shaping that was not used on this target yet, where one bears so now (PAN-POT-15)."""
    given = preparing.request.given
    spell, target = given.get("spell"), given.get("target")
    if not isinstance(spell, Mapping) or not isinstance(target, Mapping):
        return {}
    stored, on = (preparing.working.find(str(one.get("id"))) for one in (spell, target))
    if stored is None or on is None or stored.kind.name != "pandemonium.spell":
        return {}
    made = stored["made"]
    is_known = made["how"] == spell.get("applied", "cast") and is_fresh(stored.id, stored.fields, on.fields)
    return {"spell": {"potency": made["potency"]}} if is_known else {}


def _check(_preparing: Preparing, given: Struct, rights: Rights) -> None:
    """What something ordinary still binds is the GM's word, whatever players may rule (PAN-TRACK-06)."""
    if isinstance(given, LetGoInput) and given.remains and not rights.member.is_gm:
        raise NotAllowed(_("Only the GM can say who is still held. Leave this empty."))


PLAYING = Playing(known=_known, check=_check, made_for_actor=frozenset({"pandemonium.spell"}))
