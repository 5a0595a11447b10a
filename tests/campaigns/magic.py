"""Mages and spells on stored state, through `play()`: Mira is a player's, Nan the other player's, Bob the GM's."""

import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from campaigns.models import Campaign, Membership
from campaigns.queries.palette import known_of
from campaigns.queries.waiting import Waiting, open_questions
from campaigns.services.play.act_request import Override
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import BY_OVERRIDE, Game, input_of, new_game
from tests.kept_rows import played_once

DOTS = {
    **dict.fromkeys(("strength", "dexterity", "stamina", "wits", "composure", "defense", "power"), 2),
    "resolve": 3,
    "brawl": 2,
    "occult": 1,
    "mind": 3,
    "forces": 4,
}
"""Everybody's traits."""

MISSES = (1,) * 30
"""More dice without a success than any pool here has."""


@dataclass
class Magic:
    """A campaign with three mages, and short ways to do magic in it. The GM plays where nobody else is named."""

    game: Game
    mira: str
    nan: str
    bob: str

    def play(
        self,
        verb: str,
        given: Mapping[str, Any],
        *,
        by: Membership | None = None,
        hand: tuple[int, ...] | None = None,
        override: Override | None = None,
    ) -> Played:
        return self.game.act(f"pandemonium.{verb}", given, by=by, hand=hand, override=override)

    def outcome(self, verb: str, given: Mapping[str, Any], **how: Any) -> Any:
        return self.play(verb, given, **how).result.outcome

    def cast(self, kind: str = "control", *, by: str = "mira", on: tuple[str, ...] = (), **more: Any) -> str:
        """A new spell of somebody's, vulgar unless said otherwise; its id."""
        spell = {"aspect": "vulgar", "kind": kind, "arcanum": "forces", **more.pop("spell", {})}
        given = {"spell": spell, "caster": {"id": getattr(self, by)}, "targets": list(on), **more}
        return str(input_of(self.play("cast", given))["spell"]["id"])

    def apply(
        self, verb: str, spell: str, target: str, *, successes: int = 0, how: str = "", **more: Any
    ) -> Any:
        """What comes of bringing a spell to bear on somebody who has this many successes against it."""
        compared = {} if verb == "attack" else {"compare": "resolve"}
        harm = {"damage": {"kind": "lethal"}} if verb in ("attack", "direct") else {}
        applied = {"applied": how} if how else {}
        sides = {"spell": {"id": spell, **applied}, "target": {"id": target}}
        given: dict[str, Any] = {**sides, **compared, **harm, "resist": {"successes": successes}, **more}
        try:
            return self.outcome(verb, given)
        except RuleViolation as asks:
            if asks.clause != "PAN-RESIST-01":
                raise
            return self.outcome(verb, given, override=BY_OVERRIDE)  # without their player, who would be asked

    def asked(self, spell: str, who: str, by: Membership | None = None) -> Waiting:
        """The open question by which somebody resists a spell, as this member sees it."""
        found = open_questions(self.game.campaign, Viewer.of(by or self.game.gm))
        return next(one for one in found if one.who == who and one.data.get("brought") == spell)

    def resist(
        self, spell: str, who: str, *faces: int, by: Membership | None = None, willpower: bool = False
    ) -> Any:
        """What comes of somebody's resisting a spell that reaches for them."""
        asked = self.asked(spell, who, by)
        given = {"resist": {"pool": {"willpower": willpower}}}
        step = Request(asked.question, given, known=known_of(asked))
        request = ActRequest(self.game.key(), (step,), hand=faces, answers=asked.id)
        return play(by or self.game.gm, request).result.outcome

    def roll(self, actor: str, *boosts: str, by: Membership | None = None, **more: Any) -> Any:
        """What somebody rolls with Strength and Brawl, all dice missing, with the help of these spells."""
        pool = {"traits": ["strength", "brawl"], "boosts": [{"id": one} for one in boosts]}
        return self.outcome("roll", {"actor": {"id": actor}, "pool": pool, **more}, by=by, hand=MISSES[:4])

    def hindered(
        self, actor: str, spell: str, *faces: int, timing: str = "instant", beside: tuple[str, ...] = ()
    ) -> Any:
        """What comes of an instant action that these spells are in the way of, with these four dice."""
        spells = [{"id": one} for one in (spell, *beside)]
        given = {"actor": {"id": actor}, "roll": "rolled", "timing": timing, "spells": spells}
        pool = {"traits": ["strength", "brawl"]}
        return self.outcome("act_against_hindrance", {**given, "pool": pool}, hand=faces or MISSES[:4])

    def struggle(self, actor: str, *spells: str, faces: tuple[int, ...] = MISSES[:4], **more: Any) -> Any:
        """What comes of a struggle against spells, with the pool that first resisted them."""
        held_by = [{"id": one} for one in spells]
        given = {"actor": {"id": actor}, "spells": held_by, "bolster": "words", **more}
        return self.outcome("struggle", given, hand=faces)

    def assail(self, actor: str, spell: str, *faces: int, **more: Any) -> Any:
        """What comes of an attack on a spell's effect with Strength and Brawl, four dice."""
        given = {"actor": {"id": actor}, "spell": {"id": spell, **more}, "possible": True, "concrete": True}
        return self.outcome("assail", {**given, "pool": {"traits": ["strength", "brawl"]}}, hand=faces)

    def turn_of(self, who: str) -> None:
        self.game.act("table.begin_turn", {"who": {"id": who}})

    def propose(self) -> None:
        """From now on players propose to the GM what is the GM's to say, as at a new table."""
        self.game.act("table.change_policy", {"values": {"player_rulings": "propose"}})

    def rule_alone(self) -> None:
        """From now on what is the Storyteller's to say is said by the GM alone."""
        self.game.act("table.change_policy", {"values": {"player_rulings": False}})

    def hold(self, spell: str, who: str) -> str:
        return str(self.sheet(who).fields.get(f"hold.{spell}", "none"))

    def sheet(self, record: str) -> Sheet:
        return self.game.sheet(record)


def new_magic() -> Magic:
    campaign, (gm, player, other_player, observer), mages = _mages()
    # Beyond the keys under which it was made.
    return Magic(Game(campaign, gm, player, other_player, observer, itertools.count(1000)), *mages)


@contextmanager
def refused(clause: str) -> Iterator[None]:
    """What is done here is refused by this clause."""
    with pytest.raises(RuleViolation) as told:
        yield
    assert told.value.clause == clause


def _make_mages() -> tuple[Campaign, tuple[Membership, ...], tuple[str, ...]]:
    game = new_game()
    game.act("table.begin_session")
    game.act("table.begin_scene")
    sheet: dict[str, Any] = {f"traits.{name}": dots for name, dots in DOTS.items()}
    sheet |= {"state": "active", "willpower": 5, "mana": 9, "most.mana": 20, "most.willpower": 5}
    owners = {"Mira": game.player, "Nan": game.other_player, "Bob": None}
    mages = tuple(
        game.make("pandemonium.character", name, owner=owner, **sheet) for name, owner in owners.items()
    )
    return game.campaign, (game.gm, game.player, game.other_player, game.observer), mages


_mages = played_once(_make_mages)
