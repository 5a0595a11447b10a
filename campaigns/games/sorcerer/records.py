"""What Sorcerer's kinds of records are to the table."""

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import QuerySet

from campaigns.game import CarriedOver, Records
from campaigns.games.sorcerer import carried_over as rituals
from campaigns.games.sorcerer import carried_over_conflict as rounds
from campaigns.games.sorcerer import glimpses, sigils
from campaigns.games.sorcerer.conflict.around import with_the_whole_round
from campaigns.games.sorcerer.quick import quick
from campaigns.games.sorcerer.saved import SAVED
from campaigns.games.sorcerer.ties import with_ties
from campaigns.models import Campaign
from campaigns.queries.layouts.plain import plain_layout
from rules.sorcerer.progress import DAMAGE, END, RESOLVE, ROUND
from rules.sorcerer.turns import ANSWER_ATTACK, GO_ASTRAY, READY_GUN

IN_A_ROUND = (ROUND, RESOLVE, ANSWER_ATTACK, GO_ASTRAY, READY_GUN, DAMAGE, END)
UNTIES = tuple(f"sorcerer.{verb}" for verb in ("withdrawal_day", "banish", "demon_death", "possess"))
"""After which a demon may leave a body or turn on whoever it is Bound to."""


def _carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    yield from rituals.carried_over(campaigns)
    yield from rounds.carried_over(campaigns)


RECORDS = Records(
    living=("character", "demon", "bonus"),
    clocked=("demon", "contact"),
    state_for={**dict.fromkeys(IN_A_ROUND, with_the_whole_round), **dict.fromkeys(UNTIES, with_ties)},
    in_cast=("demon",),
    ends=tuple((tie, end) for tie in ("binding", "contact") for end in ("sorcerer", "demon")),
    layouts={
        "character": replace(
            plain_layout("character"), glimpse=glimpses.sorcerer, means=glimpses.means, quick=quick
        ),
        "demon": replace(
            plain_layout("demon"),
            glimpse=glimpses.demon,
            sigil=sigils.of_demon,
            means=glimpses.means,
            quick=quick,
        ),
    },
    pages={"demon": "demon"},
    saved=SAVED,
    carried_over=_carried_over,
)
