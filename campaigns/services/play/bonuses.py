"""Bonuses in play: which of them an act may take, what it uses up, and which proposals come too late for it."""

from collections.abc import Iterable, Iterator

from campaigns.models import Pending
from campaigns.policy import ASKED_OF_GM, PROPOSED, NotGranted
from campaigns.services.play import follow_ups
from campaigns.services.play.awards import Taken
from campaigns.services.play.built_input import BuiltInput
from rules.kernel.effects import set_to
from rules.kernel.values import Values

USED, LATE = "TAB-GRANT-04", "TAB-GRANT-05"
ABOUT_BONUSES = frozenset({"table.grant", "table.propose"})
OF_PEOPLE = ABOUT_BONUSES | {"table.ask"}
"""Actions of the table that touch what people ask of one another."""

NOT_OPEN = {
    "spent": "This bonus was used already: clear its box.",
    "withdrawn": "The GM took this bonus back: clear its box.",
    "ended": "This bonus ended with the scene: clear its box.",
}


def check(action: str, reading: BuiltInput) -> None:
    """Raise `NotGranted` where an act takes a bonus that is not there for it (TAB-GRANT-04)."""
    taken: set[str] = set()
    for one in reading.awards.taken:
        told = "Each bonus counts once." if one.bonus.id in taken else _why_not(action, one)
        if told:
            raise NotGranted(told, field=one.path, clause=USED)
        taken.add(one.bonus.id)


def _why_not(action: str, one: Taken) -> str:
    if one.bonus["state"] != "open":
        return NOT_OPEN[one.bonus["state"]]
    if one.bonus["action"] not in ("", action):
        return "This bonus was granted for another action: clear its box."
    if one.who is None or one.who.id != one.bonus["who"]:
        return "This bonus was granted to someone else: clear its box."
    return ""


def after(
    asked: Iterable[Pending], action: str, raw: Values, reading: BuiltInput
) -> Iterator[follow_ups.Planned]:
    """What an act does to bonuses and proposals: what it takes is used up, and what is asked for it comes too late.

    `asked` are the open questions of people to one another. A grant answers what was proposed, a proposal replaces it.
    """
    if reading.awards.taken:
        spent = tuple(set_to(one.bonus.id, "state", "spent") for one in reading.awards.taken)
        yield follow_ups.carry_out(USED, spent)
    named = {sheet.id for sheet in reading.subjects}
    rolling = {who.id for who in reading.awards.rolling.values() if who is not None}
    if action in ABOUT_BONUSES:
        answered, late = _proposed(asked, named), []
    else:
        answered = [row for row in asked if _is_act(row, action, raw) and str(row.who_id) in named]
        late = [row for row in _proposed(asked, rolling) if row.data.get("action") in (None, action)]
    for clause, state, rows in (("TAB-ASK-01", "answered", answered), (LATE, "struck", late)):
        if rows:
            yield follow_ups.carry_out(clause, tuple(set_to(str(row.pk), "state", state) for row in rows))


def _is_act(row: Pending, action: str, raw: Values) -> bool:
    """Whether a player asked the GM for this act, or asks for it once more."""
    return row.clause == ASKED_OF_GM and row.question == follow_ups.asked_for(action, raw)


def _proposed(asked: Iterable[Pending], who: set[str]) -> list[Pending]:
    return [row for row in asked if row.clause == PROPOSED and str(row.who_id) in who]
