"""A possessed host tries to act: the player asks, the GM allows a roll of Humanity against it (SOR-DEMON-20)."""

from typing import Final

from campaigns.games.sorcerer import asking
from campaigns.models import Campaign, Membership, Record
from campaigns.services.asking import ask_player
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, Played, play
from campaigns.state.unit_of_work import Sheet
from rules.kernel.effects import set_to
from rules.kernel.values import Values

ROLL: Final = "sorcerer.roll"
CLAUSE: Final = "SOR-DEMON-20"


def ask_to_act(*, actor: Membership, host: Sheet, what: str, key: str) -> Played:
    """Ask the GM whether the host may try; `RuleViolation` for whoever nobody possesses, or who waits already."""
    data: Values = {"about": host.id, "what": what}
    return asking.ask_to_act(
        actor=actor, who=host, action=ROLL, clause=CLAUSE, words=what, key=key, data=data, why_not=_why_not
    )


def _why_not(host: Sheet) -> str:
    if not host["possessed_by"]:
        return f"{host.name} is not possessed: act as usual"
    is_there = host["state"] == "active" and host["humanity"]  # SOR-DEMON-19
    return "" if is_there else f"nothing of {host.name} is left in the body"


def let_them_try(*, actor: Membership, host: Sheet, key: str) -> Played:
    """The roll becomes the player's: Humanity against the demon's Power. The GM's where nobody else sees the demon."""
    if Record.objects.filter(pk=host["possessed_by"], visibility="gm").exists():
        return _roll_for_them(actor, host, key)
    return ask_player(
        actor=actor, action=ROLL, who=host.id, settled=the_roll(host), key=key, is_asked_for=True
    )


def _roll_for_them(actor: Membership, host: Sheet, key: str) -> Played:
    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        asked = asking.asked_of_gm(actor, host.id, ROLL, CLAUSE)
        if not asked:
            raise AlreadyAnswered
        answered = tuple(set_to(str(one.pk), "state", "answered") for one in asked)  # TAB-ASK-01
        name, known = follow_ups.carry_out(CLAUSE, answered)
        return Request(ROLL, the_roll(host)), Request(name, {}, known=known)

    whose = host.about["owner"]
    return play(actor, ActRequest(key, (), plan, asked=[ROLL, host.id], on_behalf_of=whose))


def refuse_attempt(*, actor: Membership, host: Sheet, key: str) -> Played:
    """The demon holds them down."""
    reason = "The demon holds on"
    return asking.put_away(actor=actor, who=host.id, action=ROLL, clause=CLAUSE, reason=reason, key=key)


def the_roll(host: Sheet) -> Values:
    """What is rolled: the host's Humanity against the Power of the demon in them."""
    return {
        "acting": {"id": host.id, "score": "humanity"},
        "opposing": {"id": host["possessed_by"], "score": "power"},
    }
