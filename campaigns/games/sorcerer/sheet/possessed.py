"""A possessed host tries to act: the player asks, the GM allows a roll of Humanity against it (SOR-DEMON-20)."""

from typing import Final

from campaigns.games.sorcerer.asking import ask_gm, asked_of_gm, put_away
from campaigns.models import Membership
from campaigns.services.asking import ask_player
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Values

ROLL: Final = "sorcerer.roll"
CLAUSE: Final = "SOR-DEMON-20"


def ask_to_act(*, actor: Membership, host: Sheet, what: str, key: str) -> Played:
    """Ask the GM whether the host may try; `RuleViolation` for whoever nobody possesses, or who waits already."""

    def why_not() -> str:
        if not host["possessed_by"]:
            return f"{host.name} is not possessed: act as usual"
        is_there = host["state"] == "active" and host["humanity"]  # SOR-DEMON-19
        return "" if is_there else f"nothing of {host.name} is left in the body"

    return ask_gm(actor=actor, who=host, action=ROLL, clause=CLAUSE, words=what, key=key, why_not=why_not)


def let_them_try(*, actor: Membership, host: Sheet, key: str) -> Played:
    """The roll becomes the player's: Humanity against the demon's Power."""
    return ask_player(actor=actor, action=ROLL, who=host.id, settled=the_roll(host), key=key)


def refuse_attempt(*, actor: Membership, host: Sheet, key: str) -> Played:
    """The demon holds them down."""
    asked = asked_of_gm(actor, host.id, ROLL, CLAUSE)
    return play(actor, ActRequest(key, put_away(asked, "The demon holds on")))


def the_roll(host: Sheet) -> Values:
    """What is rolled: the host's Humanity against the Power of the demon in them."""
    return {
        "acting": {"id": host.id, "score": "humanity"},
        "opposing": {"id": host["possessed_by"], "score": "power"},
    }
