"""Accounts, invitations, roles, handing over."""

import uuid
from typing import TypedDict, Unpack

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import BadRequest, ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import (
    EXPIRED,
    ControlOptions,
    KeyField,
    NameField,
    NonceField,
    Posted,
    WordsField,
)
from campaigns.forms.games import GamesField
from campaigns.models import Membership
from rules.kernel.values import Value

ROLES = (("player", _("Player")), ("observer", _("Observer")), ("gm", _("GM")))
DAYS = ((1, _("One day")), (7, _("A week")), (30, _("A month")))
LONGEST_PASSWORD = 256


def new_key() -> str:
    return uuid.uuid4().hex


class ActForm(forms.Form):
    """A form whose sending is one act, however often the button is pressed."""

    key = KeyField(initial=new_key)


class Sent(TypedDict):
    """What makes a form one act, and its browser's share in what that draws."""

    key: str
    nonce: str


class DrawForm(ActForm):
    """One whose act may draw: whoever sends it has a share in what comes."""

    nonce = NonceField()

    @property
    def sent(self) -> Sent:
        return {"key": self.cleaned_data["key"], "nonce": self.cleaned_data["nonce"]}


def sent_key(posted: Posted) -> str:
    """The key that came with a button, which sends nothing else; `BadRequest` where no page of ours made it."""
    form = ActForm(posted)
    refuse_expired(form)
    return str(form.cleaned_data["key"])


def refuse_expired(form: forms.Form) -> None:
    """`BadRequest` where a form in which nobody can mistype anything is not valid."""
    if not form.is_valid():
        raise BadRequest(EXPIRED)


class PasswordField(forms.CharField):
    def __init__(self, *, autocomplete: str = "new-password", **options: Unpack[ControlOptions]) -> None:
        new = {"data-show": _("Show the password")} if autocomplete == "new-password" else {}
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete, **new})
        super().__init__(strip=False, max_length=LONGEST_PASSWORD, widget=widget, **options)


class NewPasswordForm(forms.Form):
    """A new password. It is typed once, since it can be looked at."""

    password1 = PasswordField(
        label=_("New password"), help_text=_("At least 8 characters. Several words together work well.")
    )

    def __init__(
        self,
        data: Posted | None = None,
        *,
        initial: dict[str, Value] | None = None,
        person: User | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.person = person

    def clean(self) -> dict[str, Value]:
        cleaned = super().clean() or self.cleaned_data
        if password := cleaned.get("password1"):
            try:
                validate_password(password, self.person or User(username=cleaned.get("username") or ""))
            except ValidationError as error:
                self.add_error("password1", error)
        return cleaned


class LinkForForm(forms.Form):
    """Whose password a link shall set."""

    username = NameField(
        label=_("Username"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class AccountForm(NewPasswordForm):
    """A new account on this table."""

    username = NameField(
        label=_("Username"),
        help_text=_("Letters, digits and @ . + - _ only, no spaces."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        validators=[UnicodeUsernameValidator()],
    )
    field_order = ["username", "password1"]

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("That username is taken. Choose another, or log in if it is yours."))
        return username


class FirstAccountForm(AccountForm):
    """The first account, made with the code that the terminal shows."""

    code = NameField(
        label=_("Setup code"),
        max_length=40,
        help_text=_("Shown in the terminal where the server was started."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    field_order = ["code", "username", "password1"]


class FoundCampaignForm(ActForm):
    """A campaign, and what is played in it."""

    name = NameField(label=_("Campaign name"))
    gm_name = NameField(
        label=_("Your name in this campaign"), help_text=_("Others see it next to your actions.")
    )
    games = GamesField()


class JoinForm(forms.Form):
    name = NameField(
        label=_("Your name in this campaign"), help_text=_("Others see it next to your actions.")
    )


class InvitationForm(ActForm):
    role = forms.ChoiceField(
        label=_("Role"),
        choices=ROLES,
        initial="player",
        help_text=_("Players act, observers watch, GMs see everything."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=7)
    uses = forms.IntegerField(label=_("Number of people who can join"), min_value=1, max_value=20, initial=8)


class RoleForm(ActForm):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES)


class HandOverForm(ActForm):
    """Whose hands a character goes to. The log keeps the reason."""

    owner = forms.ModelChoiceField(
        queryset=Membership.objects.none(),
        label=_("New player"),
        empty_label=_("Choose…"),
    )
    reason = WordsField(label=_("Reason"), max_length=500, help_text=_("Everyone can read it in the log."))

    def __init__(
        self,
        data: Posted | None,
        *,
        campaign_id: uuid.UUID,
        owner: str | None = None,
        is_hidden: bool = False,
    ) -> None:
        super().__init__(data)
        self.is_hidden = is_hidden
        members = Membership.objects.filter(campaign=campaign_id, left=None, role__in=("gm", "player"))
        if data is None and owner:  # sent twice it names whoever plays them by then
            members = members.exclude(pk=owner)
        self.fields["owner"].queryset = members.order_by("name")  # type: ignore[attr-defined]  # the base has none

    def clean_owner(self) -> Membership:
        owner: Membership = self.cleaned_data["owner"]
        if self.is_hidden and not owner.is_gm:
            raise ValidationError(
                _("Only the GM sees this character. Show it to the players on its page, then hand it over.")
            )
        return owner
