"""How the log and the forms tell what happens in Fallen."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.game import Step, Telling
from campaigns.games.fallen.moments import moment
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_pools import Die, Rollers, ToldPool, parts_of, pools_of, successes
from rules import words
from rules.kernel.effects import EffectRow
from rules.kernel.values import Values, as_list, as_values, as_whole

REMEDIES = {
    "FAL-AMBUSH-03": gettext_noop("Let the hit through: whoever is surprised does not defend."),
    "FAL-AMBUSH-08": gettext_noop("Choose somebody who is awake and can notice anything."),
    "FAL-ATTACK-06": gettext_noop("Choose a weapon that nobody else holds."),
    "FAL-BLIND-02": gettext_noop(
        "Leave the part of the body open. Whoever sees nothing at all does not shoot."
    ),
    "FAL-DAMAGE-09": gettext_noop("Choose a maneuver that does damage. This one has its own result."),
    "FAL-DEFEND-05": gettext_noop("Choose a defense that answers a shot, such as a dodge, or none."),
    "FAL-HEALTH-06": gettext_noop("Let them heal first: whoever is incapacitated does not act."),
    "FAL-HEALTH-07": gettext_noop("Choose somebody who is alive."),
    "FAL-IMMOB-03": gettext_noop("Free them first: whoever is held fast does not do this."),
    "FAL-KNOCK-03": gettext_noop("Take the turn: they get up in it as it is."),
    "FAL-LOCATE-05": gettext_noop("Aim at a part of the body that the armor or cover leaves open."),
    "FAL-MANEUV-21": gettext_noop("Choose whoever is held. Where nobody is, a clinch or a hold comes first."),
    "FAL-MANEUV-22": gettext_noop("Choose whoever holds them."),
    "FAL-MOVE-04": gettext_noop(
        "Move fewer yards: whoever acts in the turn covers at most half the running distance."
    ),
    "FAL-MOVE-07": gettext_noop("Break the grip first."),
    "FAL-MOVE-08": gettext_noop("Defend, or wait for the next turn: whoever ran this far does no more."),
    "FAL-POOL-10": gettext_noop(
        "Leave it unticked: it takes a point of Willpower, and a setting that allows it."
    ),
    "FAL-RANGED-07": gettext_noop("Choose a weapon that fires automatically, or a single shot."),
    "FAL-SOAK-06": gettext_noop("Soak with Stamina instead."),
    "FAL-UNCON-02": gettext_noop(
        "Choose somebody who is unconscious, and at least five turns, or to the end of the scene."
    ),
    "FAL-UNCON-03": gettext_noop(
        "Choose somebody who is awake; whoever is out cold wakes when the time is over."
    ),
    "FAL-YIELD-01": gettext_noop("Take the turn, or let it go, when the place waited for comes."),
    "FAL-POOL-05": gettext_noop(
        "Choose something with more dice, or wait for the wounds to heal; the GM may add dice with a modifier."
    ),
    "FAL-MULTI-04": gettext_noop(
        "No dice are left for this action this turn. Choose something with more dice, or end the turn."
    ),
    "FAL-MULTI-05": gettext_noop(
        "Do what was declared for this turn. Several actions are declared before the first of them."
    ),
    "FAL-MULTI-06": gettext_noop("End the turn. Next time, declare several actions before taking the first."),
    "FAL-MULTI-07": gettext_noop("Wait for the next turn. Defences are still possible."),
    "FAL-TIME-03": gettext_noop(
        "Wait until her place in the order comes, or for the next turn if hers is over; a daze or getting up is dealt "
        "with first. Defences are still possible."
    ),
    "FAL-TIME-02": gettext_noop("Let everyone in the order take and end their turn first."),
    "FAL-MOVE-06": gettext_noop("Leave out what the move adds: it is counted already."),
    "FAL-HEALTH-08": gettext_noop("Let game time pass: each level heals when its hours are full."),
    "FAL-TIME-04": gettext_noop("Wait for the next turn."),
    "FAL-DAZE-02": gettext_noop(
        "Her next turn is spent recovering: take it when her place comes, and the turn after that is hers."
    ),
    "FAL-KNOCK-01": gettext_noop("Make the knockdown roll that is waiting first."),
    "FAL-KNOCK-07": gettext_noop("When her place comes, take her turn: she gets up first."),
    "FAL-INIT-01": gettext_noop(
        "Roll initiative before you act in a fight. Everyone rolls once: for the fight, or for each turn where it is "
        "rolled every turn."
    ),
    "FAL-INIT-04": gettext_noop("Let those before her take and end their turns, or have her hold back."),
    "FAL-RANGED-08": gettext_noop(
        "Reload the weapon on the page of the fight, or choose a shot that needs fewer rounds."
    ),
    "FAL-YIELD-02": gettext_noop("Name someone slower, or no one: then she acts at the end of the turn."),
    "FAL-YIELD-05": gettext_noop(
        "Name someone who is not holding back. If someone waits to act before her, let them act first."
    ),
    "FAL-RANGED-10": gettext_noop("Declare several actions first; each shot is one of them."),
    "FAL-DEFEND-03": gettext_noop(
        "A defence answers an attack that has hit, with its numbers, and the hit waits until it is defended against or "
        "let through. The GM can do either for someone who is away. Attack a player’s fighter with “Attack”: they are "
        "asked to defend."
    ),
    "FAL-DAMAGE-01": gettext_noop(
        "Attack first. A hit then waits to be resolved, with its numbers. For damage without an attack, or for other "
        "numbers, the GM uses “Mark damage” or overrides the result of the attack."
    ),
    "FAL-AMBUSH-07": gettext_noop(
        "Attack without an ambush. If one was rolled before the fight, its free attack is waiting, with its numbers."
    ),
}
"""What makes an act of a fight legal, where the field alone does not say it, by clause."""

TO_THE_FIGHT = ("FAL-DEFEND-03", "FAL-DAMAGE-01", "FAL-AMBUSH-07")
"""Clauses of what waits on the page of a fight."""


ROLLERS = Rollers(
    usual=("roller", "defender", "fighter", "attacker", "holder"),
    by_action={"fallen.soak": ("target",)},
    by_place={
        "attack": ("attacker",),
        "defence": ("target",),
        "damage": ("attacker", "holder"),
        "soak": ("target",),
        "acting": ("acting.subject",),
        "resisting": ("resisting.subject",),
        **{name: (name,) for name in ("attacker", "target", "holder", "prisoner")},
    },
    told=("attack", "defence", "damage", "soak"),
)


def _drawn(step: Step, shown: ShownEntry) -> Sequence[ToldPool]:
    if step["action"] == "fallen.initiative":
        order = map(as_values, as_list(step["outcome"]["order"]))
        return [_initiative(one, plain_name(shown, one["id"])) for one in order]
    return pools_of(step, shown, _pool, ROLLERS)


def _pool(pool: Values, title: str) -> ToldPool:
    """Each die against the difficulty; ones take successes away, a specialty's tens earn more."""
    difficulty = as_whole(pool["difficulty"])
    dice = [_die(as_whole(face), difficulty) for face in as_list(pool["faces"])]
    dice += [_die(as_whole(face), difficulty, bonus=True) for face in as_list(pool["bonus"])]
    against = _("difficulty %(n)s") % {"n": difficulty}
    if pool["threshold"]:
        against = _("%(difficulty)s, %(n)s to overcome") % {"difficulty": against, "n": pool["threshold"]}
    if pool["automatic"]:
        against = _("%(difficulty)s, %(n)s automatic") % {"difficulty": against, "n": pool["automatic"]}
    came = _("a botch") if pool["botch"] else successes(as_whole(pool["successes"]))
    return ToldPool(title, parts_of(pool["parts"]), as_whole(pool["dice"]), against, tuple(dice), came)


def _die(face: int, difficulty: int, *, bonus: bool = False) -> Die:
    if face == 1:
        return Die(face, "line", _("a one"))
    earned = _("earned by a ten") if bonus else ""
    return Die(face, "victory", earned or _("a success")) if face >= difficulty else Die(face, "", earned)


def _initiative(one: Values, title: str) -> ToldPool:
    """What a score is made of, and the dice by which equals were told apart (FAL-INIT-02 to FAL-INIT-05)."""
    names = ("dexterity", "wits", "wounds", "turn_initiative")
    rating = tuple((words.spelled_out(name), as_whole(one[name])) for name in names if one[name])
    face, score = as_whole(one["face"]), as_whole(one["score"])
    dice = tuple(Die(rolled, "", "") for rolled in (face, *map(as_whole, as_list(one["rerolls"]))))
    came = _("%(n)s in all") % {"n": score}
    parts, who = (*rating, (_("the die"), face)), one["id"] if isinstance(one["id"], str) else ""
    return ToldPool(title, parts, len(dice), "", dice, came, score=score, record=who)


def _wakes(effect: EffectRow, shown: ShownEntry) -> str:
    """A blackout is over (FAL-UNCON-02)."""
    is_over = effect["field"] == "unconscious" and effect.get("set") is False
    return _("%(who)s wakes up.") % {"who": plain_name(shown, effect["on"])} if is_over else ""


TELLING = Telling(
    moment=moment,
    drawn=_drawn,
    came={"FAL-UNCON-02": _wakes},
    time_news=("unconscious",),
    no_news=frozenset({"fallen.new_turn", "fallen.end_turn", "fallen.order_actions"}),
    remedies=REMEDIES,
    ways=dict.fromkeys(TO_THE_FIGHT, ("fight", gettext_noop("Go to the fight"))),
)
