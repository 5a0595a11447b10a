"""Two players' sorcerers with two dice of everything, demons for them, and every rite in a line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaigns.models import Contact, Membership, Pending
from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import Game, new_game

HUMAN: dict[str, Any] = {"stamina": 2, "will": 2, "lore": 2, "humanity": 2, "state": "active"}
DEMON: dict[str, Any] = {"stamina": 2, "will": 2, "lore": 2, "power": 3, "type": "object", "desire": "Ruin"}
CHECK = "sorcerer.humanity_check"
NEW = {"contact": "contact_id", "contain": "contain_id", "bind": "binding_id"}
TERMS: dict[str, dict[str, Any]] = {
    "bind": {"scores": ["will"], "need_met": True, "desire_met": False},
    "contain": {"focus": "a jar", "boundary": "its rim", "scope": {"kind": "all"}},
}
DICE = {"contact": (2, 3), "summon": (1, 4), "bind": (2, 2), "banish": (4, 5), "punish": (2, 2)}
"""The pools of a rite of somebody with two of everything against such a demon that is not Bound."""


def won(acting: int, opposing: int) -> tuple[int, ...]:
    """Faces of two pools with one victory for whoever acts."""
    return (12, *(1,) * (acting - 1), *(2,) * opposing)


def lost(acting: int, opposing: int) -> tuple[int, ...]:
    return (*(1,) * acting, 12, *(2,) * (opposing - 1))


@dataclass
class Circle:
    game: Game
    mara: str
    otto: str

    def demon(self, name: str = "Ash", **fields: Any) -> str:
        about = {**DEMON, "abilities": ["Big"], "complete": True, "state": "present", **fields}
        return self.game.make("demon", name, **about)

    def contacted(self, name: str = "Ash") -> str:
        """A demon in an open Contact that Mara made."""
        demon = self.demon(name, state="contacted")
        self.game.make("contact", sorcerer=self.mara, demon=demon, state="open", hours=1)
        return demon

    def rite(
        self,
        verb: str,
        demon: str | None,
        *,
        who: str = "",
        hand: tuple[int, ...] | None = None,
        by: Membership | None = None,
        **more: Any,
    ) -> Any:
        """The outcome of a rite that succeeds, unless the faces say otherwise."""
        given = {"sorcerer": who or self.mara, **TERMS.get(verb, {}), **more}
        if verb != "contain":
            given["demon"] = demon
        if verb == "summon" and demon is not None:
            given["contact"] = str(Contact.objects.get(demon=UUID(demon), state="open").pk)
        known = {NEW[verb]: "new"} if verb in NEW else {}
        if hand is None and verb in DICE and "amount" not in more:
            hand = won(*DICE[verb])
        return self.game.act(f"sorcerer.{verb}", given, by=by, hand=hand, known=known).result.outcome

    def check(self, demon: str | None = None, *, hand: tuple[int, ...] | None = None, **given: Any) -> Any:
        about = {"character": self.mara, "demon": demon, "change": "loss", "basis": "ritual", **given}
        return self.game.act(CHECK, about, hand=hand).result.outcome

    def humanity(self) -> int:
        return int(self.game.sheet(self.mara)["humanity"])


def new_circle() -> Circle:
    game = new_game()
    mara = game.make("character", "Mara", owner=game.player, **HUMAN)
    return Circle(game, mara, game.make("character", "Otto", owner=game.other_player, **HUMAN))


def checks() -> list[tuple[str, str, bool]]:
    """The open checks by clause: for which change, and whether they may be left."""
    found = Pending.objects.filter(question=CHECK, state="open").order_by("clause")
    return [(one.clause, str(one.data["change"]), one.optional) for one in found]


def clause_of(play: Callable[..., Any], *args: Any, **more: Any) -> str | None:
    """The clause that refuses an act."""
    try:
        play(*args, **more)
    except RuleViolation as refused:
        return refused.clause
    raise AssertionError("not refused")
