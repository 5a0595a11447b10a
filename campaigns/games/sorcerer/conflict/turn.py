"""The form in which the GM resolves whoever's turn it is, with what is known of it already."""

from django.http import QueryDict

from campaigns.access import MemberRequest
from campaigns.forms.action.controls import offered_by
from campaigns.forms.action.form import ActionForm
from campaigns.forms.fields import choice_field
from campaigns.games.sorcerer.conflict.reading import Round
from rules.kernel.values import Value

LATE = ("modifiers", "opposing_modifiers")
ASKED = ("attacker", "target", "response", "difficulty", *LATE)
HIDDEN = ("attacker", "target")


def turn_form(request: MemberRequest, found: Round, data: QueryDict | None = None) -> ActionForm | None:
    """The form that resolves this turn, as far as it is not known already."""
    acting = found.acting
    if acting is None:
        return None
    # Whom it was announced against it meets, in play or not (SOR-CONFLICT-14).
    target = found.act.target if found.act else None
    is_open = {"maintain", "none"} & set(found.responses)
    is_late = data is not None or "late" in request.GET  # SOR-CONFLICT-21
    left_out = {
        *(() if target else ("target",)),
        *(() if is_open else ("difficulty",)),
        *(() if is_late else LATE),
    }
    preset: dict[str, Value] = {"attacker": acting.id, "response": found.answer or found.responses[0]}
    if target is not None:
        preset["target"] = target
    action = found.act.action if found.act else "act"
    if found.responses == ("none",) and action != "act":
        preset["difficulty"] = 0  # SOR-CONFLICT-11
    form = ActionForm(
        "sorcerer.resolve_attack",
        member=request.member,
        data=data,
        fields=[name for name in ASKED if name not in left_out],
        hide=(*HIDDEN, *_settled(found)),
        preset=preset,
    )
    if found.is_on_guard:
        form.known = {"target": {"full_defense": True}}  # SOR-CONFLICT-12
    response = choice_field(form, "response")
    response.choices = [pair for pair in offered_by(response) if pair[0] in found.responses]
    return form


def _settled(found: Round) -> tuple[str, ...]:
    """What leaves the GM no choice: an only response, and that nothing opposes a full defense (SOR-CONFLICT-12)."""
    only = ("response",) if len(found.responses) == 1 else ()
    return (*only, "difficulty") if found.act and found.act.action == "full_defense" else only
