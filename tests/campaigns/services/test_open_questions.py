"""What an act leaves for somebody to answer is kept until it is settled, and who answers for whom is on record."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Pending
from campaigns.queries.waiting import open_questions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import Viewer
from rules.kernel.errors import InvalidInput
from tests.campaigns.services.asking import ask
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def open_now(game: Game) -> set[str]:
    return {waiting.id for waiting in open_questions(game.campaign, Viewer.of(game.gm))}


@pytest.mark.clause("TAB-ASK-01")
def test_what_waits_is_kept_until_it_is_answered_waived_struck_or_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game()
    ana, bo = (game.make("fallen.character", name, dexterity=3, stamina=2) for name in ("Ana", "Bo"))
    dodges, waived, struck = (
        ask(game.gm, "fallen.defend", who, "FAL-DEFEND-03", striker=bo, against=against)
        for who, against in ((ana, 1), (ana, 2), (bo, 3))
    )
    game.edit(bo, unconscious=True)
    game.act("fallen.take_turn", {"fighter": {"id": bo}})
    slept = str(Pending.objects.get(question="fallen.blackout").pk)
    everything = {dodges, waived, struck, slept}

    later = timezone.now() + timedelta(days=4_000)
    monkeypatch.setattr(timezone, "now", lambda: later)
    game.act("table.note", {"words": "Rain."})
    assert open_now(game) == everything

    dodge = {"defender": {"id": ana}, "maneuver": "dodge"}
    game.act("fallen.defend", dodge, known={"against": 1, "ranged": False}, hand=(2, 3, 4))
    assert open_now(game) == everything - {dodges}
    for one, how in ((waived, "waived"), (struck, "struck")):
        game.act("table.settle", {"pending": {"id": one}, "how": how, "reason": "As agreed."})
    assert open_now(game) == {slept}
    game.act("table.begin_session")
    game.act("table.begin_scene", {"name": "The cellar"})
    game.act("table.end_scene")  # FAL-UNCON-02: a blackout is over with its scene
    assert open_now(game) == set()
    assert game.verified().faults == []


@pytest.mark.clause("TAB-ACT-01")
def test_who_acts_and_for_whom_are_recorded_apart() -> None:
    game = new_game()
    ana = game.make("fallen.character", "Ana", owner=game.player, dexterity=3)
    asked = ask(game.gm, "fallen.defend", ana, "FAL-DEFEND-03", striker=ana, against=1)
    defence = Request("fallen.defend", {"defender": {"id": ana}, "maneuver": "dodge"}, known={"against": 1})
    absent = str(game.player.pk)

    with pytest.raises(InvalidInput):
        play(game.other_player, ActRequest("other", (defence,), answers=asked, on_behalf_of=absent))
    answer = ActRequest("gm", (defence,), answers=asked, on_behalf_of=absent, hand=(2, 3, 4))
    entry = play(game.gm, answer).entry

    told = document(entry)
    assert (told["actor"], told["for"]) == (str(game.gm.pk), absent)
    assert open_now(game) == set()
