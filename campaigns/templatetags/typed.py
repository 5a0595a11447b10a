"""What somebody typed, as far as people read it: ids and marks of the form go along unseen."""

import re
from collections.abc import Iterable, Sequence

from django import forms, template
from django.core.exceptions import NON_FIELD_ERRORS

from campaigns.forms.action.controls import labelled
from campaigns.forms.action.form import ActionForm
from campaigns.game import Text
from campaigns.templatetags.look import words

register = template.Library()

OF_THE_FORM = frozenset(
    {
        "key",
        "nonce",
        "back",
        "next",
        "command",
        "form.command",
        "entries",
        "revision",
        "form.fields",
        "form.hide",
        "form.override.reason",
        # Where somebody stood in creation, and what filled its form in.
        *("step", "left", "draft", "filled", "one-concept", "one-seed"),
    }
)
NO_WORDS = re.compile("[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}")


@register.filter
def to_read(typed: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Label and value of what can be read, copied and typed again."""
    return [
        (words(_label(name)), value)
        for name, value in typed
        if value and name not in OF_THE_FORM and not NO_WORDS.fullmatch(value)
    ]


@register.filter
def comes_back_without(shown: forms.BaseForm | Sequence[forms.BaseForm]) -> str:
    """What a refused form must be given again: a "password", a "file", or nothing. No page sends those back.

    Nobody types a password again who typed none.
    """
    together = [shown] if isinstance(shown, forms.BaseForm) else shown
    asked = [(form, name, field.widget) for form in together for name, field in form.fields.items()]
    passwords = [
        form.data.get(form.add_prefix(name))
        for form, name, widget in asked
        if isinstance(widget, forms.PasswordInput) and not widget.render_value
    ]
    if any(passwords):
        return "password"
    return "file" if any(widget.needs_multipart_form for _form, _name, widget in asked) else ""


@register.filter
def refused_as_a_whole(form: ActionForm) -> bool:
    """Whether a clause stands against an act and against none of its controls: the refusal says it all."""
    return form.refusal is not None and [*form.errors] == [NON_FIELD_ERRORS]


def _label(name: str) -> str:
    """The last step of a control's path that is no number."""
    steps = [step for step in name.split(".") if not step.isdecimal()]
    return steps[-1] if steps else name


@register.filter
def faulty_label(field: forms.BoundField) -> Text:
    """What a control is called where something is wrong with it."""
    return labelled(field.field) or field.label
