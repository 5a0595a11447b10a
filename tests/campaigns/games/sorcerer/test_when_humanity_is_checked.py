"""When Humanity is checked: what asks for it, what it waits for, and what is a person's to say."""

from typing import Any

import pytest

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from campaigns.services.asking import ask_player
from campaigns.services.clock import advance
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.clock import DAY
from tests.campaigns.games.sorcerer.circle import CHECK, Circle, checks, clause_of, lost, new_circle, won

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def circle() -> Circle:
    return new_circle()


@pytest.mark.clause("SOR-HUMANITY-04", "SOR-RITUAL-12")
@pytest.mark.parametrize(
    ("verb", "state", "clause"),
    [
        ("contact", "beyond", "SOR-CONTACT-13"),
        ("summon", "contacted", "SOR-SUMMON-10"),
        ("bind", "present", "SOR-BIND-12"),
    ],
)
def test_reaching_a_demon_calls_for_a_check_and_failing_to_does_not(
    circle: Circle, verb: str, state: str, clause: str
) -> None:
    demon = circle.contacted() if state == "contacted" else circle.demon(state=state)
    if verb != "bind":
        sizes = {"contact": (2, 3), "summon": (1, 4)}[verb]
        circle.rite(verb, demon, who=circle.otto, hand=lost(*sizes))
        assert checks() == []

    circle.rite(verb, demon)

    assert checks() == [(clause, "loss", False)]


@pytest.mark.clause("SOR-HUMANITY-04", "SOR-RITUAL-12", "SOR-CONTAIN-08")
def test_containing_and_punishing_leave_humanity_alone(circle: Circle) -> None:
    circle.rite("contain", None)
    circle.rite("punish", circle.demon())

    assert not Pending.objects.exists()


@pytest.mark.clause("SOR-HUMANITY-04")
def test_of_a_decision_that_betrays_humanity_the_gm_asks_its_player(circle: Circle) -> None:
    game, betrayal = circle.game, {"change": "loss", "basis": "thematic"}
    settled: dict[str, Any] = {"character": {"id": circle.mara}, **betrayal}

    with pytest.raises(NotAllowed):
        ask_player(actor=game.player, action=CHECK, who=circle.mara, settled=settled, key="mine")
    ask_player(actor=game.gm, action=CHECK, who=circle.mara, settled=settled, key="asked")

    asked = Pending.objects.get(question=CHECK, state="open")
    step = Request(CHECK, {"character": {"id": circle.mara}})
    play(game.player, ActRequest("made", (step,), answers=str(asked.pk), hand=lost(2, 2)))
    assert circle.humanity() == 1


@pytest.mark.clause("SOR-HUMANITY-05")
def test_nobody_else_makes_a_check_for_loss_or_says_what_was_chosen(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("bind", ash)
    game.act("table.change_policy", {"values": {"gm_may_consent": False}})

    with pytest.raises(NotAllowed, match="Only Mara's player can agree"):
        circle.check(ash)
    forced = {"character": circle.mara, "chosen": False}
    assert clause_of(game.act, CHECK, forced, by=game.player) == "SOR-HUMANITY-05"
    assert clause_of(circle.check, ash, chosen=False) == "SOR-HUMANITY-05"
    assert (circle.humanity(), len(checks())) == (2, 1)

    game.act(CHECK, {"character": circle.mara}, by=game.player, hand=lost(2, 3))
    assert circle.humanity() == 1


@pytest.mark.clause("SOR-HUMANITY-05")
def test_what_the_gm_asks_for_of_a_decision_its_player_may_leave(circle: Circle) -> None:
    game = circle.game
    settled: dict[str, Any] = {"character": {"id": circle.mara}, "change": "loss", "basis": "thematic"}
    ask_player(actor=game.gm, action=CHECK, who=circle.mara, settled=settled, key="asked")
    asked = {"id": str(Pending.objects.get(question=CHECK).pk)}

    game.act(
        "table.settle", {"pending": asked, "how": "waived", "reason": "It was not hers."}, by=game.player
    )

    assert (circle.humanity(), checks()) == (2, [])


@pytest.mark.clause("SOR-HUMANITY-08", "SOR-RITUAL-12")
def test_a_banishing_leaves_one_check_for_gain(circle: Circle) -> None:
    ash = circle.demon()
    gain: dict[str, Any] = {"change": "gain", "basis": "banishment"}
    assert clause_of(circle.check, ash, **gain) == "SOR-HUMANITY-08"

    circle.rite("banish", ash)
    assert checks() == [("SOR-BANISH-10", "gain", True)]
    circle.check(ash, hand=won(2, 3), **gain)

    assert circle.humanity() == 3
    assert clause_of(circle.check, ash, **gain) == "SOR-HUMANITY-08"


@pytest.mark.clause("SOR-HUMANITY-08")
@pytest.mark.parametrize("why", ["weak", "its own"])
def test_banishing_a_weak_demon_or_ones_own_leaves_none(circle: Circle, why: str) -> None:
    fields: dict[str, Any] = {"power": 2} if why == "weak" else {"summoned_by": circle.mara}

    circle.rite("banish", circle.demon(**fields), hand=won(4, 4 if why == "weak" else 5))

    assert checks() == []


@pytest.mark.clause("SOR-HUMANITY-09", "SOR-HUMANITY-17")
def test_a_check_for_gain_is_the_players_to_leave(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    game.act("table.change_policy", {"values": {"gm_may_consent": False}})
    circle.rite("banish", ash)
    waits = Pending.objects.get(question=CHECK)

    with pytest.raises(NotAllowed, match="Only Mara's player can agree"):
        circle.check(ash, change="gain", basis="banishment")
    circle.rite("contain", None)  # what is optional holds up nothing
    game.act(
        "table.settle", {"pending": {"id": str(waits.pk)}, "how": "waived", "reason": "No."}, by=game.player
    )

    assert checks() == []
    assert circle.humanity() == 2


@pytest.mark.clause("SOR-HUMANITY-12")
def test_nothing_but_a_check_brings_humanity_back(circle: Circle) -> None:
    game = circle.game
    game.act("table.begin_session")
    game.act("table.begin_scene")
    circle.check(change="loss", basis="thematic", hand=lost(2, 2))
    game.edit(circle.mara, lasting=2)

    game.act("sorcerer.recover", {"character": circle.mara, "rested": True})
    game.act("table.end_scene")
    game.act("table.end_session")
    advance(actor=game.gm, seconds=9 * DAY, key="days")
    game.act("table.begin_session")

    assert circle.humanity() == 1
    circle.check(change="gain", basis="thematic", hand=won(1, 1))
    assert circle.humanity() == 2


@pytest.mark.clause("SOR-HUMANITY-17")
def test_a_check_that_is_owed_comes_before_the_next_ritual_and_the_next_check(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    circle.rite("bind", ash)
    owed = str(Pending.objects.get(question=CHECK).pk)

    assert clause_of(circle.rite, "contain", None) == "SOR-HUMANITY-17"
    assert clause_of(circle.check, change="loss", basis="thematic") == "SOR-HUMANITY-17"
    circle.rite("contain", None, who=circle.otto)
    waived = {"pending": {"id": owed}, "how": "waived", "reason": "No."}
    assert clause_of(game.act, "table.settle", waived, by=game.player) == "TAB-ASK-03"
    game.act("table.settle", {"pending": {"id": owed}, "how": "struck", "reason": "Listed by mistake."})
    circle.rite("contain", None)


@pytest.mark.clause("SOR-SUMMON-09")
def test_a_sacrifice_gives_dice_at_the_price_of_another_check(circle: Circle) -> None:
    ash = circle.contacted()
    goat = {"source": "sacrifice", "dice": 2, "note": "a goat"}

    brought: dict[str, Any] = {"sacrifice": True, "modifiers": [goat]}
    assert clause_of(circle.rite, "summon", ash, modifiers=[goat], hand=won(2, 3)) == "SOR-RITUAL-10"
    outcome = circle.rite("summon", ash, **brought, hand=won(2, 3))

    assert [part.dice for part in outcome.contest.acting.parts if part.source == "sacrifice"] == [2]
    assert [clause for clause, *_rest in checks()] == ["SOR-RITUAL-10", "SOR-SUMMON-10"]
    circle.game.act("table.change_settings", {"system": "sorcerer", "values": {"enhancements": False}})
    refused = clause_of(circle.rite, "summon", circle.contacted("Soot"), who=circle.otto, **brought)
    assert refused == "SOR-RITUAL-09"


@pytest.mark.clause("SOR-GROUP-02", "SOR-GROUP-06")
def test_each_answers_for_their_own_part_of_a_ritual_in_a_group(circle: Circle) -> None:
    ash = circle.contacted()
    goat = [{"source": "sacrifice", "dice": 1, "note": "a goat"}]
    help_given: dict[str, Any] = {"ritual": "summon", "demon": ash}

    both = {**help_given, "primary": circle.mara, "helpers": [{"id": circle.mara}]}
    assert clause_of(circle.game.act, "sorcerer.group_ritual", both) == "SOR-GROUP-02"
    helped = {**help_given, "primary": circle.mara, "helpers": [{"id": circle.otto, "modifiers": goat}]}
    circle.game.act("sorcerer.group_ritual", helped, hand=won(1, 3))
    assert _who_is_asked() == {("Otto", "SOR-RITUAL-10")}

    circle.rite("summon", ash, hand=won(1, 3))
    assert _who_is_asked() == {("Otto", "SOR-RITUAL-10"), ("Mara", "SOR-SUMMON-10")}


def _who_is_asked() -> set[tuple[str, str]]:
    return {(str(one.who), one.clause) for one in Pending.objects.filter(question=CHECK, state="open")}
