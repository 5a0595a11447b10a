"""Wounds of one mage that gave way to worse ones of the same mage in one turn, in words (PAN-MULTI-06, PAN-POT-11)."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import ngettext

from rules import words
from rules.kernel.parsing import convert
from rules.kernel.values import Value
from rules.pandemonium.damage import Hurt, gave_way
from rules.pandemonium.health import Track


def given_way(
    health: Value, before: Mapping[str, Value], after: Mapping[str, Value], name: Callable[[str], str]
) -> Iterator[str]:
    """What gave way on a track between what mages had dealt there in a turn and what they have, by their ids."""
    for mage, now in after.items():
        had = before.get(mage)
        if not (isinstance(health, Mapping) and isinstance(had, Mapping) and isinstance(now, Mapping)):
            continue  # unseen, or the first that they deal
        hurt = convert(had, Hurt)
        for kind, wounds in gave_way(convert(health, Track), hurt, convert(now, Hurt)).items():
            if wounds:
                yield _told(name(mage), words.choice_words("pandemonium", kind), wounds, hurt.of(kind))


def _told(mage: str, kind: str, wounds: int, of: int) -> str:
    if wounds == of:
        line = ngettext(
            "%(mage)s’s %(n)s %(kind)s wound of this turn gives way",
            "%(mage)s’s %(n)s %(kind)s wounds of this turn give way",
            wounds,
        )
    else:
        line = ngettext(
            "Of %(mage)s’s %(of)s %(kind)s wounds of this turn %(n)s gives way",
            "Of %(mage)s’s %(of)s %(kind)s wounds of this turn %(n)s give way",
            wounds,
        )
    return line % {"mage": mage, "n": wounds, "of": of, "kind": kind}
