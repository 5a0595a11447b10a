"""The GM asks players to act (TAB-ASK-04): an open question to each of them. A player asks the GM (TAB-ASK-05)."""

from collections.abc import Collection, Iterator, Mapping
from uuid import UUID, uuid5

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership, Pending, Record
from campaigns.policy import ASKED_BY_GM, NotAllowed
from campaigns.services.face_to_face import WITH, other_side
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import InputBuilder, Request, new_record_id
from campaigns.services.play.awards import without_granted
from campaigns.services.play.permission import merged
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, Played, play
from campaigns.state import action_derivations, kinds, rows
from campaigns.state.errors import Lacking, UnknownRecord
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import UnitOfWork
from rules import catalogue, service, words
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput
from rules.kernel.procedure import Question
from rules.kernel.values import Value, Values, as_values


def ask_player(
    *,
    actor: Membership,
    action: str,
    who: str,
    settled: Values,
    key: str,
    is_asked_for: bool = False,
    hidden: Collection[str] = (),
) -> Played:
    """Put an act to whoever plays a record, with the values that the GM settles; see `ask_players`."""
    _refuse_nobody(who)
    one = {who: settled}
    return ask_players(
        actor=actor, action=action, settled=one, key=key, is_asked_for=is_asked_for, hidden=hidden
    )


def ask_players(
    *,
    actor: Membership,
    action: str,
    settled: Mapping[str, Values],
    key: str,
    is_asked_for: bool = False,
    hidden: Collection[str] = (),
) -> Played:
    """Put an act to whoever plays each of these records, with the values that the GM settles for each.

    What is `hidden` of them is kept back until the act is played, by the names of its fields (DEC-INTENS-10).

    Raises `NotAllowed` for anybody but the GM, where nobody else plays who is asked, or where the act is about
    something that they do not see; `Lacking` where somebody has nothing of what was settled. What the GM was
    asked of this act is answered by it; where it has to be something that `is_asked_for`, `AlreadyAnswered` if
    nothing is any more.
    """
    if not actor.is_gm:
        raise NotAllowed("Only the GM can do this.")
    # No id of a record's shape: nothing is about the asking itself.
    joined = uuid5(actor.campaign_id, f"{actor.pk}/{key}").hex

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        others = {who: other_side(campaign, action, who, given) for who, given in settled.items()}
        people = [*_asked(actor, settled), *campaign.records.filter(pk__in=filter(None, others.values()))]
        names = ", ".join(one.name for one in people)
        note_words = f"Asks {names}: {words.action_words(action)[0]}"
        _refuse_unplayable(campaign, action, settled)
        effects: list[Effect] = []
        for number, (who, given) in enumerate(settled.items()):
            own, theirs = (
                new_record_id(actor.campaign_id, f"{actor.pk}/{key}", number, f"{how}/{action}")
                for how in ("ask", "ask_other")
            )
            pair = [(own, who, theirs), (theirs, other, own)] if (other := others[who]) else [(own, who, "")]
            for record_id, asked, meets in pair:
                effects += _putting(
                    record_id, action, asked, given, hidden, joined, UUID(meets).hex if meets else ""
                )
            answered = _what_the_gm_was_asked(actor, action, who, given)
            if is_asked_for and not answered:
                raise AlreadyAnswered
            effects += [set_to(one, "state", "answered") for one in answered]  # TAB-ASK-01
        name, known = follow_ups.carry_out(ASKED_BY_GM, tuple(effects))
        note = Request("table.note", {"words": note_words, "about": [*settled]})
        return (note, Request(name, {}, known=known))

    return play(actor, ActRequest(key, (), plan, asked=[action, settled, *hidden]))


def _putting(
    record: str, action: str, who: str, given: Values, hidden: Collection[str], joined: str, meets: str
) -> Iterator[Effect]:
    """The question to one of them, kept in this record; `meets` is that to the other side of the same act."""
    kept = {name: given[name] for name in hidden if given.get(name) not in (None, [], ())}
    told = {name: value for name, value in given.items() if name not in kept}
    data: dict[str, Value] = {"given": told, "asking": joined}
    data |= {"kept_back": [*kept], "left_out": [one for one in hidden if one not in kept]} if kept else {}
    data |= {WITH: meets} if meets else {}
    # Optional, and no step of a procedure: no rule waits for it.
    yield from follow_ups.asking(
        record, Question(action, "player", who, ASKED_BY_GM, optional=True, data=data), "table"
    )
    if kept:
        yield set_to(record, "hidden", kept)


def _what_the_gm_was_asked(actor: Membership, action: str, who: str, given: Values) -> list[str]:
    """The open requests to the GM that asking this answers: of the same act, about something in it."""
    of_gm, about = open_of_action(actor, action, who).filter(for_role="gm"), {*ids_in(given)}
    return [str(pending.pk) for pending in of_gm if about.intersection(ids_in(pending.data))]


def lacking(campaign: Campaign, action: str, settled: Mapping[str, Values]) -> Lacking | None:
    """Who of those asked could not play the act as it was settled, whatever they say themselves."""
    found = []
    for given in settled.values():
        reader = _reader(campaign)
        try:
            reader.read(Request(action, given), catalogue.find(action).input_type, {})
        except (InvalidInput, UnknownRecord):
            continue  # it is half filled in: what else is wrong shows when it is played
        found += reader.reading.lacks[:1]
    if not found:
        return None
    alike = [one for one in found if (one.what, one.field) == (found[0].what, found[0].field)]
    return Lacking(
        [*dict.fromkeys(name for one in alike for name in one.names)], found[0].what, field=found[0].field
    )


def _refuse_unplayable(campaign: Campaign, action: str, settled: Mapping[str, Values]) -> None:
    """Refuse what is wrong in what is settled, or lacks: those who are asked cannot mend it, nor play the act."""
    for given in settled.values():
        try:
            raw = _reader(campaign).read(Request(action, given), catalogue.find(action).input_type, {})
        except (InvalidInput, UnknownRecord):
            continue  # what only they, or the question itself, can say
        try:
            service.read(action, raw)
        except InvalidInput as error:
            if error.field and _is_said(given, error.field.removeprefix("input.")):
                raise
    if (missing := lacking(campaign, action, settled)) is not None:
        raise missing


def _is_said(given: Value, path: str) -> bool:
    """Whether something was given at a path: what is missing there is left to those who are asked."""
    for name in path.split("."):
        if isinstance(given, list) and name.isdigit() and int(name) < len(given):
            given = given[int(name)]
        elif isinstance(given, dict) and name in given:
            given = given[name]
        else:
            return False
    return True


def _reader(campaign: Campaign) -> InputBuilder:
    working = UnitOfWork(rows.Rows(campaign), kinds.kind)
    return InputBuilder(working, lambda path: f"new-{path}", action_derivations.find, is_gm=True)


def ask_gm(
    *, actor: Membership, action: str, who: str, given: Values, key: str, answers: str | None = None
) -> Played:
    """Put an act of somebody's own to the GM, who settles what only the GM may say (TAB-ASK-05).

    It answers what the GM asked, where that came without it (`answers`), and goes back with what they settled.
    """
    of_gm = Pending.objects.filter(record__campaign=actor.campaign_id, clause=ASKED_BY_GM)
    asked = of_gm.filter(pk=UUID(answers)).first() if answers is not None else None
    settled = as_values(asked.data.get("given", {})) if asked is not None else {}
    who = who or (str(asked.who_id) if asked is not None else "")
    _refuse_nobody(who)
    said = as_values(without_granted(merged(given, settled, who)))
    step = Request("table.ask", {"who": {"id": who}}, known={"action": action, "given": said})
    return play(actor, ActRequest(key, (step,), answers=str(asked.pk) if asked is not None else None))


def strike(*, actor: Membership, questions: list[str], key: str) -> Played:
    """Put away those of these questions that are still open (TAB-ASK-02). `AlreadyAnswered` where none is."""

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        found = Pending.objects.filter(record__campaign=campaign, state="open", clause=ASKED_BY_GM)
        still_open = (
            found.filter(pk__in=[UUID(one) for one in questions])
            .order_by("record__born", "pk")
            .values_list("pk", flat=True)
        )
        if not still_open:
            raise AlreadyAnswered
        how: Values = {"how": "struck", "reason": _("The GM no longer asks for this.")}
        return tuple(Request("table.settle", {"pending": {"id": str(one)}, **how}) for one in still_open)

    return play(actor, ActRequest(key, (), plan, asked=sorted(questions)))


def open_of_action(actor: Membership, action: str, who: str) -> QuerySet[Pending]:
    """The open questions of one action to one record, oldest first."""
    asked = Pending.objects.filter(record__campaign=actor.campaign_id, state="open")
    return asked.filter(question=action, who=UUID(who)).order_by("record__born", "pk")


def _refuse_nobody(who: str) -> None:
    if not who:
        raise NotAllowed("Nobody is named who could be asked.", "Choose who is to act first.")


def _asked(actor: Membership, settled: Mapping[str, Values]) -> list[Record]:
    """Those who are asked, in this order, each with somebody else to play them who sees what it is about."""
    rows = Record.objects.filter(campaign=actor.campaign_id, pk__in=settled).select_related("owner")
    found = {str(row.pk): row for row in rows}
    for who, given in settled.items():
        one = found.get(who)
        if one is None:
            raise UnknownRecord(who)
        if one.owner is None or one.owner.is_gm:
            raise NotAllowed(f"No one else plays {one.name}.", "Do this yourself.")
        # The others who are asked stand in the same entry, which all may read.
        about = {*ids_in(given), *settled}
        unseen = Record.objects.filter(campaign=actor.campaign_id, pk__in=about, visibility="gm")
        name = unseen.values_list("name", flat=True).first()
        if name is not None:
            raise NotAllowed(
                f"{one.owner.name} can't see {name}.", f"Show {name} first, or do this yourself."
            )
    return [found[who] for who in settled]
