"""What Pandemonium brings to `play()`: with what Potency a spell bears now, and whose a spell is."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.game import Playing, Preparing
from campaigns.games.pandemonium.puppets import puppets
from campaigns.policy import NotAllowed, Rights
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.parsing import convert
from rules.kernel.procedure import Question
from rules.kernel.values import Value, Values, as_list
from rules.pandemonium.bringing import ADDED, DEFEND, RESISTED, is_resisted
from rules.pandemonium.health import Track, status_of
from rules.pandemonium.offering import ASK, BEAR, TRANSFER, as_recipient
from rules.pandemonium.progress import bears_now
from rules.pandemonium.release import LetGoInput
from rules.pandemonium.rolls import RollInput

SLOW = "pandemonium.ongoing_start"
MOVES_WOUNDS = frozenset({TRANSFER, ASK, BEAR})
DEALING = frozenset(
    {
        SLOW,
        *(f"pandemonium.{verb}" for verb in ("attack", "direct", "added_damage", "boosted_attack", "defend")),
    }
)
"""Acts that deal the wounds that a spell was cast to deal."""
AGAINST_A_SPELL = RESISTED | {DEFEND, "pandemonium.resist"}
"""Acts whose dice are those of whoever a spell reaches for."""
SHAPES = frozenset({"pandemonium.cast", "pandemonium.shape"})
"""Acts whose dice are those of whoever casts: of somebody unseen they would tell as much as the casting does."""


def _is_unknown(working: UnitOfWork, question: Question) -> bool:
    """Whoever resists what they know nothing of is not asked: the GM answers (PAN-RESIST-11)."""
    spell = working.find(is_resisted(question.question, question.data) or "")
    return spell is not None and spell.about["visibility"] != "table"


def _is_unseen(working: UnitOfWork, step: Request) -> bool:
    """That they resisted it, and with how many dice, would tell them of it as well (PAN-RESIST-11)."""
    given = {**step.given, **step.known}
    told = (
        ("spell", "caster") if step.action in SHAPES else ("spell",) if step.action in AGAINST_A_SPELL else ()
    )
    found = (working.find(_named(given[name])) for name in told if given.get(name))
    return any(one is not None and one.about["visibility"] != "table" for one in found)


def _known(preparing: Preparing) -> Values:
    """How a spell bears on this target now, and with what Potency (PAN-CONSEQ-17, PAN-POT-15)."""
    given = preparing.given
    if preparing.action == "pandemonium.shape":
        return _out_cold(preparing, given.get("caster"))
    moves = preparing.action in MOVES_WOUNDS
    spell, target = given.get("spell"), given.get("donor" if moves else "target")
    if not isinstance(spell, Mapping) or not isinstance(target, Mapping):
        return {}
    stored, on = (preparing.working.find(str(one.get("id"))) for one in (spell, target))
    if stored is None or on is None or stored.kind.name != "pandemonium.spell":
        return {}
    if (harmed := preparing.working.find(_named(given.get("harmed")))) is not None:
        done = harmed.fields.get(f"came_to.{stored.id}")  # it heals by the harm that it did: PAN-HEAL-09
        return {"spell": {"potency": (done["net"] or 0) if done else 0}}
    now = bears_now(stored.id, stored.fields, on.id, on.fields)
    harm = _said_by(preparing, stored.id) if moves else _harm(preparing, stored)
    if now is None:
        return harm
    potency = {} if now.potency is None else {"potency": now.potency}
    if moves:
        return {**({"spell": potency} if potency else {}), **harm}
    return {"spell": {"applied": now.applied, **potency}, **harm}


def _said_by(preparing: Preparing, spell: str) -> Values:
    """What those who were asked to bear wounds said, each beside whoever is named (PAN-TRANSFER-04)."""
    if preparing.action != TRANSFER:
        return {}
    named = [
        preparing.working.find(_named(one)) for one in as_list(preparing.request.given.get("recipients", ()))
    ]
    said = [one.fields.get(f"bears.{spell}") if one is not None else None for one in named]
    return {"recipients": [as_recipient(one) if one else {} for one in said]} if any(said) else {}


def _harm(preparing: Preparing, spell: Sheet) -> Values:
    """The wounds that a spell deals, as it was cast, where nobody says anything of them (PAN-TRACK-01)."""
    wound = spell["adds" if preparing.action == ADDED else "wound"]
    if preparing.action not in DEALING or wound is None or preparing.given.get("damage"):
        return {}
    names = ("resistant",) if preparing.action == SLOW else ("resistant", "temporary")
    return {"damage": {"kind": wound, **{name: spell[name] for name in names}}}


def _out_cold(preparing: Preparing, named: Value) -> Values:
    """Whose track is full of worse than bashing is conscious of nothing (PAN-TEN-07, PAN-HEALTH-07)."""
    caster = preparing.working.find(_named(named))
    if caster is None or caster.kind.name != "pandemonium.character":
        return {}
    track = convert(caster["health"], Track)
    return {"caster": {"conscious": False}} if status_of(track) in ("incapacitated", "dead") else {}


def _named(record: Value) -> str:
    return str(record.get("id") if isinstance(record, Mapping) else record)


def _check(preparing: Preparing, given: Struct, rights: Rights) -> None:
    """What something ordinary still binds is the GM's word, whatever players may rule (PAN-TRACK-06)."""
    if isinstance(given, LetGoInput) and given.remains and not rights.member.is_gm:
        raise NotAllowed(_("Only the GM can say who is still held. Leave this empty."))
    pool = given.pool if isinstance(given, RollInput) else None
    actor = preparing.working.find(given.actor.id) if isinstance(given, RollInput) else None
    if pool is not None and pool.willpower and actor is not None and not rights.plays(actor):
        raise NotAllowed(_("You can't spend the Willpower of %(name)s.") % {"name": actor.name})


PLAYING = Playing(
    known=_known,
    check=_check,
    lent=puppets,
    is_unknown=_is_unknown,
    is_unseen=_is_unseen,
    made_for_actor=frozenset({"pandemonium.known_spell", "pandemonium.spell"}),
)
