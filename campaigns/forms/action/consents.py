"""What is agreed to in a form: each player agrees for their own characters and for nobody else's."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.policy import CONSENTS, Rights
from campaigns.queries.palette import NameableRecord
from rules.kernel.values import Values


@dataclass(frozen=True)
class Consent:
    """A ticked control by which somebody agrees to what is done to them."""

    control: str
    by: NameableRecord


def consents(
    sides: Mapping[str, str],
    said: Values,
    named_at: Callable[[str], str],
    records: Iterable[NameableRecord],
) -> list[Consent]:
    """Those given in a form. `sides` says of each decision where the record stands whose it is."""
    known = {record.id: record for record in records}
    given = (name for name in sides if name.rpartition(".")[2] in CONSENTS and said.get(name))
    found = ((name, known.get(named_at(sides[name]))) for name in given)
    return [Consent(name, by) for name, by in found if by is not None]


def of_others(given: Iterable[Consent], member: str) -> list[Consent]:
    """Those for characters that somebody else than this member plays."""
    return [consent for consent in given if consent.by.owner not in (None, member)]


def refused(given: list[Consent], rights: Rights, asked: NameableRecord | None) -> Iterator[tuple[str, str]]:
    """The controls by which somebody agrees for another, with what to do instead.

    Where an act is put to whoever plays `asked`, they could agree for their own alone.
    """
    if asked is not None:
        text = _(
            "The player of %(asked)s cannot agree for %(other)s. Ask about %(other)s in a separate action."
        )
        for consent in given:
            if consent.control not in CONSENTS and consent.by.owner != asked.owner:
                yield consent.control, text % {"asked": asked.name, "other": consent.by.name}
    elif not rights.agreed("gm_may_consent"):
        text = _("Only this character's player can decide this. Use “Ask their player”.")
        yield from ((consent.control, text) for consent in of_others(given, rights.id))
