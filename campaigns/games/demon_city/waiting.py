"""Whom Demon City calls, and what its questions ask in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_lazy

from campaigns.game import CalledAnew, FaceToFace, Waits
from campaigns.games.demon_city.decks.deck_draws import known_of_flip
from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.games.demon_city.rounds.asked import in_words
from campaigns.games.demon_city.rounds.clashes import CHASE, CLASH
from campaigns.games.demon_city.rounds.face_down import gathering, not_ready
from campaigns.models import Campaign, Record
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_OF_GM, Rights
from campaigns.queries.calls import IS_A_PLAYERS, Call, called_for
from campaigns.queries.cast import of_kind
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_kinds, those_of_kind
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules import words
from rules.demon_city.progress import STATIC
from rules.kernel.values import Values, as_list

ANNOUNCE = gettext_lazy("A round has begun: announce for %(name)s")
GET_UP = gettext_lazy("%(name)s is out of the fight: throw to get back up")
SAY_READY = gettext_lazy("%(name)s’s cards lie face down: say that you are ready")
REGAIN_CALM = gettext_lazy("%(name)s is in a panic: throw to regain Calm")
TIED = "DEC-TIE-02"
"""By which a tie asks what changes for everyone in it."""
TIE = gettext_lazy("%(who)s and an ally tie: who goes first?")


def _calls(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterable[Call]:
    of = campaign.pk, *(() if viewer.is_gm else (rights.member.pk,))
    own = list(_fighters(*of))
    if own:
        yield from _to_action(campaign, viewer, rights, {pk: is_players for pk, is_players, *_states in own})
        yield from _to_say_ready(
            campaign, viewer, rights, [pk for pk, is_players, *_states in own if is_players]
        )
        down = [pk for pk, is_players, *states in own if is_players and any(states)]
        yield from _to_return(campaign, viewer, rights, down)


@prepared
def _fighters(campaign: UUID, *member: UUID) -> QuerySet[Record, tuple[UUID, bool, bool, bool]]:
    """Those of one player, or all: whether a player has each, whether it is out, and whether it is in a panic."""
    found = Record.objects.filter(campaign=campaign, kind=rounds.FIGHTER)
    theirs = found.filter(owner__in=member) if member else found
    return theirs.values_list("pk", IS_A_PLAYERS, "demon_city_health__out", "demon_city_health__panicked")


def _to_action(
    campaign: Campaign, viewer: Viewer, rights: Rights, own: Mapping[UUID, bool]
) -> Iterator[Call]:
    """Whoever is next in the round's list by Agility announces (DEC-ROUND-09)."""
    who = rounds.announces_next(campaign, viewer)
    next_one = [pk for pk in own if str(pk) == who]
    for sheet in those_of_kind(next_one, rounds.FIGHTER):
        if viewer.is_gm or rights.plays(sheet):
            owner = called_for(sheet, own[UUID(sheet.id)])
            yield Call("action_round", sheet.id, sheet.name, ANNOUNCE, "action_round", owner=owner)


def _to_say_ready(
    campaign: Campaign, viewer: Viewer, rights: Rights, of_players: Sequence[UUID]
) -> Iterator[Call]:
    """Whoever has cards that lie face down looks at them, and says that they are ready for the flip."""
    unready = not_ready(campaign, viewer)
    for sheet in _played([pk for pk in of_players if str(pk) in unready], rights) if unready else ():
        yield Call(
            "say_ready", sheet.id, sheet.name, SAY_READY, "action_round", owner=str(sheet.about["owner"])
        )


def _to_return(campaign: Campaign, viewer: Viewer, rights: Rights, out: Sequence[UUID]) -> Iterator[Call]:
    """Whoever is out or in a panic may throw at the start of a round (DEC-DMG-08, DEC-CALM-04).

    How hard that is they ask the Host where nothing tells (DEC-DMG-09).
    """
    down = {sheet.id: sheet for sheet in _played(out, rights)}
    ready = rounds.may_return(campaign, viewer, down) if down else ()
    for sheet in (one for one in down.values() if one.id in ready):
        text = GET_UP if sheet["out"] else REGAIN_CALM
        yield Call("get_up", sheet.id, sheet.name, text, "action_round", owner=str(sheet.about["owner"]))


def _played(ids: Sequence[UUID], rights: Rights) -> list[Sheet]:
    found = those_of_kind([*ids], rounds.FIGHTER)
    return [sheet for sheet in found if rights.plays(sheet) and sheet.in_hand]


def _tells(campaign: Campaign, viewer: Viewer, asked: Waiting) -> Iterable[str]:
    """What somebody announced for whom a player asks for a throw, and whether that was thrown for (DEC-THROW-09)."""
    if asked.clause == TIED:
        yield from _tied(campaign, viewer, asked)
    if asked.question in (CLASH, CHASE):
        yield from _who_tie(campaign, viewer, asked)
    if asked.clause != ASKED_OF_GM or asked.question != STATIC or asked.who is None:
        return
    found = Record.objects.filter(campaign=campaign, pk=asked.who, kind=rounds.FIGHTER)
    who = next(iter(read_kinds(found, rounds.FIGHTER)), None)
    if who is None or not who["stage"] or not who["deed"]:
        return
    deed = words.choice_words("demon_city", who["deed"])
    yield gettext("%(who)s announced: %(deed)s.") % {"who": who.name, "deed": deed}
    if who["deed_came"]:
        came = words.choice_words("demon_city", who["deed_came"])
        yield gettext("It was thrown for in this round: %(came)s. Whether it may be tried again you say.") % {
            "came": came.lower()
        }


def _tied(campaign: Campaign, viewer: Viewer, asked: Waiting) -> Iterator[str]:
    """The cards that came in a tie of the round that is on, side by side, and what is left to decide."""
    for one in rounds.action_round(campaign, viewer).meetings:
        if one.record.id == asked.who:
            yield render_to_string("games/demon_city/rounds/_tied.html", {"clash": one, "campaign": campaign})


def _who_tie(campaign: Campaign, viewer: Viewer, asked: Waiting) -> Iterator[str]:
    """The allies of a tie with their cards and what each does: only one of them comes first."""
    allies = as_list(asked.data.get("from", ()))
    for one in rounds.action_round(campaign, viewer).meetings:
        if one.record.id == str(asked.data.get("about")):
            people, did = {who.id: who for who in one.people}, {act.id: act for act in one.actions}
            tied = [
                (
                    hand,
                    did[hand.who.id].kind,
                    [people[aim] for aim in did[hand.who.id].targets if aim in people],
                )
                for hand in one.hands
                if hand.who.id in allies
            ]
            yield render_to_string("games/demon_city/rounds/_allies.html", {"tied": tied})


def _answered_as(asked: Waiting) -> str:
    return gettext("Rule on the tie") if asked.clause == TIED else ""


def _asks(campaign: Campaign, viewer: Viewer, asked: Waiting) -> str:
    people = of_kind(campaign, viewer, rounds.FIGHTER)
    return in_words(asked, {one.id: one.name for one in people})


def _known_of(campaign: Campaign, asked: Waiting) -> Values:
    """A flip that waits for who comes first is flipped again with the cards that it had (DEC-CLASH-08)."""
    return known_of_flip(campaign, asked.question, str(asked.data.get("about")))


WAITING = Waits(
    asked_most=("demon_city.static_throw", "demon_city.calm", "demon_city.opposed_throw"),
    asks_both={"demon_city.opposed_throw": FaceToFace(("actor", "opponent"), "DEC-THROW-06")},
    asks_first=dict.fromkeys(
        ("demon_city.static_throw", "demon_city.opposed_throw"), "games/demon_city/_before_a_throw.html"
    ),  # DEC-THROW-01
    may_hide={
        "demon_city.static_throw": ("intensity", "degrees"),
        "demon_city.calm": ("intensity",),
    },  # DEC-INTENS-10
    calls=_calls,
    told_in={
        "action_round": CalledAnew(("stage", "deed"), in_turn=True),
        "get_up": CalledAnew(("stage", "tried_up", "tried_calm")),
        "say_ready": CalledAnew(("stage",)),
    },
    gathering=gathering,
    known_of=_known_of,
    asks=_asks,
    answered_as=_answered_as,
    tells=_tells,
    says_more={"demon_city.static_throw": "thrower"},
    titles={
        "demon_city.damage": gettext_lazy("%(who)s is hit"),
        "demon_city.clash": TIE,
        "demon_city.chase": TIE,
    },
)
