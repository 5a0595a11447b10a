"""Whom Sorcerer calls, what its questions ask in words, and where they are answered."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from campaigns.game import CalledAnew, Place, Waits
from campaigns.games.sorcerer.conflict.announcements import (
    Announcement,
    announcements,
    open_round,
    said_at,
)
from campaigns.games.sorcerer.conflict.called import to_act
from campaigns.games.sorcerer.conflict.reading import is_awaited
from campaigns.games.sorcerer.quick_roll.asking import CLAUSE as OPPOSED
from campaigns.games.sorcerer.sheet.own_price import CHARACTER
from campaigns.games.sorcerer.sheet.possessed import CLAUSE, ROLL
from campaigns.games.sorcerer.sheet.recovery import RECOVER
from campaigns.models import Campaign, Contact, Record
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_BY_GM, Rights
from campaigns.queries import cast
from campaigns.queries.calls import Call
from campaigns.queries.palette import subjects_of
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_joined, typed_rows_of
from campaigns.viewing import Viewer
from rules.kernel.values import Values
from rules.sorcerer.allowed import ANSWER, BANISH, BIND
from rules.sorcerer.helping import GROUP
from rules.sorcerer.unrest import ABOUT_DEMONS, DEATH, REBEL

ANNOUNCE = gettext_lazy("A round has begun: announce for %(name)s")
CONTENT = gettext_lazy("Every player has announced: is %(name)s ready?")
COMPLETE_IT = gettext_lazy("Complete the sheet of %(name)s")

ANY_PLAYER = Viewer("", is_gm=False)
CREATE_DEMON = "sorcerer.create_demon"
CALLS = ("sorcerer.contact", "sorcerer.summon", "sorcerer.bind")
"""What is answered on the page of a ritual: the Contact, and the checks after its steps."""


def _calls(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterable[Call]:
    said = announcements(campaign)
    acting = to_act(campaign, viewer, rights) if said else ()
    to_complete = _to_complete(campaign, questions) if viewer.is_gm else ()
    return (*acting, *_to_conflict(campaign, viewer, rights, said), *to_complete)


def _to_conflict(
    campaign: Campaign, viewer: Viewer, rights: Rights, listed: Sequence[Announcement]
) -> Iterator[Call]:
    """Those for whom the dice wait are asked: first to announce, then to be content (SOR-CONFLICT-03)."""
    # Of a round that is all unseen so far players know nothing, whatever the GM does.
    said = open_round(campaign, ANY_PLAYER, listed)
    asked = (
        read_joined(_played(campaign.pk, "character", typed_rows_of("character")), ("character",))
        if said
        else ()
    )
    found = [member for member in cast.as_seen(campaign, viewer, asked) if is_awaited(member)]
    own = [member for member in found if viewer.is_gm or member.owner == rights.id]
    # The others wait since the first has announced, and are asked to be content since the last has.
    times = said_at(campaign) if own and viewer.is_gm else []
    first, last = (times[0], times[-1]) if times else (None, None)
    for member in own:
        if member.id not in said:
            owner = str(member.owner)
            yield Call("conflict", member.id, member.name, ANNOUNCE, "conflict", owner=owner, since=first)
    # Not before: until then they may be waiting to hear what the others do.
    if all(member.id in said for member in found):
        for member in own:
            if not (said[member.id].content or said[member.id].out):
                owner = str(member.owner)
                yield Call("content", member.id, member.name, CONTENT, "conflict", owner=owner, since=last)


@prepared
def _played(campaign: UUID, kind: str, typed: tuple[str, ...]) -> QuerySet[Record]:
    of_players = {"owner__role": "player", "owner__left": None, "visibility": "table"}
    return Record.objects.filter(campaign=campaign, kind=kind, **of_players).select_related(*typed)


def _to_complete(campaign: Campaign, questions: Sequence[Waiting]) -> Iterator[Call]:
    """A demon in Contact, once the GM has said what answered, lacks its whole sheet (SOR-DEMON-25)."""
    answered_first = {waiting.data.get("contact") for waiting in questions if waiting.question == ANSWER}
    for contact, demon, name in _reached(campaign.pk):
        if str(contact) not in answered_first:
            yield Call("complete_demon", str(demon), name, COMPLETE_IT, "complete_demon", is_about_them=True)


@prepared
def _reached(campaign: UUID) -> QuerySet[Contact, tuple[UUID, UUID, str]]:
    found = Contact.objects.filter(
        record__campaign=campaign, state="open", demon__demon__state="contacted", demon__demon__complete=False
    )
    return found.order_by("record__born").values_list("pk", "demon", "demon__name")


def _page_of(_campaign: Campaign, asked: Waiting, _is_called: bool) -> Place | None:
    demon = asked.data.get("demon")
    if asked.question == CREATE_DEMON and demon:
        return Place("complete_demon", (str(demon),))
    if asked.question in ABOUT_DEMONS and asked.clause != ASKED_BY_GM:
        return Place("demon", (asked.who,), "due")
    if asked.question == RECOVER and asked.for_role == "gm":
        return Place("character", (asked.who,), "recovery")
    if asked.question == CHARACTER and asked.for_role == "gm":
        return Place("character", (asked.who,), "own-price")
    if asked.question == ROLL and asked.clause == OPPOSED:
        return Place("oppose_roll", (asked.id,))
    if asked.question == ROLL and asked.clause == CLAUSE:
        return Place("character", (asked.who,), "possessed")
    if asked.question == GROUP:
        primary = str(asked.data.get("primary"))
        return Place("ritual", (primary, str(demon))) if demon else Place("contain", (primary,))
    is_of_a_ritual = asked.question in (ANSWER, BIND, BANISH) or asked.data.get("after") in CALLS
    return Place("ritual", (asked.who, str(demon))) if demon and asked.who and is_of_a_ritual else None


def _settled_by(asked: Waiting, told: Values) -> Values:
    """Whom a check is about, and why; how it is rolled is said when it is. Whoever helps rolls just this ritual."""
    if asked.question == GROUP:
        return {**told, "helpers": [{"id": asked.who}]}
    settles = {*subjects_of(asked.question), "basis", "change"}
    return {name: value for name, value in told.items() if name in settles}


WAITING = Waits(
    asked_most=("sorcerer.roll", "sorcerer.humanity_check"),
    settled_by=_settled_by,
    calls=_calls,
    told_in={
        **dict.fromkeys(("conflict", "content"), CalledAnew(("turn",))),
        **dict.fromkeys(("act", "meet", "decide"), CalledAnew(("turn", "answer"), in_turn=True)),
        "complete_demon": CalledAnew(("complete",)),
    },
    titles={
        BIND: gettext_lazy("%(who)s is Binding a demon: are its Need and Desire met?"),
        ROLL: gettext_lazy("%(who)s asks for a roll"),
        CHARACTER: gettext_lazy("%(who)s has a Price of their own: is it valid?"),
        RECOVER: gettext_lazy("%(who)s asks for a rest: was it enough?"),
        REBEL: gettext_lazy("%(who)s is kept in Need: does it turn on its master?"),
        DEATH: gettext_lazy("%(who)s is hurt to death: what becomes of it?"),
        BANISH: gettext_lazy("%(who)s is Banishing a demon: does it resist?"),
        GROUP: gettext_lazy("%(who)s is asked to help with a ritual"),
    },
    asked_of_gm={BIND: "games/sorcerer/rituals/_asks_gm.html"},
    page_of=_page_of,
)
