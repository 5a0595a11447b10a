"""Campaigns with people in them, played through the same door as everything else."""

import itertools
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django.contrib.auth.models import User
from django.test import Client

from campaigns.game import About
from campaigns.log.fold import Folded
from campaigns.log.record import documents_of, read_document
from campaigns.log.verify import Report, verify
from campaigns.models import Campaign, Entry, Membership, Part, Record
from campaigns.services import colours, undoing
from campaigns.services.founding import found_campaign, placing
from campaigns.services.play.act_request import Override
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state import rows
from campaigns.state.unit_of_work import Sheet
from tests import people
from tests.factories import Account
from tests.kept_rows import played_once

_numbers = itertools.count(1)


BY_OVERRIDE = Override("house_rule")
"""What the GM says where a test sets up what the order of play would not have brought."""


@dataclass
class Game:
    """A campaign, its people, and short ways to act in it. Every act gets a key of its own."""

    campaign: Campaign
    gm: Membership
    player: Membership
    other_player: Membership
    observer: Membership
    keys: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def act(
        self,
        action: str,
        given: Mapping[str, Any] | None = None,
        *,
        by: Membership | None = None,
        known: Mapping[str, Any] | None = None,
        hand: tuple[Any, ...] | None = None,
        nonce: str = "",
        key: str | None = None,
        override: Override | None = None,
        by_clock: bool = False,
    ) -> Played:
        step = Request(action, given or {}, known=known or {})
        request = ActRequest(
            key or self.key(), (step,), nonce=nonce, hand=hand, override=override, by_clock=by_clock
        )
        return play(by or self.gm, request)

    def make(self, kind: str, name: str = "", /, *, owner: Membership | None = None, **fields: Any) -> str:
        """A record made at the table; its id."""
        about = {"kind": kind, "name": name, "owner": str(owner.pk) if owner else None}
        values = [{"field": one, "set": value} for one, value in fields.items()]
        made = self.act("table.create", {"about": about, "fields": values})
        return str(made.steps[0].input["id"])

    def edit(self, record: str, /, **fields: Any) -> Played:
        changes = [{"field": name, "set": value} for name, value in fields.items()]
        return self.act("table.edit", {"record": {"id": record}, "reason": "as agreed", "changes": changes})

    def undo(self, *entries: int, by: Membership | None = None) -> Played:
        return undoing.undo(actor=by or self.gm, entries=entries, key=self.key())

    def undo_all(self, seq: int) -> Played:
        """Undo an entry with whatever depends on it."""
        return self.undo(*undoing.what_goes_along(self.campaign, seq))

    def key(self) -> str:
        return f"key-{next(self.keys)}"

    def sheet(self, record: str) -> Sheet:
        return rows.read_sheet(Record.objects.get(pk=record))

    def state(self) -> dict[str, tuple[About, dict[str, Any]]]:
        return stored(self.campaign)

    def verified(self) -> Report:
        self.campaign.refresh_from_db()
        return verify(self.campaign)


def new_game() -> Game:
    """A campaign with a GM, two players and an observer."""
    return Game(*_who_plays())


def new_game_in_a_scene() -> Game:
    """The same, in the first scene of its first session."""
    game = new_game()
    game.act("table.begin_session")
    game.act("table.begin_scene")
    return game


def new_game_by_default() -> Game:
    """The same, with the policies that a new campaign is founded with and nothing agreed besides."""
    return Game(*_who_plays_by_default())


def new_game_as_patched() -> Game:
    """The same, played now: under what a test has changed about founding or joining."""
    return Game(*_found_and_join())


def _found_and_join(
    agreed: Mapping[str, bool | str] | None = None,
) -> tuple[Campaign, Membership, Membership, Membership, Membership]:
    number, agreed = next(_numbers), people.BY_HAND if agreed is None else agreed
    owner = person(f"gm-{number}")
    campaign = found_campaign(owner=owner, name="The Long Night", gm_name="Gwen", agreed=agreed)
    gm = Membership.objects.get(campaign=campaign)
    names = (("Pia", "player"), ("Otto", "player"), ("Olga", "observer"))
    pia, otto, olga = (_joined(campaign, gm, f"{name}-{number}", name, role) for name, role in names)
    return campaign, gm, pia, otto, olga


_who_plays = played_once(_found_and_join)
_who_plays_by_default = played_once(lambda: _found_and_join({}))


def person(name: str) -> User:
    user: User = Account(username=f"{name}-{uuid.uuid4().hex[:8]}")
    return user


def browser(member: Membership) -> Client:
    """A browser in which a member is signed in."""
    client = Client()
    client.force_login(member.user)
    return client


def looking_as(gm: Membership, other: Membership) -> Client:
    """A browser in which a GM looks through somebody else's eyes."""
    client = browser(gm)
    client.post(f"/campaigns/{gm.campaign_id}/people/look/", {"as": str(other.pk)})
    return client


def document(entry: Entry) -> dict[str, Any]:
    """Everything that an entry says, to be read by whatever keys its actions have."""
    return cast("dict[str, Any]", read_document(Part.objects.filter(entry=entry)))


def input_of(played: Played, step: int = 0) -> Any:
    """The input of a step as it was played, to be read by whatever keys its action has."""
    return played.steps[step].input


def stored(campaign: Campaign) -> dict[str, tuple[About, dict[str, Any]]]:
    """Every record as its rows have it."""
    records = Record.objects.filter(campaign=campaign).order_by("born", "kind", "pk")
    return {sheet.id: (sheet.about, sheet.fields) for sheet in rows.read_sheets(records)}


def folded(campaign: Campaign) -> dict[str, tuple[About, dict[str, Any]]]:
    """Every record as the changes of all entries have it."""
    told = Folded()
    seqs = Entry.objects.filter(campaign=campaign).values_list("seq", flat=True)
    for _seq, whole in documents_of(campaign, seqs):
        told.take(whole["changes"])
    return {one: (sheet.about, sheet.fields) for one, sheet in told.sheets.items()}


def _joined(campaign: Campaign, gm: Membership, user: str, name: str, role: str) -> Membership:
    member = Membership.objects.create(
        campaign=campaign, user=person(user), name=name, role=role, colour=colours.given(campaign.pk)
    )
    play(gm, ActRequest(key=f"join/{user}", steps=(placing(member, role),)))
    return member
