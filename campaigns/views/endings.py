"""The buttons by which the GM ends a round or a fight at the table: of the games that have one, each its own."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.game import games
from campaigns.models import CampaignState
from campaigns.queries.clauses import systems
from campaigns.queries.games import games_of
from campaigns.queries.home import Glance
from campaigns.queries.waiting import open_questions
from campaigns.viewing import Viewer
from campaigns.views.waiting import pendings_of
from rules import service, words
from rules.kernel.procedure import RecordState, State


class Ending(NamedTuple):
    """What is ended, of which game, and what its button says. No game: nobody's rounds but the table's."""

    action: str
    game: str
    label: str


def endings_of(counts: CampaignState, glances: Sequence[Glance]) -> Iterator[Ending]:
    """What there is to end, as the GM sees the cast (TAB-TURN-04)."""
    state = _state(counts, glances)
    if counts_turns(counts, glances):
        yield from _of("table.end_round", service.counting_by_the_table(state) or ("",))
    is_counted = bool(counts.round or counts.turn)
    yield from _of("table.end_fight", service.fighting(state) or (("",) if is_counted else ()))


def counts_turns(counts: CampaignState, glances: Sequence[Glance]) -> bool:
    """Whether the table's turns and rounds are anybody's here: not where all play games that have their own."""
    by_table = service.counting_by_the_table(_state(counts, glances))
    return bool(by_table or counts.round or counts.turn or not glances)


def told_of_end(request: MemberRequest, action: str) -> str:
    """What an act ends here, where its own words do not say it; else nothing."""
    if action == "table.end_scene":
        return _scene_ends(request)
    if action == "table.end_fight" and len(games_of(request.viewer).in_order()) == 1:
        return _("Nobody is in a fight any more.")
    return ""


def _scene_ends(request: MemberRequest) -> str:
    """Which scene ends, and what is still open as it does."""
    campaign = request.member.campaign
    scene = CampaignState.objects.select_related("scene").get(pk=campaign.pk).scene
    if scene is None:
        return ""
    named = _("“%(name)s” ends") % {"name": scene.name} if scene.name else _("The scene ends")
    told = _("%(scene)s, and with it anything that lasts for a scene.") % {"scene": named}
    asked = pendings_of(request, open_questions(campaign, Viewer.of(request.viewer)))
    if not asked:
        return told
    listed = "; ".join(one["question"] for one in asked)
    return f"{told} {_('Still open: %(what)s.') % {'what': listed}}"


def _state(counts: CampaignState, glances: Sequence[Glance]) -> State:
    people = {one.member.id: RecordState(one.member.kind, one.member.fields) for one in glances}
    table = RecordState("campaign", {"round": counts.round, "turn": counts.turn})
    return State({**people, str(counts.pk): table})


def called(action: str, game: str) -> str:
    """What ending something is called in one game; without a game, at the table."""
    own = games()[game].telling.endings.get(action) if game in games() else None
    return str(own[0]) if own else words.action_words(action)[0]


def _of(action: str, ends: Sequence[str]) -> Iterator[Ending]:
    for game in ends:
        what = called(action, game)
        named = _("%(end)s: %(game)s") % {"end": what, "game": systems().get(game, "")}
        yield Ending(action, game, named if len(ends) > 1 else what)
