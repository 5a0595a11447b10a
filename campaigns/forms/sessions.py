"""Sessions, scenes, the clock, seats and notes: what is done from the campaign's first page."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import KeyField, NameField, WordsField
from campaigns.forms.people import ActForm
from rules.kernel.values import Value

HOUR, DAY = 3600, 86_400
AUDIENCES = (("table", _("Everyone at the table")), ("gm", _("Only the GM")))


class NamedForm(ActForm):
    """A session or scene begins under a name."""

    name = NameField(label=_("Name"), required=False)


class ClockForm(forms.Form):
    """How far the game's clock goes on."""

    days = forms.IntegerField(label=_("Days"), min_value=0, max_value=3650, required=False)
    hours = forms.IntegerField(label=_("Hours"), min_value=0, max_value=8760, required=False)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, max_value=59, required=False)

    def clean(self) -> dict[str, Value]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not self.seconds:
            raise ValidationError(
                _("Enter how much time passes. The clock only goes forward."), code="nothing"
            )
        return cleaned

    @property
    def seconds(self) -> int:
        """What was asked for, in seconds."""
        parts = {name: self.cleaned_data.get(name) or 0 for name in ("days", "hours", "minutes")}
        return parts["days"] * DAY + parts["hours"] * HOUR + parts["minutes"] * 60


class ExactClockForm(ClockForm):
    """The same to the second, as the clock's own page asks it: a turn of a fight may take three."""

    exactly = forms.IntegerField(label=_("Seconds"), min_value=0, max_value=59, required=False)

    @property
    def seconds(self) -> int:
        return super().seconds + (self.cleaned_data.get("exactly") or 0)


class AdvanceForm(ExactClockForm):
    """The same, agreed to."""

    key = KeyField()


def in_parts(seconds: int) -> dict[str, int]:
    """A length of time as the clock's forms ask for it."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, exactly = divmod(rest, 60)
    parts = {"days": days, "hours": hours, "minutes": minutes, "exactly": exactly}
    return {name: count for name, count in parts.items() if count}


class SeatForm(ActForm):
    """A word for the draws."""

    word = WordsField(
        label=_("Your word"),
        max_length=200,
        lines=False,
        help_text=_(
            "Any text. It is mixed into every draw of this session, so no one can predict what comes."
        ),
    )


class NoteForm(ActForm):
    """A note in the log."""

    words = WordsField(label=_("Note"), max_length=4000)
    audience = forms.ChoiceField(
        label=_("Who can read it"), choices=AUDIENCES, initial="table", widget=forms.RadioSelect
    )
