"""Whom Fallen calls, and where the questions of a fight are answered."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from campaigns.game import CalledAnew, Place, Waits
from campaigns.games.fallen.fights import reading as fights
from campaigns.games.fallen.fights.reading import is_fight_on
from campaigns.games.fallen.fights.settings import rolls_each_turn
from campaigns.models import Campaign, CampaignState, Record
from campaigns.models.prepared import prepared
from campaigns.policy import Rights
from campaigns.queries.calls import IS_A_PLAYERS, Call, called_for
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import those_of_kind
from campaigns.viewing import Viewer
from rules.fallen.allowed import BLACKOUT, DEFEND, HIT, INITIATIVE, KNOCKDOWN, STRIKE
from rules.kernel.values import Values, as_values

TURN = gettext_lazy("It’s %(name)s’s turn")
IN_A_FIGHT = (INITIATIVE, DEFEND, HIT, STRIKE, KNOCKDOWN, BLACKOUT)
"""What is answered on the page of the fight, where the ways to answer stand with their odds."""


def _calls(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterable[Call]:
    return _to_fight(campaign, viewer, rights, questions)


def _to_fight(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterator[Call]:
    """Whoever is next in the order takes her turn (FAL-INIT-04); an open question comes first and is called itself."""
    ready = dict(_ready(campaign.pk, *(() if viewer.is_gm else (rights.member.pk,))))
    own = those_of_kind([*ready], fights.FIGHTER)
    found = [sheet for sheet in own if viewer.is_gm or rights.plays(sheet)]
    if not found:
        return
    (chosen,) = _settings(campaign.pk)
    who = fights.acts_now(campaign, viewer, questions, each_turn=rolls_each_turn(chosen))
    yield from (
        Call("fight", sheet.id, sheet.name, TURN, "fight", owner=called_for(sheet, ready[UUID(sheet.id)]))
        for sheet in found
        if sheet.id == who
    )


@prepared
def _settings(campaign: UUID) -> QuerySet[CampaignState, Values]:
    return CampaignState.objects.filter(pk=campaign).values_list("settings", flat=True)


@prepared
def _ready(campaign: UUID, *member: UUID) -> QuerySet[Record, tuple[UUID, bool]]:
    """Those of one player, or all, that have not had their turn in a fight; each with whether it is a player's."""
    found = Record.objects.filter(
        campaign=campaign, fallen_turn__in_combat=True, fallen_turn__turn_done=False
    )
    theirs = found.filter(owner__in=member) if member else found
    return theirs.values_list("pk", IS_A_PLAYERS)


def _page_of(campaign: Campaign, asked: Waiting, is_called: bool) -> Place | None:
    if is_called and asked.question in IN_A_FIGHT and is_fight_on(campaign):
        return Place("fight", fragment="fight-now")
    return None


def _settled_by(asked: Waiting, told: Values) -> Values:
    if asked.question == INITIATIVE:
        return {**told, "fighters": [{"id": asked.who}]}
    ambush = as_values(told.get("ambush", {}))
    surprised = asked.question == STRIKE and ambush.get("result") == "surprise"
    return {**told, "defence": None} if surprised else told  # FAL-AMBUSH-03


WAITING = Waits(
    asked_most=("fallen.roll", "fallen.resisted_roll"),
    calls=_calls,
    told_in={"fight": CalledAnew(("turn_done", "initiative"), in_turn=True)},
    page_of=_page_of,
    settled_by=_settled_by,
)
