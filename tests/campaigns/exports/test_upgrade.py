"""Campaigns written by earlier versions: whatever has changed since, they verify, come in and play again.

`ash-street.jsonl` is the demo as it was when this format was first written. Another version adds another file; none is
ever written anew.
"""

import io
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from campaigns.log import rebuilding
from campaigns.log.export.checking import check_file
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.verify import verify
from campaigns.services.importing import import_campaign
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

KEPT = sorted(Path(__file__).parent.glob("*.jsonl"))


def test_there_is_a_file_to_keep() -> None:
    assert [file.name for file in KEPT][:1] == ["ash-street.jsonl"]


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_file_verifies_without_a_database(file: Path) -> None:
    with file.open("rb") as stream:
        checked = check_file(stream, WHILE_WAITING)

    assert checked.opening.is_whole
    assert checked.report.entries == checked.opening.head.seq
    assert checked.report.played_again + checked.report.fold_only == checked.report.entries


@pytest.mark.django_db
@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_file_comes_in_and_is_played_on(file: Path) -> None:
    owner = User.objects.create_user("somebody")
    data = file.read_bytes()

    campaign = import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)
    gm = campaign.memberships.get(user=owner)
    play(gm, ActRequest("on", (Request("table.note", {"words": "We go on."}),)))

    assert verify(campaign).holds
    assert rebuilding.check(campaign) == []
