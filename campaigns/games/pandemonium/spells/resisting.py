"""Spells that somebody has yet to resist, with which pool and what chance; and letting one through (PAN-RESIST)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from campaigns.access import MemberRequest
from campaigns.forms.action.bonuses import BonusControls
from campaigns.game import Preparing
from campaigns.models import Campaign, Membership
from campaigns.policy import Rights
from campaigns.queries.bonuses import BONUS, Bonuses
from campaigns.queries.cast import Member, campaign_sheet
from campaigns.queries.layouts.parts import RecordContext, ValueInWords
from campaigns.queries.palette import known_of
from campaigns.queries.waiting import Waiting
from campaigns.services.play import procedure_inputs
from campaigns.services.play.action_inputs import InputBuilder, Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state import action_derivations, rows
from campaigns.state.errors import UnknownRecord
from campaigns.state.ids import ids_in
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import UnitOfWork
from campaigns.viewing import Viewer
from rules import catalogue, service, words
from rules.kernel.errors import InvalidInput, RulesError
from rules.kernel.inputs import slots_of
from rules.kernel.values import Values, as_list, as_values
from rules.pandemonium.added import AddedDamageInput
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.blows import ACROSS, DefendInput
from rules.pandemonium.bringing import CLAUSE, DEFEND, is_resisted
from rules.pandemonium.offering import BEAR
from rules.pandemonium.offering import CLAUSE as TO_BEAR
from rules.pandemonium.sides import severe_from, side_of


@dataclass(frozen=True)
class Way:
    """One way to resist: the dice, and the chance that nothing comes of the spell."""

    dice: int
    shakes_off: float


@dataclass(frozen=True)
class Pooled:
    """What somebody resists with: the traits, what it has to overcome, and the chance."""

    traits: str
    against: str
    way: Way


@dataclass(frozen=True)
class ToResist:
    """A spell that reaches for somebody, or wounds that it would move to them, as one viewer sees it."""

    id: str
    who: ValueInWords
    spell: ValueInWords
    told: str
    clause: str
    may_answer: bool
    first: str
    """Who may first struggle free; empty where nobody may."""
    is_mine: bool
    """Whether this viewer is asked, and does not answer for somebody who is away."""
    at: str = ""
    """Before the names of the pool's controls."""
    switches: tuple[str, ...] = ()
    """The controls of the act's form that say that a pool is rolled."""
    is_unseen: bool = False
    """Whether the player of whoever it reaches for does not see the spell, so that the GM answers."""
    may_rule: bool = False
    """Whether other traits and rulings are theirs to say."""
    donor: ValueInWords | None = None
    """Whose wounds they would bear, which they may also take willingly."""
    plain: Pooled | None = None
    """None where this viewer may not know what the odds rest on."""
    strained: Pooled | None = None
    """The same with a point of Willpower; None where there is none left."""
    willpower: int = 0
    bonus: BonusControls | None = None

    @property
    def is_blow(self) -> bool:
        """Whether a blow that carries the spell is defended against, before anything is resisted."""
        return self.clause == ACROSS


def to_resist(
    request: MemberRequest, rights: Rights, seen: dict[str, Member], questions: Sequence[Waiting]
) -> list[ToResist]:
    """The spells that wait to be resisted, this viewer's own first, as they may know of them."""
    acts = rights.member.role != "observer" and not request.is_viewing_as
    found = [one for one in questions if _spell_of(one) in seen and one.who in seen]
    bonuses = Bonuses(request.member.campaign.pk)
    lines = [_line(request, rights, seen, one, bonuses, acts=acts) for one in found]
    return sorted(lines, key=lambda line: not line.is_mine)


def _spell_of(asked: Waiting) -> str:
    """The spell that an open question lets somebody resist; nothing of any other question."""
    through = asked.data.get("through") if asked.question == BEAR else None
    return is_resisted(asked.question, asked.data) or str(through or "")


def let_through(*, actor: Membership, asked: Waiting, key: str) -> Played:
    """Whoever a spell reaches for does not resist it: it does what it does at once (PAN-RESIST-01)."""
    known = {**known_of(asked), _side(asked): {"successes": 0}}
    return play(actor, ActRequest(key, (Request(asked.question, {}, known=known),), answers=asked.id))


def _line(
    request: MemberRequest,
    rights: Rights,
    seen: dict[str, Member],
    asked: Waiting,
    bonuses: Bonuses,
    *,
    acts: bool,
) -> ToResist:
    target, spell, side = seen[asked.who or ""], seen[_spell_of(asked)], _side(asked)
    reading = RecordContext(spell, seen)
    donor = next(ids_in([asked.data.get("donor")]), "")
    line = ToResist(
        id=asked.id,
        who=reading.name_of(target.id),
        spell=reading.name_of(spell.id),
        told=", ".join(_told(asked)),
        clause=TO_BEAR if donor else ACROSS if asked.question == DEFEND else CLAUSE,
        may_answer=acts and asked.is_ready,
        first=asked.first,
        is_mine=asked.is_call,
        is_unseen=spell.visibility == "gm" and target.in_hand,
        may_rule=rights.gives_rulings,
        at="" if donor else f"{side}.",
        switches=() if donor else tuple(_switches(asked.question, side)),
        donor=reading.name_of(donor) if donor else None,
    )
    if not line.may_answer:
        return line
    left = target.fields.get("willpower")
    points = left if isinstance(left, int) else 0
    plain = _reckoned(rights.member, asked, bonuses, line.at, willpower=False)
    field, campaign = f"{line.at}pool.modifiers", str(request.member.campaign.pk)
    controls = BonusControls(
        rights, campaign, asked.question, field, target.id, "", request.GET, bonuses, by_command=False
    )
    return replace(
        line,
        plain=plain,
        strained=_reckoned(rights.member, asked, bonuses, line.at, willpower=True)
        if points and plain
        else None,
        willpower=points,
        bonus=controls if controls.boxes or controls.may_ask else None,
    )


def _side(asked: Waiting) -> str:
    """The field in which whoever is asked stands up to it."""
    return "defense" if asked.question == DEFEND else "resist"


def _switches(act: str, side: str) -> Iterator[str]:
    """What harms always meets something, so its form has no control for whether it is resisted at all."""
    if not slots_of(catalogue.find(act).input_type)[side].required:
        yield side
    yield f"{side}.pool"


def _told(asked: Waiting) -> Iterator[str]:
    """What comes of it where it gets through: the act, what the net is compared with, the wounds to bear."""
    if asked.question == BEAR:
        wishes = map(as_values, as_list(asked.data.get("allot") or ()))
        theirs = [wish for wish in wishes if wish["to"] == asked.who]
        for wish in theirs:
            kind = words.choice_words("pandemonium", str(wish["kind"]))
            yield _("%(n)s %(kind)s to bear") % {"n": wish["wounds"], "kind": kind}
        if not theirs:
            yield _("no wounds are meant for them as it stands")
        return
    yield words.action_words(asked.question)[0]
    if asked.question == DEFEND:
        yield words.choice_words("pandemonium", str(as_values(asked.data["damage"])["kind"]))
    for name in ("aim", "of", "resource"):
        if asked.data.get(name):
            yield words.choice_words("pandemonium", str(asked.data[name]))
    if interval := asked.data.get("interval"):
        yield _("one wound per %(interval)s") % {"interval": words.choice_words("pandemonium", str(interval))}
    if compared := asked.data.get("compare"):
        yield _("compared with %(trait)s") % {"trait": words.spelled_out(str(compared))}


def _reckoned(
    member: Membership, asked: Waiting, bonuses: Bonuses, at: str, *, willpower: bool
) -> Pooled | None:
    """The pool with its dice and its chance; None where the viewer may not know, or none is rolled."""
    rows_taken = [{BONUS: one.id} for one in bonuses.of(asked.who or "", asked.question)]
    pool: Values = {"pool": {"willpower": willpower, "modifiers": rows_taken}}
    given: Values = {_side(asked): pool} if at else pool
    try:
        played = as_played(member, Request(asked.question, given, known=known_of(asked)))
        plan, odds = side_of(played).plan, service.odds(asked.question, played).odds
    except (RulesError, UnknownRecord):  # it may have been undone since the page began to be read
        return None
    if plan is None:
        return None
    traits = (words.spelled_out(part.name) for part in plan.parts if part.source == "trait")
    chance = odds["none"] if "none" in odds else odds["escaped"]
    way = Way(max(plan.size, 0), chance if isinstance(chance, float) else 0.0)
    return Pooled(" + ".join(traits), ", ".join(_against(played)), way)


def _against(played: Struct) -> Iterator[str]:
    """What has to be overcome: the Potency that this try has, and from which net on it is severe."""
    if isinstance(played, DefendInput):
        yield ngettext("%(n)d success", "%(n)d successes", played.attack) % {"n": played.attack}
        if across := played.across(played.attack, 0):  # PAN-CONSEQ-11
            yield _("by which up to Potency %(n)d gets across") % {"n": across}
        return
    spell = getattr(played, "spell", None)
    potency = getattr(spell, "potency", None)
    if potency is None and isinstance(played, AddedDamageInput):
        potency = ASPECTS[played.spell.aspect].hindrance
    if potency is not None:
        yield _("Potency %(n)s") % {"n": potency}
    severe = severe_from(played)
    if severe is not None:
        yield _("severe from net %(n)s") % {"n": severe}


def as_played(member: Membership, request: Request) -> Struct:
    """The input of an act as it would be played now; `NotOpen` where it rests on what this member may not see."""
    campaign: Campaign = member.campaign
    working, viewer = UnitOfWork(rows.Rows(campaign), kind), Viewer.of(member)
    planned = procedure_inputs.prepare(Preparing(campaign, working, request))
    reader = InputBuilder(working, lambda path: f"new-{path}", action_derivations.find, is_gm=member.is_gm)
    action = catalogue.find(request.action)
    chosen = campaign_sheet(campaign).under("settings.pandemonium")
    settings = {name: chosen[name] for name in action.settings if name in chosen}
    raw = reader.read(planned, action.input_type, settings)
    if not all(viewer.sees(one.about["visibility"]) for one in working.loaded()):
        raise NotOpen("this rests on what only the GM knows")
    return service.read(request.action, raw)


class NotOpen(InvalidInput):
    """What an act rests on is not for whoever looks."""
