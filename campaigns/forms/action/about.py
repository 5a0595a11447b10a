"""What an act of the table may be about: people first, everything else with what it is."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.game import games
from campaigns.queries.games import CHARACTERS
from campaigns.queries.palette import NameableRecord
from campaigns.queries.told_apart import Listed, kind_told


def people_first(records: Sequence[NameableRecord]) -> list[NameableRecord]:
    """Whoever is of the cast, then all else by what it is."""
    people = {*CHARACTERS.values(), *(kind for game in games().values() for kind in game.records.in_cast)}
    return sorted(records, key=lambda one: "" if one.kind in people else _what(one))


def said_what(records: Sequence[NameableRecord], named: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The names of these, of what is no person with what it is: a session is called as freely as somebody."""
    people = {*CHARACTERS.values(), *(kind for game in games().values() for kind in game.records.in_cast)}
    return [
        (
            value,
            called if one.kind in people or _what(one) in called.casefold() else f"{called} ({_what(one)})",
        )
        for one, (value, called) in zip(records, named, strict=True)
    ]


def of_the_hidden(records: Sequence[NameableRecord]) -> str:
    """Who reads what is about somebody whom the table does not know; nothing where there is nobody."""
    if not any(one.is_hidden for one in records):
        return ""
    return _("About anybody hidden from the table, only the GM reads it at all.")


def _what(one: NameableRecord) -> str:
    return kind_told(Listed(one.id, one.name, one.kind)).casefold()
