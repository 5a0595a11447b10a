"""Generated evenings: acts of a game's procedures, one after the other, as a seed picks them from what is allowed."""

import json
from random import Random
from typing import Any

import pytest

from campaigns.models import DrawPeriod, Entry, Record
from campaigns.policy import NotAllowed
from campaigns.services.play.act_request import Override
from campaigns.state.errors import StateRefusal, UnknownRecord
from rules.kernel.errors import RulesError
from tests.campaigns.evenings.casts import CASTS, HIDDEN, OFFERS, Offer
from tests.campaigns.spine import Game, new_game

REFUSALS = (RulesError, StateRefusal, UnknownRecord, NotAllowed)
"""What the door may say instead of playing. Anything else that is raised is a fault."""
TRIES = 400
RARE = frozenset(
    {
        *("table.end_fight", "table.end_round", "table.advance_clock", "table.create", "sorcerer.end_round"),
        *("table.propose", "table.grant", "table.ask", "sorcerer.possess", "sorcerer.first_sight"),
        *("sorcerer.damage", "sorcerer.humanity_check", "sorcerer.alter_contact", "pandemonium.let_go"),
        *("demon_city.heal", "demon_city.damage", "demon_city.throw_count", "demon_city.static_throw"),
        *("demon_city.calm", "demon_city.sort_clashes"),
        *("fallen.new_turn", "fallen.heal", "fallen.apply_damage"),
    }
)
"""What is nearly always allowed, and ends or passes by what the others go on with: taken one time in four."""


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """No nonce of the server's own, so that the dice of the same evening are the same."""
    monkeypatch.setattr("campaigns.services.play.fair_draws.own_nonce", str)


class Evening:
    """People of one game in a campaign, a new one where none is named, and their acts with the entries of them."""

    def __init__(self, system: str, *, is_hidden: bool = True, among: Game | None = None) -> None:
        self.game: Game = among or _with_the_same_dice(new_game())
        self.system, self.acts, self.entries = system, list[Offer](), list[int]()
        self.ids: dict[str, str] = {}
        for name, kind, fields in CASTS[system]:
            visibility = "gm" if is_hidden and name == HIDDEN else "table"
            owner = str(self.game.player.pk) if name == "ana" else None
            about = {"kind": kind, "name": name, "owner": owner, "visibility": visibility}
            values = [{"field": field, "set": value} for field, value in fields.items()]
            made = self.game.act("table.create", {"about": about, "fields": values})
            self.ids[name] = str(made.steps[0].input["id"])
        self.began = self.head

    @property
    def head(self) -> int:
        newest = Entry.objects.filter(campaign=self.game.campaign).order_by("-seq")
        return newest.values_list("seq", flat=True)[0]

    def play(self, act: Offer, override: Override | None = None) -> int:
        """The number of the entry of an act; one of `REFUSALS` where it is not allowed now."""
        action, given, known = act
        entry = self.game.act(action, self.told(given), known=known, override=override).entry.seq
        self.acts.append(act)
        self.entries.append(entry)
        return entry

    def play_any(self, chance: Random) -> int:
        """What the chance picks of all that is offered and allowed."""
        for _try in range(TRIES):
            act = chance.choice(OFFERS[self.system])
            if act[0] in RARE and chance.random() < 0.75:
                continue
            try:
                return self.play(act)
            except REFUSALS:
                continue
        raise AssertionError(f"nothing is allowed after {[act[0] for act in self.acts]}")

    def told(self, given: Any) -> Any:
        """What is given, with ids in the place of names."""
        if isinstance(given, dict):
            return {name: self.told(value) for name, value in given.items()}
        if isinstance(given, list):
            return [self.told(value) for value in given]
        return self._id(given[1:]) if isinstance(given, str) and given.startswith("@") else given

    def with_names(self, told: Any) -> Any:
        """The same the other way round: names in the place of ids, to hold one campaign against another."""
        text = json.dumps(told, sort_keys=True, default=str)
        for name, record in self.ids.items():
            text = text.replace(record, f"@{name}")
        return json.loads(text)

    def _id(self, name: str) -> str:
        if not name.startswith("newest:"):
            return self.ids[name]
        kind = name.removeprefix("newest:")
        found = Record.objects.filter(campaign=self.game.campaign, kind=kind).order_by("-born").first()
        if found is None:
            raise UnknownRecord(kind)
        return str(found.pk)


def _with_the_same_dice(game: Game) -> Game:
    """Whenever the same is played there: what dice come to hangs on secret and slot, never on ids."""
    secret, seed = b"\x07" * 32, "07" * 32
    dice = {"open_secret": secret, "seed": seed, "sealed_secret": secret, "sealed_seed": seed}
    DrawPeriod.objects.filter(campaign=game.campaign, is_open=True).update(**dice)
    return game


def evening(system: str, seed: int, acts: int) -> Evening:
    """An evening of so many acts."""
    played, chance = Evening(system), Random(f"{system} {seed}")
    for _act in range(acts):
        played.play_any(chance)
    return played
