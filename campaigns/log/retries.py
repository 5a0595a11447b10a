"""Whether an act is an undone one done again, and what is other about it. It decides nothing: it is told with the log.

Acts of the first release of the rules bear no mark: what stands beside them was written without.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.game import Document, Origin, Step
from campaigns.log import undo_graph
from campaigns.log.purposes import drawing_step, purpose_of
from campaigns.log.record import read_document
from campaigns.log.redacted import same
from campaigns.log.terms import AGAIN, DIFFERS, TABLE, audience_of
from campaigns.models import Campaign, Entry, Part, Tag, Undone
from campaigns.models.prepared import prepared
from rules import catalogue
from rules.kernel.inputs import chosen
from rules.kernel.values import Value

DICE, TARGET, CHOICES = "dice", "target", "choices"
ANOTHER = frozenset({TARGET, CHOICES})
"""What is other of an act that is not the undone one done again: the same kind of act, at somebody else, otherwise."""
MARKED_FROM = 2
OPENS = "table.open_draws"

Mark = tuple[str, str]


@dataclass(frozen=True)
class Attempt:
    """An act that drew, as far as it is compared: what it is, by whom and for whose eyes, and what was chosen in it."""

    seq: int
    kind: tuple[str, str, str]
    version: int
    targets: tuple[str, ...]
    origin: Origin
    draws: list[list[Value]]
    choices: Value


def _drawing(document: Document) -> Step | None:
    return drawing_step(document["steps"]) or drawing_step(document["steps"], apart=True)


def attempt_of(seq: int, document: Document, audience: str) -> Attempt | None:
    """What an entry tried; None where nothing was drawn for a record that acts."""
    step = _drawing(document)
    if step is None:
        return None
    purpose = purpose_of(step["action"], step["input"])
    action = catalogue.ACTIONS.get(step["action"])
    return Attempt(
        seq=seq,
        kind=(purpose.action, purpose.acting or document["actor"] or "", audience),
        version=step["version"],
        targets=purpose.targets or (),
        origin=document["from"],
        draws=[list(draw) for step in document["steps"] for draw in step["draws"]],
        choices=chosen(action.input_type, step["input"]) if action is not None else None,
    )


def marks(mine: Attempt, undone: Iterable[Attempt]) -> list[Mark]:
    """The tags of an act, given the acts of the same kind that are undone and that nothing has answered."""
    found = [attempt for attempt in undone if attempt.kind == mine.kind]
    if not found or mine.version < MARKED_FROM:
        return []
    # The one whose dice it took; else one at the same targets; else the newest.
    before = min(found, key=lambda one: (one.origin != mine.origin, one.targets != mine.targets, -one.seq))
    other = {
        DICE: (before.origin, before.draws) != (mine.origin, mine.draws),
        TARGET: before.targets != mine.targets,
        CHOICES: not same(before.choices, mine.choices),
    }
    return [(AGAIN, str(before.seq)), *((DIFFERS, what) for what, is_other in other.items() if is_other)]


def marks_of(campaign: Campaign, document: Document, audience: str) -> list[Mark]:
    """The tags of an act that is about to be logged: it may answer what was undone in this period or the last."""
    undone = set(_undone(campaign.pk)) if _drawing(document) is not None else set()
    mine = attempt_of(0, document, audience) if undone else None
    if mine is None:
        return []
    since = _opened_before(campaign)
    tags = Tag.objects.filter(campaign=campaign)
    answered = tags.filter(kind=AGAIN, seq__gt=since).values_list("value", flat=True)
    alike = tags.filter(kind="action", value=mine.kind[0], seq__in=undone - set(map(int, answered)))
    entries = Entry.objects.filter(campaign=campaign, seq__in=alike.values("seq")).prefetch_related("parts")
    found = (
        attempt_of(entry.seq, read_document(entry.parts.all()), entry.parts.all()[0].audience)
        for entry in entries
    )
    return marks(mine, [attempt for attempt in found if attempt is not None])


class RetryTracker:
    """The same for a log that is read entry by entry."""

    def __init__(self) -> None:
        self.standing = undo_graph.UndoTracker()
        self._attempts: dict[int, Attempt] = {}
        self._answered: set[int] = set()
        self._opened = [0, 0]
        self._open: set[int] = set()

    def take(self, seq: int, document: Document, act: Part) -> list[tuple[str, str, str]]:
        """The tags of the next entry, whose account is the part `act`, each with whom it is for."""
        self.standing.take(seq, document["steps"])
        if any(step["action"] == OPENS for step in document["steps"]):
            self._opened = [self._opened[1], seq]
            self._attempts = {one: kept for one, kept in self._attempts.items() if one >= self._opened[0]}
        mine = attempt_of(seq, document, act.audience)
        if mine is None:
            return []
        if audience_of(act) == TABLE:
            self._open.add(seq)
        open_ones = self.standing.undone.keys() & self._attempts.keys() - self._answered
        found = marks(mine, [self._attempts[one] for one in sorted(open_ones)])
        answered = {int(value) for kind, value in found if kind == AGAIN}
        self._answered |= answered
        self._attempts[seq] = mine
        audience = TABLE if {seq, *answered} <= self._open else act.audience
        return [(kind, value, audience) for kind, value in found]


def _opened_before(campaign: Campaign) -> int:
    """Where the period before the open one begins."""
    found = _opened(campaign.pk)
    return found[1] if len(found) > 1 else 0


@prepared
def _opened(campaign: UUID) -> QuerySet[Tag, int]:
    opened = Tag.objects.filter(campaign=campaign, kind="action", value=OPENS).order_by("-seq")
    return opened.values_list("seq", flat=True)[:2]


@prepared
def _undone(campaign: UUID) -> QuerySet[Undone, int]:
    """What is undone of the period before the open one, and since."""
    opened = Tag.objects.filter(campaign=campaign, kind="action", value=OPENS).order_by("-seq")
    since = Coalesce(Subquery(opened.values("seq")[1:2]), 0)
    return Undone.objects.filter(campaign=campaign, seq__gte=since).values_list("seq", flat=True)
