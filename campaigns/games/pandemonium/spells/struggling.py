"""Breaking free of the spells that hold somebody: one roll against all of them, and its chances (PAN-STRUGGLE)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from campaigns.games.pandemonium.spell_page import holding
from campaigns.games.pandemonium.spells.casters import SYSTEM, SpellOptions
from campaigns.games.pandemonium.spells.resisting import as_played
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext, ValueInWords
from campaigns.services.play.action_inputs import Request
from rules import service, words
from rules.kernel.errors import RulesError
from rules.kernel.values import Values, as_values
from rules.pandemonium.allowed import STRUGGLE
from rules.pandemonium.struggle import StruggleInput, plan_struggle


@dataclass(frozen=True)
class Held:
    """A spell that holds somebody, and the chance to be rid of it."""

    spell: ValueInWords
    escapes: float | None


@dataclass(frozen=True)
class ToBreak:
    """Somebody who may struggle free, with a point of Willpower; `clause` forbids it now."""

    who: ValueInWords
    id: str
    held: tuple[Held, ...]
    traits: str = ""
    dice: int | None = None
    clause: str = ""
    willpower: int = 0
    is_mine: bool = False

    @property
    def given(self) -> list[tuple[str, str]]:
        """What the press sends."""
        spells = [(f"spells.{number}.id", str(one.spell.record)) for number, one in enumerate(self.held)]
        return [("actor.id", self.id), *spells, ("bolster", "willpower")]


def to_break(hands: SpellOptions) -> list[ToBreak]:
    """Those whom spells hold that this viewer knows of, and for whom they speak; their own first."""
    if hands.rights.member.role == "observer":
        return []
    found = [_line(hands, one, spells) for one, spells in _caught(hands)]
    return sorted(found, key=lambda one: not one.is_mine)


def _caught(hands: SpellOptions) -> Iterator[tuple[Member, list[Member]]]:
    for one in hands.seen.values():
        if one.kind != f"{SYSTEM}.character" or not hands.speaks_for(one):
            continue
        if spells := holding(hands.seen, one):
            yield one, spells


def _line(hands: SpellOptions, one: Member, spells: Sequence[Member]) -> ToBreak:
    reading, member = RecordContext(one, hands.seen), hands.rights.member
    left = one.fields.get("willpower")
    found = _reckoned(hands, one, spells)
    spent = "" if left else "PAN-STRUGGLE-03"
    return ToBreak(
        who=reading.name_of(one.id),
        id=one.id,
        held=tuple(Held(reading.name_of(spell.id), found.each.get(spell.id)) for spell in spells),
        traits=found.traits,
        dice=found.dice,
        clause=found.clause or spent,
        willpower=left if isinstance(left, int) else 0,
        is_mine=one.owner == str(member.pk) or (member.is_gm and one.owner is None),
    )


@dataclass(frozen=True)
class _Reckoned:
    """The pool of a struggle and the chance against each spell, as far as whoever looks may know; what forbids it."""

    traits: str = ""
    dice: int | None = None
    each: Mapping[str, float] = field(default_factory=dict)
    clause: str = ""


def _reckoned(hands: SpellOptions, one: Member, spells: Sequence[Member]) -> _Reckoned:
    held = [{"id": spell.id} for spell in spells]
    given: Values = {"actor": {"id": one.id}, "spells": held, "bolster": "willpower"}
    clause = service.forbidden(STRUGGLE, (one.id, *(spell.id for spell in spells)), hands.state) or ""
    try:
        struggle = as_played(hands.rights.member, Request(STRUGGLE, given))
        refusal = service.contradicted(STRUGGLE, struggle, hands.state)
        clause = clause or (refusal.clause or "" if refusal is not None else "")
        plan = plan_struggle(struggle).pool if isinstance(struggle, StruggleInput) else None
        odds = as_values(service.odds(STRUGGLE, struggle).odds["each"])
    except RulesError as refused:
        return _Reckoned(clause=clause or refused.clause or "")
    each = {ident: value for ident, value in odds.items() if isinstance(value, float)}
    if plan is None:
        return _Reckoned(each=each, clause=clause)
    named = (words.spelled_out(part.name) for part in plan.parts if part.source == "trait")
    return _Reckoned(" + ".join(named), max(plan.size, 0), each, clause)
