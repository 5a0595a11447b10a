"""The spell book: what stands in it, writing it, casting from it, and Shaping a spell at work."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, get_record_to_play, members_only, players_only, rights_of
from campaigns.forms.action.bonuses import BonusControls
from campaigns.forms.people import ActForm
from campaigns.games.pandemonium.book import acts, reading, ready_made
from campaigns.games.pandemonium.book.forms import BESIDE, CastForm, EntryForm, ShapeForm
from campaigns.games.pandemonium.book.reading import KNOWN, MAGE, SPELL
from campaigns.games.pandemonium.book.ready_made import ReadySpell
from campaigns.games.pandemonium.spells.casters import SpellOptions
from campaigns.queries import records
from campaigns.queries.bonuses import BONUS, Bonuses
from campaigns.queries.cast import Member
from campaigns.services.play.playing import Played
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import own_address
from campaigns.views.bonuses import propose
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import REFUSED, RefusedForm, answering_refusals, in_form
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Value, Values, as_values
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.bearing import lacks_instant
from rules.pandemonium.free_tries import is_spent

ENTRY = (
    *("aspect", "kind", "arcanum", "wound", "resistant", "temporary", "interval", "delayed"),
    *("reach", "area", "compared"),
    *("resisted_by", "shaped_with", "mana", "timing", "duration", "words"),
)
DICE = "shaping.pool.modifiers"
SEVERAL = ("with_", "target")
GET_OR_POST = ["GET", "HEAD", "POST"]
PLACES = {
    "targets": "target",
    "spell.id": "again",
    "beside": "again",
    "raise": "raised",
    "shaping.pool.willpower": "strain",
    "shaping.pool": "with_",
    "shaping": "shape",
    "tenacity_share": "share",
    "paid": "mana",
}
"""The controls of what the contract calls otherwise."""


@members_only
@require_safe
@live_page
def spell_book(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The books of those whom this member speaks for."""
    found = reading.books(_seen(request), rights_of(request.viewer))
    may_act = request.viewer.role != "observer" and not request.is_viewing_as
    context = page_context(request, here="table") | {"books": found, "may_act": may_act}
    return render_page(request, "games/pandemonium/book/book.html", context)


@players_only
@require_http_methods(GET_OR_POST)
@answering_refusals
def write_spell(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Write a spell into a mage's book; `record_id` is the mage, or the spell that is written anew."""
    kept = get_record_to_play(request.viewer, record_id, (MAGE, KNOWN))
    entry = kept if kept.kind.name == KNOWN else None
    mage = get_record_to_play(request.viewer, entry["caster"], (MAGE,)) if entry else kept
    member = _seen(request)[mage.id]
    arcana = reading.arcana_of(member)
    like = ready_made.called(request.GET.get("like", "")) if entry is None else None
    initial = {name: entry[name] for name in ENTRY} if entry else _begun(member, arcana, like)
    data = request.POST if request.method == "POST" else None
    traits = reading.traits_to_shape(member)
    form = EntryForm(data, traits=traits, arcana=arcana, is_new=entry is None, initial=initial)
    back = own_address(request, (data or request.GET).get("next", ""))
    refused = None
    if data is not None and form.is_valid():
        said, key = form.given, form.cleaned_data["key"]
        try:
            acts.write_spell(
                actor=request.member, caster=mage.id, said=said, key=key, entry=entry.id if entry else ""
            )
        except REFUSED as error:
            refused = in_form(request, form, error, PLACES)
        else:
            messages.success(request, _("It stands in the book."))
            return redirect(back or f"{reverse('spell_book', args=[campaign_id])}#book-{mage.id}")
    context = page_context(request, here="table") | {"form": form, "mage": member, "entry": entry}
    context |= {"ready": [] if entry else ready_made.of_arcana(arcana), "like": like, "back": back}
    return _answered(request, "write", form, refused, context)


def _begun(mage: Member, arcana: Sequence[str], like: ReadySpell | None) -> Values:
    """How the form of a new spell begins: as the one that was picked from the table, or with the mage's own."""
    arcanum = like.arcanum if like else next(iter(arcana), None)
    return {
        "arcanum": arcanum,
        "shaped_with": reading.usual_traits(mage, arcanum if like else ""),
        **(like.written() if like else {}),
    }


@players_only
@require_http_methods(GET_OR_POST)
@answering_refusals
def cast_from_book(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Cast a spell of the book: what it is stands there, whom it is meant for is said here."""
    kept = get_record_to_play(request.viewer, record_id, (KNOWN,))
    seen = _seen(request)
    entry, mage = seen[kept.id], seen[get_record_to_play(request.viewer, kept["caster"], (MAGE,)).id]
    data = request.POST if request.method == "POST" else None
    may_rule = rights_of(request.viewer).gives_rulings
    form = _cast_form(entry, mage, seen, data, request.GET, may_rule=may_rule)
    bonus = _bonus(request, acts.CAST, mage)
    frame = page_context(request, here="table")
    or_else = _("%(mage)s has no instant action now: choose “Reflexive”, or wait for their next turn.")
    not_now = _not_now(request, mage, seen, frame["state"].turn, or_else)
    refused = None
    if not _asks(request, bonus, form) and data is not None and form.is_valid():
        try:
            said = _casting(form, bonus)
            played = acts.cast(actor=request.member, entry=entry.id, said=said, **form.sent)
        except REFUSED as error:
            refused = _refused(request, form, not_now, error)
        else:
            messages.success(request, _("%(spell)s is cast.") % {"spell": entry.name})
            return _to_the_board(request, played)
    context = {
        "not_now": not_now if form["timing"].value() == "instant" else "",
        "entry": reading.entry_of(seen, entry),
        "mage": mage,
        "form": form,
        "targets": reading.targets_for(seen, mage.id),
        "is_for_one": entry["reach"] == 1,
        "tried": _tried(request, entry, seen),
        "base": ASPECTS[entry["aspect"]].base,
        "chance": _chance(mage, ASPECTS[entry["aspect"]].base, data or request.GET, form, bonus),
        "bonus": bonus if bonus.boxes or bonus.may_ask else None,
    }
    return _answered(request, "cast", form, refused, frame | context)


@players_only
@require_http_methods(GET_OR_POST)
@answering_refusals
def shape_spell(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Shape a spell at work with traits that are picked."""
    spell = get_record_to_play(request.viewer, record_id, (SPELL,))
    if spell["caster"] is None or spell["state"] == "ended":
        raise Http404
    seen = _seen(request)
    mage = seen[get_record_to_play(request.viewer, spell["caster"], (MAGE,)).id]
    data = request.POST if request.method == "POST" else None
    usual = reading.usual_traits(mage, spell["arcanum"], seen.get(spell["book"] or ""))
    begun: Values = {"raised": "potency", "timing": "instant", "with_": usual}
    form = ShapeForm(
        data, traits=reading.traits_to_shape(mage), initial={**begun, **_typed(request.GET, ShapeForm)}
    )
    bonus = _bonus(request, acts.SHAPE, mage)
    frame = page_context(request, here="table")
    or_else = _(
        "%(mage)s has no instant action now: wait for their next turn, or raise Tenacity reflexively."
    )
    not_now = _not_now(request, mage, seen, frame["state"].turn, or_else)
    refused = None
    if not _asks(request, bonus, form) and data is not None and form.is_valid():
        try:
            played = acts.shape(actor=request.member, spell=spell, said=_shaping(form, bonus), **form.sent)
        except REFUSED as error:
            refused = _refused(request, form, not_now, error)
        else:
            messages.success(request, _("%(spell)s is Shaped.") % {"spell": spell.name})
            return _to_the_board(request, played)
    raised = str((data or request.GET).get("raised", "potency"))
    base = spell["tenacity"] if raised == "tenacity" else spell["potency"]
    context = {
        "not_now": not_now if form["timing"].value() == "instant" else "",
        "spell": seen[spell.id],
        "mage": mage,
        "form": form,
        "base": base,
        "raised": raised,
        "chance": _chance(mage, base, data or request.GET, form, bonus),
        "bonus": bonus if bonus.boxes or bonus.may_ask else None,
    }
    return _answered(request, "shape", form, refused, frame | context)


def _shaping(form: ShapeForm, bonus: BonusControls) -> Values:
    return {
        "raise": form.cleaned_data["raised"],
        "timing": form.cleaned_data["timing"],
        "shaping": form.shaping_with(_taken(bonus)),
        "paid": form.paid,
        "consequence": form.cleaned_data["consequence"] or None,
    }


def _refused(
    request: MemberRequest, form: CastForm | ShapeForm, not_now: str, error: Exception
) -> RefusedForm | None:
    """What is refused, in the form; to a player whose turn it is not, beside *Action* alone."""
    is_theirs = isinstance(error, RuleViolation) and error.field == "input.timing"
    if not_now and is_theirs and form.cleaned_data["timing"] == "instant" and not request.member.is_gm:
        form.add_error("timing", not_now)
        return None
    return in_form(request, form, error, PLACES)


def _answered(
    request: MemberRequest,
    page: str,
    form: ActForm,
    refused: RefusedForm | None,
    context: dict[str, object],
) -> HttpResponse:
    """A form of the book, as it is begun or as it came back."""
    status = refused.refusal.status if refused else 422 if form.errors else 200
    template = f"games/pandemonium/book/{page}.html"
    return render(request, template, {**context, "refused": refused}, status=status)


def _not_now(request: MemberRequest, mage: Member, seen: dict[str, Member], turn: int, or_else: str) -> str:
    """That a mage has no instant action in this turn; empty where they have (PAN-TIME-01)."""
    state = SpellOptions.of(rights_of(request.viewer), seen, turn).state
    if lacks_instant(mage.id, state) is None:
        return ""
    return or_else % {"mage": mage.name}


def _tried(request: MemberRequest, entry: Member, seen: dict[str, Member]) -> list[str]:
    """The names of those who have had the free try of a spell of the book in this scene (PAN-FREE-01)."""
    state = SpellOptions.of(rights_of(request.viewer), seen).state
    return [
        one.name
        for one in reading.targets_for(seen, entry["caster"])
        if is_spent("", one.id, state, entry.id)
    ]


def _cast_form(
    entry: Member,
    mage: Member,
    seen: dict[str, Member],
    data: QueryDict | None,
    typed: QueryDict,
    *,
    may_rule: bool,
) -> CastForm:
    running = [(one.id, one.name or entry.name) for one in reading.entry_of(seen, entry).running]
    begun: Values = {
        "timing": entry["timing"],
        "duration": entry["duration"],
        "delayed": entry["delayed"],
        "with_": reading.usual_traits(mage, entry["arcanum"], entry),
        "again": running[0][0] if running else "",
    }
    return CastForm(
        data,
        targets=[(one.id, one.marked_name) for one in reading.targets_for(seen, mage.id)],
        traits=reading.traits_to_shape(mage, entry),
        running=running,
        kind=entry["kind"],
        usual_mana=entry["mana"],
        reach=entry["reach"],
        may_rule=may_rule,
        initial={**begun, **_typed(typed, CastForm)},
    )


def _casting(form: CastForm, bonus: BonusControls) -> acts.Casting:
    said = form.cleaned_data
    again = said.get("again") or ""
    return acts.Casting(
        targets=tuple(said["target"]),
        timing=said["timing"],
        duration=said["duration"],
        paid=form.paid,
        shaping=form.shaping_with(_taken(bonus)) if form.is_shaped else None,
        share=said["share"] or 0,
        is_delayed=bool(said.get("delayed")),
        again="" if again.startswith(BESIDE) else again,
        beside=again.removeprefix(BESIDE) if again.startswith(BESIDE) else "",
        factors=said.get("factors"),
        needed=said.get("needed"),
        runes=said.get("runes") or 0,
    )


def _chance(
    mage: Member, base: int, said: QueryDict, form: CastForm | ShapeForm, bonus: BonusControls
) -> reading.Chance | None:
    """What the traits that are picked come to; those the form begins with where none is."""
    traits = said.getlist("with_") or [str(one) for one in form.initial["with_"]]
    if not traits:
        return None
    more: list[Value] = [
        {"source": "situation", "dice": one.dice} for one, is_taken in bonus.boxes if is_taken
    ]
    return reading.chances(
        mage, base, {"pool": {"traits": traits, "willpower": "strain" in said, "modifiers": more}}
    )


def _bonus(request: MemberRequest, action: str, mage: Member) -> BonusControls:
    """The bonus dice that a Shaping may take, and the chips to ask for some."""
    campaign, rights = request.member.campaign_id, rights_of(request.viewer)
    sent = request.POST if request.method == "POST" else request.GET
    granted = Bonuses(campaign)
    return BonusControls(rights, str(campaign), action, DICE, mage.id, "", sent, granted, by_command=False)


def _asks(request: MemberRequest, bonus: BonusControls, form: CastForm | ShapeForm) -> bool:
    """Whether bonus dice were asked for without a script: then nothing else is done."""
    dice = bonus.wanted(request.POST.get("form.command", ""))
    if dice:
        propose(request, bonus, dice)
        form.errors.clear()  # nothing is played yet, and what was typed stands
    return bool(dice)


def _taken(bonus: BonusControls) -> list[Value]:
    return [{BONUS: one.id} for one, is_taken in bonus.boxes if is_taken]


def _typed(said: QueryDict, form: type[CastForm] | type[ShapeForm]) -> dict[str, Value]:
    """What was chosen before the odds were asked for without a script."""
    names = [name for name in form.base_fields if name in said and name != "key"]
    return {name: [*map(str, said.getlist(name))] if name in SEVERAL else str(said[name]) for name in names}


def _to_the_board(request: MemberRequest, played: Played) -> HttpResponse:
    steps = [step for step in played.steps if step.action in (acts.CAST, acts.SHAPE)]
    spell = as_values(steps[-1].input["spell"])["id"] if steps else ""
    board = reverse("spells", args=[request.member.campaign_id])
    return redirect(f"{board}#spell-{spell}" if spell else board)


def _seen(request: MemberRequest) -> dict[str, Member]:
    return records.around(request.member.campaign, Viewer.of(request.viewer), SPELL)
