"""What records are called in a list of them: whose name is not their own says what they are, and no two read alike."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from campaigns.game import game_of
from campaigns.queries.clauses import systems
from campaigns.state.kinds import system_of
from rules import words


class Listed(NamedTuple):
    """A record that stands in a list, and where in the log it was made, if that is known."""

    id: str
    name: str
    kind: str
    born: int | None = None


class Apart(NamedTuple):
    """A name, and what is said beside it as others have it too."""

    called: str
    more: tuple[str, ...] = ()

    def told(self) -> str:
        more = ", ".join(filter(None, self.more))
        if not (self.called and more):
            return self.called
        if self.called.endswith(")"):
            return _("%(name)s, %(what)s)") % {"name": self.called.removesuffix(")"), "what": more}
        return _("%(name)s (%(what)s)") % {"name": self.called, "what": more}


def told_apart(records: Sequence[Listed]) -> list[tuple[str, str]]:
    """Each with what it is called: as far as names are alike, with the kind, then the game, then the log's number.

    What all of one name have in common is left out: it tells none apart.
    """
    apart = [Apart(_called(one)) for one in records]
    for told in (kind_told, _game, _born):
        alike = Counter(apart)
        said = [told(one) for one in records]
        differing = Counter(
            name for name, _more in set(zip(apart, said, strict=True))
        )  # what all have tells none apart
        apart = [
            Apart(name.called, (*name.more, more)) if alike[name] > 1 and differing[name] > 1 else name
            for name, more in zip(apart, said, strict=True)
        ]
    return [(one.id, name.told()) for one, name in zip(records, apart, strict=True)]


def _called(one: Listed) -> str:
    """By its own name, or as its game calls what is named for something else."""
    called = game_of(one.kind).records.called.get(one.kind) if one.name else None
    return str(called) % {"name": one.name} if called else one.name


def kind_told(one: Listed) -> str:
    """What a record is, in a word."""
    what = game_of(one.kind).records.kinds_called.get(one.kind)
    return str(what or words.spelled_out(one.kind.rpartition(".")[2]).lower())


def _game(one: Listed) -> str:
    return systems().get(system_of(one.kind), "")


def _born(one: Listed) -> str:
    return "" if one.born is None else _("no. %(n)d") % {"n": one.born}
