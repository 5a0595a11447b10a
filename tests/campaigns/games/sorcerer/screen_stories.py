"""What happens at tables of Sorcerer, for whoever is concerned to find it on their pages."""

from typing import Any

from django.test import Client

from campaigns.games.sorcerer.sheet.possessed import ask_to_act
from campaigns.models import Record
from campaigns.services import sessions
from campaigns.state.rows import read_sheet
from tests.campaigns.games.sorcerer import test_conflict_page as conflicts
from tests.campaigns.screens import Story
from tests.campaigns.services.asking import ask
from tests.campaigns.world import act, call_demon
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

STARVED: dict[str, Any] = {"need_unmet_days": 3, "withdrawal_days": 2, "power": 3}


def with_demons(table: Table) -> list[str]:
    """Of each state one; one is Bound and starves, one is slain, one has answered, one has taken bodies."""
    mara = str(make_character(table.player, "Mara", lasting=3, stamina=2, rollover=1).pk)
    make_character(table.other_player, "Otto")
    waits = str(make_character(table.other_player, "Dee", state="draft").pk)
    ask(table.gm, "sorcerer.create_character", waits, "SOR-PRICE-03", sheet={"price": {"name": "Hunted"}})
    heard = make_demon(table.gm, "Elm", state="contacted", abilities=["Big"])
    make_record(table.gm, "contact", "", sorcerer=mara, demon=str(heard.pk), state="open", hours=1)
    make_demon(table.gm, "Ash", state="present", abilities=["Big"], stamina=2, lasting=5)
    oak = make_demon(table.gm, "Oak", abilities=["Big"], state="beyond")
    rue = make_demon(table.gm, "Rue", type="possessor", state="present", abilities=["Big"])
    body: dict[str, Any] = {"possessed_by": str(rue.pk), "control": "gm_temporary"}
    tries, _waits = (make_character(one, "Body", **body) for one in (table.player, table.other_player))
    ask_to_act(actor=table.player, host=read_sheet(tries), what="Scream", key="try")
    bound = make_demon(table.gm, "Fir", state="present", abilities=["Big"], **STARVED)
    terms: dict[str, Any] = {"score": "will", "strength": 1, "favor": "sorcerer", "state": "active"}
    make_record(table.gm, "binding", "", sorcerer=mara, demon=str(bound.pk), **terms)
    call_demon(table.gm, table.player)
    sessions.begin_session(actor=table.gm, name="The evening", key="evening")
    return [f"rituals/{mara}/{oak.pk}/"]


def around_a_contain(table: Table) -> list[str]:
    """A demon is held, and another was hurt to death."""
    mara = str(make_character(table.player, "Mara").pk)
    make_demon(table.gm, "Ash", state="present", abilities=["Big"])
    limits: dict[str, Any] = {"focus": "a jar", "boundary": "its rim", "scope": {"kind": "all"}}
    make_record(table.gm, "contain", "The jar", sorcerer=mara, state="standing", strength=3, **limits)
    ivy = str(make_demon(table.gm, "Ivy", state="present", abilities=["Big"], stamina=1, lasting=3).pk)
    ask(table.gm, "sorcerer.demon_death", ivy, "SOR-DEATH-01", demon=ivy)
    return [f"rituals/{mara}/contain/"]


def gathering_help(table: Table) -> list[str]:
    """Another is asked to help with a Contact."""
    mara, otto = (
        str(make_character(member, name).pk)
        for member, name in ((table.player, "Mara"), (table.other_player, "Otto"))
    )
    oak = str(make_demon(table.gm, "Oak", abilities=["Big"], state="beyond").pk)
    asked = {"sorcerer": mara, "ritual": "contact", "demon": oak, "helpers": [{"id": otto}]}
    act(table.player, "sorcerer.gather_helpers", asked)
    return [f"rituals/{mara}/{oak}/"]


def owing_checks(table: Table) -> None:
    """Whoever called a demon owes a check, and whoever Banished one may have another."""
    mara = str(make_character(table.player, "Mara").pk)
    ash = str(make_demon(table.gm, "Ash", power=1, abilities=["Big"]).pk)
    given = {"sorcerer": mara, "demon": ash, "by_name": True, "contact_id": "new"}
    act(table.player, "sorcerer.contact", given, hand=(12, 11, 10, 1))
    otto = str(make_character(table.other_player, "Otto", humanity=2).pk)
    oak = str(make_demon(table.gm, "Oak", state="present", abilities=["Big"]).pk)
    banishing = {"sorcerer": otto, "demon": oak}
    act(table.other_player, "sorcerer.banish", banishing, hand=(12, *(1,) * 5, *(2,) * 8))


def after_a_failed_banishing(table: Table) -> list[str]:
    """A demon withstood, and is angry."""
    mara = str(make_character(table.player, "Mara").pk)
    fir = str(make_demon(table.gm, "Fir", state="present", abilities=["Big"]).pk)
    act(table.player, "sorcerer.banish", {"sorcerer": mara, "demon": fir}, hand=(*(1,) * 7, *(12,) * 9))
    return [f"rituals/{mara}/{fir}/"]


def announcing(table: Table) -> None:
    """Both players have announced and think still; somebody in pain has not announced."""
    _announce(table, **conflicts.THINKING)
    make_character(table.player, "Dee", lasting=4)


def announced(table: Table) -> None:
    """Both players are content, and the dice may be rolled."""
    _announce(table)


def _announce(table: Table, **more: str) -> None:
    client = Client()
    for member, name in ((table.player, "Mara"), (table.other_player, "Shelly")):
        client.force_login(member.user)
        assert conflicts.announce(client, table, make_character(member, name), **more).status_code == 302


def _roll_out(table: Table) -> tuple[Record, Record]:
    """Mara attacks somebody who has still to act."""
    both = make_character(table.player, "Mara"), make_character(table.other_player, "Shelly", stamina=4)
    conflicts.roll_out(table, *both, faces=conflicts.MARA_FIRST)
    return both


def in_a_turn(table: Table) -> None:
    _roll_out(table)


def answered(table: Table) -> None:
    """Whoever is attacked has said what they do."""
    mara, _guard = _roll_out(table)
    client = Client()
    client.force_login(table.other_player.user)
    assert conflicts.answer(client, table, mara, "maintain").status_code == 302


def hit(table: Table) -> None:
    """Mara has hit, and nobody has read off how badly."""
    mara, guard = _roll_out(table)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))


STORIES: tuple[Story, ...] = (
    with_demons,
    around_a_contain,
    gathering_help,
    owing_checks,
    after_a_failed_banishing,
    announcing,
    announced,
    in_a_turn,
    answered,
    hit,
)
