"""The first account, made with the code that the terminal shows."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.access import anyone
from campaigns.accounts import address_of, sign_in
from campaigns.forms.people import FirstAccountForm
from campaigns.services.accounts.new_accounts import NameTaken
from campaigns.services.hosting import first_run as services
from campaigns.services.limits import FIRST_RUN
from campaigns.views.refusals import answering_refusals


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def first_run(request: HttpRequest) -> HttpResponse:
    """The first account of this installation, made by whoever can read the terminal."""
    if services.is_done():
        messages.info(
            request, _("The first account already exists. Log in, or ask your GM for an invitation.")
        )
        return redirect("account_login")
    if request.method != "POST":
        form = FirstAccountForm(initial={"code": request.GET.get("code", "")[:40]})
        return render(request, "first_run/first_run.html", {"form": form})
    FIRST_RUN.take(address_of(request))
    form = FirstAccountForm(request.POST)
    if form.is_valid():
        values = form.cleaned_data
        try:
            user = services.make_first_account(
                code=values["code"], username=values["username"], password=values["password1"]
            )
        except services.WrongCode:
            form.add_error("code", _("Wrong code. The terminal shows a new one at each start."))
        except NameTaken:
            form.add_error("username", _("That username was just taken. Choose another."))
        else:
            sign_in(request, user)
            messages.success(request, _("You're in. Create your first campaign, or look around first."))
            return redirect("found_campaign")
    return render(request, "first_run/first_run.html", {"form": form}, status=422)
