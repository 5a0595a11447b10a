"""What a change means for somebody: how hurt they are, what hinders them, what became of the pools they roll."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.queries.layouts.parts import Glimpse, RecordContext
from campaigns.queries.layouts.plain import layout_of
from rules import words

MOST_POOLS = 3
"""So many pools are told one by one."""


def meaning_of(before: RecordContext, after: RecordContext) -> list[str]:
    """What is otherwise about a record, each in a few words; what its game adds comes first."""
    layout = layout_of(after.member.kind)
    was, now = layout.glimpse(before), layout.glimpse(after)
    told = [*layout.means(before, after), *_health(was, now), *_pools(before, after), *_numbers(was, now)]
    return [*told, *_conditions(was, now), *_standing(before, after)]


def _health(was: Glimpse, now: Glimpse) -> Iterator[str]:
    if now.track is not None and (was.track is None or was.track.words != now.track.words):
        yield now.track.words


def _pools(before: RecordContext, after: RecordContext) -> Iterator[str]:
    """What the usual rolls lose or gain: in one number where that is the same for all."""
    rolls = layout_of(after.member.kind).rolls
    was = {roll.label: roll.dice for roll in rolls(before)}
    now = {roll.label: roll.dice for roll in rolls(after)}
    if was and not now:
        yield _("Nothing to roll any more")
    changed = {label: dice - was[label] for label, dice in now.items() if dice != was.get(label, dice)}
    by = {*changed.values()}
    if len(changed) > 1 and len(by) == 1:
        dice = by.pop()
        told = ngettext("%(n)s die on %(m)d usual rolls", "%(n)s dice on %(m)d usual rolls", abs(dice))
        is_all = len(changed) == len(now)
        every = ngettext("%(n)s die on each usual roll", "%(n)s dice on each usual roll", abs(dice))
        yield (every if is_all else told) % {"n": _signed(dice), "m": len(changed)}
        return
    for label in [*changed][:MOST_POOLS]:
        yield _("%(what)s %(was)s → %(now)s") % {"what": label, "was": was[label], "now": now[label]}


def _numbers(was: Glimpse, now: Glimpse) -> Iterator[str]:
    scores = dict(was.scores)
    for label, value in now.scores:
        if scores.get(label, value) != value:
            yield _("%(what)s %(was)s → %(now)s") % {"what": label, "was": scores[label], "now": value}


def _conditions(was: Glimpse, now: Glimpse) -> Iterator[str]:
    stood, stands = ([chip.text for chip in glimpse.chips] for glimpse in (was, now))
    if begun := [text for text in stands if text not in stood]:
        yield ", ".join(begun)
    if ended := [text for text in stood if text not in stands]:
        yield _("no longer %(what)s") % {"what": ", ".join(ended)}


def _standing(before: RecordContext, after: RecordContext) -> Iterator[str]:
    state = after.value("state")
    if isinstance(state, str) and state != before.value("state"):
        yield words.choice_words(after.system, state).lower()


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
