"""Whoever never acts again is waited for by nobody, gets no throw to come back, and is refused by the clause."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.demon_city.rounds.reading import action_round
from campaigns.viewing import Viewer
from rules.kernel.errors import RuleViolation
from tests.campaigns.games.demon_city.test_rounds_stored import a_fight, announce, begin
from tests.campaigns.spine import Game, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def for_good(game: Game, who: str, **stands: Any) -> None:
    """The Host's tap on somebody's card."""
    game.edit(who, never_acts=True, **stands)


@pytest.mark.clause("DEC-CALM-05", "DEC-ROUND-14")
def test_the_round_waits_for_nobody_who_never_acts_again_and_takes_no_word_of_theirs() -> None:
    game, people = a_fight()
    begin(game, people)
    for_good(game, people["Ann"])

    assert action_round(game.campaign, Viewer.of(game.gm)).on == people["Bo"]
    with pytest.raises(RuleViolation) as refused:
        announce(game, people["Ann"], "defend")
    assert refused.value.clause == "DEC-CALM-05"

    game.edit(people["Ann"], never_acts=False)
    announce(game, people["Ann"], "defend")  # what the Host said once they may take back


@pytest.mark.clause("DEC-CALM-05")
@pytest.mark.parametrize(
    ("field", "action", "given"),
    [
        ("out", "demon_city.recover_toughness", {"intensity": 2}),
        ("panicked", "demon_city.calm", {"intensity": 2}),
    ],
)
def test_no_throw_brings_back_who_never_acts_again(field: str, action: str, given: dict[str, Any]) -> None:
    game, people = a_fight()
    ann = people["Ann"]
    game.edit(ann, **{field: True, "stats.calm": 3})
    begin(game, people)
    url = reverse("action_round", args=[game.campaign.pk])
    offered = f"/play/{action}/?character={ann}"
    assert offered in browser(game.gm).get(url).content.decode()

    for_good(game, ann)

    with pytest.raises(RuleViolation) as refused:
        game.act(action, {"character": {"id": ann}, **given})
    assert refused.value.clause == "DEC-CALM-05"
    assert offered not in browser(game.gm).get(url).content.decode()
    sheet = browser(game.player).get(reverse("character", args=[game.campaign.pk, ann])).content.decode()
    assert "never acts again" in sheet
