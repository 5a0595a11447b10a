"""A GM overrides what came of an act: an entry of its own that names the other, where the table allows it."""

import pytest
from django.test import Client

from campaigns.models import Membership
from campaigns.policy import NotAllowed
from rules.kernel.errors import InvalidInput
from tests.campaigns.spine import Game, document, new_game
from tests.campaigns.views.test_editing import as_it_stands

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def hurt(game: Game) -> tuple[str, int]:
    """Mara, and the entry that hurt her."""
    mara = game.make("character", "Mara", owner=game.player, will=3, stamina=3, state="active")
    given = {"target": {"id": mara}, "weapon": "edged"}
    return mara, game.act("sorcerer.damage", given, known={"victories": 3}).entry.seq


def override(game: Game, mara: str, seq: int) -> int:
    changes = [{"field": "incoming_temporary", "set": 0}]
    given = {"record": {"id": mara}, "reason": "the coat caught it", "changes": changes, "corrects": seq}
    return game.act("table.edit", given).entry.seq


def page(game: Game, member: Membership, path: str, status: int = 200) -> str:
    client = Client()
    client.force_login(member.user)
    answer = client.get(f"/campaigns/{game.campaign.pk}/{path}")
    assert answer.status_code == status
    return answer.content.decode()


def test_override_and_what_it_overrides_name_each_other(game: Game) -> None:
    mara, wound = hurt(game)

    seq = override(game, mara, wound)

    assert f"Manually overrides no. {wound}" in page(game, game.player, f"log/{seq}/")
    assert f"Its outcome was overridden by no. {seq}" in page(game, game.player, f"log/{wound}/")
    assert "TAB-RECORD-05" in document(game.campaign.entries.get(seq=seq))["steps"][0]["clauses"]


def test_override_that_was_undone_is_not_told(game: Game) -> None:
    mara, wound = hurt(game)
    game.undo(override(game, mara, wound))

    assert "overridden by" not in page(game, game.player, f"log/{wound}/")


def test_override_is_refused_where_the_table_agreed_on_none(game: Game) -> None:
    mara, wound = hurt(game)
    game.act("table.change_policy", {"values": {"overrides": False}})
    entries = game.campaign.entries.count()

    with pytest.raises(NotAllowed):
        override(game, mara, wound)

    assert game.campaign.entries.count() == entries
    assert "Override the outcome" not in page(game, game.gm, f"log/{wound}/")
    assert "No overridden outcomes." in page(game, game.player, "table/")
    page(game, game.gm, f"records/{mara}/edit/?corrects={wound}", status=403)


def test_plain_correction_needs_no_agreement(game: Game) -> None:
    mara, _wound = hurt(game)
    game.act("table.change_policy", {"values": {"overrides": False}})

    seq = game.edit(mara, will=4).entry.seq

    assert "Edited manually, with a reason" in page(game, game.player, f"log/{seq}/")


def test_entry_that_is_not_there_is_not_overridden(game: Game) -> None:
    mara, wound = hurt(game)

    with pytest.raises(InvalidInput):
        override(game, mara, wound + 50)


def test_gm_gets_from_the_entry_to_the_sheet(game: Game) -> None:
    mara, wound = hurt(game)
    link = f"records/{mara}/edit/?corrects={wound}"

    assert f"{link}" in page(game, game.gm, f"log/{wound}/")
    assert "edit/?corrects" not in page(game, game.player, f"log/{wound}/")
    assert f"This overrides the result of no. {wound}." in page(game, game.gm, link)


def test_form_sends_what_it_overrides(game: Game) -> None:
    mara, wound = hurt(game)
    client = Client()
    client.force_login(game.gm.user)
    url = f"/campaigns/{game.campaign.pk}/records/{mara}/edit/?corrects={wound}"
    sent = as_it_stands(game, mara) | {"reason": "the coat caught it", "name": "Mara Quill", "key": "one"}

    answer = client.post(url, sent)

    assert answer.status_code == 302
    game.campaign.refresh_from_db()
    newest = game.campaign.entries.get(seq=game.campaign.head_seq)
    assert document(newest)["steps"][0]["input"]["corrects"] == wound


@pytest.mark.parametrize("number", ["x", "0", "-3", "99999", "9" * 30, "١"])
def test_malformed_number_is_a_bad_request(game: Game, number: str) -> None:
    mara, _wound = hurt(game)

    page(game, game.gm, f"records/{mara}/edit/?corrects={number}", status=400)
