"""What is wrong with something typed, in the words of the house: what Django and the rules say of limits."""

import re
from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.game import Text

NOT_FILLED_IN: Final = gettext_lazy("Fill this in.")
NOT_RECORDED: Final = gettext_lazy("Nothing is recorded of this. Fill it in.")
CHOOSE_ONE, CHOOSE_SOME = gettext_lazy("Choose one."), gettext_lazy("Choose one or more.")
AT_MOST, AT_LEAST = (
    gettext_lazy("Enter %(limit_value)s at most."),
    gettext_lazy("Enter %(limit_value)s at least."),
)
SHORTER = gettext_lazy("Shorten this to %(limit_value)s characters at most.")
LONGER = gettext_lazy("Enter %(limit_value)s characters at least.")
FEWER, MORE = (
    gettext_lazy("Give %(limit_value)s of them at most."),
    gettext_lazy("Give %(limit_value)s of them at least."),
)
UNFIT: Final = gettext_lazy("This does not fit here. Enter something else.")
NOT_LISTED: Final = gettext_lazy("“%(value)s” is not one of the choices here. Choose one of those listed.")

LIMIT = re.compile(r"Expected `(?P<what>\w+)`(?: of length)? (?P<sign>[<>])=? (?P<n>-?\d+)")
OF_LIMITS: Final[Mapping[tuple[str, str], Text]] = {
    ("int", "<"): AT_MOST,
    ("int", ">"): AT_LEAST,
    ("str", "<"): SHORTER,
    ("str", ">"): LONGER,
    ("array", "<"): FEWER,
    ("array", ">"): MORE,
}
"""What a type of the rules bounds, and on which side."""
OF_TYPES: Final = ("Expected `", "Invalid ", "Object ")
"""How a message begins that is not meant for people."""
NOTHING_SAID: Final = ("missing required field", "got `null`")


def speak_plainly() -> None:
    """Give Django's fields our words of what is missing and of what their limits are."""
    for field, told in (
        (forms.Field, {"required": NOT_FILLED_IN}),
        (forms.IntegerField, {"max_value": AT_MOST, "min_value": AT_LEAST}),
        (forms.CharField, {"max_length": SHORTER, "min_length": LONGER}),
        (forms.ChoiceField, {"required": CHOOSE_ONE, "invalid_choice": NOT_LISTED}),
        (
            forms.MultipleChoiceField,
            {"required": CHOOSE_SOME, "invalid_choice": NOT_LISTED, "invalid_list": UNFIT},
        ),
    ):
        field.default_error_messages = {**field.default_error_messages, **told}


def plainly(message: str) -> str:
    """What the rules find wrong with something typed, as a sentence that says its limit."""
    if (limit := LIMIT.search(message)) is not None and (limit["what"], limit["sign"]) in OF_LIMITS:
        return str(OF_LIMITS[limit["what"], limit["sign"]]) % {"limit_value": limit["n"]}
    if any(one in message for one in NOTHING_SAID):
        return str(NOT_FILLED_IN)
    if message.startswith(OF_TYPES):
        return str(UNFIT)
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."
