"""What is not told of a step of Pandemonium because somebody or something in it is unseen."""

from collections.abc import Iterator, Mapping

from campaigns.game import Hides, Path, Step
from rules.kernel.values import as_values

TELLING = {
    *("target", "targets", "donor", "recipient", "recipients", "actor"),
    *("compare", "instead", "damage", "resist", "resisted_by", "means", "aim", "of", "merit", "resource"),
    *("way", "interval", "wound", "ongoing", "record"),
}
"""What of an act says on whom a spell is worked, what it does and what resists it."""


def of_a_hidden_spell(step: Step, hidden: Hides, _is_drawn: bool) -> Iterator[tuple[Path, str]]:
    """Whom a hidden spell is worked on and what it comes to: they are not to know of it (PAN-RESIST-11)."""
    given = as_values(step["input"])
    spell = given.get("spell")
    if not isinstance(spell, Mapping) or not hidden(str(spell.get("id")), "record"):
        return
    for key in TELLING & given.keys():
        if given[key] is not None:
            yield ("input", key), key
    for told in ("outcome", "clauses"):  # clauses tell how far it got
        yield (told,), told
