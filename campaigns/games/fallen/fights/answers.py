"""What an open question of a fight offers to whoever answers it: the ways to answer, their dice and their price."""

from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.games.fallen.fights.aiming import ATTACK, aiming_at
from campaigns.games.fallen.fights.defences import answers_to, ways_to_stay_up
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.shown import Press, ShownAnswer
from campaigns.games.fallen.fights.soaks import soaks_of
from campaigns.games.fallen.fights.tries import Trying, tries_of
from campaigns.queries.cast import Member
from campaigns.queries.waiting import Waiting
from campaigns.views.waiting import Pending
from rules import words
from rules.fallen.allowed import BLACKOUT, DEFEND, HIT, KNOCKDOWN, STRIKE
from rules.fallen.attacks import FreeAttack
from rules.fallen.blackouts import SHORTEST_BLACKOUT
from rules.kernel.values import as_values, as_whole

SAYS = {
    KNOCKDOWN: gettext_lazy("Right away, before she does anything else."),
    BLACKOUT: gettext_lazy("At least five of her turns, at most the scene."),
    "table.ruling": gettext_lazy("A botch: something else goes wrong. Say what."),
}
"""What an open question of a fight is about."""

LENGTHS = (SHORTEST_BLACKOUT, 2 * SHORTEST_BLACKOUT)


def answer(ways: FightLinks, asked: Waiting, pending: Pending) -> ShownAnswer:
    """An open question, answered from here and come back from to here."""
    url = pending["url"] if pending["url"] and asked.is_ready else ""
    who = ways.found.seen.get(answers_for(asked) or "")
    is_owned = asked.for_role == "player" and asked.owner is not None
    is_anothers = is_owned and who is not None and ways.is_elsewhere(who)
    own = ways.own("pending_answer", asked.id)
    shown = ShownAnswer(
        pending={
            **pending,
            "url": url and ways.back(own),
            "yours": pending["yours"] and not is_anothers,  # the GM may, where the player does not
        },
        told=str(SAYS.get(asked.question, "")),
        url=own if url else "",
    )
    if asked.question in OFFERED:
        shown = OFFERED[asked.question](ways, asked, shown)
    if shown.let_through or shown.groups or shown.soaks or shown.falls or shown.lengths:
        # each way to answer is sent by itself
        more = (
            [(_("With a ruling"), ways.back(own))]
            if ways.gives_rulings and asked.question in (HIT, DEFEND)
            else []
        )
        shown = replace(shown, pending={**shown.pending, "url": None}, more=more)
    return shown


def answers_for(asked: Waiting) -> str | None:
    """Whom an open question waits for: whoever is hit answers the hit."""
    return str(asked.data.get("answered_by") or asked.who) if asked.who else None


def _defence(ways: FightLinks, asked: Waiting, shown: ShownAnswer) -> ShownAnswer:
    """The ways to defend, what that costs, and letting it through (FAL-DEFEND-03, FAL-MULTI-05)."""
    against = as_whole(asked.data.get("against", 0))
    told = ngettext(
        "%(who)s hits with %(n)s success, unless it is stopped.",
        "%(who)s hits with %(n)s successes, unless they are stopped.",
        against,
    ) % {"who": capfirst(_name(ways, str(asked.data.get("striker")))), "n": against}
    defender = ways.found.seen.get(asked.who or "")
    if not shown.url or defender is None:
        return replace(shown, told=told)
    granted = ways.granted(DEFEND, defender.id)
    found = answers_to(defender, against, ways.settings, granted, ranged=bool(asked.data.get("ranged")))
    declare = ways.declare_url(defender.id) if found.costs_her_turn else ""
    return replace(
        shown,
        told=told,
        who=defender.name,
        willpower=_willpower(ways, defender),
        defences=[(words.choice_words("fallen", way.code), way) for way in found.ways],
        barred=found.clause,
        bonus=ways.bonus(DEFEND, defender.id) if found.ways else None,
        declare_url=declare,
        let_through=_letting_through(ways, asked, defender),
    )


def _letting_through(ways: FightLinks, asked: Waiting, defender: Member) -> list[Press]:
    """Not defending, and what follows in the same tap: damage, and the soak as the defender chooses."""
    url = ways.own("let_through", asked.id)
    blow = ways.blow_of(asked)
    soaks = (
        soaks_of(defender, blow.who, blow.data, ways.settings, ways.found.seen) if blow is not None else ()
    )
    if len(soaks) < 2:
        return [Press(url, _("Let it through"))]
    return [
        Press(
            url,
            _("Let it through, soak with %(trait)s") % {"trait": _trait(soak.trait)},
            [("soak", soak.trait)],
        )
        for soak in soaks
    ]


def _hit(ways: FightLinks, asked: Waiting, shown: ShownAnswer) -> ShownAnswer:
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
    if not shown.url or target is None or not ways.plays(target):
        return replace(shown, told=told)
    soaks = soaks_of(target, asked.who, asked.data, ways.settings, ways.found.seen)
    return replace(shown, told=told, soaks=[(_trait(soak.trait), soak) for soak in soaks])


def _fall(ways: FightLinks, asked: Waiting, shown: ShownAnswer) -> ShownAnswer:
    """The roll to stay up, with the Ability that is on the sheet (FAL-KNOCK-01)."""
    fighter = ways.found.seen.get(asked.who or "")
    if not shown.url or fighter is None:
        return shown
    falls = ways_to_stay_up(fighter, ways.settings, ways.granted(KNOCKDOWN, fighter.id))
    offered = [(_("Dexterity + %(trait)s") % {"trait": words.spelled_out(way.code)}, way) for way in falls]
    bonus = ways.bonus(KNOCKDOWN, fighter.id)
    return replace(shown, falls=offered, willpower=_willpower(ways, fighter), bonus=bonus)


def _blackout(ways: FightLinks, asked: Waiting, shown: ShownAnswer) -> ShownAnswer:
    """How long it lasts: the least that the rules know first (FAL-UNCON-02)."""
    turns = [(str(n), ngettext("%(n)s turn", "%(n)s turns", n) % {"n": n}) for n in LENGTHS]
    if not shown.url:
        return shown
    given = [("fighter.id", asked.who or "")]
    return replace(shown, lengths=[*turns, ("scene", _("the rest of the scene"))], given=given)


def _free_attack(ways: FightLinks, asked: Waiting, shown: ShownAnswer) -> ShownAnswer:
    """The maneuvers of the free attack of an ambush; after a tie the target answers for herself (FAL-AMBUSH-05)."""
    target, ambush = str(asked.data.get("target")), as_values(asked.data.get("ambush", {}))
    surprise = ambush.get("result") == "surprise"
    told = _("The free attack of the ambush. It comes before initiative and doesn’t count as an action.")
    who = {"who": _name(ways, target)}
    against = _("%(who)s cannot defend.") if surprise else _("%(who)s may defend.")
    shown = replace(shown, told=f"{told} {against % who}")
    attacker, met = ways.found.seen.get(asked.who or ""), ways.found.seen.get(target)
    if not shown.url or attacker is None or met is None:
        return shown
    left = FreeAttack(result="surprise" if surprise else "tie", extra=as_whole(ambush.get("extra", 0)))
    trying = Trying(attacker, met, ways.settings, left, ways.granted(ATTACK, attacker.id))
    groups = tries_of(trying, ways.weapons_of(attacker))
    return replace(
        shown,
        aiming=aiming_at(ways, trying),
        groups=[(name, [(one, "") for one in tries], None) for name, tries, _weapon in groups if tries],
    )


def _willpower(ways: FightLinks, one: Member) -> int:
    """The points that could buy a success (FAL-POOL-10)."""
    left = one.fields.get("willpower")
    return left if isinstance(left, int) and ways.settings.willpower_success else 0


def _trait(code: str) -> str:
    return words.spelled_out(code)


def _name(ways: FightLinks, record: str | None) -> str:
    found = ways.found.seen.get(str(record))
    return found.name if found is not None else _("someone hidden")


OFFERED = {
    DEFEND: _defence,
    HIT: _hit,
    KNOCKDOWN: _fall,
    BLACKOUT: _blackout,
    STRIKE: _free_attack,
}
"""Questions that offer more than the form of their action."""
