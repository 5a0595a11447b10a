"""Two worlds in the midst of play that differ in what the table does not see: every page and live part is the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from campaigns.games.sorcerer.conflict import acts as conflict
from campaigns.games.sorcerer.conflict.announcements import Announcement, announcements
from campaigns.models import Campaign, Record
from campaigns.services import sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.values import Values
from tests import people
from tests.campaigns import test_secrets, test_secrets_of_systems
from tests.campaigns import world as worlds
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.open_pages import followed
from tests.campaigns.test_every_url import IN_CAMPAIGN
from tests.campaigns.test_secrets import OTHERS, Frozen
from tests.campaigns.world import World, act
from tests.factories import make_character

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.slow]
frozen = test_secrets.frozen

Asked = tuple[str, str, dict[str, str]]
LIVE = (
    *(
        followed("table/"),
        "table/",
        "table/roll/",
        followed("fight/"),
        "fight/?way=rolls",
        "action/",
        "spells/",
        "decks/",
    ),
    *(
        followed("conflict/"),
        "conflict/?late",
        followed(""),
        followed("rules/"),
        followed("log/"),
        followed("action/"),
        followed("spells/"),
        followed("decks/"),
        "log/head/",
        "log/verify/?run=1",
    ),
    *(
        "statistics/",
        "exports/table/?form=lines",
        "exports/table/?form=text",
        "rules/?q=bind",
        "play/?q=roll",
    ),
)
"""What open pages ask for again, and other shapes of pages than their first."""
DICE = (12, 2, 1, 11, 3, 2, 1, 10, 4, 2, 1)
ROLLED = ("conflict/", followed("conflict/"), "table/", followed("table/"), "log/", followed("log/"), "")

TOUCHED = ("Ilse Marrow", "Mira Vane", "Ann Bell", "First round", "Ananiel", "The warden")
"""Who has to do with somebody that the table does not know."""
ABOUT = (
    *(
        "records/{record}/",
        "records/{record}/at/{head}/",
        "spells/{record}/let-go/",
        "conflict/?who={record}",
    ),
    *("table/roll/?acting.id={record}&opposing.id={record}", "play/fallen.attack/?target={record}"),
)


@dataclass(frozen=True)
class Secrets:
    """What only the GM knows of the fights under way, beside what the two worlds' stories hide."""

    records: test_secrets.Secrets
    of_systems: test_secrets_of_systems.Secrets
    said: str = "From the wall, at her throat"
    action: str = "attack"
    is_content: bool = True
    bonus: int = 2
    initiative: int = 15
    place: int = 1
    sealed: tuple[str, ...] = ("strength",)

    def words(self) -> list[str]:
        told = [word for word in self.records.words() if word != self.records.note]
        return [*told, *self.of_systems.names(), self.said]


PLAIN = Secrets(test_secrets.PLAIN, test_secrets_of_systems.PLAIN)
OTHER = Secrets(
    test_secrets.OTHER,
    test_secrets_of_systems.OTHER,
    said="It waits behind the door",
    action="full_defense",
    is_content=False,
    bonus=0,
    initiative=3,
    place=2,
    sealed=("strength", "stamina"),
)


@dataclass(frozen=True)
class Played:
    """A world in the midst of play."""

    world: World

    @property
    def start(self) -> str:
        return f"/campaigns/{self.world.table.campaign.pk}"

    @property
    def head(self) -> int:
        return Campaign.objects.get(pk=self.world.table.campaign.pk).head_seq


@dataclass(frozen=True)
class Seen(Played):
    """A world with its secrets in it, and the ids of what is hidden."""

    secret: Secrets
    hidden: list[str]

    def named(self, name: str) -> str:
        return str(Record.objects.get(campaign=self.world.table.campaign, name=name).pk)


def make_world(frozen: Frozen, secret: Secrets) -> Seen:
    frozen.begin("world")
    test_secrets._count_rows_anew()
    table = people.make_table()
    hidden: list[str] = []
    for number, step in enumerate(_story(table, secret, hidden)):
        frozen.begin(f"in play {number} {step}")
    asked = worlds.call_demon(table.gm, table.player)
    frozen.begin("arguments")
    return Seen(World(table, worlds.arguments_of(table, *asked)), secret, hidden)


def _story(table: people.Table, secret: Secrets, hidden: list[str]) -> Iterator[str]:
    act(table.gm, "table.change_policy", {"values": {"sealed_rolls": True}})
    yield "policy"
    sessions.begin_session(actor=table.gm, name="The first evening", key="evening")
    yield "session"
    yield from test_secrets._story(table, secret.records, hidden)
    yield from test_secrets_of_systems.play_story(table, secret.of_systems, hidden)
    otto = str(make_character(table.other_player, "Otto", stamina=4).pk)
    yield "otto"
    yield from _announced(table, secret, hidden[0], otto)
    yield from _fights(table, secret, rider=hidden[2], tenant=hidden[-1])


def _announced(table: people.Table, secret: Secrets, shade: str, otto: str) -> Iterator[str]:
    """A round of conflict that waits for its dice, with somebody in it whom only the GM knows."""
    ilse = str(Record.objects.get(campaign=table.campaign, name="Ilse Marrow").pk)
    conflict.announce(table.player, Announcement(ilse, "attack", "stamina", otto, "At him", content=True))
    yield "ilse says"
    dice: tuple[Values, ...] = ({"source": "good_play", "dice": secret.bonus},) if secret.bonus else ()
    aim = ilse if secret.action == "attack" else None
    unseen = Announcement(shade, secret.action, "will", aim, secret.said, secret.is_content, awards=dice)
    conflict.announce(table.gm, unseen)
    yield "the shade says"
    conflict.announce(table.other_player, Announcement(otto, "act", "will", words="Runs", content=True))
    yield "otto says"


def _fights(table: people.Table, secret: Secrets, rider: str, tenant: str) -> Iterator[str]:
    """Somebody unseen in a fight, in a round of Action and behind a throw of cards, and a roll that is sealed."""
    place = {
        "state": "active",
        "in_combat": True,
        "initiative": secret.initiative,
        "turn_order": secret.place,
    }
    for field, value in place.items():
        test_secrets_of_systems._correct(table, rider, field, value)
        yield field
    fight = Record.objects.get(campaign=table.campaign, kind="demon_city.round")
    ann, ghoul = (
        str(Record.objects.get(campaign=table.campaign, name=one).pk) for one in ("Ann Bell", "The ghoul")
    )
    test_secrets_of_systems._correct(table, str(fight.pk), "order", [ghoul, tenant, ann])
    yield "order"
    test_secrets_of_systems._correct(table, tenant, "stage", "announcing")
    yield "stage"
    warden = str(Record.objects.get(campaign=table.campaign, name="The warden").pk)
    traits = [{"name": one} for one in secret.sealed]
    step = Request("fallen.roll", {"roller": {"id": warden}, "traits": traits})
    play(table.gm, ActRequest("sealed", (step,), sealed=True))
    yield "sealed"
    horror = str(
        Record.objects.get(campaign=table.campaign, kind="demon_city.deck", name="The Horror's Deck").pk
    )
    terrors = list(secret.of_systems.terrors)
    test_secrets_of_systems._correct(table, tenant, "control", "gm")
    yield "the Host's"
    test_secrets_of_systems._correct(table, horror, "draw", ["wands-9", "wands-8", *terrors])
    stack("wands-9", "wands-8")
    yield "cards"
    act(table.gm, "demon_city.static_throw", {"thrower": {"id": tenant, "stat": 4}, "intensity": 3})
    yield "thrown"


def _asked_for(seen: Seen) -> Iterator[Asked]:
    """Every page, the parts that open pages fetch, odds before rolling, and acts with what does not exist for one."""
    yield from (("GET", seen.world.url(name, pattern), {}) for name, pattern in IN_CAMPAIGN)
    yield from (("GET", f"{seen.start}/{one}", {}) for one in LIVE)
    for record in (*map(seen.named, TOUCHED), *seen.hidden):
        yield from (("GET", f"{seen.start}/{one.format(record=record, head=seen.head)}", {}) for one in ABOUT)
        yield "POST", f"{seen.start}/conflict/withdraw/{record}/", {}
    yield from (("GET", f"{seen.start}/log/{seq}/", {}) for seq in range(seen.head - 8, seen.head + 1))
    for action, given in _rolls(seen):
        yield "POST", f"{seen.start}/play/odds/{action}/", given
        yield "POST", f"{seen.start}/play/{action}/", {**given, "form.command": "odds"}
    yield from (("POST", f"{seen.start}/conflict/{one}", given) for one, given in _told_in_a_round(seen))


def _rolls(seen: Seen) -> Iterator[tuple[str, dict[str, str]]]:
    """Forms filled in as far as their odds are told, each against somebody seen and somebody unseen."""
    shade, vesh, rider, scythe, voice, curse, _tenant = seen.hidden
    ilse, otto, ana, mira = map(seen.named, ("Ilse Marrow", "Otto", "Ananiel", "Mira Vane"))
    for foe in (otto, shade):
        will = {"acting.id": ilse, "acting.score": "will", "opposing.score": "will"}
        yield "sorcerer.roll", {**will, "opposing.id": foe}
    yield "sorcerer.contact", {"sorcerer": ilse, "demon": vesh}
    for target, weapon in ((rider, ""), (seen.named("The warden"), scythe)):
        strike = {"attacker.id": ana, "target.id": target, "weapon.id": weapon, "maneuver": "strike"}
        yield "fallen.attack", strike
    yield "fallen.roll", {"roller.id": ana, "traits.0.name": "strength", "difficulty": "6"}
    yield "pandemonium.roll", {"character.id": mira, "traits": "wits"}
    yield "pandemonium.control", {"spell.id": seen.named("Lull"), "target.id": voice}
    yield "pandemonium.struggle", {"character.id": mira, "spell.id": curse}


def _told_in_a_round(seen: Seen) -> Iterator[tuple[str, dict[str, str]]]:
    shade = seen.hidden[0]
    says = {"words": "x", "score": "will"}
    yield "announce/", {**says, "who": shade, "action": "act"}
    for who in ("Ilse Marrow", "Otto"):
        yield "announce/", {**says, "who": seen.named(who), "action": "attack", "target": shade}
    yield "answer/", {"answer": "abort", "acting": shade}


def pages_of(frozen: Frozen, secret: Secrets) -> dict[str, dict[str, bytes]]:
    """What each person gets of a world with these secrets, before and after the dice; the world is gone afterwards."""
    found: dict[str, dict[str, bytes]] = {who: {} for who in (*OTHERS, "gm")}
    with transaction.atomic():
        seen = make_world(frozen, secret)
        for who in OTHERS:
            found[who] |= answers(frozen, seen, who, _asked_for(seen))
        found["gm"] |= answers(frozen, seen, "gm", _of_the_gm(seen))
        roll_out(frozen, seen)
        for who in OTHERS:
            found[who] |= answers(frozen, seen, who, _once_rolled(seen), "rolled ")
        transaction.set_rollback(True)
    return found


def roll_out(frozen: Frozen, seen: Seen) -> None:
    """The round's dice fall. They open what they are made of, so that all act alike in both worlds by now."""
    frozen.begin("dice")
    said = [replace(announcement, content=True) for announcement in announcements(seen.world.table.campaign)]
    alike = [replace(announcement, action="act", target=None, awards=()) for announcement in said]
    conflict.roll_round(actor=seen.world.table.gm, said=alike, told=(), key="roll", hand=DICE)


def _once_rolled(seen: Seen) -> Iterator[Asked]:
    yield from (
        ("GET", f"{seen.start}/{one}", {}) for one in (*ROLLED, f"log/{seen.head}/", f"log/{seen.head}/row/")
    )


def _of_the_gm(seen: Seen) -> Iterator[Asked]:
    campaign = ("characters/new/sorcerer/", "characters/new/", "conflict/", "table/", "log/", "spells/", "")
    yield from (("GET", f"{seen.start}/{one}", {}) for one in campaign)
    yield from (("GET", f"{seen.start}/log/{seq}/", {}) for seq in range(1, seen.head + 1))


def answers(
    frozen: Frozen, seen: Played, who: str, asked: Iterator[Asked], when: str = ""
) -> dict[str, bytes]:
    frozen.begin(f"sign in {who}")
    client, found = seen.world.client(who), dict[str, bytes]()
    for method, path, given in asked:
        is_live = path.removeprefix(f"{seen.start}/") in LIVE
        for is_part in (False, True) if is_live else (False,):
            what = f"{when}{method} {path} {given} {is_part}"
            if what not in found:  # some pages are in several of the lists above
                cache.clear()
                frozen.begin("page")
                found[what] = _bytes(client, method, path, given, is_part=is_part)
    return found


def _bytes(client: Client, method: str, path: str, given: dict[str, Any], *, is_part: bool) -> bytes:
    heads = {"HTTP_HX_REQUEST": "true"} if is_part else {}
    with worlds.rolled_back():
        answer = getattr(client, method.lower())(path, given, **heads)
        body = b"".join(answer) if answer.streaming else answer.content
    assert answer.status_code < 500, path
    told = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    whole = re.sub(rb"\b[0-9a-f]{64}\b", b"HASH", f"{answer.status_code}\n{told}\n\n".encode() + body)
    whole = re.sub(rb'data-part="\w+"', b"", whole)  # a mark is of what stands there, hashes and all
    return re.sub(rb'"act":"[0-9a-f-]{36}"', b'"act":"ACT"', whole)


def test_secrets_of_play_change_no_byte_of_any_page(frozen: Frozen) -> None:
    plain, other = pages_of(frozen, PLAIN), pages_of(frozen, OTHER)

    for who in OTHERS:
        assert plain[who].keys() == other[who].keys()
        assert [path for path, told in plain[who].items() if other[who][path] != told] == [], who
        proofs = [told for path, told in plain[who].items() if "verify/?run=1" in path]
        assert proofs
        assert all(b"The log is intact" in told for told in proofs), who
        whole = b"".join(plain[who].values())
        assert [word for word in PLAIN.words() if word.encode() in whole] == [], who
    whole = b"".join(plain["gm"].values())
    assert [word for word in PLAIN.words() if word.encode() not in whole] == []


def test_through_the_eyes_of_another_the_gm_shows_no_secret(frozen: Frozen) -> None:
    seen = make_world(frozen, PLAIN)
    asked = dict.fromkeys(path for method, path, _given in _asked_for(seen) if method == "GET")

    for who in ("observer", "player"):
        client = seen.world.client("gm")
        client.post(f"{seen.start}/people/look/", {"as": str(getattr(seen.world.table, who).pk)})
        pages = {path: _bytes(client, "GET", path, {}, is_part=False) for path in asked}
        told = {
            path: [word for word in PLAIN.words() if word.encode() in page] for path, page in pages.items()
        }
        assert {path: words for path, words in told.items() if words} == {}, who
