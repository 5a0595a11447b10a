"""What all rites share."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, refusal
from tests.rules.sorcerer.callings import RITE_SCORES, check, parts, rite, rolled

each_rite = pytest.mark.parametrize("verb", list(RITE_SCORES))


def _award(source: str, dice: int = 1) -> list[dict[str, Any]]:
    return [{"source": source, "dice": dice}]


@each_rite
def test_a_demon_performs_no_rite(verb: str) -> None:
    given = rite(verb, sorcerer={"kind": "demon"}, snapshot=True, modifiers=_award("time"))

    assert refusal(verb, given) == ("SOR-RITUAL-03", "input.sorcerer.kind")


@each_rite
def test_a_snapshot_leaves_no_time(verb: str) -> None:
    given = rite(verb, snapshot=True, modifiers=[*_award("good_play"), *_award("time")])

    assert refusal(verb, given) == ("SOR-RITUAL-05", "input.modifiers.1.source")


@each_rite
@pytest.mark.parametrize("source", ["sacrifice", "drugs"])
def test_some_settings_know_no_enhancements(verb: str, source: str) -> None:
    given = rite(verb, modifiers=_award(source), settings={"enhancements": False})

    assert refusal(verb, given) == ("SOR-RITUAL-09", "input.modifiers.0.source")


@pytest.mark.parametrize("verb", ["bind", "punish"])
def test_some_rites_are_one_on_one(verb: str) -> None:
    given = rite(verb, modifiers=_award("group", 3))

    assert refusal(verb, given) == ("SOR-GROUP-01", "input.modifiers.0.source")


@pytest.mark.parametrize("verb", ["contact", "contain", "summon", "banish"])
def test_other_rites_take_the_dice_of_a_group(verb: str) -> None:
    assert "SOR-GROUP-03" in rolled(verb, rite(verb, modifiers=_award("group", 2)))["clauses"]


@each_rite
def test_whoever_performs_a_rite_becomes_a_sorcerer_first(verb: str) -> None:
    answer = rolled(verb, rite(verb, sorcerer={"lore": 0}))

    assert effects(answer)[0] == ("mara", "lore", 1)


@pytest.mark.parametrize(
    ("verb", "strained"),
    [
        ("contact", ["stamina", "lore"]),
        ("summon", ["stamina"]),
        ("banish", ["stamina"]),
        ("punish", ["will"]),
    ],
)
def test_a_further_attempt_strains_the_scores_named(verb: str, strained: list[str]) -> None:
    answer = rolled(verb, rite(verb, sorcerer={"lore": 0}, retry=True))

    first = [("mara", "lore", 1), *(("mara", f"strain_{score}", "+1") for score in strained)]
    assert effects(answer)[: len(first)] == first


@pytest.mark.parametrize("verb", ["contain", "bind"])
def test_rites_without_failure_are_never_tried_again(verb: str) -> None:
    assert refusal(verb, rite(verb, retry=True)) == ("invalid_input", "input.retry")


@each_rite
def test_a_sacrifice_is_due_for_a_check_before_all_others(verb: str) -> None:
    due = rolled(verb, rite(verb, modifiers=_award("sacrifice", 3)))["outcome"]["due"]

    assert due[0] == check(basis="thematic", demon=None)


@pytest.mark.parametrize("score", [0, 1, 5])
def test_a_snapshot_counts_a_score_as_one_die_at_most(score: int) -> None:
    answer = rolled("punish", rite("punish", sorcerer={"will": score, "penalties": 1}, snapshot=True))

    assert parts(answer["outcome"]["contest"]["acting"]) == [("will", min(score, 1)), ("penalties", -1)]


def test_a_setting_drops_what_is_awarded_in_a_snapshot() -> None:
    awards = [*_award("good_play", 2), *_award("situation", -1), *_award("rollover", 3)]
    given = rite("contact", snapshot=True, modifiers=awards, settings={"snapshot_bonuses": "none"})
    given["opposing_modifiers"] = _award("situation", 1)

    contest = rolled("contact", given)["outcome"]["contest"]

    assert parts(contest["acting"]) == [("lore", 1), ("situation", -1)]
    assert parts(contest["opposing"]) == [("power", 2), ("situation", 1)]


def test_awards_stay_outside_of_snapshots() -> None:
    given = rite("contact", modifiers=_award("good_play", 2), settings={"snapshot_bonuses": "none"})

    assert parts(rolled("contact", given)["outcome"]["contest"]["acting"]) == [("lore", 3), ("good_play", 2)]


@pytest.mark.parametrize("verb", ["contact", "summon", "banish", "punish"])
def test_two_masters_need_a_setting(verb: str) -> None:
    two = [
        {"id": one, "sorcerer": who, "score": "lore", "strength": 1, "favor": "none"}
        for one, who in (("b1", "otto"), ("b2", "eve"))
    ]

    assert refusal(verb, rite(verb, demon={"bindings": two})) == ("SOR-BIND-10", "input.demon.bindings")
    assert "error" not in rolled(verb, rite(verb, demon={"bindings": two}, settings={"shared_binding": True}))


@pytest.mark.parametrize("verb", ["contact", "summon", "bind", "banish", "punish"])
def test_one_sorcerer_has_one_binding_with_a_demon(verb: str) -> None:
    twice = [
        {"id": one, "sorcerer": "otto", "score": "lore", "strength": 1, "favor": "none"}
        for one in ("b1", "b2")
    ]

    assert refusal(verb, rite(verb, demon={"bindings": twice})) == ("invalid_input", "input.demon.bindings")
