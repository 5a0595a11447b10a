"""Which fields of a record somebody may set by hand, by the words that stand for them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from campaigns.forms.values.controls import words_for
from campaigns.forms.values.kind_controls import ask_of
from campaigns.forms.values.map_keys import full_name, key_words
from campaigns.forms.values.stored import NameableRecords
from campaigns.services.play.request_validation import OWN_ACTS
from campaigns.state.fields import Map, Ref, Stored
from campaigns.state.unit_of_work import Sheet

NEW = "."
"""What a map's name ends with where a new entry is meant."""


@dataclass
class SettableFields:
    """The fields of one sheet; `allowed` are those that this member may set, None for all."""

    sheet: Sheet
    known: NameableRecords
    allowed: Collection[str] | None

    @cached_property
    def choices(self) -> dict[str, str]:
        """What each is called, by its name in the contract: entries of a map one by one, and a new one."""
        return {name: said for field in self._offered() for name, said in self._named(field)}

    def find(self, name: str) -> str:
        """The field of that name, or of an entry that is still to come; empty where there is none."""
        if name in self.choices or not name:
            return name
        try:
            declared, key = self.sheet.kind.find(name)
        except KeyError:
            return ""
        is_map = isinstance(self.sheet.kind.fields[declared], Map) and declared in self._offered()
        return name if is_map and key and not name.endswith(NEW) else ""

    def words(self, key: str) -> str:
        """A key as a person reads it."""
        return key_words(self.sheet, key, self.known.names)

    def _offered(self) -> Iterator[str]:
        stored = self.sheet.kind.stored()
        return (name for name, one in stored.items() if self._is_asked(name, one) and self._may_set(name))

    def _is_asked(self, name: str, declared: Stored) -> bool:
        kind = self.sheet.kind.name
        has_own_act = kind == "campaign" and f"{name}.".startswith(OWN_ACTS)
        return not has_own_act and (isinstance(declared, Ref) or ask_of(kind, name).form != "value")

    def _may_set(self, name: str) -> bool:
        return self.allowed is None or name in self.allowed

    def _named(self, name: str) -> Iterator[tuple[str, str]]:
        label = words_for(self.sheet.kind, name)[0]
        if not isinstance(self.sheet.kind.fields[name], Map):
            yield name, label
            return
        for key in self.sheet.under(name):
            yield full_name(name, key), _("%(map)s: %(key)s") % {"map": label, "key": self.words(key)}
        yield f"{name}{NEW}", _("%(map)s: a new entry") % {"map": label}
