"""The form in which an action of the round is resolved: by whoever acts, or by the GM, who may say more of it."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.forms.action.form import ActionForm
from campaigns.games.sorcerer.conflict.reading import Round
from rules import words
from rules.kernel.values import Value

LATE = ("modifiers", "opposing_modifiers")
HIDDEN = ("attacker", "target", "response")
ASKED = (*HIDDEN, "difficulty", *LATE)


def turn_form(request: MemberRequest, found: Round, data: QueryDict | None = None) -> ActionForm | None:
    """The form that resolves this turn, for whoever may; whom it meets and how, the round knows."""
    acting, act = found.acting, found.act
    if acting is None or act is None or not acting.mine or found.is_asked:
        return None
    is_gm = request.viewer.is_gm
    if found.is_at_a_thing and not is_gm:
        return None
    response = found.answer or found.responses[0]
    is_open = response in ("maintain", "none")
    is_late = data is not None or "late" in request.GET  # SOR-CONFLICT-21
    is_named = bool(found.name_of(act.target))  # of somebody unseen the round knows, and no form tells
    left_out = {
        *(() if is_named else ("target",)),
        *(() if is_open and is_gm else ("difficulty",)),
        *(() if is_late and is_gm else LATE),
    }
    preset: dict[str, Value] = {"attacker": acting.id, "response": response}
    if is_named:
        preset["target"] = act.target
    if act.action == "wait":
        preset["difficulty"] = 0  # SOR-CONFLICT-05: no roll, unless the GM grants one
    # A player's form asks for no answer of another's, and takes none.
    if data is not None and is_gm and not data.get("response"):
        data = data.copy()
        data["response"] = response
    form = ActionForm(
        "sorcerer.resolve_attack",
        member=request.member,
        data=data,
        fields=[name for name in ASKED if name not in left_out],
        hide=HIDDEN,
        preset=preset,
    )
    form.label = _said(found)
    return form


def _said(found: Round) -> str:
    act = found.act
    told = words.choice_words("sorcerer", act.action) if act else ""
    name = found.name_of(act.target) if act else ""
    return _("%(act)s: %(target)s") % {"act": told, "target": name} if name else told
