"""What only the GM sets of a fighter: opponents at close quarters, sight, bonds, what she holds."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_see, gms_only
from campaigns.games.fallen.fights import acts as fights
from campaigns.games.fallen.fights.act_views import back, to_the_fight
from campaigns.games.fallen.fights.forms import ConditionsForm
from campaigns.games.fallen.fights.reading import FIGHTER
from campaigns.state.unit_of_work import Sheet
from campaigns.views.refusals import answering_refusals
from rules import words
from rules.kernel.values import Value, Values

PLAIN = ("opponents", "blind", "disarmed", "position", "move_difficulty")


@gms_only
@require_POST
@answering_refusals
def set_conditions(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """How a fighter stands, as the GM sees it; only what is changed goes into the log."""
    sheet = get_record_to_see(request.member, record_id, (FIGHTER,))
    form = ConditionsForm(request.POST)
    if not form.is_valid():
        return back(request, form)
    changes = _changes(sheet, form.cleaned_data)
    if not changes:
        messages.info(request, _("Nothing was changed for %(name)s.") % {"name": sheet.name})
        return to_the_fight(request)
    key = form.cleaned_data["key"]
    fights.set_conditions(actor=request.member, who=sheet.id, changes=changes, told=_told(changes), key=key)
    return to_the_fight(request)


def _changes(sheet: Sheet, said: Values) -> Values:
    changes = {name: said[name] for name in PLAIN if said[name] != sheet[name]}
    if said["bound"] != (sheet["restraint"] == "helpless"):
        changes["restraint"] = "helpless" if said["bound"] else "free"
        loose = () if said["bound"] else ("held_by", "grip")
        changes |= {name: None for name in loose if sheet[name] is not None}
    return changes


def _told(changes: Values) -> str:
    """The changes in words, as the reason that stands in the log."""
    said = {name: value for name, value in changes.items() if value is not None}
    labels = {name: words.stored_words("fallen", "character", name)[0] for name in said}
    return "; ".join(f"{labels[name]}: {_value(value)}" for name, value in said.items())


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return words.known_choice("fallen", str(value)) or str(value)
