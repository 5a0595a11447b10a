"""Letting go of a spell: who may, and what goes with it."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from campaigns.models import Membership, PandemoniumSpell, Spellbound
from campaigns.policy import NotAllowed
from campaigns.services import sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.errors import RuleViolation
from tests.campaigns.casts import make_pandemonium
from tests.campaigns.conftest import SignIn
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def cast(table: Table) -> dict[str, str]:
    return make_pandemonium(table.gm, table.player)


def spell_of(cast: dict[str, str], **fields: Any) -> Any:
    spell = PandemoniumSpell.objects.get(pk=UUID(cast["spell"]))
    for name, value in fields.items():
        setattr(spell, name, value)
    if fields:
        spell.save()
    return spell


def let_go_of(*, actor: Membership, spell: str, key: str, remains: tuple[str, ...] = ()) -> Played:
    given: dict[str, Any] = {"spell": {"id": spell}, "remains": list(remains)}
    return play(actor, ActRequest(key, (Request("pandemonium.let_go", given),)))


def url(table: Table, cast: dict[str, str]) -> str:
    return reverse("let_go_of_spell", args=[table.campaign.pk, cast["spell"]])


def hold_on(record: str, cast: dict[str, str]) -> str:
    return str(Spellbound.objects.get(pk=UUID(record)).hold.get(cast["spell"], "none"))


def test_whoever_cast_it_lets_go_of_a_sustained_spell(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    spell_of(cast, duration="sustained")
    client = signed_in(table.player)
    page = client.get(url(table, cast)).content.decode()

    answer = client.post(url(table, cast), {"key": "let-go-of-lull"})

    assert "It releases:" in page
    assert "Bob Askew" in page
    assert answer.status_code == 302
    assert spell_of(cast).state == "ended"
    assert hold_on(cast["victim"], cast) == "none"
    assert hold_on(cast["thing"], cast) == "none"


def test_letting_go_of_a_spell_that_has_ended_says_what_to_do(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    spell_of(cast, state="ended")

    answer = signed_in(table.gm).post(url(table, cast), {"key": "too-late"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "PAN-TRACK-06" in page
    assert "choose one that has not ended." in page
    assert "pandemonium.let_go" not in page


def test_letting_go_twice_with_the_same_key_is_letting_go_once(table: Table, cast: dict[str, str]) -> None:
    spell_of(cast, duration="instant")

    first, again = (let_go_of(actor=table.player, spell=cast["spell"], key="once") for _ in range(2))

    assert again.entry == first.entry
    assert again.was_repeated


def test_a_spell_that_lasts_the_scene_is_the_gms_to_end(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    assert signed_in(table.player).get(url(table, cast)).status_code == 404
    with pytest.raises(RuleViolation) as refused:
        let_go_of(actor=table.player, spell=cast["spell"], key="too-early")

    assert refused.value.clause == "PAN-TRACK-08"
    assert spell_of(cast).state == "active"


def test_something_ordinary_still_binds_whom_the_gm_names(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    signed_in(table.gm).post(url(table, cast), {"key": "let-go", "remains": [cast["victim"]]})

    assert spell_of(cast).state == "ended"
    assert hold_on(cast["victim"], cast) == "severe"
    assert hold_on(cast["thing"], cast) == "none"


def test_only_the_gm_says_whom_something_ordinary_still_binds(table: Table, cast: dict[str, str]) -> None:
    spell_of(cast, duration="sustained")

    with pytest.raises(NotAllowed):
        let_go_of(actor=table.player, spell=cast["spell"], key="bound", remains=(cast["victim"],))

    assert spell_of(cast).state == "active"


def test_a_spell_that_lies_in_wait_is_let_go_of(table: Table, cast: dict[str, str]) -> None:
    spell_of(cast, duration="sustained", state="latent")

    let_go_of(actor=table.player, spell=cast["spell"], key="never-mind")

    assert spell_of(cast).state == "ended"


def test_a_spell_that_is_over_is_not_let_go_of_again(table: Table, cast: dict[str, str]) -> None:
    let_go_of(actor=table.gm, spell=cast["spell"], key="first")

    with pytest.raises(RuleViolation) as refused:
        let_go_of(actor=table.gm, spell=cast["spell"], key="second")

    assert refused.value.clause == "PAN-TRACK-06"


def test_nobody_lets_go_of_what_is_not_in_their_hands(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    assert signed_in(table.other_player).post(url(table, cast), {"key": "mine-now"}).status_code == 403

    assert spell_of(cast).state == "active"


def test_the_log_says_that_a_spell_was_let_go_of(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    entry = let_go_of(actor=table.gm, spell=cast["spell"], key="once").entry

    row = signed_in(table.player).get(reverse("log_row", args=[table.campaign.pk, entry.seq]))

    told = " ".join(re.sub(r"<[^>]*>", " ", row.content.decode()).split())
    assert "Lull is released. The spell is over" in told
    assert "A note" not in told


def test_the_log_names_the_spells_that_end_with_a_scene(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="The attic", key="scene")

    entry = sessions.end_scene(actor=table.gm, key="end").entry

    row = signed_in(table.player).get(reverse("log_row", args=[table.campaign.pk, entry.seq]))
    told = " ".join(re.sub(r"<[^>]*>", " ", row.content.decode()).split())
    assert "The attic ends. With it: Lull ." in told
