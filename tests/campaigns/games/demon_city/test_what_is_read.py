"""What nobody types in Demon City: it is read from those whom an act is about."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Membership, Pending
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.form_filling import first_form
from tests.campaigns.games.demon_city.test_rounds_stored import a_fight, announced, begin, clash, sort
from tests.campaigns.spine import Game, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Fight = tuple[Game, dict[str, str]]
GET_UP = "demon_city.recover_toughness"


@pytest.fixture
def fight() -> Fight:
    found = a_fight()
    begin(*found)
    return found


def down(fight: Fight, *, by: str | None) -> dict[str, Any]:
    """Ann is out of the fight, by whom; what she gives to get up."""
    game, people = fight
    game.edit(people["Ann"], out=True, toughness=0, hit_by=people[by] if by else None, tried_up=False)
    return {"character": {"id": people["Ann"]}}


@pytest.mark.clause("DEC-DMG-09")
def test_getting_up_is_as_hard_as_whoever_hit_them_is_strong(fight: Fight) -> None:
    game, people = fight
    game.edit(people["Ghoul"], **{"stats.hand_to_hand": 7})
    given = down(fight, by="Ghoul")

    with pytest.raises(RuleViolation) as refused:
        game.act(GET_UP, {**given, "intensity": 1})
    told: Any = game.act(GET_UP, given, by=game.player).result.outcome

    assert refused.value.clause == "TAB-OVERRIDE-01"
    assert told.intensity == 7


@pytest.mark.clause("DEC-DMG-09")
def test_an_old_attacker_makes_it_no_harder_to_get_up_after_harm_of_another_origin(fight: Fight) -> None:
    game, people = fight
    game.edit(people["Ghoul"], **{"stats.hand_to_hand": 7})
    given = down(fight, by="Ghoul")
    game.act("demon_city.damage", {"target": {"id": people["Ann"]}, "amount": 0})
    assert game.sheet(people["Ann"])["hit_by"] == people["Ghoul"], "nothing was no hit"

    game.act("demon_city.damage", {"target": {"id": people["Ann"]}, "amount": 2})

    assert game.sheet(people["Ann"])["hit_by"] is None
    with pytest.raises(InvalidInput, match="intensity"):
        game.act(GET_UP, given, by=game.player)


@pytest.mark.clause("DEC-DMG-09")
def test_how_hard_it_is_to_get_up_is_said_with_its_chance_and_from_whom(fight: Fight) -> None:
    game, people = fight
    game.edit(people["Ghoul"], **{"stats.hand_to_hand": 7})
    url = reverse("play_action", args=[game.campaign.pk, GET_UP])
    told = {}
    for by in ("Ghoul", "Lurker"):
        down(fight, by=by)
        form = first_form(browser(game.player), f"{url}?character={people['Ann']}")
        told[by] = browser(game.player).post(url.replace("/play/", "/play/odds/"), form.sent).content.decode()

    assert "Against Intensity 7, from Ghoul" in told["Ghoul"]
    assert "Against" not in told["Lurker"]


def test_how_hard_it_is_to_get_up_after_somebody_unseen_is_the_hosts(fight: Fight) -> None:
    game, _people = fight
    given = down(fight, by="Lurker")

    with pytest.raises(InvalidInput, match="intensity"):
        game.act(GET_UP, given, by=game.player)

    told: Any = game.act(GET_UP, {**given, "intensity": 2}).result.outcome
    assert told.intensity == 2


@pytest.mark.clause("DEC-DMG-09")
def test_a_player_asks_the_host_how_hard_it_is_to_get_up_after_nobody_they_know_of(fight: Fight) -> None:
    game, people = fight
    url = reverse("play_action", args=[game.campaign.pk, GET_UP])
    shown = {}
    for by in (None, "Lurker", "Ghoul"):
        down(fight, by=by)
        page = browser(game.player).get(url, {"character": people["Ann"]}).content.decode()
        shown[by] = [line.strip() for line in page.splitlines() if "The GM decides “" in line]
    assert shown[None] == shown["Lurker"] != []
    assert shown["Ghoul"] == []

    down(fight, by=None)
    said = {"character.id": people["Ann"], "form.command": "ask-gm", "key": "ask"}
    assert browser(game.player).post(url, said).status_code == 302

    asked = Pending.objects.get(question=GET_UP, state="open")
    assert (asked.for_role, str(asked.who_id)) == ("gm", people["Ann"])


@pytest.mark.clause("DEC-CALM-04")
def test_whether_calm_is_checked_or_regained_stands_on_the_sheet(fight: Fight) -> None:
    game, people = fight
    game.edit(people["Ann"], panicked=True, **{"stats.calm": 3})

    told = game.act("demon_city.calm", {"character": {"id": people["Ann"]}, "intensity": 0}).result

    assert "DEC-CALM-04" in told.clauses
    assert game.sheet(people["Ann"])["panicked"] is False


@pytest.mark.clause("DEC-CTHROW-07", "DEC-CTHROW-13")
@pytest.mark.parametrize(
    ("deed", "aims", "better"),
    [
        ("attack", ["Ann"], "Ghoul"),
        ("attack", ["Bo"], None),
        ("defend", [], "Ghoul"),
        ("defend", ["Bo"], None),
    ],
)
def test_whether_the_target_faces_the_attack_was_announced(
    fight: Fight, deed: str, aims: list[str], better: str | None
) -> None:
    game, people = fight
    stats = {"stats.toughness": 6, "stats.agility": 5}
    game.edit(people["Ghoul"], deed=deed, aims=[people[one] for one in aims], **stats)
    sides = {"attacker": {"id": people["Ann"]}, "target": {"id": people["Ghoul"]}}
    back = {"target_approach": "close"} if aims == ["Ann"] else {}

    told: Any = game.act("demon_city.combat_stats", {"approach": "close", **sides, **back}).result.outcome

    assert told.high_stat == (people[better] if better else None)


@pytest.mark.clause("DEC-ROUND-10")
def test_what_was_announced_is_sorted_as_it_was_said() -> None:
    game, people = fight = a_fight()
    announced(*fight)
    rows = [{"id": who, "side": "us"} for who in people.values()]

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.sort_clashes", {"actions": [{**rows[0], "kind": "defend"}, *rows[1:]]})
    read: Any = game.act("demon_city.sort_clashes", {"actions": rows}).steps[0].input

    assert refused.value.clause == "TAB-OVERRIDE-01"
    assert [one["kind"] for one in read["actions"]] == ["attack", "attack", "attack", "defend"]
    assert list(read["actions"][0]["targets"]) == [people["Ghoul"]]


@pytest.mark.clause("DEC-CLASH-02")
def test_nobody_flips_on_another_side_or_with_another_deed_than_their_own() -> None:
    game, people = fight = a_fight()
    announced(*fight)
    sort(*fight)
    ann, bo, ghoul, lurker = people.values()
    other = clash("clash", game, (bo, "us", "attack", lurker), (lurker, "them", "defend", ""))

    for side, deed in (("them", "attack"), ("us", "escape")):
        ours = clash("clash", game, (ann, side, deed, ghoul), (ghoul, "them", "attack", ann))
        with pytest.raises(RuleViolation) as refused:
            rounds.flip_round(actor=game.gm, flips=(ours, other), nonce="", key=game.key())
        assert refused.value.clause == "TAB-OVERRIDE-01"


def test_the_host_alone_is_asked_for_what_nothing_may_tell(fight: Fight) -> None:
    game, _people = fight

    def asked(who: Membership, verb: str, field: str) -> bool:
        url = reverse("play_action", args=[game.campaign.pk, f"demon_city.{verb}"])
        return f'name="{field}"' in browser(who).get(url).content.decode()

    assert [asked(who, "recover_toughness", "intensity") for who in (game.gm, game.player)] == [True, False]
    assert [asked(who, "combat_stats", "facing") for who in (game.gm, game.player)] == [True, False]
    assert [asked(who, "calm", "purpose") for who in (game.gm, game.player)] == [False, False]
