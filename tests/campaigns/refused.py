"""What somebody sends though it is not theirs to do or to say: refused with the rule, and nothing has changed.

Whoever is in it is set up by the GM, in a campaign with the policies that it was founded with.
"""

import html
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Entry, Membership, Pending
from campaigns.services.play.playing import Played
from tests.campaigns.form_filling import paths_of, told_faults
from tests.campaigns.spine import BY_OVERRIDE, Game, browser, document

WHY = {"form.override.reason": "house_rule", "form.override.words": "As we always do."}
Given = Mapping[str, Any]


@dataclass
class World:
    """A campaign with whoever is in it, by name."""

    game: Game
    ids: dict[str, str]

    def __getitem__(self, name: str) -> dict[str, str]:
        return {"id": self.ids[name]}

    def thrown(self, action: str, given: Given, *hand: int, by: Membership | None = None) -> Played:
        """An act with these faces, which a table by default lets nobody type in."""
        self.game.act("table.change_policy", {"values": {"hand_dice": True}})
        override = None if by else BY_OVERRIDE
        played = self.game.act(action, given, hand=hand, by=by, override=override)
        self.game.act("table.change_policy", {"values": {"hand_dice": False}})
        return played

    def page(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.game.campaign.pk, *more])

    def waiting(self, question: str) -> str:
        """The page of the one open question for an action."""
        found = Pending.objects.get(record__campaign=self.game.campaign, question=question, state="open")
        return self.page("pending_answer", found.pk)

    def now(self) -> tuple[Any, int]:
        """All that can have changed."""
        return self.game.state(), Campaign.objects.get(pk=self.game.campaign.pk).head_seq


World_ = tuple[Campaign, tuple[Membership, ...], dict[str, str]]


def kept(world: World) -> World_:
    """A world as `played_once` keeps it."""
    game = world.game
    return game.campaign, (game.gm, game.player, game.other_player, game.observer), world.ids


def again(found: World_) -> World:
    campaign, (gm, player, other_player, observer), ids = found
    # Beyond the keys under which it was made.
    return World(Game(campaign, gm, player, other_player, observer, itertools.count(1000)), ids)


@dataclass(frozen=True, kw_only=True)
class Refused:
    """What is sent to a form, by whom, after what; what the answer names, and the clause that forbids it to the GM."""

    action: str = ""
    given: Callable[[World], Given] = lambda _world: {}
    told: str = ""
    """What a player is told, where it is not the clause: whose it is, or which field the form does not take."""
    clause: str = ""
    """The clause that forbids it to everybody, and to the GM but for Override; none where the GM may do it."""
    first: Callable[[World], Any] = lambda _world: None
    who: str = "player"
    gives: Callable[[World], Given] | None = None
    """What the GM sends instead."""
    path: Callable[[World], str] | None = None
    """The address, where it is not the palette's."""

    def send(self, world: World, who: str, **more: str) -> Any:
        client: Client = browser(getattr(world.game, who))
        path = self.path(world) if self.path else world.page("play_action", self.action)
        given = self.gives if self.gives and who == "gm" else self.given
        return client.post(path, {**typed(given(world)), "key": f"{next(world.game.keys):032}", **more})

    def is_refused(self, world: World, who: str, told: str, before: Any) -> str:
        answer = self.send(world, who)
        shown = html.unescape(answer.content.decode())
        assert 400 <= answer.status_code < 500, (who, answer.status_code)
        assert told in shown, (who, told_faults(answer))
        assert world.now() == before
        return shown

    def is_overridden(self, world: World) -> None:
        """The GM does it all the same, and the log says why; `test_overriding_forms` shows it on the page."""
        answer = self.send(world, "gm", **WHY)
        assert answer.status_code == 302, told_faults(answer)
        entry = Entry.objects.filter(campaign=world.game.campaign, cause=None).latest("seq")
        (told,) = [step["input"] for step in document(entry)["steps"] if step["action"] == "table.override"]
        assert self.clause in {one["clause"] for one in told["what"]}
        assert {f"form.override.{name}": told[name] for name in ("reason", "words")} == WHY


def typed(given: Given) -> dict[str, Any]:
    """What a browser sends of it."""
    return {path: "on" if value is True else value for path, value in paths_of(given)}


def check(row: Refused, world: World) -> None:
    """Whoever plays it is refused, and so is the GM where a clause forbids it, but by Override."""
    row.first(world)
    before = world.now()
    if row.who != "gm" or row.told:
        row.is_refused(world, row.who, row.told or row.clause, before)
    if row.clause:
        assert "Override to do it all the same" in row.is_refused(world, "gm", row.clause, before)
        row.is_overridden(world)
