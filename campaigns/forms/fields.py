"""What forms share: people's words, cleaned in one way, and the rows of a list."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypedDict, Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from campaigns.game import Text
from rules.kernel.values import Value

LINE_BREAKS = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
INVISIBLE = frozenset("\u00ad\u034f\u115f\u1160\u180e\u200b\u2060\u3164\ufeff\uffa0")
KEY = re.compile("[A-Za-z0-9_-]{1,40}")
NONCE = re.compile(r"\A(?:[0-9a-f]{32})?\Z")
EXPIRED = _("This form has expired. Reload the page.")


Posted = Mapping[str, str]
"""What came from a page."""
Files: TypeAlias = "MultiValueDict[str, UploadedFile[bytes]]"


class ControlOptions(TypedDict, total=False):
    """What every control is made with."""

    label: Text
    help_text: Text
    required: bool
    initial: Value | Callable[[], str]


class FieldOptions(ControlOptions, total=False):
    """What a field may be made with besides."""

    widget: forms.Widget | type[forms.Widget]
    error_messages: Mapping[str, Text]
    validators: Sequence[RegexValidator]


def slug(name: str) -> str:
    """A trait's name as the rules write it: `Hand To Hand` as `hand_to_hand`."""
    return re.sub(r"[\s_-]+", "_", name.strip().lower())


def rows_named(names: Iterable[str], path: str) -> int:
    """How many rows the controls of a list have, whose names are its path, the row's number and more."""
    rests = (name.removeprefix(f"{path}.").partition(".")[0] for name in names if name.startswith(f"{path}."))
    return max(
        (int(rest) + 1 for rest in rests if rest.isascii() and rest.isdecimal() and len(rest) < 3), default=0
    )


def whole_in(control: forms.BoundField) -> int:
    """The whole number that is typed into a control, also one that it refuses; 0 where there is none."""
    text = str(control.value())
    return int(text) if re.fullmatch(r"-?[0-9]{1,3}", text) else 0


def choice_field(form: forms.Form, name: str) -> forms.ChoiceField:
    """A control of a form that offers choices, so that it can be told which."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} offers no choices")
    return field


def clean_words(text: str, *, lines: bool) -> str:
    """`text` in NFC without blanks around it; ValidationError for what no reader could see or trust."""
    text = unicodedata.normalize("NFC", text)
    if lines:
        text = LINE_BREAKS.sub("\n", text)
    for letter in text:
        if letter in DIRECTION or letter in INVISIBLE or not _is_fit(letter, lines):
            raise ValidationError(
                _("This contains an invisible character (U+%(code)s). Remove it."),
                code="invisible",
                params={"code": f"{ord(letter):04X}"},
            )
    return text.strip()


def _is_fit(letter: str, lines: bool) -> bool:
    if lines and letter in "\n\t":
        return True
    code = ord(letter)
    is_no_character = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    # Unassigned ones pass: a new sign may be newer than this Python.
    return not is_no_character and unicodedata.category(letter) not in {"Cc", "Cs", "Co", "Zl", "Zp"}


class WordsField(forms.CharField):
    """People's own words. Over several lines unless `lines=False`."""

    def __init__(self, *, max_length: int, lines: bool = True, **options: Unpack[FieldOptions]) -> None:
        self.lines = lines
        if lines:
            options.setdefault("widget", forms.Textarea(attrs={"rows": 4}))
        super().__init__(max_length=max_length, **options)

    def to_python(self, value: Value) -> str:
        # The cleaning comes before Django's validators, so that a length counts what will be stored.
        return clean_words(str(super().to_python(value) or ""), lines=self.lines)


class NameField(WordsField):
    """A name: one line with at least one letter, figure or sign in it."""

    def __init__(self, *, max_length: int = 100, **options: Unpack[FieldOptions]) -> None:
        super().__init__(max_length=max_length, lines=False, **options)

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and all(unicodedata.category(letter)[0] in "MZC" for letter in value):
            raise ValidationError(_("A name needs at least one letter, digit or symbol."), code="empty")


class NonceField(forms.RegexField):
    """The browser's own share in what an act draws, which the page's script fills in; without one it is empty."""

    def __init__(self) -> None:
        widget = forms.HiddenInput(attrs={"id": False, "data-nonce": "", "autocomplete": "off"})
        super().__init__(NONCE, widget=widget, required=False)


class KeyField(forms.CharField):
    """The hidden key that makes a second press of the button harmless. It has no id: a page holds several."""

    def __init__(self, **options: Unpack[ControlOptions]) -> None:
        super().__init__(widget=forms.HiddenInput(attrs={"id": False}), **options)

    def validate(self, value: str) -> None:
        super().validate(value)
        if not KEY.fullmatch(value):
            raise ValidationError(EXPIRED, code="key")
