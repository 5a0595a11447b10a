"""What an open question of a fight offers to whoever answers it: the ways to answer, their dice and their price."""

from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.games.fallen.fights.defences import answers_to
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.picks import Aim, picks_of
from campaigns.games.fallen.fights.shown import Press, ShownAnswer
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext, Roll
from campaigns.queries.waiting import Waiting
from campaigns.views.waiting import Pending
from rules import words
from rules.fallen.allowed import DEFEND, HIT, STRIKE
from rules.kernel.values import as_values, as_whole

SAYS = {
    "fallen.knockdown": gettext_lazy("Right away, before she does anything else."),
    "fallen.blackout": gettext_lazy("At least five of her turns, at most the scene."),
    "table.ruling": gettext_lazy("A botch: something else goes wrong. Say what."),
}
"""What an open question of a fight is about."""

NOT_KNOWN = ("maneuver", "ability", "weapon")
"""What the question of a free attack leaves open."""


def answer(ways: FightLinks, asked: Waiting, pending: Pending) -> ShownAnswer:
    """An open question, answered from here and come back from to here."""
    url = pending["url"]
    who = ways.found.seen.get(asked.who or "")
    is_anothers = asked.for_role == "player" and who is not None and ways.is_elsewhere(who)
    shown = ShownAnswer(
        pending={
            **pending,
            "url": url and ways.back(url),
            "yours": pending["yours"] and not is_anothers,  # the GM may, where the player does not
        },
        told=str(SAYS.get(asked.question, "")),
    )
    if asked.question in OFFERED:
        shown = OFFERED[asked.question](ways, asked, url, shown)
    if shown.let_through or shown.groups:
        # each way to answer has an address of its own
        shown = replace(shown, pending={**shown.pending, "url": None})
    return shown


def _defence(ways: FightLinks, asked: Waiting, url: str | None, shown: ShownAnswer) -> ShownAnswer:
    """The ways to defend, what that costs, and letting it through (FAL-DEFEND-03, FAL-MULTI-05)."""
    against = as_whole(asked.data.get("against", 0))
    told = ngettext(
        "%(who)s hits with %(n)s success, unless it is stopped.",
        "%(who)s hits with %(n)s successes, unless they are stopped.",
        against,
    ) % {"who": capfirst(_name(ways, str(asked.data.get("striker")))), "n": against}
    defender = ways.found.seen.get(asked.who or "")
    if not url or defender is None:
        return replace(shown, told=told)
    found = answers_to(defender, against, ways.settings, ranged=bool(asked.data.get("ranged")))
    offered = [(words.choice_words("fallen", way.maneuver), way) for way in found.ways]
    declare = ways.form("fallen.multiple_actions", {"fighter": defender.id}) if found.costs_her_turn else ""
    return replace(
        shown,
        told=told,
        who=defender.name,
        defences=[(name, one, ways.back(url, {"maneuver": one.maneuver})) for name, one in offered],
        barred=found.clause,
        declare_url=declare,
        let_through=Press(ways.own("let_through", asked.id), _("Let it through")),
    )


def _hit(ways: FightLinks, asked: Waiting, url: str | None, shown: ShownAnswer) -> ShownAnswer:
    """The damage and the soak; a demon may soak with Faith instead (FAL-SOAK-06)."""
    if asked.first:
        first = _(
            "%(who)s still has to defend or let it through. The GM can do either for someone who is away."
        )
        return replace(shown, told=first % {"who": asked.first})
    net, target = as_whole(asked.data.get("net", 0)), ways.found.seen.get(str(asked.data.get("target")))
    told = ngettext(
        "%(who)s is hit with %(n)s success. Next: damage and soak.",
        "%(who)s is hit with %(n)s successes. Next: damage and soak.",
        net,
    ) % {"who": _name(ways, str(asked.data.get("target"))), "n": net}
    if not url or target is None or not (ways.plays(target) and _may_use_faith(ways, target)):
        return replace(shown, told=told)
    faith = {"name": target.name, "faith": target["faith"], "stamina": target["stamina"]}
    label = _("%(name)s soaks with Faith %(faith)s, not Stamina %(stamina)s") % faith
    return replace(shown, told=told, other_url=ways.back(url, {"soak.with": "faith"}), other=label)


def _free_attack(ways: FightLinks, asked: Waiting, url: str | None, shown: ShownAnswer) -> ShownAnswer:
    """The maneuvers of the free attack of an ambush; after a tie the target answers for herself (FAL-AMBUSH-05)."""
    target, ambush = str(asked.data.get("target")), as_values(asked.data.get("ambush", {}))
    surprise = ambush.get("result") == "surprise"
    told = _("The free attack of the ambush. It comes before initiative and doesn’t count as an action.")
    who = {"who": _name(ways, target)}
    against = _("%(who)s cannot defend.") if surprise else _("%(who)s may defend.")
    shown = replace(shown, told=f"{told} {against % who}")
    attacker = ways.found.seen.get(asked.who or "")
    if not url or attacker is None:
        return shown
    extra = as_whole(ambush.get("extra", 0)) if ways.settings.ambush_bonus == "dice" else 0
    aim = Aim("fallen.strike" if surprise else "fallen.attack", [target], ways.settings, free=extra)
    may_rule = ways.rights.gives_rulings
    alone = {"ambush": "on", "ambush.result": "tie"} if may_rule and not surprise else None

    def leads_to(pick: Roll) -> str:
        if alone is not None:
            return ways.form(pick.action, {**pick.given, **alone})
        return ways.back(url, {name: pick.given[name] for name in NOT_KNOWN if name in pick.given})

    groups = picks_of(RecordContext(attacker, ways.found.seen), aim)
    offered = [
        (name, [(roll, leads_to(roll)) for roll in picks], None) for name, picks, _weapon in groups if picks
    ]
    return replace(shown, groups=offered)


def _may_use_faith(ways: FightLinks, target: Member) -> bool:
    rated = [target.fields.get(name) for name in ("faith", "stamina")]
    is_demon = target.fields.get("kind") == "demon" and ways.settings.faith_soak != "off"
    return is_demon and all(isinstance(one, int) for one in rated) and bool(rated[0])


def _name(ways: FightLinks, record: str | None) -> str:
    found = ways.found.seen.get(str(record))
    return found.name if found is not None else _("someone hidden")


OFFERED = {DEFEND: _defence, HIT: _hit, STRIKE: _free_attack}
"""Questions that offer more than the form of their action."""
