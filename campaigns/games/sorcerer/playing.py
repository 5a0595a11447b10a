"""What Sorcerer brings to `play()`: what records tell of a ritual and of a check, so that nobody is asked for it."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from campaigns.game import Playing, Preparing
from campaigns.games.sorcerer.conflict.known import OF_A_ROUND, id_of
from campaigns.models import Campaign, Contain, Pending, Record
from campaigns.queries.waiting import as_asked
from campaigns.state.ids import RECORD_ID
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import Value, Values
from rules.sorcerer import attempts, helping
from rules.sorcerer.allowed import BANISH, CHECK, END


def _known(preparing: Preparing) -> Values:
    """What records tell of an act of Sorcerer."""
    given = preparing.given
    if preparing.action in OF_A_ROUND:
        return OF_A_ROUND[preparing.action](preparing)
    if preparing.action == CHECK:
        return _check(preparing.campaign, given)
    if preparing.action == helping.GROUP:
        return _helping(preparing, given)
    sorcerer, demon = id_of(given.get("sorcerer")), id_of(given.get("demon"))
    if preparing.action == "sorcerer.contain" and sorcerer is not None:
        return {"helped": helping.won_by_helpers(_state(preparing, sorcerer), sorcerer, "contain", None)}
    return _with_demon(preparing, given, sorcerer, demon) if demon is not None else {}


def _with_demon(preparing: Preparing, given: Values, sorcerer: str | None, demon: str) -> Values:
    """Of what is done about a demon: `retry`, `immediate`, `days_since` (SOR-RITUAL-11, SUMMON-06, PUNISH-09),
    `by_name` and `contained` (SOR-CONTACT-01, SUMMON-07), `helped` (SOR-GROUP-03)."""
    action = preparing.action
    state = _state(preparing, sorcerer, demon, *_around(preparing, demon))
    if action == "sorcerer.recover_power":
        return {"days_since": attempts.days_since_punishment(state, demon)}
    if sorcerer is None:
        return {}
    if action == END and not given.get("contact"):
        return {"contact": _open_contact(preparing, sorcerer, demon)}
    if action not in attempts.RETRIED or given.get("amount"):  # SOR-PUNISH-02: one's own has no say
        return {}
    known: dict[str, Value] = {"retry": attempts.has_failed(state, action, sorcerer, demon)}
    if action in helping.HELPED:
        known["helped"] = helping.won_by_helpers(state, sorcerer, action.partition(".")[2], demon)
    if action == attempts.SUMMON:
        known["immediate"] = attempts.is_immediate(state, sorcerer, demon)
        known["contained"] = attempts.is_contained(state, demon)
    if action == attempts.CONTACT:
        known["by_name"] = attempts.knows_name(state, sorcerer, demon)
    return known


def _helping(preparing: Preparing, given: Values) -> Values:
    """Whether the Primary has failed before, and whether the demon wants to go as the GM said (SOR-BANISH-11)."""
    ritual, primary, demon = (id_of(given.get(name)) for name in ("ritual", "primary", "demon"))
    if primary is None or demon is None:
        return {}
    state = _state(preparing, primary, demon)
    known: dict[str, Value] = {"retry": attempts.has_failed(state, f"sorcerer.{ritual}", primary, demon)}
    if ritual == "banish":
        known |= _told_of_banishing(preparing.campaign, primary, demon)
    return known


def _told_of_banishing(campaign: Campaign, primary: str, demon: str) -> Values:
    """What the GM has said of a demon that the Primary was asked to Banish."""
    for question in _open(campaign, primary):
        said = question.data.get("given")
        if question.question != BANISH or not isinstance(said, Mapping):
            continue
        if id_of(said.get("demon")) == demon:
            return {"resists": said["resists"]} if "resists" in said else {}
    return {}


def _check(campaign: Campaign, given: Values) -> Values:
    """What a check is about is told by what was left open; with nothing open it is one for a decision.

    Where several are open it is the one that was named, else the oldest that has to be made (SOR-HUMANITY-17).
    """
    who = id_of(given.get("character"))
    named = {name: id_of(given[name]) for name in ("demon", "basis", "change") if given.get(name) is not None}
    asked = [one for one in _open(campaign, who) if one.question == CHECK and "given" not in one.data]
    fits = [one for one in asked if all(one.data.get(name) == value for name, value in named.items())]
    first = next(iter([one for one in fits if not one.optional] or fits), None)
    if first is None:  # what was named goes on, to be refused by the clause of what is owed instead
        return {"basis": named.get("basis", "thematic")}
    return {name: first.data.get(name) for name in ("change", "basis", "demon")}


def _open(campaign: Campaign, who: str | None) -> Iterator[OpenQuestion]:
    if who is None or not RECORD_ID.fullmatch(who):  # a malformed id names nobody
        return iter(())
    found = Pending.objects.filter(record__campaign=campaign, state="open", who=UUID(who))
    return map(as_asked, found.order_by("record__born", "pk"))


def _around(preparing: Preparing, demon: str) -> Iterator[Sheet]:
    """What ties somebody to a demon or holds it, where an act asks for that."""
    working = preparing.working
    if working.find(demon) is None:  # a malformed id names nothing
        return
    if preparing.action == attempts.CONTACT:
        yield from working.linked("contact", "demon", demon)
        yield from working.linked("binding", "demon", demon)
    if preparing.action == attempts.SUMMON:
        standing = Contain.objects.filter(record__campaign=preparing.campaign, state="standing").values("pk")
        yield from read_sheets(Record.objects.filter(pk__in=standing))


def _state(preparing: Preparing, *about: Sheet | str | None) -> State:
    working = preparing.working
    found = [
        working.find(one) if isinstance(one, str) else one for one in (str(preparing.campaign.pk), *about)
    ]
    return State({one.id: RecordState(one.kind.name, one.fields) for one in found if one is not None})


def _open_contact(preparing: Preparing, sorcerer: str, demon: str) -> str | None:
    """The Contact of these two that is open."""
    if preparing.working.find(demon) is None:  # a malformed id names nothing
        return None
    made = preparing.working.linked("contact", "demon", demon)
    return next((one.id for one in made if one["state"] == "open" and one["sorcerer"] == sorcerer), None)


PLAYING = Playing(known=_known)
