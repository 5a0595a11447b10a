"""A moment of game time in a correction, read and written as the clock tells it."""

import re
from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.forms.fields import ControlOptions
from campaigns.queries.clock import in_words
from rules.kernel.clock import DAY, HOUR, MINUTE
from rules.kernel.values import Value

TOLD = re.compile(r"\D*(\d{1,7})[\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?")


class MomentField(forms.CharField):
    """A second of game time, written as day and time of day; a number alone is that second."""

    def __init__(self, **options: Unpack[ControlOptions]) -> None:
        super().__init__(max_length=40, **options)

    def prepare_value(self, value: Value) -> Value:
        return in_words(value, exactly=True) if isinstance(value, int) else value

    def clean(self, value: Value) -> int | None:
        text = super().clean(value).strip()
        if not text:
            return None
        if text.isascii() and text.isdecimal() and len(text) <= 12:
            return int(text)
        if found := TOLD.fullmatch(text):
            day, hour, minute, second = (int(part or 0) for part in found.groups())
            if day and hour < 24 and minute < 60 and second < 60:
                return (day - 1) * DAY + hour * HOUR + minute * MINUTE + second
        raise ValidationError(_("Enter a moment as the clock tells it, such as Day 3, 14:05."))
