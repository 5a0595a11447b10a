"""Two worlds that differ in whom the table does not see, where people ask, grant, help, fight and override."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.db import transaction

from campaigns.models import Campaign, Pending
from tests import people
from tests.campaigns import test_secrets
from tests.campaigns.open_pages import followed
from tests.campaigns.test_secrets import Frozen
from tests.campaigns.test_secrets_in_play import Asked, Played, answers
from tests.campaigns.unseen_story import OTHER, PLAIN, Secrets, play_story
from tests.campaigns.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]
frozen = test_secrets.frozen

WATCHERS = ("observer", "player")
UNSEEN = ("shade", "vesh", "rider", "jar", "bonus of shade")
BONUS, LIST = "bonus/", "action=sorcerer.roll&path=modifiers"
KEY = {"key": "a" * 32}


@dataclass(frozen=True)
class Seen(Played):
    """A world with these secrets in it, whom it has by name, and the first entry of what they do."""

    cast: dict[str, str]
    began: int


ALL_WATCH = (
    *(
        "",
        "table/",
        followed("table/"),
        "conflict/",
        "fight/",
        "rituals/{Ilse}/contain/",
        "rituals/{Ilse}/{ash}/",
    ),
    *("log/", "log/verify/?run=1", "statistics/", "exports/table/?form=lines", "exports/table/?form=report"),
)
"""Pages that observers read too."""
PAGES = (
    *(
        followed("fight/"),
        "action/",
        "rituals/",
        followed("log/"),
        followed("conflict/"),
        followed("action/"),
        followed("rituals/{Ilse}/{ash}/"),
        "ask/",
        followed(""),
        "play/?q=roll",
    ),
    *("rituals/{Otto}/contain/", "rituals/{Ilse}/{ash}/?step=banish", "rituals/{Ilse}/{vesh}/"),
    *("characters/{Ilse}/", "characters/{Edda}/", "characters/{Otto}/", "demons/{ash}/", "records/{Ana}/"),
    *("table/roll/?acting.id={Ilse}&opposing.id={shade}", "conflict/?who={shade}", "fight/?declare={Ana}"),
    *("records/{jar}/", "records/{contain}/", "records/{bonus of shade}/", "rituals/{shade}/contain/"),
    *(
        "characters/{shade}/",
        "demons/{vesh}/",
        "records/{rider}/",
        "play/sorcerer.lift_contain/?contain={jar}",
    ),
    *("play/fallen.attack/", "play/fallen.roll/", "play/sorcerer.roll/", "play/sorcerer.contain/"),
    *(f"{BONUS}?{LIST}&who={{shade}}", f"{BONUS}?{LIST}&who={{Ilse}}"),
    f"{BONUS}?{LIST}&at=acting.id&acting.id={{shade}}",
)
"""Pages of what players do, and of those of whom there is none for them."""
OF_THE_GM = ("", "table/", "log/", "rituals/{Ilse}/contain/", followed("log/"))


def _asked_for(seen: Seen, who: str) -> Iterator[Asked]:
    """Every page, and acts with whom nobody sees, one by one where anybody else could stand."""
    pages = ALL_WATCH if who == "observer" else (*ALL_WATCH, *PAGES)
    yield from _gets(seen, pages)
    if who == "observer":
        return
    questions = Pending.objects.filter(record__campaign=seen.world.table.campaign)
    for row in questions.order_by("record__born", "pk"):
        yield "GET", f"{seen.start}/play/waiting/{row.pk}/", {}
        yield "POST", f"{seen.start}/rituals/help/{row.pk}/decline/", KEY
    yield from (("GET", f"{seen.start}/log/{seq}/", {}) for seq in range(seen.began, seen.head + 1))
    yield from _sent_by(seen, seen.cast)
    # Whose action is aimed at them stands on the page of whoever is to answer it, by no name.
    for answer in ("abort", "defend"):
        yield (
            "POST",
            f"{seen.start}/conflict/answer/",
            {**KEY, "answer": answer, "acting": seen.cast["shade"]},
        )


def _gets(seen: Seen, pages: Iterable[str]) -> Iterator[Asked]:
    return (("GET", f"{seen.start}/{one.format(**seen.cast)}", {}) for one in pages)


def _sent_by(seen: Seen, cast: dict[str, str]) -> Iterator[Asked]:
    for path, given in _sent():
        filled = {name: value.format(**cast) for name, value in given.items()}
        yield "POST", f"{seen.start}/{path.format(**cast)}", filled | KEY


def _sent() -> Iterator[tuple[str, dict[str, str]]]:
    """What a player sends that names somebody unseen, or that somebody unseen stands in the way of."""
    yield f"{BONUS}ask/?{LIST}&who={{shade}}", {"form.command": "propose 1 modifiers"}
    for contain in ("contain", "jar"):
        yield f"contains/{{{contain}}}/lift/", {}
    yield "rituals/{Ilse}/{ash}/help/banish/", {"helpers": "{shade}"}
    yield "rituals/{Ilse}/contain/help/", {"helpers": "{shade}"}
    yield "characters/{Edda}/try/", {"words": "Run"}
    yield "fight/{Ana}/attack/", {"target": "{rider}", "way": "strike||"}
    yield "fight/{Ana}/hold-back/", {"before": "{rider}"}
    yield "conflict/resolve/", {"attacker": "{Otto}"}
    yield "play/sorcerer.roll/", _roll("shade") | {"modifiers.bonus": "{bonus of shade}"}
    yield "play/sorcerer.roll/", _roll("shade")
    yield "play/odds/sorcerer.roll/", _roll("shade")
    yield "play/sorcerer.lift_contain/", {"sorcerer": "{Ilse}", "contain": "{jar}"}
    yield (
        "play/sorcerer.gather_helpers/",
        {
            "sorcerer": "{Ilse}",
            "ritual": "banish",
            "demon": "{vesh}",
            "helpers.0.id": "{shade}",
        },
    )
    for action in ("fallen.attack", "fallen.roll"):
        yield f"play/{action}/", {"attacker.id": "{Ana}", "target.id": "{rider}", "maneuver": "strike"}
    yield "play/sorcerer.banish/", {"sorcerer": "{Ilse}", "demon": "{ash}"}
    yield "play/sorcerer.summon/", {"sorcerer": "{Ilse}", "demon": "{vesh}"}


def _roll(whom: str) -> dict[str, str]:
    roll = {"acting.id": "{Ilse}", "acting.score": "will", "opposing.score": "will"}
    return {**roll, "opposing.id": f"{{{whom}}}"}


def make_world(frozen: Frozen, secret: Secrets) -> Seen:
    frozen.begin("world")
    test_secrets._count_rows_anew()
    table = people.make_table()
    cast: dict[str, str] = {}
    began = Campaign.objects.get(pk=table.campaign.pk).head_seq
    for number, step in enumerate(play_story(table, secret, cast)):
        frozen.begin(f"procedures {number} {step}")
    return Seen(World(table, {}), cast, began)


def pages_of(frozen: Frozen, secret: Secrets) -> dict[str, dict[str, bytes]]:
    """What each person gets of a world with these secrets; the world is gone afterwards."""
    with transaction.atomic():
        seen = make_world(frozen, secret)
        found = {who: answers(frozen, seen, who, _asked_for(seen, who)) for who in WATCHERS}
        found["gm"] = answers(frozen, seen, "gm", _gets(seen, OF_THE_GM))
        transaction.set_rollback(True)
    return found


def test_whom_the_table_does_not_see_changes_no_byte_of_what_came_of_them(frozen: Frozen) -> None:
    plain, other = pages_of(frozen, PLAIN), pages_of(frozen, OTHER)

    for who in WATCHERS:
        assert plain[who].keys() == other[who].keys()
        assert [path for path, told in plain[who].items() if other[who][path] != told] == [], who
        whole = b"".join(plain[who].values())
        assert [word for word in PLAIN.words() if word.encode() in whole] == [], who
    whole = b"".join(plain["gm"].values())
    assert [word for word in PLAIN.words() if word.encode() not in whole] == []


def test_whom_a_player_does_not_see_is_refused_as_nobody_is(frozen: Frozen) -> None:
    """The same act with a record that there is not at all gets the same answer."""
    seen = make_world(frozen, PLAIN)
    nobody = seen.cast | {one: str(UUID(int=at, version=4)) for at, one in enumerate(UNSEEN)}

    unseen, missing = (
        list(answers(frozen, seen, "player", _sent_by(seen, cast)).values()) for cast in (seen.cast, nobody)
    )

    for told in (*map(seen.cast.get, UNSEEN), *map(nobody.get, UNSEEN)):
        unseen, missing = (
            [page.replace(str(told).encode(), b"ID") for page in one] for one in (unseen, missing)
        )
    assert [path for (path, _), one, two in zip(_sent(), unseen, missing, strict=True) if one != two] == []
