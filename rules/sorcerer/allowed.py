"""What the order of play forbids and no single action can see (the `procedure` clauses)."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.kernel.procedure import OpenQuestion, State
from rules.sorcerer.helping import is_too_early
from rules.sorcerer.state import asked, of_kind, stored

CHECK: Final = "sorcerer.humanity_check"
ANSWER: Final = "sorcerer.alter_contact"
SHEET: Final = "sorcerer.create_character"
COMPLETE: Final = "sorcerer.create_demon"
BIND: Final = "sorcerer.bind"
RECOVER: Final = "sorcerer.recover"
BANISH: Final = "sorcerer.banish"
END: Final = "sorcerer.end_contact"
RITES: Final = frozenset(
    f"sorcerer.{verb}"
    for verb in ("contact", "contain", "summon", "bind", "banish", "punish", "group_ritual", "gather_helpers")
)

UNFIT: Final = {"draft": "SOR-CREATE-11", "dead": "TAB-RECORD-03"}
"""The states of a character in which nobody acts, and why: a sheet is not finished, a story is over."""

IN_CONTACT: Final = {
    "sorcerer.contact": "SOR-CONTACT-10",
    ANSWER: "SOR-CONTACT-04",
    END: "SOR-CONTACT-16",
    "sorcerer.summon": "SOR-SUMMON-01",
}
"""What is done with an open Contact, and the clause by which it is that demon's own."""

TOUCHING: Final = frozenset(
    f"sorcerer.{verb}"
    for verb in (
        *("roll", "conflict_round", "resolve_attack", "damage", "first_sight", "test_contain"),
        *("spot_telltale", "perceive_humanity", "rebel"),
    )
)
"""What affects somebody and asks nothing of where a demon is; other acts themselves refuse one that is not here."""

NOT_IN_A_ROUND: Final = {"sorcerer.conflict_round": "SOR-CONFLICT-14", RECOVER: "SOR-RECOVER-01"}
"""What was rolled stands until the round ends, and recovery comes after it."""

WITH_A_SHEET: Final = TOUCHING | {
    f"sorcerer.{verb}" for verb in ("bind", "use_ability", "possess", "break_binding")
}
"""What a demon does, or is done with it, only once the GM has given it its whole sheet (SOR-DEMON-25)."""

SHEETS: Final = frozenset({SHEET, COMPLETE})


def allowed(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """The clause that forbids this action on these records now, or None.

    `subjects` are the ids of the input's records in its order. What an engine refuses by itself is not repeated here.
    """
    if action in SHEETS:
        return _sheet(state, action, subjects)
    if unfit := _unfit_demon(state, action, subjects):
        return unfit
    if action in IN_CONTACT and _is_with_another(state, subjects):
        return IN_CONTACT[action]
    if action in ("sorcerer.contact", END) and _is_anothers_contact(state, subjects):
        return IN_CONTACT[action]  # prolonged and ended by whoever made it; Summoned from it by anybody
    if action == END:
        return "SOR-CONTACT-04" if _is_asked(state, subjects) else None
    if action in RITES:
        return _unfit(state, subjects) or _rite(state, action, subjects)
    if action == CHECK:
        return _check(state, subjects)
    if action in NOT_IN_A_ROUND:
        return NOT_IN_A_ROUND[action] if _in_a_round(state, subjects) else None
    if action == "sorcerer.resolve_attack":
        return _turn(state, subjects)
    return None


def waits_for(asked_now: OpenQuestion, pending: Sequence[OpenQuestion]) -> OpenQuestion | None:
    """The open question that is answered before a check: the GM's about the same demon, or an older check.

    A Binding waits for the checks that its sorcerer owes.
    """
    mine = [question for question in pending if question.who == asked_now.who]
    if asked_now.question == BIND:
        return _first_owed(mine)  # SOR-HUMANITY-17
    if asked_now.question != CHECK:
        return None
    answers = (question for question in mine if question.question == ANSWER)
    demon = asked_now.data.get("demon")
    first = next(
        (question for question in answers if demon is not None and question.data.get("demon") == demon), None
    )
    if first is not None or not asked_now.optional:
        return first  # SOR-CONTACT-13
    return _first_owed(mine)  # SOR-HUMANITY-17


def _first_owed(mine: Iterable[OpenQuestion]) -> OpenQuestion | None:
    return next((question for question in mine if question.question == CHECK and not question.optional), None)


def _sheet(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """A sheet that is finished is not made again: what changes later is an act, or the GM's edit."""
    finished = any(
        stored(state, one, "state", "draft") != "draft" for one in of_kind(state, subjects, "character")[:1]
    )
    if action == SHEET:
        return "SOR-CREATE-11" if finished else None
    demons = of_kind(state, subjects, "demon")[:1]
    return "SOR-DEMON-25" if any(stored(state, demon, "complete") for demon in demons) else None


def _unfit_demon(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """The clause by which one of the demons named does nothing: no sheet yet, only talked to, or not called at all."""
    if action in WITH_A_SHEET and any(one.data.get("demon") in subjects for one in asked(state, COMPLETE)):
        return "SOR-DEMON-25"
    if action not in TOUCHING:
        return None
    found = {stored(state, demon, "state", "present") for demon in of_kind(state, subjects, "demon")}
    if "contacted" in found:
        return "SOR-CONTACT-14"
    # What was aimed at a demon that has left since is still resolved, to nothing.
    return "SOR-ABIL-10" if found - {"present"} and action != "sorcerer.resolve_attack" else None


def _is_with_another(state: State, subjects: Sequence[str]) -> bool:
    """Whether the Contact that an act names was made with another demon than the one that it names."""
    demons = of_kind(state, subjects, "demon")
    reached = [stored(state, one, "demon") for one in of_kind(state, subjects, "contact")]
    return bool(demons) and any(one is not None and one not in demons for one in reached)


def _is_anothers_contact(state: State, subjects: Sequence[str]) -> bool:
    """Whether none of those who are named made the Contact that is named."""
    made_by = [stored(state, one, "sorcerer") for one in of_kind(state, subjects, "contact")]
    return any(one is not None and one not in subjects for one in made_by)


def _is_asked(state: State, subjects: Sequence[str]) -> bool:
    """Whether the GM still has to answer the Contact that is named."""
    return any(question.data.get("contact") in subjects for question in asked(state, ANSWER))


def open_checks(state: State, sorcerers: Iterable[str]) -> list[OpenQuestion]:
    """The checks that these sorcerers still have to make, oldest first (SOR-HUMANITY-17).

    Nobody owes one who has no Humanity left (SOR-HUMANITY-13).
    """
    owing = {sorcerer for sorcerer in sorcerers if stored(state, sorcerer, "humanity", 1) != 0}
    return [check for check in asked(state, CHECK) if check.who in owing and not check.optional]


def _unfit(state: State, subjects: Sequence[str]) -> str | None:
    """Whoever is not in play yet, or not any more, performs no ritual and helps with none."""
    states = (stored(state, one, "state") for one in of_kind(state, subjects, "character"))
    return next((UNFIT[one] for one in states if one in UNFIT), None)


def _rite(state: State, action: str, subjects: Sequence[str]) -> str | None:
    if is_too_early(state, action, of_kind(state, subjects, "character"), of_kind(state, subjects, "demon")):
        return "SOR-GROUP-05"
    if open_checks(state, of_kind(state, subjects, "character")):
        return "SOR-HUMANITY-17"
    demons = of_kind(state, subjects, "demon")
    if action == "sorcerer.summon" and not all(stored(state, demon, "complete", False) for demon in demons):
        return "SOR-DEMON-25"
    return None


def _check(state: State, subjects: Sequence[str]) -> str | None:
    """A check waits for the GM's answer, and for older checks unless it is one of those that are open."""
    characters = of_kind(state, subjects, "character")
    demon = next(iter(of_kind(state, subjects, "demon")), None)
    if any(
        question.who in characters and question.data.get("demon") in subjects
        for question in asked(state, ANSWER)
    ):
        return "SOR-CONTACT-13"  # and so by SOR-HUMANITY-06: the Power is the one that the GM settles
    owed = open_checks(state, characters)
    if owed and not any(question.data.get("demon") == demon for question in owed):
        return "SOR-HUMANITY-17"
    return None


def _in_a_round(state: State, subjects: Sequence[str]) -> bool:
    """Whether one of those named is in a round that has not ended."""
    return any(stored(state, subject, "turn", "none") != "none" for subject in subjects)


def _turn(state: State, subjects: Sequence[str]) -> str | None:
    """Higher rolls act first; equal ones as the GM listed them, which is their place in the order.

    A full defense stands without a turn of its own, so it keeps nobody waiting.
    """
    attacker = subjects[0]
    if stored(state, attacker, "turn") != "pending":
        return None
    mine, listed = _faces(state, attacker), _listed(state, attacker, 0)
    waiting = [record for record in state.records if record != attacker and _keeps_waiting(state, record)]
    if any(_faces(state, one) > mine for one in waiting):
        return "SOR-CONFLICT-16"
    equal = [one for one in waiting if _faces(state, one) == mine]
    return "SOR-CONFLICT-15" if any(_listed(state, one, listed) < listed for one in equal) else None


def _keeps_waiting(state: State, one: str) -> bool:
    is_pending: bool = stored(state, one, "turn") == "pending"
    return is_pending and stored(state, one, "round_action") != "full_defense"


def _faces(state: State, one: str) -> list[int]:
    return list(stored(state, one, "faces", ()))


def _listed(state: State, one: str, unknown: int) -> int:
    place = stored(state, one, "round_place")
    return unknown if place is None else int(place)
