"""What is kept of a spell, as the log tells it: how it was last made, and what it came to on somebody."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import words
from rules.kernel.values import Value, Values, as_values

SYSTEM = "pandemonium"


def how_made(value: Value) -> str:
    """Which casting or Shaping it was, of what kind, and with which Potency; of a change what is other."""
    made = as_values(value)
    return ", ".join(_made(made)) if made.get("number", True) else _("none")


def what_came(value: Value) -> str:
    """How far it got against which traits, and how often it was tried; of a change what is other."""
    came = as_values(value)
    told = ", ".join((*_how_far(came), *_what(came), *_how_often(came)))
    return told or (_("another scene") if "scene" in came else "")


def _made(made: Values) -> Iterator[str]:
    if "number" in made:
        yield _("no. %(n)s") % {"n": made["number"]}
    if made.get("how"):
        yield words.choice_words(SYSTEM, made["how"])
    if made.get("potency") is not None:
        yield _("Potency %(n)s") % {"n": made["potency"]}


def _how_far(came: Values) -> Iterator[str]:
    if came.get("net") is not None:
        yield _("net %(n)s") % {"n": came["net"]}
    for name in ("severity", "aim"):
        if came.get(name) not in (None, "none"):
            yield words.choice_words(SYSTEM, came[name])
    if came.get("compare"):
        yield _("compared with %(trait)s") % {"trait": words.spelled_out(came["compare"])}
    resisted_by = came.get("resisted_by")
    if isinstance(resisted_by, list) and resisted_by:
        yield _("resisted by %(traits)s") % {"traits": " + ".join(map(words.spelled_out, resisted_by))}


def _what(came: Values) -> Iterator[str]:
    if came.get("kind"):
        yield _("%(kind)s wounds") % {"kind": words.choice_words(SYSTEM, came["kind"])}
    if came.get("resistant"):
        yield _("Resistant")
    if isinstance(facts := came.get("facts"), int) and facts:
        yield ngettext("%(n)d piece of knowledge", "%(n)d pieces of knowledge", facts) % {"n": facts}


def _how_often(came: Values) -> Iterator[str]:
    if isinstance(tries := came.get("tries"), int) and tries:
        yield ngettext("tried once", "tried %(n)d times", tries) % {"n": tries}
    if came.get("making"):
        yield _("after casting or Shaping no. %(n)s") % {"n": came["making"]}
