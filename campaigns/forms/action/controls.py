"""The control of each question: a field of Django that reads it strictly and speaks plainly."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.forms.renderers import BaseRenderer
from django.utils.choices import BaseChoiceIterator, flatten_choices, normalize_choices
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.questions import MOST, Ask
from campaigns.forms.fields import ControlOptions, FieldOptions, Files, Posted, WordsField, slug
from campaigns.forms.own_words import CHOOSE_ONE
from campaigns.game import Text
from campaigns.queries.clauses import systems
from rules import words
from rules.kernel.values import Value
from rules.reference import UnknownClause, find_clause

Choices = Sequence[tuple[str, str]]
RADIOS = 4
LONG = 200
ONE_LINE = frozenset(
    {
        *("name", "note", "to", "from", "target", "telltale", "of", "cause", "skill", "label", "trait"),
        *("category", "compare", "instead", "resource", "stat", "resist", "target_stat", "contest"),
        *("power_stat", "power_resist", "cover_name", "price_name"),
    }
)
"""Words that are brief whatever length they might have."""
KEY_PATTERN = r"^[a-z][a-z0-9_]*\Z"
"""Names of traits in a contract; people type them as they stand on the sheet."""

SEPARATORS = re.compile(r"[\s,;]+")


class PlainChoices(BaseChoiceIterator):
    """Choices that stand as Django wants them, which it would otherwise make sure of one by one in every form."""

    def __init__(self, *choices: tuple[str, str | list[tuple[str, str]]]) -> None:
        self.listed = choices

    def __iter__(self) -> Iterator[tuple[str, str | list[tuple[str, str]]]]:
        return iter(self.listed)


def offered_by(field: forms.ChoiceField) -> list[tuple[str, str]]:
    """What a field offers: each code with its words."""
    return list(flatten_choices(normalize_choices(field.choices)))


def require_one_of(field: forms.ChoiceField, codes: Collection[str]) -> None:
    """Of what a field offers, leave these codes, and have one of them chosen."""
    if isinstance(field, forms.MultipleChoiceField):
        field.widget = OneOfMany()
        field.error_messages["required"] = CHOOSE_ONE
    field.choices = [(code, words) for code, words in offered_by(field) if code in codes]
    field.required = True


class OneOfMany(forms.CheckboxSelectMultiple):
    """One choice for a field that takes a list."""

    input_type = "radio"


class FlagInput(forms.CheckboxInput):
    """A checkbox with a hidden twin, so that "off" differs from a box that was not on the page."""

    def render(
        self,
        name: str,
        value: Value,
        attrs: dict[str, Value] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        box = super().render(name, "on" if value in (True, "on") else None, attrs, renderer)
        return format_html('<input type="hidden" name="{}" value="off">{}', name, box)

    def get_context(self, name: str, value: Value, attrs: dict[str, Value] | None) -> dict[str, Value]:
        context = super().get_context(name, None, attrs)
        context["widget"]["value"] = "on"
        if value:
            context["widget"]["attrs"]["checked"] = True
        return context

    # A checkbox of Django's is on or off; this one may also not have been asked.
    def value_from_datadict(self, data: Posted, files: Files, name: str) -> str | None:  # type: ignore[override]  # bool of Django
        posted = data.getlist(name) if isinstance(data, MultiValueDict) else data.get(name, [])
        return posted[-1] if posted else None

    def value_omitted_from_data(self, data: Posted, files: Files, name: str) -> bool:
        return name not in data


class Flag(forms.Field):
    """True, False, or None where it was not asked."""

    widget = FlagInput
    part: Text = ""
    """What it switches, where that has controls of its own."""

    def to_python(self, value: Value) -> bool | None:
        if value in (None, ""):
            return None
        if value in (True, "on"):
            return True
        if value in (False, "off"):
            return False
        raise ValidationError(_("Tick the box or leave it empty."))


class Coded(forms.ChoiceField):
    """A choice whose values may be numbers or truth values."""

    def __init__(
        self,
        *,
        coded: Mapping[str, str | int],
        choices: PlainChoices | Choices,
        **options: Unpack[FieldOptions],
    ) -> None:
        super().__init__(choices=choices, **options)
        self.coded = coded

    def clean(self, value: Value) -> str | int | None:
        return self.coded.get(super().clean(value))


class Split(forms.CharField):
    """Several short things in one box, parted by blanks and commas or by lines."""

    def __init__(
        self,
        *,
        part: Callable[[str], str | int],
        by_line: bool,
        max_length: int,
        **options: Unpack[FieldOptions],
    ) -> None:
        super().__init__(max_length=max_length, **options)
        self.part = part
        self.by_line = by_line

    def clean(self, value: Value) -> list[str | int]:
        text = super().clean(value)
        pieces = text.splitlines() if self.by_line else SEPARATORS.split(text)
        return [self.part(piece.strip()) for piece in pieces if piece.strip()]


class Keyed(WordsField):
    """A trait or the like: however it is typed, sheets and rules write it in small letters with underscores."""

    def to_python(self, value: Value) -> str:
        return slug(super().to_python(value))


class Parsed(forms.CharField):
    """Text that stands for a value."""

    def __init__(
        self, *, parse: Callable[[str], str | int], max_length: int, **options: Unpack[FieldOptions]
    ) -> None:
        super().__init__(max_length=max_length, **options)
        self.parse = parse

    def clean(self, value: Value) -> str | int | None:
        text = super().clean(value)
        return self.parse(text) if text else None


UNITS = (
    (86_400, "d day days"),
    (3600, "h hour hours"),
    (60, "m min minute minutes"),
    (1, "s second seconds"),
)
IN_SECONDS = {"": 1, **{word: seconds for seconds, said in UNITS for word in said.split()}}
LENGTH = re.compile(r"(\d{1,12})\s*([a-z]*)[\s,]*")


class LengthOfTime(forms.CharField):
    """A length of time as people write it, such as "1 d 2 h"; a number alone is seconds."""

    def clean(self, value: Value) -> int | None:
        text = super().clean(value).strip().lower()
        found = LENGTH.findall(text)
        if LENGTH.sub("", text) or not {unit for _number, unit in found} <= IN_SECONDS.keys():
            raise ValidationError(gettext("Enter a length of time, such as 1 d 2 h or 30 min."))
        return sum(int(number) * IN_SECONDS[unit] for number, unit in found) if found else None


def field_for(ask: Ask, system: str, records: Choices, members: Choices, *, required: bool) -> forms.Field:
    """The control of one leaf of an action's questions."""
    label, told = words.field_words(system, ask.name)
    if ask.is_free and ask.form == "number":
        told = gettext("Only for what is not on a sheet.")
    elif ask.is_free:
        told = gettext("%(help)s Left alone, it follows from what is recorded.") % {"help": told}
    common: ControlOptions = {
        "label": label,
        "help_text": told,
        "required": required,
        "initial": ask.default,
    }
    makers: dict[str, Callable[[], forms.Field]] = {
        "number": lambda: _number(ask, common),
        "length_of_time": lambda: _length_of_time(common),
        "choice": lambda: _choice(ask, system, common),
        "choices": lambda: forms.MultipleChoiceField(
            choices=PlainChoices(*_named(ask, system)), widget=forms.CheckboxSelectMultiple, **common
        ),
        "flag": lambda: Flag(**(common | {"required": False})),
        "yes_no": lambda: _coded({"yes": True, "no": False}, [("yes", gettext("yes")), ("no", gettext("no"))], common),
        "text": lambda: _text(ask, common),
        "lines": lambda: Split(
            part=_line(ask),
            by_line=True,
            max_length=4000,
            widget=forms.Textarea,
            **_more(common, _("One per line.")),
        ),
        "numbers": lambda: Split(
            part=whole, by_line=False, max_length=4000, **_more(common, _("Numbers separated by spaces."))
        ),
        "mixed": lambda: Parsed(
            parse=lambda text: _mixed(ask, text), max_length=4000, **_more(common, _mixed_words(ask))
        ),
        "clause": lambda: Parsed(parse=_clause, max_length=100, **common),
        "record": lambda: record_choice(records, common),
        "records": lambda: forms.MultipleChoiceField(
            choices=PlainChoices(*records), widget=forms.CheckboxSelectMultiple, error_messages=NOT_HERE, **common
        ),
        "member": lambda: forms.ChoiceField(choices=PlainChoices(("", gettext("no one")), *members), **common),
    }  # fmt: skip
    return makers[ask.form]()


def _length_of_time(common: ControlOptions) -> forms.Field:
    told = gettext("Such as 1 d 2 h or 30 min; a number alone is seconds.")
    return LengthOfTime(max_length=100, **_more(common, told))


def _line(ask: Ask) -> Callable[[str], str]:
    return slug if ask.pattern == KEY_PATTERN else str


def switch(ask: Ask, system: str, label: str) -> forms.Field:
    """Whether a part is there at all, whatever is said in it: named for what it brings."""
    named = words.switch_words(system, ask.name)
    named = named or gettext("Include %(part)s") % {"part": f"{label[:1].lower()}{label[1:]}"}
    made = Flag(label=named, required=False, initial=ask.default is True)
    made.part = label
    return made


def labelled(field: forms.Field) -> Text:
    """What a control is called where something is wrong with it: a switch as the part that it switches."""
    return (isinstance(field, Flag) and field.part) or field.label or ""


NOT_HERE = {"invalid_choice": _("You can't choose that record here. Choose one from the list.")}


def record_choice(records: Choices, common: ControlOptions, blank: str = "—") -> forms.Field:
    return forms.ChoiceField(choices=PlainChoices(("", blank), *records), error_messages=NOT_HERE, **common)


def whole(text: str) -> int:
    """A whole number, or a ValidationError that quotes what is none."""
    if not re.fullmatch(r"[-+]?[0-9]{1,12}", text):
        raise ValidationError(_("“%(text)s” is not a whole number."), params={"text": text[:40]})
    return int(text)


def _number(ask: Ask, common: ControlOptions) -> forms.Field:
    least, most = ask.least, ask.most
    field = forms.IntegerField(min_value=least, max_value=most, **common)
    if least is None or most is None:
        field.validators.extend((MaxValueValidator(MOST), MinValueValidator(-MOST)))
    return field


def _choice(ask: Ask, system: str, common: ControlOptions) -> forms.Field:
    coded = {str(value): value for value in ask.values}
    named = _named(ask, system)
    if len(named) <= RADIOS and ask.name != "source":
        options = named if has_an_answer(common) else [("", gettext("none of these")), *named]
        return Coded(coded=coded, choices=PlainChoices(*options), widget=forms.RadioSelect, **common)
    return Coded(coded=coded, choices=PlainChoices(("", "—"), *named), **common)


def _coded(coded: Mapping[str, bool], named: Choices, common: ControlOptions) -> forms.Field:
    options = named if has_an_answer(common) else [("", gettext("not said")), *named]
    return Coded(coded=coded, choices=PlainChoices(*options), widget=forms.RadioSelect, **common)


def has_an_answer(common: ControlOptions) -> bool:
    """Whether one of a few choices is always meant: it has to be chosen, or one is until another is."""
    return bool(common.get("required")) or common.get("initial") is not None


def _named(ask: Ask, system: str) -> tuple[tuple[str, str], ...]:
    return _named_in(get_language(), system, ask.name, tuple(map(str, ask.values)))


# The language is an argument for the sake of this cache: the words are another's in another language.
@lru_cache(maxsize=1000)
def _named_in(
    _language: str | None, system: str, name: str, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    named = []
    for value in values:
        label = _called(system, name, value)
        reach = words.range_of(system, value) if name == "source" else None
        if reach is not None:
            least, most = (str(number).replace("-", "−") for number in reach)
            label = gettext("%(source)s (%(least)s to %(most)s)") % {
                "source": label,
                "least": least,
                "most": most,
            }
        named.append((value, label))
    return tuple(named)


def _called(system: str, name: str, value: str) -> str:
    if name == "kind" and "." in value:
        return _kind(value)
    return systems().get(value, value) if name == "game" else words.choice_of(system, name, value)


def _kind(value: str) -> str:
    """A kind of record with its game: "Deck, Demon City"."""
    system, _dot, noun = value.rpartition(".")
    return f"{words.spelled_out(noun)}, {systems()[system]}"


def _text(ask: Ask, common: ControlOptions) -> forms.Field:
    longest = ask.longest or 4000
    is_long = longest > LONG and ask.name not in ONE_LINE
    kind = Keyed if ask.pattern == KEY_PATTERN else WordsField
    field = kind(max_length=longest, lines=is_long, **common)
    if ask.pattern:
        pattern = re.compile(ask.pattern)
        field.validators.append(
            RegexValidator(
                pattern, _("Use only letters, digits and spaces, starting with an unaccented letter.")
            )
        )
    return field


def _more(common: ControlOptions, told: Text) -> ControlOptions:
    return common | {"help_text": f"{common['help_text']} {told}".strip()}


def _mixed(ask: Ask, text: str) -> str | int:
    word = text.strip().lower()
    if word in ask.values:
        return word
    try:
        return whole(text.strip())
    except ValidationError:
        told = _("“%(text)s” is not possible here. %(allowed)s")
        allowed = {"text": text[:40], "allowed": _mixed_words(ask)}
        raise ValidationError(told, params=allowed) from None


def _mixed_words(ask: Ask) -> str:
    either = ", ".join(f"“{value}”" for value in ask.values)
    return gettext("Enter a whole number such as 5, or the word %(words)s.") % {"words": either}


def _clause(text: str) -> str:
    try:
        return find_clause(text.strip()).id
    except UnknownClause:
        raise ValidationError(_("No rule has this number. Look it up in the rules reference.")) from None
