"""The board of spells: each that runs, on whom, until when, who keeps it up, what breaks it, what can be done now."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.games.pandemonium.spell_page import (
    HOLDING,
    LETS_BE,
    Effect,
    dealing,
    effect_of,
    own_seal,
    spells_on,
)
from campaigns.games.pandemonium.spells.actions import (
    ON_SOMEBODY,
    caught_by,
    deeds_on,
    deeds_with,
)
from campaigns.games.pandemonium.spells.casters import FREE_KINDS, SPELL, SYSTEM, SpellDeed, SpellOptions
from campaigns.games.pandemonium.spells.tapping import is_tapped, tap
from campaigns.games.pandemonium.spells.turns import Turn, turns_of
from campaigns.games.pandemonium.spells.yields import (
    dealt_with,
    is_open,
    made_of,
    movable,
)
from campaigns.policy import Rights
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext, ValueInWords
from campaigns.queries.waiting import Waiting
from rules import service, words
from rules.kernel.values import as_whole
from rules.pandemonium.allowed import LET_GO, STRUGGLE_FIRST, struggling, turn_waits
from rules.pandemonium.due import SECONDS
from rules.pandemonium.progress import is_fresh

CONNECTION = "pandemonium.connection"


@dataclass(frozen=True)
class SpellLine:
    """What a spell does, in words; with a second of game time where it comes or goes then."""

    text: str
    when: int | None = None


@dataclass(frozen=True)
class Touched:
    """Somebody or something that a spell is meant for or on, what it does there, and what can be done about it."""

    who: ValueInWords
    is_hidden: bool
    told: tuple[SpellLine, ...]
    deeds: tuple[SpellDeed, ...]

    @property
    def now(self) -> tuple[SpellDeed, ...]:
        """The usual one, if it may be done now: it stands in the spell's line."""
        return tuple(one for one in self.deeds if not one.clause and one.given.get("way") != "slow")[:1]

    @property
    def more(self) -> tuple[SpellDeed, ...]:
        return tuple(one for one in self.deeds if one not in self.now)


@dataclass(frozen=True)
class Ruled:
    """A sentence and the clause that it comes from."""

    text: str
    clause: str


@dataclass(frozen=True)
class Running:
    """A spell that has not ended, as one viewer sees it."""

    id: str
    seal: Effect
    caster: ValueInWords
    about: str
    blunted: str
    """What is left of its Potency, while somebody's successes stand against it (PAN-ASSAIL-03)."""
    outlived: str
    """That its caster is dead or otherwise out of play, and what may be done; empty while they are not."""
    touched: tuple[Touched, ...]
    breaks: tuple[Ruled, ...]
    deeds: tuple[SpellDeed, ...]
    may_let_go: bool
    is_mine: bool
    is_hidden: bool
    is_kept_up: bool
    may_shape: bool
    book: str
    """What it was cast from in its caster's book, for whoever may cast it again; or nothing."""


@dataclass(frozen=True)
class Left:
    """What a spell that is over has left on somebody."""

    who: ValueInWords
    seal: Effect
    told: tuple[SpellLine, ...]
    deeds: tuple[SpellDeed, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A connection, a thing or a place: what spells go through or may be on."""

    what: ValueInWords
    told: tuple[SpellLine, ...]
    deeds: tuple[SpellDeed, ...]


@dataclass(frozen=True)
class Board:
    """Everything on the page. For players, what they cast or is on them comes first."""

    mine: tuple[Running, ...]
    others: tuple[Running, ...]
    left: tuple[Left, ...]
    kept: tuple[Kept, ...]
    turns: tuple[Turn, ...]
    turn_waits: str
    """The clause by which nobody begins a turn now; empty where somebody may."""
    turn_waits_for: tuple[ValueInWords, ...]
    """Those who may try something before the next turn."""
    is_round_on: bool
    """Whether a turn was taken, or a spell has struck, since the last round ended (PAN-TRACK-03)."""


def spell_board(
    seen: Mapping[str, Member],
    rights: Rights,
    turn: int,
    questions: Sequence[Waiting] = (),
    scene: str = "",
    now: int = 0,
    free_kinds: Collection[str] = FREE_KINDS,
) -> Board:
    """The board as this viewer may see it; `turn` is how many turns the round has had."""
    found = [member for member in seen.values() if member.kind == SPELL and member["state"] != "ended"]
    hands = SpellOptions.of(rights, seen, turn, questions, scene, now, free_kinds)
    running = [_running(hands, RecordContext(member, seen)) for member in found]
    return Board(
        mine=tuple(one for one in running if one.is_mine),
        others=tuple(one for one in running if not one.is_mine),
        left=tuple(_left_behind(hands)),
        kept=tuple(_kept(hands)),
        turns=tuple(turns_of(hands, turn)),
        turn_waits=STRUGGLE_FIRST if turn_waits(hands.state) else "",
        turn_waits_for=tuple(_first(hands)),
        is_round_on=bool(turn) or any(_is_struck(one) for one in seen.values()),
    )


def _first(hands: SpellOptions) -> Iterator[ValueInWords]:
    for who in struggling(hands.state):
        if who in hands.seen:
            yield RecordContext(hands.seen[who], hands.seen).name_of(who)


def _is_struck(one: Member) -> bool:
    return any(struck for name, struck in one.fields.items() if name.startswith("round.hit."))


def may_end(hands: SpellOptions, spell: str) -> bool:
    """Whether a spell is this member's to end, if it is in their hands at all (PAN-TRACK-08)."""
    return service.forbidden(LET_GO, (spell,), hands.state) is None


def held_by(seen: Mapping[str, Member], spell: str) -> list[Member]:
    """Those whom a spell holds now."""
    if seen[spell]["kind"] in LETS_BE:
        return []
    return [member for member in seen.values() if member.fields.get(f"hold.{spell}") in HOLDING]


def _running(hands: SpellOptions, reading: RecordContext) -> Running:
    spell = reading.member
    caught = caught_by(reading)
    speaks = hands.speaks_for(spell)
    return Running(
        id=spell.id,
        seal=own_seal(reading)[0],
        caster=reading.name_of(spell["caster"]) if spell["caster"] else ValueInWords(_("someone unknown")),
        about=", ".join(_about(spell)),
        blunted=_blunted(reading),
        outlived=_outlived(reading),
        touched=tuple(
            Touched(
                reading.name_of(member.id),
                member.is_hidden,
                (*_told(reading, member), *_of_dealing(hands, spell.id, member)),
                tuple(deeds_on(hands, spell, member)),
            )
            for member in caught
        ),
        breaks=tuple(_breaks(reading)),
        deeds=tuple(deeds_with(hands, spell)),
        may_let_go=speaks and hands.rights.member.role != "observer" and may_end(hands, spell.id),
        is_mine=hands.rights.member.is_gm or speaks or any(hands.speaks_for(member) for member in caught),
        is_hidden=spell.is_hidden,
        is_kept_up=spell["duration"] == "sustained",
        may_shape=hands.works(spell) and spell["caster"] is not None,
        book=str(spell["book"] or "") if hands.works(spell) else "",
    )


def _about(spell: Member) -> Iterator[str]:
    for name in ("aspect", "kind", "arcanum"):
        if spell[name]:
            yield words.choice_words(SYSTEM, spell[name])
    if spell["adds"]:
        yield _("adds %(wounds)s wounds") % {"wounds": words.choice_words(SYSTEM, spell["adds"])}
    if spell["interval"]:
        yield _("one wound per %(interval)s") % {"interval": words.choice_words(SYSTEM, spell["interval"])}


def _blunted(reading: RecordContext) -> str:
    against = max((as_whole(one) for one in reading.under("opposed").values()), default=0)
    left = max(0, reading.member["potency"] - against)
    return _("Potency %(n)s for now") % {"n": left} if against else ""


def _outlived(reading: RecordContext) -> str:
    """No rule ends a spell with its caster: the table decides whether it goes on (PAN-TRACK-08)."""
    caster = reading.others.get(reading.member["caster"] or "")
    if caster is None or caster["state"] == "active":
        return ""
    told = {"dead": _("%(who)s is dead."), "lost": _("%(who)s is lost.")}
    said = told.get(caster["state"], _("%(who)s is not in play.")) % {"who": caster.name}
    if reading.member["duration"] == "sustained":
        return f"{said} {_('Nobody sustains it now: the GM releases it, or lets it go on.')}"
    return said


def _told(reading: RecordContext, target: Member) -> Iterator[SpellLine]:
    """What the spell does to one target, until when, and what has come of it so far."""
    spell = reading.member.id
    on = RecordContext(target, reading.others)
    yield from _does(on, spell)
    hold = on.value(f"hold.{spell}")
    if hold in ("resisted", "escaped"):
        yield SpellLine(_("has resisted it") if hold == "resisted" else _("has escaped it"))
    elif reading.member["state"] == "latent":
        yield SpellLine(_("not triggered yet"))
    elif hold not in HOLDING and reading.member["state"] == "active" and not on.value(f"round.hit.{spell}"):
        is_to_come = is_fresh(spell, reading.member.fields, target.fields)
        has_none = is_to_come and reading.member["kind"] == "transfer" and not movable(target)
        to_come = _("no wounds that can be moved") if has_none else _("nothing settled yet")
        yield SpellLine(to_come if is_to_come else _("settled"))
    if on.value(f"round.hit.{spell}"):
        yield SpellLine(_("struck this round"))
    hindrance = on.value(f"turn.hindrance.{spell}")
    if hindrance:
        yield SpellLine(_("this turn: %(how)s") % {"how": words.choice_words(SYSTEM, hindrance)})


def _does(on: RecordContext, spell: str) -> Iterator[SpellLine]:
    """What a spell does to somebody, and the moment of the next slow wound."""
    yield from map(SpellLine, effect_of(on, spell).does)
    ongoing, began = on.value(f"ongoing.{spell}"), on.value(f"began.ongoing.{spell}")
    if ongoing and ongoing["left"] and ongoing["interval"] in SECONDS and began is not None:
        yield SpellLine(_("next wound on"), began + SECONDS[ongoing["interval"]])


def _breaks(reading: RecordContext) -> Iterator[Ruled]:
    """What ends a spell or its grip, apart from its own time."""
    spell = reading.member
    tenacity = spell["tenacity"]
    if held_by(reading.others, spell.id):
        text = _("Anyone it holds struggles free with a point of Willpower and more than %(n)s.")
        yield Ruled(text % {"n": _successes(tenacity)}, "PAN-STRUGGLE-05")
    if spell["state"] == "latent":
        yield Ruled(
            _("Until it is triggered, it can be worn down against its full Tenacity."), "PAN-DELAY-05"
        )
    text = _(
        "%(n)s against it destroy it if it has a form that can be hit; fewer reduce its Potency for a turn."
    )
    yield Ruled(text % {"n": _successes(2 * tenacity)}, "PAN-ASSAIL-06")
    for who, opposed in reading.under("opposed").items():
        successes = as_whole(opposed)
        told = {"who": reading.name_of(who).text, "n": _successes(successes)}
        left = _("Its Potency is %(n)s until then.") % {"n": max(0, spell["potency"] - successes)}
        said = _("%(who)s has %(n)s against it until their next turn.") % told
        yield Ruled(f"{said} {left}", "PAN-ASSAIL-03")


def _successes(number: int) -> str:
    return ngettext("%(n)d success", "%(n)d successes", number) % {"n": number}


def _kept(hands: SpellOptions) -> Iterator[Kept]:
    """Connections, then things and places, by name."""
    for kind in (CONNECTION, *ON_SOMEBODY[1:]):
        found = [member for member in hands.seen.values() if member.kind == kind]
        for one in sorted(found, key=lambda one: one.name):
            reading = RecordContext(one, hands.seen)
            deeds = tuple(tap(hands, one)) if kind == CONNECTION else ()
            told = tuple(_of_connection(hands, one) if kind == CONNECTION else _of_object(reading))
            yield Kept(reading.name_of(one.id), told, deeds)


def _of_connection(hands: SpellOptions, one: Member) -> Iterator[SpellLine]:
    yield SpellLine(_("connection, %(now)s of %(base)s steps") % {"now": one["rating"], "base": one["base"]})
    if is_tapped(hands, one):
        yield SpellLine(_("a tap waits for a word: is it against someone’s will?"))
    if one["day_began"] is not None and one["rating"] < one["base"]:
        yield SpellLine(_("regains a step on"), one["day_began"] + SECONDS["day"])
    elif one["inanimate"] and one["rating"] < one["base"]:
        yield SpellLine(_("recovers only if its subject wants it to"))


def _of_object(reading: RecordContext) -> Iterator[SpellLine]:
    yield SpellLine(words.spelled_out(reading.member.kind.rpartition(".")[2]).lower())
    yield SpellLine(_("counts as %(n)d against magic") % {"n": 2 + reading.member["fame"]})
    for spell in dict.fromkeys(spells_on(reading)):
        yield SpellLine(_("under %(spell)s") % {"spell": effect_of(reading, spell).spell.text})


def _of_dealing(hands: SpellOptions, spell: str, target: Member) -> Iterator[SpellLine]:
    return map(SpellLine, dealing(hands.state.pending, target, spell, hands.now))


def _left_behind(hands: SpellOptions) -> Iterator[Left]:
    """What lingers of ended spells, and what can still be made in this scene of what they did."""
    for member in hands.seen.values():
        on = RecordContext(member, hands.seen)
        came_to = (one for one in on.under("came_to") if one in hands.seen)
        still = [one for one in came_to if is_open(hands, hands.seen[one], member)]
        for spell in dict.fromkeys((*spells_on(on), *still)):
            if spell not in hands.seen or hands.seen[spell]["state"] != "ended":
                continue
            over = hands.seen[spell]
            told = (*_does(on, spell), *_of_dealing(hands, spell, member))
            deeds = (*made_of(hands, over, member), *dealt_with(hands, over, member))
            if deeds and not told:
                told = (SpellLine(_("over; until the scene ends, something can still be made of it")),)
            if told or deeds:
                yield Left(on.name_of(member.id), effect_of(on, spell), told, deeds)
