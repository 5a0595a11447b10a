"""A campaign that is deleted is gone: no row of any kind stays behind, and no other campaign is touched."""

import pytest
from django.db import connection

from campaigns.live.presence import beat
from campaigns.models import CampaignDeletion
from campaigns.services.deleting import delete_campaign
from campaigns.services.drafts import keep_draft
from campaigns.services.presence import see
from campaigns.services.recaps import keep_recap
from campaigns.services.reviewing import set_bookmark, write_comment
from tests.campaigns.spine import new_game
from tests.campaigns.world import make_world, totals

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

STAYS = {"CampaignDeletion", "OneTimeCode", "Notice", "SheetTemplate"}
"""The receipt, and codes, notices and templates of accounts, which are no campaign's."""


def test_no_row_of_it_stays_behind() -> None:
    other = new_game()
    before = totals()
    table = make_world().table
    evening = table.campaign.records.filter(kind="session").values_list("pk", flat=True)[0]
    keep_recap(author=table.player, session=evening, text="Rain.", revision=0)
    keep_draft(table.player, "character", {"name": ["Ilse"]})
    set_bookmark(member=table.player, seq=1, wanted=True)
    write_comment(author=table.player, seq=1, words="So it began.")
    beat(table.campaign.pk, {table.player.pk}, {table.player.pk})
    see(table.player, ["a call that a page has shown"])

    delete_campaign(owner=table.gm.user, campaign=table.campaign)

    connection.check_constraints()
    assert {name: n for name, n in totals().items() if n != before[name] and name not in STAYS} == {}
    assert CampaignDeletion.objects.get().campaign == table.campaign.pk
    assert other.verified().holds
