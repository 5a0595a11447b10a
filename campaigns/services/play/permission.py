"""Whether whoever acts may play a step: with these records, with these values, as an answer to this question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from campaigns.game import game_of
from campaigns.policy import (
    ASKED_BY_GM,
    NotAllowed,
    Rights,
    acting_of,
    unanswered,
    who_answers,
    who_else_answers,
)
from campaigns.services.play.act_request import ActRequest
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.built_input import BuiltInput
from campaigns.state import kinds
from campaigns.state.errors import UnknownRecord
from campaigns.state.fields import Ref
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from campaigns.viewing import GM
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Value, Values, as_list, as_values


def check(
    rights: Rights,
    working: UnitOfWork,
    action: str,
    raw: Values,
    reading: BuiltInput,
    *,
    is_asked: bool,
) -> None:
    """Raise `NotAllowed` unless a member may do this; `UnknownRecord` for a record that does not exist for them.

    `raw` is the input as the engine will read it; `is_asked` whether the act answers what was asked of this member.
    """
    is_theirs = is_asked or is_lent(rights, action, reading)
    rights.check_act(action, reading.subjects, is_asked=is_theirs)
    rights.check_bonuses(action, reading.awards.by_hand)
    rights.check_rulings(reading.rulings)
    rights.check_help(reading.help)
    rights.check_results(reading.results)
    rights.check_consents(reading.consents)
    rights.check_decisions(reading.decisions)
    if action == "table.propose":
        rights.check_proposal()
    if action == "table.settle":
        asked = reading.subjects[0]
        who = working.find(asked["who"]) if asked["who"] else None
        rights.check_settle(asked, who, str(raw["how"]))
    if action == "table.edit" and raw.get("corrects") is not None:
        rights.check_override()
    if action == "table.create":
        rows = map(as_values, as_list(raw.get("fields", ())))
        fields = {str(row.get("field", "")): row.get("set") for row in rows}
        about = as_values(raw["about"])
        rights.check_create(about, fields)
        _check_pointed_at(rights, working, str(about["kind"]), fields)


def takes_an_answer(
    rights: Rights, working: UnitOfWork, action: str, subjects: list[Sheet], answers: str | None
) -> RuleViolation | None:
    """Why an act in one piece is not the GM's either: somebody's player is asked in the middle of it.

    `answers` is the question that the act answers: where it was asked of just them, the GM answers for whoever is away.
    """
    met, clause = unanswered(action, subjects) if rights.member.is_gm else (None, "")
    asked = working.get(answers) if answers is not None else None
    if met is not None and asked is not None and (asked["question"], asked["who"]) == (action, met.id):
        return None
    if met is None or met.about["owner"] is None or not met.in_hand:
        return None
    told = f"play it one roll at a time: the player of {met.name} is asked"
    return RuleViolation(told, field="action", clause=clause)


def _check_pointed_at(rights: Rights, working: UnitOfWork, kind: str, fields: Values) -> None:
    """A player hands what they make to nobody but their own, and learns of nobody whom they do not see."""
    declared = {} if rights.member.is_gm else kinds.kind(kind).fields
    for name, value in fields.items():
        if value is None or not isinstance(declared.get(name), Ref):
            continue
        record = str(value)
        sheet = working.find(record)
        # First, since "you don't control X" would confirm that a hidden X exists.
        if sheet is None or not rights.sees(sheet):
            raise UnknownRecord(record)
        if not rights.plays(sheet):
            raise NotAllowed(f"You don't control {sheet.name}.")


def is_asked(
    rights: Rights, working: UnitOfWork, action: str, reading: BuiltInput, answers: str | None
) -> bool:
    """Whether an act answers an open question (`answers`) that was asked of a character in this member's hands.

    It is about whoever the question is about, and about nobody in their place.
    """
    if answers is None:
        return False
    asked = working.get(answers)
    who = working.find(who_answers(asked["who"], asked["data"]) or "")
    # The GM may ask a player also while their character is in other hands: a spark in a possessed body.
    is_owners = who is not None and asked["clause"] == ASKED_BY_GM and who.about["owner"] == rights.id
    either = filter(None, map(working.find, who_else_answers(asked["data"])))
    is_theirs = is_owners or any(rights.plays(one) for one in (who, *either) if one is not None)
    is_about = asked["who"] is None or asked["who"] in {sheet.id for sheet in reading.subjects}
    return is_theirs and is_about and asked["question"] == action and asked["for_role"] == "player"


def untold(rights: Rights, working: UnitOfWork, request: ActRequest) -> ActRequest:
    """An act that answers what only the GM was asked: of whoever it is about it tells nothing."""
    asked = working.find(request.answers) if request.answers else None
    if asked is None or asked.about["visibility"] != GM:
        return request
    is_sealed = request.sealed or rights.may_seal(asked["question"])
    return replace(request, on_behalf_of=None, sealed=is_sealed)


def is_lent(rights: Rights, action: str, reading: BuiltInput) -> bool:
    """Whether somebody of another player's acts in the place of one of this member's."""
    acting = acting_of(action, reading.subjects) if reading.subjects else None
    if acting is None or rights.plays(acting):
        return False
    return acting.id in game_of(action).playing.lent(rights.member.campaign, rights, action)


def put_in(
    rights: Rights, working: UnitOfWork, planned: Request, asked: Request, answers: str | None
) -> Iterator[str]:
    """Records of an act that may be unseen: what the game itself puts in, such as everybody's place in an order.

    Of a question that whoever suffers an act answers, its records too; never what a person names.
    """
    yield from {*ids_in(planned.known)} - {*ids_in([asked.known, asked.given])}
    question = working.get(answers) if answers is not None else None
    hit = working.find(str(question["data"].get("answered_by"))) if question is not None else None
    if question is not None and hit is not None and rights.plays(hit):
        yield from {*ids_in([question["who"], question["data"]])} - {*ids_in(asked.given)}


@dataclass(frozen=True)
class Settled:
    """What the GM settled of an act when they asked for it: an answer with it in its place, and the paths of it."""

    given: dict[str, Value]
    paths: frozenset[str] = frozenset()
    records: frozenset[str] = frozenset()
    """Those that stand only where the GM settled it: they may have been hidden since."""


def with_settled(working: UnitOfWork, action: str, given: Values, answers: str | None) -> Settled:
    """What is answered, with what the GM settled in its place: nobody answers with anything else (TAB-ASK-04).

    What they left open of the one who is asked is as `given`.
    """
    asked = working.get(answers) if answers is not None else None
    if asked is None or asked["clause"] != ASKED_BY_GM or asked["question"] != action:
        return Settled(dict(given))
    settled = {**as_values(asked["data"].get("given", {})), **as_values(asked["hidden"])}
    who = asked["who"] or ""
    named = frozenset({*ids_in(settled)} - {*ids_in([*_besides(given, settled)])})
    return Settled(merged(given, settled, who), frozenset(_paths(given, settled, who)), named)


def merged(given: Values, settled: Values, who: str) -> dict[str, Value]:
    """What somebody gives with what is settled in its place; the rest of what is said of `who` stays theirs."""
    return {**given, **settled} | {
        name: merged(as_values(given[name]), as_values(settled[name]), who)
        for name in settled
        if _is_shared(given, settled, name, who)
    }


def _paths(given: Values, settled: Values, who: str) -> Iterator[str]:
    for name in settled:
        if _is_shared(given, settled, name, who):
            inner = _paths(as_values(given[name]), as_values(settled[name]), who)
            yield from (f"{name}.{path}" for path in inner)
        else:
            yield name


def _besides(given: Values, settled: Values) -> Iterator[Value]:
    """What is given where nothing is settled."""
    for name, said in given.items():
        fixed = settled.get(name)
        if name not in settled:
            yield said
        elif isinstance(said, Mapping) and isinstance(fixed, Mapping):
            yield from _besides(said, fixed)


def _is_shared(given: Values, settled: Values, name: str, who: str) -> bool:
    """Whether both say something of the one who is asked."""
    fixed = settled[name]
    is_both = isinstance(fixed, Mapping) and isinstance(given.get(name), Mapping)
    return is_both and bool(who) and who in ids_in(fixed)
