"""Whether whoever acts may play a step: with these records, with these values, as an answer to this question."""

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.policy import Rights, asked_of
from campaigns.services.subjects import Reading
from campaigns.state.errors import UnknownRecord
from campaigns.state.working import Working
from rules import service


def check(
    rights: Rights,
    working: Working,
    action: str,
    raw: Mapping[str, Any],
    reading: Reading,
    *,
    is_asked: bool,
    added: Collection[str] = (),
) -> None:
    """Raise `NotAllowed` unless a member may do this; `UnknownRecord` for a record that does not exist for them.

    `raw` is the input as the engine will read it; `is_asked` whether the act answers what was asked of this member.
    `added` are records that a service named and the member did not: they may be unseen.
    """
    for sheet in (*reading.subjects, *reading.again):
        if sheet.id not in added and not rights.sees(sheet):
            raise UnknownRecord(sheet.id)
    rights.check_act(action, reading.subjects, is_asked=is_asked)
    rights.check_deck(raw.get("deck"))
    rights.check_rulings(reading.rulings)
    rights.check_consent(service.fields(action), reading.subjects)
    if action == "table.settle":
        asked = reading.subjects[0]
        rights.check_settle(asked, working.find(asked["who"]) if asked["who"] else None)
    if action == "table.edit" and raw.get("corrects") is not None:
        rights.check_override()
    if action == "table.create":
        fields = [one.get("field", "") for one in raw.get("fields", ())]
        rights.check_create(raw.get("about", {}), fields)


def is_asked(rights: Rights, working: Working, action: str, reading: Reading, answers: str | None) -> bool:
    """Whether an act answers an open question (`answers`) that was asked of a character in this member's hands.

    It is about whoever the question is about, and about nobody in their place.
    """
    if answers is None:
        return False
    asked = working.get(answers)
    who = working.find(asked_of(asked["who"], asked["data"]) or "")
    is_theirs = who is not None and rights.plays(who)
    is_about = asked["who"] is None or asked["who"] in {sheet.id for sheet in reading.subjects}
    return is_theirs and is_about and asked["question"] == action and asked["for_role"] == "player"
