"""NPCs in one line: whom the GM brings into play by a word, their numbers, and how the line is read."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from types import MappingProxyType

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from campaigns.forms.creation_layouts.parts import CreationLayout, Measured
from campaigns.forms.fields import Posted, WordsField, choice_field
from campaigns.forms.people import ActForm
from campaigns.forms.ready_made import read_table
from campaigns.game import Npc, games
from campaigns.services.characters import Belonging, NewCharacter
from rules.kernel.values import Value, Values

COUNTS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
}
MOST = 20
LONGEST_NAME = 90
"""A number comes behind it."""

Said = str | bool | int | tuple[int, int]
"""A value as a table has it; two numbers are a range."""


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody brings along: a record that names them in its field `ref`."""

    kind: str
    ref: str
    name: str
    fields: dict[str, Said]


class NpcRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody by a word: contract fields, and things of theirs."""

    one: str
    many: str
    kind: str = ""
    fields: dict[str, Said] = {}
    things: tuple[Thing, ...] = ()


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    npc: tuple[NpcRow, ...]


def npc_rows(package: str) -> tuple[NpcRow, ...]:
    """The table of a game."""
    return read_table(package, _Table, "npcs.toml").npc


def by_chance(chance: Random, fields: Mapping[str, Said]) -> dict[str, Value]:
    """The values of one of them."""
    return {name: chance.randint(*said) if isinstance(said, tuple) else said for name, said in fields.items()}


def by_layout(layout: CreationLayout, rows: Iterable[NpcRow]) -> tuple[Npc, ...]:
    """Those of a game whose characters are made by a layout, with what follows from their numbers."""
    return tuple(Npc(row.one, row.many, partial(_by_layout, layout, row)) for row in rows)


def _by_layout(layout: CreationLayout, row: NpcRow, chance: Random, name: str, seen_by: str) -> NewCharacter:
    typed = by_chance(chance, row.fields)
    holds = (hold for part in layout.parts for hold in part.holds)
    measured = {hold.field for hold in holds if isinstance(hold, Measured)}
    own: Values = {name: value for name, value in typed.items() if name not in measured}
    things = tuple(
        Belonging(one.kind, one.ref, one.name, by_chance(chance, one.fields)) for one in row.things
    )
    fields = {**own, **layout.follows(typed.get), "state": "active"}
    return NewCharacter(layout.kind, name, fields, None, seen_by, things)


@dataclass(frozen=True)
class Line:
    """What a line says: whom, how many, and a name of the GM's own."""

    npc: Npc
    count: int = 1
    name: str = ""

    def names(self, taken: Container[str]) -> list[str]:
        """What each is called: several by number, and whoever is called by the word alone as no other."""
        if self.count == 1 and self.name:
            return [self.name]
        return names_of(self.name or self.npc.one, self.count, taken)


def names_of(base: str, count: int, taken: Container[str]) -> list[str]:
    """What so many are called, as nobody is yet: by number, but for one alone."""
    if count == 1 and base not in taken:
        return [base]
    numbered = (f"{base} {number}" for number in range(1, 10_000))
    free = (name for name in numbered if name not in taken)
    return [next(free) for _one in range(count)]


def read_line(text: str, npcs: Iterable[Npc]) -> Line | None:
    """“Guard”, “six ghouls”, “Marta, guard” or “Rats, 6 beasts”; None where it names none of these."""
    name, _comma, rest = (part.strip() for part in text.rpartition(","))
    first, _blank, others = rest.partition(" ")
    count = (
        int(first) if first.isascii() and first.isdecimal() and len(first) < 4 else COUNTS.get(first.lower())
    )
    word = (rest if count is None else others).strip().casefold()
    for npc in npcs:
        if word in (npc.one.casefold(), npc.many.casefold()):
            return Line(npc, 1 if count is None else count, name)
    return None


class NpcLineForm(ActForm):
    """The one line, and for which game where the campaign plays several."""

    line = WordsField(label=gettext_lazy("Who to add"), max_length=120, lines=False)
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    is_hidden = forms.BooleanField(label=gettext_lazy("Hidden from the players for now"), required=False)

    def __init__(
        self,
        played: Iterable[str],
        data: Posted | None = None,
        *,
        own: Mapping[str, tuple[Npc, ...]] = MappingProxyType({}),
    ) -> None:
        super().__init__(data, auto_id="npcs-%s")
        self.npcs = {code: games()[code].pages.npcs for code in played if games()[code].pages.npcs}
        # Whoever has saved a ghoul of their own means that one.
        self.called = {code: (*own.get(code, ()), *npcs) for code, npcs in self.npcs.items()}
        choice_field(self, "game").choices = [(code, games()[code].name) for code in self.npcs]
        if len(self.npcs) < 2:
            del self.fields["game"]

    def clean(self) -> dict[str, Value]:
        cleaned = super().clean() or self.cleaned_data
        if "line" in cleaned and ("game" in cleaned or "game" not in self.fields):
            self._read(cleaned["line"])
        return cleaned

    def _read(self, text: str) -> None:
        found = read_line(text, self.called.get(self.system, ())) or self._of_another_game(text)
        if found is None:
            words = ", ".join(one.one for one in self.offered())
            told = _("End with one of these, with a number up to %(most)d before it if you like: %(words)s.")
            self.add_error("line", told % {"most": MOST, "words": words})
        elif not 1 <= found.count <= MOST:
            self.add_error("line", _("Make 1 to %(most)d at a time.") % {"most": MOST})
        elif len(found.name) > LONGEST_NAME:
            self.add_error(
                "line", _("Shorten the name to at most %(most)d letters.") % {"most": LONGEST_NAME}
            )
        else:
            self.found = found

    def _of_another_game(self, text: str) -> Line | None:
        """Somebody whom the chosen game has not, and one other has: nobody chooses a game that the word tells."""
        found = {code: line for code, npcs in self.called.items() if (line := read_line(text, npcs))}
        if len(found) != 1:
            return None
        (self.cleaned_data["game"], line) = found.popitem()
        return line

    @property
    def system(self) -> str:
        """The game that was chosen, or that the word told; where one alone is played, nobody is asked."""
        return self.cleaned_data.get("game") or next(iter(self.npcs), "")

    def offered(self) -> tuple[Npc, ...]:
        """Whom the chosen game has."""
        return self.npcs.get(self.system, ())

    def suggested(self) -> list[tuple[str, str]]:
        """What each game is called, and the words that it has."""
        return [(games()[code].name, ", ".join(one.one for one in npcs)) for code, npcs in self.npcs.items()]

    def made(self, taken: Container[str]) -> list[NewCharacter]:
        """Whom a valid form makes: the same for the same form and names."""
        chance = Random(self.cleaned_data["key"])  # noqa: S311  # it fills in sheets; nothing is drawn for a game
        seen_by = "gm" if self.cleaned_data["is_hidden"] else "table"
        return [self.found.npc.make(chance, name, seen_by) for name in self.found.names(taken)]
