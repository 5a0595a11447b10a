"""Templates: saved from a sheet, used in any campaign of the game, and kept by whoever saved them."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    UserRequest,
    get_record_of_ones_own,
    get_template_of_ones_own,
    gms_only,
    players_only,
    signed_in,
)
from campaigns.forms.fields import EXPIRED
from campaigns.forms.templates import FromTemplateForm, RenameForm
from campaigns.models import SheetTemplate
from campaigns.policy import NotAllowed
from campaigns.queries import templates as reading
from campaigns.queries.creation import characters_made, names_known
from campaigns.queries.games import CHARACTERS, games_of
from campaigns.queries.layouts.plain import page_of
from campaigns.services import templates as services
from campaigns.services.characters import make_several
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals


@players_only
@require_POST
@answering_refusals
def save_template(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Save who somebody is: for their player, and for the GM."""
    sheet = get_record_of_ones_own(request.member, record_id, reading.all_saved())
    held = reading.held_of(request.member.campaign, Viewer.of(request.viewer), sheet)
    try:
        template = services.save_template(actor=request.member, name=sheet.name, held=held)
    except services.TooMany:
        told = _("You have %(most)d templates, which is the most.") % {"most": services.MOST}
        raise NotAllowed(told, _("Remove one you don't need on your account's page.")) from None
    told = _("Saved as your template “%(name)s”. “From a template” offers it in every campaign of this game.")
    messages.success(request, told % {"name": template.name})
    return redirect(page_of(sheet.kind.name), campaign_id, record_id)


@players_only
@require_safe
def templates(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """One's own templates of the games that are played here, to make somebody of."""
    return _offered(request)


@gms_only
@require_POST
@answering_refusals
def add_from_template(request: MemberRequest, campaign_id: UUID, template_id: UUID) -> HttpResponse:
    """NPCs of a template, all in one act."""
    template = get_template_of_ones_own(request.user, template_id)
    form = FromTemplateForm(template, request.POST)
    if not form.is_valid():
        return _offered(request, form, status=422)
    given = form.cleaned_data
    act = make_several(
        actor=request.member,
        choose=lambda: form.made(names_known(request.member)),
        asked=[str(template.pk), given["name"], given["count"], given["is_hidden"]],
        key=given["key"],
    )
    names = characters_made(campaign_id, act.entry.seq)
    told = ngettext("%(names)s is in play.", "%(names)s are in play.", len(names))
    messages.success(request, told % {"names": ", ".join(names)})
    return redirect(f"{reverse('campaign_home', args=[campaign_id])}#cast")


@signed_in
@require_safe
def own_templates(request: UserRequest) -> HttpResponse:
    """Everything that an account has saved, of all games."""
    return render(request, "account/templates.html", {"templates": reading.templates_of(request.user)})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def own_template(request: UserRequest, template_id: UUID) -> HttpResponse:
    """What stands in a template; it is renamed or removed."""
    template = get_template_of_ones_own(request.user, template_id)
    if request.method != "POST":
        return _own(request, template, RenameForm(initial={"name": template.name}))
    command = request.POST.get("command", "")
    if command == "remove":
        services.remove_template(template)
        messages.success(request, _("The template “%(name)s” was removed.") % {"name": template.name})
        return redirect("own_templates")
    if command != "rename":
        raise BadRequest(EXPIRED)
    form = RenameForm(request.POST)
    if form.is_valid():
        try:
            services.rename_template(template, form.cleaned_data["name"])
        except services.NameTaken:
            form.add_error("name", _("Another of your templates is called this. Choose another name."))
        else:
            messages.success(request, _("Renamed."))
            return redirect("own_template", template_id)
    return _own(request, template, form, status=422)


def _offered(request: MemberRequest, sent: FromTemplateForm | None = None, status: int = 200) -> HttpResponse:
    known = games_of(request.viewer)
    here = [system for system in CHARACTERS if known.may_begin(system)]
    # They are the account's own: whoever looks through another's eyes has none there.
    found = [] if request.is_viewing_as else reading.templates_of(request.user, here)
    offered = [
        (one, _form(request, one.template, sent), one.template.kind in CHARACTERS.values()) for one in found
    ]
    context = page_context(request, here="cast") | {"offered": offered}
    return render(request, "characters/templates.html", context, status=status)


def _form(
    request: MemberRequest, template: SheetTemplate, sent: FromTemplateForm | None
) -> FromTemplateForm | None:
    if not request.viewer.is_gm:
        return None
    if sent is not None and sent.template == template:
        return sent
    return FromTemplateForm(template)


def _own(request: UserRequest, template: SheetTemplate, form: RenameForm, status: int = 200) -> HttpResponse:
    context = {"shown": reading.shown(template), "form": form}
    return render(request, "account/template.html", context, status=status)
