"""The POST matrix of the pages: every form found in a world in play, sent by everybody and about strangers."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from campaigns.models import Act, Campaign, Undone
from campaigns.services.reviewing import write_comment
from tests import people
from tests.campaigns import test_secrets_in_play as in_play
from tests.campaigns import world as worlds
from tests.campaigns.everybody import Matrix, make_matrix, unhurried
from tests.campaigns.services.asking import ask
from tests.campaigns.test_secrets import Running

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.slow]

TAKEN = {"gm": 70, "co_gm": 70, "player": 28, "other_player": 18, "observer": 14}
"""So many forms at least are valid as each sends them, lest all are refused for something else."""


@pytest.fixture(scope="module")
def matrix(django_db_setup: None, django_db_blocker: Any) -> Iterator[Matrix]:
    """One world for all the tests here; every POST is taken back, and in the end the world is."""
    with django_db_blocker.unblock(), transaction.atomic(), unhurried():
        yield _make_world_in_play()
        transaction.set_rollback(True)


def _make_world_in_play() -> Matrix:
    seen = in_play.make_world(Running(), in_play.PLAIN)
    table = seen.world.table
    ask(table.gm, "fallen.defend", seen.named("Ananiel"), "FAL-DEFEND-03", against=2, ranged=False)
    told = [
        worlds.act(membership, "table.note", {"words": "It rains."})
        for membership in (table.gm, table.player)
    ]
    write_comment(author=table.player, seq=told[0].entry.seq, words="Does it?")
    return make_matrix(seen.world, [f"log/{seq}/" for seq in _of_interest(table)])


def _of_interest(table: people.Table) -> list[int]:
    """Entries that are sealed, taken back, or told in words."""
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    sealed = Act.objects.filter(campaign=campaign, key="sealed").values_list("first_seq", flat=True)
    undone = Undone.objects.filter(campaign=campaign).values_list("seq", flat=True)
    return sorted({*sealed, *undone, campaign.head_seq - 1, campaign.head_seq})


def test_everybody_sends_every_form_and_only_whose_it_is_leaves_a_trace(matrix: Matrix) -> None:
    wrong, taken = matrix.sent_by_everybody()

    assert wrong == [], "\n".join(wrong)
    assert len(matrix.posts) >= 100
    assert len({post.match.url_name for post in matrix.posts}) >= 40
    assert all(taken[who] >= least for who, least in TAKEN.items()), taken


def test_form_about_what_is_hidden_foreign_or_random_is_answered_alike_and_writes_nothing(
    matrix: Matrix,
) -> None:
    wrong, told = matrix.sent_about_others()

    assert wrong == [], "\n".join(wrong)
    assert told["sent"] >= 300
    assert told["written"], "what the GM has settled is answered, whatever page the form would go back to"


def test_gm_of_another_campaign_has_nothing_taken_there_that_is_about_this_one(matrix: Matrix) -> None:
    assert matrix.sent_elsewhere() == []
