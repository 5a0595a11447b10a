"""Sheets of demons."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, play


def _ability(name: str = "Big", user: str | None = "demon") -> dict[str, Any]:
    return {"name": name, "user": user, "target": "itself", "effect": "grows"}


def _sheet(**over: Any) -> dict[str, Any]:
    return {
        "id": "d1",
        "name": "Vesh",
        "type": "object",
        "telltale": "warm",
        "abilities": [_ability()],
        "stamina": 3,
        "need": "salt",
        "desire": "mayhem",
        **over,
    }


def _outcome(sheet: dict[str, Any], **settings: Any) -> dict[str, Any]:
    outcome: dict[str, Any] = play("create_demon", {"demon": sheet, "settings": settings})["outcome"]
    return outcome


def _listed(faults: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [
        (fault["clause"].removeprefix("SOR-"), fault["field"].removeprefix("input.demon."))
        for fault in faults
    ]


def test_the_numbers_follow_from_stamina_and_abilities() -> None:
    assert _outcome(_sheet())["derived"] == {
        "lore": 1,
        "will": 4,
        "power_minimum": 4,
        "power": 4,
        "needs": ["need", "binding"],
    }


def test_the_least_power_may_be_the_number_of_abilities() -> None:
    weak = _sheet(power=1)

    assert _listed(_outcome(weak)["problems"]) == [("DEMON-05", "power")]
    assert _outcome(weak, power_minimum="abilities")["valid"] is True
    assert _outcome(_sheet(), power_minimum="abilities")["derived"]["power"] == 4


def test_a_starting_demon_is_here_whatever_its_state() -> None:
    answer = play("create_demon", {"demon": _sheet(state="contacted"), "starting_for": "mara"})

    assert effects(answer)[-2:] == [("d1", "state", "present"), ("d1", "summoned_by", "mara")]


def test_a_demon_met_in_reality_stays_where_it_is() -> None:
    answer = play("create_demon", {"demon": _sheet(state="present")})

    assert effects(answer)[-1] == ("d1", "state", "present")


def test_all_faults_come_in_order() -> None:
    sheet = {
        "id": "d1",
        "type": "possessor",
        "abilities": [{"name": "Big"}, _ability("Big", "host")],
        "stamina": 0,
        "lore": 3,
        "will": 9,
        "power": 1,
    }

    assert _listed(_outcome(sheet)["problems"]) == [
        ("DEMON-01", "telltale"),
        ("DEMON-02", "abilities.1.name"),
        ("DEMON-02", "lore"),
        ("DEMON-03", "stamina"),
        ("DEMON-04", "will"),
        ("DEMON-05", "power"),
        ("DEMON-06", "need"),
        ("DEMON-06", "desire"),
        ("DEMON-09", "name"),
        ("ABIL-01", "abilities.0.user"),
        ("ABIL-01", "abilities.0.target"),
        ("ABIL-01", "abilities.0.effect"),
        ("DEMON-21", "abilities.1.user"),
    ]


def test_a_demon_has_an_ability() -> None:
    assert _listed(_outcome(_sheet(abilities=[]))["problems"]) == [("DEMON-02", "abilities")]


@pytest.mark.parametrize(
    ("demon_type", "users", "warnings"),
    [
        ("parasite", ["host", "demon", None], [("DEMON-15", "abilities.1.user")]),
        ("passing", ["demon", "host"], [("DEMON-16", "abilities.1.user"), ("DEMON-16", "abilities")]),
        ("object", ["other"], []),
    ],
)
def test_unusual_users_are_warnings(
    demon_type: str, users: list[str | None], warnings: list[tuple[str, str]]
) -> None:
    abilities = [_ability(f"Ability {place}", user) for place, user in enumerate(users)]

    assert _listed(_outcome(_sheet(type=demon_type, abilities=abilities))["warnings"]) == warnings


def test_a_passing_demon_with_cover_is_usual() -> None:
    assert _outcome(_sheet(type="passing", abilities=[_ability("Cover")]))["warnings"] == []


@pytest.mark.parametrize(("minimum", "clause"), [("will", "SOR-DEMON-05"), ("abilities", "SOR-DEMON-10")])
def test_a_sheet_tells_what_its_numbers_follow_from(minimum: str, clause: str) -> None:
    given = {"demon": _sheet(), "settings": {"power_minimum": minimum}}

    cited = play("create_demon", given)["clauses"]

    assert {"SOR-DEMON-02", "SOR-DEMON-04", clause} <= set(cited)
