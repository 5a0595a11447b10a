"""Whether whoever acts may play a step: with these records, with these values, as an answer to this question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaigns.policy import ASKED_BY_GM, NotAllowed, Rights, who_answers
from campaigns.services.play.built_input import BuiltInput
from campaigns.state import kinds
from campaigns.state.errors import UnknownRecord
from campaigns.state.fields import Ref
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import UnitOfWork
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
    rights.check_act(action, reading.subjects, is_asked=is_asked)
    rights.check_bonuses(action, reading.awards.by_hand)
    rights.check_rulings(reading.rulings)
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
    is_theirs = is_owners or (who is not None and rights.plays(who))
    is_about = asked["who"] is None or asked["who"] in {sheet.id for sheet in reading.subjects}
    return is_theirs and is_about and asked["question"] == action and asked["for_role"] == "player"


@dataclass(frozen=True)
class Settled:
    """What the GM settled of an act when they asked for it: an answer with it in its place, and the paths of it."""

    given: dict[str, Value]
    paths: frozenset[str] = frozenset()


def with_settled(working: UnitOfWork, action: str, given: Values, answers: str | None) -> Settled:
    """What is answered, with what the GM settled in its place: nobody answers with anything else (TAB-ASK-04).

    What they left open of the one who is asked is as `given`.
    """
    asked = working.get(answers) if answers is not None else None
    if asked is None or asked["clause"] != ASKED_BY_GM or asked["question"] != action:
        return Settled(dict(given))
    settled, who = as_values(asked["data"].get("given", {})), asked["who"] or ""
    return Settled(merged(given, settled, who), frozenset(_paths(given, settled, who)))


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


def _is_shared(given: Values, settled: Values, name: str, who: str) -> bool:
    """Whether both say something of the one who is asked."""
    fixed = settled[name]
    is_both = isinstance(fixed, Mapping) and isinstance(given.get(name), Mapping)
    return is_both and bool(who) and who in ids_in(fixed)
