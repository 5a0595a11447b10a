"""The POST matrix of the palette: each act's form, filled in by its player, sent by everybody and about strangers."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns.models import Membership, Record
from campaigns.services.founding import found_campaign
from campaigns.services.people import leave
from tests import people
from tests.campaigns import palette_cases
from tests.campaigns.form_filling import fill_in, first_form
from tests.campaigns.palette_cases import as_typed, players_actions, worked_for
from tests.campaigns.posting import Desk, Post, strangers
from tests.campaigns.spine import Game, browser, new_game, person
from tests.kept_rows import played_once

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]

GMS = {"gm", "co_gm"}
OUTSIDE = {"anonymous", "outsider", "former_member"}
NOBODYS = {
    "demon_city.c10",
    "demon_city.c100",
    "demon_city.draw",
    "pandemonium.applicable",
    "table.create",
    "table.note",
}
"""What acts for nobody: any player says, makes or asks it."""

OBSERVERS = {"table.note"}


@dataclass(frozen=True)
class Setting:
    """The player's form of an act, everybody's browsers, and strangers of each kind in the form."""

    post: Post
    clients: dict[str, Client]
    desk: Desk
    strangers: dict[str, tuple[str, str]]


@pytest.fixture
def setting(request: pytest.FixtureRequest, db: None) -> Setting:
    action, everybody = request.param, Everybody(*_join())
    game, clients = everybody.game, everybody.browsers()
    worked = worked_for(action, by_player=True)
    case = palette_cases.make_world(game, worked)
    palette_cases.hand_over(game, case, game.player)
    kinds = Record.objects.filter(pk__in=case.ids.values()).values_list("kind", flat=True).distinct()
    unknown = strangers(kinds, game.gm, everybody.foreign)
    url = f"/campaigns/{game.campaign.pk}/play/{action}/"
    form = fill_in(clients["player"], first_form(clients["player"], url), as_typed(case))
    if worked.faces:
        form.fill("hand", worked.faces)
    return Setting(Post(form.action, form.sent), clients, Desk(), unknown)


@dataclass(frozen=True)
class Everybody:
    """A game, whoever else may send something there, and the GM of another campaign."""

    game: Game
    former: Membership
    co_gm: Membership
    outsider: User
    foreign: Membership

    def browsers(self) -> dict[str, Client]:
        members: dict[str, Membership] = {
            "former_member": self.former,
            "observer": self.game.observer,
            "other_player": self.game.other_player,
            "player": self.game.player,
            "gm": self.game.gm,
            "co_gm": self.co_gm,
        }
        outsider = Client()
        outsider.force_login(self.outsider)
        return {
            "anonymous": Client(),
            "outsider": outsider,
            **{who: browser(one) for who, one in members.items()},
        }


@played_once
def _join() -> tuple[Game, Membership, Membership, User, Membership]:
    game = new_game()
    former = people.join_as(game.gm, f"former-{uuid.uuid4().hex[:8]}", "player")
    leave(actor=former, key="leaving")
    co_gm = people.join_as(game.gm, f"co-gm-{uuid.uuid4().hex[:8]}", "gm")
    foreign = found_campaign(owner=person("Nora"), name="Elsewhere", gm_name="Nora").memberships.get()
    return game, former, co_gm, person("outsider"), foreign


def test_about_sixty_acts_are_tried() -> None:
    assert len(players_actions()) >= 55


@pytest.mark.parametrize("setting", players_actions(), indirect=True)
def test_act_is_sent_by_eight_and_about_strangers(setting: Setting) -> None:
    """Its player's, the GMs', and nobody else's; hidden, foreign or random ids in it are not to be told apart."""
    sent = {who: setting.desk.send(client, setting.post) for who, client in setting.clients.items()}

    may = whose(setting.post.match.kwargs["action"])
    assert len(sent) == 8
    assert {who for who, one in sent.items() if one.changed} == may
    assert {who for who, one in sent.items() if one.status == 302 and not one.is_turned_away} == may
    assert {who for who, one in sent.items() if one.is_turned_away} >= {*OUTSIDE, "observer"} - may
    assert list(told_apart(setting)) == []


def whose(action: str) -> set[str]:
    """Who may send the form that the player has filled in."""
    players = {"player", "other_player"} if action in NOBODYS else {"player"}
    return {*GMS, *players, *({"observer"} if action in OBSERVERS else ())}


def told_apart(setting: Setting) -> Iterator[Any]:
    """Where an act about a stranger was played, or answered as about no other."""
    for one in setting.post.ids:
        kind = Record.objects.values_list("kind", flat=True).get(pk=one)
        others = (*setting.strangers[kind], str(uuid.uuid4()))
        for who in ("player", "observer"):
            posts = [setting.post.about(one, other) for other in others]
            answers = [setting.desk.send(setting.clients[who], post) for post in posts]
            if len({answer.without(one, *others) for answer in answers}) > 1 or answers[0].changed:
                yield who, kind, [(answer.status, answer.changed) for answer in answers]
